"""What stands on the badges: the name's own letters, never the same twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.table import SEATS
from companion.faces.signs import signs


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (("Anna", "Ben", "Cleo", "Dan"), "A B C D"),
        (("Jörg", "Großvater", "Ömer", "ßandra"), "J G Ö SS"),
        (("Mia", "Max", "Ben"), "Mi Ma B"),
        (("Mia", "Michael"), "Ma Mc"),
        (("Mia", "Mio"), "Ma Mo"),
        (("Oma Inge", "Oma Ute", "Opa"), "OI OU Op"),
        (("Anna-Lena", "Alexander"), "An Al"),
        (("Spieler A", "Spieler B"), "SA SB"),
        (("Al", "AL"), "A B"),
    ],
)
def test_the_badge_is_the_names_own_letter(names: tuple[str, ...], wanted: str) -> None:
    seats = dict(zip(SEATS, names, strict=False))
    assert " ".join(signs(seats).values()) == wanted


@given(st.lists(st.text(max_size=6), min_size=2, max_size=8))
def test_no_two_badges_are_the_same(names: list[str]) -> None:
    found = signs(dict(zip(SEATS, names, strict=False)))
    assert len({sign.upper() for sign in found.values()}) == len(names)
    assert all(1 <= len(sign) <= 4 for sign in found.values())
