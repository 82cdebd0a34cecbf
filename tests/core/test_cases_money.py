"""Money trouble from real tables (docs: cases C01 to C25)."""

from __future__ import annotations

import pytest

from companion.core.errors import Refused
from companion.core.requests import parse
from tests.core.table import Table, ledger


def test_c01_the_bank_seeds_the_pot_and_the_pot_pays_a_player() -> None:
    table = Table(parking_pot=True)
    entry = table.pay("bank", "pot", 500)
    assert table.game.book.held("pot", "money") == 500 and len(entry.lines) == 1
    assert [table.cash(who) for who in "ABC"] == [1500, 1500, 1500]
    table.pay("pot", "A", 500)
    assert table.cash("A") == 2000 and table.game.book.held("pot", "money") == 0
    assert "0" in table_refusal(table, "pot", "A", 1).reason


def table_refusal(table: Table, source: str, target: str, amount: int) -> Refused:
    return table.no("pay", **{"from": source, "to": target, "amount": amount})


def test_c02_without_a_pot_taxes_go_to_the_bank_and_no_pot_is_offered() -> None:
    table = Table()
    table.do("land", who="A", pos=38)
    table.do("tax", who="A")
    assert table.cash("A") == 1400 and table.game.book.held("pot", "money") == 0
    assert table_refusal(table, "A", "pot", 5).code == "no_pot"


def test_c02_a_pot_keeps_its_money_while_it_is_switched_off() -> None:
    table = Table(parking_pot=True)
    table.do("fine", who="A", amount=150)
    table.do("option", name="parking_pot", value=False)
    assert table_refusal(table, "pot", "A", 150).code == "no_pot"
    table.do("option", name="parking_pot", value=True)
    assert table.game.book.held("pot", "money") == 150
    table.do("land", who="B", pos=20)
    assert table.cash("B") == 1650 and table.game.book.held("pot", "money") == 0


@pytest.mark.parametrize("end", ["A", "bank", "pot"])
def test_c04_nobody_pays_himself(end: str) -> None:
    table = Table(parking_pot=True)
    assert table_refusal(table, end, end, 10).code == "same_ends"
    assert table.state()["players"] == ["A", "B", "C"]


@pytest.mark.parametrize("amount", [0.5, 1480.5, "10", 0, -10, True, None])
def test_c05_c07_only_whole_amounts_of_one_or_more(amount: object) -> None:
    assert Table().no("pay", **{"from": "A", "to": "B", "amount": amount}).code == "bad_request"


def test_c07_what_is_typed_is_what_is_booked() -> None:
    table = Table()
    entry = table.pay("A", "B", 150)
    assert entry.detail["amount"] == 150 and table.cash("B") == 1650


def test_c08_a_player_asks_the_bank_and_the_banker_confirms() -> None:
    table = Table()
    table.pay("bank", "A", 500, by="A")
    assert table.cash("A") == 1500
    table.do("confirm", wish=1)
    assert table.cash("A") == 2000
    assert table.no("confirm", wish=1).code == "no_wish"
    table.pay("bank", "B", 300)
    assert table.cash("B") == 1800
    table.pay("bank", "B", 500, by="B")
    table.do("dismiss", wish=2)
    assert table.cash("B") == 1800
    assert table.no("pay", **{"from": "C", "to": "B", "amount": 5}, by="B").code == "not_yours"


def test_c10_undo_shows_the_line_and_its_reversal() -> None:
    table = Table()
    paid = table.pay("A", "B", 200)
    undo = table.do("undo")
    assert (table.cash("A"), table.cash("B")) == (1500, 1500)
    lines = ledger(table.game, None)
    assert [line["void"] for line in lines] == [False, True, False]
    assert undo.reverses == paid.id and lines[1]["id"] == paid.id


def test_c11_three_steps_back_and_forth() -> None:
    table = Table()
    states = []
    for step in range(5):
        table.pay("A", "B", 100 + step)
        states.append(table.game.book.state())
    for _ in range(3):
        table.do("undo")
    assert table.game.book.state() == states[1]
    for _ in range(3):
        table.do("redo")
    assert table.game.book.state() == states[4]
    table.do("undo")
    table.pay("A", "C", 1)
    with pytest.raises(Refused, match="nothing to redo"):
        table.do("redo")


def test_c13_the_payee_is_corrected() -> None:
    table = Table()
    paid = table.pay("A", "B", 200)
    fixed = table.do("correct_payee", entry=paid.id, to="C")
    assert [table.cash(who) for who in "ABC"] == [1300, 1500, 1700]
    assert fixed.detail["entry"] == paid.id
    assert table.no("correct_payee", entry=paid.id, to="A").code == "same_ends"
    assert table.no("correct_payee", entry=paid.id, to="C").code == "no_change"
    assert table.no("correct_payee", entry="nothing", to="C").code == "no_payment"


def test_c13_a_payment_is_corrected_again_and_only_while_it_stands() -> None:
    table = Table("ABCD")
    paid = table.pay("A", "B", 200)
    fixed = table.do("correct_payee", entry=paid.id, to="C")
    table.do("correct_payee", entry=fixed.id, to="D")
    assert [table.cash(who) for who in "ABCD"] == [1300, 1500, 1500, 1700]
    table.do("undo")
    assert [table.cash(who) for who in "ABCD"] == [1300, 1500, 1700, 1500]
    table.do("undo")
    table.do("undo")
    assert table.no("correct_payee", entry=paid.id, to="D").code == "no_payment"
    table.do("redo")
    table.do("correct_payee", entry=paid.id, to="D")
    assert [table.cash(who) for who in "ABCD"] == [1300, 1500, 1500, 1700]


def test_c14_a_thousand_bookings_stay_readable() -> None:
    table = Table()
    for step in range(1000):
        table.pay(*(("A", "B") if step % 2 else ("B", "A")), 1)
    lines = ledger(table.game, None)
    assert len(lines) == 1001 and all(line["text"] for line in lines)


def test_c19_the_bank_never_runs_out() -> None:
    table = Table()
    for _ in range(100):
        table.pay("bank", "A", 10**9)
    assert table.cash("A") == 1500 + 100 * 10**9


def test_c22_no_way_to_spend_what_is_not_there() -> None:
    table = Table()
    table.own("A", 1, 3, 5)
    table.mortgage("A", 5)
    table.own("B", 39)
    table.cash("A", 0)
    spends = [
        ("buy", {"who": "A", "deed": 6}),
        ("build", {"who": "A", "deed": 1}),
        ("lift", {"who": "A", "deed": 5}),
        ("pay", {"from": "A", "to": "B", "amount": 1}),
        ("deal", {"a": "A", "b": "B", "a_gives": {"cash": 1}, "b_gives": {"deeds": [39]}}),
    ]
    for do, fields in spends:
        refused = table.no(do, **fields)
        assert refused.code == "not_enough_cash" and refused.facts["total"] == 60, do
    table.do("jail", who="A")
    for _ in "ABC":
        table.do("end_turn")
    assert table.no("leave_jail", who="A").code == "not_enough_cash"
    for do in ("fine", "pays_each"):
        fields = {"who": "A", "amount": 10}
        assert "debts" in table.do(do, **fields).detail
        table.do("undo")
    table.do("auction", deed=6)
    assert table.no("bid", who="A", amount=61).code == "beyond_means"


def test_c23_nobody_is_called_like_the_bank() -> None:
    table = Table()
    for name in ("bank", "Bank", " POT ", "", "B", "x" * 21):
        assert table.no("rename", who="A", name=name or " ").code == "bad_name"
    table.do("rename", who="A", name="Anna")
    assert table.state()["names"]["A"] == "Anna"


def test_c25_a_swap_without_money_books_none() -> None:
    table = Table()
    table.own("A", 1)
    table.own("B", 3)
    entry = table.do("deal", a="A", b="B", a_gives={"deeds": [1]}, b_gives={"deeds": [3]})
    assert all(line.what != "money" for line in entry.lines)
    assert (table.cash("A"), table.cash("B")) == (1500, 1500)
    assert table.no("deal", a="A", b="B").code == "empty_deal"


def test_c178_an_id_counts_once() -> None:
    table = Table()
    first = table.pay("A", "B", 10, id="tap-1")
    for _ in range(2):
        again = table.game.ask(
            parse({"do": "pay", "from": "A", "to": "B", "amount": 10, "id": "tap-1"}), 99_000
        )
        assert again is first and table.game.apply(again) is False
    assert table.cash("B") == 1510
    other = {"from": "A", "to": "C", "amount": 10, "id": "tap-1"}
    assert table.no("pay", **other).code == "id_used"
    assert table.no("pay", **{**other, "id": "#7"}).code == "bad_request"


def test_each_pays_and_pays_each() -> None:
    table = Table("ABCD")
    table.cash("C", 5)
    table.do("each_pays", who="A", amount=10)
    assert [table.cash(who) for who in "ABCD"] == [1520, 1490, 5, 1490]
    assert table.state()["debts"] == [{"n": 1, "who": "C", "to": "A", "amount": 10, "why": "card"}]
    table.cash("B", 99)
    entry = table.do("pays_each", who="B", amount=50)
    assert table.cash("B") == 99 and len(entry.detail["debts"]) == 3  # type: ignore[arg-type]


def test_salary_and_double_go() -> None:
    table = Table(double_go=True)
    table.do("salary", who="A")
    table.do("salary", who="A", exact=True)
    table.do("land", who="A", pos=0)
    assert table.cash("A") == 1500 + 200 + 400 + 400
    plain = Table()
    plain.do("land", who="A", pos=0)
    plain.do("land", who="A", pos=10, passed_go=True)
    assert plain.cash("A") == 1900


def test_what_a_tax_space_costs_can_be_asked() -> None:
    table = Table()
    assert (table.due("A", 4), table.due("A", 38)) == (200, 100)
