"""What counts as a press: debounce, hold and repeat, the same for every panel.

Pure: whole milliseconds are handed in and never go back. Contacts bounce for some milliseconds
whenever they close *or open*, so a level counts once it has stood still for ``debounce_ms``.
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum

from msgspec import Struct, field

from companion.panels.panel import Edge, Key

DEBOUNCE_MS = 15
DEBOUNCE_MAX_MS = 500
HOLD_MS = {Key.AUCTION: 1_000, Key.BUILD: 3_000}
"""How long after its press a key that is still down counts as held."""
LONG_MS = {Key.BUILD: 5_000}
"""How long until it counts as held for long, for a key that can be."""
REMEMBERED_IDS = 64
"""A press told twice is told twice within moments; far fewer are ever on their way at once."""


class KeyAction(StrEnum):
    """What a key did."""

    PRESS = "press"
    HOLD = "hold"
    LONG = "long"
    RELEASE = "release"


class KeyEvent(Struct, frozen=True):
    """``key`` did ``action`` at ``at`` milliseconds (when it began to count, not when told)."""

    key: Key
    action: KeyAction
    at: int


class _Contact(Struct):
    raw: bool = False
    raw_since: int = 0
    press_id: str = ""
    down: bool = False
    holds: tuple[tuple[int, KeyAction], ...] = ()
    """What being down still has to tell, each with its time, the soonest first."""


class Keys(Struct):
    """The keys of one panel. ``debounce_ms`` is 0-500; ValueError outside."""

    debounce_ms: int = DEBOUNCE_MS
    _contacts: dict[Key, _Contact] = field(default_factory=lambda: {k: _Contact() for k in Key})
    _seen: deque[tuple[str, bool]] = field(default_factory=lambda: deque(maxlen=REMEMBERED_IDS))

    def __post_init__(self) -> None:
        if not 0 <= self.debounce_ms <= DEBOUNCE_MAX_MS:
            raise ValueError(
                f"debounce_ms is {self.debounce_ms}, it must be 0 to {DEBOUNCE_MAX_MS}"
            )

    def edge(self, edge: Edge, now: int) -> list[KeyEvent]:
        """What has come to count by ``now``, the contact of ``edge`` having moved at ``now``."""
        events = self.tick(now)
        if edge.press_id:
            if (edge.press_id, edge.down) in self._seen:
                return events
            self._seen.append((edge.press_id, edge.down))
        contact = self._contacts[edge.key]
        if edge.down and contact.raw and edge.press_id != contact.press_id:
            # A press of its own while the key is still down: its predecessor's release was lost.
            self._move(contact, False, now)
            events += self.tick(now)
        if edge.down != contact.raw and (edge.down or edge.press_id == contact.press_id):
            contact.press_id = edge.press_id
            self._move(contact, edge.down, now)
        return events + self.tick(now)

    def tick(self, now: int) -> list[KeyEvent]:
        """What has come to count by ``now``, in order, however late we are."""
        events: list[KeyEvent] = []
        while (due := self._next()) is not None and due[0] <= now:
            events.append(self._meet(due[1], due[0]))
        return events

    def next_deadline(self) -> int | None:
        """When something will come to count by itself, or None."""
        due = self._next()
        return due[0] if due else None

    def _next(self) -> tuple[int, Key] | None:
        dues = [
            (at, key)
            for key, contact in self._contacts.items()
            if (at := self._due(contact)) is not None
        ]
        return min(dues, default=None)

    def _due(self, contact: _Contact) -> int | None:
        if contact.raw != contact.down:
            # Also keeps a hold from being told while the contact stands open.
            return contact.raw_since + self.debounce_ms
        if not contact.holds:
            return None
        return max(contact.holds[0][0], contact.raw_since)

    def _meet(self, key: Key, at: int) -> KeyEvent:
        contact = self._contacts[key]
        if contact.raw == contact.down:
            (_, action), *rest = contact.holds
            contact.holds = tuple(rest)
            return KeyEvent(key, action, at)
        contact.down = contact.raw
        contact.holds = _holds(key, at) if contact.down else ()
        return KeyEvent(key, KeyAction.PRESS if contact.down else KeyAction.RELEASE, at)

    @staticmethod
    def _move(contact: _Contact, down: bool, now: int) -> None:
        contact.raw = down
        contact.raw_since = now


def _holds(key: Key, at: int) -> tuple[tuple[int, KeyAction], ...]:
    """What a press of ``key`` at ``at`` tells by itself if it lasts."""
    held = ((at + HOLD_MS[key], KeyAction.HOLD),)
    return (*held, (at + LONG_MS[key], KeyAction.LONG)) if key in LONG_MS else held
