"""Mega's own rules: the third die, bus tickets and the spaces only this board has."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli.pipe_session import PipeSession
from companion.core.requests import to_dict
from companion.games.mega.requests import Void
from companion.session.clock import ManualClock
from tests.core.table import Table


def mega(seats: str = "ABC", **options: Any) -> Table:
    return Table(seats, "mega_us", **options)


def tickets(table: Table, who: str) -> int:
    return table.game.book.held(who, "bus_ticket")


def at(table: Table, who: str) -> Any:
    return table.fact(f"at:{who}")


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


def test_a_told_third_die_leads_to_a_utility_with_the_dice_told_too() -> None:
    table = mega()
    all_sold(table, _6="A", _7="A", _8="A", _10="B")
    table.do("land", who="A", pos=6)
    assert table.no("bonus", special="mr_monopoly").code == "needs_dice"
    table.do("bonus", special="mr_monopoly", dice=6)
    assert table.state()["open"]["amount"] == 4 * 6


def test_a_table_that_taps_spaces_says_once_a_turn_what_the_third_die_showed() -> None:
    table = mega()
    table.do("land", who="A", pos=1)
    assert table.no("bonus", special="mr_monopoly").code == "offer_open"
    table.do("buy", who="A", deed=1)
    table.do("bonus", special="mr_monopoly")
    assert at(table, "A") == 3
    table.do("buy", who="A", deed=3)
    assert table.rules.question(table.game.book) is None
    assert table.no("bonus", special="bus").code == "no_bonus"
    table.do("end_turn")
    table.do("land", who="B", pos=26)
    table.do("bonus", special="bus")
    assert tickets(table, "B") == 1 and at(table, "B") == 26
    table.do("end_turn")
    table.do("roll", dice=[1, 2, 3])
    assert table.no("bonus", special="bus").code == "no_bonus", "the dice were entered"


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
    session = PipeSession(table.game, ManualClock(), lambda n: next(draws))
    detail = session.answer({"do": "roll", "id": "tap"})["entry"]["detail"]
    assert detail["dice"] == [3, 4] and detail["special"] == "mr_monopoly"
    again = session.answer({"do": "roll", "id": "tap"})
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


def test_a_ticket_may_void_all_others() -> None:
    """Whoever draws one that says so keeps it; the others are out of the game."""
    table = mega("ABC")
    table.do("take", who="B", what="bus_ticket", n=2)
    table.do("take", who="A", what="bus_ticket")
    assert table.no("void", who="A").code == "no_ticket", "none was drawn in this turn"
    table.do("land", who="A", pos=32)
    asked = table.rules.question(table.game.book)
    assert asked is not None and not asked.must
    assert asked.picks[-1].request == Void(who="A")
    table.do(**to_dict(asked.picks[-1].request))
    assert [tickets(table, who) for who in ("A", "B", "bank")] == [1, 0, 12]
    assert table.no("void", who="A").code == "no_ticket", "once"
    again = table.rules.question(table.game.book)
    assert again is not None and "void" not in {pick.request.do for pick in again.picks}
    table.do("undo")
    assert [tickets(table, who) for who in ("A", "B")] == [2, 2]
    table.do("end_turn")
    assert table.no("void", who="A").code == "no_ticket", "in the turn it was drawn"


def test_the_auction_space_auctions_any_free_deed() -> None:
    table = mega()
    table.do("land", who="A", pos=14)
    assert table.no("end_turn").code == "task_open"
    table.do("auction", deed=51, ms=0)
    table.do("bid", who="C", amount=1)  # the price begins with what somebody bids
    assert table.no("bid", who="B", amount=1).code == "too_low"
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


def test_a_table_that_enters_no_dice_may_say_what_the_third_one_showed() -> None:
    table = mega()
    assert table.rules.question(table.game.book) is None
    table.do("land", who="A", pos=26)
    asked = table.rules.question(table.game.book)
    assert asked is not None and not asked.must
    on, ticket = asked.picks
    assert str(on.words) == "Mr. Monopoly: on to Kentucky Avenue"
    table.do(**to_dict(ticket.request))
    assert tickets(table, "A") == 1 and at(table, "A") == 26
    assert table.rules.question(table.game.book) is None, "it shows one thing"
    assert table.no(**to_dict(on.request)).code == "no_bonus"
