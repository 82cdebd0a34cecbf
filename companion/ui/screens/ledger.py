"""The ledger: every entry in plain words, by seat, and the way to correct or export them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.core.book import BANK
from companion.core.game import Game
from companion.faces.ledger import ALL, EntryRow, Index, Window
from companion.faces.mending import detail
from companion.ui.bankpage import BankPage, on_screen
from companion.ui.measure import on_two_lines
from companion.ui.rowwindow import RowWindow
from companion.ui.screens.mending import EntrySheet
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet, TapCard

FORMATS = (
    ("jsonl", "Whole game", "to read in again, here or elsewhere"),
    ("csv", "Spreadsheet", "turn, player, cash, worth"),
    ("beancount", "Account book", "for bookkeeping, with beancount"),
)
STICK_PAGE = "stick"


class FilterButton(BigButton):
    """Everything, one player, or the bank."""

    seat = StringProperty("")
    says = StringProperty("")


class LedgerRow(TapCard):
    """One entry; struck through where it was undone or taken back."""

    clock_words = StringProperty("")
    seat = StringProperty("")
    source = StringProperty("")
    target = StringProperty("")
    what = StringProperty("")
    amount = StringProperty("")
    void = BooleanProperty(False)
    number = -1


class LedgerPage(BankPage):
    """Rows come in as they are scrolled to; a new entry only touches what is in sight."""

    details = BooleanProperty(False)
    """Whether moves and turns are shown too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._index = Index()
        self._rows: dict[int, EntryRow] = {}
        self.seat = ALL
        self.list = RowWindow(self._make, self._fill, self._fetch, row_height=62)
        self.ids.place.add_widget(self.list)

    def refresh(self) -> None:
        """Something was booked: the filters' names and the rows in sight."""
        self._filters()
        self._fetch(*self.list.span)

    def choose(self, seat: str, *_: object) -> None:
        """Only entries about ``seat``."""
        self.seat = seat
        self._rows = {}
        self.list.to_top()
        self.refresh()

    def show_details(self) -> None:
        """Moves and turns as well, or only what people ask for."""
        self.details = not self.details
        self.choose(self.seat)

    def open_row(self, row: LedgerRow) -> None:
        """Show everything about an entry."""
        number = row.number
        self.look_closer(
            lambda game, now: detail(game, now, number),
            lambda entry: self.shell.open_sheet(EntrySheet(self, entry)),
        )

    def open_export(self) -> None:
        """Ask for the format."""
        self.shell.open_sheet(ExportSheet(self))

    def export(self, file_format: str) -> None:
        """Write the file; tell where it is."""
        self.frontend.export(file_format, on_screen(self.shell.tell))

    def _fetch(self, first: int, count: int) -> None:
        seat, index, details = self.seat, self._index, self.details

        def face(game: Game, _now: int) -> Window:
            return index.window(game, seat, max(0, first), max(24, count), details)

        self.look(face, self._draw)

    def _draw(self, window: Window) -> None:
        self._rows = {window.first + place: row for place, row in enumerate(window.rows)}
        self.list.total = window.total
        self.list.refill()

    def _make(self) -> LedgerRow:
        row = LedgerRow()
        row.bind(on_tap=self.open_row)
        return row

    def _fill(self, row: LedgerRow, n: int) -> bool:
        entry = self._rows.get(n)
        if entry is None:
            return False
        row.number = entry.number
        row.clock_words = entry.clock
        row.seat = entry.seat
        row.source, row.target = theme.say(entry.source), theme.say(entry.target)
        row.what = theme.say(entry.what)
        row.amount = theme.language.amount(entry.amount) if entry.amount else ""
        row.void = entry.void
        return True

    def _filters(self) -> None:
        box = self.ids.filters
        seats: Any = getattr(self.frontend.view.game, "seats", ())
        wanted = [(ALL, theme.tr("All")), *((seat.letter, seat.name) for seat in seats)]
        wanted.append((BANK, theme.tr("Bank")))
        if self.seat not in dict(wanted):
            self.seat = ALL
        if [(button.seat, button.says) for button in reversed(box.children)] != wanted:
            box.clear_widgets()
            for seat, words in wanted:
                button = FilterButton(seat=seat, says=words, text=on_two_lines(words, 68))
                button.bind(on_tap=partial(self.choose, seat))
                box.add_widget(button)
        for button in box.children:
            button.kind = "chosen" if button.seat == self.seat else "plain"


class FormatButton(BigButton):
    """One kind of file."""


class ExportSheet(Sheet):
    """Which file to write."""

    def __init__(self, page: LedgerPage) -> None:
        super().__init__(title=theme.tr("Write the game to a file"))
        stick = FormatButton(
            text=theme.tr("To a USB stick"), under=theme.tr("whole game and spreadsheet")
        )
        stick.bind(on_tap=lambda _: page.shell.open(STICK_PAGE))
        self.ids.formats.add_widget(stick)
        for file_format, words, under in FORMATS:
            button = FormatButton(text=theme.tr(words), under=theme.tr(under))
            button.bind(on_tap=partial(self._write, page, file_format))
            self.ids.formats.add_widget(button)

    def _write(self, page: LedgerPage, file_format: str, _button: BigButton) -> None:
        self.close()
        page.export(file_format)


load_kv(Path(__file__).with_name("ledger.kv"))
