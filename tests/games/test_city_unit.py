"""The trading unit in a City game, with the real session: once a turn, saved, and on the book."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.cli.pipe_session import PipeSession
from companion.core.game import Game
from companion.core.table import opening
from companion.games.loader import load
from companion.session.clock import ManualClock


class Unit:
    """A City table whose Build key draws the results named here, one after another."""

    def __init__(self, *results: int, below: Callable[[int], int] | None = None) -> None:
        rules = load("city_us")
        draws = iter(results)
        self.game = Game(rules, [opening(rules, "AB")])
        self.session = PipeSession(self.game, ManualClock(), below or (lambda n: next(draws) - 1))

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        return self.session.answer({"do": do, **fields})

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(do, **fields)
        assert answer["ok"], answer
        return answer

    def build(self) -> int:
        """Build is pressed; what the unit shows a second later."""
        result = self.do("press", key="build")["answer"]["result"]
        self.do("advance", ms=1000)
        return int(result)

    def left(self) -> dict[str, Any]:
        return self.do("state")["answer"]["build"]  # type: ignore[no-any-return]


@pytest.fixture
def mine() -> Callable[..., Unit]:
    def lay(*results: int) -> Unit:
        unit = Unit(*results)
        unit.do("hand_over", deed=14, to="A")
        unit.do("hand_over", deed=39, to="B")
        unit.do("land", who="A", pos=10)
        return unit

    return lay


def test_c104_a_second_press_in_a_turn_shows_the_first_result(mine: Callable[..., Unit]) -> None:
    unit = mine(2, 3)
    assert [unit.build(), unit.build()] == [2, 2]
    unit.do("build", who="A", deed=14, piece="residential_block", n=2)
    assert unit.left() == {"shown": 2, "left": 0, "railroad": False}
    assert unit.build() == 2 and unit.left()["left"] == 0
    unit.do("end_turn")
    assert unit.left() == {"shown": 0, "left": 0, "railroad": False}
    assert unit.build() == 3 and unit.left()["left"] == 3


def test_pressed_before_the_roll_it_is_the_turns_result_all_the_same(
    mine: Callable[..., Unit],
) -> None:
    unit = mine(1, 3)
    unit.do("end_turn")
    assert unit.build() == 1
    unit.do("roll", dice=[4, 6])
    assert unit.build() == 1, "one press a turn"
    assert unit.left()["left"] == 1


@pytest.mark.parametrize("with_dice", [True, False])
def test_c104_after_a_double_there_is_a_new_result(
    mine: Callable[..., Unit], with_dice: bool
) -> None:
    unit = mine(1, 2)
    unit.do("end_turn")
    unit.do("roll", dice=[5, 5])
    assert unit.build() == 1
    unit.do("build", who="B", deed=39, piece="residential_block")
    if with_dice:
        unit.do("roll", dice=[4, 6])
    else:
        unit.do("roll_again")
    assert unit.left()["shown"] == 0
    assert unit.build() == 2 and unit.left()["left"] == 2


def test_the_railroad_instead_of_blocks(mine: Callable[..., Unit]) -> None:
    unit = mine(4)
    assert unit.build() == 4 and unit.left() == {"shown": 4, "left": 0, "railroad": True}
    refused = unit.ask("build", who="A", deed=14, piece="residential_block")
    assert refused["code"] == "railroad_only"
    unit.do("place", who="A", deed=37, piece="railroad")
    assert unit.left()["railroad"] is False


def test_two_presses_at_the_same_moment_of_two_turns_are_two_results(
    mine: Callable[..., Unit],
) -> None:
    unit = mine(2, 2)
    unit.do("press", key="build")
    unit.do("build", who="A", deed=14, piece="residential_block", n=2)
    unit.do("end_turn")
    assert unit.left()["shown"] == 0, "the number of the last player is no one else's"
    unit.do("press", key="build")
    unit.do("build", who="B", deed=39, piece="residential_block", n=2)


def test_an_undone_turn_can_press_again_instead_of_being_stuck(mine: Callable[..., Unit]) -> None:
    unit = mine(2, 3, 1)
    unit.do("end_turn")
    assert unit.build() == 2
    unit.do("undo")
    assert unit.left()["shown"] == 0
    assert unit.build() == 3, "Ben's number is not Anna's"
    unit.do("build", who="A", deed=14, piece="residential_block", n=3)


def test_undo_of_a_building_keeps_what_was_drawn(mine: Callable[..., Unit]) -> None:
    unit = mine(2, 3)
    unit.build()
    unit.do("build", who="A", deed=14, piece="residential_block", n=2)
    unit.do("undo")
    assert unit.build() == 2 and unit.left()["left"] == 2


def test_c83_the_light_times_a_deal_and_books_nothing(mine: Callable[..., Unit]) -> None:
    unit = mine()
    booked = [entry for entry in unit.game.book if not entry.reason.startswith("unit")]
    assert unit.do("press", key="auction")["answer"]["left_ms"] == 50_000
    unit.do("advance", ms=60_000)
    later = [entry for entry in unit.game.book if not entry.reason.startswith("unit")]
    assert later == booked
    gives = {"deeds": [14]}
    unit.do("offer", a="A", b="B", a_gives=gives, b_gives={"cash": 1_000_000}, ms=50_000)
    unit.do("advance", ms=50_000)
    assert unit.do("state")["answer"]["offers"] == []
    assert unit.ask("accept", offer=1)["code"] == "no_offer"
    assert unit.do("ledger", n=1)["answer"]["ledger"][0]["text"] == "The deal A offered B is off"
    assert unit.do("state")["answer"]["deeds"]["14"]["owner"] == "A"


def test_c83_an_auction_cancelled_is_logged_and_void(mine: Callable[..., Unit]) -> None:
    unit = mine()
    unit.do("auction", deed=1, who="A", bid=10_000)
    unit.do("advance", ms=20_000)
    assert unit.do("cancel")["entry"]["text"] == "The auction is void"
    unit.do("advance", ms=60_000)
    assert unit.do("state")["answer"]["deeds"]["1"]["owner"] is None


def test_c103_every_press_shows_exactly_one_of_four_results_evenly() -> None:
    unit = Unit(below=random.Random(7).randrange)
    counts = {1: 0, 2: 0, 3: 0, 4: 0}
    presses = 600
    for _ in range(presses):
        counts[unit.do("press", key="build")["answer"]["result"]] += 1
        unit.do("end_turn")
    even = presses / 4
    chi_square = sum((n - even) ** 2 / even for n in counts.values())
    assert chi_square < 16.27, "p > 0.001 at three degrees of freedom"


def test_one_number_a_turn_whatever_is_undone_or_redone(mine: Callable[..., Unit]) -> None:
    unit = mine(2, 3, 1)
    assert unit.build() == 2
    unit.do("build", who="A", deed=14, piece="residential_block", n=1)
    unit.do("end_turn")
    assert unit.build() == 3
    unit.do("build", who="B", deed=39, piece="residential_block", n=2)
    for _ in range(2):
        unit.do("undo")
        unit.do("undo")
        assert unit.left() == {"shown": 2, "left": 1, "railroad": False}
        assert unit.build() == 2, "Anna's number, not a new one"
        unit.do("redo")
        assert unit.build() == 3 and unit.left()["left"] == 3
        unit.do("redo")
        assert unit.left()["left"] == 1
    unit.do("end_turn")
    assert unit.build() == 1, "Anna's next turn draws anew"


def test_a_turn_begun_and_undone_leaves_the_number_before_it(mine: Callable[..., Unit]) -> None:
    unit = mine(2, 3)
    assert unit.build() == 2
    unit.do("roll", who="B", dice=[1, 1])
    unit.do("undo")
    unit.do("build", who="A", deed=14, piece="residential_block", n=2)
    unit.do("end_turn")
    assert unit.build() == 3


def test_a_double_undone_and_done_again_keeps_both_numbers(mine: Callable[..., Unit]) -> None:
    unit = mine(1, 2)
    unit.do("end_turn")
    unit.do("roll", dice=[5, 5])
    assert unit.build() == 1
    unit.do("roll", dice=[4, 6])
    assert unit.build() == 2
    unit.do("undo")
    assert unit.left()["shown"] == 1
    unit.do("redo")
    assert unit.left()["shown"] == 2


def test_a_turn_taken_back_for_somebody_else_draws_anew(mine: Callable[..., Unit]) -> None:
    unit = mine(2, 3, 1)
    assert unit.build() == 2
    unit.do("land", who="B", pos=10)
    assert unit.build() == 3
    unit.do("undo")
    unit.do("land", who="A", pos=20)
    assert unit.left()["shown"] == 2, "it is still Anna's turn"


def test_a_paused_table_shows_nobody_the_number_of_another(mine: Callable[..., Unit]) -> None:
    unit = mine(2, 3)
    assert unit.build() == 2
    unit.session._session.command("pause")
    unit.do("end_turn")
    unit.session._session.command("resume")
    assert unit.build() == 3
    unit.do("build", who="B", deed=39, piece="residential_block", n=3)
