"""gpiozero's mock pins, with a memory: what happened to each pin, and when."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

PATIENCE_S = 10


class RecordedPin(MockPWMPin):  # type: ignore[misc]
    """Remembers (seconds, frequency or None, state) after every change, and wakes who waits.

    ``writes`` counts how often the state was set, ``left_at`` is (frequency, state) when the pin
    was let go; a mock pin goes dark by itself then, a real one need not.
    """

    def __init__(self, factory: Any, info: Any) -> None:
        self.record: list[tuple[float, float | None, float]] = []
        self.writes = 0
        self.left_at: tuple[float | None, float] | None = None
        self.closed = False
        self.changed = threading.Condition()
        super().__init__(factory, info)

    def _note(self) -> None:
        with self.changed:
            now = (self._frequency, float(self._state))
            if not self.record or self.record[-1][1:] != now:
                self.record.append((time.monotonic(), *now))
                self.changed.notify_all()

    def _set_state(self, value: float) -> None:
        self.writes += 1
        super()._set_state(value)
        self._note()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self._note()

    def close(self) -> None:
        self.left_at = (self._frequency, float(self._state))
        super().close()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.closed:
            # A contact to ground is stronger than any pull, which plain mock pins do not know.
            self._change_state(False)

    def contact(self, closed: bool) -> None:
        """The button at this pin, to ground, closes or opens."""
        self.closed = closed
        if closed:
            self.drive_low()
        else:
            self.drive_high()

    @property
    def sounds(self) -> bool:
        """A buzzer on this pin can be heard."""
        return bool(self._state)

    def starts(self) -> int:
        """How many notes a passive buzzer here has begun."""
        return len(self.notes()) + self.sounds

    def wait(self, for_what: Callable[[], bool]) -> None:
        """Wait for something about this pin."""
        with self.changed:
            assert self.changed.wait_for(for_what, PATIENCE_S), "the pin never changed"

    def notes(self) -> list[tuple[int, int]]:
        """What a passive buzzer here has played: frequency in Hz, length in ms."""
        found: list[tuple[int, int]] = []
        began, sounding = 0.0, 0.0
        for at, hertz, state in self.record:
            pitch = (hertz or 0.0) if state else 0.0
            if pitch != sounding:
                if sounding:
                    found.append((round(sounding), round(1000 * (at - began))))
                began, sounding = at, pitch
        return found


def recorded_pins() -> Any:
    """A pin factory of recorded pins."""
    return MockFactory(pin_class=RecordedPin)
