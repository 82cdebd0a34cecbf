"""The bank of a game in a session: requests become commits, the unit follows the game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from companion.core import queries, requests
from companion.core.deadlines import auction as auction_in
from companion.core.entry import Entry
from companion.core.errors import Refused
from companion.core.facts import PURCHASE, QUEUE, TURN
from companion.core.game import Game
from companion.core.requests import QUESTIONS, Request
from companion.core.trade import offers
from companion.faces.money import joined, refusal
from companion.faces.table import game_view
from companion.faces.views import ShellView, Text
from companion.session.bank import Bank, Bind, Own
from companion.session.commit import Answer, CommitQueue, OnAnswer
from companion.session.unit_state import UnitState
from companion.unit.unit import Event, Phase


class GameBank(Bank):
    """The bank of the game whose entries ``commits`` takes."""

    def __init__(self, commits: CommitQueue, unit: UnitState) -> None:
        super().__init__(commits, unit)
        assert isinstance(commits.held, Game)
        self._game: Game = commits.held
        self._view: object | None = None
        self._awaits = False
        self._viewed = -1
        self._failed_at = -1

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self._game

    # -- requests

    def request(
        self, request: Request | Mapping[str, Any], answered: OnAnswer, bind: Bind | None = None
    ) -> None:
        """Propose ``request``, or answer a question at once; as somebody's own with ``bind``."""
        game = self.game
        own: Own | None = None
        try:
            if isinstance(request, Mapping):
                request = requests.parse(request, game.rules.words)
            if bind is not None:
                own = bind(request)
                request = own.request
            if type(request) in QUESTIONS:
                answered(Answer(value=queries.answer(game, request)))
                return
        except Refused as refused:
            answered(Answer(refused=refused))
        else:
            self._commits.propose(lambda: self._asked(request, own), answered)

    def _asked(self, request: Request, own: Own | None) -> Entry:
        if own is not None:
            own.check(self.game)
        return self.game.ask(self._thrown(request), self._unit.play.now())

    def _thrown(self, request: Request) -> Request:
        """A roll without dice gets the app's own; asked for again, those it got then."""
        if not isinstance(request, requests.Roll) or request.dice:
            return request
        book = self.game.book
        known = book.find(request.id) if request.id else None
        if known is not None and known.reason == "roll":
            return requests.parse(json.loads(str(known.detail["asked"])) | {"id": request.id})
        dice, special = self.game.rules.throw(book, self._unit.randbelow)
        return structs.replace(request, dice=dice, special=special)

    def undo_or_redo(self, name: str, answered: OnAnswer) -> None:
        """One step back or forth."""
        self.request(requests.Undo() if name == "undo" else requests.Redo(), answered)

    # -- the unit's keys

    def auction_key(self, at: int) -> None:
        """Auction pressed: the deed landed on, the next in the bank's line, or the light alone."""
        game = self.game
        offer = game.book.get(PURCHASE)
        rests = self._unit.unit.phase in (Phase.IDLE, Phase.SHOWN)
        if rests and offer:
            self.request(requests.Decline(who=offer.who), _ignore)
        elif rests and game.book.get(QUEUE) is not None:
            self.request(requests.Auction(), _ignore)
        else:
            self._unit.event(Event.AUCTION, at)

    def auction_held(self, at: int, answered: OnAnswer) -> None:
        """Auction held: what the game auctions is sold, and the light goes out once that is saved.

        Nobody bought anything before; if it cannot be saved, the auction and its light go on.
        """
        if not self._lot():
            self._unit.event(Event.AUCTION_HELD, at)
        elif self._unit.may_end_early(at):
            self.request(requests.Close(), answered)

    def cancel(self) -> None:
        """Cancelled on the screen: void, whoever started it."""
        if self._lot():
            self._unit.go_on()
            self.request(requests.Cancel(), _ignore)
        else:
            self._unit.void()

    # -- time

    def tick(self) -> None:
        """Propose what the time has done to the game."""
        self._unit.end_may_move = bool((lot := self._lot()) and lot.cap and not self._commits.idle)
        game, now = self.game, self._unit.play.now()
        if not self._commits.idle or self._failed_at == now:
            return
        due = game.next_deadline()
        if due is not None and due <= now:
            self._commits.propose(lambda: game.tick(self._unit.play.now()), self._ticked)

    def wait_ms(self) -> int | None:
        """How long until the time does something to the game."""
        if self._unit.play.stopped or not self._commits.idle:
            return None
        due = self.game.next_deadline()
        now = self._unit.play.now()
        if due is None or self._failed_at == now:
            return None
        return max(0, due - now)

    def _ticked(self, answer: Answer) -> None:
        # A full disk must not be asked a thousand times in the same millisecond.
        self._failed_at = self._unit.play.now() if answer.refused else -1

    # -- the unit follows the game

    def follow(self) -> None:
        """An entry was applied: the unit shows the turn's result and the auction's light."""
        last: Entry = self.game.book.entries[-1]
        self._unit.follow(last, self._lot())

    def _lot(self) -> Any:
        return auction_in(self.game.book)

    # -- showing

    def player(self) -> str:
        """Whose turn it is, "" without a game."""
        turn = self.game.book.get(TURN)
        return self.game.rules.name(self.game.book, str(turn)) if turn else ""

    def subject(self) -> str:
        """What is auctioned, "" when nothing is."""
        lot = self._lot()
        if not lot or lot.piece:
            return ""
        return str(self.game.rules.at(self.game.book).deeds[lot.deed].name)

    def shell(self, shell: ShellView, title: str) -> ShellView:
        """The top bar with what the game adds."""
        self.view()
        return replace(
            shell,
            title=title,
            awaits=self._awaits,
            can_undo=self.game.can_undo() is not None,
            can_redo=self.game.can_redo() is not None,
        )

    def words(self, refused: Refused) -> Text:
        """What is wrong and what to do, amounts written as this edition writes them."""
        parts = refusal(refused, self.game.rules.edition.short_money)
        return joined([part for part in parts if part], " ")

    def view(self) -> object | None:
        """The table as the screens show it; made anew only when something was booked."""
        game = self.game
        if self._viewed != len(game.book):
            self._viewed = len(game.book)
            self._view = game_view(game, self._unit.play.now())
            self._awaits = bool(offers(game.book)) or game.rules.awaits(game.book)
        return self._view


def _ignore(answer: Answer) -> None:
    """A key of the unit asks for no answer; the lights give it."""
