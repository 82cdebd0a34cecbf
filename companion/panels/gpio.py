"""The trading unit on the pins of a Raspberry Pi: two buttons, five lights, a buzzer."""

from __future__ import annotations

import importlib.metadata
import os
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.panels.buzzer import Buzzer, Note
from companion.panels.panel import Edge, Key, Press, Status, nobody, trouble
from companion.panels.pins import MARKS, OUTPUTS, Pins
from companion.panels.trouble import chips, factory_status, lost_status, pin_status
from companion.unit.frame import LEVEL_MAX, Frame

LIGHT_HZ = 200
"""Too fast to see, slow enough for the software PWM of every pin library."""
DEFAULT_FACTORY = "lgpio"

NOT_OPEN = trouble("The pins are not in use.", "Start Companion with the GPIO panel.")


class GpioPanel:
    """Keys, lights and beeper on GPIO pins, by gpiozero.

    ``factory`` is a gpiozero pin factory, or the name of one (lgpio, rpigpio, pigpio, native,
    mock); another is never taken in its place. ``tones`` maps names to notes. Trouble of any
    kind is a sentence in ``status``, and the panel then does nothing.
    """

    name = "gpio"

    def __init__(
        self,
        pins: Pins,
        tones: Mapping[str, Sequence[Note]],
        factory: Any = DEFAULT_FACTORY,
    ) -> None:
        self.debounce_ms = pins.debounce_ms
        self._pins = pins
        self._tones = tones
        self._factory = factory
        self._own_factory: Any = None
        # Reentrant: a signal may ask for close() in the midst of show().
        self._lock = threading.RLock()
        self.changed: Callable[[], None] = nobody
        self._status = NOT_OPEN
        self._devices: list[Any] = []
        self._lights: list[_Light] = []
        self._callbacks: list[Callable[[Any, Any], None]] = []
        self._buzzer: Buzzer | None = None
        self._sounding: tuple[int | None, str] = (None, "")

    def open(self, press: Press) -> None:
        """Claim all pins, outputs low first. Opened again, it starts afresh."""
        with self._lock:
            self.close()
            try:
                self._claim(press)
                self._status = Status(True)
            except _Trouble as trouble:
                self._let_go()
                self._status = trouble.status

    def show(self, frame: Frame) -> None:
        """Lights at once, the sound from its own thread."""
        with self._lock:
            if self._buzzer is None:
                return
            try:
                for light, level in zip(self._lights, (*frame.marks, frame.ring), strict=True):
                    if light.level != level:
                        light.set(level)
            except Exception as fault:
                # Whatever the pin library raises: the unit on the screen must go on.
                self._lost(fault)
                return
            if (frame.tone_no, frame.tone) != self._sounding:
                self._sound(frame)

    def _sound(self, frame: Frame) -> None:
        assert self._buzzer is not None
        number = self._sounding[0]
        self._sounding = (frame.tone_no, frame.tone)
        if frame.tone == "none":
            self._buzzer.play(())
        elif number is not None and frame.tone_no != number:
            self._buzzer.play(self._tones.get(frame.tone, ()))

    def status(self) -> Status:
        """How the pins are; the sentence names the BCM number where one is to blame."""
        return self._status

    def close(self) -> None:
        """All outputs low, pins released. May be called twice, and from a signal handler."""
        with self._lock:
            if self._status.ready:
                self._status = NOT_OPEN
            self._let_go()

    def _claim(self, press: Press) -> None:
        factory = self._find_factory()
        outputs = {use: self._device(factory, use) for use in OUTPUTS}
        for use, pin in outputs.items():
            # Before anything else: a killed predecessor may have left the buzzer sounding.
            self._try(use, partial(_start_low, pin))
        for use in ("ring", "buzzer") if self._pins.buzzer_kind == "passive" else ("ring",):
            self._try(use, partial(_probe_pwm, outputs[use]))
        self._lights = [_Light(outputs[use]) for use in (*MARKS, "ring")]
        for key in Key:
            self._try(key, partial(self._watch, key, self._device(factory, key), press))
        self._buzzer = Buzzer(
            outputs["buzzer"], self._pins.buzzer_kind == "passive", self._buzzer_lost
        )
        self._sounding = (None, "")

    def _find_factory(self) -> Any:
        if not isinstance(self._factory, str):
            return self._factory
        try:
            self._own_factory = _make_factory(self._factory)
        except Exception as fault:
            # ImportError, lgpio.error, OSError, PinUnknownPi ...: each library has its own.
            build, auction = self._pins[Key.BUILD], self._pins[Key.AUCTION]
            raise _Trouble(factory_status(self._factory, build, auction, fault, chips())) from fault
        return self._own_factory

    def _device(self, factory: Any, use: str) -> Any:
        from gpiozero import GPIODevice

        device = self._try(use, lambda: GPIODevice(self._pins[use], pin_factory=factory))
        self._devices.append(device)
        return device.pin

    def _watch(self, key: Key, pin: Any, press: Press) -> None:
        closed, opened = Edge(key, True, self.name), Edge(key, False, self.name)

        def changed(_ticks: Any, state: Any) -> None:
            press(opened if state else closed)

        self._callbacks.append(changed)  # the pin itself only keeps a weak reference
        pin.input_with_pull("up")
        pin.edges = "both"
        pin.when_changed = changed

    def _try(self, use: str, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except _Trouble:
            raise
        except Exception as fault:
            raise _Trouble(pin_status(str(use), self._pins[use], fault)) from fault

    def _let_go(self) -> None:
        if self._buzzer is not None:
            self._buzzer.close()
            self._buzzer = None
        for device in self._devices:
            _quietly(partial(_low, device.pin))
            _quietly(device.close)
        if self._own_factory is not None:
            _quietly(self._own_factory.close)
            self._own_factory = None
        self._devices, self._lights, self._callbacks = [], [], []

    def _lost(self, fault: Exception) -> None:
        self._let_go()
        self._status = lost_status(fault)
        self.changed()

    def _buzzer_lost(self, fault: Exception) -> None:
        self._status = pin_status("buzzer", self._pins["buzzer"], fault)
        self.changed()


class _Trouble(Exception):
    """Opening failed; ``status`` says it to the user."""

    def __init__(self, status: Status) -> None:
        self.status = status
        super().__init__(status.text())


class _Light:
    """One light. PWM runs only while it is needed: it costs processor time on every library."""

    __slots__ = ("_dimmed", "_pin", "level")

    def __init__(self, pin: Any) -> None:
        self._pin = pin
        self._dimmed = False
        self.level = 0

    def set(self, level: int) -> None:
        if level == 0:
            _low(self._pin)
            self._dimmed = False
        elif level == LEVEL_MAX and not self._dimmed:
            self._pin.state = 1
        else:
            if not self._dimmed:
                self._pin.frequency = LIGHT_HZ
                self._dimmed = True
            self._pin.state = level / LEVEL_MAX
        self.level = level


def _make_factory(name: str) -> Any:
    # lgpio writes a pipe into the working directory, which a service may not be allowed to.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    if name == "mock":
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    for entry in importlib.metadata.entry_points(group="gpiozero_pin_factories", name=name):
        return entry.load()()
    raise LookupError(f"no pin library named {name}")


def _probe_pwm(pin: Any) -> None:
    pin.frequency = LIGHT_HZ
    _low(pin)


def _start_low(pin: Any) -> None:
    pin.output_with_state(0)
    _low(pin)


def _low(pin: Any) -> None:
    if pin is not None and pin.function == "output":
        pin.state = 0
        if pin.frequency is not None:
            pin.frequency = None
            pin.state = 0  # what a pin is left at when its PWM ends differs between libraries


def _quietly(action: Callable[[], Any]) -> None:
    try:
        action()
    except Exception:
        # On the way out nothing is left to be done about it, and the next pin must be tried.
        return
