/* What must hold whatever comes over the line; shared by lines.c and fuzz_wire.c. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../panel.h"

#define MUST(what) ((what) ? (void)0 : (fprintf(stderr, "broken: %s, line %d\n", #what, __LINE__), abort()))

enum { HEARD_MAX = 4096 };

static uint32_t clock_now;
static unsigned long accepted, said;

/* --- a board that only counts --- */

void board_send(const char *text, uint8_t length)
{
    MUST(length > 0 && length <= LINE_CHARS + 1 && text[length - 1] == '\n');
    MUST(memchr(text, '\n', length) == text + length - 1);
    said++;
}

uint16_t board_noise(void) { return (uint16_t)(clock_now * 40503U); }
uint16_t board_moment(void) { return (uint16_t)(clock_now * 250U); }
void board_save(const settings_t *settings)
{
    const uint8_t *weights = settings->weights;

    MUST(weights[0] | weights[1] | weights[2] | weights[3]);
}

/* --- the second opinion: CRC by long division, no table and no shift register --- */

static uint16_t divided(const char *text, size_t length)
{
    uint32_t rest = 0;

    for (size_t bit = 0; bit < (length + 2) * 8; bit++) {
        uint8_t byte = bit / 8 < length ? (uint8_t)text[bit / 8] : 0;

        rest = rest << 1 | (byte >> (7 - bit % 8) & 1);
        if (rest & 0x10000)
            rest ^= 0x11021;
    }
    return (uint16_t)rest;
}

static void must_be_right(const char *text, size_t length)
{
    char digits[6];

    if (length && text[length - 1] == '\r')
        length--;
    MUST(length >= 8 && length <= LINE_CHARS);
    snprintf(digits, sizeof digits, "*%04X", divided(text, length - 5));
    MUST(memcmp(text + length - 5, digits, 5) == 0);
    for (size_t i = 0; i < length - 5; i++)
        MUST((text[i] >= '0' && text[i] <= '9') || text[i] == ' ' || i == 0);
    MUST(strchr("HSFABOQ", text[0]) != NULL);
}

/* --- bytes into a reader that is watched and into a whole panel --- */

static reader_t watched;
static panel_t panel;
static char heard[HEARD_MAX];
static size_t heard_length;

static void begin(void)
{
    settings_t settings = {.weights = {1, 1, 1, 1}};

    memset(&watched, 0, sizeof watched);
    memset(&panel, 0, sizeof panel);
    heard_length = 0;
    panel_init(&panel, &settings, false, clock_now);
}

static bool take(char byte)
{
    line_t line;
    bool right = wire_take(&watched, byte, &line);

    if (right) {
        must_be_right(heard, heard_length);
        accepted++;
    }
    if (byte == '\n')
        heard_length = 0;
    else if (heard_length < HEARD_MAX)
        heard[heard_length++] = byte;
    panel_byte(&panel, byte, clock_now);
    return right;
}

static void pass_time(uint32_t ms)
{
    uint32_t wake;

    clock_now += ms;
    panel_run(&panel, clock_now, &wake);
    MUST(panel.unit.phase >= PHASE_IDLE && panel.unit.phase <= PHASE_SOLD);
    MUST(panel.out.lights.marks < 16);
    MUST(panel.presses.count <= PRESSES_MAX);
}

/* Whatever came before: after a line end the next right line is read. */
static void must_read_again(uint16_t number)
{
    char text[LINE_CHARS + 1];
    uint8_t length = wire_write(text, LINE_QUERY, number, NULL, 0);
    bool right = false;

    take('\n');
    for (uint8_t i = 0; i < length; i++)
        right = take(text[i]);
    MUST(right);
}

#endif
