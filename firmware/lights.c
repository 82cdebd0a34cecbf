#include "lights.h"

#include "flash.h"

enum { LEVEL_MAX = 255, MARKS = 4, ALL_MARKS = 15 };

static const FLASH uint8_t RUN[RUN_STEPS] = RUN_STEPS_MS;
static const FLASH uint8_t RING_PULSE[PULSE_STEPS] = PULSE;

/* Which step of the running light age falls into, and when that step ends. */
static uint8_t run_step(uint32_t age, uint32_t *end)
{
    uint8_t step = 0;

    *end = RUN[0];
    while (age >= *end && step < RUN_STEPS - 1)
        *end += RUN[++step];
    return step;
}

static bool last_seconds(const unit_t *unit, const rules_t *rules, uint32_t now)
{
    return after(now, unit->ends - rules->signal_ms) >= 0;
}

static uint8_t ring_at(const unit_t *unit, const rules_t *rules, uint32_t now)
{
    if (unit->paused)
        return LEVEL_MAX;
    if (unit->phase != PHASE_AUCTION)
        return 0;
    /* Counted back from the end, so that the light goes out then and not a step before. */
    if (last_seconds(unit, rules, now))
        return (unit->ends - 1 - now) / PULSE_STEP_MS % 2 ? 0 : LEVEL_MAX;
    return RING_PULSE[(now - unit->since) / PULSE_STEP_MS % PULSE_STEPS];
}

static uint8_t marks_at(const unit_t *unit, uint32_t now)
{
    uint32_t age = now - unit->shown_at, end;
    uint8_t step;

    if (unit->phase == PHASE_ROLLING) {
        step = run_step(now - unit->since, &end);
        /* Counted back from the last step, which rests on the result. */
        return (uint8_t)(1 << ((unit->result + step + 3 * MARKS - RUN_STEPS) % MARKS));
    }
    if (unit->phase != PHASE_SHOWN)
        return 0;
    if (unit->paused || age >= FLASH_MS || age / FLASH_STEP_MS % 2 == 0)
        return (uint8_t)(1 << (unit->result - 1));
    return 0;
}

lights_t lights_at(const unit_t *unit, const rules_t *rules, uint32_t now)
{
    if (unit->lamp && after(now, unit->lamp_until) < 0)
        return (lights_t){.marks = ALL_MARKS, .ring = LEVEL_MAX};
    return (lights_t){.marks = marks_at(unit, now), .ring = ring_at(unit, rules, now)};
}

static uint32_t next_step(uint32_t from, uint32_t now, uint32_t step_ms)
{
    return from + ((now - from) / step_ms + 1) * step_ms;
}

static uint32_t next_ring_step(const unit_t *unit, const rules_t *rules, uint32_t now)
{
    if (last_seconds(unit, rules, now))
        return unit->ends - (unit->ends - 1 - now) / PULSE_STEP_MS * PULSE_STEP_MS;
    return next_step(unit->since, now, PULSE_STEP_MS);
}

bool lights_change(const unit_t *unit, const rules_t *rules, uint32_t now, uint32_t *due)
{
    bool any = false;
    uint32_t end;

    if (unit->lamp)
        any = sooner(any, due, unit->lamp_until);
    if (unit->paused)
        return any;
    if (unit->phase == PHASE_ROLLING) {
        run_step(now - unit->since, &end);
        any = sooner(any, due, unit->since + end);
    } else if (unit->phase == PHASE_SHOWN && now - unit->shown_at < FLASH_MS) {
        any = sooner(any, due, next_step(unit->shown_at, now, FLASH_STEP_MS));
    } else if (unit->phase == PHASE_AUCTION) {
        any = sooner(any, due, next_ring_step(unit, rules, now));
    }
    return any;
}
