/* Lights and buzzer. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include <stdint.h>

/* All outputs low. */
void outputs_init(void);
void outputs_show(uint8_t marks, uint8_t ring, uint16_t hertz);

#endif
