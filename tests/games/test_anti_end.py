"""Anti-Monopoly: bankruptcy by the bank and by a player, the end by side, the final count."""

from __future__ import annotations

from typing import Any

from tests.core.table import Table, standings


def anti(seats: str = "ABCD", name: str = "anti_x10", **options: Any) -> Table:
    """A and C play as competitors, B and D as monopolists."""
    return Table(seats, name, **options)


def buy(table: Table, who: str, *deeds: int) -> None:
    """Bought, and the cash as before."""
    cash = table.cash(who)
    table.cash(who, 90_000)
    for deed in deeds:
        table.do("buy", who=who, deed=deed)
    table.do("pay", **{"from": who, "to": "bank", "amount": table.cash(who) - cash})


def test_bankrupt_by_the_bank_everything_is_for_sale_again() -> None:
    table = anti()
    buy(table, "A", 1, 3)
    table.do("build", who="A", deed=1)
    table.do("mortgage", who="A", deed=3)
    table.cash("A", 10)
    table.do("land", who="A", pos=4)
    table.do("tax", who="A")
    table.do("bankrupt", who="A")
    assert table.state()["queue"] == [] and table.owner(1) == "" and table.stock("house") == 35
    table.do("buy", who="C", deed=3)
    assert table.cash("C") == 15_000 - 600


def test_bankrupt_by_a_player_buildings_at_half_and_deeds_as_they_are() -> None:
    table = anti()
    buy(table, "A", 1, 3)
    buy(table, "B", 39, 37)
    table.do("build", who="A", deed=1)
    table.do("mortgage", who="A", deed=3)
    table.cash("A", 10)
    table.do("bankrupt", who="A", to="B", confirm=True)
    assert table.owner(1) == table.owner(3) == "B" and table.fact("mortgage:3")
    assert table.cash("B") == 15_000 + 10 + 250 - 30
    assert table.due("C", 1) == 120, "the monopolist's side of the card, with two of the city"


def test_the_competitors_win_when_the_last_monopolist_is_out() -> None:
    table = anti("ABC")
    buy(table, "A", 39)
    table.do("bankrupt", who="B", to="bank", confirm=True)
    state = table.state()
    assert state["ended"] == "competitors_win"
    assert state["ranking"] == [[1, "A", 15_400], [2, "C", 15_000], [3, "B", 0]]


def test_a_side_of_two_plays_on_without_one() -> None:
    table = anti()
    table.do("bankrupt", who="B", to="bank", confirm=True)
    assert table.state()["ended"] is None
    table.do("bankrupt", who="D", to="A", confirm=True)
    assert table.state()["ended"] == "competitors_win"


def test_the_final_count_asks_for_dice_for_every_utility() -> None:
    """Cash, what open deeds would earn, and a throw for each utility."""
    table = anti()
    buy(table, "B", 12, 28, 37, 39)
    buy(table, "D", 5, 15)
    table.do("build", who="B", deed=37, n=2)
    table.do("mortgage", who="D", deed=15)
    table.do("bankrupt", who="A", to="bank", confirm=True)
    table.do("bankrupt", who="C", to="D", confirm=True)
    state = table.state()
    assert state["ended"] is None and state["count"] == [12, 28]
    assert table.no("end_turn").code == "final_count"
    assert table.no("count", deed=5, dice=7).code == "no_count"
    assert table.no("count", deed=12, dice=13).code == "needs_dice"
    table.do("count", deed=12, dice=9)
    assert table.no("count", deed=12, dice=3).code == "no_count"
    table.do("count", deed=28, dice=4)
    state = table.state()
    assert state["ended"] == "monopolists_win"
    blue = 15_000 - 4000 + 1500 + 800 + 900 + 400
    assert state["ranking"][:2] == [[1, "D", 31_000 + 800], [2, "B", blue]]
    table.do("undo")
    assert table.state()["count"] == [28]


def test_the_time_limit_waits_for_the_final_dice() -> None:
    table = anti(time_limit_min=60)
    buy(table, "A", 12)
    assert table.tick(3_600_000) == ["time_up"] and table.tick(3_700_000) == []
    table.do("count", deed=12, dice=10)
    assert table.state()["ended"] == "time"
    assert table.state()["ranking"][0] == [1, "A", 15_040]


def test_a_tie_shares_the_rank() -> None:
    table = anti("AB")
    table.do("finish")
    assert [row[:1] for row in table.state()["ranking"]] == [[1], [1]]


def test_standings_before_the_end_take_an_average_throw() -> None:
    table = anti("AB")
    buy(table, "B", 12)
    assert [row["total"] for row in standings(table.game)] == [15_280, 15_000]
