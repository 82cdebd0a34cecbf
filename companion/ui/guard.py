"""Which touches count. Pure: places and milliseconds are handed in."""

from __future__ import annotations

from msgspec import Struct

LOCK_MS = 150
"""After a page change a finger still lifting or bouncing must not hit the page that came."""
CAME_MS = 650
"""A page that came by itself takes no touch that was meant for the one before."""
HAMMER_MS = 3_000
"""Nor one of a finger that goes on tapping, for so long at most."""
LATE_MS = 400
"""No finger waits longer after the touch that changed the page, however slowly it was drawn."""
RESULT_MS = 650
"""So long after its result is seen a key that booked something takes no further touch."""
STUCK_MS = 5_000
"""A booking that is not answered for so long leaves its key to be tried again."""
KEY_PX = 40
"""A second tap this close is on the same key."""
SAME_MS = 30
SAME_PX = 5
"""Two providers report one finger this close together in time and place."""
DRAG = 20
"""A finger that moved further than this, in pixels at 800 x 480, was dragging."""


class TouchGuard(Struct):
    """Decides for each touch whether it counts, and names those that do.

    Every accepted touch gets an id of its own; a second report of the same finger gets none,
    nor does a second tap on a key whose booking is still on its way, or only just seen.
    """

    name: str = "touch"
    _count: int = 0
    _locked_until: int = -1
    _hammered_until: int = -1
    _recent: list[tuple[int, float, float]] = []
    _last: tuple[str, float, float, int] = ("", 0, 0, 0)
    _booking: dict[str, tuple[float, float, int]] = {}

    def lock(self, now: int, ms: int = LOCK_MS) -> None:
        """The page changes at ``now``: ignore touches for ``ms``."""
        self._locked_until = max(self._locked_until, now + ms)

    def changed(self, now: int) -> None:
        """The last touch has changed the page at ``now``: its own place rests as after a booking,
        so that a double tap hits nothing that came up, and the others only for a moment."""
        name, x, y, at = self._last
        by_touch = now - at < STUCK_MS
        self.lock(now, min(LOCK_MS, at + LATE_MS - now) if by_touch else LOCK_MS)
        if name:
            self._booking[name] = (x, y, now + RESULT_MS)

    def came(self, now: int) -> None:
        """A page came by itself at ``now``: whoever goes on tapping means the one before."""
        self.lock(now, CAME_MS)
        self._hammered_until = now + HAMMER_MS

    def books(self, press_id: str, now: int) -> None:
        """The touch asked for something at ``now``: its key is dead until ``booked``."""
        name, x, y, _ = self._last
        if press_id and name == press_id:
            self._booking[press_id] = (x, y, now + STUCK_MS)

    def booked(self, press_id: str, now: int) -> None:
        """The bank has answered at ``now``."""
        if press_id in self._booking:
            x, y, _ = self._booking[press_id]
            self._booking[press_id] = (x, y, now + RESULT_MS)

    def down(self, x: float, y: float, now: int) -> str:
        """The id of a touch that begins at ``x``, ``y`` pixels, or "" when it does not count."""
        self._recent = [seen for seen in self._recent if now - seen[0] <= SAME_MS]
        same = any(
            abs(x - at_x) <= SAME_PX and abs(y - at_y) <= SAME_PX for _, at_x, at_y in self._recent
        )
        self._recent.append((now, x, y))
        self._booking = {name: key for name, key in self._booking.items() if now < key[2]}
        dead = any(
            abs(x - at_x) <= KEY_PX and abs(y - at_y) <= KEY_PX
            for at_x, at_y, _ in self._booking.values()
        )
        if now < self._locked_until:
            self._locked_until = max(self._locked_until, min(now + CAME_MS, self._hammered_until))
            return ""
        if same or dead:
            return ""
        self._count += 1
        self._last = (f"{self.name}-{self._count}", x, y, now)
        return self._last[0]


class BlankTimer(Struct):
    """When the screen goes dark: ``after_ms`` without a touch, 0 = never.

    Pure like the guard. While something must stay seen (an auction), ``keep_awake`` is true.
    """

    after_ms: int
    touched_at: int = 0
    dark: bool = False

    def touch(self, now: int) -> bool:
        """A finger at ``now``. True when it only woke the screen and must do nothing else."""
        woke = self.dark
        self.touched_at, self.dark = now, False
        return woke

    def due_in(self, now: int) -> int | None:
        """Milliseconds until the screen should go dark, or None when it never will."""
        if not self.after_ms or self.dark:
            return None
        return max(0, self.touched_at + self.after_ms - now)

    def check(self, now: int, keep_awake: bool) -> bool:
        """Whether the screen is dark at ``now``."""
        if keep_awake:
            self.touched_at, self.dark = now, False
        elif self.due_in(now) == 0:
            self.dark = True
        return self.dark
