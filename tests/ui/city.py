"""A city in mid-game for pictures and layout: everything that can stand somewhere stands there."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.city_table import CityTable

NAMES = ("Maximiliane", "Christopher", "Anna-Lena", "Benedikt", "Theodora", "Konstantin")


def busy_city(seats: int = 6, names: Sequence[str] = NAMES) -> CityTable:
    """B is up and owns most of it; A owns districts with a park and a railroad."""
    table = CityTable("ABCDEF"[:seats])
    for seat, name in zip("ABCDEF"[:seats], names, strict=False):
        table.do("rename", who=seat, name=name)
    table.own("B", 11, 13, 14, 16, 18, 21, 31, 37, 39)
    table.own("A", 1, 3, 6, 24)
    table.blocks(11, residential=2, industrial=2)
    table.blocks(13, residential=2)
    table.blocks(16, residential=8)
    table.blocks(37, residential=2, industrial=4)
    for pos in (11, 24, 37):
        table.do("place", who="A", deed=pos, piece="railroad", card=True)
    table.do("place", who="A", deed=37, piece="sewage_plant", card=True)
    table.do("place", who="A", deed=1, piece="park", card=True)
    table.turn("B")
    table.do("mortgage", who="B", deed=21)
    table.build("B", (39, "skyscraper", 1))
    return table
