"""Build held for long in the kiosk: asks whether to switch off, and any press says no.

Pure: whole milliseconds are handed in and never go back.
"""

from __future__ import annotations

from collections.abc import Callable

ASK_MS = 10_000
"""How long it can be cancelled before the box switches off."""


class PowerOffHold:
    """``off`` is called when nobody said no; None where this program must not switch off."""

    def __init__(self, off: Callable[[], None] | None) -> None:
        self._off = off
        self._ends: int | None = None

    def ask(self, now: int) -> None:
        """Somebody has held the key: begin to count; asked already, go on counting."""
        if self._off is not None and self._ends is None:
            self._ends = now + ASK_MS

    def refuse(self) -> bool:
        """A press of anything. True when it said no, and so must do nothing else."""
        asked, self._ends = self._ends is not None, None
        return asked

    def tick(self, now: int) -> None:
        """Switch off if the time is over."""
        if self._off is not None and self._ends is not None and now >= self._ends:
            self._ends = None
            self._off()

    def seconds(self, now: int) -> int:
        """Whole seconds left, rounded up; 0 when nothing is asked."""
        return 0 if self._ends is None else max(1, -(-(self._ends - now) // 1000))

    def wait_ms(self, now: int) -> int | None:
        """How long until ``seconds`` changes or ``tick`` has something to do; None = for ever."""
        if self._ends is None:
            return None
        return max(0, self._ends - now - (self.seconds(now) - 1) * 1000)
