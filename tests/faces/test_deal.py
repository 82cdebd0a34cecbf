"""Deals: what both have afterwards, the ten percent, and why a deal cannot be."""

from __future__ import annotations

import pytest

from companion.core.errors import Refused
from companion.core.requests import to_dict
from companion.faces.trade import Side, TradeDraft, first_draft, trade_view
from tests.faces.evening import Evening, said


def traders() -> Evening:
    evening = Evening()
    evening.own("A", 39)
    evening.own("B", 1, 3)
    evening.cash("A", 1500)
    evening.cash("B", 1500)
    return evening


def test_it_starts_with_whose_turn_it_is_and_the_next_player() -> None:
    evening = Evening()
    assert [side.who for side in (first_draft(evening.game).a, first_draft(evening.game).b)] == [
        "A", "B",
    ]  # fmt: skip
    last = first_draft(evening.game, "D")
    assert (last.a.who, last.b.who) == ("D", "A")


def test_nobody_can_deal_with_himself() -> None:
    draft = TradeDraft(Side("A"), Side("B")).between(0, "B")
    assert (draft.a.who, draft.b.who) == ("B", "A")
    assert TradeDraft(Side("A", 5), Side("B", 6)).between(1, "C") == TradeDraft(
        Side("A", 5), Side("C")
    )


def test_both_see_what_they_have_before_and_after() -> None:
    evening = traders()
    draft = TradeDraft(Side("A", 150, (39,)), Side("B", 0, (1, 3)))
    view = trade_view(evening.game, 0, draft)
    assert view.ready and not view.fault
    assert [(s.cash.value, s.gives.value, s.after.value) for s in view.sides] == [
        (1500, 150, 1350), (1500, 0, 1650),
    ]  # fmt: skip
    assert said(view.sides[0].basket) == "150, Boardwalk"
    evening.ask(**to_dict(draft.trade()))
    assert evening.game.book.held("B", "money") == 1650


def test_a_mortgaged_deed_costs_its_new_owner_ten_percent_or_is_paid_off_at_once() -> None:
    evening = traders()
    evening.ask("mortgage", who="A", deed=39)
    draft = TradeDraft(Side("A", 0, (39,)), Side("B", 100))
    view = trade_view(evening.game, 0, draft)
    assert view.sides[1].charge.value == 20
    assert view.sides[1].after.value == 1500 - 100 - 20
    assert [said(lift.label) for lift in view.lifts] == [
        "Ben pays 20 for Boardwalk; 200 more pays it off at once"
    ]
    lifted = trade_view(evening.game, 0, draft.with_lift(39))
    assert lifted.sides[1].charge.value == 220 and lifted.lifts[0].chosen
    evening.ask(**to_dict(draft.with_lift(39).trade()))
    assert evening.game.book.held("B", "money") == 1180
    assert not evening.game.rules.mortgaged(evening.game.book, 39)


def test_a_deed_with_buildings_in_its_colour_says_why_it_cannot_go() -> None:
    evening = traders()
    evening.ask("build", who="B", lots=[{"deed": 1, "n": 1}])
    view = trade_view(evening.game, 0, first_draft(evening.game))
    deeds = {deed.pos: deed for deed in view.sides[1].deeds}
    assert "cannot change hands" in said(deeds[3].blocked)
    assert "1 house" in said(deeds[3].blocked)


def test_more_cash_than_there_is_is_a_sentence_and_no_deal() -> None:
    evening = traders()
    view = trade_view(evening.game, 0, TradeDraft(Side("A", 1501), Side("B", 0, (1,))))
    assert not view.ready
    assert said(view.fault) == "Anna has 1,500 and needs 1,501."


def test_c70_an_offer_is_refused_when_its_deed_was_mortgaged_meanwhile() -> None:
    evening = traders()
    draft = TradeDraft(Side("A", 0, (39,)), Side("B", 400))
    evening.ask(**to_dict(draft.offer()))
    offer = trade_view(evening.game, 0, draft).offers[0]
    gives = [
        [(said(one.label), one.group) for one in side] for side in (offer.a_gives, offer.b_gives)
    ]
    assert (offer.a_name, offer.b_name) == ("Anna", "Ben")
    assert gives == [[("Boardwalk", "dark_blue")], [("400", "")]]
    assert offer.seconds == -1
    evening.ask("mortgage", who="A", deed=39)
    with pytest.raises(Refused, match="Boardwalk is not as it was"):
        evening.ask("accept", offer=offer.number)
    assert evening.game.rules.owner(evening.game.book, 39) == "A"


def test_c83_a_timed_offer_lapses_and_books_nothing() -> None:
    evening = traders()
    draft = TradeDraft(Side("A", 0, (39,)), Side("B", 400))
    assert trade_view(evening.game, 0, draft).clock_ms == 50_000
    evening.ask(**to_dict(draft.offer(50_000)))
    assert trade_view(evening.game, 23_000, draft).offers[0].seconds == 27
    entry = evening.game.tick(50_000)
    assert entry is not None and entry.reason == "withdraw"
    evening.game.apply(entry)
    assert trade_view(evening.game, 50_000, draft).offers == ()
    assert evening.game.book.held("B", "money") == 1500


def test_jail_cards_can_be_put_in() -> None:
    evening = traders()
    evening.ask("take", who="A")
    draft = TradeDraft(Side("A").with_cards("jail_card", 1), Side("B", 50))
    view = trade_view(evening.game, 0, draft)
    assert view.ready and said(view.sides[0].basket) == "1 jail card"
    assert (view.sides[0].cards[0].held, view.sides[0].cards[0].n) == (1, 1)
    evening.ask(**to_dict(draft.trade()))
    assert evening.game.book.held("B", "jail_card") == 1


def test_a_creditor_may_take_a_deal_as_payment() -> None:
    evening = traders()
    evening.cash("B", 0)
    evening.ask("pay", **{"from": "B", "to": "A", "amount": 100, "reason": "rent"})
    draft = TradeDraft(Side("A"), Side("B", 0, (1,)), settles=True)
    view = trade_view(evening.game, 0, draft)
    assert view.debt_between and view.ready
    evening.ask(**to_dict(draft.trade()))
    assert not evening.game.book.fact("debts")
