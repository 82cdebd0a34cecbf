/* Chance from noise: what the analogue pin and the moments of presses bring is stirred into a
 * pool, and a draw is whitened from it. Not for secrets; docs/protocol.md says how it was tested. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

typedef struct {
    uint32_t pool[2];
} chance_t;

/* Stir in a sample; its unpredictable bits may stand anywhere in it. */
void chance_stir(chance_t *chance, uint16_t sample);

/* Uniform in 0 to n - 1; n is 1 to 65535. No modulo bias: what does not divide is drawn again. */
uint16_t chance_below(chance_t *chance, uint16_t n);

/* A result 1-4 by whole-number weights that are not all 0. */
uint8_t chance_result(chance_t *chance, const uint8_t weights[4]);

#endif
