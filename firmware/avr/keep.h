/* Settings in EEPROM: two places written in turn, each with a checksum, so that a power cut in
 * mid-write leaves the older one. */
#ifndef KEEP_H
#define KEEP_H

#include <stdbool.h>

#include "../board.h"

/* What was kept last, or even odds and sound on if nothing right is there. */
settings_t keep_load(void);

/* Write the next byte if the memory is ready; false once all is kept. */
bool keep_run(void);

#endif
