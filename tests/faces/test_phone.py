"""A player's own phone: what is due comes first, with the reason and what it leaves."""

from __future__ import annotations

from companion.core.requests import to_dict
from companion.faces.phone import PhoneView, phone_view
from companion.faces.table import game_view
from companion.faces.views import ShellView, View
from tests.faces.evening import Evening, said


def phone(evening: Evening, seat: str, *words: str) -> PhoneView:
    """The phone of a seat; with ``words`` it has no others."""
    view = View(1, ShellView("Sunday"), game=game_view(evening.game, evening.now))
    seen = phone_view(view, seat, lambda word: not words or word in words)
    assert seen is not None
    return seen


def keys(seen: PhoneView) -> dict[str, dict[str, object]]:
    """The buttons, by their words."""
    return {said(key.words): to_dict(key.asks) for key in seen.due.keys}


def rent() -> Evening:
    """A has landed on B's Boardwalk."""
    evening = Evening()
    evening.own("B", 39, 37)
    evening.cash("A", 1_400)
    evening.ask("land", who="A", pos=39)
    return evening


def test_a_rent_is_asked_for_on_one_phone_and_paid_on_the_other() -> None:
    evening = rent()
    mine, theirs = phone(evening, "B"), phone(evening, "A")
    assert (said(mine.due.above), said(mine.due.title)) == ("Anna landed on", "Boardwalk")
    assert mine.due.figure is not None and mine.due.figure.value == 100
    assert said(mine.due.why) == "Anna has 1,400 and keeps 1,300"
    assert keys(mine) == {"Ask Anna for 100": {"do": "rent"}, "Let it pass": {"do": "waive"}}
    assert mine.calls and not theirs.calls, "A is up and looks anyway"
    assert said(theirs.due.title) == "Boardwalk belongs to Ben"
    assert said(theirs.due.why) == "You have 1,400 and keep 1,300"
    assert keys(theirs) == {"Pay 100 to Ben": {"do": "rent"}}
    evening.ask("rent")
    assert phone(evening, "A").seat.cash.value == 1_300


def test_who_has_nothing_to_do_with_it_reads_whose_turn_it_is() -> None:
    seen = phone(rent(), "C")
    assert (said(seen.due.title), seen.due.keys, seen.calls) == ("Anna's turn", (), False)
    assert [seat.name for seat in seen.everybody] == ["Anna", "Ben", "Cleo", "Dan"]
    assert [(tile.pos, tile.owner) for tile in seen.deeds] == [(37, "B"), (39, "B")]


def test_a_level_without_a_right_has_no_button_for_it() -> None:
    assert keys(phone(rent(), "B", "waive")) == {"Let it pass": {"do": "waive"}}
    assert keys(phone(rent(), "A", "bid")) == {}


def test_an_auction_has_three_raises_and_says_what_can_be_raised() -> None:
    evening = Evening()
    evening.ask("auction", deed=39)
    evening.ask("bid", who="B", amount=60)
    leads, other = phone(evening, "B"), phone(evening, "A")
    assert said(leads.due.above) == "You have the highest bid" and not leads.due.keys
    assert [said(key.under) for key in other.due.keys] == ["+1", "+10", "+50", ""]
    assert [key.types for key in other.due.keys] == ["", "", "", "amount"]
    assert keys(other)["70"] == {"do": "bid", "who": "A", "amount": 70}
    assert said(other.due.why) == "You can raise 1,500, 1,500 of it in cash"
    assert not phone(evening, "A", "rent").due.keys


def test_what_one_buys_owes_and_is_offered() -> None:
    evening = Evening()
    evening.ask("land", who="A", pos=39)
    buyer = phone(evening, "A")
    assert said(buyer.due.title) == "You may buy Boardwalk"
    assert said(buyer.due.why) == "You have 1,500 and keep 1,100"
    assert list(keys(buyer)) == ["Buy for 400", "Do not buy"]
    evening.ask("buy", who="A", deed=39)
    evening.ask("offer", a="A", b="B", a_gives={"deeds": [39]}, b_gives={"cash": 500})
    offered = phone(evening, "B")
    assert said(offered.due.title) == "Anna offers you a deal"
    assert said(offered.due.why) == "You give 500 and get Boardwalk"
    assert list(keys(offered)) == ["Agreed", "No deal"]
    assert said(phone(evening, "A").due.title) == "Ben thinks it over"
    evening.ask("withdraw", offer=1)
    evening.cash("A", 10)
    evening.ask("fine", who="A", amount=50)
    debtor = phone(evening, "A")
    assert said(debtor.due.title) == "You owe the bank"
    assert list(keys(debtor)) == ["Pay 50 to the bank"]


def test_the_turn_and_the_end() -> None:
    evening = Evening()
    assert list(keys(phone(evening, "A"))) == ["End turn", "Pass GO"]
    assert said(phone(evening, "A").due.title) == "Throw the dice and move your piece"
    evening.ask("land", who="A", pos=10)
    assert phone(evening, "A").due.keys[0].kind == "usual"
    evening.ask("finish")
    assert said(phone(evening, "A").due.title) == "The game is over"


def test_nobody_sits_on_a_seat_there_is_not() -> None:
    assert phone_view(View(), "A", lambda _: True) is None
    view = View(1, game=game_view(Evening().game, 0))
    assert phone_view(view, "H", lambda _: True) is None


def test_who_plays_may_pay_and_offer_where_the_level_has_it() -> None:
    seen = phone(rent(), "B")
    assert seen.pays and seen.offers
    assert not phone(rent(), "B", "rent").pays and not phone(rent(), "B", "rent").offers
    evening = Evening()
    evening.ask("finish")
    assert not phone(evening, "A").pays and not phone(evening, "A").offers


def test_a_games_own_question_is_answered_on_the_phone() -> None:
    evening = Evening(edition="anti_x10")
    first = phone(evening, "A")
    assert said(first.due.title) == "Anna chooses a side"
    assert list(keys(first)) == ["Competitor (green)", "Monopolist (blue)"]
    assert said(phone(evening, "B").due.title) == "Anna's turn"


def test_deeds_are_mortgaged_and_built_on_in_the_own_turn_and_money_is_raised_for_a_debt() -> None:
    evening = Evening()
    evening.own("B", 39, 37)
    assert phone(evening, "A").estate == ("mortgage", "sell", "lift", "build")
    assert phone(evening, "A", "mortgage").estate == ("mortgage",)
    assert phone(evening, "B").estate == ()
    evening.cash("B", 10)
    evening.ask("fine", who="B", amount=50)
    assert phone(evening, "B").estate == ("mortgage", "sell")
    assert phone(Evening(edition="city_us"), "A").estate == ("mortgage", "lift")
