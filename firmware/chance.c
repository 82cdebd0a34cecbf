#include "chance.h"

enum { RESULTS = 4 };

static const uint32_t RANGE = 0x10000;

/* A 32-bit finaliser: every bit in changes about half of the bits out. */
static uint32_t whiten(uint32_t word)
{
    word ^= word >> 16;
    word *= 0x7FEB352DUL;
    word ^= word >> 15;
    word *= 0x846CA68BUL;
    word ^= word >> 16;
    return word;
}

void chance_stir(chance_t *chance, uint16_t sample)
{
    uint32_t old = chance->pool[0];

    chance->pool[0] = chance->pool[1] ^ whiten(old + sample);
    chance->pool[1] = whiten(old) + 0x9E3779B9UL;
}

uint16_t chance_below(chance_t *chance, uint16_t n)
{
    uint32_t whole = RANGE - RANGE % n;
    uint16_t number;

    do {
        chance_stir(chance, 0);
        number = (uint16_t)whiten(chance->pool[0] ^ chance->pool[1]);
    } while (number >= whole);
    return number % n;
}

uint8_t chance_result(chance_t *chance, const uint8_t weights[RESULTS])
{
    uint16_t sum = 0, number;
    uint8_t result = 0;

    for (uint8_t i = 0; i < RESULTS; i++)
        sum += weights[i];
    number = chance_below(chance, sum);
    while (number >= weights[result])
        number -= weights[result++];
    return result + 1;
}
