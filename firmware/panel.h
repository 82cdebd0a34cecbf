/* The whole trading unit: alone it plays by itself, attached it is the host's keys, lights and
 * beeper. Board-free; the board calls it with bytes, contacts and the time, and shows p->out. */
#ifndef PANEL_H
#define PANEL_H

#include "board.h"
#include "chance.h"
#include "keys.h"
#include "lights.h"
#include "presses.h"
#include "tune.h"
#include "unit.h"
#include "wire.h"

enum { PANEL_KEYS = 2 };

typedef struct {
    contact_t contact;
    bool told; /* its press went to the host, so its release will */
    bool own;  /* its press was for this unit, so its hold is */
} panel_key_t;

typedef struct {
    uint32_t heard_at;
    uint32_t frame_at; /* unit time of the newest frame */
    uint16_t number;  /* of the newest line acted upon */
    uint16_t tone_no; /* of the newest frame */
    lights_t lights;  /* of the newest frame */
    bool attached;    /* greeted, and heard of since */
    bool counted;     /* tone_no is known */
    bool carried;     /* the unit holds the state the host last told */
    bool coasting;    /* showing that state until the host's next frame */
} host_t;

typedef struct {
    unit_t unit;
    rules_t rules;
    /* The unit's own clock stands while it is paused: unit time = now - clock_shift. */
    uint32_t clock_shift, stopped_at;
    tune_t tune;
    uint8_t own_tone_no, own_tone;
    bool own_tone_fresh; /* the unit sounded it itself, and no frame has come since */
    panel_key_t keys[PANEL_KEYS];
    chance_t chance;
    settings_t settings;
    reader_t reader;
    presses_t presses;
    host_t host;
    bool watchdog; /* this start was the watchdog's doing */
    struct {
        lights_t lights;
        uint16_t hertz;
    } out;
} panel_t;

void panel_init(panel_t *panel, const settings_t *settings, bool watchdog, uint32_t now);

/* The key's contact stands at down; moved if it has moved since the last call. */
void panel_contact(panel_t *panel, uint8_t key, bool down, bool moved, uint32_t now);

void panel_byte(panel_t *panel, char byte, uint32_t now);

/* Do what is due and set panel->out; false if nothing more is, else when to come back. */
bool panel_run(panel_t *panel, uint32_t now, uint32_t *wake);

static inline uint32_t panel_unit_time(const panel_t *panel, uint32_t now)
{
    return panel->unit.paused ? panel->stopped_at : now - panel->clock_shift;
}

#endif
