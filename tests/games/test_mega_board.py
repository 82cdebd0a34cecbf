"""Mega's deeds as printed, and what a landing costs: majority, whole colour, depot, utilities."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.games.loader import load
from tests.core.table import Table

PRINTINGS = ("mega_us", "mega_fr", "mega_uk")
RAILROADS, UTILITIES = (6, 20, 33, 45), (10, 17, 36)


@dataclass(frozen=True)
class Card:
    """One street as the box prints it."""

    pos: int
    name: str
    group: str
    price: int
    cost: int
    rents: tuple[int, ...]


def cards() -> list[Card]:
    """All 30 streets, from the figures file beside this one."""
    text = (Path(__file__).parent / "mega_cards.txt").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        if not line.startswith("#"):
            head, group, price, cost, rents = (part.strip() for part in line.split("|"))
            pos, _, name = head.partition(" ")
            row = tuple(map(int, rents.split()))
            found.append(Card(int(pos), name, group, int(price), int(cost), row))
    return found


CARDS = cards()
LOTS = {card.group: [c.pos for c in CARDS if c.group == card.group] for card in CARDS}


@pytest.mark.parametrize("name", PRINTINGS)
def test_the_box(name: str) -> None:
    edition = load(name).edition
    assert len(edition.spaces) == 52 and len(edition.deeds) == 37
    assert len(CARDS) == 30 and [len(lots) for lots in LOTS.values()] == [3, 4, 4, 4, 4, 4, 4, 3]
    assert tuple(edition.groups["railroad"]) == RAILROADS
    assert tuple(edition.groups["utility"]) == UTILITIES
    assert dict(edition.stock) == {"house": 32, "hotel": 12, "skyscraper": 8, "depot": 4}
    assert edition.cards["bus_ticket"] == 16
    assert edition.number("start_cash") == 2500
    assert all(deed.name and deed.mortgage * 2 == deed.price for deed in edition.deeds.values())


@pytest.mark.parametrize("name", PRINTINGS)
@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card.pos))
def test_every_street_as_printed(card: Card, name: str) -> None:
    deed = load(name).edition.deeds[card.pos]
    assert (deed.group, deed.price, deed.rents) == (card.group, card.price, card.rents)
    assert set(deed.costs.values()) == {card.cost} and len(deed.costs) == 3
    assert list(deed.rents) == sorted(set(deed.rents))
    if name == "mega_us":
        assert deed.name == card.name


def test_what_sources_disagree_about_is_named_and_can_be_corrected() -> None:
    table = Table("AB", "mega_us")
    doubts = {(doubt.pos, doubt.key) for doubt in table.rules.edition.disputed}
    assert doubts == {(4, "rents.5"), (37, "rents.4"), (38, "rents.4")}
    table.do("correct", deed=4, field="rents.5", value=450)
    assert table.rules.at(table.game.book).deeds[4].rents[5] == 450


@pytest.mark.parametrize("group", LOTS)
def test_every_level_of_every_street(group: str) -> None:
    """From the bare ground to the skyscraper, each rent as the card says."""
    table = Table("AB", "mega_us")
    lots = [card for card in CARDS if card.group == group]
    table.own("A", *LOTS[group])
    for card in lots:
        assert table.due("B", card.pos) == 3 * card.rents[0]
    for level in range(1, 7):
        table.build("A", **{f"_{card.pos}": level for card in lots})
        for card in lots:
            assert table.level(card.pos) == level
            assert table.due("B", card.pos) == card.rents[level], (card, level)


@pytest.mark.parametrize("group", LOTS)
def test_bare_lots_double_with_all_but_one_and_triple_with_all(group: str) -> None:
    table = Table("ABC", "mega_us")
    lots = LOTS[group]
    for n, pos in enumerate(lots, 1):
        table.own("A", pos)
        factor = {len(lots): 3, len(lots) - 1: 2}.get(n, 1)
        for mine in lots[:n]:
            assert table.due("B", mine) == factor * next(
                card.rents[0] for card in CARDS if card.pos == mine
            )


def test_a_mortgaged_lot_earns_nothing_the_others_as_before() -> None:
    """C38: a group of four with base 10: 10, 20, 30; mortgaged 0, the others keep theirs."""
    table = Table("ABC", "mega_us")
    table.own("A", 15, 16)
    assert table.due("B", 15) == 10
    table.own("A", 18)
    assert table.due("B", 15) == 20
    table.mortgage("A", 16)
    assert (table.due("B", 15), table.due("B", 16)) == (20, 0)
    table.own("A", 19)
    assert (table.due("B", 15), table.due("B", 16), table.due("B", 19)) == (30, 0, 36)
    table.do("option", name="double_if_sibling_mortgaged", value=False)
    assert table.due("B", 15) == 10


def test_the_fourth_lot_in_other_hands_leaves_the_majority() -> None:
    table = Table("ABC", "mega_us")
    table.own("A", 15, 16, 18)
    table.own("B", 19)
    assert (table.due("C", 15), table.due("C", 19)) == (20, 12)
    answer = table.game.rules.rent(table.game.book, 15)
    assert str(answer.why) == "A has all but one of the colour, so 2 times the rent"


@pytest.mark.parametrize("n", (1, 2, 3, 4))
def test_stations_and_a_depot_on_one_of_them(n: int) -> None:
    """C26: 25/50/100/200 by the number owned; twice that where a depot stands, there alone."""
    table = Table("AB", "mega_us")
    table.own("A", *RAILROADS[:n])
    rent = {1: 25, 2: 50, 3: 100, 4: 200}[n]
    assert [table.due("B", pos) for pos in RAILROADS[:n]] == [rent] * n
    table.do("build", who="A", deed=6)
    assert [table.due("B", pos) for pos in RAILROADS[:n]] == [2 * rent, *[rent] * (n - 1)]


def test_a_card_doubles_what_a_depot_has_doubled() -> None:
    """C29: one station with a depot and 'next railroad, pay double': 25 x 2 x 2 = 100."""
    table = Table("AB", "mega_us")
    table.own("A", 6)
    assert table.due("B", 6, times=2) == 50
    table.do("build", who="A", deed=6)
    assert table.due("B", 6, times=2) == 100


def test_a_depot_costs_100_and_sells_for_50() -> None:
    """C44: Mega builds on stations, one depot on each, whoever owns the others."""
    table = Table("AB", "mega_us")
    table.own("A", 6)
    table.do("build", who="A", deed=6)
    assert table.cash("A") == 2400 and table.stock("depot") == 3
    assert table.no("build", who="A", deed=6).code == "full"
    assert table.no("mortgage", who="A", deed=6).code == "set_built"
    table.do("sell", who="A", deed=6)
    assert table.cash("A") == 2450 and table.stock("depot") == 4
    assert Table("AB").no("build", who="A", deed=5).code == "not_owner"


def test_a_depot_elsewhere_keeps_no_station_from_being_mortgaged() -> None:
    table = Table("AB", "mega_us")
    table.own("A", 6, 20)
    table.do("build", who="A", deed=6)
    table.do("mortgage", who="A", deed=20)
    assert table.due("B", 6) == 100 and table.due("B", 20) == 0
    assert table.no("build", who="A", deed=20).code == "set_mortgaged"


@pytest.mark.parametrize("dice", (2, 7, 15))
def test_utilities_by_the_number_owned(dice: int) -> None:
    table = Table("AB", "mega_us")
    for n, factor in ((1, 4), (2, 10), (3, 20)):
        table.own("A", UTILITIES[n - 1])
        assert table.due("B", 10, dice=dice) == factor * dice
    table.do("option", name="utility_steps", value=False)
    assert table.due("B", 10, dice=dice) == 10 * dice
    table.mortgage("A", 17)
    assert table.due("B", 17, dice=dice) == 0


def test_the_short_rules_know_two_steps_of_utilities() -> None:
    table = Table("AB", "mega_us", utility_steps=False)
    table.own("A", 10, 17)
    assert table.due("B", 10, dice=7) == 28
