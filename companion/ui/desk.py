"""What the screens see of the rest of the program: one small object, handed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.faces.views import View
from companion.panels.panel import Key


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


class Desk(Protocol):
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
        """``cancel``, ``pause``, ``resume``, ``undo``, ``redo`` or ``mute``."""

    def ask(self, request: Any, press_id: str, answer: Callable[[Any], None]) -> None:
        """Ask the bank; ``answer`` is called with what came of it, from the session's thread."""

    def change_setting(self, name: str, value: object) -> str:
        """Change a setting; "" when done, else one sentence saying why not."""
