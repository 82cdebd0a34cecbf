"""Mega's own rules: building with a majority, shortages, the third die, tickets and spaces."""

from __future__ import annotations

from typing import Any

import pytest

from companion.clock import ManualClock
from companion.desk import Desk
from tests.core.table import Table

PINK = (15, 16, 18, 19)


def mega(seats: str = "ABC", **options: Any) -> Table:
    return Table(seats, "mega_us", **options)


def tickets(table: Table, who: str) -> int:
    return table.game.book.held(who, "bus_ticket")


def at(table: Table, who: str) -> Any:
    return table.fact(f"at:{who}")


# --- building ---


def test_a_majority_builds_houses_and_hotels_but_no_skyscraper() -> None:
    table = mega()
    table.own("A", 15, 16)
    assert table.no("build", who="A", deed=15).code == "no_set"
    table.own("A", 18)
    table.build("A", _15=5, _16=5, _18=5)
    refused = table.no("build", who="A", deed=15)
    assert refused.code == "no_set" and "Virginia Avenue" in refused.reason


def test_a_skyscraper_needs_a_hotel_on_every_lot_and_gives_one_back() -> None:
    table = mega()
    table.own("A", *PINK)
    table.build("A", _15=5, _16=5, _18=5, _19=4)
    assert table.no("build", who="A", deed=15).code == "uneven"
    table.build("A", _19=5)
    assert (table.stock("hotel"), table.stock("house")) == (8, 32)
    table.cash("A", 1000)
    table.do("build", who="A", deed=15)
    assert table.cash("A") == 900
    assert (table.stock("hotel"), table.stock("skyscraper")) == (9, 7)
    assert table.due("B", 15) == 1250
    assert table.no("build", who="A", deed=15).code == "full"


def test_selling_goes_down_step_by_step_at_half_of_every_piece() -> None:
    table = mega()
    table.own("A", *PINK)
    table.build("A", **{f"_{pos}": 6 for pos in PINK})
    cash = table.cash("A")
    table.do("sell", who="A", deed=15)
    assert table.cash("A") == cash + 50 and table.level(15) == 5
    assert table.no("sell", who="A", deed=15).code == "uneven"
    table.do("sell", who="A", group="pink")
    assert table.cash("A") == cash + 4 * 6 * 50
    assert table.stock("skyscraper") == 8 and table.stock("house") == 32


def test_a_late_last_deed_is_built_up_first() -> None:
    """C53: 3, 3, 3, 0 is accepted; the next houses go on the 0 until it is even."""
    table = mega()
    table.own("A", 15, 16, 18)
    table.build("A", _15=3, _16=3, _18=3)
    table.own("A", 19)
    assert table.levels(*PINK) == (3, 3, 3, 0)
    refused = table.no("build", who="A", deed=15)
    assert refused.code == "uneven" and "Virginia" in refused.remedy
    table.do("build", who="A", deed=19, n=3)
    table.do("build", who="A", deed=15)
    assert table.levels(*PINK) == (4, 3, 3, 3)


def test_a_late_mortgaged_deed_is_lifted_before_anything_is_built() -> None:
    table = mega()
    table.own("A", 15, 16, 18)
    table.build("A", _15=3, _16=3, _18=3)
    table.own("B", 19)
    table.mortgage("B", 19)
    table.cash("A", 1000)
    table.do("deal", a="A", b="B", a_gives={"cash": 100}, b_gives={"deeds": [19]})
    assert table.cash("A") == 1000 - 100 - 8
    refused = table.no("build", who="A", deed=19)
    assert refused.code == "set_mortgaged" and "Virginia Avenue" in refused.reason
    table.do("lift", who="A", deed=19)
    table.do("build", who="A", deed=19)
    assert table.levels(*PINK) == (3, 3, 3, 1)


def test_the_odd_deed_in_other_hands_is_free_to_be_sold_and_mortgaged() -> None:
    """Buildings bind their owner's lots of the colour, not somebody else's."""
    table = mega()
    table.own("A", 15, 16, 18)
    table.own("B", 19)
    table.build("A", _15=1, _16=1, _18=1)
    table.do("mortgage", who="B", deed=19)
    table.do("build", who="A", deed=15)
    assert table.no("mortgage", who="A", deed=15).code == "set_built"
    table.do("deal", a="B", b="C", a_gives={"deeds": [19]}, b_gives={"cash": 50})
    assert table.no("deal", a="A", b="C", a_gives={"deeds": [15]}, b_gives={"cash": 50}).code == (
        "set_built"
    )


def test_the_ninth_skyscraper_is_auctioned_when_two_want_it() -> None:
    table = mega()
    brown, navy = (1, 3, 4), (48, 49, 51)
    for who, lots in (("A", brown), ("B", navy), ("C", PINK)):
        table.own(who, *lots)
        table.build(who, **{f"_{pos}": 5 for pos in lots})
    table.build("A", _1=6, _3=6, _4=6)
    table.build("B", _48=6)
    table.build("C", _15=6, _16=6, _18=6)
    assert table.stock("skyscraper") == 1
    table.cash("B", 500)
    table.cash("C", 500)
    table.do("want", who="B", deed=49)
    table.do("want", who="C", deed=19)
    assert table.no("build", who="B", deed=49).code == "wanted"
    table.do("auction", piece="skyscraper")
    assert table.no("bid", who="B", amount=99).code == "too_low"
    table.do("bid", who="B", amount=100)
    table.do("bid", who="C", amount=101)
    table.do("close")
    assert table.cash("C") == 399 and table.levels(*PINK) == (6, 6, 6, 6)
    assert table.no("build", who="B", deed=49).code == "none_left"


def test_nobody_builds_while_somebody_else_moves() -> None:
    """C52: in one's own turn or between two turns, also in jail."""
    table = mega()
    table.own("B", 15, 16, 18)
    table.do("build", who="B", deed=15)
    table.do("land", who="A", pos=26)
    assert table.no("build", who="B", deed=16).code == "not_turn"
    table.do("end_turn")
    table.do("end_turn")
    table.do("end_turn")
    table.do("build", who="B", deed=16)
    table.do("roll", dice=[1, 1, 3])
    table.do("buy", who="A", deed=31)
    assert table.no("build", who="B", deed=18).code == "not_turn"
    table.do("end_turn", confirm=True)
    table.do("jail", who="B")
    table.do("end_turn")
    table.do("build", who="B", deed=18)


# --- the third die ---


def test_points_of_the_third_die_count() -> None:
    table = mega()
    table.do("roll", dice=[2, 3, 2])
    assert at(table, "A") == 7
    assert table.state()["open"]["amount"] == 100


def test_without_the_third_die_nobody_moves() -> None:
    table = mega()
    for fields in ({"dice": [2, 3]}, {"dice": [2, 3, 4]}, {"dice": [2, 3], "special": "tram"}):
        assert table.no("roll", **fields).code == "needs_dice"
    table.do("jail", who="A")
    table.do("end_turn")
    while table.fact("turn") != "A":
        table.do("end_turn")
    table.do("roll", dice=[2, 3])
    assert table.fact("jail:A") == 1


def test_mr_monopoly_goes_on_to_the_next_free_deed_once_the_landing_is_done() -> None:
    table = mega()
    table.own("B", 7, 8)
    table.do("roll", dice=[3, 4], special="mr_monopoly")
    assert at(table, "A") == 7 and table.state()["bonus"] == {"kind": "mr_monopoly", "who": "A"}
    assert table.no("bonus").code == "rent_open"
    table.do("rent")
    assert table.no("end_turn").code == "task_open"
    table.do("bonus", who="A")
    assert at(table, "A") == 10
    assert table.state()["open"] == {"kind": "buy", "who": "A", "deed": 10, "amount": 150}
    table.do("buy", who="A", deed=10)
    assert table.no("bonus").code == "no_bonus"
    table.do("end_turn")


def all_sold(table: Table, **owners: str) -> None:
    """Everything belongs to C but what is named."""
    for pos in table.rules.edition.deeds:
        table.own(owners.get(f"_{pos}", "C"), pos)


def test_mr_monopoly_goes_to_the_next_rent_when_all_is_sold() -> None:
    table = mega()
    all_sold(table, _7="A", _8="A", _10="A", _11="B")
    table.do("roll", dice=[3, 4], special="mr_monopoly")
    table.do("bonus")
    assert at(table, "A") == 11
    assert table.state()["open"] == {"kind": "rent", "who": "A", "to": "B", "deed": 11, "amount": 6}


def test_mr_monopoly_stays_when_the_next_rent_is_mortgaged() -> None:
    table = mega()
    all_sold(table, _7="A", _8="A", _10="A", _11="B")
    table.mortgage("B", 11)
    table.do("roll", dice=[3, 4], special="mr_monopoly")
    entry = table.do("bonus")
    assert entry.reason == "bonus_stays" and at(table, "A") == 7
    table.do("end_turn")


def test_mr_monopoly_pays_the_utility_by_the_white_dice() -> None:
    table = mega()
    all_sold(table, _6="A", _7="A", _8="A", _10="B")
    table.do("roll", dice=[2, 4], special="mr_monopoly")
    table.do("bonus")
    assert table.state()["open"]["amount"] == 4 * 6


def test_the_bus_gives_a_ticket_while_there_are_any() -> None:
    table = mega()
    table.do("roll", dice=[3, 4], special="bus")
    assert tickets(table, "A") == 1 and table.state()["tickets_left"] == 15
    table.do("buy", who="A", deed=7)
    table.do("end_turn")
    table.do("take", who="C", what="bus_ticket", n=15)
    table.do("roll", dice=[4, 4], special="bus")
    table.do("buy", who="B", deed=8)
    assert table.no("roll", dice=[1, 2, 3]).code == "task_open"
    table.do("bonus")
    assert at(table, "B") == 9
    table.do("roll", dice=[1, 2, 3])
    assert at(table, "B") == 15


def test_who_is_sent_to_jail_gets_nothing_more_from_the_third_die() -> None:
    table = mega()
    table.do("land", who="A", pos=32)
    table.do("end_turn")
    for _ in range(2):
        table.do("end_turn")
    held = tickets(table, "A")
    table.do("roll", dice=[3, 4], special="bus")
    assert at(table, "A") == 13 and table.fact("jail:A") == 0
    assert tickets(table, "A") == held and not table.fact("bonus")


def test_the_third_double_goes_to_jail_but_a_triple_does_not() -> None:
    table = mega()
    table.do("roll", dice=[1, 1, 3])
    assert at(table, "A") == 5
    table.do("tax", who="A")
    table.do("roll", dice=[2, 2, 1])
    table.do("decline", ms=0)
    table.do("close")
    table.do("roll", dice=[3, 3, 3])
    assert table.fact("jail:A") is None
    table.do("ride", who="A", pos=51)
    assert at(table, "A") == 51 and not table.fact("again")
    table.do("buy", who="A", deed=51)
    table.do("end_turn")
    for dice in ([1, 1, 2], [1, 1, 2]):
        table.do("roll", dice=dice)
        if table.fact("offer_buy"):
            table.do("buy", who="B", deed=at(table, "B"))
    table.do("roll", dice=[5, 5, 2])
    assert table.fact("jail:B") == 0 and at(table, "B") == 13


def test_after_a_triple_any_space_with_the_salary_over_go() -> None:
    table = mega()
    table.do("land", who="A", pos=26)
    for _ in range(3):
        table.do("end_turn")
    cash = table.cash("A")
    table.do("roll", dice=[2, 2, 2])
    assert table.state()["open"] == {"kind": "triple", "who": "A", "pos": 26}
    assert table.no("end_turn").code == "task_open"
    assert table.no("ride", who="A", pos=26).code == "no_space"
    table.do("ride", who="A", pos=10)
    assert table.cash("A") == cash + 200
    table.do("buy", who="A", deed=10)
    assert table.no("roll", dice=[1, 2, 3]).code == "rolled"


def test_in_jail_only_the_white_dice_count() -> None:
    table = mega()
    table.do("jail", who="A")
    for _ in range(3):
        table.do("end_turn")
    table.do("roll", dice=[4, 4, 3])
    assert at(table, "A") == 21, "13 and eight, the third die left aside"
    table.do("buy", who="A", deed=21)
    table.do("end_turn")
    table.do("jail", who="B")
    table.do("end_turn")
    table.do("end_turn")
    table.do("end_turn")
    table.do("leave_jail", who="B", how="fine")
    table.do("roll", dice=[1, 2, 3])
    assert at(table, "B") == 19, "paid for: all three dice"


def test_the_app_can_roll_all_three() -> None:
    draws = iter([2, 3, 3])
    table = mega("AB")
    desk = Desk(table.game, ManualClock(), lambda n: next(draws))
    detail = desk.answer({"do": "roll", "id": "tap"})["entry"]["detail"]
    assert detail["dice"] == [3, 4] and detail["special"] == "mr_monopoly"
    again = desk.answer({"do": "roll", "id": "tap"})
    assert again["ok"] and again["entry"]["detail"] == detail


# --- bus tickets ---


def test_a_ticket_instead_of_the_dice_to_the_corner_at_most() -> None:
    table = mega()
    table.do("take", who="A", what="bus_ticket", n=2)
    refused = table.no("ride", who="A", pos=14)
    assert refused.code == "too_far" and "Jail" in refused.reason
    table.do("ride", who="A", pos=13)
    assert at(table, "A") == 13 and table.fact("jail:A") is None
    assert tickets(table, "A") == 1
    assert table.no("roll", dice=[1, 2, 3]).code == "rolled"
    for _ in range(3):
        table.do("end_turn")
    table.do("ride", who="A", pos=26)
    held = table.game.book.holders("bus_ticket")
    assert held["bank"] == 14 and held["box"] == -14, "used tickets never come back"
    assert table.no("ride", who="A", pos=27).code == "rolled"


def test_a_ticket_onto_go_pays_the_salary() -> None:
    table = mega()
    table.do("land", who="A", pos=47)
    table.do("gift", who="A", what="bus_ticket")
    for _ in range(3):
        table.do("end_turn")
    cash = table.cash("A")
    assert table.no("ride", who="A", pos=1).code == "too_far"
    table.do("ride", who="A", pos=0)
    assert table.cash("A") == cash + 200


def test_a_ticket_instead_of_rolling_again() -> None:
    table = mega()
    table.do("take", who="A", what="bus_ticket")
    table.do("roll", dice=[3, 3, 1])
    table.do("buy", who="A", deed=7)
    table.do("ride", who="A", pos=8)
    table.do("buy", who="A", deed=8)
    assert table.no("roll", dice=[1, 2, 3]).code == "rolled"
    assert table.no("ride", who="A", pos=9).code == "rolled"


def test_no_ticket_no_ride_and_none_out_of_jail() -> None:
    table = mega()
    assert table.no("ride", who="A", pos=9).code == "no_card"
    table.do("take", who="A", what="bus_ticket")
    table.do("jail", who="A")
    for _ in range(3):
        table.do("end_turn")
    assert table.no("ride", who="A", pos=16).code == "in_jail"


def test_tickets_lie_open_and_change_hands_in_deals() -> None:
    table = mega()
    table.do("take", who="A", what="bus_ticket", n=3)
    table.do("deal", a="A", b="B", a_gives={"cards": {"bus_ticket": 2}}, b_gives={"cash": 80})
    assert table.state()["cards"]["bus_ticket"] == {"A": 1, "B": 2}
    assert table.state()["tickets_left"] == 13


# --- spaces ---


def test_the_birthday_gift_is_money_or_a_ticket() -> None:
    table = mega()
    table.do("land", who="A", pos=47)
    assert table.state()["open"] == {"kind": "birthday_gift", "who": "A", "pos": 47}
    assert table.no("end_turn").code == "task_open"
    assert table.no("gift", who="A", what="flowers").code == "bad_request"
    table.do("gift", who="A", what="money")
    assert table.cash("A") == 2600
    assert table.no("gift", who="A", what="money").code == "no_gift"
    table.do("land", who="B", pos=47)
    table.do("gift", who="B", what="bus_ticket")
    assert (table.cash("B"), tickets(table, "B")) == (2500, 1)
    table.do("take", who="A", what="bus_ticket", n=15)
    table.do("land", who="C", pos=47)
    assert table.cash("C") == 2600, "no ticket left: the money, nothing to choose"
    table.do("end_turn")


def test_the_ticket_space_gives_one() -> None:
    table = mega()
    table.do("land", who="A", pos=32)
    assert tickets(table, "A") == 1


def test_the_auction_space_auctions_any_free_deed() -> None:
    table = mega()
    table.do("land", who="A", pos=14)
    assert table.no("end_turn").code == "task_open"
    table.do("auction", deed=51, ms=0)
    table.do("bid", who="B", amount=10)
    table.do("close")
    assert table.owner(51) == "B"
    table.do("end_turn")


@pytest.mark.parametrize(("dice", "rent"), (([5, 6, 3], 280), (None, 200)))
def test_the_auction_space_when_all_is_sold(dice: list[int] | None, rent: int) -> None:
    """On to where it costs most: three utilities at 14, else the four stations."""
    table = mega("AC")
    all_sold(table)
    table.do("correct", field="group_rent_factor", value=1)
    if dice:
        table.do("roll", dice=dice)
        assert at(table, "A") == 17
    else:
        table.do("land", who="A", pos=14)
        assert at(table, "A") == 20, "the first of four stations at 200 each"
    assert table.state()["open"]["amount"] == rent


def test_the_dearest_deed_behind_go_pays_the_salary_on_the_way() -> None:
    table = mega("AC")
    all_sold(table)
    table.mortgage("C", *(pos for pos in table.rules.edition.deeds if pos != 3))
    cash = table.cash("A")
    table.do("land", who="A", pos=14)
    assert at(table, "A") == 3 and table.cash("A") == cash + 200
    assert table.state()["open"]["amount"] == 12


def test_income_tax_is_200_or_ten_percent() -> None:
    table = mega()
    table.own("A", 51)
    table.do("land", who="A", pos=5)
    table.do("tax", who="A", choice="percent")
    assert table.cash("A") == 2500 - 290
    table.do("land", who="B", pos=5)
    table.do("tax", who="B")
    assert table.cash("B") == 2300
