"""A player's deeds: one tap builds, sells, mortgages or lifts; the reason when it cannot be."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.requests import Build, Item, Lift, Mortgage, Request, Sell, Unwant, Want
from companion.core.values import Door, Extra
from companion.faces.building import BuildStep, DeedRow, EstateView, estate_view
from companion.ui.bankpage import BankPage
from companion.ui.screens.pieces import GROUPS, group_colour, money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton


class EstateRow(BoxLayout):
    """One deed: name, what stands on it, and its steps as buttons."""

    name = StringProperty("")
    state = StringProperty("")
    band = ListProperty(GROUPS["railroad"])
    buildings = ListProperty([])
    mortgaged = BooleanProperty(False)


class EstatePage(BankPage):
    """Everything one player can do with his deeds; those that can be built on come first."""

    name = StringProperty("")
    letter = StringProperty("")
    cash = StringProperty("")
    stock = StringProperty("")
    empty = BooleanProperty(False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._who = ""
        self._drawn: dict[Hashable, EstateRow] = {}
        super().__init__(*args, **kwargs)

    def about(self, who: str) -> None:
        """The deeds of ``who``."""
        self._who = who
        self.ids.list.scroll_y = 1
        self.refresh()

    def refresh(self) -> None:
        """Look at the deeds anew."""
        if self._who:
            self.look(partial(estate_view, who=self._who), self._draw)

    def _draw(self, seen: EstateView) -> None:
        self.name, self.letter, self.cash = seen.name, seen.who, money(seen.cash)
        self.stock = theme.tr("Bank: {stock}", stock=seen.stock) if seen.stock else ""
        self.empty = not seen.rows
        rows = self.ids.list.rows
        rows.clear_widgets()
        lots = seen.lots
        before, self._drawn = self._drawn, {}
        for row in (*lots, *(row for row in seen.rows if row not in lots)):
            key = (seen.who, theme.language.code, row, row in lots)
            self._drawn[key] = before.get(key) or self._row(row, row in lots)
            rows.add_widget(self._drawn[key])

    def _row(self, row: DeedRow, built: bool) -> EstateRow:
        widget = EstateRow(
            name=row.tile.name,
            band=group_colour(row.tile.group),
            buildings=list(row.tile.buildings),
            mortgaged=row.tile.mortgaged,
            state=theme.tr("mortgaged") if row.tile.mortgaged else "",
        )
        build = sell = pledge = None
        if built and row.up is not None and row.up.code == "none_left":
            claim = Unwant if row.claims else Want
            text = theme.tr("No longer wanted") if row.claims else theme.tr("Sold out: want one")
            build = BigButton(text=text, size_max=14)
            claimed = claim(who=self._who, deed=row.tile.pos)
            build.bind(on_tap=lambda b: self.ask(claimed, b.press_id))
        elif built and row.up is not None and row.piece:
            text = theme.tr("Build {piece}", piece=row.up.what)
            build = self._button(text, "−", row.up, "usual", self._one(Build, row))
        if built and row.down is not None:
            text = theme.tr("Sell {piece}", piece=row.down.what)
            sell = self._button(text, "+", row.down, "plain", self._one(Sell, row))
        kind = Lift if row.tile.mortgaged else Mortgage
        sign = "−" if row.tile.mortgaged else "+"
        request = kind(who=self._who, deed=row.tile.pos)
        if not built or row.pledge.can:
            text = theme.say(row.pledge.what)
            pledge = self._button(text, sign, row.pledge, "plain", request)
        door = self._door()
        card = BigButton(
            text=theme.tr(door.words) if door else theme.tr("Card…"), size_max=14, size_hint_x=0.75
        )
        card.bind(on_tap=lambda _: self._open_card(row.tile.pos))
        # Each has a place of its own, also where it cannot be done: nothing moves under a finger.
        for button in (build, sell, pledge, card):
            widget.ids.buttons.add_widget(button or Widget())
        return widget

    def _door(self) -> Door | None:
        return getattr(self.frontend.view.game, "extra", Extra()).deed

    def _open_card(self, pos: int) -> None:
        """The card alone, or the whole district where there is more to it."""
        door = self._door()
        if door is not None:
            self.shell.open(door.page).about(pos, "estate")
        else:
            self.shell.open("landing").only_card(self._who, pos)

    def _one(self, kind: type[Build] | type[Sell], row: DeedRow) -> Request:
        return kind(who=self._who, lots=(Item(row.tile.pos),))

    def _button(
        self, text: str, sign: str, step: BuildStep, kind: str, request: Request
    ) -> BigButton:
        """One that cannot be done is dull; tapped, it says why."""
        button = BigButton(
            text=text,
            under=sign + money(step.amount),
            kind=kind if step.can else "dull",
            size_max=14,
        )
        button.bind(on_tap=lambda b: self.ask(request, b.press_id))
        return button


load_kv(Path(__file__).with_name("estate.kv"))
