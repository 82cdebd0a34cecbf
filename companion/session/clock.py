"""Whole milliseconds: the system's monotonic clock, one moved by hand, and play time."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Whole milliseconds that never go back; where they start means nothing."""

    def now(self) -> int:
        """Milliseconds since some fixed moment."""


class SystemClock:
    """The operating system's monotonic clock; a jump of the wall clock does not move it."""

    def now(self) -> int:
        """Milliseconds since some fixed moment."""
        return time.monotonic_ns() // 1_000_000


class ManualClock:
    """A clock that stands still until it is moved; for tests, the pipe and fast-forward."""

    def __init__(self, ms: int = 0) -> None:
        self._ms = ms

    def now(self) -> int:
        """Milliseconds since the start."""
        return self._ms

    def advance(self, ms: int) -> None:
        """Move on by ``ms`` >= 0. Raises ValueError for a step back."""
        if ms < 0:
            raise ValueError("time does not go back")
        self._ms += ms


class PlayTime:
    """Play time: goes on from where the last session ended and can be stopped."""

    def __init__(self, clock: Clock, start_ms: int = 0) -> None:
        self._clock = clock
        self._base = start_ms
        self._origin: int | None = clock.now()

    def now(self) -> int:
        """Milliseconds of play."""
        if self._origin is None:
            return self._base
        return self._base + self._clock.now() - self._origin

    @property
    def stopped(self) -> bool:
        """Whether play time stands still."""
        return self._origin is None

    def stop(self) -> None:
        """Stop; twice is harmless."""
        self._base = self.now()
        self._origin = None

    def go_on(self) -> None:
        """Go on from where it stopped; twice is harmless."""
        if self._origin is None:
            self._origin = self._clock.now()
