/* Milliseconds and one alarm from timer 1, which runs through: nothing ticks, so the core sleeps. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

void clock_init(void);
uint32_t clock_ms(void);

/* Counts of 4 microseconds, running round 16 bits. */
uint16_t clock_counts(void);

/* Be woken at `at`, or after ALARM_MAX_MS if that comes first. Call right after clock_ms. */
void clock_alarm(uint32_t at);
bool clock_alarm_due(void);

enum { ALARM_MAX_MS = 200 };

#endif
