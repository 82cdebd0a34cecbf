"""The table, landings, estates and auctions as pictures: what a player could check at the board."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.values import Money, Phrase, Pieces
from companion.faces.auction import auction_view
from companion.faces.building import estate_view
from companion.faces.landing import card_view, landing_view
from companion.faces.money import Amount, spoken
from companion.faces.table import Seat, game_view
from companion.faces.views import Text
from companion.games.loader import available, load
from companion.locale.i18n import load as language
from tests.faces.evening import Evening, said


def seat(evening: Evening, who: str) -> Seat:
    found = game_view(evening.game, evening.now).seat(who)
    assert found is not None
    return found


# --- money and words -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "english", "german"),
    [
        (Amount(1_240), "1,240", "1.240"),
        (Amount(1_500_000, True), "1.5M", "1,5 Mio."),
        (Amount(500_000, True), "500K", "500 Tsd."),
        (Amount(0), "0", "0"),
    ],
)
def test_money_as_the_edition_writes_it(amount: Amount, english: str, german: str) -> None:
    assert language("en").amount(amount) == english
    assert language("de").amount(amount) == german


def test_c56_buildings_have_their_own_word_and_plural_in_both_languages() -> None:
    phrase = Phrase("{who} sells {pieces} for {amount}", who="Ben", amount=Money(75),
                    pieces=Pieces.of({"house": 2, "hotel": 1}))  # fmt: skip
    assert said(spoken(phrase, False)) == "Ben sells 2 houses + 1 hotel for 75"
    german = said(spoken(phrase, False), "de")
    assert "2 Häuser" in german
    assert "1 Hotel" in german


@pytest.mark.parametrize("edition", [listed.id for listed in available()])
def test_every_piece_in_a_box_has_a_name_in_german(edition: str) -> None:
    words = language("de")
    for piece in load(edition).edition.stock:
        name = piece.replace("_", " ")
        assert f"{{n}} {name}" in words.plurals or f"{{n}} {name}" in words.messages, piece
        assert name in words.messages or name in words.plurals, piece


@pytest.mark.parametrize("edition", ["classic_us", "classic_uk", "classic_de"])
def test_short_names_differ(edition: str) -> None:
    """Two tiles never carry the same name."""
    view = game_view(Evening(edition=edition).game, 0)
    shorts = [tile.short for tile in view.tiles]
    assert len(shorts) == len(set(shorts)) == 28


# --- the table -----------------------------------------------------------------------------


def test_seats_show_cash_deeds_and_buildings() -> None:
    evening = Evening()
    evening.own("A", 1, 3)
    evening.cash("A", 1_000)
    evening.ask("build", who="A", lots=[{"deed": 1, "n": 1}, {"deed": 3, "n": 1}])
    anna = seat(evening, "A")
    assert (anna.cash.value, said(anna.under)) == (900, "2 deeds · 2 houses")
    assert said(anna.under, "de") == "2 Karten · 2 Häuser"
    assert said(seat(evening, "B").under) == "no deeds yet"
    assert said(game_view(evening.game, 0).stock) == "30 houses · 12 hotels"


def test_the_corner_has_the_games_own_names() -> None:
    """A competitor has a price war where a monopolist is in prison (rules in short)."""
    evening = Evening(2, "anti_x10")
    for who in "AB":
        evening.ask("land", who=who, pos=30)
    assert [said(seat(evening, who).under, "de") for who in "AB"] == [
        "im Preiskrieg",
        "im Gefängnis",
    ]
    assert [said(seat(evening, who).corner.out) for who in "AB"] == [
        "Out of the price war…",
        "Out of prison…",
    ]
    assert not game_view(evening.game, 0).kept and "jail_card" in game_view(Evening().game, 0).kept


def test_jail_and_debt_are_told_at_the_seat() -> None:
    evening = Evening()
    evening.ask("jail", who="A")
    assert said(seat(evening, "A").under) == "in jail"
    evening.cash("B", 10)
    evening.ask("pay", **{"from": "B", "to": "C", "amount": 300, "reason": "rent"})
    assert said(seat(evening, "B").under) == "owes 300"
    debt = game_view(evening.game, 0).debts[0]
    assert (debt.who, debt.to_name, debt.amount.value) == ("B", "Cleo", 300)


def test_c95_a_bankrupt_player_has_no_cash_no_turn_and_a_rank() -> None:
    evening = Evening(seats=3)
    evening.cash("A", 0)
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 500, "reason": "rent"})
    evening.ask("bankrupt", who="A")
    anna = seat(evening, "A")
    assert (anna.out, anna.cash.value, anna.current, anna.rank) == (True, 0, False, 3)


def test_the_end_names_the_winner() -> None:
    evening = Evening(seats=2)
    evening.cash("A", 0)
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 500, "reason": "rent"})
    evening.ask("bankrupt", who="A")
    ended = game_view(evening.game, 0).ended
    assert ended is not None
    assert [(place.rank, place.name) for place in ended.places] == [(1, "Ben"), (2, "Anna")]


def test_what_was_booked_last_is_told_and_undo_is_told_too() -> None:
    evening = Evening()
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 200})
    assert said(game_view(evening.game, 0).last) == "Anna pays Ben 200"
    evening.ask("undo")
    assert said(game_view(evening.game, 0).last) == "Undone: the payment"


def test_landed_follows_the_turn_and_its_undo() -> None:
    evening = Evening()
    assert not game_view(evening.game, 0).landed
    evening.ask("land", who="A", pos=20)
    assert game_view(evening.game, 0).landed
    evening.ask("undo")
    assert not game_view(evening.game, 0).landed
    evening.ask("land", who="A", pos=20)
    evening.ask("end_turn")
    assert not game_view(evening.game, 0).landed


def test_landed_stays_through_long_auctions_and_somebody_elses_ruin() -> None:
    evening = Evening()
    evening.ask("land", who="A", pos=24)
    evening.ask("decline")
    for number in range(70):
        evening.ask("bid", who="BC"[number % 2], amount=10 + number)
    evening.ask("close")
    assert game_view(evening.game, 0).landed
    evening.ask("bankrupt", who="D", to="A", confirm=True)
    assert game_view(evening.game, 0).landed


def test_of_several_card_spaces_the_next_one_ahead_is_meant() -> None:
    evening = Evening()

    def card() -> int:
        view = game_view(evening.game, 0)
        return next(spot.pos for spot in view.spots if spot.card)

    assert card() == 2
    evening.ask("land", who="A", pos=10)
    assert card() == 17
    evening.ask("land", who="A", pos=38)
    evening.ask("tax", who="A")
    assert card() == 2


# --- landings ------------------------------------------------------------------------------


def test_the_card_marks_the_row_that_counts() -> None:
    """New York Avenue with two houses: 220."""
    evening = Evening()
    evening.own("B", 16, 18, 19)
    evening.ask("build", who="B", lots=[{"deed": 16, "n": 2}, {"deed": 18, "n": 2},
                                        {"deed": 19, "n": 2}])  # fmt: skip
    evening.cash("A", 860)
    evening.ask("land", who="A", pos=19)
    seen = landing_view(evening.game, 0, "A", 19)
    assert (seen.state, seen.amount.value, seen.cash.value, seen.left.value) == (
        "rent", 220, 860, 640,
    )  # fmt: skip
    assert said(seen.why) == "2 houses on New York Avenue"
    assert seen.card is not None
    assert [said(row.label) for row in seen.card.rows if row.current] == ["2 houses"]
    assert said(seen.card.line) == "Ben has the whole colour"


def test_a_bare_set_marks_twice_the_rent() -> None:
    evening = Evening()
    evening.own("B", 1, 3)
    evening.ask("land", who="A", pos=3)
    seen = landing_view(evening.game, 0, "A", 3)
    assert seen.amount.value == 8
    assert seen.card is not None
    assert [row.value.value for row in seen.card.rows if row.current] == [8]


def test_c29_a_card_doubles_two_stations_to_100() -> None:
    evening = Evening()
    evening.own("B", 5, 15)
    evening.ask("land", who="A", pos=5)
    assert landing_view(evening.game, 0, "A", 5).times_choices == (1, 2)
    assert landing_view(evening.game, 0, "A", 5, times=2).amount.value == 100


def test_c28_utility_rent_waits_for_the_dice() -> None:
    evening = Evening()
    evening.own("B", 12)
    seen = landing_view(evening.game, 0, "A", 12)
    assert (seen.state, seen.dice_most) == ("dice", 12)
    evening.ask("land", who="A", pos=12, dice=7)
    assert landing_view(evening.game, 0, "A", 12).amount.value == 28


def test_what_is_missing_is_told_not_hidden() -> None:
    evening = Evening()
    evening.own("B", 39)
    evening.cash("A", 20)
    evening.ask("land", who="A", pos=39)
    seen = landing_view(evening.game, 0, "A", 39)
    assert (seen.amount.value, seen.lacks.value, seen.left.value) == (50, 30, 0)


def test_a_mortgaged_deed_asks_nothing_and_marks_no_row() -> None:
    evening = Evening()
    evening.own("B", 39)
    evening.ask("mortgage", who="B", deed=39)
    evening.ask("land", who="A", pos=39)
    seen = landing_view(evening.game, 0, "A", 39)
    assert (seen.state, seen.amount.value) == ("rest", 0)
    assert seen.card is not None
    assert seen.card.mortgaged
    assert not any(row.current for row in seen.card.rows)


def test_my_card_says_changes_the_card_shown() -> None:
    evening = Evening()
    evening.ask("correct", deed=19, field="rents.0", value=18)
    rows = card_view(evening.game, 0, 19).rows
    assert [rows[0].value.value, rows[1].value.value] == [18, 36]


def test_only_a_landing_that_was_booked_last_can_be_taken_back() -> None:
    evening = Evening()
    evening.own("B", 39)
    evening.ask("land", who="A", pos=39)
    assert landing_view(evening.game, 0, "A", 39).undoable
    evening.own("A", 1)
    assert not landing_view(evening.game, 0, "A", 39).undoable


# --- estates and auctions ------------------------------------------------------------------


def row(evening: Evening, who: str, pos: int) -> Any:
    return next(r for r in estate_view(evening.game, 0, who).rows if r.tile.pos == pos)


def test_a_house_costs_what_the_card_says_and_brings_half() -> None:
    evening = Evening()
    evening.own("A", 6, 8, 9)
    assert (row(evening, "A", 6).up.amount.value, row(evening, "A", 6).up.can) == (50, True)
    evening.ask("build", who="A", lots=[{"deed": 6, "n": 1}])
    assert not row(evening, "A", 6).up.can
    assert row(evening, "A", 6).up.code == "uneven"
    assert (row(evening, "A", 6).down.amount.value, row(evening, "A", 6).down.can) == (25, True)


def test_c67_a_house_in_the_colour_blocks_the_mortgage_and_says_what_to_sell() -> None:
    evening = Evening()
    evening.own("A", 6, 8, 9)
    evening.ask("build", who="A", lots=[{"deed": 6, "n": 1}])
    pledge = row(evening, "A", 9).pledge
    assert not pledge.can
    assert said(pledge.remedy) == "Sell 1 house to the bank first: +25."


def test_lifting_costs_ten_percent_more() -> None:
    evening = Evening()
    evening.own("A", 39)
    evening.ask("mortgage", who="A", deed=39)
    pledge = row(evening, "A", 39).pledge
    assert (said(pledge.what), pledge.amount.value) == ("Lift mortgage", 220)


def test_c80_out_is_who_cannot_raise_the_next_bid() -> None:
    evening = Evening()
    evening.cash("D", 40)
    evening.ask("auction", deed=24)
    evening.ask("bid", who="A", amount=59)
    view = auction_view(evening.game)
    assert view is not None
    dan = next(bidder for bidder in view.bidders if bidder.letter == "D")
    assert (view.least.value, dan.limit.value, dan.out) == (60, 40, True)
    assert [step.bid.value for step in view.raises] == [60, 69, 109]


@pytest.mark.parametrize(
    ("edition", "deed", "bids"),
    (("mega_us", 24, [1, 10, 50]), ("classic_us", 24, [10, 20, 60])),
)
def test_the_first_bids_offered_are_sums_people_say(
    edition: str, deed: int, bids: list[int]
) -> None:
    evening = Evening(edition=edition)
    evening.ask("auction", deed=deed)
    view = auction_view(evening.game)
    assert view is not None and [step.bid.value for step in view.raises] == bids


def test_c82_bids_are_listed_in_their_order() -> None:
    evening = Evening()
    evening.ask("auction", deed=24)
    for who, amount in (("D", 10), ("A", 50), ("C", 105), ("B", 115)):
        evening.ask("bid", who=who, amount=amount)
    view = auction_view(evening.game)
    assert view is not None
    assert [(name, amount.value) for name, amount in view.bids] == [
        ("Dan", 10), ("Anna", 50), ("Cleo", 105), ("Ben", 115),
    ]  # fmt: skip
    assert (view.leader, view.leader_name, view.price) == ("B", "Ben", Amount(240))


def test_a_view_without_an_auction_has_none() -> None:
    assert auction_view(Evening().game) is None
    assert not Text()
