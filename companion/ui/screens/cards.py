"""What a drawn card does, by effect: the card itself stays on the table and is not quoted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.requests import (
    EachPays,
    Fine,
    GiveBack,
    Jail,
    Pay,
    PaysEach,
    Repairs,
    Request,
    Stand,
    Take,
)
from companion.faces.money import piece_word
from companion.faces.table import GameView
from companion.session.commit import Answer
from companion.ui.screens.amount import AmountSheet
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet

if TYPE_CHECKING:
    from companion.ui.screens.tablehost import TableHost


class ChoiceSheet(Sheet):
    """Buttons in rows of three."""

    def add(self, icon: str, text: str, act: Callable[[BigButton], object]) -> None:
        """One more button."""
        button = BigButton(icon=icon, text=text, size_max=15)
        button.bind(on_tap=act)
        self.ids.effects.add_widget(button)


class WhereSheet(ChoiceSheet):
    """One tile stands for several spaces, and now it counts which one it was; ``then`` goes on."""

    def __init__(self, page: TableHost, game: GameView, then: Callable[[], object]) -> None:
        super().__init__(title=theme.tr("Which space is {who} on?", who=game.turn_name))
        self._page, self._who, self._then = page, game.turn, then
        for pos, words in game.places:
            self.add("map", theme.say(words), partial(self._stand, pos))

    def _stand(self, pos: int, button: BigButton) -> None:
        self.close()
        request = Stand(who=self._who, pos=pos)
        self._page.ask(request, button.press_id, self._stood)

    def _stood(self, _answer: Answer) -> None:
        self._page.refresh()
        self._then()


class CardSheet(ChoiceSheet):
    """Collect, pay, each player, repairs, go somewhere, jail, the card to keep."""

    def __init__(self, page: TableHost, game: GameView, who: str) -> None:
        seat = game.seat(who)
        name = seat.name if seat else ""
        super().__init__(title=theme.tr("{who} draws a card", who=name))
        self._page, self._game, self._who, self._name = page, game, who, name
        tr = theme.tr
        self.add("coins", tr("Bank pays {who}", who=name), self._collect)
        self.add("bank", tr("{who} pays the bank", who=name), self._pay)
        self.add("people", tr("Everybody pays {who}", who=name), self._each_pays)
        self.add("people", tr("{who} pays everybody", who=name), self._pays_each)
        self.add("arrow", tr("On to a space: GO pays"), partial(self._go, "on"))
        self.add("undo", tr("Back to a space"), partial(self._go, "back"))
        if door := game.extra.card:
            self.add("map", tr(door.words), partial(self._elsewhere, door.page))
        elif game.pieces:
            self.add("house", tr("Repairs"), self._repairs)
        if seat is not None:
            self.add("jail", theme.say(seat.corner.enter), self._jail)
        for card in game.kept:
            keep = tr("Keep a card: {piece}", piece=tr(piece_word(card)))
            self.add("card", keep, partial(self._book_card, Take(who=who, what=card)))
        for card in seat.cards if seat is not None else ():
            back = tr("Put back a card: {piece}", piece=tr(piece_word(card)))
            self.add("undo", back, partial(self._book_card, GiveBack(who=who, what=card)))
        self.add("check", tr("Nothing more"), self._nothing)

    def _amount(self, title: str, request: Callable[[int], Request]) -> None:
        self.close()
        sheet = AmountSheet(
            title=title, done=theme.tr("Done"), short=self._game.short, chips=self._game.chips
        )
        sheet.bind(on_amount=partial(self._book, request))
        self._page.shell.open_sheet(sheet)

    def _book(
        self, request: Callable[[int], Request], _sheet: AmountSheet, amount: int, press_id: str
    ) -> None:
        self._page.ask(request(amount), press_id)

    def _collect(self, _button: BigButton) -> None:
        self._amount(
            theme.tr("How much does {who} get?", who=self._name),
            lambda n: Pay(source="bank", target=self._who, amount=n, reason="card"),
        )

    def _pay(self, _button: BigButton) -> None:
        title = theme.tr("How much does {who} pay?", who=self._name)
        self._amount(title, lambda n: Fine(who=self._who, amount=n))

    def _each_pays(self, _button: BigButton) -> None:
        title = theme.tr("How much does each one pay {who}?", who=self._name)
        self._amount(title, lambda n: EachPays(who=self._who, amount=n))

    def _pays_each(self, _button: BigButton) -> None:
        title = theme.tr("How much does {who} pay each one?", who=self._name)
        self._amount(title, lambda n: PaysEach(who=self._who, amount=n))

    def _repairs(self, _button: BigButton) -> None:
        self.close()
        self._rate({}, list(self._game.pieces), "")

    def _rate(self, rates: dict[str, int], left: list[str], press_id: str) -> None:
        """One pad per kind of building, then all of it in one booking."""
        if not left:
            self._page.ask(Repairs(who=self._who, rates=rates), press_id)
            return
        piece = left[0]
        title = theme.tr("How much for each {piece}?", piece=theme.tr(piece_word(piece)))
        done = theme.tr("Next") if left[1:] else theme.tr("Done")
        sheet = AmountSheet(title=title, done=done, short=self._game.short)
        sheet.ids.pad.low = 0
        sheet.bind(
            on_amount=lambda _, amount, press: self._rate({**rates, piece: amount}, left[1:], press)
        )
        self._page.shell.open_sheet(sheet)

    def _go(self, way: str, _button: BigButton) -> None:
        """Only who is up draws a card that moves him: a tap on a space is where he is now."""
        self.close()
        if self._who == self._game.turn:
            self._page.move_by_card(way)
            return
        facts = {"turn": self._game.turn_name, "who": self._name}
        not_up = theme.tr("It is {turn}'s turn, not {who}'s.", **facts)
        self._page.shell.tell(f"{not_up} {theme.tr('End the turn first.')}")

    def _elsewhere(self, page: str, _button: BigButton) -> None:
        """On the page the game has for it."""
        self.close()
        self._page.shell.open(page)

    def _jail(self, button: BigButton) -> None:
        self.close()
        self._page.ask(Jail(who=self._who), button.press_id)

    def _book_card(self, request: Request, button: BigButton) -> None:
        self.close()
        self._page.ask(request, button.press_id)

    def _nothing(self, _button: BigButton) -> None:
        self.close()


load_kv(Path(__file__).with_name("cards.kv"))
