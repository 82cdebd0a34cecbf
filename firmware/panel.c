#include "panel.h"

#include <string.h>

#include "host.h"

enum { STIRS = 4 };

static uint16_t hold_ms(uint8_t key) { return key == KEY_BUILD ? HOLD_BUILD_MS : HOLD_AUCTION_MS; }

void panel_init(panel_t *panel, const settings_t *settings, bool watchdog, uint32_t now)
{
    chance_t chance = panel->chance;

    memset(panel, 0, sizeof *panel);
    panel->chance = chance;
    panel->settings = *settings;
    panel->watchdog = watchdog;
    chance_stir(&panel->chance, settings->starts);
    host_gone(panel, now);
    unit_step(&panel->unit, EVENT_POWER_ON, now, &panel->rules, 0);
    host_identify(panel, 0);
}

static uint8_t draw(panel_t *panel)
{
    chance_stir(&panel->chance, board_moment());
    for (uint8_t i = 0; i < STIRS; i++)
        chance_stir(&panel->chance, board_noise());
    return chance_result(&panel->chance, panel->settings.weights);
}

static void unit_press(panel_t *panel, uint8_t key, uint32_t at)
{
    if (panel->unit.paused) {
        /* Whoever paused it is gone, and so is the screen to go on with. */
        panel->clock_shift = at - panel->stopped_at;
        panel->unit.paused = false;
        return;
    }
    if (key == KEY_BUILD)
        unit_step(&panel->unit, EVENT_BUILD, at - panel->clock_shift, &panel->rules, draw(panel));
    else
        unit_step(&panel->unit, EVENT_AUCTION, at - panel->clock_shift, &panel->rules, 0);
}

static void unit_hold(panel_t *panel, uint8_t key, uint32_t at)
{
    event_t event = key == KEY_BUILD ? EVENT_BUILD_HELD : EVENT_AUCTION_HELD;

    unit_step(&panel->unit, event, panel_unit_time(panel, at), &panel->rules, 0);
}

static void key_event(panel_t *panel, uint8_t number, key_event_t event, uint32_t at)
{
    panel_key_t *key = &panel->keys[number];

    /* The moment of a press is chance that nobody can steer. */
    chance_stir(&panel->chance, board_moment());
    if (event == KEYS_PRESS) {
        key->own = !panel->host.attached;
        key->told = panel->host.attached && presses_add(&panel->presses, number, true);
        if (key->own)
            unit_press(panel, number, at);
    } else if (event == KEYS_HOLD) {
        if (key->own && !panel->host.attached)
            unit_hold(panel, number, at);
    } else if (key->told && panel->host.attached) {
        presses_add(&panel->presses, number, false);
        key->told = false;
    }
}

void panel_contact(panel_t *panel, uint8_t key, bool down, bool moved, uint32_t now)
{
    keys_edge(&panel->keys[key].contact, down, moved, now);
}

void panel_byte(panel_t *panel, char byte, uint32_t now)
{
    line_t line;

    if (wire_take(&panel->reader, byte, &line))
        host_line(panel, &line, now);
}

static void run_keys(panel_t *panel, uint32_t now)
{
    key_event_t event;
    uint32_t at;

    for (uint8_t key = 0; key < PANEL_KEYS; key++)
        while ((event = keys_next(&panel->keys[key].contact, now, hold_ms(key), &at)) !=
               KEYS_NOTHING)
            key_event(panel, key, event, at);
}

/* When the host's next word is due, in unit time: the state it last told will then change, or
 * look different. */
static bool word_due(const panel_t *panel, uint32_t *due)
{
    const host_t *host = &panel->host;
    bool any = false;
    uint32_t at;

    if (unit_deadline(&panel->unit, &panel->rules, &at))
        any = sooner(any, due, at);
    if (lights_change(&panel->unit, &panel->rules, host->frame_at, &at))
        any = sooner(any, due, at);
    return any;
}

/* Watch the host: is it late, is it gone? */
static void run_host(panel_t *panel, uint32_t now)
{
    host_t *host = &panel->host;
    uint32_t quiet = now - host->heard_at, due;

    if (!host->attached)
        return;
    if (quiet >= SILENCE_MS)
        host_gone(panel, now);
    else if (host->carried && !host->coasting)
        host->coasting = quiet >= COAST_MS ||
                         (word_due(panel, &due) &&
                          after(panel_unit_time(panel, now), due + GRACE_MS) >= 0);
}

static void run_unit(panel_t *panel, uint32_t now)
{
    unit_t *unit = &panel->unit;

    unit_tick(unit, panel_unit_time(panel, now), &panel->rules);
    if (unit->tone_no != panel->own_tone_no) {
        panel->own_tone_no = unit->tone_no;
        panel->own_tone = unit->tone;
        panel->own_tone_fresh = true;
        tune_start(&panel->tune, unit->muted ? TONE_NONE : unit->tone, now);
    }
    panel->out.lights = lights_at(unit, &panel->rules, panel_unit_time(panel, now));
}

static bool next_wake(const panel_t *panel, uint32_t now, uint32_t *wake)
{
    const host_t *host = &panel->host;
    bool any = false;
    uint32_t due;

    for (uint8_t key = 0; key < PANEL_KEYS; key++)
        if (keys_deadline(&panel->keys[key].contact, &due))
            any = sooner(any, wake, due);
    if (tune_deadline(&panel->tune, &due))
        any = sooner(any, wake, due);
    if (presses_deadline(&panel->presses, now, &due))
        any = sooner(any, wake, due);
    if (host->attached)
        any = sooner(any, wake,
                     host->heard_at + (host->carried && !host->coasting ? COAST_MS : SILENCE_MS));
    if (host->attached && !host->coasting) {
        if (host->carried && word_due(panel, &due))
            any = sooner(any, wake, due + panel->clock_shift + GRACE_MS);
        return any;
    }
    if (unit_deadline(&panel->unit, &panel->rules, &due))
        any = sooner(any, wake, due + panel->clock_shift);
    if (lights_change(&panel->unit, &panel->rules, panel_unit_time(panel, now), &due))
        any = sooner(any, wake, due + panel->clock_shift);
    return any;
}

bool panel_run(panel_t *panel, uint32_t now, uint32_t *wake)
{
    run_keys(panel, now);
    run_host(panel, now);
    if (!panel->host.attached || panel->host.coasting)
        run_unit(panel, now);
    else
        panel->out.lights = panel->host.lights;
    presses_run(&panel->presses, now);
    tune_tick(&panel->tune, now);
    panel->out.hertz = panel->tune.hertz;
    return next_wake(panel, now, wake);
}
