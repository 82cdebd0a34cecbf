"""Lines told apart without their colour: a rhythm of strokes and gaps for each seat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise

from companion.ui.theme import SEATS

RHYTHMS = dict(zip(
    SEATS,
    ((), (10, 5), (2, 5), (14, 4, 2, 4), (26, 6), (14, 4, 2, 4, 2, 4), (5, 3), (2, 12)),
    strict=True,
))  # fmt: skip
"""Design pixels drawn and left out by turns, for each seat; none: one line throughout."""


def strokes(points: Sequence[float], rhythm: Sequence[float]) -> Iterator[list[float]]:
    """The parts of the line through ``points``, x and y by turns, that are drawn."""
    if not rhythm:
        yield list(points)
        return
    lengths = cycle(rhythm)
    room, on, part = next(lengths), True, list(points[:2])
    for start, end in pairwise(zip(points[::2], points[1::2], strict=True)):
        done, whole = 0.0, math.dist(start, end)
        while whole - done > room:
            done += room
            share = done / whole
            at = [a + (b - a) * share for a, b in zip(start, end, strict=True)]
            if on:
                yield part + at
            room, on, part = next(lengths), not on, at
        room -= whole - done
        part = part + list(end) if on else list(end)
    if on and len(part) > 2:
        yield part
