"""Host and chip on one simulated clock, with a line between them that can be bad.

The host is the real conversation (``panels/talk.py``) fed by the real unit (``core/unit.py``);
only its thread and its port are missing. So an hour of faults takes a second, the same each time.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from companion.panels.talk import Talk, Told
from companion.unit import face
from companion.unit import unit as units
from companion.unit.frame import Frame
from companion.unit.unit import Event, Unit, UnitRules
from tests.sim.chip import Chip

STEP_MS = 5
LINE_MS = 4
"""Saying a line takes about so long at 115 200 baud."""


@dataclass
class Faults:
    """How often a line is lost, doubled, cut or garbled; 0 to 1 each."""

    lost: float = 0
    doubled: float = 0
    garbled: float = 0
    cut: float = 0
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    done: int = 0
    _part: bytes = b""

    def pass_on(self, data: bytes) -> bytes:
        """What of ``data`` arrives, line by line."""
        *lines, self._part = (self._part + data).split(b"\n")
        return b"".join(self._line(line + b"\n") for line in lines)

    def _line(self, line: bytes) -> bytes:
        draw = self.chance.random()
        for share, spoil in (
            (self.lost, lambda: b""),
            (self.doubled, lambda: line + line),
            (self.garbled, lambda: self._garble(line)),
            (self.cut, lambda: line[: self.chance.randrange(len(line))]),
        ):
            if draw < share:
                self.done += 1
                return spoil()
            draw -= share
        return line

    def _garble(self, line: bytes) -> bytes:
        at = self.chance.randrange(len(line))
        return line[:at] + bytes([line[at] ^ 1 << self.chance.randrange(8)]) + line[at + 1 :]


class Table:
    """A host with a unit of its own, a chip as its panel, and the line between them."""

    def __init__(
        self, chip: Chip, rules: UnitRules | None = None, faults: Faults | None = None
    ) -> None:
        self.chip = chip
        self.rules = rules or UnitRules(bank=True)
        self.unit = Unit()
        self.talk = Talk(0)
        self.down = faults or Faults()
        self.up = faults or Faults()
        self.plugged = True
        self.session_blocked = False
        self.now = 0
        self.zero = chip.usage()[1] // 16_000
        self.edges: list[Told] = []
        self._frame: Frame | None = None

    def run(self, ms: int) -> None:
        """Let time pass for both."""
        end = self.now + ms
        while self.now < end:
            step = min(STEP_MS, end - self.now)
            self._host()
            data = self.down.pass_on(self.talk.take_bytes()) if self.plugged else b""
            heard = bytes.fromhex("".join(self.chip.ask("talk", step, data.hex())))
            self.now += step
            if self.plugged:
                self.talk.hear(self.up.pass_on(heard), self.now)
            self.edges += self.talk.take_edges()

    def until_attached(self) -> None:
        for _ in range(1000):
            if self.talk.attached:
                return
            self.run(STEP_MS)
        raise AssertionError("nobody answered within five seconds")

    def event(self, event: Event, drawn: int = 0) -> None:
        """Something happens to the host's unit."""
        self.unit = units.step(self.unit, event, self.now, self.rules, drawn)

    def replug(self) -> None:
        """The host has opened the port anew."""
        self.plugged = True
        last = self.talk
        self.talk = Talk(self.now, last.number)
        if self._frame:
            self.talk.show(self._frame, self.now)
            self._frame = None

    def _host(self) -> None:
        if not self.session_blocked:
            self.unit = units.tick(self.unit, self.now, self.rules)
            frame = face.frame(self.unit, self.rules, self.now)
            if frame != self._frame:
                self._frame = frame
                self.talk.show(frame, self.now)
        self.talk.run(self.now)

    def ms(self, cycle: int) -> float:
        """A moment of the chip's on the host's clock."""
        return cycle / 16_000 - self.zero
