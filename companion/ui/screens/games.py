"""The games in the data folder: go on with one, give it another name, delete it after asking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.faces.views import View
from companion.storage.library import TITLE_LONGEST, GameInfo
from companion.ui.bankpage import on_screen
from companion.ui.keyboard import WordSheet
from companion.ui.pages import Page
from companion.ui.rowwindow import RowWindow
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Card, Confirm

SETUP_PAGE, TABLE_PAGE = "setup", "table"
ROW, TALL_ROW = 82, 138
"""Design pixels from one game to the next, lying and standing."""
CLOCK_SET = 2024
"""A computer that believes in an earlier year has no clock that runs, and its day says nothing."""


class GameRow(Card):
    """One game: what it is called, who plays, and what can be done with it."""

    title = StringProperty("")
    under = StringProperty("")
    go_words = StringProperty("")
    kind = StringProperty("plain")
    broken = BooleanProperty(False)
    info = GameInfo("", "")


class GamesPage(Page):
    """Shows the list anew whenever it is opened or changed."""

    empty = StringProperty("")
    has_game = BooleanProperty(False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._open = False
        self._infos: tuple[GameInfo, ...] = ()
        self.list = RowWindow(self._make, self._fill, lambda _first, _count: None)
        self.ids.place.add_widget(self.list)
        theme.bind(portrait=self._draw)
        theme.bind(language=self._draw)

    def show(self, view: View) -> None:
        """Ask for the list when the page comes up."""
        self.has_game = view.game is not None
        if not self._open:
            self._open = True
            self.reload()

    def leave(self) -> None:
        """The list may be another one next time."""
        self._open = False

    def reload(self) -> None:
        """Ask for the list."""
        self.frontend.games(on_screen(self._listed))

    def put_away(self) -> None:
        """Take the game off the table; it stays in the list."""
        self.frontend.close_game(on_screen(self._changed))

    def go_on(self, info: GameInfo) -> None:
        """Put a game on the table, or go to the one that lies there."""
        if self._lies_there(info):
            self.shell.open(TABLE_PAGE)
            return
        self.frontend.open_game(info.id, on_screen(self._opened))

    def rename(self, info: GameInfo) -> None:
        """Ask for another name."""
        before = theme.tr(info.title)
        sheet = WordSheet(title=theme.tr("Name of the game"), text=before, longest=TITLE_LONGEST)

        def named(_sheet: WordSheet, words: str) -> None:
            # A usual title is kept as it is, so that it speaks the table's language.
            if words != before:
                self.frontend.rename_game(info.id, words, on_screen(self._changed))

        sheet.bind(on_words=named)
        self.shell.open_sheet(sheet)

    def delete(self, info: GameInfo) -> None:
        """Ask, then delete for good; never the game on the table."""
        if self._lies_there(info):
            self.shell.tell(theme.tr("This game is on the table; put it away first."))
            return
        sheet = Confirm(
            title=theme.tr(info.title),
            question=theme.tr("This game is deleted for good; it cannot be brought back."),
            yes=theme.tr("Delete"),
        )
        sheet.bind(on_agreed=lambda _: self.frontend.delete_game(info.id, on_screen(self._changed)))
        self.shell.open_sheet(sheet)

    def _lies_there(self, info: GameInfo) -> bool:
        return self.has_game and info.id == self.frontend.open_id

    def _opened(self, fault: str) -> None:
        self.shell.tell(fault)
        if not fault:
            self.shell.open(TABLE_PAGE)

    def _changed(self, fault: str) -> None:
        self.shell.tell(fault)
        self.reload()

    def _listed(self, infos: tuple[GameInfo, ...]) -> None:
        self._infos = infos
        self._draw()

    def _draw(self, *_: object) -> None:
        self.empty = "" if self._infos else theme.tr("There are no games yet.")
        self.list.row_height = TALL_ROW if theme.portrait else ROW
        self.list.total = len(self._infos)
        self.list.refill()

    def _make(self) -> GameRow:
        row = GameRow()
        row.ids.go.bind(on_tap=lambda _: self.go_on(row.info))
        row.ids.name.bind(on_tap=lambda _: self.rename(row.info))
        row.ids.delete.bind(on_tap=lambda _: self.delete(row.info))
        return row

    def _fill(self, row: GameRow, place: int) -> bool:
        if place >= len(self._infos):
            return False
        row.info = info = self._infos[place]
        next_one = self._lies_there(info) if self.has_game else place == 0
        row.title = theme.tr(info.title)  # a usual one is the printing's label
        row.under = theme.language.translated(info.broken) or self._under(info)
        row.go_words = self._go_words(info)
        row.kind = "usual" if next_one and not info.ended and not info.broken else "plain"
        row.broken = bool(info.broken)
        return True

    def _go_words(self, info: GameInfo) -> str:
        if info.broken:
            return theme.tr("Rescue")
        if self._lies_there(info):
            return theme.tr("To the table")
        return theme.tr("Look at it") if info.ended else theme.tr("Go on")

    def _under(self, info: GameInfo) -> str:
        clock = "{}:{:02d}".format(*divmod(info.play_minutes, 60))
        edition = theme.tr(info.edition) if info.title != info.edition else ""
        parts = [edition, ", ".join(info.players), clock]
        on_table = self._lies_there(info)
        if info.day is not None and info.day.year >= CLOCK_SET and not on_table:
            year, month, day = info.day.isoformat().split("-")
            parts.append(theme.tr("on {month}/{day}/{year}", day=day, month=month, year=year))
        if info.winners:
            parts.append(theme.tr("won by {who}", who=", ".join(info.winners)))
        elif info.ended:
            parts.append(theme.tr("ended"))
        elif on_table:
            parts.append(theme.tr("on the table"))
        return " · ".join(part for part in parts if part)


class RowButton(BigButton):
    """A button at the end of a row."""


load_kv(Path(__file__).with_name("games.kv"))
