"""How many touches the usual things take, from the table or from power-on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.glass import NAMES, Evening, evening


def a_card_of_50(play: Evening) -> None:
    for key in ("Card", "Bank pays Anna", "50"):
        play.tap(key)
    assert play.cash("A") == 1_550


def the_dice(play: Evening) -> None:
    for key in ("dice", "die 1: 5", "die 2: 4"):
        play.tap(key)
    assert play.page_id == "landing"


def a_deed_for_200(play: Evening) -> None:
    """Dan, who is not up, sells to Anna, who is."""
    for key in ("seat D", "Trade"):
        play.tap(key)
    play.tap(play.page.columns[0].ids.things.rows.children[0])
    play.tap(play.page.columns[1].ids.cash)
    play.tap("200")
    play.tap("Both agree")
    assert play.game.rules.owner(play.game.book, 39) == "A" and play.page_id == "table"
    assert (play.cash("A"), play.cash("D")) == (1_300, 1_300)


MOST: tuple[tuple[Callable[[Evening], None], int], ...] = (
    (a_card_of_50, 3), (the_dice, 3), (a_deed_for_200, 6),
)  # fmt: skip


@pytest.mark.parametrize(("played", "most"), MOST, ids=lambda one: getattr(one, "__name__", one))
def test_what_is_usual_takes_few_touches(
    play: Evening, played: Callable[[Evening], None], most: int
) -> None:
    play.ask("buy", who="D", deed=39)
    play.settle()
    played(play)
    assert play.touches <= most


def test_the_first_game_with_four_typed_names_takes_at_most_twelve(tmp_path: Path) -> None:
    with evening(tmp_path) as play:
        play.tap("New game")
        play.tap("Player A")
        for name in NAMES:
            play.tap(name[0])
            play.tap(name)
        play.tap("Start · 1,500 each")
        play.advance(0)
        assert play.page_id == "table" and play.touches <= 12
        assert [play.game.rules.name(play.game.book, who) for who in "ABCD"] == list(NAMES)
        assert play.game.rules.edition.id == "classic_us"


def test_the_next_game_has_the_board_and_the_names_of_the_last(tmp_path: Path) -> None:
    with evening(tmp_path) as play:
        play.tap("New game")
        play.tap("London board")
        play.tap("Start · 1,500 each")
        play.advance(0)
    with evening(tmp_path) as play:
        play.stage.root.open("setup")
        play.advance(0)
        assert play.page.draft.edition == "classic_uk"
        play.page.edit_seat(0)
        play.settle()
        assert {"Player A", "Anna"} <= play.read(), "names played with, then usual ones"
