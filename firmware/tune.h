/* Plays the patterns of companion/sounds/tones.toml, note by note. */
#ifndef TUNE_H
#define TUNE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t until;
    uint16_t hertz; /* sounding now; 0 = silence */
    uint8_t note, last;
    bool playing;
} tune_t;

/* Start tone (TONE_...) at now in place of whatever plays. TONE_NONE is silence. */
void tune_start(tune_t *tune, uint8_t tone, uint32_t now);
void tune_tick(tune_t *tune, uint32_t now);
bool tune_deadline(const tune_t *tune, uint32_t *due);

#endif
