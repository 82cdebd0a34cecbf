"""Colours, sizes and words every screen draws with, in one object the ``.kv`` files bind to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.event import EventDispatcher
from kivy.lang import Builder, builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.utils import get_color_from_hex

from companion.faces.colours import COLOURS
from companion.faces.colours import SEATS as SEAT_COLOURS
from companion.locale import i18n

SEATS = "ABCDEFGH"
INK_TURNS = 0.19
"""Luminance from which black stands out more than white."""
_ENGLISH = i18n.load("en")


def rgba(colour: str) -> tuple[float, float, float, float]:
    """A hex colour as Kivy's four numbers from 0 to 1."""
    red, green, blue, alpha = get_color_from_hex(colour)
    return (red, green, blue, alpha)


def ink_on(ground: Sequence[float]) -> tuple[float, float, float, float]:
    """White or black, whichever can be read better on ``ground``."""
    parts = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in ground[:3])
    light = sum(part * share for part, share in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))
    return theme.white if light < INK_TURNS else theme.ink


class Theme(EventDispatcher):
    """``u`` is one pixel of the 800 x 480 design in pixels of this screen.

    ``signs`` is what stands on the badges of the players at the table, by seat.
    ``tr``, ``say``, ``number`` and ``money`` are the language's; setting another language sets
    them anew, so every ``.kv`` line that calls one of them is drawn again by itself.
    """

    u = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    signs: Any = ObjectProperty({}, rebind=True)
    motion = BooleanProperty(True)
    language = ObjectProperty(_ENGLISH)
    tr: Any = ObjectProperty(_ENGLISH.tr)
    say: Any = ObjectProperty(_ENGLISH.say)
    number: Any = ObjectProperty(_ENGLISH.number)
    money: Any = ObjectProperty(_ENGLISH.money)

    ink = rgba(COLOURS["ink"])
    ground = rgba(COLOURS["ground"])
    card = rgba(COLOURS["card"])
    button = rgba(COLOURS["button"])
    button_down = rgba(COLOURS["button_down"])
    line = rgba(COLOURS["line"])
    text = rgba(COLOURS["text"])
    white = rgba(COLOURS["white"])
    muted = rgba(COLOURS["muted"])
    faint = rgba(COLOURS["faint"])
    yellow = rgba(COLOURS["yellow"])
    yellow_down = rgba(COLOURS["yellow_down"])
    green = rgba(COLOURS["green"])
    green_down = rgba(COLOURS["green_down"])
    green_dim = rgba(COLOURS["green_dim"])
    red = rgba(COLOURS["red"])
    red_ground = rgba(COLOURS["red_ground"])
    red_down = rgba(COLOURS["red_down"])
    paper = rgba(COLOURS["paper"])
    paper_ink = rgba(COLOURS["paper_ink"])
    on_bright = rgba(COLOURS["on_bright"])
    light = rgba(COLOURS["light"])
    clear = (0.0, 0.0, 0.0, 0.0)

    def fit(self, width: float, height: float) -> None:
        """Scale the design to a screen of ``width`` x ``height`` pixels."""
        turned = self.portrait != (height > width)
        self.portrait = height > width
        wide, high = (480, 800) if self.portrait else (800, 480)
        self.u = min(width / wide, height / high)
        if turned:  # what was stretched the other way has a size of its own again
            self.property("u").dispatch(self)

    def speak(self, code: str) -> None:
        """Use the language ``code`` from now on."""
        if code == self.language.code:
            return
        self.language = language = i18n.load(code)
        self.tr, self.say = language.tr, language.say
        self.number, self.money = language.number, language.money

    def seat(self, letter: str) -> tuple[float, float, float, float]:
        """The colour of a seat; the bank and anything unknown is grey."""
        place = SEATS.find(letter) if letter else -1
        return rgba(SEAT_COLOURS[place]) if place >= 0 else self.faint


theme = Theme()

_loaded: set[Path] = set()
_evaluate = builder.call_fn


def _draw_anew(args: tuple[Any, ...], instance: object, value: object) -> None:
    """One ``.kv`` line after a change, but for a widget whose root is gone already.

    Kivy passes over those in canvas lines only; elsewhere one of them ends the app.
    """
    try:
        _evaluate(args, instance, value)
    except ReferenceError:
        return


builder.call_fn = _draw_anew


def load_kv(path: Path) -> None:
    """Load a ``.kv`` file once, however often it is asked for."""
    if path not in _loaded:
        _loaded.add(path)
        Builder.load_file(str(path))
