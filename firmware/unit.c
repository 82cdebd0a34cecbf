#include "unit.h"

#include <string.h>

const rules_t UNIT_RULES = {.auction_ms = AUCTION_MS, .signal_ms = SIGNAL_MS, .chime = true};

static void sound(unit_t *unit, uint8_t tone)
{
    unit->tone = tone;
    unit->tone_no++;
}

static void enter(unit_t *unit, uint8_t phase, uint32_t at)
{
    unit->phase = phase;
    unit->since = at;
}

static void go_dark(unit_t *unit, uint32_t at)
{
    enter(unit, PHASE_IDLE, at);
    unit->result = 0;
}

/* Back to the result of this turn, or to nothing when there is none. */
static void rest(unit_t *unit, uint32_t at, const rules_t *rules)
{
    if (unit->result && (rules->bank || after(at, unit->shown_at + SHOWN_MS) < 0))
        enter(unit, PHASE_SHOWN, at);
    else
        go_dark(unit, at);
}

static void sell(unit_t *unit, uint32_t at)
{
    enter(unit, PHASE_SOLD, at);
    sound(unit, TONE_LONG);
}

static void light_all(unit_t *unit, uint32_t now)
{
    unit->lamp = true;
    unit->lamp_until = now + LAMP_TEST_MS;
}

static void start_play(unit_t *unit, uint32_t now)
{
    if (unit->playing)
        return;
    unit->playing = true;
    unit->hour_at = now + HOUR_MS;
}

static void build(unit_t *unit, uint32_t now, const rules_t *rules, uint8_t drawn)
{
    start_play(unit, now);
    if (unit->phase == PHASE_SHOWN && rules->bank) {
        unit->shown_at = now;
    } else if (unit->phase == PHASE_IDLE || unit->phase == PHASE_SHOWN) {
        enter(unit, PHASE_ROLLING, now);
        unit->result = drawn;
    }
}

static void auction(unit_t *unit, uint32_t now, const rules_t *rules)
{
    if (unit->phase != PHASE_IDLE && unit->phase != PHASE_SHOWN)
        return;
    start_play(unit, now);
    enter(unit, PHASE_AUCTION, now);
    unit->ends = now + rules->auction_ms;
    unit->beeps = 0;
    sound(unit, TONE_START);
}

static void turn(unit_t *unit, uint32_t now)
{
    unit->result = 0;
    if (unit->phase == PHASE_SHOWN || unit->phase == PHASE_ROLLING)
        enter(unit, PHASE_IDLE, now);
}

static void late_bid(unit_t *unit, uint32_t now, const rules_t *rules)
{
    uint32_t ends = now + LATE_BID_MS;
    uint32_t cap = unit->since + rules->late_bid_cap_ms;
    int32_t gone;

    if (after(ends, cap) > 0)
        ends = cap;
    if (after(ends, unit->ends) <= 0)
        return;
    unit->ends = ends;
    gone = after(now, ends - rules->signal_ms);
    unit->beeps = gone >= 0 ? (uint8_t)(gone / 1000 + 1) : 0;
}

void unit_init(unit_t *unit)
{
    memset(unit, 0, sizeof *unit);
    unit->phase = PHASE_IDLE;
}

void unit_step(unit_t *unit, event_t event, uint32_t now, const rules_t *rules, uint8_t drawn)
{
    unit_tick(unit, now, rules);
    if (event == EVENT_POWER_ON) {
        /* Paused, time stands still: the lamps would never go out again. */
        if (!unit->paused)
            light_all(unit, now);
        sound(unit, TONE_TICK);
    } else if (event == EVENT_RESUME) {
        unit->paused = false;
    } else if (event == EVENT_CANCEL && unit->phase == PHASE_AUCTION) {
        unit->paused = false;
        rest(unit, now, rules);
        sound(unit, TONE_VOID);
    } else if (unit->paused) {
        return;
    } else if (event == EVENT_PAUSE) {
        unit->paused = true;
    } else if (event == EVENT_TURN) {
        turn(unit, now);
    } else if (event == EVENT_BUILD) {
        build(unit, now, rules, drawn);
    } else if (event == EVENT_AUCTION) {
        auction(unit, now, rules);
    } else if (event == EVENT_AUCTION_HELD) {
        /* The press that started the auction is no hold: it was down before the light. */
        if (unit->phase == PHASE_AUCTION && after(now - HOLD_MS, unit->since) > 0)
            sell(unit, now);
    } else if (event == EVENT_BUILD_HELD && rules->alone) {
        /* Whoever only leaned on the button sees that something has changed. */
        unit->muted = !unit->muted;
        light_all(unit, now);
        sound(unit, TONE_TICK);
    } else if (event == EVENT_BID && unit->phase == PHASE_AUCTION && rules->late_bid_cap_ms) {
        late_bid(unit, now, rules);
    }
}

static void meet(unit_t *unit, uint32_t due, const rules_t *rules)
{
    if (unit->phase == PHASE_AUCTION) {
        if (after(due, unit->ends) >= 0) {
            sell(unit, due);
        } else {
            sound(unit, unit->beeps ? TONE_SECOND : TONE_SIGNAL);
            unit->beeps++;
        }
    } else if (unit->phase == PHASE_SOLD) {
        rest(unit, due, rules);
    } else if (unit->playing && due == unit->hour_at) {
        unit->hour_at += HOUR_MS;
        if (rules->chime)
            sound(unit, TONE_CHIME);
    } else if (unit->phase == PHASE_ROLLING) {
        enter(unit, PHASE_SHOWN, due);
        unit->shown_at = due;
    } else {
        go_dark(unit, due);
    }
}

void unit_tick(unit_t *unit, uint32_t now, const rules_t *rules)
{
    uint32_t due;

    while (unit_deadline(unit, rules, &due) && after(now, due) >= 0)
        meet(unit, due, rules);
    if (unit->lamp && after(now, unit->lamp_until) >= 0)
        unit->lamp = false;
}

bool unit_deadline(const unit_t *unit, const rules_t *rules, uint32_t *due)
{
    bool any = false;

    if (unit->paused)
        return false;
    if (unit->phase == PHASE_ROLLING)
        any = sooner(any, due, unit->since + ROLL_MS);
    else if (unit->phase == PHASE_SHOWN && !rules->bank)
        any = sooner(any, due, unit->shown_at + SHOWN_MS);
    else if (unit->phase == PHASE_AUCTION) {
        any = sooner(any, due, unit->ends - rules->signal_ms + (uint32_t)unit->beeps * 1000);
        any = sooner(any, due, unit->ends);
    } else if (unit->phase == PHASE_SOLD)
        any = sooner(any, due, unit->since + SOLD_MS);
    if (unit->playing && unit->phase != PHASE_AUCTION && unit->phase != PHASE_SOLD)
        any = sooner(any, due, unit->hour_at);
    return any;
}
