"""A City table for tests: districts, blocks and results of the trading unit laid out quickly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.entry import Entry, Mark
from tests.core.table import Table

RAILROAD = 4
"""The unit's result that allows a railroad."""


@dataclass(frozen=True)
class Card:
    """One district card as the box prints it."""

    pos: int
    name: str
    group: str
    price: int
    rents: tuple[int, ...]
    residential: int
    industrial: int
    skyscraper: int


def cards() -> list[Card]:
    """All 22, from the figures file beside this one."""
    text = (Path(__file__).parent / "city_cards.txt").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        head, group, price, rents, costs = (part.strip() for part in line.split("|"))
        pos, _, name = head.partition(" ")
        kilo = [1000 * int(n) for n in (price, *rents.split(), *costs.split())]
        found.append(Card(int(pos), name, group, kilo[0], tuple(kilo[1:10]), *kilo[10:]))
    return found


class CityTable(Table):
    """Players in the city; the unit's results are booked as the unit books them."""

    def __init__(self, seats: str = "ABC", **options: Any) -> None:
        super().__init__(seats, "city_us", **options)

    def own(self, who: str, *deeds: int) -> None:
        """``who`` gets these districts by a card."""
        for deed in deeds:
            if self.owner(deed) != who:
                self.do("hand_over", deed=deed, to=who)

    def blocks(self, deed: int, residential: int = 0, industrial: int = 0) -> None:
        """Blocks on somebody's district, by cards."""
        who = self.owner(deed)
        for piece, n in (("residential_block", residential), ("industrial_block", industrial)):
            for _ in range(n):
                self.do("place", who=who, deed=deed, piece=piece, card=True)

    def turn(self, who: str) -> None:
        """``who`` is up, on a space that asks for nothing."""
        self.do("land", who=who, pos=10)

    def press(self, result: int) -> None:
        """Build was pressed in this turn: the entry the unit books then."""
        self.now += 1000
        book = self.game.book
        lines = (
            Mark("unit.roll", book.fact("unit.roll"), (self.now + 900, result)),
            Mark("unit.turn", book.fact("unit.turn"), book.fact("turn_no")),
        )
        self.game.apply(Entry(f"unit-{len(book) + 1}", self.now, "unit_build", lines))

    def build(self, who: str, *lots: tuple[int, str, int]) -> Entry:
        """Several buildings in one step, each (district, piece, how many)."""
        return self.do("build", who=who, lots=_lots(lots))

    def no_build(self, who: str, *lots: tuple[int, str, int]) -> str:
        """The code of the refusal."""
        return self.no("build", who=who, lots=_lots(lots)).code

    def hazard(self, who: str, deed: int, piece: str) -> None:
        """``who`` lands on Planning Permission and puts a hazard or bonus building down."""
        self.do("land", who=who, pos=5)
        self.do("place", who=who, deed=deed, piece=piece)

    def on(self, deed: int) -> dict[str, int]:
        """What stands on a district."""
        return self.rules.pieces_on(self.game.book, deed)


def _lots(lots: tuple[tuple[int, str, int], ...]) -> list[dict[str, Any]]:
    return [{"deed": deed, "piece": piece, "n": n} for deed, piece, n in lots]
