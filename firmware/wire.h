/* The wire's alphabet, as in companion/panels/wire.py; docs/protocol.md explains it. */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

typedef struct {
    uint32_t values[FIELDS_MAX];
    uint16_t number;
    char letter;
} line_t;

typedef struct {
    uint16_t errors; /* lines dropped; stands still at 65535 */
    uint8_t length;
    bool spoilt; /* the line so far is no line: dropped up to its end */
    char text[LINE_CHARS + 1]; /* a carriage return may stand before the end */
} reader_t;

uint16_t wire_crc(const char *text, uint8_t length);

/* Take one byte; true when it ends a line that is wholly right, which is then in line. */
bool wire_take(reader_t *reader, char byte, line_t *line);

/* Write a line with its end; out holds LINE_CHARS + 1. Its length, or 0 if it would be too long. */
uint8_t wire_write(char *out, char letter, uint16_t number, const uint16_t *values, uint8_t count);

#endif
