/* Random and mutated lines into the wire and the whole panel: lines COUNT SEED. */
#include "check.h"

enum { TEXT_MAX = 256 };

static uint64_t state;

static uint32_t chance(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % below;
}

/* A right line, now and then with values that are too large. */
static size_t right_line(char *text)
{
    static const struct {
        char letter;
        uint8_t count;
    } kinds[] = {{'H', 1}, {'S', 7}, {'F', 7}, {'A', 0}, {'B', 0}, {'O', 5}, {'Q', 0}, {'P', 2}};
    uint32_t kind = chance(8);
    int length = sprintf(text, "%c %u", kinds[kind].letter, chance(70000));

    for (uint8_t i = 0; i < kinds[kind].count; i++)
        length += sprintf(text + length, " %u", chance(chance(4) ? 5 : chance(3) ? 256 : 200000));
    length += sprintf(text + length, "*%04X", divided(text, (size_t)length));
    return (size_t)length;
}

static size_t mutate(char *text, size_t length)
{
    size_t at = chance((uint32_t)length), other = chance((uint32_t)length);

    switch (chance(6)) {
    case 0:
        text[at] = (char)(text[at] ^ 1 << chance(8));
        return length;
    case 1:
        memmove(text + at, text + at + 1, length - at - 1);
        return length - 1;
    case 2:
        memmove(text + at + 1, text + at, length - at);
        text[at] = (char)chance(256);
        return length + 1;
    case 3:
        return at + 1;
    case 4:
        memcpy(text + length, text, length);
        return 2 * length;
    default:
        text[at] = text[other];
        return length;
    }
}

static size_t random_line(char *text)
{
    size_t length = 1 + chance(TEXT_MAX - 1);

    for (size_t i = 0; i < length; i++)
        text[i] = (char)(chance(4) ? ' ' + chance(95) : chance(256));
    return length;
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    char text[4 * TEXT_MAX];
    size_t length;

    state = argc > 2 ? strtoull(argv[2], NULL, 10) * 2 + 1 : 1;
    begin();
    for (unsigned long i = 0; i < count; i++) {
        length = chance(4) ? right_line(text) : random_line(text);
        while (length > 1 && length < 2 * TEXT_MAX && chance(2))
            length = mutate(text, length);
        for (size_t at = 0; at < length; at++)
            take(text[at]);
        take('\n');
        if (chance(8) == 0)
            panel_contact(&panel, (uint8_t)chance(2), chance(2), true, clock_now);
        pass_time(chance(16) ? chance(50) : chance(4000000));
        if (i % 100 == 0)
            must_read_again((uint16_t)i);
    }
    printf("%lu lines, %lu accepted, %lu said\n", count, accepted, said);
    return 0;
}
