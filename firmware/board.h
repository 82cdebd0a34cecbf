/* What the board has to offer to the board-free files. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint8_t weights[4]; /* odds of 1, 2, 3 and railroad; not all 0 */
    bool muted;
    uint16_t starts; /* how often the power came on */
} settings_t;

/* Send a line. Without room it is dropped: whatever matters is said again. */
void board_send(const char *text, uint8_t length);

/* One sample of the analogue noise. */
uint16_t board_noise(void);

/* When a contact last moved, by a counter faster than any finger. */
uint16_t board_moment(void);

/* Keep the settings over a power cut; returns at once. */
void board_save(const settings_t *settings);

#endif
