/* Key edges on their way to the host: numbered, and said again until acknowledged, one at a time
 * so that they arrive in order. */
#ifndef PRESSES_H
#define PRESSES_H

#include <stdbool.h>
#include <stdint.h>

enum { PRESSES_MAX = 16 };

typedef struct {
    uint32_t said_at;
    uint16_t number; /* of the oldest one waiting, or of the next to come */
    uint8_t first, count;
    bool said;
    uint8_t codes[PRESSES_MAX]; /* key * 2 + down */
} presses_t;

/* False when there is no room left; a release whose press was taken always has room. */
bool presses_add(presses_t *presses, uint8_t key, bool down);
void presses_acknowledged(presses_t *presses, uint16_t number);
void presses_forget(presses_t *presses);
void presses_run(presses_t *presses, uint32_t now);
bool presses_deadline(const presses_t *presses, uint32_t now, uint32_t *due);

#endif
