"""What the bars and the pages ask of the shell they are in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from companion.faces.views import Text
from companion.session.frontend import Frontend
from companion.storage.settings import Settings
from companion.ui.guard import TouchGuard


class Host(Protocol):
    """Opens pages and sheets, tells sentences, passes commands on; ``shell.Shell`` is one."""

    frontend: Frontend
    guard: TouchGuard
    now: Callable[[], int]
    page: Any
    """The page that is open, or None."""

    def open(self, page_id: str) -> Any:
        """Go to a page, and return it. KeyError for one that is not registered."""

    def task_page(self, task: object) -> Any:
        """The registered page where a space's task is done, or None."""

    def open_menu(self) -> None:
        """Open the menu in place of any other sheet."""

    def open_sheet(self, sheet: Any) -> None:
        """Lay ``sheet`` over the page; its ``close`` takes it away again."""

    def close_sheets(self) -> None:
        """Take every open sheet away."""

    def tell(self, sentence: str, stays: bool = False) -> None:
        """Show a sentence in the table's language; "" takes the last away."""

    def say(self, text: Text, stays: bool = False) -> None:
        """The same of a face's sentence."""

    def command(self, name: str, press_id: str) -> None:
        """Pass a command of the session on; its key then rests a moment."""

    def apply(self, settings: Settings) -> None:
        """Take over settings at run time."""
