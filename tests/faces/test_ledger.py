"""The ledger in plain words: who paid whom for what, and nothing ever vanishes from it."""

from __future__ import annotations

from companion.core.requests import Mend
from companion.faces.ledger import ALL, EntryRow, Index, row
from companion.faces.mending import Detail, detail, outcome
from tests.faces.evening import Evening, said


def last(evening: Evening) -> EntryRow:
    return row(evening.game, len(evening.game.book) - 1)


def flow(line: EntryRow, code: str = "en") -> tuple[str, str, str, int | None]:
    amount = line.amount.value if line.amount else None
    return said(line.source, code), said(line.target, code), said(line.what, code), amount


def opened(evening: Evening, place: int = -1) -> Detail:
    return detail(evening.game, evening.now, place % len(evening.game.book))


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
    sheet = opened(evening, line.number)
    moved = {(said(m.what), said(m.source), said(m.target)) for m in sheet.moves}
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
    assert said(opened(evening, paid).note) == "Undone: it stands no longer."
    evening.ask("redo")
    assert not row(evening.game, paid).void


def test_c13_a_payment_can_be_put_right_in_every_way_and_the_result_is_shown_first() -> None:
    evening = Evening()
    entry = evening.ask("pay", **{"from": "A", "to": "B", "amount": 200})
    sheet = opened(evening)
    assert sheet.entry == entry.id and sheet.amount.value == 200
    assert sheet.ways == ("back", "amount", "payer", "payee")
    assert sheet.others == (("C", "Cleo"), ("D", "Dan"))
    mend = Mend(entry=entry.id, target="C")
    found = outcome(evening.game, evening.now, mend)
    shown = [(said(one.name), one.before.value, one.after.value) for one in found.cash]
    assert shown == [("Ben", 1700, 1500), ("Cleo", 1500, 1700)] and not found.why_not
    evening.game.apply(evening.game.ask(mend, evening.now))
    assert flow(last(evening)) == ("Ben", "Cleo", "Put right: Transfer", 200)
    index = Index()
    assert index.row(evening.game, 1).mended and not index.row(evening.game, 1).void
    evening.ask("mend", entry=entry.id)
    assert flow(last(evening)) == ("Cleo", "Anna", "Taken back: Transfer", 200)
    assert index.row(evening.game, 1).void
    assert said(opened(evening, 1).note) == "Taken back: it stands no longer."
    evening.ask("undo")
    assert not index.row(evening.game, 1).void


def test_a_salary_has_another_payee_and_what_is_undone_or_moved_nothing() -> None:
    evening = Evening()
    evening.ask("salary", who="A")
    assert opened(evening, 1).ways == ("back", "amount", "payee")
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 1})
    evening.ask("undo")
    assert opened(evening, 2).ways == ()
    evening.ask("end_turn")
    assert opened(evening).ways == () and "Undo" in said(opened(evening).note)
    evening.cash("A", 1)
    assert "no longer has the 200" in said(outcome(evening.game, 0, Mend(entry="#2")).why_not)


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

    def numbers(seat: str, details: bool = False) -> list[int]:
        found = index.window(evening.game, seat, 0, 50, details)
        return [line.number for line in found.rows]

    assert 1 in numbers("A") and 1 in numbers("B") and 1 not in numbers("C")
    assert 2 in numbers("C") and 2 in numbers("bank") and 1 not in numbers("bank")
    assert 3 not in numbers(ALL) and numbers("B", details=True)[0] == 3
    assert 3 not in numbers("A", details=True) and last(evening).seat == "B"
    evening.ask("fine", who="B", amount=7)
    assert numbers("B")[0] == numbers("bank")[0] == 4


def test_house_rules_and_corrections_are_sentences_not_names_of_fields() -> None:
    evening = Evening()
    evening.ask("option", name="parking_pot", value=True)
    assert said(last(evening).what) == "House rule Free Parking jackpot: on"
    evening.ask("correct", deed=39, field="rents.0", value=52)
    line = said(last(evening).what)
    assert line == "Boardwalk: The card says: rent is 52, not 50"
    evening.ask("correct", field="interest_percent", value=15)
    line = said(last(evening).what)
    assert line == "The card says: interest percent is 15 %, not 10 %"
