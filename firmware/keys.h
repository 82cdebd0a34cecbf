/* What counts as a press: the same debounce and hold as companion/panels/keys.py. */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { KEYS_NOTHING, KEYS_PRESS, KEYS_HOLD, KEYS_RELEASE } key_event_t;

typedef struct {
    uint32_t raw_since;
    uint32_t hold_at;
    bool raw;
    bool down;
    bool holding; /* down, and not yet counted as held */
} contact_t;

/* A key found down at the start is not pressed; it counts once it has been let go. */
void keys_start(contact_t *contact, bool down);

/* The contact stands at raw; moved if it has moved since the last call, even there and back. */
void keys_edge(contact_t *contact, bool raw, bool moved, uint32_t now);

/* The next thing that has come to count by now, and since when; call until KEYS_NOTHING. */
key_event_t keys_next(contact_t *contact, uint32_t now, uint16_t hold_ms, uint32_t *at);

/* When something will come to count by itself. */
bool keys_deadline(const contact_t *contact, uint32_t *due);

#endif
