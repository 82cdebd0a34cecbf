"""Standings: net worth over time as a picture, the ranking with its parts, the end of a game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothLine
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.core.entry import Entry
from companion.core.game import Game
from companion.core.requests import Finish, Option
from companion.faces.standings import (
    SCALE,
    Chart,
    History,
    Standing,
    StandingsView,
    standings_view,
)
from companion.ui.bankpage import BankPage
from companion.ui.dashes import RHYTHMS, strokes
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Card, Confirm, Sheet, Words

SETUP_PAGE = "setup"
CHUNK = 400
"""Entries read for the picture between two frames."""
MARGIN, LEFT, LOW = 14, 56, 28
"""Design pixels above the picture, on its left for the amounts, below it for the times."""
GAP, ROOM = 6, 406
"""Design pixels between two players of the ranking, and for all of them."""

Looked = tuple[StandingsView, Game, int, tuple[Entry, ...]]
"""The ranking, the game, and its entries from a place on."""


class Picture(RelativeLayout):
    """The lines of a Chart, each in its seat's rhythm with its sign at the end."""

    chart = ObjectProperty(Chart())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._strokes = InstructionGroup()
        self.canvas.add(self._strokes)
        self._later = Clock.create_trigger(self._draw, -1)
        for name in ("chart", "size"):
            self.fbind(name, self._later)
        theme.bind(u=self._soon, language=self._soon)

    def _soon(self, *_: object) -> None:
        self._later()

    def _draw(self, *_: object) -> None:
        u = theme.u
        left, low = LEFT * u, LOW * u
        wide, high = self.width - left - 34 * u, self.height - low - MARGIN * u
        self.clear_widgets()
        self._strokes.clear()
        self._strokes.add(Color(*theme.line))
        self._times(left, wide)
        for tick in self.chart.ticks:
            y = low + tick.y * high / SCALE
            line = SmoothLine(points=[left, y, left + wide, y], width=max(1.01, u * 0.6))
            self._strokes.add(line)
            label = TickLabel(text=money(tick.amount), pos=(6 * u, y - 9 * u))
            label.size = ((LEFT - 12) * u, 18 * u)
            self.add_widget(label)
        ends = [low + points[-1][1] * high / SCALE for _, points in self.chart.lines]
        for (seat, points), end in zip(self.chart.lines, self._apart(ends), strict=True):
            flat = [part for x, y in points
                    for part in (left + x * wide / SCALE, low + y * high / SCALE)]  # fmt: skip
            self._strokes.add(Color(*theme.seat(seat)))
            if len(points) > 1:
                for part in strokes(flat, [length * u for length in RHYTHMS[seat]]):
                    self._strokes.add(SmoothLine(points=part, width=u * 1.3))
            radius = 8 * u
            x = left + wide + 16 * u
            self._strokes.add(
                SmoothEllipse(pos=(x - radius, end - radius), size=(radius * 2, radius * 2))
            )
            mark = EndLabel(text=theme.signs.get(seat, seat), pos=(x - radius, end - radius))
            mark.size = (radius * 2, radius * 2)
            self.add_widget(mark)

    def _times(self, left: float, wide: float) -> None:
        """When the picture begins and ends."""
        size = (48 * theme.u, 16 * theme.u)
        for words, x, side in (
            (self.chart.start, left, "left"),
            (self.chart.end, left + wide - size[0], "right"),
        ):
            label = TickLabel(text=words, pos=(x, 3 * theme.u), halign=side)
            label.size = size
            self.add_widget(label)

    def _apart(self, ends: list[float]) -> list[float]:
        """Heights for the letters: in the lines' order, none over another, all inside."""
        step = 17 * theme.u
        order = sorted(range(len(ends)), key=lambda n: -ends[n])
        places = [0.0] * len(ends)
        above = self.height + step / 2
        for n in order:
            places[n] = above = min(ends[n], above - step)
        below = -step / 2
        for n in reversed(order):
            places[n] = below = max(places[n], below + step)
        return places


class TickLabel(Words):
    """The amount a line across stands for."""


class EndLabel(Words):
    """A seat's sign at the end of its line."""


class StandingCard(Card):
    """One player's rank, worth and its parts."""

    letter = StringProperty("")
    name = StringProperty("")
    rank = NumericProperty(0)
    total = StringProperty("")
    parts = StringProperty("")
    wins = BooleanProperty(False)
    out = BooleanProperty(False)
    tall = NumericProperty(70)


class StandingsPage(BankPage):
    """The ranking at once; the picture as fast as the entries can be read, between frames."""

    title = StringProperty("")
    why = StringProperty("")
    ended = BooleanProperty(False)
    limit_words = StringProperty("")
    timed = BooleanProperty(True)
    list_height = NumericProperty(0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ids.rows.rows.fbind("height", self.setter("list_height"))
        self._history: History | None = None
        self._game: Game | None = None
        self._entries: tuple[Entry, ...] = ()
        self._view: StandingsView | None = None
        self._reading = Clock.create_trigger(self._read, 0)

    def leave(self) -> None:
        """Nothing is read while it cannot be seen."""
        super().leave()
        self._reading.cancel()

    def refresh(self) -> None:
        """The ranking now, and the entries the picture does not have yet."""
        known = len(self._history) if self._history else 0
        before = self._game

        def face(game: Game, now: int) -> Looked:
            start = known if game is before else 0
            return standings_view(game, now), game, start, tuple(game.book.entries[start:])

        self.look(face, self._looked)

    def ask_finish(self) -> None:
        """Ask, then end the game and count."""
        sheet = Confirm(
            title=theme.tr("End the game?"),
            question=theme.tr("Everybody's cash, deeds and buildings are counted. Undo plays on."),
            yes=theme.tr("End the game"),
            yes_kind="usual",
        )
        yes = sheet.ids.yes
        sheet.bind(on_agreed=lambda _: self.ask(Finish(), yes.press_id))
        self.shell.open_sheet(sheet)

    def open_limit(self) -> None:
        """Ask for another length."""
        if self._view is not None:
            self.shell.open_sheet(LimitSheet(self, self._view))

    def set_limit(self, minutes: int, press_id: str) -> None:
        """The game lasts ``minutes`` in all; 0 to the end."""
        self.shell.close_sheets()
        self.ask(Option(name="time_limit_min", value=minutes), press_id)

    def play_on(self, press_id: str) -> None:
        """Take the end back."""
        self.shell.command("undo", press_id)

    def _looked(self, looked: Looked) -> None:
        view, game, start, entries = looked
        if game is not self._game or self._history is None:
            self._game, self._history = game, History(game.rules)
        self._entries = entries[len(self._history) - start :]
        self._draw(view)
        self._read()

    def _read(self, *_: object) -> None:
        if self._history is None:
            return
        self._history.feed(self._entries[:CHUNK])
        self._entries = self._entries[CHUNK:]
        if self._entries:
            self._reading()
        else:
            self.ids.picture.chart = self._history.chart()

    def _draw(self, view: StandingsView) -> None:
        self._view = view
        self.ended = view.ended
        self.title = theme.say(view.title) if view.ended else theme.tr("Net worth")
        self.why = theme.say(view.why)
        self.timed = view.timed
        self.limit_words = (
            theme.tr("{left} minutes left", left=view.left)
            if view.limit
            else theme.tr("No time limit")
        )
        rows = self.ids.rows.rows
        rows.clear_widgets()
        rows.spacing = GAP * theme.u
        tall = min(70, (ROOM + GAP) / len(view.rows) - GAP)
        for standing in view.rows:
            rows.add_widget(self._card(standing, tall))

    def _card(self, standing: Standing, tall: float) -> StandingCard:
        return StandingCard(
            letter=standing.letter,
            name=standing.name,
            rank=standing.rank,
            total=money(standing.total),
            parts=theme.say(standing.parts),
            wins=standing.wins,
            out=standing.out,
            tall=tall,
        )


class LimitSheet(Sheet):
    """How long the game lasts in all."""

    def __init__(self, page: StandingsPage, view: StandingsView) -> None:
        super().__init__(title=theme.tr("How long does the game last in all?"))
        for length in view.lengths:
            kind = "chosen" if length.chosen else "plain"
            button = BigButton(text=theme.tr(length.label), kind=kind)
            button.bind(on_tap=partial(self._take, page, length.minutes))
            self.ids.lengths.add_widget(button)

    def _take(self, page: StandingsPage, minutes: int, button: BigButton) -> None:
        page.set_limit(minutes, button.press_id)


load_kv(Path(__file__).with_name("standings.kv"))
