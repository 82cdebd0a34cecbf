"""Auctions (cases C74 to C82), debts and bankruptcies (C85 to C101), and how games end."""

from __future__ import annotations

import pytest

from companion.core.game import Game
from companion.core.ledger_text import sentence
from tests.core.table import Table, allowed, bidders, standings


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
    for do, fields in (("end_turn", {}), ("land", {"who": "B", "pos": 1})):
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


# --- debts ---------------------------------------------------------------------------------


def reds(table: Table) -> None:
    """C86: cash 50, three reds with two houses each."""
    table.own("A", 21, 23, 24)
    table.build("A", _21=2, _23=2, _24=2)
    table.cash("A", 50)


def test_c86_what_can_be_raised_is_840() -> None:
    table = Table()
    reds(table)
    assert table.ways("A")["total"] == 840
    table.own("B", 37, 39)
    table.do("land", who="A", pos=39)
    table.do("rent", amount=750)
    assert table.no("bankrupt", who="A").facts["means"] == 840
    assert table.ways("A")["left"] == 90
    table.do("sell", who="A", group="red")
    for deed in (21, 23, 24):
        table.do("mortgage", who="A", deed=deed)
    table.do("settle", who="A")
    assert table.cash("A") == 90 and table.state()["debts"] == []


def debtor(table: Table, amount: int = 750) -> None:
    table.pay("A", "B", amount, reason="rent")
    assert table.state()["debts"][0]["amount"] == amount


def test_c89_only_an_explicit_bankruptcy_ends_somebody() -> None:
    table = Table()
    table.cash("A", 0)
    debtor(table)
    for do, fields in (("settle", {"who": "A"}), ("end_turn", {}), ("rent", {})):
        table.no(do, **fields)
    assert table.state()["out"] == []
    table.do("bankrupt", who="A")
    assert table.state()["out"] == ["A"]


def test_a_balance_of_zero_is_not_bankrupt() -> None:
    table = Table()
    table.cash("A", 50)
    table.pay("A", "B", 50, reason="rent")
    assert table.cash("A") == 0 and table.state()["debts"] == [] and table.state()["out"] == []


def test_c94_in_debt_nothing_is_given_away() -> None:
    table = Table()
    table.own("A", 39)
    table.cash("A", 100)
    debtor(table)
    cheap = {"a": "A", "b": "C", "a_gives": {"deeds": [39]}}
    for price in (0, 1, 199):
        refused = table.no("deal", **cheap, b_gives={"cash": price})
        assert refused.code == "gives_away"
    table.do("deal", **cheap, b_gives={"cash": 700})
    assert table.no("pay", **{"from": "A", "to": "C", "amount": 1}).code == "debt_open"
    table.do("settle", who="A")
    assert table.cash("A") == 50 and table.cash("B") == 2250


def test_c94_a_table_where_the_sale_must_clear_the_debt() -> None:
    table = Table(debt_sale_must_clear=True)
    table.own("A", 39)
    table.cash("A", 100)
    debtor(table)
    sale = {"a": "A", "b": "C", "a_gives": {"deeds": [39]}}
    assert table.no("deal", **sale, b_gives={"cash": 649}).code == "gives_away"
    table.do("deal", **sale, b_gives={"cash": 650})


def test_to_the_only_creditor_a_debtor_may_sell_at_any_price() -> None:
    table = Table()
    table.own("A", 39, 37)
    table.cash("A", 100)
    debtor(table)
    table.do("deal", a="A", b="B", a_gives={"deeds": [39]}, b_gives={"cash": 1})
    assert table.owner(39) == "B" and table.cash("A") == 101
    table.pay("A", "C", 500, reason="rent")
    cheap = {"a": "A", "b": "B", "a_gives": {"deeds": [37]}, "b_gives": {"cash": 1}}
    assert table.no("deal", **cheap).code == "gives_away"


def test_the_creditor_may_take_a_deal_as_payment() -> None:
    table = Table()
    table.own("A", 39)
    table.cash("A", 100)
    debtor(table)
    gives = {"a_gives": {"deeds": [39], "cash": 50}}
    only_deed = {"a_gives": {"deeds": [39]}}
    assert table.no("deal", a="A", b="C", **only_deed, settles=True).code == "no_debt"
    table.do("deal", a="A", b="B", **gives, settles=True)
    assert table.state()["debts"] == [] and table.owner(39) == "B" and table.cash("A") == 50


def test_c98_a_debt_holds_up_only_the_debtor() -> None:
    table = Table()
    table.cash("A", 0)
    debtor(table)
    table.pay("B", "C", 100)
    assert table.no("end_turn").code == "debt_open"
    assert table.no("land", who="B", pos=5).code == "debt_open"
    table.do("end_turn", confirm=True)
    table.do("land", who="B", pos=5)
    table.do("buy", who="B", deed=5)
    for do, fields in (
        ("buy", {"who": "A", "deed": 1}),
        ("pay", {"from": "A", "to": "C", "amount": 1}),
    ):
        assert table.no(do, **fields).code in ("debt_open", "not_enough_cash")


# --- bankruptcies --------------------------------------------------------------------------


def test_c85_bankrupt_to_the_bank_clears_lots_and_mortgages_before_the_auctions() -> None:
    table = Table()
    table.own("A", 1, 3, 5)
    table.mortgage("A", 5)
    table.build("A", _1=1)
    table.do("take", who="A")
    table.do("bankrupt", who="A", to="bank", confirm=True)
    state = table.state()
    assert state["stock"]["house"] == 32 and state["cash"]["A"] == 0
    assert state["deeds"]["1"]["level"] == 0 and not state["deeds"]["5"]["mortgaged"]
    assert state["queue"] == [1, 3, 5] and state["cards"]["jail_card"] == {}
    assert table.no("end_turn").code == "auctions_waiting"
    assert table.no("buy", who="B", deed=1).code == "auctions_waiting"
    for deed in (1, 3, 5):
        assert table.do("auction").detail["deed"] == deed
        table.do("bid", who="B", amount=10)
        table.do("close")
    assert table.state()["queue"] == [] and table.owner(5) == "B"
    table.do("end_turn")


def test_c88_the_receiver_owes_ten_percent_at_once() -> None:
    table = Table()
    table.own("A", 5, 15, 25)
    table.mortgage("A", 5, 15, 25)
    table.cash("A", 0)
    table.cash("B", 20)
    table.pay("A", "B", 500, reason="rent")
    table.do("bankrupt", who="A")
    assert table.cash("B") == 0
    debt = table.state()["debts"][0]
    assert (debt["who"], debt["to"], debt["amount"]) == ("B", "bank", 10)
    table.do("bankrupt", who="B")
    assert table.state()["ended"] == "last_standing"
    assert [row[1] for row in table.state()["ranking"]] == ["C", "B", "A"]


def test_c101_the_creditor_gets_what_there_is_and_no_more() -> None:
    table = Table()
    table.own("A", 1, 3)
    table.build("A", _1=2, _3=2)
    table.cash("A", 140)
    table.pay("A", "B", 500, reason="rent")
    table.do("bankrupt", who="A", confirm=True)
    assert table.cash("B") == 1500 + 140 + 4 * 25
    assert table.owner(1) == "B" and table.levels(1, 3) == (0, 0) and table.stock("house") == 32


def test_the_last_receiver_pays_what_he_has_and_the_game_is_over() -> None:
    table = Table("AB")
    table.own("A", 5, 15, 25)
    table.mortgage("A", 5, 15, 25)
    table.cash("A", 0)
    table.cash("B", 20)
    table.do("bankrupt", who="A", to="B", confirm=True)
    state = table.state()
    assert (state["ended"], state["debts"], table.cash("B")) == ("last_standing", [], 0)


def test_who_is_out_owes_nobody_anything() -> None:
    table = Table()
    table.cash("A", 0)
    table.pay("A", "B", 70, reason="rent")
    table.pay("A", "C", 80, reason="rent")
    table.do("bankrupt", who="A")
    assert table.state()["debts"] == []


def test_the_receiver_may_lift_at_once() -> None:
    table = Table()
    table.own("A", 5)
    table.mortgage("A", 5)
    table.cash("A", 0)
    table.do("bankrupt", who="A", to="B", lift=[5], confirm=True)
    assert table.cash("B") == 1500 - 110 and not table.state()["deeds"]["5"]["mortgaged"]


def test_c92_a_bankruptcy_by_mistake_is_undone() -> None:
    table = Table()
    table.own("A", 1, 3, 5)
    table.mortgage("A", 5)
    table.build("A", _1=5, _3=4)
    table.pay("A", "B", 5000, reason="rent")
    before = table.game.book.state()
    for to in ("B", "bank"):
        table.do("bankrupt", who="A", to=to, confirm=True)
        table.do("undo")
        assert table.game.book.state() == before


def test_c95_who_is_out_has_no_cash_no_turn_no_bid_and_gets_no_money() -> None:
    table = Table()
    table.do("bankrupt", who="A", to="B", confirm=True)
    assert table.cash("A") == 0 and table.fact("turn") == "B"
    for do, fields in (
        ("pay", {"from": "B", "to": "A", "amount": 1}),
        ("land", {"who": "A", "pos": 1}),
        ("salary", {"who": "A"}),
        ("deal", {"a": "B", "b": "A", "a_gives": {"cash": 5}}),
    ):
        assert table.no(do, **fields).code == "is_out"
    table.do("auction", deed=39)
    assert table.no("bid", who="A", amount=10).code == "is_out"
    table.do("cancel")
    table.do("end_turn")
    table.do("end_turn")
    assert table.fact("turn") == "B"
    assert standings(table.game)[-1] == {
        "rank": 3, "who": "A", "cash": 0, "deeds": 0, "buildings": 0, "total": 0,
    }  # fmt: skip


def test_what_others_owe_a_bankrupt_goes_to_his_creditor() -> None:
    table = Table()
    table.cash("C", 0)
    table.pay("C", "A", 70, reason="rent")
    table.do("bankrupt", who="A", to="B", confirm=True)
    assert [(d["who"], d["to"]) for d in table.state()["debts"]] == [("C", "B")]


def test_c97_the_last_bankruptcy_ends_the_game_with_a_winner_and_a_line() -> None:
    table = Table("AB")
    entry = table.do("bankrupt", who="A", to="B", confirm=True)
    assert table.state()["ended"] == "last_standing" and table.state()["turn"] == "B"
    assert table.state()["ranking"] == [[1, "B", 3000], [2, "A", 0]]
    assert "bankrupt" in str(sentence(table.rules, table.game.book, entry))
    assert table.no("salary", who="B").code == "game_over"
    assert allowed(table.game) == ["rename", "undo"]
    table.do("undo")
    table.do("salary", who="B")


def test_c100_a_timed_game_counts_half_for_mortgages_and_shares_ranks() -> None:
    table = Table(time_limit_min=90)
    table.own("A", 1, 3, 5)
    table.build("A", _1=2, _3=2)
    table.mortgage("A", 5)
    assert standings(table.game)[0] == {
        "rank": 1, "who": "A", "cash": 1500, "deeds": 220, "buildings": 200, "total": 1920,
    }  # fmt: skip
    assert table.game.next_deadline() == 90 * 60_000
    table.now = 90 * 60_000 - 10_000
    table.do("auction", deed=39)
    assert table.game.next_deadline() == table.now + 50_000
    ends = table.now + 50_000
    assert table.tick(ends + 5) == ["unsold", "time_up"]
    assert table.state()["ranking"] == [[1, "A", 1920], [2, "B", 1500], [2, "C", 1500]]
    assert table.game.book.entries[-1].at == ends, "the time was up in the auction"
    table.do("undo")
    assert table.state()["ended"] is None and table.game.next_deadline() is None
    table.do("finish")
    assert table.state()["ended"] == "agreed"


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
