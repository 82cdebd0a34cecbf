"""Auctions (cases C74 to C82), and time in the ledger."""

from __future__ import annotations

import pytest

from companion.core.game import Game
from tests.core.table import Table, bidders


def test_c74_a_declined_deed_is_auctioned_and_the_decliner_may_bid() -> None:
    table = Table()
    table.do("land", who="A", pos=24)
    table.do("decline")
    assert [one["who"] for one in bidders(table.game) if not one["out"]] == ["A", "B", "C"]
    assert table.no("bid", who="B", amount=9).code == "too_low"
    table.do("bid", who="B", amount=10)
    table.do("bid", who="A", amount=11)
    assert table.no("bid", who="C", amount=10).code == "too_low"
    assert table.no("bid", who="A", amount=12).code == "leads"
    table.do("close")
    assert table.owner(24) == "A" and table.cash("A") == 1489


def test_c74_without_a_bid_it_stays_with_the_bank() -> None:
    table = Table()
    table.do("land", who="A", pos=24)
    table.do("decline")
    assert table.tick(60_000) == ["unsold"]
    assert table.owner(24) == "" and table.game.book.held("bank", "deed:24") == 1


def test_a_landing_on_a_free_deed_must_be_bought_or_auctioned() -> None:
    table = Table()
    table.do("land", who="A", pos=24)
    for do, fields in (
        ("end_turn", {}),
        ("land", {"who": "B", "pos": 1}),
        ("land", {"who": "A", "pos": 10}),
        ("goto", {"who": "A", "pos": 10}),
    ):
        assert table.no(do, **fields).code == "offer_open"
    table.do("auction", deed=24)
    assert table.no("end_turn").code == "auction_running"
    table.do("cancel")
    table.do("end_turn")


@pytest.mark.parametrize(("at", "counts"), [(49_900, True), (50_100, False)])
def test_a_bid_counts_until_the_light_goes_out(at: int, counts: bool) -> None:
    table = Table()
    opened = table.do("auction", deed=24).at
    table.now = opened + at - 1000
    if counts:
        table.do("bid", who="A", amount=10)
        assert table.tick(opened + 50_000) == ["sold"] and table.owner(24) == "A"
    else:
        assert table.no("bid", who="A", amount=10).code == "too_late"


def test_c76_the_winner_cannot_pay() -> None:
    table = Table(bids_beyond_means=True)
    table.own("A", 6)
    table.cash("A", 300)
    table.do("auction", deed=39)
    table.do("bid", who="A", amount=400)
    table.do("close")
    assert table.cash("A") == 0 and table.owner(39) == ""
    debt = table.state()["debts"][0]
    assert (debt["who"], debt["to"], debt["amount"]) == ("A", "bank", 100)
    assert table.no("mortgage", who="A", deed=39).code == "not_owner"
    assert table.no("buy", who="B", deed=39).code == "pledged"
    table.do("end_turn", confirm=True)
    table.do("land", who="B", pos=39)
    assert table.state()["open"] is None, "it is sold, though not yet paid for"
    table.do("bankrupt", who="A")
    assert set(table.state()["queue"]) == {6, 39}
    table.do("auction", deed=39)
    assert [one["who"] for one in bidders(table.game) if not one["out"]] == ["B", "C"]


def test_c76_what_is_missing_can_be_raised_and_the_deed_handed_over() -> None:
    table = Table()
    table.own("A", 5, 15)
    table.cash("A", 300)
    table.do("auction", deed=39)
    entry = table.do("bid", who="A", amount=400)
    assert entry.detail["beyond_cash"] == 100
    table.do("close")
    assert table.no("settle", who="A").code == "not_enough_cash"
    table.do("mortgage", who="A", deed=5)
    table.do("settle", who="A")
    assert table.owner(39) == "A" and table.cash("A") == 0


def test_c77_money_bid_is_not_spent_elsewhere() -> None:
    table = Table()
    table.own("A", 1)
    table.mortgage("A", 1)
    table.cash("A", 300)
    table.do("auction", deed=39)
    table.do("bid", who="A", amount=300)
    assert table.no("pay", **{"from": "A", "to": "B", "amount": 1}).code == "bid_holds"
    assert table.no("lift", who="A", deed=1).code == "bid_holds"
    table.do("bid", who="B", amount=301)
    table.do("lift", who="A", deed=1)


def test_c79_a_late_bid_leaves_five_seconds_up_to_the_cap() -> None:
    table = Table(late_bid_cap_s=58)
    opened = table.do("auction", deed=39).at
    for at, who, amount, ends in (
        (10_000, "A", 10, 50_000),
        (47_000, "B", 11, 52_000),
        (51_000, "A", 12, 56_000),
        (55_000, "B", 13, 58_000),
        (57_500, "A", 14, 58_000),
    ):
        table.now = opened + at - 1000
        table.do("bid", who=who, amount=amount)
        assert table.game.next_deadline() == opened + ends
    plain = Table()
    opened = plain.do("auction", deed=39).at
    plain.now = opened + 46_000
    plain.do("bid", who="A", amount=10)
    assert plain.game.next_deadline() == opened + 50_000


def test_c80_who_cannot_bid_is_out_without_a_tap() -> None:
    table = Table("ABCD")
    table.cash("D", 40)
    table.do("auction", deed=39)
    table.do("bid", who="A", amount=59)
    assert [one["out"] for one in bidders(table.game)] == [False, False, False, True]


def test_c82_bids_are_kept_with_bidder_and_moment() -> None:
    table = Table()
    table.do("auction", deed=39)
    table.do("bid", who="A", amount=10)
    table.do("bid", who="B", amount=30)
    assert table.state()["auction"]["bids"] == [["A", 10, 2000], ["B", 30, 3000]]
    sold = table.do("close")
    assert (sold.detail["who"], sold.detail["amount"]) == ("B", 30)


@pytest.mark.parametrize("late", [0, 150_000])
def test_an_auction_brought_back_after_its_time_starts_its_clock_afresh(late: int) -> None:
    table = Table()
    ends = table.do("auction", deed=39).at + 50_000
    table.do("bid", who="A", amount=10)
    assert table.tick(ends) == ["sold"]
    before = table.game.book.state()
    table.now = ends + late - 1000
    table.do("undo")
    assert table.game.next_deadline() == ends + late + 50_000 and table.owner(39) == ""
    table.do("redo")
    assert table.game.book.state() == before
    again = Game(table.rules, table.game.book)
    assert again.book.state() == before and again.can_undo() == table.game.can_undo()


def test_an_offer_can_be_accepted_until_its_clock_is_out() -> None:
    table = Table()
    ends = table.do("offer", a="A", b="B", a_gives={"cash": 5}, b_gives={}, ms=50_000).at + 50_000
    table.now = ends - 1000
    assert table.no("accept", offer=1).code == "too_late"
    table.now = ends - 1001
    table.do("accept", offer=1)
    assert (table.cash("A"), table.cash("B")) == (1495, 1505)


def test_what_ends_first_is_met_first() -> None:
    table = Table(time_limit_min=1)
    for ms in (20_000, 10_000):
        table.do("offer", a="A", b="B", a_gives={"cash": 5}, b_gives={"deeds": []}, ms=ms)
    assert table.game.next_deadline() == 2_000 + 10_000
    assert table.tick(70_000) == ["withdraw", "withdraw", "time_up"]
    assert [entry.detail.get("offer") for entry in table.game.book][-3:] == [2, 1, None]
    assert [entry.at for entry in table.game.book][-3:] == [12_000, 21_000, 60_000]


def test_time_in_the_ledger_never_goes_back() -> None:
    """An auction's end is looked at late, when something else is booked already."""
    table = Table(time_limit_min=1)
    table.do("auction", deed=39)
    table.now = 70_000
    table.pay("B", "C", 5)
    table.now = 10_000
    table.pay("C", "B", 5)
    table.do("undo")
    table.do("redo")
    assert table.tick(200_000) == ["unsold", "time_up"]
    assert [entry.at for entry in table.game.book] == [0, 1000, 71_000, 71_000, 71_000, 71_000,
                                                       71_000, 71_000]  # fmt: skip
