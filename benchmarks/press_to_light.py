"""From the pin to the light: Companion's whole way against two bare lines of gpiozero.

Run ``python -m benchmarks.press_to_light``. Both sides run on gpiozero's mock pins, in turns, in
one process, with debounce 0, and both are timed by an observer of the light's pin: from the
contact closing to the light's pin having gone high. Two ways of delivering the contact:

- as on a Raspberry Pi: lgpio, the library gpiozero prefers, holds every report back for 500 us to
  sort it by time and then writes it to a pipe that a Python thread reads. The bar is set here.
- direct: the mock pin is driven in the caller's own thread. No board delivers an edge like that,
  but it shows what our queue, thread, keys, unit and face cost by themselves.
"""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from gpiozero import LED, Button
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.panels.gpio import GpioPanel
from companion.panels.keys import KeyAction, Keys
from companion.panels.panel import Edge
from companion.panels.pins import Pins, load
from companion.unit.face import frame
from companion.unit.unit import Event, Unit, UnitRules, step

PRESSES = 1_000
BLOCK = 50
BAR = 1.5
REPORT_BYTES = 16
HELD_BACK_S = 0.0005
"""``lgPthAlerts.c`` of lgpio 0.2.2: no edge is reported before it is this old."""


class WatchedPin(MockPWMPin):
    """A mock pin that notes when it last went high."""

    went_high_ns = 0

    def _change_state(self, value: Any) -> Any:
        changed = super()._change_state(value)
        if changed and value:
            self.went_high_ns = time.perf_counter_ns()
        return changed


class Bare:
    """``button.when_pressed = led.on``."""

    def __init__(self, pins: Pins) -> None:
        self.factory = MockFactory(pin_class=WatchedPin)
        self.button = Button(pins["build"], pin_factory=self.factory)
        self.led = LED(pins["mark_1"], pin_factory=self.factory)
        self.button.when_pressed = self.led.on
        self.key_pin = self.factory.pin(pins["build"])
        self.light_pins = [self.factory.pin(pins["mark_1"])]

    def settle(self) -> None:
        self.led.off()

    def close(self) -> None:
        self.button.close()
        self.led.close()


class Ours:
    """Pin, queue, session thread, keys, unit, face, panel, pin."""

    def __init__(self, pins: Pins) -> None:
        self.factory = MockFactory(pin_class=WatchedPin)
        self.panel = GpioPanel(pins, {}, self.factory)
        self.queue: SimpleQueue[Edge | None] = SimpleQueue()
        self.idle = threading.Event()
        self.panel.open(self.queue.put)
        self.key_pin = self.factory.pin(pins["build"])
        marks = ("mark_1", "mark_2", "mark_3", "mark_rail")
        self.light_pins = [self.factory.pin(pins[mark]) for mark in marks]
        self.thread = threading.Thread(target=self._session)
        self.thread.start()

    def _session(self) -> None:
        rules = UnitRules()
        keys = Keys(debounce_ms=0)
        unit = Unit()
        self.panel.show(frame(unit, rules, 0))
        while (edge := self.queue.get()) is not None:
            now = time.monotonic_ns() // 1_000_000
            for event in keys.edge(edge, now):
                if event.action is KeyAction.PRESS:
                    unit = step(unit, Event.BUILD, event.at, rules, drawn=1)
                    self.panel.show(frame(unit, rules, now))
                elif event.action is KeyAction.RELEASE:
                    unit = step(unit, Event.TURN, event.at, rules)
                    self.panel.show(frame(unit, rules, now))
                    self.idle.set()

    def settle(self) -> None:
        self.idle.wait(5)
        self.idle.clear()

    def close(self) -> None:
        self.queue.put(None)
        self.thread.join()
        self.panel.close()


class Wire:
    """Delivers contacts to a mock pin the way lgpio does: held back, then through a pipe."""

    def __init__(self, pin: Any) -> None:
        self._pin = pin
        self._read, self._write = os.pipe()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        with os.fdopen(self._read, "rb") as reports:
            while report := reports.read(REPORT_BYTES):
                (self._pin.drive_high if report[0] else self._pin.drive_low)()

    def contact(self, closed: bool) -> None:
        """The contact closes or opens now."""
        time.sleep(HELD_BACK_S)
        os.write(self._write, bytes([not closed]) * REPORT_BYTES)

    def close(self) -> None:
        os.close(self._write)
        self._thread.join()


def press_to_light_ns(side: Bare | Ours, contact: Callable[[bool], None]) -> int:
    """One press and release; nanoseconds until the first light went high."""
    began = time.perf_counter_ns()
    contact(True)
    while not (lit := max(pin.went_high_ns for pin in side.light_pins)) > began:
        time.sleep(0.0001)
    contact(False)
    while not side.key_pin.state:
        time.sleep(0.0001)
    side.settle()
    return lit - began


def direct(pin: Any) -> Callable[[bool], None]:
    """Drive the mock pin from the caller's thread."""
    return lambda closed: pin.drive_low() if closed else pin.drive_high()


def measure(as_on_a_pi: bool, presses: int = PRESSES) -> tuple[float, float]:
    """Medians in microseconds: bare, ours."""
    pins = load()
    sides = (Bare(pins), Ours(pins))
    wires = [Wire(side.key_pin) for side in sides] if as_on_a_pi else []
    contacts = [wire.contact for wire in wires] or [direct(side.key_pin) for side in sides]
    times: tuple[list[int], list[int]] = ([], [])
    try:
        for _ in range(presses // BLOCK):
            for side, contact, taken in zip(sides, contacts, times, strict=True):
                press_to_light_ns(side, contact)
                taken += [press_to_light_ns(side, contact) for _ in range(BLOCK)]
    finally:
        for part in (*wires, *sides):
            part.close()
    bare, ours = (statistics.median(taken) / 1000 for taken in times)
    return bare, ours


def main() -> None:
    """Print the figures of docs/benchmarks.md."""
    bare, ours = measure(as_on_a_pi=True)
    ratio = ours / bare
    print(f"press to light, as on a Pi: bare {bare:.0f} us, ours {ours:.0f} us, ", end="")
    print(f"ratio {ratio:.2f} (bar {BAR})")
    bare, ours = measure(as_on_a_pi=False)
    print(f"press to light, direct call: bare {bare:.0f} us, ours {ours:.0f} us, ", end="")
    print(f"{ours - bare:.0f} us more (no bar)")


if __name__ == "__main__":
    main()
