"""City spaces: planning permission, auctions, industry tax, Free Parking, railroads."""

from __future__ import annotations

import pytest

from companion.core.ledger_text import sentence
from companion.core.queries import allowed
from tests.games.city_table import CityTable

BONUS = ("park", "school", "water_tower", "wind_farm")
HAZARDS = ("rubbish_dump", "prison", "sewage_plant", "power_station")


# --- planning permission -------------------------------------------------------------------


def test_planning_permission_has_to_be_used() -> None:
    table = CityTable()
    entry = table.do("land", who="A", pos=15)
    assert entry.detail["next"] == "planning"
    assert table.state()["open"] == {"kind": "planning", "who": "A", "pos": 15}
    for do, fields in (("end_turn", {}), ("land", {"who": "B", "pos": 1}), ("roll_again", {})):
        assert table.no(do, **fields).code == "task_open"
    table.do("place", who="A", deed=14, piece="school")
    assert table.no("place", who="A", deed=14, piece="school").code == "no_permission", "one each"
    table.do("end_turn")


@pytest.mark.parametrize("piece", BONUS)
def test_bonus_buildings_go_on_own_or_free_districts(piece: str) -> None:
    table = CityTable()
    table.own("A", 14)
    table.own("B", 13)
    table.do("land", who="A", pos=5)
    assert table.no("place", who="A", deed=13, piece=piece).code == "wrong_district"
    table.do("place", who="A", deed=14, piece=piece)
    table.do("land", who="B", pos=5)
    table.do("place", who="B", deed=1, piece=piece)
    assert table.cash("A") == table.cash("B") == 37_700_000, "both are free"


@pytest.mark.parametrize("piece", HAZARDS)
def test_hazards_go_to_others_or_on_free_districts(piece: str) -> None:
    table = CityTable()
    table.own("A", 14)
    table.own("B", 13)
    table.do("land", who="A", pos=35)
    assert table.no("place", who="A", deed=14, piece=piece).code == "wrong_district"
    table.do("place", who="A", deed=13, piece=piece)
    table.do("land", who="B", pos=25)
    table.do("place", who="B", deed=39, piece=piece)
    assert table.on(39) == {piece: 1}


@pytest.mark.parametrize("bonus", BONUS)
@pytest.mark.parametrize("hazard", HAZARDS)
def test_a_bonus_building_keeps_hazards_out_and_the_other_way_round(
    bonus: str, hazard: str
) -> None:
    table = CityTable()
    table.own("A", 14, 13)
    table.do("land", who="A", pos=5)
    table.do("place", who="A", deed=14, piece=bonus)
    table.do("land", who="B", pos=5)
    assert table.no("place", who="B", deed=14, piece=hazard).code == "excluded"
    table.do("place", who="B", deed=13, piece=hazard)
    table.do("land", who="A", pos=5)
    assert table.no("place", who="A", deed=13, piece=bonus).code == "excluded"


@pytest.mark.parametrize(("house_rule", "code"), [(True, "excluded"), (False, "")])
def test_a_stadium_keeps_hazards_out_as_a_house_rule(house_rule: bool, code: str) -> None:
    table = CityTable(stadium_blocks_hazards=house_rule)
    table.own("A", 13, 14)
    table.turn("A")
    table.build("A", (14, "stadium", 1))
    table.do("land", who="B", pos=5)
    if code:
        assert table.no("place", who="B", deed=14, piece="prison").code == code
    else:
        table.do("place", who="B", deed=14, piece="prison")


def test_without_permission_nothing_is_put_down() -> None:
    table = CityTable()
    table.own("A", 14)
    table.do("land", who="B", pos=5)
    assert table.no("place", who="C", deed=14, piece="prison").code == "no_permission"
    assert table.no("place", who="B", deed=14, piece="tower").code == "wrong_piece"
    assert table.no("place", who="B", deed=14, piece="castle").code == "wrong_piece"
    table.do("place", who="C", deed=14, piece="prison", card=True)
    assert table.state()["open"]["kind"] == "planning", "a card uses no permission"


# --- auctions ------------------------------------------------------------------------------


def test_the_auction_space_auctions_any_free_district() -> None:
    table = CityTable()
    table.own("B", 39)
    table.do("land", who="A", pos=12)
    assert table.state()["open"] == {"kind": "auction", "who": "A", "pos": 12}
    assert table.no("end_turn").code == "task_open"
    assert table.no("auction", deed=39).code == "owned"
    assert table.no("auction", deed=1, who="A", bid=5_000).code == "not_whole"
    table.do("auction", deed=1, who="A", bid=10_000)
    assert table.no("bid", who="B", amount=10_000).code == "too_low"
    table.do("bid", who="B", amount=20_000)
    assert table.tick(table.now + 60_000) == ["sold"]
    assert table.owner(1) == "B" and table.cash("B") == 37_680_000
    table.do("end_turn")


def test_the_auction_space_asks_for_nothing_when_all_are_owned() -> None:
    table = CityTable()
    table.own("B", *table.rules.edition.deeds)
    table.do("land", who="A", pos=33)
    assert table.state()["open"] is None


def test_a_space_asks_only_for_what_can_still_be_done() -> None:
    table = CityTable()
    deeds = list(table.rules.edition.deeds)
    table.own("B", *deeds[1:])
    table.do("land", who="A", pos=33)
    table.do("hand_over", deed=deeds[0], to="B")
    table.do("end_turn")
    assert table.state()["open"] is None
    for deed in deeds:
        table.do("place", who="A", deed=deed, piece="prison", card=True)
    table.do("land", who="B", pos=5)
    assert table.state()["open"] is None, "no bonus building fits, no hazard of his own"
    table.do("land", who="A", pos=5)
    assert table.state()["open"]["kind"] == "planning"


def test_a_free_district_is_bought_or_auctioned() -> None:
    table = CityTable()
    table.do("land", who="A", pos=14)
    assert table.no("end_turn").code == "offer_open"
    table.do("decline")
    assert table.fact("auction")[2:4] == (10_000, 10_000)
    table.do("bid", who="A", amount=10_000)
    table.do("close")
    assert table.owner(14) == "A" and table.cash("A") == 37_690_000


def test_a_card_may_sell_a_free_district_for_less() -> None:
    table = CityTable()
    table.do("buy", who="A", deed=39, price=500_000)
    assert table.cash("A") == 37_200_000


# --- industry tax --------------------------------------------------------------------------


@pytest.mark.parametrize("pos", [4, 38])
def test_industry_tax_is_for_industry_alone(pos: int) -> None:
    table = CityTable()
    table.own("A", 14)
    table.blocks(14, residential=3)
    table.do("land", who="A", pos=pos)
    assert table.state()["open"] is None
    assert table.no("tax", who="A", pos=pos).code == "no_tax"
    assert table.due("A", pos) == 0
    table.blocks(14, industrial=1)
    assert table.due("A", pos) == 2_000_000
    table.do("land", who="B", pos=10)
    table.do("land", who="A", pos=pos)
    assert table.no("end_turn").code == "tax_open"
    table.do("tax", who="A")
    assert table.cash("A") == 35_700_000
    table.do("correct", deed=pos, field="amount", value=2_500_000)
    table.do("tax", who="A", pos=pos)
    assert table.cash("A") == 33_200_000


def test_an_open_tax_is_closed_although_the_industry_was_lost_meanwhile() -> None:
    table = CityTable()
    table.own("A", 14)
    table.blocks(14, industrial=1)
    table.do("land", who="A", pos=4)
    table.do("hand_over", deed=14, to="B")
    table.do("tax", who="A")
    assert table.cash("A") == 37_700_000
    table.do("end_turn")


# --- the card that pays no rent ------------------------------------------------------------


def test_the_rent_dodge_card_is_taken_used_once_and_put_back() -> None:
    table = CityTable()
    table.own("B", 39)
    table.do("land", who="A", pos=20)
    assert table.state()["cards"]["rent_dodge"] == {"A": 1}
    table.do("land", who="C", pos=39)
    assert table.no("dodge").code == "no_card"
    table.do("rent")
    table.do("land", who="A", pos=39)
    assert "dodge" in allowed(table.game)
    table.do("dodge")
    assert table.cash("A") == 37_700_000 and table.state()["cards"]["rent_dodge"] == {}
    assert table.no("dodge").code == "no_rent"
    table.do("end_turn")


def test_the_rent_dodge_card_goes_to_who_lands_there_next() -> None:
    table = CityTable()
    table.do("land", who="A", pos=20)
    entry = table.do("land", who="B", pos=20)
    assert (entry.detail["takes"], entry.detail["source"]) == ("rent_dodge", "A")
    assert table.state()["cards"]["rent_dodge"] == {"B": 1}
    table.do("land", who="B", pos=20)
    assert table.state()["cards"]["rent_dodge"] == {"B": 1}
    table.do("deal", a="B", b="C", a_gives={"cards": {"rent_dodge": 1}}, b_gives={"cash": 10_000})
    assert table.state()["cards"]["rent_dodge"] == {"C": 1}


# --- railroads -----------------------------------------------------------------------------


def railway() -> CityTable:
    table = CityTable()
    table.own("B", 14, 39)
    for deed in (14, 39, 1):
        table.do("place", who="A", deed=deed, piece="railroad", card=True)
    return table


def test_the_jump_after_the_rent_and_what_is_due_there() -> None:
    table = railway()
    table.do("land", who="A", pos=14)
    assert table.state()["ride"] == "A"
    assert table.no("jump", who="A", pos=39).code == "rent_open", "the rent comes first"
    table.do("rent")
    for pos in (13, 14):
        assert table.no("jump", who="A", pos=pos).code == "no_railroad"
    table.do("jump", who="A", pos=39)
    assert table.state()["open"]["amount"] == 500_000
    table.do("rent")
    assert table.cash("A") == 37_700_000 - 620_000
    assert table.no("jump", who="A", pos=1).code == "no_railroad", "one jump a landing"


def test_the_jump_to_a_free_district_buys_or_auctions() -> None:
    table = railway()
    table.do("land", who="B", pos=39)
    cash = table.cash("B")
    table.do("jump", who="B", pos=1)
    assert table.cash("B") == cash, "no salary on the way"
    assert table.state()["open"] == {"kind": "buy", "who": "B", "deed": 1, "amount": 600_000}
    table.do("decline")


def test_who_starts_the_turn_on_a_railroad_rolls_as_usual() -> None:
    table = railway()
    table.do("land", who="B", pos=39)
    table.do("end_turn")
    table.turn("A")
    table.do("end_turn")
    assert table.state()["turn"] == "B"
    assert table.no("jump", who="B", pos=14).code == "no_railroad"
    assert table.no("jump", who="A", pos=14).code == "no_railroad"


def test_no_jump_with_a_debt_from_jail_or_after_a_double() -> None:
    table = railway()
    table.blocks(39, industrial=8)
    table.cash("A", 1_000_000)
    table.do("land", who="A", pos=39)
    table.do("rent")
    assert table.no("jump", who="A", pos=14).code == "debt_open"
    table.cash("B", 10_000_000)
    table.do("land", who="B", pos=14, confirm=True)
    table.do("roll_again")
    assert table.no("jump", who="B", pos=39).code == "no_railroad"
    table.do("land", who="B", pos=14)
    table.do("jail", who="B")
    assert table.no("jump", who="B", pos=39).code == "in_jail"


def test_a_district_is_called_as_the_board_on_the_table_calls_it() -> None:
    table = CityTable()
    table.do("rename", deed=11, name="Altstadt")
    table.own("A", 11)
    table.blocks(11, industrial=4)
    entry = table.do("land", who="B", pos=11)
    assert "Altstadt" in str(sentence(table.rules, table.game.book, entry))
    table.do("rent")
    assert table.no("rename", deed=13, name="altstadt").code == "bad_name"
    assert table.no("rename", deed=10, name="Kittchen").code == "no_deed"
    assert table.no("rename", deed=13, name="x" * 21).code == "bad_name"
    table.do("rename", deed=11, name="Old Town")
    assert table.game.book.fact("cards") is None, "as printed needs no note"
