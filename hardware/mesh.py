"""STL meshes: read, put in order, and look whether a printer can make them. Millimetres."""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]
STEEP = math.sin(math.radians(45.5))
"""A face that looks down more than this (45 degrees and a little for rounding) hangs over."""
ON_BED = 0.01
HEAD = b"Companion, made by make hardware".ljust(80)


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles, counted and turned so that their order says nothing."""

    triangles: tuple[Triangle, ...]

    def edges(self) -> Counter[tuple[Vertex, Vertex]]:
        """How often each edge is walked in each direction."""
        return Counter((a, b) for triangle in self.triangles for a, b in _sides(triangle))

    def open_edges(self) -> int:
        """Edges that are not walked equally often both ways; 0 for a closed body."""
        walked = self.edges()
        return sum(1 for a, b in walked if walked[a, b] != walked[b, a])

    def volume(self) -> float:
        """In cubic millimetres; positive when all faces look outwards."""
        return sum(_det(*triangle) for triangle in self.triangles) / 6

    def box(self) -> tuple[Vertex, Vertex]:
        """The least and the largest corner."""
        points = [point for triangle in self.triangles for point in triangle]
        low, high = (
            tuple(end(point[axis] for point in points) for axis in range(3)) for end in (min, max)
        )
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])

    def overhangs(self) -> list[tuple[float, float]]:
        """Height and area of everything that hangs over, one entry for each height."""
        floor = self.box()[0][2]
        hanging: dict[float, float] = {}
        for triangle in self.triangles:
            normal, area = _normal(triangle)
            low = min(point[2] for point in triangle)
            if normal[2] < -STEEP and low - floor > ON_BED:
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

    def stl(self) -> bytes:
        """Binary STL, the same bytes for the same body."""
        parts = [HEAD, struct.pack("<I", len(self.triangles))]
        for triangle in self.triangles:
            normal, _ = _normal(triangle)
            flat = [*normal, *(value for point in triangle for value in point)]
            parts.append(struct.pack("<12fH", *flat, 0))
        return b"".join(parts)


def from_ascii(text: str) -> Mesh:
    """A mesh from OpenSCAD's STL, corners rounded to a hundredth, flat triangles left out."""
    points = [
        _round((float(words[1]), float(words[2]), float(words[3])))
        for words in (line.split() for line in text.splitlines())
        if words and words[0] == "vertex"
    ]
    return _ordered(zip(points[0::3], points[1::3], points[2::3], strict=True))


def from_binary(path: Path) -> Mesh:
    """A mesh from one of our own files."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    triangles = []
    for number in range(count):
        flat = struct.unpack_from("<12f", data, 84 + 50 * number)
        a, b, c = (_round((flat[at], flat[at + 1], flat[at + 2])) for at in (3, 6, 9))
        triangles.append((a, b, c))
    return Mesh(tuple(triangles))


def _ordered(triangles: Iterator[Triangle]) -> Mesh:
    """Each triangle from its least corner on, in order; folds without thickness left out."""
    turned = Counter(
        min((a, b, c), (b, c, a), (c, a, b)) for a, b, c in triangles if len({a, b, c}) == 3
    )
    kept = []
    for (a, b, c), count in turned.items():
        kept += [(a, b, c)] * max(0, count - turned[a, c, b])
    return Mesh(tuple(sorted(kept)))


def _round(point: Vertex) -> Vertex:
    x, y, z = (round(value, 2) + 0.0 for value in point)
    return x, y, z


def _sides(triangle: Triangle) -> tuple[tuple[Vertex, Vertex], ...]:
    a, b, c = triangle
    return (a, b), (b, c), (c, a)


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


def _det(a: Vertex, b: Vertex, c: Vertex) -> float:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def _normal(triangle: Triangle) -> tuple[Vertex, float]:
    a, b, c = triangle
    u = [b[axis] - a[axis] for axis in range(3)]
    v = [c[axis] - a[axis] for axis in range(3)]
    x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0:
        return (0.0, 0.0, 0.0), 0.0
    return (x / length, y / length, z / length), length / 2
