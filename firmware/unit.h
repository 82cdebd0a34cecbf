/* The trading unit as a pure state machine: the same as companion/unit/unit.py, and bound to it
 * by tests/vectors/unit.txt. Times are milliseconds handed in; they may wrap round 32 bits. */
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"
#include "times.h"

enum { RESULT_RAILROAD = 4 };

typedef enum {
    EVENT_POWER_ON,
    EVENT_BUILD,
    EVENT_AUCTION,
    EVENT_AUCTION_HELD,
    EVENT_BUILD_HELD,
    EVENT_CANCEL,
    EVENT_PAUSE,
    EVENT_RESUME,
    EVENT_TURN,
    EVENT_BID
} event_t;

typedef struct {
    uint32_t auction_ms;
    uint32_t signal_ms;
    uint32_t late_bid_cap_ms;
    bool chime;
    bool bank;  /* a game says whose turn it is */
    bool alone; /* no screen, so Build held mutes */
} rules_t;

typedef struct {
    uint32_t since;
    uint32_t ends;
    uint32_t shown_at;
    uint32_t hour_at; /* when the next hour of play is full, if playing */
    uint32_t lamp_until;
    uint8_t phase;
    uint8_t result; /* 0 = none, 1-3 blocks, 4 = railroad */
    uint8_t beeps;
    uint8_t tone;
    uint8_t tone_no;
    bool playing;
    bool lamp;
    bool paused;
    bool muted;
} unit_t;

extern const rules_t UNIT_RULES;

void unit_init(unit_t *unit);

/* The unit after event at now. drawn is the result 1-4 a Build press would show. */
void unit_step(unit_t *unit, event_t event, uint32_t now, const rules_t *rules, uint8_t drawn);

/* Meet every deadline up to now in order, however late we are. */
void unit_tick(unit_t *unit, uint32_t now, const rules_t *rules);

/* When something will happen by itself; false while nothing will. */
bool unit_deadline(const unit_t *unit, const rules_t *rules, uint32_t *due);

/* a - b as a signed number: right across the wrap of the clock. */
static inline int32_t after(uint32_t a, uint32_t b) { return (int32_t)(a - b); }

/* Keep the earlier of two deadlines. */
static inline bool sooner(bool any, uint32_t *due, uint32_t at)
{
    if (!any || after(at, *due) < 0)
        *due = at;
    return true;
}

#endif
