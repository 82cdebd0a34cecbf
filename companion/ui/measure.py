"""How wide words are, and where they may be broken."""

from __future__ import annotations

from kivy.core.text import Label as Measure

SIZE_MIN = 11
"""No words are smaller, in design pixels."""
_WIDTHS: dict[tuple[str, str, bool], float] = {}
_WIDTHS_MAX = 4000
_MEASURED_AT = 100


def text_width(text: str, bold: bool, font: str = "Roboto") -> float:
    """Width of one line of ``text`` in pixels per pixel of font size."""
    key = (text, font, bold)
    if key not in _WIDTHS:
        if len(_WIDTHS) > _WIDTHS_MAX:
            _WIDTHS.clear()
        measure = Measure(font_size=_MEASURED_AT, font_name=font, bold=bold)
        _WIDTHS[key] = measure.get_extents(text)[0] / _MEASURED_AT
    return _WIDTHS[key]


def lines_needed(text: str, bold: bool, room: float) -> int:
    """Lines ``text`` takes when wrapped at spaces; ``room`` in multiples of the font size."""
    count = 0
    space = text_width(" ", bold)
    for paragraph in text.split("\n"):
        count, used = count + 1, 0.0
        for word in paragraph.split(" "):
            width = text_width(word, bold)
            if width > room:
                return 1_000
            if used and used + space + width > room:
                count, used = count + 1, width
            else:
                used += width + (space if used else 0)
    return count


def whole_parts(words: str) -> str:
    """A list of parts between dots, which may be broken between its parts alone."""
    return " · ".join(part.replace(" ", "\u00a0") for part in words.split(" · "))


def on_two_lines(name: str, room: float) -> str:
    """A double name, broken after its hyphen if wider than ``room`` design pixels."""
    first, sign, rest = name.partition("-")
    if rest and text_width(name, True) * SIZE_MIN * 1.02 > room:
        return f"{first}{sign}\n{rest}"
    return name
