"""Two taps where one was meant: whatever a child's finger does, the bank books once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.facts import TURN
from tests.ui.glass import Evening, build_button, evening

GAPS = (80, 150, 300, 600)


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with evening(tmp_path_factory.mktemp("double")) as made:
        yield made


@pytest.fixture
def play(screen: Evening) -> Evening:
    screen.begin()
    return screen


def twice(play: Evening, name: Any, gap: int) -> None:
    """Two taps at one place, ``gap`` ms from the first finger down to the second."""
    widget = play.stage.button(name) if isinstance(name, str) else name
    place = widget.to_window(*widget.center)
    play.stage.clock.advance(1_000)
    for wait in (gap - 60, 0):
        finger = play.stage.finger(place)
        finger.down()
        play.stage.clock.advance(60)
        finger.up()
        play.advance(60)
        play.stage.clock.advance(max(0, wait))


@pytest.mark.parametrize("gap", GAPS)
def test_go_pays_once(play: Evening, gap: int) -> None:
    twice(play, "GO", gap)
    assert play.cash("A") == 1_700
    play.stage.clock.advance(1_000)
    play.tap("GO")
    play.tap("Once more")
    assert play.cash("A") == 1_900, "later it may be paid again: somebody went round twice"


@pytest.mark.parametrize("gap", GAPS)
def test_nobody_is_skipped(play: Evening, gap: int) -> None:
    play.ask("land", who="A", pos=10)
    twice(play, "End turn", gap)
    assert play.game.book.get(TURN) == "B"


@pytest.mark.parametrize("gap", GAPS)
def test_one_house_is_built_and_none_sold(play: Evening, gap: int) -> None:
    for pos in (6, 8, 9):
        play.ask("buy", who="A", deed=pos)
    play.tap("seat A")
    play.tap("Build and mortgage")
    twice(play, build_button(play, "Oriental Avenue"), gap)
    assert play.game.rules.level(play.game.book, 6) == 1
    assert play.cash("A") == 1_500 - 320 - 50


@pytest.mark.parametrize("gap", GAPS)
def test_undo_goes_one_step_back(play: Evening, gap: int) -> None:
    play.ask("pay", source="A", target="B", amount=200)
    play.ask("pay", source="A", target="C", amount=100)
    twice(play, "Undo", gap)
    assert [play.cash(who) for who in "ABC"] == [1_300, 1_700, 1_500]
