"""The trading unit on the touchscreen: the panel that is always there."""

from __future__ import annotations

from collections.abc import Callable

from companion.faces.frame import DARK, Frame
from companion.panels.panel import Edge, Key, Press, Status


class ScreenPanel:
    """Keys that are touched, lights that are drawn.

    ``shown`` is told of every frame that differs from the one before, from the session's
    thread; it only hands it on. The picture is ``frame`` at any time. The sound is the speaker's.
    """

    name = "screen"
    debounce_ms = 0
    """Glass does not bounce."""

    def __init__(self, shown: Callable[[Frame], None] | None = None) -> None:
        self.frame = DARK
        self._shown = shown
        self._press: Press | None = None
        self._held: dict[Key, str] = {}

    def open(self, press: Press) -> None:
        """Report touches to ``press`` from now on. Opened again, it starts afresh."""
        self.close()
        self._press = press

    def touch(self, key: Key, down: bool, press_id: str) -> None:
        """A finger on a button went down or up. Both providers of one touch give one id."""
        if self._press is None:
            return
        if down:
            self._held[key] = press_id
        elif self._held.get(key) == press_id:
            del self._held[key]
        self._press(Edge(key, down, self.name, press_id))

    def let_go(self) -> None:
        """The buttons went out of sight with fingers still on them: nothing is held any more."""
        for key, press_id in tuple(self._held.items()):
            self.touch(key, False, press_id)

    def show(self, frame: Frame) -> None:
        """Keep ``frame`` for the view."""
        if self._press is None or frame == self.frame:
            return
        self.frame = frame
        if self._shown is not None:
            self._shown(frame)

    def status(self) -> Status:
        """A screen is ready as soon as there is a program."""
        if self._press is None:
            return Status(False, "The screen is not in use.", "Start Companion.")
        return Status(True)

    def close(self) -> None:
        """All lights dark; touches go nowhere. May be called twice."""
        self._press = None
        self._held.clear()
        if self.frame != DARK:
            self.frame = DARK
            if self._shown is not None:
                self._shown(DARK)
