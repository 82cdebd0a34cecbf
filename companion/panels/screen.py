"""The trading unit on the touchscreen: the panel that is always there."""

from __future__ import annotations

from collections.abc import Callable

from companion.panels.panel import Edge, Key, Press, Status, nobody, trouble
from companion.unit.frame import DARK, Frame


class ScreenPanel:
    """Keys that are touched, lights that are drawn: ``frame`` is the picture at any time.

    The screens draw it with the rest of the view; the sound is the speaker's.
    """

    name = "screen"
    debounce_ms = 0
    """Glass does not bounce."""

    def __init__(self) -> None:
        self.changed: Callable[[], None] = nobody
        self.frame = DARK
        self._press: Press | None = None

    def open(self, press: Press) -> None:
        """Report touches to ``press`` from now on. Opened again, it starts afresh."""
        self.frame = DARK
        self._press = press

    def touch(self, key: Key, down: bool, press_id: str) -> None:
        """A finger on a button went down or up. Both providers of one touch give one id."""
        if self._press is not None:
            self._press(Edge(key, down, self.name, press_id))

    def show(self, frame: Frame) -> None:
        """Keep ``frame`` for the view."""
        if self._press is not None:
            self.frame = frame

    def status(self) -> Status:
        """A screen is ready as soon as there is a program."""
        if self._press is None:
            return trouble("The screen is not in use.", "Start Companion.")
        return Status(True)

    def close(self) -> None:
        """All lights dark; touches go nowhere. May be called twice."""
        self._press = None
        self.frame = DARK
