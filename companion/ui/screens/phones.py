"""Phones at the table: on and off, the code to scan, who sits where, and what phones may do."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.faces.table import GameView
from companion.faces.views import View
from companion.phones.rights import LEVELS
from companion.phones.view import Desk
from companion.ui.bankpage import on_screen
from companion.ui.pages import Page
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Card, Choice

LOOK_S = 5
"""How often the code is looked at anew while it is shown."""
QUIET = 4
"""White squares around a code, as its standard wants (ISO/IEC 18004)."""
_LEVEL_WORDS = ("Look only", "Answer and bid", "Act in own turn")


def _unseen(_desk: Desk) -> None:
    """Another page is open."""


class Code(Widget):
    """A QR code of ``text``, black on white."""

    text = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        later = Clock.create_trigger(self._draw, -1)
        for name in ("text", "pos", "size"):
            self.fbind(name, lambda *_: later())

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.text:
            return
        import segno

        rows = segno.make(self.text, error="m", micro=False).matrix
        dot = int(min(self.size) // (len(rows) + 2 * QUIET))
        edge = dot * (len(rows) + 2 * QUIET)
        left, top = int(self.center_x - edge / 2), int(self.center_y + edge / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(left, top - edge), size=(edge, edge))
            Color(0, 0, 0, 1)
            for y, row in enumerate(rows, QUIET + 1):
                for x, dark in enumerate(row, QUIET):
                    if dark:
                        Rectangle(pos=(left + x * dot, top - y * dot), size=(dot, dot))


class PhoneSeat(Card):
    """A seat and how many phones it has."""

    letter = StringProperty("")
    name = StringProperty("")
    phones = NumericProperty(0)
    asks = NumericProperty(0)
    """The number of a phone that asks for this seat, 0 for none."""


class PhonesPage(Page):
    """Shows what the phones' desk last said."""

    on = BooleanProperty(False)
    has_game = BooleanProperty(False)
    url = StringProperty("")
    code = StringProperty("")
    levels = ListProperty([])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._tick = Clock.create_trigger(self._look, LOOK_S)
        self._level: Choice = self.ids.level
        self._level.bind(on_choose=lambda _, level: self.frontend.phones.set_level(level))

    def show(self, view: View) -> None:
        """Look at the phones when the page comes up, and at the seats of the game."""
        self.has_game = isinstance(view.game, GameView)
        self.frontend.phones.watch = on_screen(self._drawn)
        self._level.options = [(one, theme.tr(words)) for one, words in
                               zip(LEVELS, _LEVEL_WORDS, strict=True)]  # fmt: skip
        self._drawn(self.frontend.phones.desk)
        self._tick()

    def leave(self) -> None:
        """Nothing is looked at any more."""
        self._tick.cancel()
        self.frontend.phones.watch = _unseen

    def switch(self, on: bool) -> None:
        """Let phones in, or shut them out."""
        phones = self.frontend.phones
        if on:
            fault = phones.switch_on()
            self.shell.tell(fault)
            if fault:
                return
        else:
            phones.switch_off()
        self.frontend.change_setting("phones", on)
        self._drawn(phones.desk)

    def answer(self, row: PhoneSeat, yes: bool) -> None:
        """The table's word to a phone that asks for this seat."""
        self.frontend.phones.answer(int(row.asks), yes)

    def take_back(self, row: PhoneSeat) -> None:
        """No phone sits there any more."""
        self.frontend.phones.take_back(row.letter)

    def _look(self, *_: object) -> None:
        self.frontend.phones.fresh_code()
        self._tick()

    def _drawn(self, desk: Desk) -> None:
        urls = self.frontend.phones.urls
        self.on = bool(urls)
        self.url = urls[0] if urls else ""
        self.code = f"{self.url}#code={desk.code}" if urls and desk.code else ""
        self._level.value = desk.level
        game: Any = self.frontend.view.game
        names = {seat.letter: seat.name for seat in getattr(game, "seats", ())}
        asking = {one.letter: one.number for one in desk.asking}
        rows = self.ids.rows.rows
        rows.clear_widgets()
        for letter, n in desk.phones if self.on else ():
            row = PhoneSeat(
                letter=letter, name=names.get(letter, letter), phones=n, asks=asking.get(letter, 0)
            )
            row.ids.yes.bind(on_tap=partial(self._tap, row, True))
            row.ids.no.bind(on_tap=partial(self._tap, row, False))
            rows.add_widget(row)

    def _tap(self, row: PhoneSeat, yes: bool, _button: object) -> None:
        if row.asks:
            self.answer(row, yes)
        elif not yes:
            self.take_back(row)


load_kv(Path(__file__).with_name("phones.kv"))
