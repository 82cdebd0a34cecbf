"""The USB stick: the games are written to it, and games that lie on it are taken in."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty

from companion.faces.views import View
from companion.storage.library import GameInfo, StickView
from companion.ui.bankpage import on_screen
from companion.ui.pages import Page
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Card

GAMES_PAGE = "games"
LOOK_S = 2
"""How often a stick is looked for while this page is open and there is none."""


class StickRow(Card):
    """A game on the stick."""

    title = StringProperty("")
    under = StringProperty("")
    broken = BooleanProperty(False)


class StickPage(Page):
    """Looks for a stick as long as none is there; what is on it is read once."""

    has_game = BooleanProperty(False)
    ready = BooleanProperty(False)
    busy = BooleanProperty(False)
    head = StringProperty("")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seen = StickView()
        self._open = False
        self._again = Clock.create_trigger(self._look, LOOK_S)
        theme.bind(language=self._draw)
        self._draw()

    def show(self, view: View) -> None:
        """Look for a stick when the page comes up."""
        self.has_game = view.game is not None
        if not self._open:
            self._open = True
            self._look()

    def leave(self) -> None:
        """Nothing is looked for any more."""
        self._open = False
        self._again.cancel()

    def save(self, all_games: bool) -> None:
        """Write all games to the stick, or the one on the table."""
        if not self.busy:
            self.busy = True
            game_id = "" if all_games else self.frontend.open_id
            self.frontend.stick.save(game_id, on_screen(self._saved))

    def take(self, file: GameInfo, *_: object) -> None:
        """Take a game of the stick into the list."""
        if not self.busy:
            self.busy = True
            self.frontend.stick.take(file.id, on_screen(self._taken))

    def _look(self, *_: object) -> None:
        self.frontend.stick.look(on_screen(self._looked))

    def _looked(self, found: StickView) -> None:
        if found != self._seen:
            self._seen = found
            self._draw()
        if self._open and not found.name:
            self._again()

    def _saved(self, sentence: str) -> None:
        self.busy = False
        self.shell.tell(sentence)
        self._look()

    def _taken(self, fault: str) -> None:
        self.busy = False
        if fault:
            self.shell.tell(fault)
            self._look()
        else:
            self.shell.open(GAMES_PAGE)

    def _draw(self, *_: object) -> None:
        found = self._seen
        self.ready = bool(found.name)
        self.head = (
            theme.tr("{stick}: {n} MB free", stick=found.name, n=found.free_mb)
            if found.name
            else theme.language.translated(found.said)
        )
        rows = self.ids.rows.rows
        rows.clear_widgets()
        for file in found.files:
            parts = [theme.tr(file.edition), ", ".join(file.players)]
            row = StickRow(
                title=theme.tr(file.title),
                under=theme.language.translated(file.broken)
                or " · ".join(part for part in parts if part),
                broken=bool(file.broken),
            )
            row.ids.take.bind(on_tap=partial(self.take, file))
            rows.add_widget(row)


load_kv(Path(__file__).with_name("stick.kv"))
