/* The board: contacts, noise, sleep and the loop. Everything it decides is decided in panel.c. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/power.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "../panel.h"
#include "clock.h"
#include "keep.h"
#include "outputs.h"
#include "pins.h"
#include "uart.h"

enum { STIRS = 32, KEEP_MS = 4, CONTACTS = _BV(BUILD_PIN) | _BV(AUCTION_PIN) };

static panel_t panel;
static uint8_t reset_cause __attribute__((section(".noinit")));
static volatile uint8_t contacts_seen, contacts_moved;
static volatile uint16_t contacts_moment;

/* A watchdog that has bitten stays on, at its shortest time: it is stilled before anything else. */
void still_watchdog(void) __attribute__((naked, used, section(".init3")));
void still_watchdog(void)
{
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(PCINT2_vect)
{
    uint8_t contacts = PIND & CONTACTS;

    contacts_moved |= contacts ^ contacts_seen;
    contacts_seen = contacts;
    contacts_moment = clock_counts();
}

uint16_t board_moment(void)
{
    uint16_t moment;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) moment = contacts_moment;
    return moment;
}

uint16_t board_noise(void)
{
    power_adc_enable();
    ADMUX = _BV(REFS0) | NOISE_PIN;
    /* As fast as it goes: noise is wanted, not accuracy. */
    ADCSRA = _BV(ADEN) | _BV(ADSC) | _BV(ADPS2);
    loop_until_bit_is_clear(ADCSRA, ADSC);
    uint16_t sample = ADC;
    ADCSRA = 0;
    power_adc_disable();
    return sample;
}

static void init(void)
{
    settings_t settings;

    outputs_init();
    PORTD |= CONTACTS;
    /* Inputs that nobody drives would waste current half way between the levels. */
    PORTB |= (uint8_t)~(DDRB | _BV(PB5)); /* the board's own light holds that one low */
    PORTC |= (uint8_t)~(DDRC | _BV(NOISE_PIN));
    DIDR0 = _BV(NOISE_PIN);
    ACSR = _BV(ACD);
    power_spi_disable();
    power_twi_disable();
    PCMSK2 = CONTACTS;
    PCICR = _BV(PCIE2);
    clock_init();
    uart_init();
    for (uint8_t i = 0; i < STIRS; i++)
        chance_stir(&panel.chance, board_noise());
    contacts_seen = PIND & CONTACTS;
    settings = keep_load();
    settings.starts++;
    board_save(&settings);
    wdt_enable(WDTO_2S);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    panel_init(&panel, &settings, reset_cause & _BV(WDRF), clock_ms());
    keys_start(&panel.keys[KEY_BUILD].contact, !(contacts_seen & _BV(BUILD_PIN)));
    keys_start(&panel.keys[KEY_AUCTION].contact, !(contacts_seen & _BV(AUCTION_PIN)));
}

static void read_contacts(uint32_t now)
{
    uint8_t moved, contacts;

    cli();
    moved = contacts_moved;
    contacts_moved = 0;
    contacts = contacts_seen;
    sei();
    panel_contact(&panel, KEY_BUILD, !(contacts & _BV(BUILD_PIN)), moved & _BV(BUILD_PIN), now);
    panel_contact(&panel, KEY_AUCTION, !(contacts & _BV(AUCTION_PIN)), moved & _BV(AUCTION_PIN),
                  now);
}

/* Until the alarm, a line, or a contact: tested with interrupts off, so none slips between. */
static void sleep(void)
{
    for (;;) {
        cli();
        if (clock_alarm_due() || uart_waiting() || contacts_moved)
            break;
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    uint32_t now, wake;
    char byte;

    init();
    for (;;) {
        wdt_reset();
        now = clock_ms();
        read_contacts(now);
        while (uart_take(&byte))
            panel_byte(&panel, byte, now);
        wake = now + ALARM_MAX_MS;
        panel_run(&panel, now, &wake);
        outputs_show(panel.out.lights.marks, panel.out.lights.ring, panel.out.hertz);
        if (keep_run() && after(wake, now + KEEP_MS) > 0)
            wake = now + KEEP_MS;
        clock_alarm(wake);
        sleep();
    }
}
