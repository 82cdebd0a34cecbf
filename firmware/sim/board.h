/* The simulated board: the chip with what is at its pins. */
#ifndef SIM_BOARD_H
#define SIM_BOARD_H

#include <stddef.h>
#include <stdint.h>

#include "sim_avr.h"

enum { MARKS = 4, HZ = 16000000, EEPROM_SIZE = 1024, FLASH_SIZE = 32768, QUEUE = 1 << 16, STEADY_MV = 2500,
       PWM_PERIOD = 256 * 64 };

typedef struct {
    char port;
    int bit;
    const char *name;
} pin_t;

/* As in pins.toml; the driver says them on the command line, in this order. */
extern pin_t outputs[6], contacts[2];
extern int levels[6]; /* of the outputs */
extern long buzzer_hz;
extern avr_t *avr;
extern uint64_t asleep, lowest_stack, noise;

/* The serial line: what is still to be sent to the chip, what came from it without a cable. */
extern uint8_t in[QUEUE], out[QUEUE];
extern int in_last, out_length, cable;

extern char *events; /* text, a line for each */
extern size_t events_length;

int board_load(const char *path);
void board_start(int power);
void board_run_to(uint64_t cycle);
void board_contact(int key, int down);
int board_ring_level(void);
const char *board_plug(void);
void board_unplug(void);
void board_from_cable(void);

/* An endless loop where the core is now, until a reset. */
void board_hang(void);

#endif
