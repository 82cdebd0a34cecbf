"""Line icons on a 24 x 24 grid: SVG path data turned into polylines, then drawn by Kivy."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path

from kivy.clock import Clock
from kivy.graphics import Color, Instruction, SmoothEllipse, SmoothLine
from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

GRID = 24
_STEPS_PER_TURN = 40
_TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "a": 7, "z": 0}

Point = tuple[float, float]


def polylines(path: str) -> list[list[Point]]:
    """The strokes of SVG path data as points; knows M L H V A Z, absolute and relative.

    Raises ValueError for a command it does not know.
    """
    tokens = _TOKEN.findall(path)
    strokes: list[list[Point]] = []
    at: Point = (0.0, 0.0)
    command = ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        kind = command.lower()
        if kind not in _ARGUMENTS:
            raise ValueError(f"path command {command!r} is not drawn here: {path}")
        values = [float(tokens.pop(0)) for _ in range(_ARGUMENTS[kind])]
        base = at if command.islower() else (0.0, 0.0)
        if kind == "z":
            at = strokes[-1][0]
            strokes[-1].append(at)
            continue
        if kind == "h":
            at = (base[0] + values[0], at[1])
        elif kind == "v":
            at = (at[0], base[1] + values[0])
        else:
            end = (base[0] + values[-2], base[1] + values[-1])
            if kind == "m":
                strokes.append([])
                command = "l" if command == "m" else "L"
            elif kind == "a":
                strokes[-1].extend(_arc(at, end, values[0], bool(values[3]), bool(values[4])))
            at = end
        strokes[-1].append(at)
    return strokes


def _arc(start: Point, end: Point, radius: float, large: bool, sweep: bool) -> list[Point]:
    """Points strictly between ``start`` and ``end`` on a circle of at least ``radius``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    chord = math.hypot(dx, dy)
    radius = max(radius, chord / 2)
    side = 1 if large != sweep else -1
    height = math.sqrt(max(0.0, radius * radius - chord * chord / 4)) * side
    cx = (start[0] + end[0]) / 2 - dy / chord * height
    cy = (start[1] + end[1]) / 2 + dx / chord * height
    first = math.atan2(start[1] - cy, start[0] - cx)
    turn = math.atan2(end[1] - cy, end[0] - cx) - first
    if sweep and turn <= 0:
        turn += math.tau
    elif not sweep and turn >= 0:
        turn -= math.tau
    steps = max(2, round(abs(turn) / math.tau * _STEPS_PER_TURN))
    return [
        (cx + radius * math.cos(first + turn * step / steps),
         cy + radius * math.sin(first + turn * step / steps))
        for step in range(1, steps)
    ]  # fmt: skip


@cache
def icon_names() -> dict[str, list[str]]:
    """Every icon's name and its path data."""
    file = Path(__file__).with_name("icons.json")
    names: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
    return names


@cache
def strokes(name: str) -> list[list[Point]]:
    """The polylines of the icon ``name``; KeyError when there is none."""
    return [stroke for path in icon_names()[name] for stroke in polylines(path)]


class Icon(Widget):
    """The icon ``name`` in ``color``, as large as fits, centred. ``stroke`` in grid units."""

    name = StringProperty("")
    color = ColorProperty((1, 1, 1, 1))
    stroke = NumericProperty(2)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.canvas:
            self._paint = Color(*self.color)
        self._parts: list[Instruction] = []
        # Layouts move and size a widget several times a frame; it is drawn once.
        self._redraw_later = Clock.create_trigger(self._redraw, -1)
        self.fbind("color", self._recolour)
        for name in ("name", "pos", "size", "stroke"):
            self.fbind(name, self._redraw_later)
        self._redraw_later()

    def _recolour(self, *_: object) -> None:
        self._paint.rgba = self.color

    def _redraw(self, *_: object) -> None:
        for part in self._parts:
            self.canvas.remove(part)
        self._parts = []
        scale = min(self.width, self.height) / GRID
        if not self.name or scale <= 0:
            return
        left = self.x + self.width / 2 - GRID / 2 * scale
        top = self.y + self.height / 2 + GRID / 2 * scale
        half = self.stroke * scale / 2
        for stroke in strokes(self.name):
            points = [(left + x * scale, top - y * scale) for x, y in stroke]
            closed = len(points) > 2 and points[0] == points[-1]
            flat = [part for point in (points[:-1] if closed else points) for part in point]
            self._add(SmoothLine(points=flat, width=half + 0.6, close=closed))
            if not closed:
                # A smooth line has no caps of its own.
                for x, y in (points[0], points[-1]):
                    self._add(SmoothEllipse(pos=(x - half, y - half), size=(half * 2, half * 2)))

    def _add(self, part: Instruction) -> None:
        self.canvas.add(part)
        self._parts.append(part)
