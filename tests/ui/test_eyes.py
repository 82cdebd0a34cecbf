"""Seats and groups stay apart for every eye, and words stand out on each of their colours."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.core.table import SEATS
from companion.games.loader import available, load
from tests.ui.colours import EYES, apart, ciede2000, contrast
from tests.ui.pixels import LEAST

CONFUSED = 10.0
"""A CIEDE2000 below which two colours are easily taken for each other."""


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_distance_is_that_of_the_published_pairs(
    one: tuple[float, ...], other: tuple[float, ...], far: float
) -> None:
    """Sharma, Wu and Dalal 2005, table 1: pairs 1, 17, 10, 30 and 34."""
    assert ciede2000(one, other) == pytest.approx(far, abs=1e-4)


@pytest.mark.parametrize("eye", EYES)
def test_seats_stay_apart(eye: str) -> None:
    from companion.ui.theme import theme

    for one, other in combinations(SEATS, 2):
        far = apart(theme.seat(one), theme.seat(other), eye)
        assert far >= CONFUSED, f"{one} and {other}: {far:.1f}"


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("printing", [listed.id for listed in available()])
def test_groups_of_a_board_stay_apart(printing: str, eye: str) -> None:
    from companion.ui.screens.pieces import group_colour

    edition = load(printing).edition
    groups = {deed.group for deed in edition.deeds.values()}
    groups |= {colours["id"] for colours in edition.tables.get("set", ())}
    assert len(groups) >= 8
    for one, other in combinations(sorted(groups), 2):
        far = apart(group_colour(one), group_colour(other), eye)
        assert far >= CONFUSED, f"{one} and {other}: {far:.1f}"


def test_words_stand_out_on_seats_and_groups() -> None:
    from companion.ui.screens.pieces import GROUPS, group_ink
    from companion.ui.theme import theme

    for group, colour in GROUPS.items():
        assert contrast(group_ink(group), colour) >= LEAST, group
    for seat in SEATS:
        assert contrast(theme.on_bright, theme.seat(seat)) >= LEAST, seat
        for ground in (theme.ink, theme.ground, theme.card, theme.button):
            assert contrast(theme.seat(seat), ground) >= LEAST, (seat, ground)


def test_words_stand_out_on_every_surface() -> None:
    """Also while a finger is on it, which no picture of a page shows."""
    from companion.ui.theme import theme

    dark = (theme.ink, theme.ground, theme.card, theme.button, theme.button_down)
    for words in (theme.text, theme.muted, theme.yellow):
        assert min(contrast(words, ground) for ground in dark) >= LEAST
    assert min(contrast(theme.faint, ground) for ground in dark[:-1]) >= LEAST
    reds = (theme.red_ground, theme.red_down)
    assert min(contrast(theme.red, ground) for ground in reds) >= LEAST
    bright = (theme.yellow, theme.yellow_down, theme.green, theme.green_down)
    assert min(contrast(theme.on_bright, ground) for ground in bright) >= LEAST
    assert contrast(theme.paper_ink, theme.paper) >= LEAST
    assert contrast(theme.text, theme.green_dim) >= LEAST
