"""Money that moves: seen, over in a fifth of a second, and never in a finger's way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.clock import Clock

from companion.ui.screens import moneymoves
from companion.ui.theme import theme
from tests.ui.glass import Evening


@pytest.fixture
def moving(play: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Motion is on, and Kivy's own time stands still until ``later`` moves it."""
    monkeypatch.setattr(moneymoves, "LASTS_S", 0.2)
    running = Clock.time
    at = [running()]
    Clock.time = lambda: at[0]
    play.later = lambda s: (at.__setitem__(0, at[0] + s), play.stage.frames(1))  # type: ignore[attr-defined]
    yield play
    play.later(1)  # type: ignore[attr-defined]
    # It goes on from here: what Kivy has to do is not done while its time is behind.
    ahead = at[0] - running()
    Clock.time = lambda: running() + ahead


def flying(play: Evening) -> list[str]:
    """The sums on their way across the table."""
    return [w.text for w in play.page.children if getattr(w, "outline_width", 0)]


def shown(play: Evening) -> list[str]:
    return [card.cash for card in play.page._seats[:2]]


def test_the_sum_flies_and_the_balances_count(moving: Any) -> None:
    moving.ask("pay", source="A", target="B", amount=220)
    moving.later(0.1)
    assert flying(moving) == ["220"]
    [mid] = [w for w in moving.page.children if getattr(w, "outline_width", 0)]
    one, two = moving.page._seats[:2]
    left, right = sorted((one.center_x, two.center_x))
    low, high = sorted((one.center_y, two.center_y))
    assert left <= mid.center_x <= right and low <= mid.center_y <= high
    payer, payee = (int(cash.replace(",", "")) for cash in shown(moving))
    assert 1_280 < payer < 1_500 < payee < 1_720
    moving.later(0.11)
    assert shown(moving) == ["1,280", "1,720"] and not flying(moving)


def test_nobody_waits_for_it(moving: Any) -> None:
    moving.tap("Pass GO")
    moving.tap("End turn")
    assert moving.cash("A") == 1_700 and moving.game.book.fact("turn") == "B"
    moving.later(1)
    moving.ask("each_pays", who="A", amount=50)
    moving.later(0.05)
    assert sorted(flying(moving)) == ["50", "50", "50"]
    moving.later(0.2)
    assert shown(moving) == ["1,850", "1,450"] and not flying(moving)


def test_without_motion_it_stands_there_at_once(moving: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(theme, "motion", False)
    moving.ask("pay", source="A", target="B", amount=220)
    assert shown(moving) == ["1,280", "1,720"] and not flying(moving)
