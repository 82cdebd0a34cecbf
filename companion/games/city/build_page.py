"""The build sheet: the unit's number, spread over one's own districts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.games.city.blocks import (
    BlockStep,
    BuildRow,
    BuildView,
    Chosen,
    build_view,
    with_block,
)
from companion.games.city.lots_page import BLOCK_COLOURS
from companion.ui.bankpage import BankPage
from companion.ui.screens.pieces import GROUPS, group_colour, money
from companion.ui.theme import load_kv, theme


class BlockStepper(BoxLayout):
    """How many blocks of one kind go on one district; ``on_count`` asks for another number."""

    n = NumericProperty(0)
    more = BooleanProperty(False)
    cost = StringProperty("")
    says = StringProperty("")
    colour = ColorProperty(theme.text)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_count")
        super().__init__(**kwargs)

    def on_count(self, n: int) -> None:
        """Another number is wanted."""

    def put(self, step: BlockStep) -> None:
        """Show what is chosen."""
        self.n, self.more, self.cost = step.n, step.more, money(step.cost)


class RentStep(BoxLayout):
    """The rent now, and with an arrow what it would be."""

    before = StringProperty("")
    after = StringProperty("")
    rises = BooleanProperty(False)


class LotRow(BoxLayout):
    """One district of the player."""

    name = StringProperty("")
    level = StringProperty("")
    before = StringProperty("")
    after = StringProperty("")
    rises = BooleanProperty(False)
    band = ListProperty(GROUPS["railroad"])

    def put(self, row: BuildRow) -> None:
        """Show a district as it would be."""
        tr = theme.tr
        self.name, self.band = row.name, group_colour(row.group)
        self.level = tr("{n} of {most} blocks", n=row.level, most=row.most)
        if row.why_not:
            self.level = theme.say(row.why_not)
        self.before, self.after = money(row.before), money(row.after)
        self.rises = row.before != row.after
        for stepper, step in zip(reversed(self.ids.steps.children), row.steps, strict=True):
            stepper.put(step)


class BuildPage(BankPage):
    """Nothing is booked before the green button; what is not used is lost with the turn."""

    shown = StringProperty("")
    title = StringProperty("")
    note = StringProperty("")
    empty = StringProperty("")
    first_kind = StringProperty("")
    second_kind = StringProperty("")
    no_words = StringProperty("")
    yes_words = StringProperty("")
    ready = BooleanProperty(False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._chosen: Chosen = ()
        self._view: BuildView | None = None
        self._rows: dict[int, LotRow] = {}
        super().__init__(*args, **kwargs)

    def leave(self) -> None:
        """A half-made choice is forgotten."""
        super().leave()
        self._chosen = ()

    def refresh(self) -> None:
        """Look at the sheet with what is chosen."""
        self.look(partial(build_view, chosen=self._chosen), self._draw)

    def _draw(self, seen: BuildView) -> None:
        tr = theme.tr
        self._view, self._chosen = seen, seen.chosen
        self.shown = str(seen.shown) if seen.shown and not seen.railroad else ""
        self.title = tr("{who} builds", who=seen.who_name)
        if seen.left >= 0:
            most = seen.left + seen.placed
            self.title = tr("{who} builds up to {n} block", who=seen.who_name, n=most)
        self.note = tr("{placed} placed, {left} left · cash {cash}", placed=seen.placed,
                       left=seen.left, cash=seen.cash)  # fmt: skip
        if seen.left < 0:
            self.note = tr("cash {cash}", cash=seen.cash)
        self.first_kind, self.second_kind = (tr(kind.template) for kind in seen.kinds)
        self.empty = ""
        if not seen.rows:
            self.empty = tr("{who} has no district to build on, so the number is lost.",
                            who=seen.who_name)  # fmt: skip
        self.no_words = tr("Back to the table") if self.empty else tr("Build nothing")
        self.yes_words = tr("Build {n} block for {price}", n=seen.placed, price=seen.price)
        if not seen.placed:
            self.yes_words = tr("Tap + to place a block")
        self.ready = bool(seen.request) and not seen.fault
        self._show_rows(seen)

    def _show_rows(self, seen: BuildView) -> None:
        wanted = [row.pos for row in seen.rows]
        if list(self._rows) != wanted:
            rows = self.ids.list.rows
            rows.clear_widgets()
            self.ids.list.scroll_y = 1
            self._rows = {}
            for row in seen.rows:
                widget = self._rows[row.pos] = LotRow()
                for step, colour in zip(row.steps, BLOCK_COLOURS, strict=False):
                    stepper = BlockStepper(colour=colour, says=f"{row.name} {step.piece}")
                    stepper.bind(on_count=partial(self._count, row.pos, step.piece))
                    widget.ids.steps.add_widget(stepper)
                rows.add_widget(widget)
        for row in seen.rows:
            self._rows[row.pos].put(row)

    def _count(self, pos: int, piece: str, _stepper: BlockStepper, n: int) -> None:
        self._chosen = with_block(self._chosen, pos, piece, n)
        self.refresh()

    def build(self, press_id: str) -> None:
        """Book it in one step."""
        if self._view is not None and self._view.request:
            self.ask(self._view.request, press_id, self._built)

    def _built(self, _answer: object) -> None:
        self._chosen = ()
        self.shell.open("table")


load_kv(Path(__file__).with_name("build_page.kv"))
