"""What lies on a card table, drawn: a tile per colour, and cards to tap."""

from __future__ import annotations

from pathlib import Path

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui.screens.pieces import group_colour
from companion.ui.theme import load_kv
from companion.ui.widgets import Tap


class Bands(Widget):
    """The colours of a card side by side."""

    groups = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._draw_later = Clock.create_trigger(self._draw, -1)
        for name in ("groups", "pos", "size"):
            self.fbind(name, self._draw_later)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.groups:
            return
        wide = self.width / len(self.groups)
        with self.canvas:
            for place, group in enumerate(self.groups):
                Color(*group_colour(group))
                Rectangle(pos=(self.x + place * wide, self.y), size=(wide, self.height))


class ColourTile(FloatLayout):
    """The cards of one colour before a player: how many of how many, and what is built on them."""

    group = StringProperty("")
    count = StringProperty("")
    complete = BooleanProperty(False)
    tops = NumericProperty(0)


class CardTile(Tap, FloatLayout):
    """A card to tap; ``chosen`` of ``many`` of its kind are taken, ``dim`` it cannot be now."""

    groups = ListProperty([])
    label = StringProperty("")
    under = StringProperty("")
    many = NumericProperty(1)
    chosen = NumericProperty(0)
    dim = BooleanProperty(False)

    @property
    def text(self) -> str:
        """What the card is called, for tests and help."""
        return str(self.label)


load_kv(Path(__file__).with_name("cardpieces_page.kv"))
