/* Made by firmware/generate.py. Change the table it is made from instead. */
#ifndef TONES_H
#define TONES_H

/* Notes of {Hz, ms}; tone n is from TONE_STARTS[n] up to TONE_STARTS[n + 1]. */
#define TONE_NOTES {{2000, 20}, {1319, 120}, {1760, 120}, {0, 80}, {1760, 120}, {1760, 60}, {1319, 800}, {523, 150}, {0, 80}, {392, 250}, {1047, 180}, {0, 40}, {1319, 180}, {0, 40}, {1568, 320}}
#define TONE_STARTS {0, 0, 1, 2, 5, 6, 7, 10, 15}

#endif
