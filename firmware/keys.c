#include "keys.h"

#include "unit.h"

void keys_start(contact_t *contact, bool down)
{
    contact->raw = contact->down = down;
    contact->holding = false;
}

void keys_edge(contact_t *contact, bool raw, bool moved, uint32_t now)
{
    if (raw != contact->raw || moved)
        contact->raw_since = now;
    contact->raw = raw;
}

bool keys_deadline(const contact_t *contact, uint32_t *due)
{
    if (contact->raw != contact->down) {
        /* Also keeps a hold from being told while the contact stands open. */
        *due = contact->raw_since + DEBOUNCE_MS;
        return true;
    }
    if (!contact->holding)
        return false;
    *due = after(contact->hold_at, contact->raw_since) > 0 ? contact->hold_at : contact->raw_since;
    return true;
}

key_event_t keys_next(contact_t *contact, uint32_t now, uint16_t hold_ms, uint32_t *at)
{
    if (!keys_deadline(contact, at) || after(now, *at) < 0)
        return KEYS_NOTHING;
    if (contact->raw == contact->down) {
        contact->holding = false;
        return KEYS_HOLD;
    }
    contact->down = contact->raw;
    contact->holding = contact->down;
    contact->hold_at = *at + hold_ms;
    return contact->down ? KEYS_PRESS : KEYS_RELEASE;
}
