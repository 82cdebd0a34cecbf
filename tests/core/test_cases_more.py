"""Further inputs of the kinds the cases name."""

from __future__ import annotations

from tests.core.table import Table, bidders


def test_c22_c77_who_falls_into_debt_during_an_auction_bids_no_more() -> None:
    table = Table()
    table.do("auction", deed=39)
    table.do("bid", who="B", amount=10)
    table.do("fine", who="A", amount=2000)
    assert table.no("bid", who="A", amount=11).code == "debt_open"
    assert [row["who"] for row in bidders(table.game) if row["out"]] == ["A"]
    table.do("bid", who="C", amount=11)


def test_c97_nothing_is_on_offer_after_the_end() -> None:
    table = Table("AB")
    table.do("land", who="A", pos=39)
    table.do("bankrupt", who="B", to="bank", confirm=True)
    assert table.state()["ended"] and table.state()["open"] is None
    table.do("undo")
    assert table.state()["open"]["deed"] == 39
