/* Steps the unit through tests/vectors/unit.txt: one request line in, one answer line out, the
 * same on the host and on the chip.
 *
 * n AUCTION SIGNAL CAP CHIME BANK ALONE   a new case with these rules, answers "."
 * e TIME EVENT DRAWN                      EVENT as in unit.h, 10 = only time passes; answers
 *                                         PHASE RESULT MARKS RING PAUSED MUTED TONES, a digit a tone
 * k HOLD                                  a new key, held after HOLD ms, answers "."
 * c TIME DOWN MOVED                       its contact at TIME; answers what has come to count, each as
 *                                         P, H or R and since when, and when more will, or nothing */
#ifndef VECTORS_H
#define VECTORS_H

enum { VECTORS_LINE = 80 };

/* answer holds VECTORS_LINE characters. */
void vectors_line(const char *request, char *answer);

#endif
