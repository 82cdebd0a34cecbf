"""An evening in the city by real touches on the real session: the unit, the sheet, the auction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.storage.library import NewGame
from companion.unit.unit import RAILROAD, Phase
from tests.ui.test_flow import Table, table

NAMES = ("Anna", "Ben", "Cleo")


class City(Table):
    """A game on the table; every touch is counted."""

    touches = 0

    def advance(self, ms: int) -> None:
        """Time goes on; what a page then asks of the session is answered too."""
        super().advance(ms)
        super().advance(0)
        super().advance(0)

    def tap(self, name: str) -> None:
        self.touches += 1
        self.advance(500)
        super().tap(name)

    def tap_at(self, widget: Any) -> None:
        """A touch on a widget, half a second after the last one."""
        self.touches += 1
        self.advance(500)
        self.stage.clock.advance(200)
        finger = self.stage.finger(widget).down()
        self.advance(60)
        finger.up()
        self.advance(0)
        self.stage.clock.advance(200)

    def ask(self, do: str, **fields: Any) -> None:
        """What somebody did before the touches that count."""
        answers: list[Any] = []
        self.parts.frontend.ask({"do": do, **fields}, "", answers.append)
        self.advance(0)
        assert answers[0].refused is None, answers[0].refused

    def land(self, pos: int) -> None:
        """A touch on a deed of the table."""
        self.tap_at(self.page._tiles[pos])

    @property
    def game(self) -> Any:
        return self.parts.session.game

    @property
    def page(self) -> Any:
        return self.stage.root.page

    @property
    def at(self) -> str:
        return str(self.stage.root.page_id)

    def on(self, pos: int) -> dict[str, int]:
        found: dict[str, int] = self.game.rules.pieces_on(self.game.book, pos)
        return found

    def build_until(self, *results: int) -> None:
        """Turns go by until Build shows one of ``results``."""
        for _ in range(40):
            self.stage.root.open("unit")
            self.touches = 0
            self.tap("BUILD")
            self.advance(1_000)
            if self.unit.result in results:
                return
            self.ask("end_turn")
        raise AssertionError(f"none of {results} in 40 turns")


@contextmanager
def city(data: Path) -> Iterator[City]:
    with table(data) as play:
        said: list[str] = []
        setup = NewGame("city_us", NAMES, 0, (), "City")
        play.parts.frontend.new_game(setup, said.append)
        played = City(play.stage, play.parts, play.clock)
        played.advance(0)
        assert said == [""]
        play.stage.root.open("table")
        played.advance(500)
        yield played


def test_two_blocks_on_a_district_take_four_touches_from_build(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        for who, pos in zip("ABC", (11, 16, 24), strict=True):
            play.ask("land", who=who, pos=pos)
            play.ask("buy", who=who, deed=pos)
            play.ask("end_turn")
        play.build_until(2, 3)
        assert play.at == "build", "the sheet opens by itself when the light stops"
        shown = play.unit.result
        name, pos = {"A": ("Old Town", 11), "B": ("Shine Village", 16), "C": ("Middleton", 24)}[
            play.game.book.fact("turn")
        ]
        play.tap(f"{name} residential_block +")
        play.tap(f"{name} residential_block +")
        words = "Build 2 blocks for 3M" if pos == 24 else "Build 2 blocks for 2M"
        play.tap(words)
        assert play.touches <= 5
        assert play.touches == 4
        assert play.on(pos) == {"residential_block": 2}
        assert play.at == "table"
        left = play.parts.session.view.game.extra.left  # type: ignore[union-attr]
        assert left == shown - 2
        play.stage.root.open("unit")
        play.tap("BUILD")
        play.advance(1_000)
        assert play.unit.result == shown, "once a turn"
        assert any("once a turn" in words for words in play.read())


def test_a_railroad_takes_two_touches_and_is_free(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        cash = play.game.rules.cash(play.game.book, "A")
        play.build_until(RAILROAD)
        assert play.at == "rails"
        play.tap_at(play.page.ids.grid.cell(39))
        assert play.touches == 2
        assert play.on(39) == {"railroad": 1}
        assert play.at == "table"
        assert play.game.rules.cash(play.game.book, "A") == cash


def test_a_table_with_a_unit_of_its_own_comes_to_the_blocks_whatever_ours_shows(
    tmp_path: Path,
) -> None:
    with city(tmp_path) as play:
        play.ask("option", name="unit_limits", value=False)
        play.build_until(1, 2, 3)
        assert play.at == "build" and "Railroad line" not in play.read()


def test_auction_without_a_landing_asks_which_and_the_clock_books_the_winner(
    tmp_path: Path,
) -> None:
    with city(tmp_path) as play:
        play.stage.root.open("unit")
        play.tap("AUCTION")
        assert play.unit.phase is Phase.AUCTION
        assert play.at == "which"
        play.tap_at(play.page.ids.grid.cell(37))
        assert play.at == "auction"
        assert play.unit.seconds == 50, "the light starts anew with the bidding"
        play.tap_at(play.page._buttons[1][0])
        assert "10K" in play.read()
        play.advance(49_000)
        play.advance(2_000)
        assert play.game.rules.owner(play.game.book, 37) == "B"
        assert play.at == "table"
        assert {"SOLD", "Fortune Valley", "Ben", "for 10K"} <= play.read()


def test_a_deal_by_the_light_that_times_out_books_nothing(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        booked = len(play.game.book)
        play.stage.root.open("unit")
        play.tap("AUCTION")
        play.tap("A deal")
        assert play.at == "deal"
        assert any("light gives" in words for words in play.read())
        play.advance(51_000)
        assert play.at == "table"
        assert any("no deal" in words for words in play.read())
        assert {entry.reason[:4] for entry in play.game.book.entries[booked:]} == {"unit"}


def test_a_landing_on_auction_is_prefilled(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        play.advance(500)
        play.land(24)
        assert play.at == "landing"
        play.tap("Do not buy: auction")
        assert play.at == "auction"
        assert "Middleton" in play.read()


def test_planning_permission_is_two_choices_then_the_district(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        play.ask("land", who="B", pos=11)
        play.ask("buy", who="B", deed=11)
        play.ask("end_turn")
        play.tap("Planning")
        assert play.at == "planning"
        play.tap("prison")
        play.tap_at(play.page.ids.grid.cell(11))
        assert play.on(11) == {"prison": 1}
        assert play.at == "table"


def test_after_a_double_the_unit_is_free_again(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        play.land(11)
        play.tap("Buy for 1.4M")
        play.stage.root.open("unit")
        play.tap("BUILD")
        play.advance(1_000)
        play.stage.root.open("table")
        play.tap("dice")
        play.tap("It was a double: once more")
        assert play.game.book.fact("turn") == "A"
        assert play.unit.phase is Phase.IDLE
        play.stage.root.open("unit")
        play.tap("BUILD")
        play.advance(1_000)
        assert play.unit.phase is Phase.SHOWN
        assert play.at in ("build", "rails")
