"""Any entry that stands can be put right later: taken back, another amount, payer or payee."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.queries import ledger
from tests.core.table import Table

START = 1500


def cash(table: Table, seats: str = "AB") -> list[int]:
    return [table.cash(who) for who in seats]


def told(table: Table) -> str:
    return str(ledger(table.game, 1)[0]["text"])


def test_a_go_paid_twice_three_turns_ago_is_taken_back() -> None:
    table = Table()
    table.do("salary", who="B")
    twice = table.do("salary", who="B")
    for _ in range(3):
        table.do("end_turn", confirm=True)
    table.do("mend", entry=twice.id)
    assert cash(table) == [START, START + 200]
    assert told(table) == "Taken back: the salary"
    assert table.no("mend", entry=twice.id).code == "no_change"
    table.do("undo")
    assert cash(table) == [START, START + 400]
    table.do("redo")
    assert cash(table) == [START, START + 200]


@pytest.mark.parametrize(
    ("booked", "mended", "after"),
    [
        ({"do": "salary", "who": "A"}, {"to": "B"}, (1500, 1700, 1500)),
        ({"do": "salary", "who": "A"}, {"amount": 400}, (1900, 1500, 1500)),
        ({"do": "fine", "who": "A", "amount": 50}, {"amount": 15}, (1485, 1500, 1500)),
        ({"do": "fine", "who": "A", "amount": 50}, {"from": "C"}, (1500, 1500, 1450)),
        ({"do": "each_pays", "who": "A", "amount": 50}, {"amount": 10}, (1520, 1490, 1490)),
        ({"do": "pays_each", "who": "A", "amount": 50}, {}, (1500, 1500, 1500)),
        ({"do": "buy", "who": "A", "deed": 1}, {"from": "C"}, (1500, 1500, 1440)),
        ({"do": "buy", "who": "A", "deed": 1}, {"amount": 40}, (1460, 1500, 1500)),
        ({"do": "buy", "who": "A", "deed": 1}, {}, (1500, 1500, 1500)),
        ({"do": "pay", "from": "A", "to": "B", "amount": 70}, {"amount": 7}, (1493, 1507, 1500)),
        ({"do": "pay", "from": "A", "to": "B", "amount": 70}, {"to": "C"}, (1430, 1500, 1570)),
        ({"do": "pay", "from": "A", "to": "B", "amount": 70}, {"from": "C"}, (1500, 1570, 1430)),
        (
            {"do": "pay", "from": "A", "to": "B", "amount": 70},
            {"from": "B", "to": "C", "amount": 9},
            (1500, 1491, 1509),
        ),
    ],
)  # fmt: skip
def test_what_was_booked_becomes_what_it_should_have_been(
    booked: dict[str, Any], mended: dict[str, Any], after: tuple[int, ...]
) -> None:
    table = Table()
    entry = table.do(**booked)
    table.do("end_turn", confirm=True)
    table.do("mend", entry=entry.id, **mended)
    assert tuple(cash(table, "ABC")) == after


def test_a_deed_follows_its_buyer() -> None:
    table = Table()
    bought = table.do("buy", who="A", deed=1)
    table.do("mend", entry=bought.id, **{"from": "B"})
    assert table.rules.owner(table.game.book, 1) == "B"
    table.do("mend", entry=bought.id)
    assert table.rules.owner(table.game.book, 1) == "" and cash(table) == [START, START]
    table.do("buy", who="C", deed=1)
    assert table.no("mend", entry=bought.id, **{"from": "A"}).code == "changed"


def test_a_mend_is_mended_in_the_entry_it_mended_and_taken_back_by_itself() -> None:
    table = Table("ABCD")
    paid = table.pay("A", "B", 50)
    more = table.do("mend", entry=paid.id, amount=70)
    assert told(table) == "Put right: A pays B 70 (the payment)"
    table.do("mend", entry=more.id, to="C")
    assert cash(table, "ABCD") == [1430, 1500, 1570, 1500]
    assert table.no("mend", entry=more.id).code == "no_payment"
    newest = table.game.book.entries[-1]
    table.do("mend", entry=newest.id)
    assert cash(table, "ABCD") == [1430, 1570, 1500, 1500]


def test_a_rent_that_became_a_debt_is_taken_back_with_the_debt() -> None:
    table = Table()
    table.own("A", 39)
    table.cash("B", 10)
    due = table.do("rent", who="B", deed=39)
    assert due.reason == "debt" and table.no("mend", entry=due.id, amount=5).code == "not_here"
    table.do("mend", entry=due.id)
    assert not table.game.book.fact("debts")
    owed = table.do("rent", who="B", deed=39)
    table.cash("B", 100)
    settled = table.do("settle", who="B")
    assert table.no("mend", entry=owed.id).code == "changed"
    table.do("mend", entry=settled.id)
    table.do("mend", entry=owed.id)
    assert not table.game.book.fact("debts") and table.cash("B") == 100


def test_buildings_and_mortgages_go_back_as_long_as_they_are_as_they_were_left() -> None:
    table = Table()
    table.own("A", 1, 3)
    first = table.do("build", who="A", deed=1)
    second = table.do("build", who="A", deed=3)
    third = table.do("build", who="A", deed=1)
    assert table.no("mend", entry=second.id).code == "changed"
    table.do("mend", entry=third.id)
    table.do("mend", entry=second.id)
    table.do("mend", entry=first.id)
    assert cash(table) == [START, START]
    pledged = table.do("mortgage", who="A", deed=1)
    assert table.no("mend", entry=first.id, amount=20).code == "set_mortgaged"
    table.do("mend", entry=pledged.id)
    assert not table.rules.mortgaged(table.game.book, 1) and cash(table) == [START, START]
    bought = table.do("buy", who="B", deed=6)
    table.do("mortgage", who="B", deed=6)
    assert table.no("mend", entry=bought.id).code == "changed"


def test_a_trade_and_an_auction_are_taken_back_whole() -> None:
    table = Table()
    table.own("A", 39)
    traded = table.do("deal", a="A", b="B", a_gives={"deeds": [39]}, b_gives={"cash": 200})
    table.do("mend", entry=traded.id, amount=300)
    assert cash(table) == [START + 300, START - 300]
    table.do("mend", entry=traded.id)
    assert table.rules.owner(table.game.book, 39) == "A" and cash(table) == [START, START]
    table.do("auction", deed=37)
    table.do("bid", who="B", amount=10)
    sold = table.do("close")
    table.do("mend", entry=sold.id, **{"from": "C"}, amount=20)
    assert table.rules.owner(table.game.book, 37) == "C"
    assert cash(table, "ABC") == [START, START, START - 20]


def test_what_cannot_be_put_right_says_what_to_do_instead() -> None:
    table = Table()
    landed = table.do("land", who="A", pos=30)
    opening = table.game.book.entries[0]
    for entry in (landed, opening):
        no = table.no("mend", entry=entry.id)
        assert no.code == "no_payment" and "Undo" in no.remedy
    paid = table.pay("A", "B", 1500)
    table.pay("B", "bank", 3000)
    assert table.no("mend", entry=paid.id).reason == "B no longer has the 1500."
    table.do("undo")
    table.do("undo")
    assert table.no("mend", entry=paid.id).code == "no_payment"
    assert table.no("mend", entry="nothing").code == "no_payment"
    assert table.no("mend", entry=landed.id, amount=5).code == "no_payment"


def test_city_pays_three_million_on_go_and_takes_it_back() -> None:
    table = Table(edition="city_us")
    paid = table.do("salary", who="A")
    table.do("end_turn", confirm=True)
    before = table.cash("A")
    table.do("mend", entry=paid.id)
    assert before - table.cash("A") == 2_000_000
