"""One player: everything that can be done for or with him."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.properties import StringProperty

from companion.core.requests import Jail, Salary
from companion.faces.parts import Seat
from companion.faces.table import GameView
from companion.ui.pages import Page
from companion.ui.screens.cards import CardSheet
from companion.ui.screens.dice import JailSheet
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet

if TYPE_CHECKING:
    from companion.ui.screens.tablehost import TableHost


class SeatSheet(Sheet):
    """The actions of a seat; who is out has none."""

    letter = StringProperty("")
    cash = StringProperty("")
    under = StringProperty("")

    def __init__(self, page: TableHost, game: GameView, seat: Seat) -> None:
        super().__init__(title=seat.name)
        self._page, self._game, self._seat = page, game, seat
        self.letter, self.cash, self.under = seat.letter, money(seat.cash), theme.say(seat.under)
        if seat.out or game.ended:
            return
        tr = theme.tr
        self._add("transfer", tr("Transfer"), lambda _: self._transfer())
        self._add("house", tr("Build and mortgage"), lambda _: self._open("estate"))
        self._add("people", tr("Trade"), lambda _: self._open("deal"))
        self._add("plus", tr("Pass GO"), self._salary)
        self._add("card", tr("Card"), lambda _: self._card())
        if seat.jailed and seat.current:
            self._add("jail", theme.say(seat.corner.out), lambda _: self._jail())
        elif not seat.jailed:
            self._add("jail", theme.say(seat.corner.enter), self._to_jail)
        self._add("coins", tr("Raise money…"), lambda _: self._open("raise"))
        self._add("flag", tr("Bankrupt…"), lambda _: self._give_up(), "danger")

    def _add(
        self, icon: str, text: str, act: Callable[[BigButton], object], kind: str = "plain"
    ) -> None:
        button = BigButton(icon=icon, text=text, kind=kind, size_max=15)
        button.bind(on_tap=act)
        self.ids.actions.add_widget(button)

    def _open(self, page_id: str) -> Page:
        page = self._page.shell.open(page_id)
        page.about(self._seat.letter)
        return page

    def _give_up(self) -> None:
        """What bankruptcy would mean, over the page of what could still be raised."""
        self._open("raise").preview(self._seat.letter, "")

    def _transfer(self) -> None:
        self.close()
        self._page.open_transfer(self._seat.letter)

    def _card(self) -> None:
        self.close()
        self._page.shell.open_sheet(CardSheet(self._page, self._game, self._seat.letter))

    def _jail(self) -> None:
        self.close()
        self._page.shell.open_sheet(JailSheet(self._page, self._game, self._seat))

    def _salary(self, button: BigButton) -> None:
        self.close()
        self._page.ask(Salary(who=self._seat.letter), button.press_id)

    def _to_jail(self, button: BigButton) -> None:
        self.close()
        self._page.ask(Jail(who=self._seat.letter), button.press_id)


load_kv(Path(__file__).with_name("seat.kv"))
