"""The turn as far as the banker enters dice: doubles, jail, passing GO (classic rule summary)."""

from __future__ import annotations

from tests.core.table import Table


def test_dice_move_the_token_and_pass_go_with_the_salary() -> None:
    table = Table()
    table.do("goto", who="A", pos=35)
    table.do("decline")
    table.do("close")
    entry = table.do("roll", dice=[4, 3])
    assert table.fact("at:A") == 2 and entry.detail["salary"] == 200 and table.cash("A") == 1700


def test_stopping_on_go_pays_once() -> None:
    table = Table()
    table.do("land", who="A", pos=33)
    table.do("roll", dice=[4, 3])
    assert table.fact("at:A") == 0 and table.cash("A") == 1700


def test_a_double_is_up_again_and_the_third_goes_to_jail() -> None:
    table = Table()
    table.do("land", who="A", pos=10)
    for dice in ([1, 1], [4, 4]):
        table.do("roll", dice=dice)
        offer = table.fact("offer_buy")
        if offer:
            table.do("buy", who="A", deed=offer[1])
        assert table.no("end_turn").code == "roll_again"
    before = table.fact("at:A")
    table.do("roll", dice=[6, 6])
    assert before == 20 and table.fact("at:A") == 10 and table.fact("jail:A") == 0
    assert table.no("roll", dice=[1, 2]).code == "rolled"
    table.do("end_turn")
    assert table.fact("turn") == "B" and table.fact("doubles") is None


def test_a_player_may_build_with_the_unit_once_more_after_a_double() -> None:
    table = Table()
    number = table.fact("turn_no")
    table.do("roll", dice=[5, 5])
    assert table.fact("turn_no") == number
    table.do("roll", dice=[5, 5])
    assert table.fact("turn_no") == number + 1


def jailed() -> Table:
    table = Table()
    table.do("land", who="A", pos=30)
    assert table.fact("jail:A") == 0 and table.cash("A") == 1500
    table.do("end_turn")
    table.do("end_turn")
    table.do("end_turn")
    return table


def test_out_of_jail_by_a_double_without_a_further_roll() -> None:
    table = jailed()
    table.do("roll", dice=[5, 5])
    assert table.fact("jail:A") is None and table.fact("at:A") == 20 and not table.fact("again")
    table.do("end_turn")


def test_the_third_failed_try_pays_fifty_and_moves() -> None:
    table = jailed()
    for tries in (1, 2):
        table.do("roll", dice=[1, 2])
        assert table.fact("jail:A") == tries and table.fact("at:A") == 10
        for _ in "ABC":
            table.do("end_turn")
    entry = table.do("roll", dice=[4, 6])
    assert table.fact("jail:A") is None and table.fact("at:A") == 20
    assert table.cash("A") == 1450 and entry.detail["fine"] == 50


def test_a_third_try_without_fifty_moves_and_owes_it() -> None:
    table = jailed()
    table.cash("A", 20)
    for _ in range(2):
        table.do("roll", dice=[1, 2])
        for _ in "ABC":
            table.do("end_turn")
    table.do("roll", dice=[4, 6])
    assert table.fact("at:A") == 20 and table.cash("A") == 20
    assert [(d["amount"], d["to"], d["why"]) for d in table.state()["debts"]] == [
        (50, "bank", "jail_fine")
    ]


def test_fine_and_card_let_out_before_the_roll() -> None:
    table = jailed()
    assert table.no("leave_jail", who="A", how="card").code == "no_card"
    assert table.no("leave_jail", who="A", how="tunnel").code == "bad_request"
    assert table.no("leave_jail", who="B").code == "not_in_jail"
    assert table.no("land", who="A", pos=20).code == "in_jail"
    table.do("fine", who="A")
    assert table.cash("A") == 1450 and table.fact("jail:A") is None
    table.do("roll", dice=[4, 6])
    assert table.fact("at:A") == 20


def test_in_jail_rent_is_collected_and_deals_and_bids_go_on() -> None:
    table = jailed()
    table.own("A", 39)
    table.do("end_turn")
    table.do("land", who="B", pos=39)
    table.do("rent")
    assert table.cash("A") == 1550
    table.do("mortgage", who="A", deed=39)
    table.do("auction", deed=1)
    table.do("bid", who="A", amount=10)


def test_a_card_back_over_go_without_salary() -> None:
    table = Table()
    table.do("land", who="A", pos=2)
    table.do("goto", who="A", pos=39, salary=False)
    assert table.cash("A") == 1500
    table.do("buy", who="A", deed=39)
    table.do("goto", who="A", pos=0)
    assert table.cash("A") == 1300
    table.do("land", who="A", pos=36)
    table.do("goto", who="A", pos=10)
    assert table.cash("A") == 1500
    assert table.no("goto", who="A", pos=40).code == "no_space"


def test_landing_by_another_player_begins_his_turn() -> None:
    table = Table()
    table.do("land", who="C", pos=10)
    assert table.fact("turn") == "C"
    table.do("end_turn")
    assert table.fact("turn") == "A"


def test_a_tax_is_paid_before_the_turn_goes_on() -> None:
    table = Table()
    table.do("land", who="A", pos=4)
    assert table.no("end_turn").code == "tax_open"
    assert table.no("tax", who="B").code == "no_tax"
    table.do("pay", **{"from": "A", "to": "bank", "amount": 200, "reason": "tax"})
    table.do("end_turn")
    table.cash("B", 100)
    table.do("land", who="B", pos=4)
    assert table.do("tax", who="B").reason == "debt"
    assert table.state()["open"] is None and table.no("tax", who="B").code == "no_tax"


def test_the_turn_skips_who_is_out() -> None:
    table = Table("ABCD")
    table.do("bankrupt", who="B", to="bank", confirm=True)
    table.do("end_turn")
    assert table.fact("turn") == "C"
