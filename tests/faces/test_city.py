"""What the city's screens are told: the sheet's rents, prices, places, and the reasons."""

from __future__ import annotations

from companion.core.requests import to_dict
from companion.core.values import Extra
from companion.faces.landing import landing_view
from companion.faces.table import game_view
from companion.faces.views import Text
from companion.games.city.blocks import build_view, with_block
from companion.games.city.district import (
    auction_choice_view,
    district_view,
    planning_view,
    railroad_view,
    ride_view,
)
from companion.games.city.permits import permits_of
from companion.games.city.requests import Dodge
from companion.locale.i18n import load
from tests.games.city_table import RAILROAD, CityTable

ENGLISH, GERMAN = load("en"), load("de")


def choosable(view: object) -> set[int]:
    return {lot.pos for group in view.groups for lot in group if lot.can}  # type: ignore[attr-defined]


def test_the_booklets_example_is_marked_on_the_card_and_explained() -> None:
    """Two residential blocks beside a hazard, four industrial for 3.5M, a skyscraper: 7M."""
    table = CityTable()
    table.own("A", 11, 13, 14)
    table.blocks(14, residential=2, industrial=4)
    table.turn("A")
    table.build("A", (11, "skyscraper", 1))
    table.do("end_turn")
    table.hazard("B", 14, "prison")
    seen = district_view(table.game, 0, 14)
    assert [row.value.value for row in seen.card.rows if row.current] == [3_500_000]
    foot = [ENGLISH.say(row.label) for row in seen.card.foot]
    assert "Price" in foot and "Mortgage value" not in foot, "it is the rent of the moment"
    assert ENGLISH.amount(seen.rent) == "7M"
    words = ENGLISH.say(seen.why)
    assert "4 industrial blocks = 3.5M" in words
    assert words.endswith("doubled by the skyscraper on Old Town = 7M")
    assert GERMAN.say(seen.why).endswith("verdoppelt = 7 Mio.")


def test_the_sheet_shows_the_rent_before_and_after_and_stops_at_the_units_number() -> None:
    table = CityTable()
    table.own("A", 11, 16)
    table.blocks(11, residential=2)
    table.turn("A")
    table.press(2)
    one = build_view(table.game, 0, ((11, "industrial_block", 1),))
    row = one.rows[0]
    assert (ENGLISH.amount(row.before), ENGLISH.amount(row.after)) == ("1M", "2M")
    assert (one.placed, one.left, one.price.value) == (1, 1, 2_000_000)
    assert all(step.more for row in one.rows for step in row.steps)
    both = build_view(table.game, 0, with_block(one.chosen, 16, "residential_block", 1))
    assert both.left == 0
    assert not any(step.more for row in both.rows for step in row.steps)
    assert both.request is not None
    table.do(**to_dict(both.request))
    assert (table.on(11), table.on(16)) == (
        {"residential_block": 2, "industrial_block": 1}, {"residential_block": 1},
    )  # fmt: skip
    permits = permits_of(game_view(table.game, 0).extra)
    assert (permits.shown, permits.left) == (2, 0)


def test_the_sheet_stops_at_eight_blocks_and_at_the_cash() -> None:
    table = CityTable()
    table.own("A", 11, 16)
    table.blocks(11, residential=7)
    table.turn("A")
    table.press(3)
    full = build_view(table.game, 0, ((11, "residential_block", 1),))
    assert not any(step.more for step in full.rows[0].steps)
    table.cash("A", 1_500_000)
    poor = build_view(table.game, 0)
    assert [step.more for step in poor.rows[1].steps] == [True, False]


def test_a_railroad_goes_anywhere_and_then_nowhere_more() -> None:
    table = CityTable()
    table.turn("A")
    table.press(RAILROAD)
    assert len(choosable(railroad_view(table.game, 0))) == 22
    table.do("place", who="A", deed=1, piece="railroad")
    assert railroad_view(table.game, 0).none


def test_a_card_puts_down_a_railroad_and_takes_it_away() -> None:
    table = CityTable()
    table.turn("A")

    def offers() -> list[str]:
        return [ENGLISH.say(one.what) for one in district_view(table.game, 0, 11).by_card]

    assert "Put down: 1 railroad" in offers() and "Put down: 1 prison" in offers()
    assert not any(words.startswith("Take away") for words in offers())
    table.do("place", who="A", deed=11, piece="railroad", card=True)
    assert "Put down: 1 railroad" not in offers() and "Take away: 1 railroad" in offers()


def test_planning_permission_offers_only_where_it_may_stand() -> None:
    table = CityTable()
    table.own("A", 11)
    table.own("B", 13)
    table.do("land", who="A", pos=5)
    assert planning_view(table.game, 0).none, "first what, then where"
    park = choosable(planning_view(table.game, 0, "park"))
    prison = choosable(planning_view(table.game, 0, "prison"))
    assert 11 in park - prison
    assert 13 in prison - park
    assert 1 in park & prison, "free districts take both"


def test_the_big_buildings_are_offered_where_the_colour_allows_them() -> None:
    table = CityTable()
    table.own("A", 1)
    table.turn("A")
    assert _offers(table, 1) == ["Mortgage 20K"]
    table.own("A", 3)
    assert _offers(table, 1) == ["Build: 1 stadium 2M", "Build: 1 skyscraper 2M", "Mortgage 20K"]
    table.own("A", 37, 39)
    assert "Build: 1 tower 7M" in _offers(table, 37)
    table.do("end_turn")
    table.hazard("B", 1, "prison")
    table.do("end_turn")
    table.turn("A")
    assert "Remove: 1 prison 2M" in _offers(table, 1)


def _offers(table: CityTable, pos: int) -> list[str]:
    return [
        f"{ENGLISH.say(one.what)} {ENGLISH.amount(one.amount)}"
        for one in district_view(table.game, 0, pos).actions
    ]


def test_the_card_against_rent_is_offered_to_its_holder_only() -> None:
    table = CityTable()
    table.own("A", 37)
    table.do("take", who="B", what="rent_dodge")
    table.do("land", who="B", pos=37)
    assert landing_view(table.game, 0, "B", 37).dodge == ("rent_dodge", Dodge())
    table.do("dodge")
    table.do("end_turn")
    table.do("land", who="C", pos=37)
    assert landing_view(table.game, 0, "C", 37).dodge is None


def test_the_railroad_goes_to_the_other_railroads_once_the_rent_is_paid() -> None:
    table = CityTable()
    table.own("A", 37)
    for pos in (1, 11, 37):
        table.do("place", who="A", deed=pos, piece="railroad", card=True)
    table.do("land", who="B", pos=37)
    before = permits_of(game_view(table.game, 0).extra)
    assert before is not None and not before.ride
    table.do("rent")
    after = permits_of(game_view(table.game, 0).extra)
    assert after is not None and after.ride
    assert choosable(ride_view(table.game, 0)) == {1, 11}


def test_free_districts_can_be_auctioned() -> None:
    table = CityTable()
    table.own("A", 37)
    table.turn("B")
    assert 37 not in choosable(auction_choice_view(table.game, 0))
    assert len(choosable(auction_choice_view(table.game, 0))) == 21


def test_a_renamed_district_is_called_so_on_every_screen() -> None:
    table = CityTable()
    table.do("rename", deed=13, name="Hafenviertel")
    tile = game_view(table.game, 0).tile(13)
    assert tile is not None
    assert (tile.name, tile.short) == ("Hafenviertel", "Hafenviertel")
    assert district_view(table.game, 0, 13).card.name == "Hafenviertel"


def test_another_board_has_no_districts() -> None:
    from tests.faces.evening import Evening

    view = game_view(Evening(2).game, 0)
    assert view.extra == Extra()
    assert isinstance(view.stock, Text)
