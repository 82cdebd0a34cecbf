"""The ledger in plain words: who paid whom for what, and nothing ever vanishes from it."""

from __future__ import annotations

from companion.faces.ledger import ALL, Index, Row, detail, row
from tests.faces.evening import Evening, said


def last(evening: Evening) -> Row:
    return row(evening.game, len(evening.game.book) - 1)


def flow(line: Row, code: str = "en") -> tuple[str, str, str, int | None]:
    amount = line.amount.value if line.amount else None
    return said(line.source, code), said(line.target, code), said(line.what, code), amount


def test_a_rent_says_who_paid_whom_for_what() -> None:
    evening = Evening()
    evening.own("C", 19)
    evening.now = 52 * 60_000
    evening.ask("land", who="B", pos=19)
    evening.ask("rent")
    line = last(evening)
    assert flow(line) == ("Ben", "Cleo", "Rent, New York Avenue", 16)
    assert (line.clock, line.seat, line.void) == ("0:52", "B", False)


def test_bank_flows_name_the_bank() -> None:
    evening = Evening()
    evening.ask("salary", who="A")
    assert flow(last(evening)) == ("Bank", "Anna", "Passed GO", 200)
    evening.ask("fine", who="D", amount=15)
    assert flow(last(evening)) == ("Dan", "Bank", "Fine", 15)


def test_c56_a_sold_hotel_is_called_a_hotel_in_both_languages_and_brings_money() -> None:
    evening = Evening()
    evening.own("A", 1, 3)
    evening.ask("build", who="A", lots=[{"deed": 1, "n": 4}, {"deed": 3, "n": 4}])
    evening.ask("build", who="A", lots=[{"deed": 1, "n": 1}, {"deed": 3, "n": 1}])
    built = last(evening)
    assert said(built.what) == "Built 2 hotels, Mediterranean Avenue, Baltic Avenue"
    evening.ask("sell", who="A", group="brown")
    line = last(evening)
    assert flow(line) == ("Bank", "Anna", "Sold 2 hotels, Mediterranean Avenue, Baltic Avenue", 250)
    assert "2 Hotels" in said(line.what, "de")


def test_everybody_pays_one_in_a_single_line() -> None:
    evening = Evening()
    evening.ask("each_pays", who="A", amount=10)
    assert flow(last(evening)) == ("everybody", "Anna", "Card", 30)
    evening.ask("pays_each", who="A", amount=50)
    assert flow(last(evening)) == ("Anna", "everybody", "Card", 150)


def test_c25_a_deed_for_a_deed_is_an_amount_of_nothing() -> None:
    evening = Evening()
    evening.own("A", 39)
    evening.own("B", 1)
    evening.ask("deal", a="A", b="B", a_gives={"deeds": [39]}, b_gives={"deeds": [1]})
    line = last(evening)
    assert line.amount is not None and line.amount.value == 0
    opened = detail(evening.game, line.number)
    moved = {(said(m.what), said(m.source), said(m.target)) for m in opened.moves}
    assert moved == {
        ("Boardwalk", "Anna", "Ben"), ("Mediterranean Avenue", "Ben", "Anna"),
    }  # fmt: skip


def test_c10_an_undone_payment_stays_and_its_reversal_names_it() -> None:
    evening = Evening()
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 200})
    paid = len(evening.game.book) - 1
    evening.ask("undo")
    assert row(evening.game, paid).void
    assert flow(last(evening)) == ("", "", "Undone: Anna pays Ben 200", None)
    assert flow(row(evening.game, 0)) == ("", "", "The game begins", None)
    assert said(detail(evening.game, paid).note) == "Undone: it stands no longer."
    evening.ask("redo")
    assert not row(evening.game, paid).void


def test_c13_the_payee_of_a_payment_can_be_corrected_to_anybody_not_on_it() -> None:
    evening = Evening()
    entry = evening.ask("pay", **{"from": "A", "to": "B", "amount": 200})
    opened = detail(evening.game, len(evening.game.book) - 1)
    assert opened.entry == entry.id
    assert opened.payees == (("C", "Cleo"), ("D", "Dan"))
    evening.ask("correct_payee", entry=entry.id, to="C")
    cash = {who: evening.game.book.held(who, "money") for who in "ABC"}
    assert cash == {"A": 1300, "B": 1500, "C": 1700}
    assert flow(last(evening)) == ("Ben", "Cleo", "Passed on: it was meant for Cleo", 200)


def test_salaries_purchases_and_undone_payments_have_no_payee_to_correct() -> None:
    evening = Evening()
    evening.ask("salary", who="A")
    assert detail(evening.game, 1).payees == ()
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 1})
    evening.ask("undo")
    assert detail(evening.game, 2).payees == ()


def test_c14_a_thousand_entries_can_all_be_scrolled_to() -> None:
    evening = Evening()
    for n in range(1, 1001):
        evening.ask("pay", **{"from": "AB"[n % 2], "to": "BA"[n % 2], "amount": n % 50 + 1})
    index = Index()
    seen: list[int] = []
    for first in range(0, 1001, 40):
        window = index.window(evening.game, ALL, first, 40)
        assert window.total == 1001
        seen += [line.number for line in window.rows]
    assert seen == list(range(1000, -1, -1))


def test_a_filter_shows_a_seat_and_the_bank_only_what_concerns_them() -> None:
    evening = Evening()
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 5})
    evening.ask("salary", who="C")
    evening.ask("end_turn")
    index = Index()

    def numbers(seat: str) -> list[int]:
        return [line.number for line in index.window(evening.game, seat, 0, 50).rows]

    assert 1 in numbers("A") and 1 in numbers("B") and 1 not in numbers("C")
    assert 2 in numbers("C") and 2 in numbers("bank") and 1 not in numbers("bank")
    evening.ask("fine", who="B", amount=7)
    assert numbers("B")[0] == numbers("bank")[0] == 4


def test_house_rules_and_corrections_are_sentences_not_names_of_fields() -> None:
    evening = Evening()
    evening.ask("option", name="parking_pot", value=True)
    assert said(last(evening).what).startswith("House rule now on: Fines and taxes")
    evening.ask("correct", deed=39, field="rents.0", value=52)
    line = said(last(evening).what)
    assert line == "Boardwalk: The card says: rent is 52, not 50"
    evening.ask("correct", field="interest_percent", value=15)
    line = said(last(evening).what)
    assert line == "The card says: interest percent is 15 %, not 10 %"
