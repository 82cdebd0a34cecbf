"""City building: the unit's number, eight blocks, stadiums, skyscrapers, the tower, railroads."""

from __future__ import annotations

import pytest

from tests.games.city_table import RAILROAD, CityTable

RES, IND = "residential_block", "industrial_block"


def test_c58_eight_blocks_several_districts_and_the_number_is_a_maximum() -> None:
    table = CityTable()
    table.own("A", 14, 39)
    table.blocks(14, residential=4, industrial=3)
    table.turn("A")
    table.press(3)
    assert table.no_build("A", (14, RES, 2)) == "full"
    assert table.no_build("A", (14, RES, 1), (14, IND, 1)) == "full"
    assert table.no_build("A", (14, RES, 1), (39, IND, 3)) == "too_many_blocks"
    entry = table.build("A", (14, RES, 1), (39, RES, 1), (39, IND, 1))
    assert entry.detail["amount"] == 1_000_000 + 2_000_000 + 4_000_000
    assert table.level(14) == 8 and table.level(39) == 2
    table.do("end_turn")


def test_nothing_is_built_before_the_unit_was_pressed_in_this_turn() -> None:
    table = CityTable()
    table.own("A", 14)
    table.turn("A")
    assert table.no_build("A", (14, RES, 1)) == "press_build"
    table.press(2)
    assert table.state()["build"] == {"shown": 2, "left": 2, "railroad": False}
    table.build("A", (14, RES, 1))
    assert table.state()["build"]["left"] == 1
    assert table.no_build("A", (14, RES, 2)) == "too_many_blocks"
    table.build("A", (14, RES, 1))
    assert table.no_build("A", (14, RES, 1)) == "too_many_blocks"
    table.turn("B")
    table.turn("A")
    assert table.no_build("A", (14, RES, 1)) == "press_build", "what was left is lost"


def test_a_double_lets_one_press_and_build_once_more() -> None:
    table = CityTable()
    table.own("A", 14)
    table.turn("A")
    table.press(3)
    table.build("A", (14, RES, 1))
    table.do("roll_again")
    assert table.no_build("A", (14, RES, 1)) == "press_build"
    table.press(1)
    table.build("A", (14, RES, 1))
    assert table.no_build("A", (14, RES, 1)) == "too_many_blocks"


def test_a_double_with_dice_does_the_same() -> None:
    table = CityTable()
    table.own("A", 14)
    table.do("roll", dice=[1, 1])
    table.press(1)
    table.build("A", (14, RES, 1))
    table.do("roll", dice=[2, 2])
    table.do("buy", who="A", deed=6)
    assert table.state()["build"]["shown"] == 0
    table.press(1)
    table.build("A", (14, RES, 1))


def test_going_on_without_entering_dice() -> None:
    table = CityTable()
    table.turn("A")
    table.do("roll_again")
    table.do("roll_again")
    assert table.no("roll_again").code == "to_jail", "the third double"
    table.do("jail", who="A")
    assert table.no("roll_again").code == "in_jail"
    table.do("end_turn")
    table.do("roll", dice=[1, 2])
    table.do("buy", who="B", deed=3)
    assert table.no("roll_again").code == "no_double"
    table.do("end_turn")
    table.do("roll", dice=[5, 5])
    assert table.no("end_turn").code == "roll_again"
    table.do("roll_again")
    table.do("roll", dice=[5, 5])
    table.do("roll_again")
    table.do("roll", dice=[5, 5])
    assert table.state()["jail"] == {"A": 0, "C": 0}


def test_only_in_ones_own_turn_on_ones_own_district_without_mortgage() -> None:
    table = CityTable()
    table.own("A", 14, 13)
    table.own("B", 39)
    table.turn("A")
    table.press(3)
    assert table.no_build("B", (39, RES, 1)) == "not_turn"
    assert table.no_build("A", (39, RES, 1)) == "not_owner"
    table.do("mortgage", who="A", deed=13)
    assert table.no_build("A", (13, RES, 1)) == "mortgaged"
    table.do("jail", who="A")
    table.build("A", (14, RES, 1))


def test_money_and_steps_are_checked_for_the_whole_request() -> None:
    table = CityTable()
    table.own("A", 14, 39)
    table.turn("A")
    table.press(3)
    table.cash("A", 5_000_000)
    assert table.no_build("A", (14, RES, 1), (39, IND, 2)) == "not_enough_cash"
    assert table.no("build", who="A", deed=14).code == "wrong_piece"
    assert table.no("build", who="A", deed=14, piece="railroad").code == "bad_request"
    table.build("A", (14, RES, 1), (39, IND, 1))
    assert table.cash("A") == 0


def test_a_stadium_needs_two_of_a_colour_and_there_are_two() -> None:
    table = CityTable()
    table.own("A", 14, 1, 3, 6, 8)
    table.turn("A")
    assert table.no_build("A", (14, "stadium", 1)) == "no_set"
    table.own("A", 13)
    table.build("A", (14, "stadium", 1))
    assert table.cash("A") == 37_700_000 - 2_000_000
    assert table.no_build("A", (13, "stadium", 1)) == "one_each"
    table.build("A", (1, "stadium", 1))
    assert table.no_build("A", (6, "stadium", 1)) == "none_left"
    table.do("salary", who="A")
    assert table.cash("A") == 37_700_000 - 4_000_000 + 4_000_000
    table.do("salary", who="B")
    assert table.cash("B") == 39_700_000


@pytest.mark.parametrize("piece", ["stadium", "skyscraper"])
def test_a_card_puts_no_second_one_into_a_colour(piece: str) -> None:
    table = CityTable()
    table.own("A", 16, 18, 19)
    table.build("A", (16, piece, 1))
    again = {"who": "A", "deed": 18, "piece": piece, "card": True}
    assert table.no("place", **again).code == "one_each"


def test_stadium_bonus_on_the_way_over_go() -> None:
    table = CityTable()
    table.own("A", 37, 39)
    table.turn("A")
    table.build("A", (39, "stadium", 1))
    table.do("land", who="A", pos=10, passed_go=True)
    assert table.cash("A") == 37_700_000 - 2_000_000 + 3_000_000


def test_a_skyscraper_needs_the_colour_and_stands_once_in_it() -> None:
    table = CityTable()
    table.own("A", 11, 13)
    table.turn("A")
    assert table.no_build("A", (13, "skyscraper", 1)) == "no_set"
    table.own("A", 14)
    table.build("A", (13, "skyscraper", 1))
    assert table.cash("A") == 37_700_000 - 3_000_000
    assert table.no_build("A", (14, "skyscraper", 1)) == "one_each"


def test_the_tower_needs_two_colours_and_there_is_one() -> None:
    table = CityTable()
    table.own("A", 1, 3, 37, 26)
    table.turn("A")
    assert table.no_build("A", (1, "tower", 1)) == "no_set"
    table.own("A", 39)
    assert table.no_build("A", (26, "tower", 1)) == "no_set"
    assert table.no_build("A", (1, "tower", 2)) == "one_each"
    table.build("A", (1, "tower", 1))
    assert table.cash("A") == 30_700_000
    assert table.no_build("A", (3, "tower", 1)) == "none_left"


def test_other_buildings_do_not_count_to_the_eight_or_to_the_number() -> None:
    table = CityTable()
    table.own("A", 1, 3, 37, 39)
    table.blocks(1, residential=7)
    table.turn("A")
    table.press(1)
    table.build("A", (1, "stadium", 1), (1, "skyscraper", 1), (1, "tower", 1))
    table.do("place", who="A", deed=1, piece="park", card=True)
    table.build("A", (1, IND, 1))
    assert table.level(1) == 8


@pytest.mark.parametrize("deed", [14, 6])
def test_a_railroad_is_free_on_an_own_or_free_district(deed: int) -> None:
    table = CityTable()
    table.own("A", 14)
    table.own("B", 39)
    table.turn("A")
    assert table.no("place", who="A", deed=deed, piece="railroad").code == "no_railroad"
    table.press(RAILROAD)
    assert table.no_build("A", (14, RES, 1)) == "railroad_only"
    assert table.no("place", who="A", deed=39, piece="railroad").code == "not_owner"
    table.do("place", who="A", deed=deed, piece="railroad")
    assert table.on(deed) == {"railroad": 1} and table.cash("A") == 37_700_000
    assert table.no("place", who="A", deed=14, piece="railroad").code in ("no_railroad", "one_each")
    table.turn("B")
    assert table.no("place", who="A", deed=13, piece="railroad").code == "not_turn"
    table.press(RAILROAD)
    assert table.no("place", who="B", deed=deed, piece="railroad").code == "one_each"


def test_a_table_with_its_own_unit_may_switch_the_limit_off() -> None:
    table = CityTable(unit_limits=False)
    table.own("A", 14)
    table.turn("A")
    table.build("A", (14, RES, 8))
    assert table.no_build("A", (14, RES, 1)) == "full"
    table.do("place", who="A", deed=14, piece="railroad")
    assert table.state()["build"]["left"] is None
    assert table.no_build("B", (14, RES, 1)) == "not_turn"


def test_box_limits_are_a_house_rule() -> None:
    table = CityTable(box_limits=True)
    for deed in (1, 3, 6, 8, 9, 11, 13, 14):
        table.do("place", who="A", deed=deed, piece="railroad", card=True)
    assert table.no("place", who="A", deed=16, piece="railroad", card=True).code == "none_left"
    table.do("option", name="box_limits", value=False)
    table.do("place", who="A", deed=16, piece="railroad", card=True)


def test_the_bank_takes_nothing_back() -> None:
    table = CityTable()
    table.own("A", 14)
    table.blocks(14, residential=1)
    assert table.no("sell", who="A", deed=14).code == "no_sale"
    assert table.no("want", who="A", deed=14).code == "no_shortage"
    assert [way["do"] for way in table.ways("A")["ways"]] == ["mortgage"]


def test_undo_gives_blocks_back_to_the_number() -> None:
    table = CityTable()
    table.own("A", 14)
    table.turn("A")
    table.press(2)
    table.build("A", (14, RES, 2))
    table.do("undo")
    assert table.level(14) == 0 and table.cash("A") == 37_700_000
    table.build("A", (14, IND, 2))
