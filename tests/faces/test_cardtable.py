"""The card table as the screens see it: what is asked, what can be chosen, and how it is told."""

from __future__ import annotations

from companion.faces.mending import opened
from companion.faces.standings import standings_view
from companion.faces.table import game_view
from companion.games.deal.cardpicks import (
    CardPick,
    action_picks,
    bank_picks,
    lay_picks,
    player_picks,
    rent_view,
)
from companion.games.deal.cardtable import cards_view, payment
from companion.games.deal.requests import BankCard, Flip, Play, Put
from companion.locale import i18n
from tests.games.deal_table import CardTable, M

EN, DE = i18n.load("en"), i18n.load("de")


def labels(picks: tuple[CardPick, ...]) -> list[str]:
    return [EN.say(pick.label) for pick in picks if pick.possible]


def test_a_row_counts_cards_and_shows_complete_sets_first() -> None:
    table = CardTable("AB", win_sets=3)
    table.has("A", "property_brown", *["property_red"] * 3, "house@red", "money_4", "rent_any")
    table.up("A")
    anna, ben = cards_view(table.game, 0).seats
    assert [(t.group, t.have, t.size, t.complete) for t in anna.sets] == [
        ("red", 3, 3, True), ("brown", 1, 2, False),
    ]  # fmt: skip
    assert anna.sets[0].tops == ("house",) and anna.bank.value == 7 * M
    assert EN.say(anna.under) == "3 plays left" and EN.say(ben.under) == "0 of 3 sets"
    assert DE.say(anna.under) == "spielt noch 3 Karten"


def test_what_a_player_mostly_does_next() -> None:
    table = CardTable("AB")
    assert cards_view(table.game, 0).usual == "lay"
    table.do("lay", what="property_red")
    assert cards_view(table.game, 0).usual == "rent"
    table.do("play", what="pass_go")
    table.do("play", what="pass_go")
    view = cards_view(table.game, 0)
    assert view.usual == "end"
    assert EN.say(view.hint) == "At most 7 cards stay in the hand of A."
    table.do("end_turn")
    hint = "B draws 2 cards first, 5 with an empty hand."
    assert EN.say(cards_view(table.game, 0).hint) == hint


def test_every_card_that_is_left_can_be_banked_but_property() -> None:
    table = CardTable("AB")
    table.has("B", "money_10")
    table.up("A")
    picks = bank_picks(table.game, 0)
    assert sum(1 for pick in picks if pick.possible) == 6 - 1 + 6 + 10
    banked = [pick.request.what for pick in picks if isinstance(pick.request, BankCard)]
    assert banked and not any("property" in what for what in banked)


def test_a_card_of_two_colours_leads_on_to_them() -> None:
    table = CardTable("AB")
    picks = lay_picks(table.game, 0)
    assert len(picks) == 10 + 8
    both = next(pick for pick in picks if EN.say(pick.label) == "Red / Yellow")
    assert both.request is None and labels(both.then) == ["Red", "Yellow"]
    any_colour = next(pick for pick in picks if EN.say(pick.label) == "Any colour")
    assert len(any_colour.then) == 10


def test_a_rent_shows_its_sum_for_everybody_or_for_one() -> None:
    table = CardTable("ABC")
    table.has("A", "property_red", "property_red", "property_brown")
    table.up("A")
    everybody = rent_view(table.game, 0, "", 0)
    assert [(EN.say(p.label), EN.say(p.under)) for p in everybody.picks] == [
        ("Brown", "1M"), ("Red", "3M"),
    ]  # fmt: skip
    assert [who for who, _ in everybody.payers] == ["", "B", "C"] and everybody.doubles == 2
    one = rent_view(table.game, 0, "C", 2).picks[1]
    assert isinstance(one.request, Play) and (one.request.what, EN.say(one.under)) == (
        "rent_any",
        "12M",
    )
    table.do("bank", what="double_the_rent")
    assert rent_view(table.game, 0, "", 0).doubles == 1


def test_actions_lead_only_to_what_they_can_be_meant_for() -> None:
    table = CardTable("AB")
    table.has("B", "property_brown", "property_brown", "property_red")
    table.up("A")
    found = {EN.say(pick.label): pick for pick in action_picks(table.game, 0)}
    assert labels(found["take a card"].then) == ["Red"], "a complete set is spared"
    assert labels(found["take a set"].then) == ["Brown"]
    assert not found["swap cards"].possible, "nothing of one's own to give"
    assert not found["house"].possible
    assert found["draw two cards"].request == Play(what="pass_go")


def test_cards_of_a_player_lead_to_where_they_really_lie() -> None:
    table = CardTable("AB")
    table.has("A", "property_red", "property_red", "wild_red_yellow@red", "money_3")
    table.up("A")
    picks = player_picks(table.game, 0, "A")
    assert [EN.say(pick.under) for pick in picks] == ["3M", "2 x 3M", "3M", ""]
    assert labels(picks[1].then) == ["B", "On no table"]
    assert labels(picks[2].then) == ["Yellow", "B", "On no table"]
    assert isinstance(picks[2].then[0].request, Flip)
    table.up("B")
    assert isinstance(player_picks(table.game, 0, "A")[2].then[0].request, Put)


def test_what_is_asked_is_told_and_counted() -> None:
    table = CardTable("AB")
    table.has("B", "money_1", "money_1", "wild_any@red", "property_green")
    table.asks("A", "debt_collector")
    claim = cards_view(table.game, 0).claim
    assert claim and EN.say(claim.title) == "B pays A 5M"
    assert [(card.named, card.n) for card in claim.cards] == [
        ("money_1", 2), ("property_green@green", 1),
    ]  # fmt: skip
    assert not claim.all_of_it and claim.can_say_no
    few = payment(table.game, 0, "B", ["money_1", "money_1"])
    assert (few.amount.value, few.enough) == (2 * M, False)
    assert payment(table.game, 0, "B", ["money_1", "property_green@green"]).enough


def test_the_cards_that_would_change_hands_are_shown() -> None:
    table = CardTable("AB")
    table.has("A", "property_pink")
    table.has("B", *["property_red"] * 2)
    table.asks("A", "forced_deal", takes="property_red", gives="property_pink")
    claim = cards_view(table.game, 0).claim
    assert claim and claim.kind == "give"
    assert [(EN.say(card.label), card.n) for card in claim.cards] == [("Red", 1), ("Pink", 1)]
    assert DE.say(claim.title) == "A tauscht mit B: Karte Rosa gegen Karte Rot"


def test_the_shared_screens_show_the_card_game() -> None:
    table = CardTable("AB", win_sets=1)
    table.has("A", "property_brown", "money_5")
    table.up("A")
    table.do("lay", what="wild_brown_light_blue", group="brown")
    view = game_view(table.game, 0)
    assert not view.board and view.seats[0].cash.value == 5 * M and view.ended
    standings = standings_view(table.game, 0)
    assert EN.say(standings.why) == "The winner has the complete sets it takes."
    moves = opened(table.game, len(table.game.book) - 1).moves
    assert [(EN.say(m.what), EN.say(m.source), EN.say(m.target)) for m in moves] == [
        ("Brown/Light blue card", "Bank", "A: Brown")
    ]
