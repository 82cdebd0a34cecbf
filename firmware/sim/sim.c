/* A simulated board for the tests: the firmware's own ELF on a simulated ATmega328P, driven by
 * lines on standard input. Every command answers with one line "ok ..." or "no ..." (events first).
 *
 * run MS            let MS simulated milliseconds pass, as fast as possible
 * live [SPEED]      between commands, keep up with real time; held: stand still again
 * press|release K   close or open a contact (build, auction)
 * pins              marks (bits 0-3), ring level 0-255 by duty, buzzer Hz
 * events            "E CYCLE NAME VALUE" of everything seen at the pins since the last time
 * send HEX, heard   bytes into and out of the serial line while no cable is plugged
 * talk MS [HEX]     send, run and heard in one
 * plug, unplug      a pseudo-terminal as the USB cable; answers its name
 * reset, power      the reset button; the power off and on again (EEPROM stays, RAM is noise)
 * noise SEED        what the open analogue pin brings from now on; 0 = a steady voltage
 * eeprom [AT HEX]   read all, or overwrite
 * usage             asleep cycles, all cycles, lowest stack pointer
 * hang              the core stands in an endless loop from now on, until a reset
 * builds N          press Build N times; how often 1, 2, 3 and railroad were shown
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "board.h"

static void run_ms(double ms) { board_run_to(avr->cycle + (uint64_t)(ms * (HZ / 1000))); }

static void builds(long count)
{
    long shown[MARKS] = {0};
    int mark;

    for (long i = 0; i < count; i++) {
        /* No finger is as regular as a loop: the moment within a millisecond is the finger's own. */
        run_ms(20 + (double)(rand() % 1000) / 1000);
        board_contact(0, 1);
        run_ms(20);
        board_contact(0, 0);
        run_ms(15 + 900 + 10);
        for (mark = 0; mark < MARKS && !levels[mark]; mark++)
            ;
        if (mark == MARKS)
            return (void)printf("no light after press %ld\n", i);
        shown[mark]++;
    }
    printf("ok %ld %ld %ld %ld\n", shown[0], shown[1], shown[2], shown[3]);
}

static void put_hex(const uint8_t *bytes, int count)
{
    printf("ok ");
    for (int i = 0; i < count; i++)
        printf("%02X", bytes[i]);
    printf("\n");
}

static int take_hex(const char *text, uint8_t *bytes, int most)
{
    int count = 0;
    unsigned byte;

    while (count < most && sscanf(text + 2 * count, "%2x", &byte) == 1)
        bytes[count++] = (uint8_t)byte;
    return count;
}

static void send_hex(const char *text)
{
    uint8_t bytes[4096];
    int count = take_hex(text, bytes, sizeof bytes);

    for (int i = 0; i < count; i++, in_last = (in_last + 1) % QUEUE)
        in[in_last] = bytes[i];
}

static void say_heard(void)
{
    put_hex(out, out_length);
    out_length = 0;
}

static double live_speed;

static void do_eeprom(const char *rest)
{
    static uint8_t bytes[EEPROM_SIZE];
    avr_eeprom_desc_t part = {.ee = bytes, .offset = 0, .size = sizeof bytes};
    int at, skip;

    if (sscanf(rest, "%d %n", &at, &skip) == 1) {
        part.offset = (uint16_t)at;
        part.size = (uint32_t)take_hex(rest + skip, bytes, EEPROM_SIZE - at);
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &part);
        printf("ok\n");
    } else {
        avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &part);
        put_hex(part.ee, 64);
    }
}

/* --- the commands --- */

static void say_cycle(void) { printf("ok %llu\n", (unsigned long long)avr->cycle); }

static void do_run(const char *rest)
{
    run_ms(atof(rest));
    say_cycle();
}

static void do_talk(const char *rest)
{
    const char *hex = strchr(rest, ' ');

    if (hex)
        send_hex(hex + 1);
    run_ms(atof(rest));
    say_heard();
}

static void do_press(const char *rest)
{
    board_contact(strcmp(rest, "build") != 0, 1);
    say_cycle();
}

static void do_release(const char *rest)
{
    board_contact(strcmp(rest, "build") != 0, 0);
    say_cycle();
}

static void do_pins(const char *rest)
{
    (void)rest;
    printf("ok %d %d %ld\n", levels[0] | levels[1] << 1 | levels[2] << 2 | levels[3] << 3,
           board_ring_level(), buzzer_hz);
}

static void do_events(const char *rest)
{
    (void)rest;
    fwrite(events, 1, events_length, stdout);
    events_length = 0;
    printf("ok\n");
}

static void do_send(const char *rest)
{
    send_hex(rest);
    printf("ok\n");
}

static void do_heard(const char *rest)
{
    (void)rest;
    say_heard();
}

static void do_plug(const char *rest)
{
    (void)rest;
    printf("ok %s\n", board_plug());
}

static void do_unplug(const char *rest)
{
    (void)rest;
    board_unplug();
    printf("ok\n");
}

static void do_live(const char *rest)
{
    live_speed = *rest ? atof(rest) : 1;
    printf("ok\n");
}

static void do_held(const char *rest)
{
    (void)rest;
    live_speed = 0;
    printf("ok\n");
}

static void do_reset(const char *rest)
{
    (void)rest;
    board_start(0);
    say_cycle();
}

static void do_power(const char *rest)
{
    (void)rest;
    board_start(1);
    say_cycle();
}

static void do_noise(const char *rest)
{
    noise = (uint64_t)atoi(rest) * 0x9E3779B97F4A7C15ULL;
    srand((unsigned)atoi(rest));
    printf("ok\n");
}

static void do_usage(const char *rest)
{
    (void)rest;
    printf("ok %llu %llu %llu\n", (unsigned long long)asleep, (unsigned long long)avr->cycle,
           (unsigned long long)lowest_stack);
}

static void do_hang(const char *rest)
{
    (void)rest;
    board_hang();
    printf("ok\n");
}

static void do_builds(const char *rest) { builds(atol(rest)); }

static const struct {
    const char *word;
    void (*act)(const char *rest);
} COMMANDS[] = {
    {"run", do_run},       {"talk", do_talk},     {"press", do_press}, {"release", do_release},
    {"pins", do_pins},     {"events", do_events}, {"send", do_send},   {"heard", do_heard},
    {"plug", do_plug},     {"unplug", do_unplug}, {"live", do_live},   {"held", do_held},
    {"reset", do_reset},   {"power", do_power},   {"noise", do_noise}, {"usage", do_usage},
    {"eeprom", do_eeprom}, {"hang", do_hang},     {"builds", do_builds},
};

static void obey(char *command)
{
    char *rest = strchr(command, ' ');

    if (rest)
        *rest++ = 0;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (!strcmp(command, COMMANDS[i].word)) {
            COMMANDS[i].act(rest ? rest : "");
            return;
        }
    printf("no such command: %s\n", command);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int read_command(char *command, size_t room)
{
    static char buffer[1 << 16];
    static size_t length;
    char *end;
    ssize_t count;

    while (!(end = memchr(buffer, '\n', length))) {
        struct pollfd ready = {.fd = 0, .events = POLLIN};

        if (poll(&ready, 1, live_speed > 0 ? 0 : -1) == 0)
            return 0;
        count = read(0, buffer + length, sizeof buffer - length);
        if (count <= 0)
            return -1;
        length += (size_t)count;
    }
    *end = 0;
    snprintf(command, room, "%s", buffer);
    length -= (size_t)(end + 1 - buffer);
    memmove(buffer, end + 1, length);
    return 1;
}

/* Keep the chip's clock level with the real one, a millisecond at a time. */
static void live_slice(void)
{
    static double real, speed;
    static uint64_t cycle;
    struct pollfd ready[2] = {{.fd = 0, .events = POLLIN}, {.fd = cable, .events = POLLIN}};
    double ahead;

    if (speed != live_speed || seconds() - real > 3600 || cycle > avr->cycle) {
        speed = live_speed;
        real = seconds();
        cycle = avr->cycle;
    }
    board_from_cable();
    ahead = (double)(avr->cycle - cycle) / HZ / speed - (seconds() - real);
    if (ahead <= 0)
        board_run_to(avr->cycle + HZ / 1000);
    else
        poll(ready, cable >= 0 ? 2 : 1, 1);
}

int main(int argc, char **argv)
{
    char *command = malloc(1 << 16);
    int got;

    if (argc != 2 + 8) {
        fprintf(stderr, "usage: sim FIRMWARE.elf PIN x 8 (as D4: marks, ring, buzzer, contacts)\n");
        return 2;
    }
    for (int i = 0; i < 8; i++) {
        pin_t *pin = i < 6 ? &outputs[i] : &contacts[i - 6];
        int number = atoi(argv[2 + i] + 1);

        pin->port = number < 8 ? 'D' : 'B';
        pin->bit = number % 8;
    }
    if (!board_load(argv[1]))
        return 1;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    printf("ready\n");
    for (;;) {
        fflush(stdout);
        got = read_command(command, 1 << 16);
        if (got < 0)
            return 0;
        if (got > 0)
            obey(command);
        else
            live_slice();
    }
}
