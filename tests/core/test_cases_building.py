"""Buildings and stock (cases C40 to C56), mortgages and deals (C61 to C73)."""

from __future__ import annotations

import pytest

from companion.core.ledger_text import sentence
from tests.core.table import Table, bidders


def full(table: Table, who: str, *groups: str) -> list[int]:
    lots = [pos for group in groups for pos in table.rules.edition.groups[group]]
    table.own(who, *lots)
    return lots


def test_c40_the_33rd_house_and_the_13th_hotel_are_refused() -> None:
    table = Table()
    greens = full(table, "A", "green", "yellow", "red")
    table.build("A", **{f"_{pos}": 3 for pos in greens})
    table.build("A", **{f"_{pos}": 4 for pos in greens[:5]})
    assert table.stock("house") == 0
    table.cash("A", 5000)
    refused = table.no("build", who="A", deed=greens[5])
    assert refused.code == "none_left" and refused.facts["left"] == 0
    assert "A" in str(refused.remedy)


def test_c40_twelve_hotels() -> None:
    table = Table()
    lots = full(table, "A", "brown", "light_blue", "pink", "orange", "red")
    for group in ("brown", "light_blue", "pink", "orange"):
        table.build("A", **{f"_{pos}": 5 for pos in table.rules.edition.groups[group]})
    reds = lots[-3:]
    table.build("A", _21=4, _23=4, _24=4)
    table.build("A", _21=5)
    assert table.stock("hotel") == 0
    table.cash("A", 5000)
    assert table.no("build", who="A", deed=reds[1]).facts["piece"] == "hotel"


def test_c41_hotels_with_no_houses_in_the_bank_can_be_sold() -> None:
    table = Table()
    full(table, "A", "brown")
    table.build("A", _1=5, _3=5)
    blocked = full(table, "B", "green", "yellow", "red")
    table.build("B", **{f"_{pos}": 3 for pos in blocked})
    table.build("B", **{f"_{pos}": 4 for pos in blocked[:5]})
    assert table.stock("house") == 0
    refused = table.no("sell", who="A", deed=1)
    assert refused.code == "none_left" and refused.facts["ground"] == 250
    cash, hotels = table.cash("A"), table.stock("hotel")
    table.do("sell", who="A", group="brown")
    assert (table.cash("A") - cash, table.stock("hotel") - hotels) == (250, 2)
    table.do("mortgage", who="A", deed=1)


def test_c41_every_legal_breakdown_with_three_houses_left() -> None:
    table = Table()
    full(table, "A", "brown")
    table.build("A", _1=5, _3=5)
    blocked = full(table, "B", "green", "yellow", "red")
    table.build("B", **{f"_{pos}": 3 for pos in blocked})
    table.build("B", **{f"_{pos}": 4 for pos in blocked[:2]})
    assert table.stock("house") == 3
    ways = table.rules.breakdowns(table.game.book, "A", "brown")
    assert {tuple(level for _, level in levels): total for levels, total in ways} == {
        (0, 0): 250,
        (0, 1): 225,
        (1, 0): 225,
        (1, 1): 200,
        (1, 2): 175,
        (2, 1): 175,
    }
    table.do("sell", who="A", lots=[{"deed": 1, "n": 4}, {"deed": 3, "n": 3}])
    assert table.levels(1, 3) == (1, 2) and table.stock("house") == 0


def test_c43_a_second_hotel() -> None:
    table = Table()
    full(table, "A", "orange")
    table.build("A", _16=5, _18=4, _19=4)
    houses, hotels = table.stock("house"), table.stock("hotel")
    table.do("build", who="A", deed=18)
    assert table.levels(16, 18, 19) == (5, 5, 4)
    assert (table.stock("house"), table.stock("hotel")) == (houses + 4, hotels - 1)
    assert table.no("build", who="A", deed=18).code == "full"


@pytest.mark.parametrize("pos", [5, 12])
def test_c44_nothing_is_built_on_stations_and_utilities(pos: int) -> None:
    table = Table()
    table.own("A", 5, 15, 25, 35, 12, 28)
    assert table.no("build", who="A", deed=pos).code == "no_ladder"


def test_c46_a_mortgaged_sibling_is_named_with_what_lifts_it() -> None:
    table = Table()
    full(table, "A", "brown")
    table.mortgage("A", 1)
    refused = table.no("build", who="A", deed=3)
    assert "Mediterranean" in refused.remedy and "33" in refused.remedy


def test_an_incomplete_colour_names_what_is_missing() -> None:
    table = Table()
    table.own("A", 1)
    assert "Baltic" in table.no("build", who="A", deed=1).reason
    assert table.no("build", who="B", deed=1).code == "not_owner"


def test_c47_even_building_and_selling() -> None:
    table = Table()
    full(table, "A", "light_blue")
    table.do("build", who="A", deed=6)
    assert "Vermont" in table.no("build", who="A", deed=6).remedy
    table.build("A", _6=3, _8=3, _9=2)
    refused = table.no("sell", who="A", deed=9)
    assert refused.code == "uneven"
    table.do("sell", who="A", lots=[{"deed": 6}, {"deed": 8}])
    assert table.levels(6, 8, 9) == (2, 2, 2)


def test_several_buildings_in_one_step_cost_their_sum_or_nothing_is_built() -> None:
    table = Table()
    full(table, "A", "dark_blue")
    lots = [{"deed": 37, "n": 2}, {"deed": 39, "n": 2}]
    table.cash("A", 799)
    assert table.no("build", who="A", lots=lots).code == "not_enough_cash"
    table.cash("A", 800)
    entry = table.do("build", who="A", lots=lots)
    assert table.cash("A") == 0 and table.levels(37, 39) == (2, 2)
    assert entry.detail["pieces"] == (("house", 4),)


def test_c49_c50_claims_are_met_in_turn_and_a_shortage_is_auctioned() -> None:
    table = Table()
    greens = full(table, "C", "green", "yellow", "red")
    table.build("C", **{f"_{pos}": 3 for pos in greens})
    full(table, "A", "brown")
    full(table, "B", "light_blue")
    table.build("C", **{f"_{pos}": 4 for pos in greens[:2]})
    assert table.stock("house") == 3
    table.do("want", who="A", deed=1, n=2)
    table.do("want", who="B", deed=6, n=2)
    assert table.no("build", who="A", deed=1).code == "wanted"
    table.do("auction", piece="house")
    assert [row["who"] for row in bidders(table.game) if not row["out"]] == ["A", "B"]
    assert table.no("bid", who="C", amount=500).code == "no_bidder"
    assert table.no("bid", who="A", amount=49).code == "too_low"
    table.do("bid", who="A", amount=60)
    assert table.do("close").detail["piece"] == "house"
    assert (table.cash("A"), table.level(1), table.stock("house")) == (1440, 1, 2)
    assert table.no("build", who="B", deed=6).code == "wanted"
    table.do("unwant", who="A")
    table.do("build", who="B", deed=6)
    table.do("build", who="B", deed=8)
    assert table.cash("B") == 1400 and table.stock("house") == 0


def test_c49_who_wins_a_house_gets_it_on_the_lot_whose_turn_it_is() -> None:
    table = Table()
    greens = full(table, "C", "green", "yellow", "red")
    table.build("C", **{f"_{pos}": 3 for pos in greens})
    full(table, "A", "brown")
    full(table, "B", "light_blue")
    table.build("C", **{f"_{pos}": 4 for pos in greens[:3]})
    table.do("build", who="A", deed=1)
    assert table.stock("house") == 1
    table.do("want", who="A", deed=1)
    table.do("want", who="B", deed=6)
    table.do("auction", piece="house")
    table.do("bid", who="B", amount=100)
    table.do("bid", who="A", amount=300)
    table.do("close")
    assert table.levels(1, 3) == (1, 1) and table.cash("A") == 1150 and table.stock("house") == 0
    assert table.state()["wants"] == [["B", 6]]


def test_c49_building_in_a_colour_meets_the_claim_to_it() -> None:
    table = Table()
    full(table, "A", "brown")
    table.do("want", who="A", deed=1, n=2)
    table.do("build", who="A", lots=[{"deed": 1, "n": 1}, {"deed": 3, "n": 1}])
    assert table.state()["wants"] == []


def test_c50_a_hotel_frees_four_houses_for_the_claim_that_waits() -> None:
    table = Table()
    lots = full(table, "A", "green", "yellow", "red")
    table.build("A", **{f"_{pos}": 3 for pos in lots})
    table.build("A", **{f"_{pos}": 4 for pos in lots[:5]})
    full(table, "B", "brown")
    assert table.no("build", who="B", deed=1).code == "none_left"
    table.do("want", who="B", deed=1)
    table.cash("A", 5000)
    table.do("build", who="A", deed=lots[0])
    assert table.stock("house") == 4
    table.do("build", who="B", deed=1)
    assert table.level(1) == 1 and table.state()["wants"] == []


def test_c49_demand_that_fits_the_stock_is_sold_at_list_price() -> None:
    table = Table()
    full(table, "A", "brown")
    full(table, "B", "light_blue")
    table.do("want", who="B", deed=6)
    table.do("build", who="A", deed=1)
    assert table.no("auction", piece="house").code == "no_shortage"
    table.do("build", who="B", deed=6)
    assert table.state()["wants"] == []


def test_c52_building_in_jail_and_out_of_turn() -> None:
    table = Table()
    full(table, "B", "brown")
    table.do("jail", who="B")
    assert table.fact("turn") == "A"
    table.do("build", who="B", deed=1)
    assert table.level(1) == 1


def test_c56_selling_a_hotel_says_hotel() -> None:
    table = Table()
    full(table, "A", "brown")
    table.build("A", _1=5, _3=5)
    entry = table.do("sell", who="A", deed=1)
    text = str(sentence(table.rules, table.game.book, entry))
    assert text == "A sells 1 hotel for 25"
    assert table.levels(1, 3) == (4, 5)


# --- mortgages -----------------------------------------------------------------------------


@pytest.mark.parametrize(("deed", "lift"), [(5, 110), (37, 193), (12, 83), (1, 33), (21, 121)])
def test_c61_c62_lifting_costs_the_mortgage_and_ten_percent_rounded_up(
    deed: int, lift: int
) -> None:
    table = Table()
    table.own("A", deed)
    table.do("mortgage", who="A", deed=deed)
    before = table.cash("A")
    assert table.do("lift", who="A", deed=deed).detail["amount"] == lift
    assert table.cash("A") == before - lift


def test_c62_a_table_may_round_down() -> None:
    table = Table(interest_rounding="down")
    table.own("A", 37)
    table.do("mortgage", who="A", deed=37)
    assert table.do("lift", who="A", deed=37).detail["amount"] == 192


def test_c64_mortgaged_deeds_are_traded_and_stay_mortgaged() -> None:
    table = Table()
    table.own("A", 37, 12)
    table.mortgage("A", 37, 12)
    entry = table.do("deal", a="A", b="B", a_gives={"deeds": [37, 12]}, b_gives={"cash": 100})
    assert entry.detail["interest"] == 18 + 8
    assert table.cash("B") == 1500 - 100 - 26
    assert table.state()["deeds"]["37"] == {
        "owner": "B", "level": 0, "buildings": {}, "mortgaged": True,
    }  # fmt: skip
    assert table.do("lift", who="B", deed=37).detail["amount"] == 193


def test_c64_lifted_at_once_costs_the_ten_percent_only_once() -> None:
    table = Table()
    table.own("A", 37)
    table.mortgage("A", 37)
    table.do("deal", a="A", b="B", a_gives={"deeds": [37]}, b_gives={"cash": 1}, lift=[37])
    assert table.cash("B") == 1500 - 1 - 18 - 175
    assert not table.state()["deeds"]["37"]["mortgaged"]


def test_c65_mortgage_lift_mortgage() -> None:
    table = Table()
    table.own("A", 1)
    table.do("mortgage", who="A", deed=1)
    assert table.no("mortgage", who="A", deed=1).code == "mortgaged"
    table.do("lift", who="A", deed=1)
    assert table.no("lift", who="A", deed=1).code == "not_mortgaged"
    table.do("mortgage", who="A", deed=1)
    assert [deed.pos for deed in table.rules.deeds_of(table.game.book, "A")] == [1]


def test_c67_buildings_in_the_colour_block_a_mortgage_and_the_way_out_is_named() -> None:
    table = Table()
    full(table, "A", "pink")
    table.build("A", _11=1)
    refused = table.no("mortgage", who="A", deed=14)
    assert refused.code == "set_built" and refused.remedy == "Sell 1 house to the bank first: +50."
    deal = {"a": "A", "b": "B", "a_gives": {"deeds": [14]}, "b_gives": {"cash": 1}}
    assert table.no("deal", **deal).code == "set_built"


def test_c70_a_deed_changed_between_offer_and_acceptance() -> None:
    table = Table()
    table.own("A", 39)
    table.own("B", 37)
    deal = {"a": "A", "b": "B", "a_gives": {"deeds": [39]}, "b_gives": {"cash": 500}}
    table.do("offer", **deal)
    assert table.owner(39) == "A"
    table.do("mortgage", who="A", deed=39)
    assert "Boardwalk" in table.no("accept", offer=1).reason
    table.do("lift", who="A", deed=39)
    table.do("accept", offer=1)
    assert table.owner(39) == "B" and table.state()["offers"] == []
    assert table.no("accept", offer=1).code == "no_offer"
    table.do("offer", **{**deal, "a_gives": {"cash": 1}, "b_gives": {"deeds": [37]}})
    table.do("withdraw", offer=2)
    assert table.owner(37) == "B"


def test_c83_an_offer_that_times_out_books_nothing() -> None:
    table = Table()
    table.own("A", 39)
    before = table.game.book.state()
    deal = {"a": "A", "b": "B", "a_gives": {"deeds": [39]}, "b_gives": {"cash": 500}}
    table.do("offer", **deal, ms=50_000)
    assert table.tick(table.now + 49_999) == []
    assert table.tick(table.now + 1) == ["withdraw"]
    held, _ = table.game.book.state()
    assert held == before[0] and table.state()["offers"] == []


def test_c73_a_purchase_waits_while_money_is_raised() -> None:
    table = Table()
    table.own("A", 6)
    table.cash("A", 200)
    table.do("land", who="A", pos=24)
    refused = table.no("buy", who="A", deed=24)
    assert refused.facts["short"] == 40 and refused.facts["total"] == 250
    assert table.ways("A")["ways"] == [{"do": "mortgage", "deed": 6, "amount": 50, "now": True}]
    table.do("mortgage", who="A", deed=6)
    table.do("buy", who="A", deed=24)
    assert table.cash("A") == 10 and table.owner(24) == "A"


def test_jail_cards_are_traded() -> None:
    table = Table()
    table.do("take", who="A")
    gives = {"cards": {"jail_card": 1}}
    table.do("deal", a="A", b="B", a_gives=gives, b_gives={"cash": 30})
    assert table.state()["cards"] == {"jail_card": {"B": 1}} and table.cash("A") == 1530
    assert table.no("deal", a="A", b="B", a_gives=gives, b_gives={"cash": 30}).code == "no_card"
    table.do("take", who="C")
    assert table.no("take", who="A").code == "none_left"
    table.do("jail", who="B")
    table.do("end_turn")
    table.do("leave_jail", who="B", how="card")
    assert table.stock("jail_card") == 1


def test_requests_for_edition_pieces_are_refused_where_there_are_none() -> None:
    table = Table()
    refused = table.no("place", who="A", deed=1, piece="park")
    assert refused.code == "not_in_game"
