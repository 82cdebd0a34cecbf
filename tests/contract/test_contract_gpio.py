"""The GPIO panel keeps the contract of all panels, on gpiozero's mock pins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from companion.panels.gpio import GpioPanel
from companion.panels.panel import Edge, Key
from companion.panels.pins import MARKS, load
from companion.sounds import tones
from companion.sounds.tones import Pattern
from companion.unit.frame import LEVEL_MAX, Frame
from tests.contract.panel_contract import Marks, PanelContract, SoundContract
from tests.pins import recorded_pins


class CountedTones(dict[str, Pattern]):
    """The table of sounds, counting the notes it has given out."""

    notes = 0

    def get(self, name: str, default: object = ()) -> Any:
        pattern = super().get(name, ())
        self.notes += sum(1 for hertz, _ in pattern if hertz)
        return pattern


class GpioRig:
    """Moves the contacts at the buttons' pins, reads the lights' and the buzzer's."""

    ring_tolerance = 1

    def __init__(self) -> None:
        self._pins = load()
        self._factory = recorded_pins()
        self._tones = CountedTones(tones.load())
        self.panel = GpioPanel(self._pins, self._tones, self._factory)
        self.edges: list[Edge] = []
        self._buzzer = self._factory.pin(self._pins["buzzer"])

    def open(self) -> None:
        self.panel.open(self.edges.append)

    def show(self, frame: Frame) -> None:
        self.panel.show(frame)

    def key(self, key: Key, down: bool) -> None:
        self._factory.pin(self._pins[key]).contact(down)

    def marks(self) -> Marks:
        one, two, three, rail = (bool(self._factory.pin(self._pins[use]).state) for use in MARKS)
        return one, two, three, rail

    def ring(self) -> int:
        return round(LEVEL_MAX * self._factory.pin(self._pins["ring"]).state)

    def until_sounding(self) -> None:
        self._buzzer.wait(lambda: self._buzzer.sounds)

    def until_silent(self) -> None:
        asked = self._tones.notes
        self._buzzer.wait(lambda: self._buzzer.starts() >= asked and not self._buzzer.sounds)

    def heard(self) -> list[tuple[int, int]]:
        return cast(list[tuple[int, int]], self._buzzer.notes())


class TestGpio(PanelContract, SoundContract):
    @pytest.fixture
    def rig(self) -> Iterator[GpioRig]:
        rig = GpioRig()
        yield rig
        rig.panel.close()
