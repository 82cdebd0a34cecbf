"""Tables the tests of the bank's pages look at: eight seats, long names, debts, deals."""

from __future__ import annotations

from datetime import date

from companion.storage.library import GameInfo
from tests.faces.evening import NAMES, Evening

LONG = ("Wilhelmina-Charlotte", "Maximilian-Alexander", "Emmeline", "Friedrich-Ferdinand",
        "Gwendolyn", "Theodora-Konstantine", "Bo", "Christophorus")  # fmt: skip

INFOS = (
    GameInfo("0003", "Sunday at Grandmother's", "Classic, German board", NAMES, 53,
             day=date(2026, 12, 24)),
    GameInfo("0002", "Classic, US board", "Classic, US board", ("Anna", "Ben"), 120, ended=True,
             winners=("Anna",), day=date(2026, 11, 8)),
    GameInfo("0001", "0001-classic_us",
             broken="0001-classic_us.game is damaged; open it to rescue the rest."),
)  # fmt: skip


def full_table(long_names: bool = False) -> Evening:
    """Eight players in mid-game: sets, houses, a mortgage, a jail card, an undone payment."""
    evening = Evening(8, names=LONG if long_names else NAMES)
    evening.own("B", 21, 23, 24)
    evening.cash("B", 1500)
    evening.now = 600_000
    evening.ask("build", who="B", lots=[{"deed": pos, "n": 2} for pos in (21, 23, 24)])
    evening.cash("B", 50)
    evening.own("A", 39, 5, 15)
    evening.own("C", 1, 3)
    evening.ask("take", who="A")
    evening.ask("mortgage", who="A", deed=39)
    evening.now = 2_640_000
    evening.ask("salary", who="A")
    evening.ask("pay", **{"from": "H", "to": "F", "amount": 250})
    evening.ask("undo")
    evening.ask("each_pays", who="G", amount=50)
    evening.cash("B", 50)
    evening.ask("pay", **{"from": "A", "to": "D", "amount": 200})
    return evening


def indebted_table(long_names: bool = False) -> Evening:
    """The same, and the second player owes the last one 750 (the case C86)."""
    evening = full_table(long_names)
    evening.ask("pay", **{"from": "B", "to": "H", "amount": 750, "reason": "rent"})
    return evening
