"""City rents: every row of every card, hazards, doublings, mortgages and the worth at the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ledger_text import sentence
from companion.core.queries import due, standings
from companion.core.requests import parse
from tests.games.city_table import Card, CityTable, cards

HAZARDS = {"rubbish_dump": 2, "prison": 4, "sewage_plant": 3, "power_station": 3}


def explained(table: CityTable, who: str, deed: int) -> dict[str, Any]:
    request: Any = parse({"do": "due", "who": who, "deed": deed})
    return due(table.game, request)


def test_the_box_has_22_districts_in_8_colours() -> None:
    printed = CityTable().rules.edition
    assert len(printed.deeds) == len(cards()) == 22 and len(printed.spaces) == 40
    assert sorted(len(lots) for lots in printed.groups.values()) == [2, 2, 3, 3, 3, 3, 3, 3]
    for card in cards():
        assert list(card.rents) == sorted(card.rents), "rents rise"


@pytest.mark.parametrize("card", cards(), ids=lambda card: card.name)
def test_all_nine_rents_price_and_costs_of_a_card(card: Card) -> None:
    table = CityTable("AB")
    deed = table.rules.edition.deeds[card.pos]
    assert (deed.name, deed.group) == (card.name, card.group)
    table.do("land", who="A", pos=card.pos)
    assert table.do("buy", who="A", deed=card.pos).detail["amount"] == card.price
    assert table.due("B", card.pos) == card.rents[0]
    for n in range(1, 9):
        kind, cost = ("residential_block", card.residential)
        if n % 2 == 0:
            kind, cost = ("industrial_block", card.industrial)
        table.turn("B")
        table.turn("A")
        table.cash("A", 20_000_000)
        table.press(1)
        table.build("A", (card.pos, kind, 1))
        assert table.cash("A") == 20_000_000 - cost
        assert table.due("B", card.pos) == card.rents[n]
    assert table.due("A", card.pos) == 0, "nothing on one's own"
    table.own("A", *table.rules.edition.groups[card.group])
    cash = table.cash("A", 20_000_000)
    table.build("A", (card.pos, "skyscraper", 1))
    assert table.cash("A") == cash - card.skyscraper


def booklet_example(tower: bool = False) -> CityTable:
    """Page 7: Central Quay with 4 industrial blocks and 2 residential ones under a hazard."""
    table = CityTable()
    table.own("A", 14, 11, 13)
    table.blocks(14, residential=2, industrial=4)
    table.turn("A")
    table.build("A", (13, "skyscraper", 1))
    table.hazard("B", 14, "power_station")
    if tower:
        table.own("A", 37, 39)
        table.turn("A")
        table.build("A", (37, "tower", 1))
    return table


@pytest.mark.parametrize("tower", [False, True])
def test_the_booklets_example_is_7m_and_says_why(tower: bool) -> None:
    table = booklet_example(tower)
    answer = explained(table, "B", 14)
    assert (answer["amount"], answer["to"]) == (7_000_000, "A")
    assert answer["why"] == (
        "4 industrial blocks = 3.5M (2 residential blocks worth nothing beside the hazard: "
        "power station), doubled by the skyscraper on Harbor Heights = 7M"
    )
    assert answer["facts"]["twice"] == 7_000_000
    table.do("land", who="B", pos=14)
    assert table.do("rent").detail["amount"] == 7_000_000
    assert table.cash("B") == 37_700_000 - 7_000_000


@pytest.mark.parametrize(("hazard", "blocks"), HAZARDS.items())
def test_c59_each_hazard_and_the_price_of_its_removal(hazard: str, blocks: int) -> None:
    table = CityTable()
    table.own("A", 14)
    table.blocks(14, residential=2, industrial=1)
    table.hazard("B", 14, hazard)
    assert table.due("C", 14) == 600_000, "one industrial block counts"
    assert table.no("clear", who="B", deed=14, piece=hazard).code == "not_owner"
    assert table.no("clear", who="A", deed=14, piece=hazard).code == "not_turn"
    table.turn("A")
    table.do("clear", who="A", deed=14, piece=hazard)
    assert table.cash("A") == 37_700_000 - 500_000 * blocks
    assert table.due("C", 14) == 2_400_000, "three blocks count again"
    assert table.no("clear", who="A", deed=14, piece=hazard).code == "no_building"


def test_only_residential_blocks_under_a_hazard_leave_the_land_rent() -> None:
    table = CityTable()
    table.own("A", 39)
    table.blocks(39, residential=8)
    assert table.due("B", 39) == 20_000_000
    table.hazard("B", 39, "rubbish_dump")
    assert table.due("B", 39) == 500_000
    assert table.on(39)["residential_block"] == 8, "they stay where they are"


def test_a_second_hazard_must_be_removed_as_well() -> None:
    table = CityTable()
    table.own("A", 14)
    table.blocks(14, residential=1)
    table.hazard("B", 14, "prison")
    table.hazard("C", 14, "sewage_plant")
    table.turn("A")
    table.do("clear", who="A", deed=14, piece="prison")
    assert table.due("B", 14) == 120_000
    table.do("clear", who="A", deed=14, piece="sewage_plant")
    assert table.due("B", 14) == 600_000
    assert table.cash("A") == 37_700_000 - 2_000_000 - 1_500_000


@pytest.mark.parametrize(
    ("skyscraper", "tower", "in_group", "elsewhere"),
    [(False, False, 1, 1), (True, False, 2, 1), (False, True, 2, 2), (True, True, 2, 2)],
)
def test_doubled_once_at_most(skyscraper: bool, tower: bool, in_group: int, elsewhere: int) -> None:
    table = CityTable()
    table.own("A", 1, 3, 37, 39, 26)
    table.blocks(3, industrial=2)
    table.blocks(26, residential=7)
    table.turn("A")
    if skyscraper:
        table.build("A", (1, "skyscraper", 1))
    if tower:
        table.build("A", (39, "tower", 1))
    assert table.due("B", 1) == 20_000 * in_group, "bare land as well"
    assert table.due("B", 3) == 400_000 * in_group
    assert table.due("B", 26) == 8_000_000 * elsewhere
    assert explained(table, "B", 26)["amount"] == 8_000_000 * elsewhere
    if tower and not skyscraper:
        assert explained(table, "B", 3)["why"] == (
            "2 industrial blocks = 400K, doubled by the tower on Diamond Hills = 800K"
        )


def test_the_tower_doubles_its_owners_districts_alone() -> None:
    table = CityTable()
    table.own("A", 1, 3, 37, 39)
    table.own("B", 26)
    table.turn("A")
    table.build("A", (1, "tower", 1))
    assert table.due("C", 26) == 220_000
    table.do("deal", a="A", b="B", a_gives={"deeds": [1]}, b_gives={"cash": 10_000})
    assert table.due("C", 26) == 440_000, "buildings go with the district"
    assert table.due("C", 39) == 500_000


def test_stadiums_bonus_buildings_and_railroads_do_not_change_the_rent() -> None:
    table = CityTable()
    table.own("A", 1, 3)
    table.turn("A")
    table.build("A", (1, "stadium", 1))
    table.do("place", who="A", deed=1, piece="railroad", card=True)
    table.do("place", who="A", deed=1, piece="school", card=True)
    assert table.due("B", 1) == 20_000


def test_a_card_may_double_the_rent() -> None:
    table = CityTable()
    table.own("A", 39)
    assert table.due("B", 39, times=2) == 1_000_000


def test_c71_mortgaged_for_the_current_rent_and_back_for_the_same_sum() -> None:
    table = CityTable()
    table.own("A", 14, 11, 13)
    table.blocks(14, residential=2)
    table.do("mortgage", who="A", deed=14)
    assert table.cash("A") == 38_900_000
    assert table.due("B", 14) == 0
    table.turn("A")
    table.build("A", (13, "skyscraper", 1))
    cash = table.cash("A")
    table.do("lift", who="A", deed=14)
    assert table.cash("A") == cash - 1_200_000, "later doubling does not change it"
    assert table.due("B", 14) == 2_400_000


def test_a_district_that_brings_nothing_is_mortgaged_all_the_same() -> None:
    table = CityTable()
    table.own("A", 11)
    table.do("correct", deed=11, field="rents.0", value=0)
    assert table.do("mortgage", who="A", deed=11).detail["amount"] == 0
    assert table.state()["deeds"]["11"]["mortgaged"]
    table.do("lift", who="A", deed=11)
    assert not table.state()["deeds"]["11"]["mortgaged"]


def test_a_mortgaged_district_handed_over_costs_nothing_more() -> None:
    table = CityTable()
    table.own("A", 14)
    table.do("mortgage", who="A", deed=14)
    table.do("deal", a="A", b="B", a_gives={"deeds": [14]}, b_gives={"cash": 100_000})
    assert table.cash("B") == 37_600_000
    table.do("lift", who="B", deed=14)
    assert table.cash("B") == 37_600_000 - 120_000


@pytest.mark.parametrize(("counts", "total"), [(False, 13_000_000), (True, 13_500_000)])
def test_c100_worth_at_a_timed_end(counts: bool, total: int) -> None:
    table = CityTable("AB", mortgaged_counts=counts)
    table.own("A", 14, 23, 39)
    table.blocks(14, industrial=7)
    table.blocks(23, residential=1)
    table.do("place", who="A", deed=23, piece="residential_block", card=True)
    table.do("correct", deed=23, field="rents.2", value=1_000_000)
    table.do("mortgage", who="A", deed=39)
    table.cash("A", 5_000_000)
    table.cash("B", total)
    rows = standings(table.game)
    assert [(row["who"], row["total"], row["rank"]) for row in rows] == [
        ("A", total, 1),
        ("B", total, 1),
    ], "a tie shares the rank"
    table.do("finish")
    assert table.state()["ranking"] == [[1, "A", total], [1, "B", total]]


def test_c05_amounts_are_multiples_of_ten_thousand() -> None:
    table = CityTable()
    refused = table.no("pay", **{"from": "A", "to": "B", "amount": 15_000})
    assert refused.code == "not_whole" and "10000" in refused.remedy
    table.pay("A", "B", 20_000)
    assert table.cash("B") == 37_720_000


def test_c17_ten_thousand_a_hundred_times_is_a_million() -> None:
    table = CityTable()
    for _ in range(100):
        table.pay("A", "B", 10_000)
    table.pay("A", "B", 100_000)
    table.pay("A", "B", 200_000)
    assert table.cash("B") == 37_700_000 + 1_300_000
    table.cash("A", 1_000_000)
    assert table.no("pay", **{"from": "A", "to": "B", "amount": 2_000_000}).code == (
        "not_enough_cash"
    )


def test_figures_in_doubt_are_named_and_can_be_corrected() -> None:
    table = CityTable()
    doubts = {(one.pos, one.key): one.candidates for one in table.rules.edition.disputed}
    assert doubts[(26, "rents.7")] == (8_000_000, 10_000_000)
    assert 2_500_000 in doubts[(4, "amount")] and 2_500_000 in doubts[(38, "amount")]
    assert (-1, "go_salary") in doubts
    table.own("A", 26)
    table.blocks(26, residential=7)
    table.do("correct", deed=26, field="rents.7", value=10_000_000)
    words = str(sentence(table.rules, table.game.book, table.game.book.entries[-1]))
    assert words.endswith("is 10M, not 8M")
    assert table.due("B", 26) == 10_000_000
    assert table.no("correct", field="blocks_max", value=10_000).code == "no_field"
    table.do("correct", deed=26, field="industrial_block_cost", value=3_500_000)
    table.turn("A")
    table.press(1)
    assert table.build("A", (26, "industrial_block", 1)).detail["amount"] == 3_500_000
