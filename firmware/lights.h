/* From the trading unit's state to its lights at a moment, as in companion/unit/face.py. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include "unit.h"

typedef struct {
    uint8_t marks; /* bit 0-3: 1, 2, 3, railroad */
    uint8_t ring;  /* level 0-255 */
} lights_t;

lights_t lights_at(const unit_t *unit, const rules_t *rules, uint32_t now);

/* When the lights will look different by themselves; false while they stand still. */
bool lights_change(const unit_t *unit, const rules_t *rules, uint32_t now, uint32_t *due);

#endif
