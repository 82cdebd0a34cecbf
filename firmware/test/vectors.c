#include "vectors.h"

#include "../keys.h"
#include "../lights.h"
#include "../unit.h"

enum { EVENT_NONE = EVENT_BID + 1, NUMBERS = 6 };

static unit_t unit;
static rules_t rules;
static contact_t contact;
static uint16_t hold_ms;
static char *end;

static void sounded(uint8_t *tone_no)
{
    if (unit.tone_no != *tone_no)
        *end++ = (char)('0' + unit.tone);
    *tone_no = unit.tone_no;
}

static void put(uint32_t number)
{
    if (number >= 10)
        put(number / 10);
    *end++ = (char)('0' + number % 10);
}

static void field(uint32_t number)
{
    put(number);
    *end++ = ' ';
}

static void happen(uint32_t now, uint8_t event, uint8_t drawn)
{
    char tones[VECTORS_LINE / 2], *answer = end;
    uint8_t tone_no = unit.tone_no, count = 0;
    uint32_t due;
    lights_t lights;

    end = tones;
    while (unit_deadline(&unit, &rules, &due) && after(now, due) >= 0) {
        unit_tick(&unit, due, &rules);
        sounded(&tone_no);
    }
    if (event == EVENT_NONE)
        unit_tick(&unit, now, &rules);
    else
        unit_step(&unit, (event_t)event, now, &rules, drawn);
    sounded(&tone_no);
    count = (uint8_t)(end - tones);
    end = answer;
    lights = lights_at(&unit, &rules, now);
    field(unit.phase);
    field(unit.result);
    field(lights.marks);
    field(lights.ring);
    field(unit.paused);
    field(unit.muted);
    for (uint8_t i = 0; i < count; i++)
        *end++ = tones[i];
    *end = 0;
}

static void count_until(uint32_t now)
{
    key_event_t event;
    uint32_t at;

    while ((event = keys_next(&contact, now, hold_ms, &at)) != KEYS_NOTHING) {
        *end++ = "-PHR"[event];
        field(at);
    }
}

static void move(uint32_t now, bool down, bool moved)
{
    uint32_t due;

    count_until(now);
    keys_edge(&contact, down, moved, now);
    count_until(now);
    if (keys_deadline(&contact, &due))
        put(due);
    *end = 0;
}

void vectors_line(const char *request, char *answer)
{
    uint32_t numbers[NUMBERS] = {0};
    uint8_t count = 0;

    for (const char *at = request + 1; *at == ' ' && count < NUMBERS; count++)
        for (at++; *at >= '0' && *at <= '9'; at++)
            numbers[count] = numbers[count] * 10 + (uint32_t)(*at - '0');
    end = answer;
    if (request[0] == 'e') {
        happen(numbers[0], (uint8_t)numbers[1], (uint8_t)numbers[2]);
        return;
    }
    if (request[0] == 'c') {
        move(numbers[0], numbers[1], numbers[2]);
        return;
    }
    unit_init(&unit);
    rules = (rules_t){numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]};
    keys_start(&contact, false);
    hold_ms = (uint16_t)numbers[0];
    *end++ = '.';
    *end = 0;
}
