#define _GNU_SOURCE
#include "board.h"

#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "avr_adc.h"
#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_timer.h"
#include "avr_uart.h"
#include "sim_elf.h"

pin_t outputs[6] = {{0, 0, "mark_1"}, {0, 0, "mark_2"}, {0, 0, "mark_3"},
                           {0, 0, "mark_rail"}, {0, 0, "ring"}, {0, 0, "buzzer"}};
pin_t contacts[2] = {{0, 0, "build"}, {0, 0, "auction"}};
int levels[6];
static uint8_t closed; /* contacts, by bit; both are on one port */

avr_t *avr;
static uint8_t flash[FLASH_SIZE];
uint64_t asleep, lowest_stack = 0xFFFF, noise;
static avr_irq_t *serial_in, *adc;
uint8_t in[QUEUE], out[QUEUE];
int in_last, out_length, cable = -1;
static int in_first, may_send = 1, cable_slave = -1;

char *events;
size_t events_length;
static size_t events_room;

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
long buzzer_hz;

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

int board_ring_level(void)
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

void board_from_cable(void)
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

void board_unplug(void)
{
    if (cable >= 0) {
        close(cable);
        close(cable_slave);
    }
    cable = cable_slave = -1;
}

const char *board_plug(void)
{
    static char name[64];
    struct termios raw;

    board_unplug();
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

void board_contact(int key, int down)
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

        board_contact(key, !down);
        board_contact(key, down);
    }
}

void board_start(int power)
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

void board_run_to(uint64_t target)
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

void board_hang(void)
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

int board_load(const char *path)
{
    elf_firmware_t firmware;

    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(path, &firmware) || !(avr = avr_make_mcu_by_name("atmega328p")))
        return 0;
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
    board_start(1);
    return 1;
}
