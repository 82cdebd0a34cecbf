"""What comes next at the table: the heading, the one key for it, and the key beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import ObjectProperty, StringProperty

from companion.core.requests import Auction, EndTurn
from companion.faces.parts import Seat
from companion.faces.table import GameView
from companion.faces.views import View
from companion.ui.screens.amount import WishSheet
from companion.ui.screens.dice import JailSheet, held_words
from companion.ui.screens.tablehost import TableHost
from companion.ui.theme import theme
from companion.unit.unit import Phase

UNIT_PAGE = "unit"


class NextStep(TableHost):
    """The part of the table that says what comes next, and does it."""

    game: GameView | None = ObjectProperty(None, allownone=True)
    heading = StringProperty("")
    next_words = StringProperty("")
    next_kind = StringProperty("plain")
    aside = StringProperty("")
    """What may be done before the turn ends: a question of this game, building, or else a trade."""
    aside_page = StringProperty("")
    aside_kind = StringProperty("plain")
    dice_kind = StringProperty("plain")
    """Yellow while the dice are what comes next."""
    moving = StringProperty("")
    """A card moves the player "on" or "back": a tap on a space is where it takes him."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        self._next: Callable[[str], object] = lambda _press_id: None
        self._lit = False
        super().__init__(*args, **kwargs)

    def show(self, view: View) -> None:
        """The clock of an auction may run before it is said what is auctioned."""
        lit = view.unit.phase is Phase.AUCTION
        if lit != self._lit:
            self._lit, self._seen = lit, None
        super().show(view)

    def next_step(self, press_id: str) -> None:
        """What the yellow button is for now."""
        self._next(press_id)

    def show_next(self, game: GameView) -> None:
        """The heading, and the one button for what comes next."""
        seat = game.seat(game.turn)
        stuck = seat if seat is not None and seat.jailed and not game.landed else None
        if self.moving:
            self.heading = theme.tr("A card takes {who} to…", who=game.turn_name)
        elif game.ended:
            self.heading = theme.tr("{who} has won", who=game.ended.places[0].name)
        elif game.asked and game.asked.must and not game.auction:
            self.heading = theme.say(game.asked.title)
        elif stuck is not None:
            self.heading = held_words(stuck)
        elif game.again:
            self.heading = theme.tr("A double: {who} rolls again", who=game.turn_name)
        elif game.landed and not game.opened:
            self.heading = theme.tr("{who}: trade, build or end the turn", who=game.turn_name)
        else:
            self.heading = theme.tr("{who}: roll, then tap where you are", who=game.turn_name)
        self.next_words, self.next_kind, self._next = self._step(game, stuck)
        self.aside, self.aside_page = self._beside(game)
        comes_first = self.aside_page == UNIT_PAGE and self._next == self.next_player
        self.aside_kind = "usual" if comes_first else "plain"
        if comes_first:
            self.next_kind = "plain"
        rolls = self._next == self.next_player and (game.again or not game.landed)
        self.dice_kind = "usual" if rolls else "plain"

    def task_page(self, task: object) -> str:
        """Where what a space asks is done: on a page made for it, or with the landing."""
        spec = self.shell.task_page(task)
        return spec.id if spec else "landing"

    def _beside(self, game: GameView) -> tuple[str, str]:
        """What may still be done before the turn ends, and the page for it."""
        trade = theme.tr("Trade"), "deal"
        if self.moving or game.ended:
            return trade
        if game.asked is not None and not game.asked.must:
            return theme.say(game.asked.label), "ask"
        door, seat = game.extra.beside, game.seat(game.turn)
        may = game.landed or (seat is not None and seat.jailed)
        if door is None or not may or game.opened or game.debts or game.auction:
            return trade
        return theme.tr(door.words), door.page

    def _step(self, game: GameView, stuck: Seat | None) -> tuple[str, str, Callable[[str], object]]:
        tr = theme.tr
        go = self._go
        if self.moving:
            return tr("Back"), "plain", lambda _: self.move_by_card("")
        if game.ended:
            return tr("Standings"), "usual", go("standings")
        if game.auction:
            return tr("Auction: {deed}", deed=game.auction.subject), "usual", go("auction")
        if self._lit and (task := self.shell.task_page("auction")):
            return tr(task.prompt), "usual", go(task.id)
        if game.asked and game.asked.must:
            return tr("Answer…"), "usual", go("ask")
        if game.opened:
            return self._open_words(game), "usual", go(self.task_page(game.opened.kind))
        if game.debts:
            debt = game.debts[0]
            words = tr("{who} owes {amount}", who=debt.who_name, amount=debt.amount)
            return words, "usual", partial(self._raise_for, debt.who)
        if game.queue:
            words = tr("Auction next: {deed}", deed=game.queue[0][1])
            return words, "usual", self._auction_next
        if game.wishes:
            wish = game.wishes[0]
            words = tr("{who} asks for {amount}", who=wish.name, amount=wish.amount)
            return words, "usual", self._answer_wish
        if game.wanted:
            return tr("Auction a building"), "usual", self._auction_piece
        if stuck is not None:
            return theme.say(stuck.corner.out), "usual", self.open_jail
        done = game.landed and not game.again
        return tr("End turn"), "usual" if done else "plain", self.next_player

    def _open_words(self, game: GameView) -> str:
        opened = game.opened
        assert opened is not None
        tile = game.tile(opened.pos)
        if opened.kind == "buy" and tile is not None:
            return str(theme.tr("Buy {deed}?", deed=tile.name))
        if task := self.shell.task_page(opened.kind):
            return str(theme.tr(task.prompt))
        if opened.kind == "rent":
            return str(theme.tr("Rent: {amount}", amount=opened.amount))
        return str(theme.tr("Tax: {amount}", amount=opened.amount))

    def _go(self, page_id: str) -> Callable[[str], object]:
        return lambda _press_id: self.shell.open(page_id)

    def next_player(self, press_id: str) -> None:
        """The turn is over."""
        again = self.game is not None and self.game.again
        self.ask(EndTurn(confirm=again), press_id)

    def _raise_for(self, who: str, _press_id: str) -> None:
        page = self.shell.open("raise")
        page.about(who)

    def _auction_next(self, press_id: str) -> None:
        self.ask(Auction(), press_id, lambda _: self.shell.open("auction"))

    def _auction_piece(self, press_id: str) -> None:
        if self.game is not None and self.game.wanted:
            request = Auction(piece=self.game.wanted[0])
            self.ask(request, press_id, lambda _: self.shell.open("auction"))

    def _answer_wish(self, _press_id: str) -> None:
        if self.game is not None:
            self.shell.open_sheet(WishSheet(self, self.game.wishes[0]))

    def open_jail(self, _press_id: str) -> None:
        """The ways out for the player who is up."""
        if self.game is not None:
            seat = self.game.seat(self.game.turn)
            if seat is not None:
                self.shell.open_sheet(JailSheet(self, self.game, seat))
