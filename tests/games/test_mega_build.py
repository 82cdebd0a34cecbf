"""Mega: building with a majority, the late last deed, shortages, and when one may build."""

from __future__ import annotations

from typing import Any

from tests.core.table import Table

PINK = (15, 16, 18, 19)


def mega(seats: str = "ABC", **options: Any) -> Table:
    return Table(seats, "mega_us", **options)


def test_a_majority_builds_houses_and_hotels_but_no_skyscraper() -> None:
    table = mega()
    table.own("A", 15, 16)
    assert table.no("build", who="A", deed=15).code == "no_set"
    table.own("A", 18)
    table.build("A", _15=5, _16=5, _18=5)
    refused = table.no("build", who="A", deed=15)
    assert refused.code == "no_set" and "Virginia Avenue" in refused.reason


def test_a_skyscraper_needs_a_hotel_on_every_lot_and_gives_one_back() -> None:
    table = mega()
    table.own("A", *PINK)
    table.build("A", _15=5, _16=5, _18=5, _19=4)
    assert table.no("build", who="A", deed=15).code == "uneven"
    table.build("A", _19=5)
    assert (table.stock("hotel"), table.stock("house")) == (8, 32)
    table.cash("A", 1000)
    table.do("build", who="A", deed=15)
    assert table.cash("A") == 900
    assert (table.stock("hotel"), table.stock("skyscraper")) == (9, 7)
    assert table.due("B", 15) == 1250
    assert table.no("build", who="A", deed=15).code == "full"


def test_selling_goes_down_step_by_step_at_half_of_every_piece() -> None:
    table = mega()
    table.own("A", *PINK)
    table.build("A", **{f"_{pos}": 6 for pos in PINK})
    cash = table.cash("A")
    table.do("sell", who="A", deed=15)
    assert table.cash("A") == cash + 50 and table.level(15) == 5
    assert table.no("sell", who="A", deed=15).code == "uneven"
    table.do("sell", who="A", group="pink")
    assert table.cash("A") == cash + 4 * 6 * 50
    assert table.stock("skyscraper") == 8 and table.stock("house") == 32


def test_a_late_last_deed_is_built_up_first() -> None:
    """C53: 3, 3, 3, 0 is accepted; the next houses go on the 0 until it is even."""
    table = mega()
    table.own("A", 15, 16, 18)
    table.build("A", _15=3, _16=3, _18=3)
    table.own("A", 19)
    assert table.levels(*PINK) == (3, 3, 3, 0)
    refused = table.no("build", who="A", deed=15)
    assert refused.code == "uneven" and "Virginia" in refused.remedy
    table.do("build", who="A", deed=19, n=3)
    table.do("build", who="A", deed=15)
    assert table.levels(*PINK) == (4, 3, 3, 3)


def test_a_late_mortgaged_deed_is_lifted_before_anything_is_built() -> None:
    table = mega()
    table.own("A", 15, 16, 18)
    table.build("A", _15=3, _16=3, _18=3)
    table.own("B", 19)
    table.mortgage("B", 19)
    table.cash("A", 1000)
    table.do("deal", a="A", b="B", a_gives={"cash": 100}, b_gives={"deeds": [19]})
    assert table.cash("A") == 1000 - 100 - 8
    refused = table.no("build", who="A", deed=19)
    assert refused.code == "set_mortgaged" and "Virginia Avenue" in refused.reason
    table.do("lift", who="A", deed=19)
    table.do("build", who="A", deed=19)
    assert table.levels(*PINK) == (3, 3, 3, 1)


def test_the_odd_deed_in_other_hands_is_free_to_be_sold_and_mortgaged() -> None:
    """Buildings bind their owner's lots of the colour, not somebody else's."""
    table = mega()
    table.own("A", 15, 16, 18)
    table.own("B", 19)
    table.build("A", _15=1, _16=1, _18=1)
    table.do("mortgage", who="B", deed=19)
    table.do("build", who="A", deed=15)
    assert table.no("mortgage", who="A", deed=15).code == "set_built"
    table.do("deal", a="B", b="C", a_gives={"deeds": [19]}, b_gives={"cash": 50})
    assert table.no("deal", a="A", b="C", a_gives={"deeds": [15]}, b_gives={"cash": 50}).code == (
        "set_built"
    )


def test_the_ninth_skyscraper_is_auctioned_when_two_want_it() -> None:
    table = mega()
    brown, navy = (1, 3, 4), (48, 49, 51)
    for who, lots in (("A", brown), ("B", navy), ("C", PINK)):
        table.own(who, *lots)
        table.build(who, **{f"_{pos}": 5 for pos in lots})
    table.build("A", _1=6, _3=6, _4=6)
    table.build("B", _48=6)
    table.build("C", _15=6, _16=6, _18=6)
    assert table.stock("skyscraper") == 1
    table.cash("B", 500)
    table.cash("C", 500)
    table.do("want", who="B", deed=49)
    table.do("want", who="C", deed=19)
    assert table.no("build", who="B", deed=49).code == "wanted"
    table.do("auction", piece="skyscraper")
    assert table.no("bid", who="B", amount=99).code == "too_low"
    table.do("bid", who="B", amount=100)
    table.do("bid", who="C", amount=101)
    table.do("close")
    assert table.cash("C") == 399 and table.levels(*PINK) == (6, 6, 6, 6)
    assert table.no("build", who="B", deed=49).code == "none_left"


def test_nobody_builds_while_somebody_else_moves() -> None:
    """C52: in one's own turn or between two turns, also in jail."""
    table = mega()
    table.own("B", 15, 16, 18)
    table.do("build", who="B", deed=15)
    table.do("land", who="A", pos=26)
    assert table.no("build", who="B", deed=16).code == "not_turn"
    table.do("end_turn")
    table.do("end_turn")
    table.do("end_turn")
    table.do("build", who="B", deed=16)
    table.do("roll", dice=[1, 1, 3])
    table.do("buy", who="A", deed=31)
    assert table.no("build", who="B", deed=18).code == "not_turn"
    table.do("end_turn", confirm=True)
    table.do("jail", who="B")
    table.do("end_turn")
    table.do("build", who="B", deed=18)
