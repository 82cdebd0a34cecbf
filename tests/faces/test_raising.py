"""Raising money and going bankrupt: the sums a debtor can check against his deeds."""

from __future__ import annotations

from companion.core.requests import to_dict
from companion.faces.raising import bankruptcy_view, raising_view
from tests.faces.evening import Evening, said


def reds(cash: int = 50) -> Evening:
    """Ben has the three reds with two houses each and little cash (the case C86)."""
    evening = Evening()
    evening.own("B", 21, 23, 24)
    evening.cash("B", 1500)
    evening.ask("build", who="B", lots=[{"deed": pos, "n": 2} for pos in (21, 23, 24)])
    evening.cash("B", cash)
    return evening


def owe(evening: Evening, amount: int, to: str = "C") -> None:
    evening.ask("pay", **{"from": "B", "to": to, "amount": amount, "reason": "rent"})


def test_c86_840_can_be_raised_and_90_are_left() -> None:
    evening = reds()
    owe(evening, 750)
    view = raising_view(evening.game)
    assert view.who == "B" and view.name == "Ben"
    assert view.total.value == 50 + 6 * 75 + 110 + 110 + 120 == 840
    assert view.leaves.value == 90 and view.missing.value == 700
    assert not view.enough and not view.hopeless
    assert [(said(way.what), way.all.amount.value, way.later) for way in view.ways] == [
        ("6 houses · red", 450, False),
        ("Kentucky Avenue", 110, True),
        ("Indiana Avenue", 110, True),
        ("Illinois Avenue", 120, True),
    ]
    assert view.purpose is not None
    assert said(view.purpose.title) == "Ben owes Cleo 750"
    assert said(view.purpose.button) == "Pay 750 to Cleo"


def test_every_way_taken_brings_what_it_said_until_the_debt_is_paid() -> None:
    evening = reds()
    owe(evening, 750)
    while not (view := raising_view(evening.game)).enough:
        way = next(way for way in view.ways if not way.later)
        step = way.one or way.all
        evening.ask(**to_dict(step.request))
        after = raising_view(evening.game)
        assert after.cash.value == view.cash.value + step.amount.value
        assert after.total.value == view.total.value == 840
    assert view.purpose is not None
    evening.ask(**to_dict(view.purpose.request))
    assert evening.game.book.held("B", "money") >= 0
    assert not raising_view(evening.game, "B").debts


def test_one_house_may_be_sold_where_evenness_allows() -> None:
    evening = reds()
    owe(evening, 100)
    way = raising_view(evening.game).ways[0]
    assert way.one is not None
    assert (said(way.one.what), way.one.amount.value) == ("1 house", 75)
    assert said(way.one.what, "de") == "1 Haus"


def test_c73_a_purchase_names_its_price_and_goes_on_after_raising() -> None:
    evening = Evening()
    evening.own("B", 1)
    evening.cash("B", 200)
    evening.ask("end_turn")
    evening.ask("land", who="B", pos=24)
    view = raising_view(evening.game)
    assert view.purpose is not None
    assert said(view.purpose.title) == "Ben wants to buy Illinois Avenue for 240"
    assert (view.missing.value, view.total.value, view.hopeless) == (40, 230, True)
    evening.ask("pay", **{"from": "bank", "to": "B", "amount": 20})
    view = raising_view(evening.game)
    assert not view.hopeless and not view.enough
    evening.ask(**to_dict(view.ways[0].all.request))
    view = raising_view(evening.game)
    assert view.enough and view.purpose is not None
    evening.ask(**to_dict(view.purpose.request))
    assert evening.game.rules.owner(evening.game.book, 24) == "B"
    assert evening.game.book.held("B", "money") == 200 + 20 + 30 - 240


def test_c91_the_preview_says_what_goes_where_to_a_creditor() -> None:
    evening = reds()
    evening.own("B", 1)
    evening.ask("mortgage", who="B", deed=1)
    evening.ask("take", who="B")
    evening.cash("B", 50)
    owe(evening, 5000)
    view = bankruptcy_view(evening.game, 0, "B")
    lines = [said(line) for line in view.lines]
    assert lines == [
        "6 houses back to the bank: 450",
        "500 to Cleo",
        "To Cleo: Mediterranean Avenue, Kentucky Avenue, Indiana Avenue, Illinois Avenue",
        "To Cleo: 1 jail card",
        "Cleo owes the bank 3 for the mortgaged deeds",
    ]
    assert not view.warning and not view.over and not view.choices
    before = evening.game.book.held("C", "money")
    evening.ask("bankrupt", who="B", confirm=True)
    assert evening.game.book.held("C", "money") == before + 500 - 3


def test_the_preview_to_the_bank_says_that_the_deeds_are_auctioned() -> None:
    evening = reds()
    owe(evening, 5000, "bank")
    lines = [said(line) for line in bankruptcy_view(evening.game, 0, "B").lines]
    assert lines == [
        "6 houses back to the bank",
        "50 to the bank",
        "To the bank: Kentucky Avenue, Indiana Avenue, Illinois Avenue",
        "The bank auctions the deeds one after another",
    ]


def test_giving_up_while_solvent_is_warned_and_without_a_debt_asks_to_whom() -> None:
    evening = reds()
    view = bankruptcy_view(evening.game, 0, "B")
    assert view.to == "" and view.lines == ()
    assert [one for one, _ in view.choices] == ["bank", "A", "C", "D"]
    assert said(view.warning) == "Ben could still raise 840 in all, and owes 0."
    assert bankruptcy_view(evening.game, 0, "B", "A").lines
    owe(evening, 840)
    view = bankruptcy_view(evening.game, 0, "B")
    assert said(view.warning) == "Ben could still raise 840 in all, and owes 840."


def test_the_preview_books_nothing_and_says_when_the_game_ends_with_it() -> None:
    evening = Evening(2)
    evening.ask("pay", **{"from": "B", "to": "A", "amount": 9000, "reason": "rent"})
    before = evening.game.book.state()
    assert bankruptcy_view(evening.game, 0, "B").over
    assert evening.game.book.state() == before
