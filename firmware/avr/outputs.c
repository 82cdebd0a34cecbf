#include "outputs.h"

#include <avr/io.h>

#include "../flash.h"
#include "pins.h"

typedef struct {
    uint8_t select;   /* clock select bits of timer 2 */
    uint32_t toggles; /* timer counts a second, halved: a tone is two toggles */
} scale_t;

static const FLASH scale_t SCALES[] = {
    {_BV(CS21) | _BV(CS20), F_CPU / 32 / 2},
    {_BV(CS22), F_CPU / 64 / 2},
    {_BV(CS22) | _BV(CS20), F_CPU / 128 / 2},
    {_BV(CS22) | _BV(CS21), F_CPU / 256 / 2},
    {_BV(CS22) | _BV(CS21) | _BV(CS20), F_CPU / 1024 / 2},
};

static uint8_t marks_now, ring_now;
static uint16_t hertz_now;

void outputs_init(void)
{
    MARK_1_DDR |= _BV(MARK_1_PIN);
    MARK_2_DDR |= _BV(MARK_2_PIN);
    MARK_3_DDR |= _BV(MARK_3_PIN);
    MARK_RAIL_DDR |= _BV(MARK_RAIL_PIN);
    RING_DDR |= _BV(RING_PIN);
    BUZZER_DDR |= _BV(BUZZER_PIN);
}

static void set(volatile uint8_t *port, uint8_t pin, uint8_t on)
{
    if (on)
        *port |= (uint8_t)_BV(pin);
    else
        *port &= (uint8_t)~_BV(pin);
}

/* Dark and full need no timer, which then stands still and costs nothing. */
static void show_ring(uint8_t level)
{
    if (level == 0 || level == UINT8_MAX) {
        set(&RING_PORT, RING_PIN, level);
        TCCR0A = 0;
        TCCR0B = 0;
    } else {
        OCR0A = level;
        if (TCCR0B)
            return;
        TCNT0 = 0;
        TCCR0A = _BV(COM0A1) | _BV(WGM01) | _BV(WGM00);
        TCCR0B = _BV(CS01) | _BV(CS00);
    }
}

static void sound(uint16_t hertz)
{
    uint8_t scale = 0;

    TCCR2A = 0;
    TCCR2B = 0;
    set(&BUZZER_PORT, BUZZER_PIN, 0);
    if (!hertz)
        return;
    while (SCALES[scale].toggles / hertz > UINT8_MAX + 1 && scale < sizeof SCALES / sizeof *SCALES - 1)
        scale++;
    OCR2A = (uint8_t)((SCALES[scale].toggles + hertz / 2) / hertz - 1);
    TCNT2 = 0;
    TCCR2A = _BV(COM2A0) | _BV(WGM21);
    TCCR2B = SCALES[scale].select;
}

static void show_marks(uint8_t marks)
{
    set(&MARK_1_PORT, MARK_1_PIN, marks & 1);
    set(&MARK_2_PORT, MARK_2_PIN, marks & 2);
    set(&MARK_3_PORT, MARK_3_PIN, marks & 4);
    set(&MARK_RAIL_PORT, MARK_RAIL_PIN, marks & 8);
}

void outputs_show(uint8_t marks, uint8_t ring, uint16_t hertz)
{
    if (marks != marks_now)
        show_marks(marks_now = marks);
    if (ring != ring_now)
        show_ring(ring_now = ring);
    if (hertz != hertz_now)
        sound(hertz_now = hertz);
}
