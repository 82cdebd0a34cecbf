"""The panel on the screen keeps the contract of all panels. It has no beeper of its own."""

from __future__ import annotations

import itertools

import pytest

from companion.panels.panel import Edge, Key
from companion.panels.screen import ScreenPanel
from companion.unit.frame import Frame
from tests.contract.panel_contract import Marks, PanelContract


class ScreenRig:
    """A finger on the drawn buttons, an eye on the frame the view draws."""

    ring_tolerance = 0

    def __init__(self) -> None:
        self.panel = ScreenPanel()
        self.edges: list[Edge] = []
        self._ids = itertools.count(1)
        self._touching: dict[Key, str] = {}

    def open(self) -> None:
        self.panel.open(self.edges.append)

    def show(self, frame: Frame) -> None:
        self.panel.show(frame)

    def key(self, key: Key, down: bool) -> None:
        if down:
            self._touching[key] = f"touch {next(self._ids)}"
        self.panel.touch(key, down, self._touching[key])

    def marks(self) -> Marks:
        one, two, three, rail = (level > 0 for level in self.panel.frame.marks)
        return one, two, three, rail

    def ring(self) -> int:
        return self.panel.frame.ring


class TestScreen(PanelContract):
    @pytest.fixture
    def rig(self) -> ScreenRig:
        return ScreenRig()


def test_both_reports_of_one_touch_carry_its_id() -> None:
    rig = ScreenRig()
    rig.open()
    rig.key(Key.AUCTION, True)
    rig.key(Key.AUCTION, False)
    assert [edge.press_id for edge in rig.edges] == ["touch 1", "touch 1"]
