"""What the screens see of the rest of the program: one small object, handed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    # The first frame must not wait for an engine that only a game needs.
    from companion.core.edition import Edition
    from companion.core.game import Game
    from companion.core.requests import Request
    from companion.faces.stick import StickView
    from companion.faces.views import View
    from companion.panels.panel import Key
    from companion.session.commit import Answer
    from companion.storage.library import GameInfo, NewGame

T = TypeVar("T")


class Preferences(Protocol):
    """The settings a screen reads; frozen, a change makes a new one."""

    @property
    def language(self) -> str: ...
    @property
    def rotation(self) -> int: ...
    @property
    def mute(self) -> bool: ...
    @property
    def motion(self) -> bool: ...
    @property
    def blank_min(self) -> int: ...
    @property
    def brightness(self) -> int: ...
    @property
    def pin(self) -> str: ...


class Stick(Protocol):
    """A USB stick as the touchscreen knows it; see ``Frontend``."""

    def look(self, answer: Callable[[StickView], None]) -> None:
        """What lies on the stick; an empty view where there is none."""

    def save(self, game_id: str, answer: Callable[[str], None]) -> None:
        """Write a game to the stick, all games for ""; one sentence that says what came of it."""

    def take(self, path: str, answer: Callable[[str], None]) -> None:
        """Take a game of the stick into the list; "" or one sentence."""


class Frontend(Protocol):
    """The session as the touchscreen knows it. Every method returns at once, on any thread.

    ``press_id`` names one touch of a finger: however often the same id arrives, it counts once.
    """

    @property
    def view(self) -> View:
        """The newest view."""

    @property
    def settings(self) -> Preferences:
        """The settings as they are now; a change shows here at once."""

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Have ``callback`` called with every new view, from the session's thread.

        Returns what ends the subscription.
        """

    def touch(self, key: Key, down: bool, press_id: str) -> None:
        """One of the two unit buttons on the screen was touched or let go."""

    def command(self, name: str, press_id: str) -> None:
        """``cancel``, ``pause``, ``resume``, ``undo``, ``redo``, ``stay`` (do not switch the box
        off) or ``mute``."""

    def ask(self, request: Request, press_id: str, answer: Callable[[Answer], None]) -> None:
        """Ask the bank; ``answer`` is called with what came of it, from the session's thread.

        ``press_id`` becomes the id of ``request``.
        """

    def look(self, face: Callable[[Game, int], T], answer: Callable[[T], None]) -> None:
        """Run a pure ``face`` on the live game in the session's thread.

        None without a game, or where ``face`` does not suit the game that came meanwhile.
        """

    @property
    def editions(self) -> tuple[Edition, ...]:
        """Every printing that can be played."""

    @property
    def open_id(self) -> str:
        """The id of the game on the table, "" for none."""

    def games(self, answer: Callable[[tuple[GameInfo, ...]], None]) -> None:
        """The games in the data folder, last played first."""

    def new_game(self, setup: NewGame, answer: Callable[[str], None]) -> None:
        """Start a game and put it on the table; "" or one sentence."""

    def open_game(self, game_id: str, answer: Callable[[str], None]) -> None:
        """Go on with a game; "" or one sentence."""

    def close_game(self, answer: Callable[[str], None]) -> None:
        """Put the game on the table away; it stays in the list. "" or one sentence."""

    def rename_game(self, game_id: str, title: str, answer: Callable[[str], None]) -> None:
        """Give a game another title; "" or one sentence."""

    def delete_game(self, game_id: str, answer: Callable[[str], None]) -> None:
        """Delete a game for good; "" or one sentence."""

    def export(self, file_format: str, answer: Callable[[str], None]) -> None:
        """Write the game as "jsonl", "csv" or "beancount"; a sentence saying where, or why not."""

    @property
    def stick(self) -> Stick:
        """The USB stick."""

    def change_setting(self, name: str, value: object) -> str:
        """Change a setting; "" when done, else one sentence saying why not."""
