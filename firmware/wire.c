#include "wire.h"

#include "flash.h"

enum { CHECK = 5, DIGITS_MAX = 7 }; /* "*" and four hexadecimal digits; of a number */

typedef struct {
    char letter;
    uint8_t count;
    uint32_t most[FIELDS_MAX];
} form_t;

static const FLASH form_t FORMS[] = HOST_LINES;

uint16_t wire_crc(const char *text, uint8_t length)
{
    uint16_t crc = 0;

    while (length--) {
        crc ^= (uint16_t)((uint8_t)*text++ << 8);
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc << 1) ^ (crc & 0x8000U ? 0x1021U : 0U);
    }
    return crc;
}

static char hex_digit(uint8_t value) { return (char)(value < 10 ? '0' + value : 'A' + value - 10); }

static void write_check(char *out, uint16_t crc)
{
    *out++ = '*';
    for (int8_t shift = 12; shift >= 0; shift -= 4)
        *out++ = hex_digit(crc >> shift & 15);
}

/* " number" at *at, not beyond end. No leading zeros: one line has one spelling. */
static bool read_number(const char **at, const char *end, uint32_t *number)
{
    const char *text = *at;
    uint8_t digits = 0;

    if (text == end || *text++ != ' ')
        return false;
    for (*number = 0; text < end && *text >= '0' && *text <= '9'; text++) {
        if (++digits > DIGITS_MAX || (digits == 2 && *number == 0))
            return false;
        *number = *number * 10 + (uint32_t)(*text - '0');
    }
    *at = text;
    return digits > 0;
}

static bool read_fields(const form_t FLASH *form, const char *at, const char *end, line_t *line)
{
    uint32_t number;

    if (!read_number(&at, end, &number) || number > UINT16_MAX)
        return false;
    line->number = (uint16_t)number;
    for (uint8_t i = 0; i < form->count; i++)
        if (!read_number(&at, end, &line->values[i]) || line->values[i] > form->most[i])
            return false;
    return at == end;
}

static bool read_line(const char *text, uint8_t length, line_t *line)
{
    char check[CHECK];
    uint8_t body;

    if (length <= CHECK)
        return false;
    body = length - CHECK;
    write_check(check, wire_crc(text, body));
    for (uint8_t i = 0; i < CHECK; i++)
        if (text[body + i] != check[i])
            return false;
    line->letter = text[0];
    for (uint8_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++)
        if (FORMS[i].letter == text[0])
            return read_fields(&FORMS[i], text + 1, text + body, line);
    return false;
}

bool wire_take(reader_t *reader, char byte, line_t *line)
{
    bool right;

    if (byte != '\n') {
        if (reader->length == sizeof reader->text)
            reader->spoilt = true;
        else
            reader->text[reader->length++] = byte;
        return false;
    }
    if (reader->length && reader->text[reader->length - 1] == '\r')
        reader->length--;
    if (reader->length > LINE_CHARS)
        reader->spoilt = true;
    right = !reader->spoilt && read_line(reader->text, reader->length, line);
    if (!right && reader->length && reader->errors < UINT16_MAX)
        reader->errors++;
    reader->length = 0;
    reader->spoilt = false;
    return right;
}

static uint8_t write_number(char *out, uint16_t number)
{
    char digits[5];
    uint8_t count = 0, length = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    out[length++] = ' ';
    while (count)
        out[length++] = digits[--count];
    return length;
}

uint8_t wire_write(char *out, char letter, uint16_t number, const uint16_t *values, uint8_t count)
{
    uint8_t length = 0;

    out[length++] = letter;
    length += write_number(out + length, number);
    for (uint8_t i = 0; i < count; i++) {
        if (length + 6 + CHECK > LINE_CHARS)
            return 0;
        length += write_number(out + length, values[i]);
    }
    write_check(out + length, wire_crc(out, length));
    length += CHECK;
    out[length++] = '\n';
    return length;
}
