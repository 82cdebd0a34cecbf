"""STL meshes: read from OpenSCAD, put in order and written. Millimetres."""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]
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

    def bounds(self) -> tuple[Vertex, Vertex]:
        """The least and the largest corner."""
        points = [point for triangle in self.triangles for point in triangle]
        low, high = (
            tuple(end(point[axis] for point in points) for axis in range(3)) for end in (min, max)
        )
        return (low[0], low[1], low[2]), (high[0], high[1], high[2])

    def stl(self) -> bytes:
        """Binary STL, the same bytes for the same body."""
        parts = [HEAD, struct.pack("<I", len(self.triangles))]
        for triangle in self.triangles:
            direction, _ = normal(triangle)
            flat = [*direction, *(value for point in triangle for value in point)]
            parts.append(struct.pack("<12fH", *flat, 0))
        return b"".join(parts)


def from_ascii(text: str) -> Mesh:
    """A mesh from OpenSCAD's STL, corners rounded to a hundredth, flat triangles left out."""
    points = [
        rounded((float(words[1]), float(words[2]), float(words[3])))
        for words in (line.split() for line in text.splitlines())
        if words and words[0] == "vertex"
    ]
    return _ordered(zip(points[0::3], points[1::3], points[2::3], strict=True))


def _ordered(triangles: Iterator[Triangle]) -> Mesh:
    """Each triangle from its least corner on, in order; folds without thickness left out."""
    turned = Counter(
        min((a, b, c), (b, c, a), (c, a, b)) for a, b, c in triangles if len({a, b, c}) == 3
    )
    kept = []
    for (a, b, c), count in turned.items():
        kept += [(a, b, c)] * max(0, count - turned[a, c, b])
    return Mesh(tuple(sorted(kept)))


def rounded(point: Vertex) -> Vertex:
    """A corner to a hundredth of a millimetre."""
    x, y, z = (round(value, 2) + 0.0 for value in point)
    return x, y, z


def _sides(triangle: Triangle) -> tuple[tuple[Vertex, Vertex], ...]:
    a, b, c = triangle
    return (a, b), (b, c), (c, a)


def _det(a: Vertex, b: Vertex, c: Vertex) -> float:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )


def normal(triangle: Triangle) -> tuple[Vertex, float]:
    """Which way a triangle looks, one long, and its area; 0 for one without thickness."""
    a, b, c = triangle
    u = [b[axis] - a[axis] for axis in range(3)]
    v = [c[axis] - a[axis] for axis in range(3)]
    x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0:
        return (0.0, 0.0, 0.0), 0.0
    return (x / length, y / length, z / length), length / 2
