#include "presses.h"

#include "board.h"
#include "unit.h"
#include "wire.h"

enum { KEYS = 2 };

bool presses_add(presses_t *presses, uint8_t key, bool down)
{
    uint8_t room = PRESSES_MAX - presses->count;

    /* Room is kept for the releases of all keys that may be down. */
    if (down && room <= KEYS)
        return false;
    presses->codes[(presses->first + presses->count++) % PRESSES_MAX] = (uint8_t)(key * 2 + down);
    return true;
}

static void drop_oldest(presses_t *presses)
{
    presses->first = (presses->first + 1) % PRESSES_MAX;
    presses->count--;
    presses->number++;
    presses->said = false;
}

void presses_acknowledged(presses_t *presses, uint16_t number)
{
    if (presses->count && number == presses->number)
        drop_oldest(presses);
}

void presses_forget(presses_t *presses)
{
    while (presses->count)
        drop_oldest(presses);
}

void presses_run(presses_t *presses, uint32_t now)
{
    char text[LINE_CHARS + 1];
    uint32_t due;
    uint16_t values[2];

    if (!presses_deadline(presses, now, &due) || after(now, due) < 0)
        return;
    values[0] = presses->codes[presses->first] / 2;
    values[1] = presses->codes[presses->first] % 2;
    board_send(text, wire_write(text, LINE_PRESS, presses->number, values, 2));
    presses->said = true;
    presses->said_at = now;
}

bool presses_deadline(const presses_t *presses, uint32_t now, uint32_t *due)
{
    if (presses->count)
        *due = presses->said ? presses->said_at + PRESS_REPEAT_MS : now;
    return presses->count > 0;
}
