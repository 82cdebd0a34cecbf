/* Made by firmware/generate.py. Change the table it is made from instead. */
#ifndef TIMES_H
#define TIMES_H

#define ROLL_MS 900L
#define SOLD_MS 800L
#define SHOWN_MS 30000L
#define HOLD_MS 1000L
#define LAMP_TEST_MS 300L
#define HOUR_MS 3600000L
#define LATE_BID_MS 5000L
#define PULSE_STEP_MS 125L
#define FLASH_STEP_MS 250L
#define FLASH_MS 8000L
#define AUCTION_MS 50000L
#define SIGNAL_MS 5000L
#define DEBOUNCE_MS 15
#define HOLD_BUILD_MS 3000
#define HOLD_AUCTION_MS 1000
#define RUN_STEPS_MS {40, 40, 50, 50, 60, 70, 80, 90, 110, 130, 180}
#define RUN_STEPS 11
#define PULSE {40, 110, 190, 255, 255, 190, 110, 40}
#define PULSE_STEPS 8

#endif
