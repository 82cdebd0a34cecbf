"""Measuring printed parts in their files, which only tests do. Millimetres."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path

from hardware.mesh import Mesh, Triangle, Vertex, normal, rounded

STEEP = math.sin(math.radians(45.5))
"""A face that looks down more than this (45 degrees and a little for rounding) hangs over."""
ON_BED = 0.01


@dataclass(frozen=True, slots=True)
class Measured(Mesh):
    """A mesh that can be asked what a printer and a part would find."""

    def overhangs(self) -> list[tuple[float, float]]:
        """Height and area of everything that hangs over, one entry for each height."""
        floor = self.bounds()[0][2]
        hanging: dict[float, float] = {}
        for triangle in self.triangles:
            direction, area = normal(triangle)
            low = min(point[2] for point in triangle)
            if direction[2] < -STEEP and low - floor > ON_BED:
                hanging[round(low, 2)] = hanging.get(round(low, 2), 0) + area
        return sorted(hanging.items())

    def radii(self, x: float, y: float, height: float, most: float) -> list[float]:
        """Distances from an upright axis of all corners at a height, up to ``most``."""
        found = {
            round(math.hypot(point[0] - x, point[1] - y), 2)
            for triangle in self.triangles
            for point in triangle
            if abs(point[2] - height) < ON_BED
        }
        return sorted(radius for radius in found if radius <= most)

    def clear(self, low: Vertex, high: Vertex) -> bool:
        """Whether no surface passes through the inside of a box."""
        return not any(_passes(triangle, low, high) for triangle in self.triangles)


def from_binary(path: Path) -> Measured:
    """A mesh from one of our own files."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    triangles = []
    for number in range(count):
        flat = struct.unpack_from("<12f", data, 84 + 50 * number)
        a, b, c = (rounded((flat[at], flat[at + 1], flat[at + 2])) for at in (3, 6, 9))
        triangles.append((a, b, c))
    return Measured(tuple(triangles))


def _passes(triangle: Triangle, low: Vertex, high: Vertex) -> bool:
    """Whether something of a triangle is left when the box has cut it on all six sides."""
    shape: list[Vertex] = list(triangle)
    for axis in range(3):
        for limit, sign in ((low[axis], 1), (high[axis], -1)):
            shape = _cut(shape, axis, limit, sign)
            if not shape:
                return False
    return True


def _cut(shape: list[Vertex], axis: int, limit: float, sign: int) -> list[Vertex]:
    """What of a polygon lies beyond a limit, by more than rounding."""
    kept: list[Vertex] = []
    for here, after in zip(shape, shape[1:] + shape[:1], strict=True):
        a, b = sign * (here[axis] - limit) - ON_BED, sign * (after[axis] - limit) - ON_BED
        if a > 0:
            kept.append(here)
        if a * b < 0:
            part = a / (a - b)
            x, y, z = (one + part * (two - one) for one, two in zip(here, after, strict=True))
            kept.append((x, y, z))
    return kept
