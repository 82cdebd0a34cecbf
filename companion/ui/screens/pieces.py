"""What lies on the table, drawn: deed tiles, other spaces, seats, and the colours of groups."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.faces import colours
from companion.faces.money import Amount
from companion.faces.parts import Seat, Spot, Tile
from companion.ui.icons import Icon
from companion.ui.theme import ink_on, load_kv, rgba, theme
from companion.ui.widgets import Tap, TapCard

GROUPS = {group: rgba(colour) for group, colour in colours.GROUPS.items()}
BUILT = rgba(colours.BUILT)
BLOCK, BLOCK_MORE = 6.0, 12.0
"""Width of a block in design pixels, and how much wider the next kind of piece is."""
SPOT_ICONS = {
    "go": "arrow", "start": "arrow", "jail": "jail", "go_to_jail": "jail",
    "free_parking": "parking", "tax": "coins", "auction": "auction", "birthday_gift": "gift",
    "bus_ticket": "train", "industry_tax": "coins", "planning": "tree", "income_tax": "coins",
    "property_tax": "coins", "foundation": "bank",
}  # fmt: skip
LANDMARK_ICONS = {
    "railroad": "train", "stadium": "stadium", "skyscraper": "build", "tower": "tower",
    "hazard": "hazard", "bonus": "tree",
}  # fmt: skip
LANDMARKS_MOST = 3
"""So many have room on a tile."""


def money(amount: Amount) -> str:
    """An amount in the table's language."""
    return str(theme.language.amount(amount))


def group_colour(group: str) -> tuple[float, float, float, float]:
    """The colour of a deed's band."""
    return GROUPS.get(group, GROUPS["railroad"])


def group_ink(group: str) -> tuple[float, float, float, float]:
    """The colour of words on it."""
    return ink_on(group_colour(group))


def landmark_icon(landmark: str, colour: Sequence[float], harm: Sequence[float]) -> Icon:
    """What stands on a lot, drawn in ``colour``, or in that of ``harm``."""
    name = LANDMARK_ICONS.get(landmark, "target")
    return Icon(name=name, color=harm if landmark == "hazard" else colour)


class Marks(Widget):
    """Buildings on a lot: small blocks, wide ones for the next kind, wide and high ones then."""

    buildings = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._draw_later = Clock.create_trigger(self._draw, -1)
        for name in ("buildings", "pos", "size"):
            self.fbind(name, self._draw_later)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.buildings:
            return
        places = [place for place, n in self.buildings for _ in range(n)]
        widths = [BLOCK + BLOCK_MORE * place for place in places]
        room = self.width / theme.u
        scale = min(1.0, room / (sum(widths) + 2.0 * len(widths)))
        left = self.x
        with self.canvas:
            Color(*BUILT)
            for place, wide in zip(places, widths, strict=True):
                size = (wide * scale * theme.u, self.height * (2 if place > 1 else 1))
                Rectangle(pos=(left, self.y), size=size)
                left += (wide + 2) * scale * theme.u


class DeedTile(Tap, FloatLayout):
    """A deed on the table: colour, name, buildings, owner's letter; hatched when mortgaged."""

    tile: Tile | None = ObjectProperty(None, allownone=True)
    band = ListProperty(GROUPS["railroad"])
    ink = ListProperty(theme.text)
    short = StringProperty("")
    says = StringProperty("")
    owner = StringProperty("")
    buildings = ListProperty([])
    landmarks: Any = ObjectProperty(())
    mortgaged = BooleanProperty(False)
    disputed = BooleanProperty(False)
    marked = BooleanProperty(False)

    def put(self, tile: Tile) -> None:
        """Show another state of the same or another deed."""
        self.tile = tile
        self.band, self.ink = group_colour(tile.group), group_ink(tile.group)
        self.short, self.says, self.owner = tile.short, tile.name, tile.owner
        self.buildings, self.landmarks = list(tile.buildings), tile.landmarks
        self.mortgaged, self.disputed = tile.mortgaged, tile.disputed
        self.marked = tile.on_offer

    def on_landmarks(self, *_: object) -> None:
        """Draw them anew."""
        row = self.ids.landmarks
        row.clear_widgets()
        for landmark in self.landmarks[:LANDMARKS_MOST]:
            row.add_widget(landmark_icon(landmark, theme.paper_ink, theme.light))


class SpotTile(Tap, FloatLayout):
    """A space without a deed: an icon and its name, the name alone on a ``low`` tile."""

    spot: Spot | None = ObjectProperty(None, allownone=True)
    low = BooleanProperty(False)
    icon = StringProperty("")
    words = StringProperty("")
    says = StringProperty("")

    def put(self, spot: Spot) -> None:
        """Show a space."""
        self.spot = spot
        self.icon = "card" if spot.card else SPOT_ICONS.get(spot.kind, "target")
        self.words = theme.say(spot.words)
        self.says = theme.say(spot.name) if "\n" in self.words else self.words


class SeatCard(TapCard):
    """A player: letter, name, cash, and a line about him; ``tight`` for more than four seats.

    ``tag`` is what everybody must see of him in this game, on its ``colour``. ``shown`` is the cash
    written on it, which may still be counting up or down to what he has, ``has``.
    """

    shown = NumericProperty(0)
    has: Amount | None = ObjectProperty(None, allownone=True)
    grain = NumericProperty(1)
    """While it counts, only so large steps are written."""

    letter = StringProperty("")
    name = StringProperty("")
    cash = StringProperty("")
    under = StringProperty("")
    sign = StringProperty("")
    """What stands for the line where there is no room for it."""
    says = StringProperty("")
    current = BooleanProperty(False)
    out = BooleanProperty(False)
    trouble = BooleanProperty(False)
    tight = BooleanProperty(False)
    tag = StringProperty("")
    colour = ColorProperty(theme.button_down)
    ink = ColorProperty(theme.text)

    def put(self, seat: Seat, tight: bool) -> None:
        """Show a seat as it is now."""
        self.letter, self.name, self.says = seat.letter, seat.name, f"seat {seat.letter}"
        self.current, self.out, self.tight = seat.current, seat.out, tight
        self.trouble = seat.owes.value > 0
        self.under = theme.say(seat.under) if not tight or seat.out else ""
        self.sign = ""
        self.tag = theme.say(seat.tag) if tight and not seat.out else ""
        self.colour = group_colour(seat.colour) if seat.colour else theme.button_down
        self.ink = group_ink(seat.colour)
        if tight and not seat.out:
            self.sign = "coins" if self.trouble else "jail" if seat.jailed else ""
        self.on_shown()

    def on_shown(self, *_: object) -> None:
        """Write the cash in the table's language; nothing where there is no room for it."""
        if self.has is None or (self.tight and self.out):
            self.cash = ""
            return
        counting = self.shown != self.has.value
        cash = round(self.shown / self.grain) * self.grain if counting else self.has.value
        self.cash = money(Amount(int(cash), self.has.short))


load_kv(Path(__file__).with_name("pieces.kv"))
