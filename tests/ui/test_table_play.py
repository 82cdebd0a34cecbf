"""An evening at the glass: the usual things counted in touches, on the real session and journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.clock import ManualClock
from companion.core.book import MONEY
from companion.core.game import Game
from companion.core.requests import parse
from companion.core.state import table_state
from companion.core.unit import Phase
from companion.keeper import Answer
from companion.library import NewGame
from companion.session import advance
from companion.wiring import Options, Parts, build
from tests.ui.stage import Stage, stage

NAMES = ("Anna", "Ben", "Cleo", "Dan")


class Evening:
    """A classic game on the whole program, its clock moved by hand; ``touches`` are counted."""

    def __init__(self, made: Stage, parts: Parts, clock: ManualClock) -> None:
        self.stage, self.parts, self.clock = made, parts, clock
        self.touches = 0

    def begin(self, **options: Any) -> None:
        """A new game of four, the table open."""
        said: list[str] = []
        setup = NewGame("classic_us", NAMES, options=tuple(options.items()))
        self.parts.desk.new_game(setup, said.append)
        self.advance(0)
        assert said == [""]
        self.stage.root.open("table")
        self.settle()

    def settle(self) -> None:
        self.stage.frames(3)
        self.stage.clock.advance(400)
        self.touches = 0

    def advance(self, ms: int) -> None:
        """Play on for ``ms``; what the screen asks of the session is answered."""
        advance(self.parts.session, self.clock, ms)
        for _ in range(3):
            self.stage.frames(1)
            self.parts.session.step()
        self.stage.frames(1)

    def key(self, digits: str) -> None:
        """Digits on the pad that is open."""
        for digit in digits:
            pad = self.stage.root.sheet.ids.pad
            self.tap(next(b for b in pad.ids.grid.children if b.text == digit))

    def tap(self, what: Any) -> None:
        """One touch: a deed by its position, anything else by its words or icon."""
        at = self.page._tiles[what] if isinstance(what, int) else what
        finger = self.stage.finger(self.stage.button(at) if isinstance(at, str) else at)
        finger.down()
        self.stage.clock.advance(60)
        finger.up()
        self.advance(60)
        self.stage.clock.advance(400)
        self.touches += 1

    def ask(self, do: str, **request: Any) -> None:
        """Something that was done before the touches that count."""
        answers: list[Answer] = []
        ends = {"source": "from", "target": "to"}
        data = {ends.get(name, name): value for name, value in request.items()}
        self.parts.session.ask(parse({"do": do, **data}), answers.append)
        self.advance(0)
        assert answers[0].refused is None, answers[0].refused
        self.settle()

    @property
    def page(self) -> Any:
        return self.stage.root.page

    @property
    def page_id(self) -> str:
        return str(self.stage.root.page_id)

    @property
    def game(self) -> Game:
        game = self.parts.session.game
        assert game is not None
        return game

    def cash(self, who: str) -> int:
        return self.game.book.held(who, MONEY)

    def read(self) -> set[str]:
        from tests.ui.layout import seen

        return {w.text for w in seen(self.stage.root) if getattr(w, "text", "")}


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Evening]:
    clock = ManualClock(5_000_000)
    parts = build(Options(tmp_path, seed=1, lang="en"), clock=clock, threaded=False)
    parts.session.open()
    advance(parts.session, clock, 400)
    try:
        with stage(desk=parts.desk) as made:
            evening = Evening(made, parts, clock)
            evening.begin()
            yield evening
    finally:
        parts.session.close()
        parts.session.step()
        parts.close_folder()


# --- touches -------------------------------------------------------------------------------


def test_buying_takes_two_touches(play: Evening) -> None:
    play.tap(39)
    play.tap("Buy for 400")
    assert play.touches == 2
    assert (play.cash("A"), play.game.rules.owner(play.game.book, 39)) == (1_100, "A")
    assert play.page_id == "table"


def test_paying_rent_takes_two_touches(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    assert {"Anna pays Ben rent", "16"} <= play.read()
    play.tap("Pay 16 to Ben")
    assert play.touches == 2
    assert (play.cash("A"), play.cash("B")) == (1_484, 1_316)


def test_passing_go_takes_one_touch(play: Evening) -> None:
    play.tap("Pass GO")
    assert play.touches == 1
    assert play.cash("A") == 1_700


def test_a_house_takes_three_touches(play: Evening) -> None:
    for pos in (6, 8, 9):
        play.ask("buy", who="A", deed=pos)
    play.tap("seat A")
    play.tap("Build and mortgage")
    play.tap(build_button(play, "Oriental Avenue"))
    assert play.touches == 3
    assert play.game.rules.level(play.game.book, 6) == 1
    assert play.cash("A") == 1_500 - 100 - 100 - 120 - 50


def test_undo_takes_one_touch_and_c10_the_log_shows_both(play: Evening) -> None:
    play.ask("pay", source="A", target="B", amount=200)
    before = table_state(play.game)["cash"]
    assert (before["A"], before["B"]) == (1_300, 1_700)
    play.tap("Undo")
    assert play.touches == 1
    assert (play.cash("A"), play.cash("B")) == (1_500, 1_500)
    assert [entry.reason for entry in play.game.book.entries][-2:] == ["pay", "undo"]


def test_a_bid_takes_one_touch_and_any_other_two_and_the_pad(play: Evening) -> None:
    play.tap(24)
    play.tap("Do not buy: auction")
    play.settle()
    play.tap(bid_button(play, "C", 1))
    assert play.touches == 1
    assert play.page.high == "20"
    play.tap(bid_button(play, "B", 0))
    assert play.page.high == "21"
    assert {"20 Cleo · 21 Ben"} <= play.read()


def build_button(play: Evening, name: str) -> Any:
    row = next(row for row in play.page.ids.list.rows.children if row.name == name)
    return next(b for b in row.ids.buttons.children if b.text == "Build house")


def bid_button(play: Evening, letter: str, number: int) -> Any:
    at = [card.letter for card in play.page._cards].index(letter)
    return play.page._buttons[at][number]


# --- landings ------------------------------------------------------------------------------


def test_c28_a_utility_asks_for_the_dice(play: Evening) -> None:
    """Seven on one utility is 28; 1 and 13 are not offered."""
    play.ask("buy", who="B", deed=12)
    play.tap(12)
    offered = {text for text in play.read() if text.isdigit() and int(text) < 14}
    assert {str(total) for total in range(2, 13)} <= offered
    assert not {"1", "13"} & {b.text for b in play.page.ids.dice.children}
    play.tap("7")
    play.tap("Pay 28 to Ben")
    assert (play.cash("A"), play.cash("B")) == (1_472, 1_378)


def test_a_card_doubles_the_station(play: Evening) -> None:
    for pos in (5, 15):
        play.ask("buy", who="B", deed=pos)
    before = play.cash("B")
    play.tap(5)
    play.tap("Card says × 2")
    play.tap("Pay 100 to Ben")
    assert play.cash("B") - before == 100


def test_a_card_multiplies_the_dice_by_ten(play: Evening) -> None:
    play.ask("buy", who="B", deed=12)
    play.tap(12)
    play.tap("Card says × 10")
    play.tap("7")
    play.tap("Pay 70 to Ben")
    assert play.cash("A") == 1_430


def test_no_rent_asked_closes_the_landing(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    play.tap("No rent asked")
    assert play.cash("A") == 1_500
    assert play.page_id == "table"
    assert play.game.book.fact("rent") is None


def test_c07_another_amount_is_the_one_on_the_pad_and_never_nothing(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    play.tap("Another amount")
    assert not play.stage.find(kind="usual", text="Pay").enabled
    play.key("150")
    play.tap(play.stage.find(kind="usual", text="Pay"))
    assert (play.cash("A"), play.cash("B")) == (1_350, 1_450)
    assert play.game.book.entries[-1].detail["amount"] == 150


def test_tax_is_paid_with_two_touches(play: Evening) -> None:
    play.tap("Income Tax")
    play.tap("Pay 200")
    assert play.touches == 2
    assert play.cash("A") == 1_300


def test_a_landing_by_mistake_is_taken_back(play: Evening) -> None:
    play.tap(39)
    play.tap("Undo the landing")
    assert play.page_id == "table"
    assert play.game.book.fact("offer_buy") is None
    assert play.game.book.fact("at:A") == 0


def test_a_rent_beyond_the_cash_opens_the_debt_and_where_to_raise_it(play: Evening) -> None:
    play.ask("buy", who="B", deed=39)
    play.ask("pay", source="A", target="bank", amount=1_490)
    play.tap(39)
    play.tap("Pay 50 to Ben")
    assert play.page_id == "raise"
    assert table_state(play.game)["debts"][0]["amount"] == 50
    assert (play.cash("A"), play.cash("B")) == (10, 1_100)


def test_going_to_jail_and_paying_out_of_it(play: Evening) -> None:
    play.tap("Go to jail")
    for _ in NAMES:
        play.tap(play.page.ids.next)
    assert "Anna is in jail" in play.read()
    play.tap("Out of jail…")
    play.tap("Pay 50 and roll")
    assert play.cash("A") == 1_450
    assert play.game.book.fact("jail:A") is None


def test_dice_lead_to_the_landing_by_themselves(play: Evening) -> None:
    """5 and 4 from GO is Connecticut Avenue, 120."""
    play.tap("dice")
    play.tap("die 1: 5")
    play.tap("die 2: 4")
    play.tap("Go 5 + 4")
    assert play.page_id == "landing"
    play.tap("Buy for 120")
    assert play.game.rules.owner(play.game.book, 9) == "A"


def test_a_card_by_its_effect(play: Evening) -> None:
    play.tap("Card")
    play.tap("Everybody pays Anna")
    play.key("10")
    play.tap("Book it")
    assert [play.cash(who) for who in "ABCD"] == [1_530, 1_490, 1_490, 1_490]


def test_a_card_that_moves_the_token_pays_go_on_the_way(play: Evening) -> None:
    play.ask("land", who="A", pos=20)
    play.tap("Card")
    play.tap("Go to a space")
    play.tap(6)
    assert play.page_id == "landing"
    assert play.cash("A") == 1_700


def test_my_card_says_another_rent_and_it_is_kept(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    play.tap("card")
    play.tap(play.stage.find(text="Rent", under="16"))
    play.key("18")
    play.tap("My card says so")
    assert play.game.rules.at(play.game.book).deeds[19].rents[0] == 18


def test_the_yellow_button_is_the_next_step(play: Evening) -> None:
    button = play.page.ids.next
    assert (button.text, button.kind) == ("End turn", "plain")
    play.tap("Free parking")
    assert (button.text, button.kind) == ("End turn", "usual")
    play.tap(button)
    assert play.game.book.fact("turn") == "B"
    assert "Ben landed on…" in play.read()


def test_what_is_open_is_asked_again_from_the_table(play: Evening) -> None:
    play.tap(39)
    play.stage.root.open("table")
    play.settle()
    play.tap("Buy Boardwalk?")
    assert play.page_id == "landing"
    play.tap("Buy for 400")
    assert play.cash("A") == 1_100


# --- auctions ------------------------------------------------------------------------------


def test_c74_the_auction_runs_on_the_units_clock_to_the_hammer(play: Evening) -> None:
    play.tap(24)
    play.tap("Do not buy: auction")
    assert play.page_id == "auction"
    assert play.parts.session.view.unit.phase is Phase.AUCTION
    play.tap(bid_button(play, "A", 0))
    assert play.page.seconds == "50"
    play.advance(20_000)
    assert int(play.page.seconds) in (29, 30)
    play.tap(bid_button(play, "D", 1))
    play.advance(31_000)
    assert play.game.rules.owner(play.game.book, 24) == "D"
    assert play.cash("D") == 1_480
    assert play.page_id == "table"


def test_c80_who_cannot_bid_is_shown_as_out(play: Evening) -> None:
    play.ask("pay", source="D", target="bank", amount=1_460)
    play.tap(24)
    play.tap("Do not buy: auction")
    play.tap(bid_button(play, "A", 2))
    dan = play.page._cards[3]
    assert dan.out
    assert dan.limit == "out: up to 40"
    assert not any(bid_button(play, "D", number).enabled for number in range(4))


def test_c77_the_leader_cannot_overbid_himself_or_the_limit(play: Evening) -> None:
    play.ask("pay", source="B", target="bank", amount=1_475)
    play.tap(24)
    play.tap("Do not buy: auction")
    play.tap(bid_button(play, "B", 1))
    assert not any(bid_button(play, "B", number).enabled for number in range(4))
    play.tap(bid_button(play, "A", 0))
    assert [bid_button(play, "B", number).enabled for number in range(4)] == [
        True, False, False, True,
    ]  # fmt: skip


def test_nobody_bids_and_it_stays_with_the_bank(play: Evening) -> None:
    play.tap(24)
    play.tap("Do not buy: auction")
    play.tap("Nobody bids")
    assert play.game.rules.owner(play.game.book, 24) == ""
    assert play.page_id == "table"


def test_c83_a_cancelled_auction_books_nothing(play: Evening) -> None:
    play.tap(24)
    play.tap("Do not buy: auction")
    play.tap(bid_button(play, "A", 0))
    play.tap("Cancel")
    assert play.cash("A") == 1_500
    assert play.game.book.fact("auction") is None
    assert play.parts.session.view.unit.phase is not Phase.AUCTION


# --- buildings -----------------------------------------------------------------------------


def test_uneven_building_says_why_and_books_nothing(play: Evening) -> None:
    for pos in (6, 8, 9):
        play.ask("buy", who="A", deed=pos)
    play.ask("build", who="A", lots=[{"deed": 6, "n": 1}])
    entries = len(play.game.book)
    play.tap("seat A")
    play.tap("Build and mortgage")
    play.tap(build_button(play, "Oriental Avenue"))
    assert "uneven" in play.stage.root.notice
    assert play.game.rules.level(play.game.book, 6) == 1
    assert len([e for e in play.game.book.entries if e.reason == "build"]) == 1
    assert entries <= len(play.game.book)


def test_mortgaging_and_lifting_a_deed(play: Evening) -> None:
    play.ask("buy", who="A", deed=39)
    play.tap("seat A")
    play.tap("Build and mortgage")
    play.tap("Mortgage")
    assert play.cash("A") == 1_300
    play.tap("Lift")
    assert play.cash("A") == 1_080


def test_transfer_between_any_two(play: Evening) -> None:
    play.tap("Transfer")
    play.tap("source C")
    play.tap("target D")
    play.key("75")
    play.tap(play.stage.find(kind="usual", text="Pay"))
    assert (play.cash("C"), play.cash("D")) == (1_425, 1_575)
    assert play.stage.root.sheet is None


def test_a_double_tap_books_once(play: Evening) -> None:
    """The same finger reported by two drivers."""
    button = play.stage.button("Pass GO")
    one, other = play.stage.finger(button), play.stage.finger(button, "mouse")
    one.down()
    other.down()
    one.up()
    other.up()
    play.advance(0)
    assert play.cash("A") == 1_700
