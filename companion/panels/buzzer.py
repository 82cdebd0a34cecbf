"""A buzzer on a pin that plays a pattern while everybody else goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

Note = tuple[int, int]
"""Frequency in Hz (0 is a rest) and length in milliseconds."""

JOIN_S = 0.15
"""A beep must be off 0.2 s after the program was told to end."""


class Buzzer:
    """Plays notes on ``pin`` from a thread of its own, waiting for nothing but the next note.

    ``passive`` buzzers get the frequency by PWM, the others are only switched on and off.
    A new pattern takes the place of the one that is sounding. ``failed`` is told when the
    pin refuses; the buzzer is silent from then on.
    """

    def __init__(self, pin: Any, passive: bool, failed: Callable[[Exception], None]) -> None:
        self._pin = pin
        self._passive = passive
        self._failed = failed
        self._changed = threading.Condition()
        self._pattern: Sequence[Note] = ()
        self._number = 0
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def play(self, pattern: Sequence[Note]) -> None:
        """Start ``pattern`` and return at once; an empty one is silence."""
        with self._changed:
            self._pattern = pattern
            self._number += 1
            self._changed.notify()

    def close(self) -> None:
        """Silence, pin low. May be called twice."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._thread is not threading.current_thread():
            self._thread.join(JOIN_S)

    def _run(self) -> None:
        number = 0
        try:
            while not self._ended:
                with self._changed:
                    self._changed.wait_for(partial(self._stale, number))
                    number, pattern = self._number, self._pattern
                self._sound(pattern, number)
        except Exception as fault:
            # Every pin library raises errors of its own; without a buzzer the lights still tell.
            self._failed(fault)

    def _stale(self, number: int) -> bool:
        return self._ended or number != self._number

    def _sound(self, pattern: Sequence[Note], number: int) -> None:
        try:
            for hertz, length_ms in pattern:
                self._note(hertz)
                with self._changed:
                    # From the start of the note: a late wake-up must not swallow a short beep.
                    if self._changed.wait_for(partial(self._stale, number), length_ms / 1000):
                        return
        finally:
            self._silence()

    def _note(self, hertz: int) -> None:
        if not self._passive:
            self._pin.state = bool(hertz)
        elif hertz:
            self._pin.frequency = hertz
            self._pin.state = 0.5
        else:
            self._pin.state = 0

    def _silence(self) -> None:
        if self._passive:
            self._pin.frequency = None
        self._pin.state = 0
