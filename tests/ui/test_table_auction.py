"""Auctions, buildings and transfers at the glass, on the real session and journal."""

from __future__ import annotations

from companion.core.queries import table_state
from companion.unit.unit import Phase
from tests.ui.glass import Evening, bid_button, build_button

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
    play.tap("Lift mortgage")
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


def test_the_last_house_is_wanted_by_two_and_auctioned(play: Evening) -> None:
    """31 of 32 houses stand; Anna and Ben both wait for the last one."""
    for pos in (1, 3):
        play.ask("buy", who="A", deed=pos)
    for pos in (6, 8, 9):
        play.ask("buy", who="B", deed=pos)
    for who, deeds in (("C", (11, 13, 14, 16, 18, 19)), ("D", (21, 23, 24))):
        play.ask("pay", source="bank", target=who, amount=9_000)
        for pos in deeds:
            play.ask("buy", who=who, deed=pos)
    four = [{"deed": pos, "n": 4} for pos in (11, 13, 14, 16)]
    play.ask("build", who="C", lots=four[:3])
    play.ask("build", who="C", lots=[{"deed": pos, "n": 3} for pos in (16, 18, 19)])
    play.ask("build", who="D", lots=[{"deed": pos, "n": 3} for pos in (21, 23, 24)])
    play.ask("build", who="A", lots=[{"deed": 1, "n": 1}])
    assert table_state(play.game)["stock"]["house"] == 1
    play.ask("want", who="A", deed=3)
    play.ask("want", who="B", deed=6)
    play.tap("Auction a building")
    assert play.page_id == "auction"
    assert "house" in play.read()
    cheapest = play.page.auction.least.value
    assert cheapest == 50
    play.tap(bid_button(play, "B", 0))
    play.tap("Sold to Ben")
    assert play.game.rules.level(play.game.book, 6) == 1


def test_the_banks_line_of_auctions_is_the_next_step(play: Evening) -> None:
    """Dan goes bankrupt to the bank with two deeds: each is auctioned, then play goes on."""
    for pos in (1, 3):
        play.ask("buy", who="D", deed=pos)
    play.ask("pay", source="D", target="bank", amount=play.cash("D"))
    play.ask("pay", source="D", target="bank", amount=900, reason="tax")
    play.tap("Dan owes 900")
    assert play.page_id == "raise"
    play.ask("bankrupt", who="D")
    play.stage.root.open("table")
    play.settle()
    play.tap("Auction next: Mediterranean Avenue")
    play.tap(bid_button(play, "A", 0))
    play.tap("Sold to Anna")
    play.tap("Auction next: Baltic Avenue")
    play.tap("Nobody bids")
    assert play.game.rules.owner(play.game.book, 1) == "A"
    assert play.page.ids.next.text == "End turn"
    dan = play.page._seats[3]
    assert (dan.out, dan.under) == (True, "bankrupt · place 4")
