"""Anti-Monopoly's deeds as printed, and every rent for both sides at both money scales."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.core.edition import kind_of
from companion.core.figures import Kind
from companion.faces.landing import card_view
from companion.games.loader import load
from tests.core.table import Table

SCALES = {"anti_us": 1, "anti_x10": 10}
BLUE, GREEN = "A", "B"
"""A plays as a monopolist, B as a competitor, C lands."""


@dataclass(frozen=True)
class Card:
    """One title deed at the US scale, both sides of it."""

    pos: int
    price: int
    mortgage: int
    redeem: int
    cost: int
    green: tuple[int, ...]
    blue: tuple[int, ...]


def cards() -> list[Card]:
    """All 28, from the figures file beside this one."""
    text = (Path(__file__).parent / "anti_cards.txt").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        if not line.startswith("#"):
            pos, worth, cost, green, blue = (part.split() for part in line.split("|"))
            rows = tuple(map(int, green)), tuple(map(int, blue))
            found.append(Card(int(pos[0]), *map(int, worth), int(cost[0]), *rows))
    return found


CARDS = cards()
STREETS = [card for card in CARDS if card.cost]
TRANSPORT, UTILITIES = (5, 15, 25, 35), (12, 28)


def anti(name: str) -> Table:
    table = Table("ABC", name)
    table.do("role", who="A", side="monopolist")
    return table


def rich(table: Table, who: str, *deeds: int) -> None:
    """``who`` gets these deeds and has money to build."""
    table.cash(who, 100_000)
    for deed in deeds:
        table.do("buy", who=who, deed=deed)


def city(table: Table, pos: int) -> tuple[int, ...]:
    deeds = table.rules.edition
    return deeds.groups[deeds.deeds[pos].group]


@pytest.mark.parametrize("name", SCALES)
def test_the_box(name: str) -> None:
    edition = load(name).edition
    assert len(edition.spaces) == 40 and len(edition.deeds) == len(CARDS) == 28
    assert [len(edition.groups[group]) for group in edition.groups if group not in (
        "transport", "utility")] == [2, 3, 3, 3, 3, 3, 3, 2]  # fmt: skip
    assert dict(edition.stock) == {"house": 35, "hotel": 15}
    assert edition.number("start_cash") == 1500 * SCALES[name]
    assert edition.number("go_salary") == 100 * SCALES[name]
    assert edition.taxes[38].amount == 75 * SCALES[name]


@pytest.mark.parametrize("name", SCALES)
@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card.pos))
def test_every_deed_as_printed(card: Card, name: str) -> None:
    scale, deed = SCALES[name], load(name).edition.deeds[card.pos]
    assert (deed.price, deed.mortgage) == (scale * card.price, scale * card.mortgage)
    assert deed.extra["redeem"] == scale * card.redeem
    assert card.mortgage * 2 == card.price
    assert abs(card.redeem - card.price * 55 / 100) < 1
    if card.cost:
        assert dict(deed.costs) == {"house": scale * card.cost, "hotel": scale * card.cost}


@pytest.mark.parametrize("name", SCALES)
@pytest.mark.parametrize("card", STREETS, ids=lambda card: str(card.pos))
def test_a_competitors_street_from_the_ground_to_the_hotel(card: Card, name: str) -> None:
    table, scale = anti(name), SCALES[name]
    rich(table, GREEN, card.pos)
    for level, rent in enumerate(card.green):
        assert table.due("C", card.pos) == scale * rent, level
        if level < 5:
            table.do("build", who=GREEN, deed=card.pos)
    assert table.no("build", who=GREEN, deed=card.pos).code == "full"
    assert (table.stock("house"), table.stock("hotel")) == (35, 14)


@pytest.mark.parametrize("name", SCALES)
@pytest.mark.parametrize("card", STREETS, ids=lambda card: str(card.pos))
def test_a_monopolists_street_from_the_ground_to_the_hotel(card: Card, name: str) -> None:
    table, scale = anti(name), SCALES[name]
    rich(table, BLUE, card.pos)
    assert table.due("C", card.pos) == scale * card.blue[0]
    assert table.no("build", who=BLUE, deed=card.pos).code == "no_set"
    other = next(pos for pos in city(table, card.pos) if pos != card.pos)
    table.do("buy", who=BLUE, deed=other)
    assert table.due("C", card.pos) == 2 * scale * card.blue[0], "two of the city"
    for rent in card.blue[1:]:
        table.do("build", who=BLUE, deed=card.pos)
        assert table.due("C", card.pos) == scale * rent
    assert table.no("build", who=BLUE, deed=card.pos).code == "full"
    assert (table.stock("house"), table.stock("hotel")) == (35, 14), "three houses came back"


@pytest.mark.parametrize("name", SCALES)
def test_transport_ten_percent_or_doubling(name: str) -> None:
    scale = SCALES[name]
    table = anti(name)
    for n, pos in enumerate(TRANSPORT):
        rich(table, BLUE, pos)
        assert table.due("C", 5) == scale * (40, 80, 160, 320)[n]
    table = anti(name)
    for pos in TRANSPORT:
        rich(table, GREEN, pos)
        assert table.due("C", pos) == scale * 20


@pytest.mark.parametrize(("name", "factors"), (("anti_us", (4, 10)), ("anti_x10", (40, 100))))
def test_a_monopolists_utilities(name: str, factors: tuple[int, int]) -> None:
    table = anti(name)
    for n, pos in enumerate(UTILITIES):
        rich(table, BLUE, pos)
        assert table.due("C", 12, dice=7) == 7 * factors[n]


def test_a_competitors_utilities_four_times_the_dice() -> None:
    table = anti("anti_us")
    rich(table, GREEN, *UTILITIES)
    assert table.due("C", 12, dice=7) == 28
    table = anti("anti_x10")
    rich(table, GREEN, *UTILITIES)
    assert table.due("C", 12, dice=5) == 20
    assert table.due("C", 12, dice=7) == 30, "28, and the smallest note is 10"


@pytest.mark.parametrize("forty", ("40", 40))
def test_a_table_whose_deed_says_forty(forty: str | int) -> None:
    table = Table("ABC", "anti_x10", competitor_utility_factor=forty)
    assert table.fact("option:competitor_utility_factor") == "40"
    booked = table.do("option", name="competitor_utility_factor", value=4)
    assert booked.detail["value"] == "4"
    assert table.no("option", name="competitor_utility_factor", value=41).code == "bad_option"
    table.do("option", name="competitor_utility_factor", value=forty)
    rich(table, "A", 12, 28)
    assert table.due("C", 28, dice=7) == 280
    table = Table("ABC", "anti_x10")
    rich(table, "A", 12, 28)
    assert {(d.pos, d.key) for d in table.rules.edition.disputed} == {
        (38, "amount"), (12, "dice_factors.0"), (28, "dice_factors.0"),
    }  # fmt: skip
    table.do("correct", deed=12, field="dice_factors.0", value=40)
    assert table.due("C", 12, dice=7) == 280 and table.due("C", 28, dice=5) == 20


def test_my_card_says_another_share_than_a_whole_note() -> None:
    """The smallest note is 10, but a share of 15 percent is no payment."""
    table = Table("ABC", "anti_x10")
    printed = table.rules.edition
    assert kind_of(printed, "competitor_asset_percent") is Kind.PERCENT
    table.do("correct", field="competitor_asset_percent", value=15)
    assert table.rules.at(table.game.book).number("competitor_asset_percent") == 15
    table.do("correct", field="group_rent_factor", value=3)
    assert table.no("correct", field="jail_fine", value=505).code == "not_whole"


def test_a_card_corrected_for_the_monopolists_side() -> None:
    table = anti("anti_us")
    rich(table, BLUE, 37, 39)
    table.do("build", who=BLUE, deed=39)
    table.do("correct", deed=39, field="monopolist_rents.1", value=125)
    assert table.due("C", 39) == 125


def test_the_column_follows_the_owner() -> None:
    """A deed that changes hands between the sides is read on the other side of the card."""
    table = anti("anti_us")
    rich(table, BLUE, 5, 15)
    assert table.due("C", 5) == 80
    table.do("deal", a=BLUE, b=GREEN, a_gives={"deeds": [5]}, b_gives={"cash": 200})
    assert (table.due("C", 5), table.due("C", 15)) == (20, 40)


def test_mortgaged_earns_nothing() -> None:
    table = anti("anti_us")
    rich(table, BLUE, 37, 39)
    table.do("mortgage", who=BLUE, deed=39)
    assert table.due("C", 39) == 0 and table.due("C", 37) == 70


def test_what_the_screen_corrects_is_the_column_that_counts() -> None:
    """What a card says, touched on a monopolist's card, changes the monopolist's figure."""
    table = anti("anti_us")
    rich(table, BLUE, 37, 39, 12)
    table.do("build", who=BLUE, deed=39)
    row = next(row for row in card_view(table.game, 0, 39).rows if row.current)
    assert row.value.value == 120
    table.do("correct", deed=39, field=row.field, value=130)
    assert table.due("C", 39) == 130
    row = next(row for row in card_view(table.game, 0, 12).rows if row.current)
    table.do("correct", deed=12, field=row.field, value=5)
    assert table.due("C", 12, dice=7) == 35
