"""What the bank's pages share: looking at the game, asking the bank, telling what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kivy.clock import Clock

from companion.core.game import Game
from companion.core.requests import Request
from companion.faces.money import refusal
from companion.faces.views import View
from companion.session.commit import Answer
from companion.ui.pages import Page
from companion.ui.theme import theme

T = TypeVar("T")


def on_screen(callback: Callable[[T], None]) -> Callable[[T], None]:
    """``callback`` so that any thread may call it: it runs in Kivy's, before the next frame."""

    def later(value: T) -> None:
        Clock.schedule_once(lambda _: callback(value), -1)

    return later


class BankPage(Page):
    """A page about the game on the table: looks anew only when something was booked."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seen: object | None = None
        self._spoken = ""
        self._looks = 0

    def show(self, view: View) -> None:
        """Look at the game if it, or the language, is another one than last time."""
        if view.game is not self._seen or theme.language.code != self._spoken:
            self._seen, self._spoken = view.game, theme.language.code
            self.refresh()

    def leave(self) -> None:
        """What comes back later is looked at anew, and what is on its way no longer counts."""
        self._seen = None
        self._looks += 1

    def refresh(self) -> None:
        """Look at the game and draw it."""

    def home(self) -> Page:
        """What comes next: the question the game asks, else the table."""
        asked = getattr(self.frontend.view.game, "asked", None)
        return self.shell.open("ask" if asked is not None and asked.must else "table")

    def look(self, face: Callable[[Game, int], T], draw: Callable[[T], None]) -> None:
        """Have ``face`` run on the game and ``draw`` show it, unless a newer look overtakes.

        Nothing is drawn when the game was put away meanwhile.
        """
        self._looks += 1
        mine = self._looks

        def drawn(seen: T | None) -> None:
            if mine == self._looks and seen is not None:
                draw(seen)

        self.frontend.look(face, on_screen(drawn))

    def look_closer(self, face: Callable[[Game, int], T], draw: Callable[[T], None]) -> None:
        """Look at one thing beside what the page shows, for a sheet."""

        def drawn(seen: T | None) -> None:
            if seen is not None and self.shell.page is self:
                draw(seen)

        self.frontend.look(face, on_screen(drawn))

    def ask(
        self,
        request: Request,
        press_id: str,
        then: Callable[[Answer], object] = lambda _answer: None,
        refused: Callable[[Answer], object] = lambda _answer: None,
    ) -> None:
        """Ask the bank; ``then`` comes only after a yes, ``refused`` after the sentence why not."""

        def answered(answer: Answer) -> None:
            self.shell.guard.booked(press_id, self.shell.now())
            if answer.refused is not None:
                self.shell.tell(
                    refused_words(answer, getattr(self.frontend.view.game, "short", False))
                )
                refused(answer)
            else:
                self.shell.tell("")
                then(answer)

        self.shell.guard.books(press_id, self.shell.now())
        self.frontend.ask(request, press_id, on_screen(answered))


def refused_words(answer: Answer, short: bool) -> str:
    """What is wrong and what to do, in the table's language."""
    if answer.refused is None:
        return ""
    return " ".join(filter(None, (theme.say(text) for text in refusal(answer.refused, short))))
