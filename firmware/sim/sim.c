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
 * usage             asleep cycles, all cycles, lowest stack pointer, starts by the watchdog
 * hang              the core stands in an endless loop from now on, until a reset
 * builds N          press Build N times; how often 1, 2, 3 and railroad were shown
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_adc.h"
#include "avr_eeprom.h"
#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_timer.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"

enum { MARKS = 4, HZ = 16000000, EEPROM_SIZE = 1024, FLASH_SIZE = 32768, QUEUE = 1 << 16, STEADY_MV = 2500,
       PWM_PERIOD = 256 * 64 };

typedef struct {
    char port;
    int bit;
    const char *name;
} pin_t;

/* As in pins.toml; the driver says them on the command line, in this order. */
static pin_t outputs[6] = {{0, 0, "mark_1"}, {0, 0, "mark_2"}, {0, 0, "mark_3"},
                           {0, 0, "mark_rail"}, {0, 0, "ring"}, {0, 0, "buzzer"}};
static pin_t contacts[2] = {{0, 0, "build"}, {0, 0, "auction"}};
static int levels[6];
static uint8_t closed; /* contacts, by bit; both are on one port */

static avr_t *avr;
static elf_firmware_t firmware;
static uint8_t flash[FLASH_SIZE];
static uint64_t asleep, lowest_stack = 0xFFFF, watchdog_starts, noise;
static avr_irq_t *serial_in, *adc;
static uint8_t in[QUEUE], out[QUEUE];
static int in_first, in_last, out_length, may_send = 1, cable = -1, cable_slave = -1;

static char *events;
static size_t events_length, events_room;

static void note(uint64_t cycle, const char *name, long value)
{
    if (events_length + 64 > events_room)
        events = realloc(events, events_room = events_room * 2 + 4096);
    events_length += (size_t)sprintf(events + events_length, "E %llu %s %ld\n",
                                     (unsigned long long)cycle, name, value);
}

/* --- ring and buzzer: from edges to a duty and a frequency --- */

static uint64_t ring_rose, ring_fell, ring_width, buzzer_rose, buzzer_period;
static int ring_lit;
static long buzzer_hz;

static avr_cycle_count_t buzzer_silent(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)a, (void)when, (void)param;
    note(buzzer_rose, "buzzer", buzzer_hz = 0);
    return 0;
}

static void buzzer_edge(int level)
{
    uint64_t period = avr->cycle - buzzer_rose;
    long hz;

    if (!level)
        return;
    /* Two periods alike are a note; one alone may be the seam between two notes. */
    hz = (long)((HZ + period / 2) / period);
    if (period < HZ / 90 && labs((long)(period - buzzer_period)) * 50 < (long)period &&
        labs(hz - buzzer_hz) * 50 > buzzer_hz)
        note(avr->cycle - 2 * period, "buzzer", buzzer_hz = hz);
    buzzer_period = period;
    buzzer_rose = avr->cycle;
    avr_cycle_timer_register(avr, HZ / 80, buzzer_silent, NULL);
}

static avr_cycle_count_t ring_dark(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)a, (void)when, (void)param;
    if (ring_fell > ring_rose)
        note(ring_fell, "ring", ring_lit = 0);
    return 0;
}

static void ring_edge(int level)
{
    if (level) {
        if (!ring_lit)
            note(avr->cycle, "ring", ring_lit = 1);
        ring_rose = avr->cycle;
    } else {
        ring_fell = avr->cycle;
        ring_width = avr->cycle - ring_rose;
        avr_cycle_timer_register(avr, 2 * PWM_PERIOD, ring_dark, NULL);
    }
}

static int ring_level(void)
{
    uint64_t edge = ring_rose > ring_fell ? ring_rose : ring_fell;

    if (avr->cycle - edge > 2 * PWM_PERIOD)
        return levels[4] ? 255 : 0;
    return (int)(ring_width * 256 / PWM_PERIOD) - 1;
}

static void on_pin(avr_irq_t *irq, uint32_t value, void *param)
{
    long which = (long)param;
    int level = value & 1;

    (void)irq;
    if (level == levels[which])
        return;
    levels[which] = level;
    if (which == 5)
        buzzer_edge(level);
    else if (which == 4)
        ring_edge(level);
    else
        note(avr->cycle, outputs[which].name, level);
}

static void on_pwm(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    note(avr->cycle, "ring_pwm", value);
}

/* --- the serial line --- */

static void on_out(avr_irq_t *irq, uint32_t value, void *param)
{
    uint8_t byte = (uint8_t)value;

    (void)irq, (void)param;
    if (cable >= 0) {
        if (write(cable, &byte, 1) < 0)
            return; /* nobody reads it: lost, as on a real line */
    } else if (out_length < QUEUE) {
        out[out_length++] = byte;
    }
}

static void on_may_send(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value;
    may_send = param != NULL;
}

static void feed(void)
{
    while (may_send && in_first != in_last) {
        avr_raise_irq(serial_in, in[in_first]);
        in_first = (in_first + 1) % QUEUE;
    }
}

static void from_cable(void)
{
    uint8_t bytes[256];
    ssize_t count;

    if (cable < 0)
        return;
    while ((count = read(cable, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < count; i++) {
            in[in_last] = bytes[i];
            in_last = (in_last + 1) % QUEUE;
        }
}

static void unplug(void)
{
    if (cable >= 0) {
        close(cable);
        close(cable_slave);
    }
    cable = cable_slave = -1;
}

static const char *plug(void)
{
    static char name[64];
    struct termios raw;

    unplug();
    if (openpty(&cable, &cable_slave, name, NULL, NULL))
        return NULL;
    tcgetattr(cable_slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(cable_slave, TCSANOW, &raw);
    fcntl(cable, F_SETFL, O_NONBLOCK);
    return name;
}

/* --- the analogue pin --- */

static void on_convert(avr_irq_t *irq, uint32_t value, void *param)
{
    uint32_t millivolts = STEADY_MV;

    (void)irq, (void)value, (void)param;
    if (noise) {
        noise ^= noise << 13, noise ^= noise >> 7, noise ^= noise << 17;
        /* A floating pin wanders; here by some 60 mV, a dozen steps of the converter. */
        millivolts += (uint32_t)(noise >> 32) % 60;
    }
    avr_raise_irq(adc + ADC_IRQ_ADC0, millivolts);
}

/* --- running --- */

static void on_sleep(avr_t *a, avr_cycle_count_t cycles)
{
    (void)a;
    asleep += cycles;
}

static void wire_up(void)
{
    for (long i = 0; i < 6; i++)
        avr_irq_register_notify(
            avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(outputs[i].port), outputs[i].bit), on_pin,
            (void *)i);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_TIMER_GETIRQ('0'), TIMER_IRQ_OUT_PWM0),
                            on_pwm, NULL);
    serial_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(serial_in + UART_IRQ_OUTPUT, on_out, NULL);
    avr_irq_register_notify(serial_in + UART_IRQ_OUT_XON, on_may_send, avr);
    avr_irq_register_notify(serial_in + UART_IRQ_OUT_XOFF, on_may_send, NULL);
    adc = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, 0);
    avr_irq_register_notify(adc + ADC_IRQ_OUT_TRIGGER, on_convert, NULL);
}

static void contact(int key, int down)
{
    avr_ioport_external_t pull = {.name = contacts[key].port};

    /* The contact is stronger than the pull-up that the port would put back at its next write. */
    closed = (uint8_t)(down ? closed | 1 << contacts[key].bit : closed & ~(1 << contacts[key].bit));
    pull.mask = (uint8_t)(1 << contacts[0].bit | 1 << contacts[1].bit);
    pull.value = (uint8_t)~closed & pull.mask;
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(contacts[key].port), &pull);
    avr_raise_irq(
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(contacts[key].port), contacts[key].bit), !down);
}

static void (*core_reset)(avr_t *);
static int was_reset;

static void on_reset(avr_t *a)
{
    if (core_reset)
        core_reset(a);
    was_reset = 1;
}

/* After every reset, the watchdog's as well, and before the first instruction. */
static void after_reset(void)
{
    uint32_t flags = 0;

    was_reset = 0;
    memcpy(avr->flash, flash, sizeof flash);
    /* Else a closed contact at D2 or D3 is polled every other cycle for an interrupt not used. */
    avr_extint_set_strict_lvl_trig(avr, EXTINT_IRQ_OUT_INT0, 0);
    avr_extint_set_strict_lvl_trig(avr, EXTINT_IRQ_OUT_INT1, 0);
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= (uint32_t) ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    may_send = 1;
    for (int key = 0; key < 2; key++) {
        /* Both ways, for the port forgets its pins' levels but its pins do not. */
        int down = closed >> contacts[key].bit & 1;

        contact(key, !down);
        contact(key, down);
    }
}

static void start(int power)
{
    avr_reset(avr);
    if (power)
        for (int at = 0x100; at <= avr->ramend; at++)
            avr->data[at] = (uint8_t)rand();
    after_reset();
}

static avr_cycle_count_t nothing(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)a, (void)when, (void)param;
    return 0;
}

static void run_to(uint64_t target)
{
    uint16_t stack;
    int state;

    /* A sleeping core jumps to the next timer; this one keeps it from jumping too far. */
    if (target > avr->cycle)
        avr_cycle_timer_register(avr, target - avr->cycle, nothing, NULL);
    while (avr->cycle < target) {
        if (was_reset)
            after_reset();
        feed();
        state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            printf("no core stopped in state %d at cycle %llu\n", state, (unsigned long long)avr->cycle);
            exit(3);
        }
        stack = (uint16_t)(avr->data[R_SPL] | avr->data[R_SPH] << 8);
        if (stack > 0x100 && stack < lowest_stack)
            lowest_stack = stack;
    }
}

static void run_ms(double ms) { run_to(avr->cycle + (uint64_t)(ms * (HZ / 1000))); }

static void builds(long count)
{
    long shown[MARKS] = {0};
    int mark;

    for (long i = 0; i < count; i++) {
        /* No finger is as regular as a loop: the moment within a millisecond is the finger's own. */
        run_ms(20 + (double)(rand() % 1000) / 1000);
        contact(0, 1);
        run_ms(20);
        contact(0, 0);
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

static void eeprom(const char *command)
{
    static uint8_t bytes[EEPROM_SIZE];
    avr_eeprom_desc_t part = {.ee = bytes, .offset = 0, .size = sizeof bytes};
    int at, skip;

    if (sscanf(command, "eeprom %d %n", &at, &skip) == 1) {
        part.offset = (uint16_t)at;
        part.size = (uint32_t)take_hex(command + skip, bytes, EEPROM_SIZE - at);
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &part);
        printf("ok\n");
    } else {
        avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &part);
        put_hex(part.ee, 64);
    }
}

static void hang(void)
{
    /* An endless loop where the core is now, until the watchdog bites. */
    for (uint32_t at = 0; at + 1 < FLASH_SIZE; at += 2) {
        avr->flash[at] = 0xFF;
        avr->flash[at + 1] = 0xCF;
    }
    avr->data[R_SREG] &= 0x7F;
    avr->sreg[S_I] = 0;
    avr->state = cpu_Running;
}

static int obey(const char *command)
{
    char word[32] = "", arg[16] = "";
    double number = 0;
    int skip;

    sscanf(command, "%31s %15s", word, arg);
    sscanf(command, "%*s %lf", &number);
    if (!strcmp(word, "run")) {
        run_ms(number);
        printf("ok %llu\n", (unsigned long long)avr->cycle);
    } else if (!strcmp(word, "press") || !strcmp(word, "release")) {
        contact(strcmp(arg, "build") != 0, word[0] == 'p');
        printf("ok %llu\n", (unsigned long long)avr->cycle);
    } else if (!strcmp(word, "pins")) {
        printf("ok %d %d %ld\n", levels[0] | levels[1] << 1 | levels[2] << 2 | levels[3] << 3,
               ring_level(), buzzer_hz);
    } else if (!strcmp(word, "events")) {
        fwrite(events, 1, events_length, stdout);
        events_length = 0;
        printf("ok\n");
    } else if (!strcmp(word, "send")) {
        send_hex(command + 5);
        printf("ok\n");
    } else if (!strcmp(word, "heard")) {
        say_heard();
    } else if (!strcmp(word, "talk")) {
        skip = 0;
        sscanf(command, "talk %*s %n", &skip);
        if (skip)
            send_hex(command + skip);
        run_ms(number);
        say_heard();
    } else if (!strcmp(word, "plug")) {
        printf("ok %s\n", plug());
    } else if (!strcmp(word, "unplug")) {
        unplug();
        printf("ok\n");
    } else if (!strcmp(word, "live") || !strcmp(word, "held")) {
        live_speed = word[0] == 'h' ? 0 : number > 0 ? number : 1;
        printf("ok\n");
    } else if (!strcmp(word, "reset") || !strcmp(word, "power")) {
        start(word[0] == 'p');
        printf("ok %llu\n", (unsigned long long)avr->cycle);
    } else if (!strcmp(word, "noise")) {
        noise = (uint64_t)number * 0x9E3779B97F4A7C15ULL;
        srand((unsigned)number);
        printf("ok\n");
    } else if (!strcmp(word, "eeprom")) {
        eeprom(command);
    } else if (!strcmp(word, "usage")) {
        printf("ok %llu %llu %llu %llu\n", (unsigned long long)asleep,
               (unsigned long long)avr->cycle, (unsigned long long)lowest_stack,
               (unsigned long long)watchdog_starts);
    } else if (!strcmp(word, "hang")) {
        hang();
        printf("ok\n");
    } else if (!strcmp(word, "builds")) {
        builds((long)number);
    } else if (!strcmp(word, "quit")) {
        return 0;
    } else {
        printf("no such command\n");
    }
    return 1;
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
    from_cable();
    ahead = (double)(avr->cycle - cycle) / HZ / speed - (seconds() - real);
    if (ahead <= 0)
        run_to(avr->cycle + HZ / 1000);
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
    if (elf_read_firmware(argv[1], &firmware) || !(avr = avr_make_mcu_by_name("atmega328p")))
        return 1;
    firmware.frequency = HZ;
    avr_init(avr);
    avr->log = LOG_ERROR;
    avr_load_firmware(avr, &firmware);
    avr->frequency = HZ;
    avr->avcc = avr->vcc = avr->aref = 5000;
    avr->sleep = on_sleep;
    memcpy(flash, avr->flash, sizeof flash);
    wire_up();
    core_reset = avr->reset;
    avr->reset = on_reset;
    start(1);
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    printf("ready\n");
    for (;;) {
        fflush(stdout);
        got = read_command(command, 1 << 16);
        if (got < 0 || (got > 0 && !obey(command)))
            return 0;
        if (got == 0)
            live_slice();
    }
}
