#include "tune.h"

#include "flash.h"
#include "tones.h"
#include "unit.h"

typedef struct {
    uint16_t hertz, ms;
} note_t;

static const FLASH note_t NOTES[] = TONE_NOTES;
static const FLASH uint8_t STARTS[] = TONE_STARTS;

static void play(tune_t *tune, uint32_t from)
{
    tune->playing = tune->note < tune->last;
    tune->hertz = tune->playing ? NOTES[tune->note].hertz : 0;
    if (tune->playing)
        tune->until = from + NOTES[tune->note].ms;
}

void tune_start(tune_t *tune, uint8_t tone, uint32_t now)
{
    tune->note = STARTS[tone];
    tune->last = STARTS[tone + 1];
    /* This millisecond is partly over, and no note is to be cut short by that. */
    play(tune, now + 1);
}

void tune_tick(tune_t *tune, uint32_t now)
{
    while (tune->playing && after(now, tune->until) >= 0) {
        tune->note++;
        play(tune, tune->until);
    }
}

bool tune_deadline(const tune_t *tune, uint32_t *due)
{
    if (tune->playing)
        *due = tune->until;
    return tune->playing;
}
