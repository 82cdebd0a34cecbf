"""Raising money: what is due, every way to get it with one tap each, then pay or give up."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.core.game import Game
from companion.core.requests import Bankrupt
from companion.faces.raising import (
    BankruptcyView,
    RaiseStep,
    RaiseWay,
    RaisingView,
    bankruptcy_view,
    raising_view,
)
from companion.session.commit import Answer
from companion.ui.bankpage import BankPage
from companion.ui.screens.pieces import group_colour, money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Card, Sheet, Words

TABLE_PAGE, DEAL_PAGE, LANDING_PAGE = "table", "deal", "landing"


class WayRow(Card):
    """One way to raise money: the colour, what it is, and a button with its sum."""

    what = StringProperty("")
    note = StringProperty("")
    band = ColorProperty(theme.button)


class Figure(BoxLayout):
    """A sum with a word under it."""

    amount = StringProperty("")
    words = StringProperty("")
    ink = ColorProperty(theme.text)


class RaisePage(BankPage):
    """``about`` says whose money it is; without it, whoever has to pay now."""

    title = StringProperty("")
    cash = StringProperty("")
    total = StringProperty("")
    leaves = StringProperty("")
    pay_words = StringProperty("")
    note = StringProperty("")
    enough = BooleanProperty(False)
    hopeless = BooleanProperty(False)
    has_purpose = BooleanProperty(False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._who = ""
        self._view: RaisingView | None = None

    def about(self, who: str) -> None:
        """``who`` raises money."""
        self._who = who
        self.refresh()

    def leave(self) -> None:
        """Next time it is about whoever has to pay then."""
        super().leave()
        self._who = ""

    def refresh(self) -> None:
        """Look at what he has and could have."""
        who = self._who
        self.look(lambda game, _now: raising_view(game, who), self._draw)

    def pay(self, press_id: str) -> None:
        """Pay what the money is for."""
        view = self._view
        if view is not None and view.purpose is not None:
            self.ask(view.purpose.request, press_id, self._paid)

    def back(self) -> None:
        """To the open landing where there is one, else to the table."""
        open_landing = self._view is not None and self._view.purpose is not None
        debt = open_landing and self._view is not None and self._view.debts
        self.shell.open(LANDING_PAGE if open_landing and not debt else TABLE_PAGE)

    def deal(self) -> None:
        """Sell something to another player."""
        if self._view is not None:
            who = self._view.who
            self.shell.open(DEAL_PAGE).about(who)

    def give_up(self) -> None:
        """Show what bankruptcy would mean; nothing is booked by that."""
        if self._view is not None:
            self.preview(self._view.who, "")

    def preview(self, who: str, to: str, lift: tuple[int, ...] = ()) -> None:
        """Show what bankruptcy to ``to``, who lifts these mortgages at once, would mean."""

        def face(game: Game, now: int) -> BankruptcyView:
            return bankruptcy_view(game, now, who, to, lift)

        self.look_closer(face, self._previewed)

    def go_bankrupt(self, view: BankruptcyView, press_id: str) -> None:
        """Give up, having seen what goes where."""
        self.shell.close_sheets()
        lift = tuple(pos for pos, _, chosen in view.lifts if chosen)
        request = Bankrupt(who=view.who, to=view.to, lift=lift, confirm=True)
        self.ask(request, press_id, lambda _: self._gone())

    def _gone(self) -> None:
        game = self.frontend.view.game
        if getattr(game, "ended", None) is None:
            self.shell.open(TABLE_PAGE)

    def _paid(self, answer: Answer) -> None:
        entry = answer.entry
        if entry is not None and entry.reason == "debt":
            return
        if self._view is not None and self._view.debts > 1:
            return
        self.shell.open(TABLE_PAGE)

    def _previewed(self, view: BankruptcyView) -> None:
        self.shell.close_sheets()
        self.shell.open_sheet(BankruptSheet(self, view))

    def _draw(self, view: RaisingView) -> None:
        self._view = view
        purpose = view.purpose
        self.has_purpose = purpose is not None
        self.title = (
            theme.say(purpose.title) if purpose else theme.tr("{name} raises money", name=view.name)
        )
        self.cash, self.total = money(view.cash), money(view.total)
        self.leaves = money(view.leaves) if purpose and not view.hopeless else ""
        self.enough, self.hopeless = view.enough, view.hopeless
        self.note = self._note(view)
        self.pay_words = theme.say(purpose.button) if purpose else theme.tr("Done")
        rows = self.ids.ways.rows
        rows.clear_widgets()
        offered = purpose is None or view.enough
        for way in view.ways:
            rows.add_widget(self._row(way, usual=not offered and not way.later))
            offered = offered or not way.later
        if not view.ways:
            rows.add_widget(
                NoWay(text=theme.tr("{name} has nothing to sell or mortgage.", name=view.name))
            )

    def _note(self, view: RaisingView) -> str:
        if view.hopeless:
            words = "Even with everything sold and mortgaged it is too little."
            return str(theme.tr(words))
        if view.purpose is None or view.enough:
            return ""
        return str(theme.tr("{missing} short: sell or mortgage something.", missing=view.missing))

    def _row(self, way: RaiseWay, usual: bool) -> WayRow:
        row = WayRow(what=theme.say(way.what), band=group_colour(way.group))
        if way.later:
            row.note = theme.tr("once the buildings are sold")
        if way.one is not None:
            row.ids.steps.add_widget(self._button(way.one, "usual" if usual else "plain", way))
        kind = "usual" if usual and way.one is None else "plain"
        row.ids.steps.add_widget(self._button(way.all, kind, way))
        return row

    def _button(self, step: RaiseStep, kind: str, way: RaiseWay) -> BigButton:
        button = BigButton(
            text=f"+ {money(step.amount)}",
            under=theme.say(step.what),
            kind=kind,
            size_max=17,
            enabled=not way.later,
        )
        button.bind(on_tap=partial(self._take, step))
        return button

    def _take(self, step: RaiseStep, button: BigButton) -> None:
        self.ask(step.request, button.press_id)


class NoWay(Words):
    """Said where there is nothing to sell."""


class BankruptSheet(Sheet):
    """What goes where if somebody gives up; only the red button does it."""

    warning = StringProperty("")
    yes = StringProperty("")
    chosen = BooleanProperty(False)

    def __init__(self, page: RaisePage, view: BankruptcyView) -> None:
        title = theme.tr("{name} gives up?", name=view.name)
        super().__init__(title=title, chosen=bool(view.to) and not view.fault)
        self._page, self._view = page, view
        question = "" if view.to else theme.tr("Who gets everything?")
        self.warning = " ".join(filter(None, (theme.say(view.fault or view.warning), question)))
        self.yes = theme.tr("{name} is bankrupt", name=view.name)
        lines = [theme.say(line) for line in view.lines]
        if view.over:
            lines.append(theme.tr("The game ends with it."))
        if view.to and not lines:
            lines.append(theme.tr("There is nothing left to hand over."))
        for line in lines:
            self.ids.lines.rows.add_widget(PreviewLine(text=line))
        for pos, words, lifted in view.lifts:
            kind = "chosen" if lifted else "plain"
            toggle = BigButton(text=theme.say(words), kind=kind, size_max=15)
            toggle.size_hint_y, toggle.height = None, theme.u * 48
            toggle.bind(on_tap=lambda _, pos=pos: self._toggle(pos))
            self.ids.lines.rows.add_widget(toggle)
        for to, name in view.choices:
            kind = "chosen" if to == view.to else "plain"
            button = BigButton(text=theme.say(name), kind=kind, size_max=15)
            button.bind(on_tap=lambda _, to=to: page.preview(view.who, to))
            self.ids.choices.add_widget(button)

    def _toggle(self, pos: int) -> None:
        lift = tuple(one for one, _, lifted in self._view.lifts if lifted != (one == pos))
        self._page.preview(self._view.who, self._view.to, lift)

    def do_it(self, press_id: str) -> None:
        """The red button."""
        self._page.go_bankrupt(self._view, press_id)


class PreviewLine(Words):
    """One line of the preview."""


load_kv(Path(__file__).with_name("raise_money.kv"))
