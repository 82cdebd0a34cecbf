"""What a session needs of a bank, and the bank of a table without a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from companion.core.errors import Refused
from companion.faces.views import ShellView, Text
from companion.session.commit import Answer, CommitQueue, Told
from companion.session.unit_state import UnitState
from companion.unit.unit import Event

if TYPE_CHECKING:
    # The engine is loaded with the first game, not with the trading unit.
    from companion.core.game import Game
    from companion.core.requests import Request

NO_GAME = Refused("no_game", "There is no game on the table.", "Start one, or open one.")


class BankPort(Protocol):
    """The game's side of a session; every method runs on the session's thread."""

    @property
    def game(self) -> Game | None:
        """The game on the table."""

    def ask(self, request: Request, told: Told) -> None:
        """Propose ``request``, or answer a question at once."""

    def undo_or_redo(self, name: str, told: Told) -> None:
        """One step back ("undo") or forth ("redo")."""

    def auction_key(self, at: int) -> None:
        """Auction was pressed at play time ``at``."""

    def auction_held(self, at: int) -> None:
        """Auction was held for a second at ``at``."""

    def cancel(self) -> None:
        """The auction is cancelled on the screen."""

    def tick(self) -> None:
        """Propose what the time has done."""

    def wait_ms(self) -> int | None:
        """How long until ``tick`` has something to do; None = for ever."""

    def follow(self) -> None:
        """An entry was applied."""

    def player(self) -> str:
        """Whose turn it is, "" when nobody's."""

    def subject(self) -> str:
        """What is auctioned, "" when nothing is."""

    def shell(self, shell: ShellView, title: str) -> ShellView:
        """The top bar with what the game adds."""

    def words(self, refused: Refused) -> Text:
        """What is wrong and what to do, for the catalogue."""

    def view(self) -> object | None:
        """The table as the screens show it."""


MakeBank: TypeAlias = Callable[[CommitQueue, UnitState], BankPort]


class NullBank:
    """The trading unit alone."""

    game = None

    def __init__(self, commits: CommitQueue, unit_state: UnitState) -> None:
        self._unit_state = unit_state

    def ask(self, request: Request, told: Told) -> None:
        """There is nobody to ask."""
        told(Answer(refused=NO_GAME))

    def undo_or_redo(self, name: str, told: Told) -> None:
        """There is nothing to undo."""
        told(Answer(refused=NO_GAME))

    def auction_key(self, at: int) -> None:
        """The light alone."""
        self._unit_state.event(Event.AUCTION, at)

    def auction_held(self, at: int) -> None:
        """The light goes out."""
        self._unit_state.event(Event.AUCTION_HELD, at)

    def cancel(self) -> None:
        """Void."""
        self._unit_state.void()

    def tick(self) -> None:
        """Time does nothing here."""

    def wait_ms(self) -> int | None:
        """See ``tick``."""
        return None

    def follow(self) -> None:
        """The unit's own entries change nothing else."""

    def player(self) -> str:
        """Nobody's turn."""
        return ""

    def subject(self) -> str:
        """Nothing known of."""
        return ""

    def shell(self, shell: ShellView, title: str) -> ShellView:
        """The unit's own bar."""
        return shell

    def words(self, refused: Refused) -> Text:
        """Two sentences, each of them a text of the catalogue."""
        facts = tuple(refused.facts.items())
        reason, remedy = (
            Text(part, facts) for part in (refused.reason_template, refused.remedy_template)
        )
        if not remedy:
            return reason
        return Text("{reason} {remedy}", (("reason", reason), ("remedy", remedy)))

    def view(self) -> Any:
        """No table."""
        return None
