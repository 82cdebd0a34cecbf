"""Icons are drawn from path data: every one of them can be, and an arc is an arc."""

from __future__ import annotations

import math

import pytest

from companion.ui.icons import GRID, icon_names, polylines, strokes


@pytest.mark.parametrize("name", icon_names())
def test_every_icon_can_be_drawn_inside_its_grid(name: str) -> None:
    for stroke in strokes(name):
        assert len(stroke) > 1
        assert all(-1 <= x <= GRID + 1 and -1 <= y <= GRID + 1 for x, y in stroke)


def test_lines_absolute_and_relative() -> None:
    assert polylines("M4 10h16M6 10v9") == [[(4, 10), (20, 10)], [(6, 10), (6, 19)]]
    assert polylines("m1 2 3 4l-1-1z") == [[(1, 2), (4, 6), (3, 5), (1, 2)]]


@pytest.mark.parametrize("sweep", [0, 1])
def test_a_half_circle_keeps_its_radius_and_goes_the_right_way(sweep: int) -> None:
    (stroke,) = polylines(f"M4 12a8 8 0 0 {sweep} 16 0")
    assert all(math.isclose(math.hypot(x - 12, y - 12), 8) for x, y in stroke)
    assert (min(y for _, y in stroke) < 5) is bool(sweep)


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(ValueError, match="'C'"):
        polylines("M1 1C1 2 3 4 5 6")
