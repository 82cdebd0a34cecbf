"""Debts and bankruptcies (cases C85 to C101), and how games end."""

from __future__ import annotations

from companion.core.ledger_text import sentence
from tests.core.table import Table, allowed, standings


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
    assert table.do("deal", a="A", b="B", **gives, settles=True).detail["settled"]
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
