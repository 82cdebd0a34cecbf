"""The bank in a session; this one is that of a table without a game, the trading unit alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from companion.core.errors import Refused
from companion.faces.views import ShellView, Text
from companion.session.commit import Answer, CommitQueue, OnAnswer
from companion.session.unit_state import UnitState
from companion.unit.unit import Event

if TYPE_CHECKING:
    # The engine is loaded with the first game, not with the trading unit.
    from companion.core.game import Game
    from companion.core.requests import Request


class Own(Protocol):
    """A request as somebody's own, and whether it still is when it is booked."""

    @property
    def request(self) -> Request:
        """What is asked."""

    def check(self, game: Game) -> None:
        """Raises Refused where it is another's by now."""


Bind: TypeAlias = "Callable[[Request], Own]"
"""Makes a request somebody's own. Raises Refused where it cannot be."""

NO_GAME = Refused("no_game", "There is no game on the table.", "Start one, or open one.")


class Bank:
    """The game's side of a session; every method runs on the session's thread."""

    def __init__(self, commits: CommitQueue, unit: UnitState) -> None:
        self._commits = commits
        self._unit = unit

    @property
    def game(self) -> Game | None:
        """The game on the table."""
        return None

    def request(
        self, request: Request | Mapping[str, Any], answered: OnAnswer, bind: Bind | None = None
    ) -> None:
        """Propose ``request``, or answer a question at once; as somebody's own with ``bind``."""
        answered(Answer(refused=NO_GAME))

    def undo_or_redo(self, name: str, answered: OnAnswer) -> None:
        """One step back ("undo") or forth ("redo")."""
        answered(Answer(refused=NO_GAME))

    def auction_key(self, at: int) -> None:
        """Auction was pressed at play time ``at``: the light alone."""
        self._unit.event(Event.AUCTION, at)

    def auction_held(self, at: int, answered: OnAnswer) -> None:
        """Auction was held for a second at ``at``: the light goes out."""
        self._unit.event(Event.AUCTION_HELD, at)

    def cancel(self) -> None:
        """The auction is cancelled on the screen."""
        self._unit.void()

    def tick(self) -> None:
        """Propose what the time has done."""

    def wait_ms(self) -> int | None:
        """How long until ``tick`` has something to do; None = for ever."""
        return None

    def follow(self) -> None:
        """An entry was applied."""

    def player(self) -> str:
        """Whose turn it is, "" when nobody's."""
        return ""

    def subject(self) -> str:
        """What is auctioned, "" when nothing is."""
        return ""

    def shell(self, shell: ShellView, title: str) -> ShellView:
        """The top bar with what the game adds."""
        return shell

    def words(self, refused: Refused) -> Text:
        """What is wrong and what to do, for the catalogue."""
        facts = tuple(refused.facts.items())
        reason, remedy = (
            Text(part, facts) for part in (refused.reason_template, refused.remedy_template)
        )
        if not remedy:
            return reason
        return Text("{reason} {remedy}", (("reason", reason), ("remedy", remedy)))

    def view(self) -> object | None:
        """The table as the screens show it."""
        return None


MakeBank: TypeAlias = Callable[[CommitQueue, UnitState], Bank]
