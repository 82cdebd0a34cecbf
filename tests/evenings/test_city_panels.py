"""The golden evenings of the city with real keys: glass, buttons at pins, the simulated chip.

Whatever the unit is made of, the evening ends in the same book.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.cli.pipe_session import NullWriter, PipeSession
from companion.core.entry import Entry, Move
from companion.core.game import Game
from companion.panels.panel import Edge, Key, Press
from companion.panels.screen import ScreenPanel
from companion.session.clock import ManualClock
from companion.session.game_bank import GameBank
from companion.session.session import Session, Table
from companion.storage.settings import Settings
from tests.contract.test_contract_gpio import GpioRig
from tests.contract.test_contract_serial import SerialRig
from tests.evenings.runner import Evening
from tests.sim.chip import LiveChip

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("city_*.txt"))
TAP_MS = 60
"""How long a finger stays on a key, and off it."""
FLASH_MS = 500
FLASH_LOOKS = 3
"""The mark of the result flashes twice a second; so many looks find it lit."""
MARKS = ("1", "2", "3", "railroad")


class ScreenRig:
    """Touches the two buttons on the glass and looks at the lights drawn there."""

    def __init__(self) -> None:
        self.panel = ScreenPanel()
        self.edges: list[Edge] = []
        self._touches = 0

    def key(self, key: Key, down: bool) -> None:
        self._touches += down
        self.panel.touch(key, down, f"touch {self._touches}")

    def marks(self) -> tuple[bool, ...]:
        return tuple(level > 0 for level in self.panel.frame.marks)

    def ring(self) -> int:
        return self.panel.frame.ring


class Listened:
    """A panel whose edges the rig hears as well as the session."""

    def __init__(self, rig: Any) -> None:
        self._rig = rig
        self.name: str = rig.panel.name
        self.debounce_ms: int = rig.panel.debounce_ms

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rig.panel, name)

    def open(self, press: Press) -> None:
        def told(edge: Edge) -> None:
            self._rig.edges.append(edge)
            press(edge)

        self._rig.panel.open(told)


class PanelPipe(PipeSession):
    """A session whose session has a panel."""

    def __init__(self, game: Game, clock: ManualClock, below: Any, panel: Any) -> None:
        self.game = game
        self._clock = clock
        self._done = {}
        self._below = below
        table = Table(game, NullWriter(), 0, bank=GameBank)
        self._session = Session(clock, below, table, (panel,), Settings())
        self._session.open()


class PanelEvening(Evening):
    """An evening whose keys are the panel's own, and whose lights are looked at."""

    def __init__(self, path: Path, rig: Any) -> None:
        super().__init__(path)
        self.rig = rig
        self.chip: LiveChip | None = getattr(rig, "_chip", None)

    def seated(self, game: Game) -> PipeSession:
        session = PanelPipe(game, ManualClock(), self.below, Listened(self.rig))
        if self.chip:
            self.chip.until(lambda: self.rig.panel.status().ready)
        return session

    def tap(self, key: str) -> dict[str, Any]:
        self.state()
        for down in (True, False):
            self.rig.key(Key(key), down)
            self._answer({"do": "advance", "ms": TAP_MS})
        return {"result": self.unit()[0].result}

    def _at_shows(self, what: str) -> None:
        super()._at_shows(what)
        lit = set()
        for _ in range(FLASH_LOOKS):
            self._answer({"do": "advance", "ms": FLASH_MS // 2})
            if self.chip:
                self.chip.until(self.rig.panel.arrived)
            lit |= {mark for mark, on in zip(MARKS, self.rig.marks(), strict=True) if on}
        assert lit == {what}, "the light at the number that counts"


@contextmanager
def rigged(kind: str) -> Iterator[Any]:
    """A rig of this kind, closed afterwards."""
    if kind == "serial":
        with LiveChip() as chip:
            rig: Any = SerialRig(chip)
            yield rig
            rig.panel.close()
        return
    rig = ScreenRig() if kind == "screen" else GpioRig()
    yield rig
    rig.panel.close()


def played(path: Path, kind: str) -> tuple[Any, ...]:
    """Everything booked that evening and what it adds up to, but for the moments of presses."""
    with rigged(kind) as rig:
        evening = PanelEvening(path, rig)
        assert evening.play()["ended"]
    assert evening.session
    book = evening.session.game.book
    held, facts = book.state()
    told = [_booked(entry) for entry in book if not entry.reason.startswith("unit")]
    return told, held, {name: fact for name, fact in facts.items() if not name.startswith("unit")}


def _booked(entry: Entry) -> tuple[Any, ...]:
    moves = [line for line in entry.lines if isinstance(line, Move)]
    return entry.reason, moves, dict(entry.detail)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_evening_is_the_same_on_glass_on_pins_and_on_the_chip(path: Path) -> None:
    assert len(FILES) >= 3
    glass = played(path, "screen")
    assert len(glass[0]) > 40
    for kind in ("gpio", "serial"):
        assert played(path, kind) == glass, kind
