"""The serial panel over a cable that loses, doubles, cuts and garbles, in real time."""

from __future__ import annotations

import os
import random
import select
import threading
from collections.abc import Iterator

import pytest

from companion.panels.link import SerialPanel, open_port
from companion.panels.panel import Edge, Key
from companion.panels.ports import Port
from companion.unit.frame import LEVEL_MAX, Frame
from tests.panels.cable import Cable
from tests.sim.chip import LiveChip
from tests.sim.lockstep import Faults


class BadCable(Cable):
    """A pseudo-terminal before the chip's, passing lines on as badly as ``faults`` say."""

    def __init__(self, chip: LiveChip, faults: Faults) -> None:
        super().__init__()
        self._port = open_port(chip.plug())
        self._down = faults
        self._up = Faults(**{kind: getattr(faults, kind) for kind in KINDS}, chance=faults.chance)
        self._ends = os.pipe()
        self._thread = threading.Thread(target=self._pass_on)
        self._thread.start()

    def _pass_on(self) -> None:
        near = self._port.fileno()
        while True:
            ready, _, _ = select.select([self.far, near, self._ends[0]], [], [])
            if self._ends[0] in ready:
                return
            if self.far in ready:
                self._port.write(self._down.pass_on(self.heard()))
            if near in ready:
                self.say(self._up.pass_on(self._port.read(4096)))

    def close(self) -> None:
        os.write(self._ends[1], b"!")
        self._thread.join()
        for end in self._ends:
            os.close(end)
        self._port.close()
        super().close()


KINDS = ("lost", "doubled", "garbled", "cut")


@pytest.fixture
def chip() -> Iterator[LiveChip]:
    with LiveChip() as board:
        yield board


@pytest.mark.parametrize("kind", [*KINDS, "all"])
def test_over_a_bad_cable_every_press_counts_once_and_every_frame_arrives(
    chip: LiveChip, kind: str
) -> None:
    shares = {one: 0.1 for one in KINDS if kind in (one, "all")}
    cable = BadCable(chip, Faults(**shares, chance=random.Random(3)))
    edges: list[Edge] = []
    panel = SerialPanel("", lambda: [Port(cable.name, 0x1A86, 0x7523)])
    try:
        panel.open(edges.append)
        chip.until(lambda: panel.status().ready)
        keys = [Key.BUILD, Key.AUCTION, Key.AUCTION] * 4
        for number, key in enumerate(keys):
            panel.show(Frame(ring=LEVEL_MAX * (number % 2), tone_no=number))
            for down in (True, False):
                told = len(edges)
                (chip.press if down else chip.release)(key)
                chip.until(lambda told=told: len(edges) > told)
            chip.until(panel.arrived)
            chip.until(lambda number=number: chip.pins()[1] == LEVEL_MAX * (number % 2))
        assert [(it.key, it.down) for it in edges] == [(k, d) for k in keys for d in (True, False)]
    finally:
        panel.close()
        cable.close()
