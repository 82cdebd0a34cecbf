"""The card game's figures and rules, as a player can check them on the cards."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.queries import allowed, ledger, standings, ways
from companion.faces.setup import value_words
from companion.games.deal.rules import LABELS, SENTENCES
from companion.games.loader import available, load
from companion.locale.i18n import load as language
from tests.games.deal_table import CardTable, M

RENTS = {
    "brown": (1, 2), "light_blue": (1, 2, 3), "pink": (1, 2, 4), "orange": (1, 3, 5),
    "red": (2, 3, 6), "yellow": (2, 4, 6), "green": (2, 4, 7), "dark_blue": (3, 8),
    "railroad": (1, 2, 3, 4), "utility": (1, 2),
}  # fmt: skip
VALUES = {
    "brown": 1, "light_blue": 1, "pink": 2, "orange": 2, "red": 3, "yellow": 3, "green": 4,
    "dark_blue": 4, "railroad": 2, "utility": 2,
}  # fmt: skip
OTHERS = {
    "money_1": (6, 1), "money_2": (5, 2), "money_3": (3, 3), "money_4": (3, 4), "money_5": (2, 5),
    "money_10": (1, 10),
    "wild_brown_light_blue": (1, 1), "wild_pink_orange": (2, 2), "wild_red_yellow": (2, 3),
    "wild_dark_blue_green": (1, 4), "wild_green_railroad": (1, 4),
    "wild_light_blue_railroad": (1, 4), "wild_railroad_utility": (1, 2), "wild_any": (2, 0),
    "rent_brown_light_blue": (2, 1), "rent_pink_orange": (2, 1), "rent_red_yellow": (2, 1),
    "rent_green_dark_blue": (2, 1), "rent_railroad_utility": (2, 1), "rent_any": (3, 3),
    "pass_go": (10, 1), "deal_breaker": (2, 5), "just_say_no": (3, 4), "sly_deal": (3, 3),
    "forced_deal": (3, 3), "debt_collector": (3, 3), "its_my_birthday": (3, 2),
    "double_the_rent": (2, 1), "house": (3, 3), "hotel": (2, 4),
}  # fmt: skip
"""Kind of card: how many, and its value in millions."""
STREETS = sorted(set(RENTS) - {"railroad", "utility"})


def test_the_deck_has_106_cards_with_the_printed_values() -> None:
    rules = CardTable().rules
    deck = {what: (card.count, card.value) for what, card in rules.deck.items()}
    printed = {
        f"property_{group}": (len(rents), VALUES[group]) for group, rents in RENTS.items()
    } | OTHERS
    assert deck == printed
    assert sum(n for n, _ in deck.values()) == 106
    by_effect = Counter(dict.fromkeys(("money", "property", "rent", "other"), 0))
    for card in rules.deck.values():
        known = card.effect in ("money", "property", "rent")
        by_effect[card.effect if known else "other"] += card.count
    assert by_effect == {"money": 20, "property": 28 + 11, "rent": 13, "other": 34}


@pytest.mark.parametrize("group", RENTS)
def test_every_printed_rent(group: str) -> None:
    table = CardTable()
    for n, rent in enumerate(RENTS[group], 1):
        table.has("A", f"property_{group}")
        assert table.rules.set_rent(table.game.book, "A", group) == rent * M, n
        assert bool(table.rules.complete(table.game.book, "A")) == (n == len(RENTS[group]))


@pytest.mark.parametrize("group", STREETS)
def test_a_house_adds_three_and_a_hotel_four_on_a_complete_street_set(group: str) -> None:
    table = CardTable()
    table.has("A", *[f"property_{group}"] * (len(RENTS[group]) - 1))
    assert table.no("play", what="house", group=group).code == "no_room"
    table.has("A", f"property_{group}")
    assert table.no("play", what="hotel", group=group).code == "no_room"
    table.has("A", f"house@{group}")
    assert table.rules.set_rent(table.game.book, "A", group) == (RENTS[group][-1] + 3) * M
    table.has("A", f"hotel@{group}")
    assert table.rules.set_rent(table.game.book, "A", group) == (RENTS[group][-1] + 7) * M


@pytest.mark.parametrize("group", ["railroad", "utility"])
def test_no_building_on_railroads_and_utilities(group: str) -> None:
    table = CardTable()
    table.has("A", *[f"property_{group}"] * len(RENTS[group]))
    assert table.no("play", what="house", group=group).code == "no_room"


def test_limits_of_the_printing() -> None:
    rules = load("deal")
    figures = rules.edition.figures
    assert [figures[name] for name in ("plays_per_turn", "hand_max", "start_hand")] == [3, 7, 5]
    assert [figures[name] for name in ("draw_per_turn", "draw_if_hand_empty")] == [2, 5]
    spec = rules.edition.option("win_sets")
    assert spec and (spec.default, spec.low, spec.high) == (3, 1, 3)
    listed = next(one for one in available() if one.id == "deal")
    assert (listed.number("players_min"), listed.number("players_max")) == (2, 5)


# --- rents and sums asked for


@pytest.mark.parametrize(("doubles", "amount"), [(0, 6), (1, 12), (2, 24)])
def test_double_rent_doubles_the_rent_with_its_buildings(doubles: int, amount: int) -> None:
    table = CardTable("AB")
    table.has("A", "property_utility", "property_red", "property_red", "property_red")
    table.has("B", "money_10")
    claimed = table.asks("A", "rent_red_yellow", group="red", doubles=doubles)
    assert [(one.who, one.amount) for one in claimed] == [("B", amount * M)]
    assert table.state["plays_left"] == 3 - 1 - doubles


def test_a_banked_card_no_longer_doubles() -> None:
    table = CardTable("AB")
    table.has("A", "property_red", "double_the_rent", "double_the_rent")
    table.up("A")
    fault = table.no("play", what="rent_red_yellow", group="red", doubles=1)
    assert fault.code == "not_in_hand"


def test_more_cards_than_the_set_needs_bring_no_more_rent() -> None:
    table = CardTable("AB")
    table.has("A", *["property_brown"] * 2, "wild_brown_light_blue@brown", "wild_any@brown")
    table.has("B", "money_10")
    assert table.asks("A", "rent_brown_light_blue", group="brown")[0].amount == 2 * M


def test_two_colours_ask_everybody_in_the_order_of_the_seats_any_colour_asks_one() -> None:
    table = CardTable("ABCD")
    for who in "ACD":
        table.has(who, "money_3")
    table.has("B", "property_red")
    asked = table.asks("B", "rent_red_yellow", group="red")
    assert [one.who for one in asked] == ["C", "D", "A"]
    for who in "CDA":
        table.do("pay_cards", who=who, cards=["money_3"])
    table.has("C", "money_3@") if table.lies("C") else table.has("C", "money_2")
    assert table.no("play", what="rent_any", group="red").code in (
        "not_turn",
        "no_player",
        "no_rent",
    )
    assert [one.who for one in table.asks("B", "rent_any", group="red", to="C")] == ["C"]


def test_a_rent_card_is_for_its_own_colours_and_for_cards_that_lie_there() -> None:
    table = CardTable("AB")
    table.has("A", "property_red", "money_1")
    assert table.no("play", what="rent_pink_orange", group="red").code == "no_rent"
    assert table.no("play", what="rent_red_yellow", group="yellow").code == "no_rent"
    assert table.no("play", what="rent_red_yellow").code == "no_rent"
    assert table.no("play", what="sly_deal", takes="property_red").code == "not_there"


def test_debt_and_birthday_ask_five_of_one_and_two_of_each() -> None:
    table = CardTable("ABC")
    for who in "BC":
        table.has(who, "money_3")
    assert [(c.who, c.amount) for c in table.asks("A", "debt_collector", to="C")] == [("C", 5 * M)]
    table.do("pay_cards", who="C", cards=["money_3"])
    table.has("C", "money_2")
    asked = table.asks("A", "its_my_birthday")
    assert [(c.who, c.amount) for c in asked] == [("B", 2 * M), ("C", 2 * M)]


# --- the turn and the end


def test_three_cards_a_turn_and_only_in_ones_own() -> None:
    table = CardTable("AB")
    table.up("A")
    assert table.no("bank", who="B", what="money_1").code == "not_turn"
    table.do("play", what="pass_go")
    table.do("bank", what="money_1")
    table.do("lay", what="property_red")
    assert table.state["plays_left"] == 0
    assert table.no("lay", what="property_red").code == "no_plays"
    assert "lay" not in allowed(table.game)
    table.do("end_turn")
    assert table.state["plays_left"] == 3 and table.game.book.fact("turn") == "B"


def test_a_doubled_rent_is_two_of_the_three() -> None:
    table = CardTable("AB")
    table.has("A", "property_red")
    table.has("B", "money_10")
    table.up("A")
    table.do("bank", what="money_1")
    table.do("bank", what="money_1")
    fault = table.no("play", what="rent_red_yellow", group="red", doubles=1)
    assert fault.code == "no_plays"


@pytest.mark.parametrize("what", ["just_say_no", "double_the_rent", "money_1", "property_red"])
def test_cards_that_are_not_played_by_themselves(what: str) -> None:
    table = CardTable("AB")
    table.up("A")
    assert table.no("play", what=what).code == "not_alone"


def test_property_is_not_banked_and_unknown_cards_are_named() -> None:
    table = CardTable("AB")
    table.up("A")
    assert table.no("bank", what="property_red").code == "no_money"
    assert "money_10" in table.no("bank", what="money_7").remedy
    assert table.no("lay", what="money_1", group="red").code == "bad_colour"
    assert table.no("play", what="pass_go", doubles=1).code == "no_double"


def test_a_card_is_never_in_two_places() -> None:
    table = CardTable("AB")
    table.has("A", "money_10")
    table.up("B")
    assert table.no("bank", what="money_10").code == "not_in_hand"


def test_three_different_sets_win_and_the_rest_is_ranked_by_value() -> None:
    table = CardTable("ABC", win_sets=3)
    table.has("B", "money_10", "money_5", "money_5")
    table.has("C", "money_4")
    table.has("A", "property_brown", "property_brown", "property_utility", "property_utility")
    table.has("A", "property_dark_blue")
    table.up("A")
    entry = table.do("lay", what="wild_dark_blue_green", group="dark_blue")
    assert entry.detail["ended"] == "sets"
    ranking = [tuple(place) for place in table.state["ranking"]]
    assert ranking == [(1, "A", 14 * M), (2, "B", 20 * M), (3, "C", 4 * M)]
    assert table.no("bank", what="money_1").code == "game_over"


def test_two_sets_of_one_colour_are_one_colour() -> None:
    table = CardTable("AB", win_sets=2)
    reds = ["property_red@red"] * 3 + ["wild_red_yellow@red"] * 2
    table.has("A", *reds, "wild_any@red")
    assert table.rules.full(table.game.book, "A", "red") == 2
    assert not table.game.book.fact("ended")


def test_worth_standings_and_ways_to_pay_count_the_printed_values() -> None:
    table = CardTable("AB")
    table.has("A", *["property_red"] * 3, "house@red", "rent_any", "money_2")
    top = standings(table.game)[0]
    assert (top["who"], top["cash"], top["deeds"], top["buildings"]) == ("A", 5 * M, 9 * M, 3 * M)
    assert ways(table.game, "A")["total"] == 17 * M
    assert table.state["cash"] == {"A": 5 * M, "B": 0}


def test_my_card_says_another_value_or_rent() -> None:
    table = CardTable("AB")
    table.has("A", "rent_any")
    table.do("correct", field="value_rent_any", value=1 * M)
    for row, rent in ((1, 3), (2, 4), (3, 9)):
        table.has("A", "property_red")
        table.do("correct", field=f"rent_red_{row}", value=rent * M)
        assert table.rules.set_rent(table.game.book, "A", "red") == rent * M
    assert table.worth("A") == 1 + 3 * 3
    asked = value_words(table.rules.edition, "rent_red_3")
    assert language("de").say(asked) == "Miete, Zeile 3: Rot"


def test_my_card_says_how_many_cards_are_played() -> None:
    table = CardTable("AB")
    table.do("correct", field="plays_per_turn", value=4)
    assert table.state["plays_left"] == 4
    assert table.no("correct", field="value_rent_any", value=4).code == "not_whole"


def test_the_board_games_words_are_refused_in_one_sentence() -> None:
    table = CardTable("AB")
    board = {"roll": {"dice": [1, 2]}, "salary": {"who": "A"}, "buy": {"who": "A", "deed": 1}}
    for word, fields in board.items():
        assert table.no(word, **fields).code == "not_in_game"
    assert set(allowed(table.game)) <= set(table.rules.words)


def test_everything_booked_is_told_in_words() -> None:
    table = CardTable("AB")
    table.has("A", "property_red", "wild_any@red", "money_5")
    table.has("B", "property_green")
    table.asks("A", "forced_deal", takes="property_green", gives="wild_any")
    table.do("concede", who="B")
    table.do("undo")
    texts = [line["text"] for line in ledger(table.game, None)]
    assert {"A lays down: Red card", "A lays down for Red: card of any colour"} <= set(texts)
    assert "A wants to swap with B: card of any colour for Green card" in texts
    assert texts[-1] == "Undone: the swap"
    assert not any("{" in text or "_" in text for text in texts)
    assert set(LABELS) == set(SENTENCES)
