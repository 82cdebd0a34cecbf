"""The template of the unit's face in its true size, to bend the hoops on and to drill by.

An SVG of a sheet of A4; lengths are millimetres. Made from the case's and the parts' dimensions.
"""

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from hardware.parts import Parts
from hardware.words import LABELS

A4 = (210, 297)
MIDDLE = (105.0, 150.0)
HOOP = 3.5
"""The hoops lie this far inside and outside of the lights, clear of the case's screw posts."""
RULER = 100


def hoops(parts: Parts) -> tuple[float, float]:
    """Radius of the inner and of the outer hoop of bare wire."""
    ring = float(parts.case["ring_r"])
    return ring - HOOP, ring + HOOP


def draw(parts: Parts, language: str) -> str:
    """The sheet as SVG text; ``language`` is en or de."""
    words, case = LABELS[language], parts.case
    shapes = [_circle(0, 0, case["diameter"] / 2)]
    for number in range(4):
        shapes.append(_hole(case["screws_r"], 90 * number + 45, parts["screw_unit"]["clear_d"]))
        shapes.append(_hole(case["marks_r"], 90 * number, parts["led"]["hole_d"]))
    for side in (-1, 1):
        shapes += [_circle(side * case["button_x"], 0, parts["button"]["hole_d"] / 2)]
        shapes += [_cross(side * case["button_x"], 0)]
    for number in range(parts.ring_leds):
        turn = 360 * (number + 0.5) / parts.ring_leds
        shapes.append(_hole(case["ring_r"], turn, parts["led"]["hole_d"]))
    shapes += [_circle(0, 0, radius, "#d32f2f") for radius in hoops(parts)]
    shapes += [_circle(0, case["buzzer_y"], 1.2), _cross(0, 0)]
    shapes += [_ruler(), *_texts(words)]
    size = f'width="{A4[0]}mm" height="{A4[1]}mm" viewBox="0 0 {A4[0]} {A4[1]}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="DejaVu Sans, sans-serif">'
    back = f'<rect width="{A4[0]}" height="{A4[1]}" fill="#ffffff"/>'
    title = f"<title>{escape(words['template'])}</title>"
    return "\n".join([head, title, back, *shapes, "</svg>", ""])


def _circle(x: float, y: float, radius: float, colour: str = "#222222") -> str:
    return (
        f'<circle cx="{MIDDLE[0] + x:.2f}" cy="{MIDDLE[1] - y:.2f}" r="{radius:.2f}" fill="none" '
        f'stroke="{colour}" stroke-width="0.25"/>'
    )


def _hole(radius: float, turn: float, wide: float) -> str:
    """A hole around the middle, with a cross to prick its centre."""
    x, y = (radius * it(math.radians(turn)) for it in (math.cos, math.sin))
    return _circle(x, y, wide / 2) + _cross(x, y)


def _cross(x: float, y: float) -> str:
    left, top = MIDDLE[0] + x, MIDDLE[1] - y
    path = f"M{left - 1.5:.2f} {top:.2f}h3M{left:.2f} {top - 1.5:.2f}v3"
    return f'<path d="{path}" stroke="#222222" stroke-width="0.15"/>'


def _ruler() -> str:
    left, top = MIDDLE[0] - RULER / 2, 262
    ticks = "".join(f"M{left + 10 * tick:g} {top - 3}v3" for tick in range(RULER // 10 + 1))
    return f'<path d="M{left:g} {top}h{RULER}{ticks}" stroke="#222222" stroke-width="0.25"/>'


def _texts(words: dict[str, str]) -> list[str]:
    lines = (
        (words["template"], 20, 6), (words["template_how"], 30, 3.6),
        (words["template_hoops"], 37, 3.6), (words["template_ruler"], 270, 3.6),
        (words["template_up"], 68, 3.6),
    )  # fmt: skip
    return [
        f'<text x="{MIDDLE[0]:g}" y="{y}" text-anchor="middle" font-size="{size}">'
        f"{escape(line)}</text>"
        for line, y, size in lines
    ]
