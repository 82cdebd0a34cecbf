"""The card game's payments, turned cards, taken cards and answers, each a case of its own."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.core.queries import allowed
from tests.games.deal_table import CardTable

# --- paying (C179, C181, C182)


@pytest.mark.parametrize(
    ("held", "owed", "chosen", "paid"),
    [
        (["money_5"], "its_my_birthday", ["money_5"], 5),
        (["money_1", "money_1", "money_5"], "its_my_birthday", ["money_1", "money_1"], 2),
        (["money_1"], "debt_collector", ["money_1"], 1),
        (["money_3", "property_pink"], "debt_collector", ["property_pink", "money_3"], 5),
        (["deal_breaker", "money_1"], "debt_collector", ["deal_breaker"], 5),
        (["wild_any@red", "money_2"], "debt_collector", ["money_2"], 2),
    ],
)
def test_no_change_and_never_more_than_all(
    held: list[str], owed: str, chosen: list[str], paid: int
) -> None:
    table = CardTable("AB")
    table.has("B", *held)
    before = table.worth("B")
    table.asks("A", owed)
    table.do("pay_cards", who="B", cards=chosen)
    assert table.worth("A") == paid and table.worth("B") == before - paid
    assert table.state["claims"] == []


@pytest.mark.parametrize("card", ["debt_collector", "its_my_birthday"])
def test_nothing_on_the_table_means_nothing_is_owed(card: str) -> None:
    table = CardTable("AB")
    table.has("B", "wild_any@red")  # lies there, but is worth nothing
    assert table.asks("A", card) == []
    table.do("end_turn")


def test_too_little_is_refused_while_there_is_more() -> None:
    table = CardTable("AB")
    table.has("B", "money_1", "money_4", "wild_any@red")
    table.asks("A", "debt_collector")
    assert table.no("pay_cards", who="B", cards=["money_4"]).code == "too_little"
    assert table.no("pay_cards", who="B", cards=["wild_any", "money_4"]).code == "worthless"
    assert table.no("pay_cards", who="B", cards=["money_4", "money_4"]).code == "not_there"
    assert table.no("pay_cards", who="A", cards=["money_4"]).code == "no_claim"
    assert table.no("concede", who="B").code == "pay_first"
    table.do("pay_cards", who="B", cards=["money_4", "money_1"])


def test_a_banked_action_card_is_money_and_is_never_played_again() -> None:
    table = CardTable("AB")
    table.has("B", "deal_breaker", "deal_breaker")
    table.asks("A", "debt_collector")
    table.do("pay_cards", who="B", cards=["deal_breaker"])
    assert table.lies("A") == {"deal_breaker": 1} and table.worth("A") == 5
    table.has("B", "property_brown", "property_brown")
    table.up("A")
    assert table.no("play", what="deal_breaker", group="brown").code == "not_in_hand"


def test_property_goes_to_the_property_of_the_receiver_all_else_into_the_bank() -> None:
    table = CardTable("AB")
    table.has("B", "property_red", "house", "rent_any", "wild_red_yellow@yellow")
    table.has("A", "property_dark_blue", "property_dark_blue")
    table.asks("A", "rent_any", group="dark_blue", doubles=1)
    paid = ["property_red", "house", "rent_any", "wild_red_yellow"]
    table.do("pay_cards", who="B", cards=paid)
    assert table.lies("A") == {"house": 1, "rent_any": 1}
    assert table.lies("A", "red") == {"property_red": 1}
    table.do("flip", what="wild_red_yellow", group="red")
    assert table.lies("A", "red") == {"property_red": 1, "wild_red_yellow": 1}


def test_a_broken_set_loses_its_buildings_to_the_bank() -> None:
    table = CardTable("AB")
    table.has("B", *["property_red"] * 3, "house@red", "hotel@red")
    table.asks("A", "its_my_birthday")
    table.do("pay_cards", who="B", cards=["property_red"])
    assert table.lies("B") == {"house": 1, "hotel": 1}
    assert table.lies("B", "red") == {"property_red": 2}


def test_a_hotel_falls_with_its_house() -> None:
    table = CardTable("AB")
    table.has("B", *["property_red"] * 3, "house@red", "hotel@red")
    table.asks("A", "its_my_birthday")
    table.do("pay_cards", who="B", cards=["house@red"])
    assert table.lies("B") == {"hotel": 1} and table.lies("A") == {"house": 1}


# --- cards of several colours


def test_a_card_of_two_colours_lies_in_one_of_them_and_is_turned() -> None:
    table = CardTable("AB")
    table.up("A")
    assert table.no("lay", what="wild_red_yellow").code == "bad_colour"
    assert table.no("lay", what="wild_red_yellow", group="green").code == "bad_colour"
    table.has("A", "wild_red_yellow@red", "wild_any@green")
    plays = table.state["plays_left"]
    table.do("flip", what="wild_red_yellow", group="yellow")
    table.do("flip", what="wild_any", group="utility")
    assert table.state["plays_left"] == plays, "turning a card costs no play"
    assert table.no("flip", what="wild_any", group="utility").code == "no_change"
    assert table.no("flip", what="property_red", group="red").code == "not_there"
    table.up("B")
    assert table.no("flip", who="A", what="wild_any", group="red").code == "not_turn"


def test_two_alike_in_different_colours_are_told_apart() -> None:
    table = CardTable("AB")
    table.has("A", "wild_any@red", "wild_any@green")
    assert table.no("flip", what="wild_any", group="pink").code == "which"
    table.do("flip", what="wild_any@green", group="pink")
    assert table.lies("A", "red") == table.lies("A", "pink") == {"wild_any": 1}


def test_cards_of_any_colour_alone_make_no_set() -> None:
    table = CardTable("AB")
    table.has("A", "wild_any@brown", "wild_any@brown")
    assert table.rules.complete(table.game.book, "A") == []
    table.has("A", "property_brown")
    assert table.rules.complete(table.game.book, "A") == ["brown"]


# --- cards that take


def test_taking_a_card_waits_for_the_answer_and_spares_complete_sets() -> None:
    table = CardTable("AB")
    table.has("B", "property_red", "property_brown", "property_brown")
    table.up("A")
    assert table.no("play", what="sly_deal", takes="property_brown").code == "set_complete"
    assert table.no("play", what="sly_deal", takes="property_green").code == "not_there"
    table.do("play", what="sly_deal", takes="property_red")
    assert table.lies("A", "red") == {} and table.state["claims"][0]["answers"] == "B"
    assert table.no("bank", what="money_1").code == "claim_open"
    table.do("concede", who="B")
    assert table.lies("A", "red") == {"property_red": 1}


def test_a_surplus_card_of_a_complete_set_may_be_taken() -> None:
    table = CardTable("AB")
    table.has("B", "property_brown", "property_brown", "wild_brown_light_blue@brown")
    table.asks("A", "sly_deal", takes="wild_brown_light_blue", group="light_blue")
    table.do("concede", who="B")
    assert table.lies("A", "light_blue") == {"wild_brown_light_blue": 1}
    assert table.rules.complete(table.game.book, "B") == ["brown"]


def test_a_swap_gives_one_for_one_and_the_receiver_may_turn_what_he_got() -> None:
    table = CardTable("AB")
    table.has("A", "wild_pink_orange@pink", "money_1")
    table.has("B", "property_green")
    table.up("A")
    wrong = table.no("play", what="forced_deal", takes="property_green", gives="money_1")
    assert wrong.code == "bad_colour"
    table.do("play", what="forced_deal", takes="property_green", gives="wild_pink_orange")
    table.do("concede", who="B")
    assert table.lies("A", "green") == {"property_green": 1}
    assert table.lies("B", "pink") == {"wild_pink_orange": 1}
    table.do("flip", who="B", what="wild_pink_orange", group="orange")


def test_a_whole_set_is_taken_with_its_buildings_and_without_surplus_cards() -> None:
    table = CardTable("AB")
    table.has("B", *["property_red"] * 3, "wild_red_yellow@red", "house@red", "hotel@red")
    table.asks("A", "deal_breaker", group="red")
    table.do("concede", who="B")
    assert table.lies("A", "red") == {"property_red": 3, "house": 1, "hotel": 1}
    assert table.lies("B", "red") == {"wild_red_yellow": 1}


@pytest.mark.parametrize("noes", [0, 1, 2, 3])
def test_no_may_be_answered_by_no(noes: int) -> None:
    table = CardTable("AB")
    table.has("B", "property_red")
    table.asks("A", "sly_deal", takes="property_red")
    plays = table.state["plays_left"]
    answers = "BAB"
    for who, other in [*pairwise("BABA")][:noes]:
        assert table.no("say_no", who=other).code == "no_claim"
        table.do("say_no", who=who)
    loser = (answers + "A")[noes]
    if noes == 3:
        assert table.no("say_no", who="A").code == "not_in_hand", "there are only three"
    table.do("concede", who=loser)
    assert table.lies("A", "red") == ({"property_red": 1} if noes % 2 == 0 else {})
    assert table.state["plays_left"] == plays, "a no costs no play"


def test_each_of_a_birthdays_payers_answers_for_himself() -> None:
    table = CardTable("ABC")
    for who in "BC":
        table.has(who, "money_2")
    table.asks("A", "its_my_birthday")
    table.do("say_no", who="B")
    table.do("pay_cards", who="C", cards=["money_2"])
    assert table.no("end_turn").code == "claim_open"
    table.do("concede", who="A")
    assert (table.worth("A"), table.worth("B"), table.worth("C")) == (2, 2, 0)


def test_a_card_given_out_of_ones_own_set_brings_its_house_down() -> None:
    table = CardTable("AB")
    table.has("A", "property_brown", "property_brown", "house@brown")
    table.has("B", "property_green")
    table.asks("A", "forced_deal", takes="property_green", gives="property_brown")
    table.do("concede", who="B")
    assert table.lies("A") == {"house": 1} and table.lies("A", "brown") == {"property_brown": 1}


@pytest.mark.parametrize("winner", ["A", "B"])
def test_a_swap_may_complete_the_set_that_wins_for_either_side(winner: str) -> None:
    table = CardTable("AB", win_sets=1)
    other = "B" if winner == "A" else "A"
    table.has(winner, "property_brown", "property_green")
    table.has(other, "property_brown")
    mine, theirs = ("property_green", "property_brown") if winner == "A" else (
        "property_brown", "property_green")  # fmt: skip
    table.asks("A", "forced_deal", takes=theirs, gives=mine)
    table.do("concede", who="B")
    assert table.state["ended"] == "sets" and table.state["ranking"][0][1] == winner


def test_nothing_is_turned_while_somebody_has_to_answer() -> None:
    table = CardTable("AB")
    table.has("A", "wild_red_yellow@red")
    table.has("B", "money_1")
    table.asks("A", "its_my_birthday")
    assert table.no("flip", what="wild_red_yellow", group="yellow").code == "claim_open"
    words = allowed(table.game)
    assert {"pay_cards", "say_no", "concede"} <= set(words) and "end_turn" not in words
