"""Rent trouble from real tables (cases C26 to C37)."""

from __future__ import annotations

import pytest

from companion.core.requests import Due
from tests.core.table import Table, due, ledger


@pytest.mark.parametrize(("stations", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_c26_stations(stations: int, rent: int) -> None:
    table = Table()
    table.own("A", *(5, 15, 25, 35)[:stations])
    assert table.due("B", 5) == rent
    assert table.due("B", 5, times=2) == 2 * rent


@pytest.mark.parametrize("dice", [None, 13, 18])
def test_c28_utilities_ask_for_the_dice(dice: int | None) -> None:
    table = Table()
    table.own("A", 12)
    assert table.no("land", who="B", pos=12, dice=dice).code == "needs_dice"
    assert table.no("land", who="B", pos=12, dice=1).code == "bad_request"
    assert table.due("B", 12, dice=7) == 28
    table.own("A", 28)
    assert [table.due("B", pos, dice=12) for pos in (12, 28)] == [120, 120]


def test_c29_the_next_station_pays_double() -> None:
    table = Table()
    table.own("A", 5, 25)
    table.do("land", who="B", pos=7)
    table.do("goto", who="B", pos=25, times=2)
    assert table.do("rent").detail["amount"] == 100


def test_c31_double_rent_with_a_mortgaged_sibling() -> None:
    table = Table()
    table.own("A", 1, 3)
    table.mortgage("A", 1)
    assert (table.due("B", 3), table.due("B", 1)) == (8, 0)
    table.do("land", who="B", pos=1)
    assert table.fact("rent") is None
    table.do("option", name="double_if_sibling_mortgaged", value=False)
    assert table.due("B", 3) == 4


def test_a_program_is_told_why_with_its_numbers_as_numbers() -> None:
    table = Table()
    table.own("A", 1, 3)
    told = due(table.game, Due(who="B", deed=3))
    assert (told["amount"], told["to"], told["facts"]) == (8, "A", {"owner": "A", "factor": 2})


def test_c32_bare_lots_stay_doubled_beside_a_house() -> None:
    table = Table()
    table.own("A", 1, 3)
    table.build("A", _3=1)
    assert (table.due("B", 1), table.due("B", 3)) == (4, 20)


def test_every_level_of_every_street_as_printed() -> None:
    table = Table()
    for group, lots in table.rules.edition.groups.items():
        if group in ("railroad", "utility"):
            continue
        table.own("A", *lots)
        for level in range(1, 6):
            table.build("A", **{f"_{pos}": level for pos in lots})
            for pos in lots:
                assert table.due("B", pos) == table.rules.edition.deeds[pos].rents[level]
        table.do("sell", who="A", group=group)


def test_c34_ten_times_the_dice_on_a_mortgaged_utility() -> None:
    table = Table()
    table.own("A", 12)
    table.mortgage("A", 12)
    assert table.due("B", 12, dice=7, times=10) == 0
    table.do("option", name="card_amount_always_due", value=True)
    assert table.due("B", 12, dice=7, times=10) == 70
    assert table.due("B", 12, dice=7) == 0


def test_c34_ten_times_the_dice_whatever_the_owner_has() -> None:
    table = Table()
    table.own("A", 12)
    assert table.due("B", 12, dice=7, times=10) == 70
    table.own("A", 28)
    assert table.due("B", 12, dice=7, times=10) == 70


def test_mortgaged_ones_count_unless_the_table_says_otherwise() -> None:
    table = Table()
    table.own("A", 5, 15, 25, 12, 28)
    table.mortgage("A", 15, 28)
    assert (table.due("B", 5), table.due("B", 12, dice=5)) == (100, 50)
    table.do("option", name="count_mortgaged", value=False)
    assert (table.due("B", 5), table.due("B", 12, dice=5)) == (50, 20)


def test_c35_rent_lapses_when_the_next_turn_is_entered() -> None:
    table = Table()
    table.own("A", 39)
    table.do("land", who="B", pos=39)
    ended = table.do("land", who="C", pos=10)
    assert ended.detail["lapsed"] == 50 and table.cash("B") == 1500
    assert table.no("rent").code == "no_rent"


def test_c35_rent_asked_for_in_time_is_paid() -> None:
    table = Table()
    table.own("A", 39)
    table.do("land", who="B", pos=39)
    table.do("rent")
    table.do("end_turn")
    assert (table.cash("A"), table.cash("B")) == (1550, 1450)


def test_c35_money_handed_over_for_the_rent_closes_it_and_other_money_does_not() -> None:
    table = Table()
    table.own("A", 39)
    table.do("land", who="B", pos=39)
    table.pay("B", "C", 50, reason="rent")
    table.pay("B", "A", 50)
    assert table.state()["open"]["kind"] == "rent"
    table.pay("B", "A", 50, reason="rent")
    assert table.state()["open"] is None and table.no("rent").code == "no_rent"


def test_c35_a_table_where_rent_never_lapses() -> None:
    table = Table(rent_must_be_claimed=False)
    table.own("A", 39)
    table.do("land", who="B", pos=39)
    assert table.no("end_turn").code == "rent_open"
    table.do("waive")
    assert ledger(table.game, 1)[0]["text"] == "A did not ask B for the rent of Boardwalk"
    table.do("end_turn")
    assert (table.cash("A"), table.cash("B")) == (1500, 1500)


def test_c37_rent_beyond_the_cash_opens_a_debt_and_books_nothing() -> None:
    table = Table()
    table.own("A", 21, 23, 24)
    table.build("A", _21=3, _23=3, _24=3)
    table.cash("B", 50)
    table.do("land", who="B", pos=24)
    entry = table.do("rent")
    assert entry.reason == "debt" and table.cash("B") == 50 and table.cash("A") == 1500
    assert table.state()["debts"] == [{"n": 1, "who": "B", "to": "A", "amount": 750, "why": "rent"}]


def test_the_rent_of_the_landing_counts_and_another_amount_can_be_taken() -> None:
    table = Table()
    table.own("A", 39)
    table.do("land", who="B", pos=39)
    entry = table.do("rent", amount=30)
    assert (table.cash("B"), entry.detail["printed"]) == (1470, 50)


def test_rent_without_a_landing_and_on_ones_own() -> None:
    table = Table()
    table.own("A", 39)
    table.do("rent", who="B", deed=39)
    assert table.cash("A") == 1550
    for who, deed in (("A", 39), ("B", 1), ("B", 2)):
        assert table.no("rent", who=who, deed=deed).code in ("no_rent", "no_deed")


def test_c55_repairs_count_what_stands_when_the_card_is_drawn() -> None:
    table = Table()
    table.own("A", 1, 3)
    table.build("A", _1=4, _3=5)
    table.do("repairs", who="A", house=25, hotel=100)
    assert table.cash("A") == 1500 - 4 * 25 - 100
    assert table.no("repairs", who="A", tower=5).code == "bad_request"


def test_a_corrected_rent_is_kept_for_this_table() -> None:
    table = Table(edition="classic_uk")
    table.own("A", 29)
    assert table.due("B", 29) == 24
    table.do("correct", deed=29, field="rents.0", value=22)
    assert table.due("B", 29) == 22
    assert table.rules.edition.deeds[29].rents[0] == 24
    table.do("correct", field="go_salary", value=300)
    table.do("salary", who="B")
    assert table.cash("B") == 1800
    table.do("correct", deed=4, field="amount", value=150)
    table.do("tax", who="B", pos=4)
    assert table.cash("B") == 1650
    table.mortgage("A", 29)
    table.do("correct", field="interest_percent", value=20)
    assert table.do("lift", who="A", deed=29).detail["amount"] == 140 + 28
    assert table.no("correct", field="players_max", value=9).code == "no_field"
    for field in ("rents.9", "colour", "rents"):
        assert table.no("correct", deed=29, field=field, value=5).code == "no_field"


def test_a_rent_that_is_open_follows_the_corrected_card() -> None:
    """The card is looked at because the rent is asked for: what it says is due."""
    table = Table("AB")
    table.own("B", 37, 39)
    table.do("land", who="A", pos=39)
    assert table.state()["open"]["amount"] == 100
    table.do("correct", deed=39, field="rents.0", value=60)
    assert table.state()["open"]["amount"] == 120
    table.do("undo")
    assert table.state()["open"]["amount"] == 100
