#include "host.h"

#include <string.h>

enum { MARKS = 4 };

static void say(char letter, uint16_t number, const uint16_t *values, uint8_t count)
{
    char text[LINE_CHARS + 1];

    board_send(text, wire_write(text, letter, number, values, count));
}

void host_identify(const panel_t *panel, uint16_t number)
{
    uint16_t values[] = {PROTOCOL_VERSION, FIRMWARE_VERSION, PIN_TABLE,
                         (uint16_t)(panel->presses.number - 1)};

    say(LINE_IDENTITY, number, values, sizeof values / sizeof *values);
}

static void diagnose(const panel_t *panel, uint16_t number)
{
    const settings_t *settings = &panel->settings;
    uint16_t values[] = {panel->host.attached, panel->reader.errors, settings->starts,
                         panel->watchdog,      settings->weights[0], settings->weights[1],
                         settings->weights[2], settings->weights[3], settings->muted};

    say(LINE_DIAGNOSIS, number, values, sizeof values / sizeof *values);
}

static void greet(panel_t *panel, uint16_t number)
{
    host_t *host = &panel->host;

    /* Whatever was pressed before the host was there is not for it. */
    presses_forget(&panel->presses);
    memset(host, 0, sizeof *host);
    host->attached = true;
    host->number = number;
    for (uint8_t key = 0; key < PANEL_KEYS; key++)
        panel->keys[key].told = panel->keys[key].own = false;
    tune_start(&panel->tune, TONE_NONE, 0);
    host_identify(panel, number);
}

static void take_frame(panel_t *panel, const uint32_t *values, uint32_t now)
{
    host_t *host = &panel->host;
    uint8_t tone = (uint8_t)values[5];
    uint16_t tone_no = (uint16_t)values[6];
    bool sounded = panel->own_tone_fresh && tone == panel->own_tone;

    host->lights.marks = 0;
    for (uint8_t mark = 0; mark < MARKS; mark++)
        if (values[mark])
            host->lights.marks |= (uint8_t)(1 << mark);
    host->lights.ring = (uint8_t)values[4];
    /* The first frame only tells where the count stands; what we sounded while the host was late
     * is not sounded again. */
    if (tone == TONE_NONE)
        tune_start(&panel->tune, TONE_NONE, now);
    else if (host->counted && tone_no != host->tone_no && !sounded)
        tune_start(&panel->tune, tone, now);
    panel->own_tone_fresh = false;
    host->frame_at = panel_unit_time(panel, now);
    host->counted = true;
    host->tone_no = tone_no;
    host->coasting = false;
}

static void take_state(panel_t *panel, const uint32_t *values, uint32_t now)
{
    unit_t *unit = &panel->unit;
    uint8_t phase = (uint8_t)values[0], flags = (uint8_t)values[6];
    bool needs_result = phase == PHASE_ROLLING || phase == PHASE_SHOWN;
    int32_t gone;

    panel->host.carried = phase != PHASE_NONE;
    unit_init(unit);
    panel->own_tone_no = 0;
    panel->clock_shift = 0;
    panel->stopped_at = now;
    panel->rules.signal_ms = values[4];
    panel->rules.bank = flags & FLAG_BANK;
    panel->rules.chime = flags & FLAG_CHIME;
    panel->rules.alone = false;
    if (phase != PHASE_NONE && (values[1] || !needs_result))
        unit->phase = phase;
    unit->result = (uint8_t)values[1];
    unit->since = unit->shown_at = now - values[2];
    unit->ends = now + values[3];
    gone = after(now, unit->ends - panel->rules.signal_ms);
    unit->beeps = gone >= 0 ? (uint8_t)(gone / 1000 + 1) : 0;
    unit->paused = flags & FLAG_PAUSED;
    unit->muted = flags & FLAG_MUTED;
    unit->playing = flags & FLAG_PLAYING;
    unit->hour_at = now + values[5];
}

static void take_odds(panel_t *panel, const uint32_t *values)
{
    settings_t *settings = &panel->settings, before = *settings;

    if (!(values[0] | values[1] | values[2] | values[3]))
        return;
    for (uint8_t i = 0; i < MARKS; i++)
        settings->weights[i] = (uint8_t)values[i];
    settings->muted = values[4];
    if (!panel->host.attached)
        panel->unit.muted = settings->muted;
    /* Said again, it is not written again: the memory wears. */
    if (memcmp(&before, settings, sizeof before))
        board_save(settings);
}

void host_gone(panel_t *panel, uint32_t now)
{
    uint32_t signal_ms = panel->rules.signal_ms;

    panel->rules = UNIT_RULES;
    panel->rules.alone = true;
    if (panel->host.carried) {
        /* A running auction keeps the signal it was given. */
        panel->rules.signal_ms = signal_ms;
    } else {
        unit_init(&panel->unit);
        panel->unit.muted = panel->settings.muted;
        panel->own_tone_no = 0;
        panel->clock_shift = 0;
    }
    memset(&panel->host, 0, sizeof panel->host);
    panel->host.heard_at = now;
    presses_forget(&panel->presses);
}

static void take_news(panel_t *panel, const line_t *line, uint32_t now)
{
    if (line->letter == LINE_FRAME) {
        take_frame(panel, line->values, now);
    } else if (line->letter == LINE_STATE) {
        take_state(panel, line->values, now);
    } else if (line->letter == LINE_BYE) {
        panel->host.carried = false;
        tune_start(&panel->tune, TONE_NONE, now);
        host_gone(panel, now);
    }
}

void host_line(panel_t *panel, const line_t *line, uint32_t now)
{
    host_t *host = &panel->host;

    host->heard_at = now;
    if (line->letter == LINE_HELLO) {
        greet(panel, line->number);
        host->heard_at = now;
    } else if (line->letter == LINE_QUERY) {
        diagnose(panel, line->number);
    } else if (line->letter == LINE_ODDS) {
        take_odds(panel, line->values);
        say(LINE_ACK, line->number, 0, 0);
    } else if (!host->attached) {
        host_identify(panel, line->number);
    } else if (line->letter == LINE_ACK) {
        presses_acknowledged(&panel->presses, line->number);
    } else {
        /* A line said again is acknowledged again and changes nothing. */
        if ((int16_t)(line->number - host->number) > 0) {
            host->number = line->number;
            take_news(panel, line, now);
        }
        say(LINE_ACK, line->number, 0, 0);
    }
}
