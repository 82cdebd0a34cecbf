"""A sheet of SVG that says the same in the same bytes every time. Lengths are pixels."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

Point = tuple[float, float]
INK = "#222222"


class Sheet:
    """Ground, then wires, then shapes, each in the order they were drawn; ``svg`` is the file."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._ground: list[str] = []
        self._wires: dict[str, list[str]] = {}
        self._shapes: list[str] = []

    def rect(
        self,
        at: Point,
        size: Point,
        fill: str,
        stroke: str = INK,
        round_: float = 4,
        under: bool = False,
    ) -> None:
        """A rectangle by its upper left corner; ``under`` the wires if it is a board."""
        (self._ground if under else self._shapes).append(
            f'<rect x="{at[0]:g}" y="{at[1]:g}" width="{size[0]:g}" height="{size[1]:g}" '
            f'rx="{round_:g}" fill="{fill}" stroke="{stroke}"/>'
        )

    def circle(self, at: Point, radius: float, fill: str, stroke: str = INK) -> None:
        """A circle by its middle."""
        self._shapes.append(
            f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{fill}" '
            f'stroke="{stroke}"/>'
        )

    def path(self, data: str, fill: str = "none", stroke: str = INK, width: float = 1) -> None:
        """Any shape, in SVG's own path language."""
        self._shapes.append(
            f'<path d="{data}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'
        )

    def wire(self, points: Sequence[Point], colour: str) -> None:
        """A wire. Wires of one colour are joined where they meet, others pass over each other."""
        line = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._wires.setdefault(colour, []).append(line)

    def _all_wires(self) -> list[str]:
        """Each colour with a pale rim, so that one sees which passes over which."""
        return [
            f'<polyline points="{line}" fill="none" stroke="{stroke}" stroke-width="{width}" '
            f'stroke-linejoin="round" stroke-linecap="round"/>'
            for colour, lines in self._wires.items()
            for stroke, width in (("#ffffff", 7), (colour, 3))
            for line in lines
        ]

    def text(
        self, words: str, at: Point, anchor: str = "start", size: float = 14, bold: bool = False
    ) -> None:
        """Words whose middle is at ``at``'s height; ``anchor`` is start, middle or end."""
        weight = ' font-weight="bold"' if bold else ""
        self._shapes.append(
            f'<text x="{at[0]:g}" y="{at[1] + size * 0.36:g}" text-anchor="{anchor}" '
            f'font-size="{size:g}"{weight}>{escape(words)}</text>'
        )

    def svg(self, title: str) -> str:
        """The file; ``title`` is what a screen reader says."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}" '
            f'height="{self.height:g}" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'font-family="DejaVu Sans, Verdana, sans-serif" fill="{INK}">'
        )
        back = f'<rect width="{self.width:g}" height="{self.height:g}" fill="#ffffff"/>'
        shapes = [*self._ground, *self._all_wires(), *self._shapes]
        return "\n".join([head, f"<title>{escape(title)}</title>", back, *shapes, "</svg>", ""])
