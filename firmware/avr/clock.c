#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

enum { COUNTS_PER_MS = F_CPU / 64 / 1000 };

static uint32_t milliseconds;
static uint16_t counted; /* timer 1 at the start of that millisecond */
static volatile bool due;

ISR(TIMER1_COMPA_vect) { due = true; }

void clock_init(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11) | _BV(CS10);
    TIMSK1 = _BV(OCIE1A);
}

uint16_t clock_counts(void)
{
    uint16_t counts;

    /* The contacts' interrupt reads the counter as well, and its two bytes pass one register. */
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) counts = TCNT1;
    return counts;
}

uint32_t clock_ms(void)
{
    uint16_t gone = (clock_counts() - counted) / COUNTS_PER_MS;

    milliseconds += gone;
    counted += gone * COUNTS_PER_MS;
    return milliseconds;
}

void clock_alarm(uint32_t at)
{
    int32_t left = (int32_t)(at - milliseconds);
    uint16_t counts;

    if (left > ALARM_MAX_MS)
        left = ALARM_MAX_MS;
    counts = left > 0 ? (uint16_t)left * COUNTS_PER_MS : 0;
    due = false;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) OCR1A = counted + counts;
    TIFR1 = _BV(OCF1A);
    /* The moment may have passed while it was set. */
    if ((uint16_t)(clock_counts() - counted) >= counts)
        due = true;
}

bool clock_alarm_due(void) { return due; }
