"""The microcontroller keeps the contract of all panels: the flashed firmware on a simulated chip,
its serial line a pseudo-terminal that pyserial opens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from companion.panels.link import SerialPanel
from companion.panels.panel import Edge, Key
from companion.panels.ports import Port
from companion.unit.frame import Frame
from tests.contract.panel_contract import Marks, PanelContract, SoundContract
from tests.sim.chip import LiveChip

PWM_PERIODS_MS = 4
"""By then the ring's level can be read from its pulses."""


class SerialRig:
    """Moves the contacts at the chip's pins, reads its lights and its buzzer there."""

    ring_tolerance = 1

    def __init__(self, chip: LiveChip) -> None:
        self._chip = chip
        where = Port(chip.plug(), 0x1A86, 0x7523)
        self.panel = SerialPanel(ports=lambda: [where])
        self.edges: list[Edge] = []

    def open(self) -> None:
        self.panel.open(self.edges.append)
        self._chip.until(lambda: self.panel.status().ready)

    def show(self, frame: Frame) -> None:
        self.panel.show(frame)
        self._chip.until(self.panel.arrived)

    def key(self, key: Key, down: bool) -> None:
        told = len(self.edges)
        (self._chip.press if down else self._chip.release)(key)
        self._chip.settle(lambda: len(self.edges) > told)

    def marks(self) -> Marks:
        lit = self._chip.pins()[0]
        return bool(lit & 1), bool(lit & 2), bool(lit & 4), bool(lit & 8)

    def ring(self) -> int:
        self._chip.settle(lambda: False, PWM_PERIODS_MS)
        return self._chip.pins()[1]

    def until_sounding(self) -> None:
        self._chip.until(lambda: self._chip.pins()[2] > 0)

    def until_silent(self) -> None:
        self._chip.until_silent()

    def heard(self) -> Sequence[tuple[int, int]]:
        return self._chip.notes()


class TestSerial(PanelContract, SoundContract):
    @pytest.fixture
    def rig(self) -> Iterator[SerialRig]:
        with LiveChip() as chip:
            rig = SerialRig(chip)
            yield rig
            rig.panel.close()
