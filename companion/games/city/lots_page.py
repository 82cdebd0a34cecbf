"""Districts drawn small, by colour group: what stands there, whose it is, what it brings."""

from __future__ import annotations

from pathlib import Path

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.city.district import Lot
from companion.ui.screens.pieces import GROUPS, group_colour, landmark_icon, money
from companion.ui.theme import load_kv, rgba, theme
from companion.ui.widgets import TapCard

BLOCK_COLOURS = (rgba("#d8ccb0"), rgba("#8fd3f5"))
"""The first kind of block and the second, here and on the build sheet."""
ICONS_MOST = 4


class BlockMarks(Widget):
    """One small square for each block, in the colour of its kind."""

    counts = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._draw_later = Clock.create_trigger(self._draw, -1)
        for name in ("counts", "pos", "size"):
            self.fbind(name, self._draw_later)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        total = sum(self.counts)
        if not total:
            return
        step = min(self.height + 2 * theme.u, self.width / total)
        left: float = self.x
        with self.canvas:
            for n, colour in zip(self.counts, BLOCK_COLOURS, strict=False):
                Color(*colour)
                for _block in range(n):
                    Rectangle(pos=(left, self.y), size=(step - 2 * theme.u, self.height))
                    left += step


class LotCell(TapCard):
    """A district on the map."""

    lot: Lot | None = ObjectProperty(None, allownone=True)
    name = StringProperty("")
    says = StringProperty("")
    band = ListProperty(GROUPS["railroad"])
    owner = StringProperty("")
    line = StringProperty("")
    counts = ListProperty([])
    mortgaged = BooleanProperty(False)
    marked = BooleanProperty(False)

    def put(self, lot: Lot) -> None:
        """Show a district."""
        self.lot = lot
        self.name, self.says, self.owner = lot.short.replace("\n", " "), lot.name, lot.owner
        self.band, self.counts = group_colour(lot.group), list(lot.blocks)
        self.mortgaged, self.enabled = lot.mortgaged, lot.can
        self.line = theme.tr("mortgaged") if lot.mortgaged else ""
        if lot.owner and not lot.mortgaged:
            self.line = money(lot.rent)
        row = self.ids.icons
        row.clear_widgets()
        for landmark in lot.landmarks[:ICONS_MOST]:
            row.add_widget(landmark_icon(landmark, theme.text, theme.red))


class LotGrid(GridLayout):
    """Every district, a column (upright: a row) for each colour. ``on_lot`` brings the tapped."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_lot")
        self._cells: dict[int, LotCell] = {}
        super().__init__(**kwargs)

    def on_lot(self, cell: LotCell) -> None:
        """A district was tapped."""

    def put(self, groups: tuple[tuple[Lot, ...], ...]) -> None:
        """Show these districts."""
        wanted = [lot.pos for group in groups for lot in group]
        if list(self._cells) != wanted:
            self._lay_out(groups)
        for group in groups:
            for lot in group:
                self._cells[lot.pos].put(lot)

    def cell(self, pos: int) -> LotCell:
        """The cell of a district."""
        return self._cells[pos]

    def _lay_out(self, groups: tuple[tuple[Lot, ...], ...]) -> None:
        self.clear_widgets()
        self._cells = {}
        longest = max(len(group) for group in groups)
        for group in groups:
            for lot in group:
                cell = LotCell()
                cell.bind(on_tap=lambda c: self.dispatch("on_lot", c))
                self._cells[lot.pos] = cell
                self.add_widget(cell)
            for _ in range(longest - len(group)):
                self.add_widget(Widget())


class PickHead(BoxLayout):
    """What is to be chosen, a line about it, and the button that chooses nothing."""

    title = StringProperty("")
    note = StringProperty("")
    done = StringProperty("")
    extra = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_nothing")
        self.register_event_type("on_more")
        super().__init__(**kwargs)

    def on_nothing(self, press_id: str) -> None:
        """Nothing is chosen."""

    def on_more(self, press_id: str) -> None:
        """The further button."""


load_kv(Path(__file__).with_name("lots_page.kv"))
