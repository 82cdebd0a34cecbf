"""A new game: which one, who plays, how long, and start; house rules on a sheet of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)
from msgspec.structs import replace

from companion.core.edition import Edition
from companion.core.requests import Correct
from companion.faces.names import played
from companion.faces.setup import (
    GameCard,
    SetupDraft,
    SetupView,
    add_seat,
    first_draft,
    ordered,
    setup_view,
    take_edition,
)
from companion.faces.views import View
from companion.storage.library import GameInfo, NewGame
from companion.ui.bankpage import on_screen
from companion.ui.guard import CAME_MS
from companion.ui.pages import Page
from companion.ui.screens.amount import AmountSheet
from companion.ui.screens.houserules import RuleRow, SeatTile, name_sheet
from companion.ui.theme import load_kv, rgba, theme
from companion.ui.widgets import BigButton, Card, Sheet, TapCard

TABLE_PAGE = "table"
_COLOURS = ("#274b97", "#66379c", "#1b6e66", "#1f6a37", "#983a35")
"""One colour per game in the order of the list; it says nothing the words do not."""


def printing(label: str) -> str:
    """Which board it is, without the game's name before it."""
    words = label.partition(", ")[2] or label
    return words[:1].upper() + words[1:]


class GameTile(TapCard):
    """A game to choose: its name and for how many players it is."""

    title = StringProperty("")
    under = StringProperty("")
    says = StringProperty("")
    chosen = BooleanProperty(False)
    colour = ColorProperty(theme.button)


class SetupPage(Page):
    """Four decisions on one screen, everything filled in; start is the yellow button."""

    start_words = StringProperty("")
    checks_words = StringProperty("")
    rules_words = StringProperty("")
    ready = BooleanProperty(False)
    games_cols = NumericProperty(5)
    seats_cols = NumericProperty(3)
    has_printings = BooleanProperty(False)
    has_lengths = BooleanProperty(True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.draft: SetupDraft | None = None
        self._seen: SetupView | None = None
        self._starting = False
        self._known: tuple[str, ...] = ()
        theme.bind(language=self._draw)
        theme.bind(portrait=self._draw)

    def show(self, view: View) -> None:
        """Fill everything in when the page comes up; a new view changes nothing here."""
        if self.draft is None:
            self.draft = first_draft(self.editions, (), self._player())
            self.frontend.games(on_screen(self._as_last))
            self._draw()
            for fault in getattr(self.frontend, "edition_faults", ())[:1]:
                self.shell.tell(fault)

    def leave(self) -> None:
        """A half-made choice stays; only the start button works again."""
        self._starting = False

    def change(self, draft: SetupDraft) -> None:
        """Show another choice."""
        self.draft = draft
        self._draw()

    def take(self, edition: str, *_: object) -> None:
        """Another game or printing."""
        assert self.draft is not None
        before = self.draft.waiting
        self.change(take_edition(self.editions, self.draft, edition, self._player()))
        if self.draft.waiting and self.draft.waiting != before:
            names = ", ".join(self.draft.waiting)
            self.shell.tell(theme.tr("This game has no seat for {names}.", names=names))

    def begin_with(self, edition: str) -> None:
        """The printing named on the command line."""
        self.take(edition)

    def take_length(self, minutes: int) -> None:
        """Another length."""
        assert self.draft is not None
        self.change(replace(self.draft, minutes=minutes))

    def edit_seat(self, place: int, *_: object) -> None:
        """Ask for the name of a seat, or add a player where there is none."""
        draft, seen = self.draft, self._seen
        assert draft is not None and seen is not None
        if place >= len(draft.names):
            self.change(add_seat(self.editions, draft, self._player()))
            return
        others = draft.names[:place] + draft.names[place + 1 :]
        sheet = name_sheet(seen.seats[place], self._known, others)
        sheet.extra = theme.tr("Remove player") if seen.can_remove else ""
        sheet.follows = place + 1 < len(draft.names)
        sheet.bind(
            on_words=lambda _, words: self.change(draft.named(place, words)),
            on_next=lambda _: self.edit_seat(place + 1),
            on_other=lambda _: self.change(draft.without_seat(place)),
        )
        self.shell.open_sheet(sheet)

    def open_rules(self) -> None:
        """The house rules."""
        self.shell.open_sheet(RulesSheet(self))

    def open_checks(self) -> None:
        """The cards to look at."""
        self.shell.open_sheet(ChecksSheet(self))

    def start(self) -> None:
        """Start the game, once."""
        draft = self.draft
        if draft is None or self._starting:
            return
        self._starting = True
        setup = NewGame(draft.edition, draft.names, draft.minutes, draft.options)
        self.frontend.new_game(setup, on_screen(partial(self._started, draft)))

    def _started(self, draft: SetupDraft, fault: str) -> None:
        self._starting = False
        if fault or not self.frontend.view.shell.notice:  # what the session says of the game stays
            self.shell.tell(fault)
        if fault:
            return
        for number, (pos, field, value) in enumerate(draft.corrections):
            request = Correct(field=field, value=value, deed=pos if pos >= 0 else None)
            self.frontend.ask(request, f"setup-{number}", lambda _answer: None)
        self.draft = replace(draft, corrections=())
        self.shell.open(TABLE_PAGE)
        self.shell.guard.lock(self.shell.now(), CAME_MS)  # a second tap on Start begins nothing

    def _as_last(self, games: tuple[GameInfo, ...]) -> None:
        """The names and the printing of the last game, unless something was chosen meanwhile."""
        whole = [game for game in games if game.players]
        self._known = played(game.players for game in whole)
        if whole and self.draft == first_draft(self.editions, (), self._player()):
            last = whole[0]
            self.change(first_draft(self.editions, last.players, self._player(), last.edition))

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The printings, as they are offered at this table."""
        return ordered(self.frontend.editions, theme.language.code)

    def _player(self) -> str:
        return str(theme.tr("Player {letter}"))

    def _draw(self, *_: object) -> None:
        if self.draft is None:
            return
        if self.draft.edition not in {edition.id for edition in self.editions}:
            # The file of a printing of one's own has gone meanwhile.
            self.draft = first_draft(self.editions, self.draft.names, self._player())
        seen = self._seen = setup_view(self.editions, self.draft)
        tr = theme.tr
        self._draw_games(seen.games)
        self.has_printings, self.has_lengths = bool(seen.printings), bool(seen.lengths)
        self.ids.printings.options = [
            (one.edition, printing(tr(one.label))) for one in seen.printings
        ]
        self.ids.printings.value = self.draft.edition
        self.ids.lengths.options = [(one.minutes, tr(one.label)) for one in seen.lengths]
        self.ids.lengths.value = self.draft.minutes
        self._draw_seats(seen)
        self.checks_words = tr("Check {n} card", n=len(seen.checks)) if seen.checks else ""
        changed = sum(1 for option in seen.options if not option.usual)
        self.rules_words = tr("House rules: {n}", n=changed) if changed else tr("House rules")
        self.ready = not seen.fault
        if seen.fault:
            self.start_words = theme.say(seen.fault)
        elif seen.cash.value:
            self.start_words = tr("Start · {cash} each", cash=seen.cash)
        else:
            self.start_words = tr("Start the game")

    def _draw_games(self, games: tuple[GameCard, ...]) -> None:
        self.games_cols = (len(games) + 1) // 2 if theme.portrait and len(games) > 3 else len(games)
        self._tiles(self.ids.games, len(games), GameTile, self._take_game)
        for place, game in enumerate(games):
            tile = self._tile(self.ids.games, place)
            tile.title = game.title
            seats = (game.seats_low, game.seats_high)
            tile.under = theme.tr("{low} to {high} players", low=seats[0], high=seats[1])
            tile.chosen = game.chosen
            tile.colour = rgba(_COLOURS[place % len(_COLOURS)])

    def _take_game(self, place: int, *_: object) -> None:
        if self._seen is not None:
            self.take(self._seen.games[place].edition)

    def _draw_seats(self, seen: SetupView) -> None:
        seats = [(seat.letter, seat.name) for seat in seen.seats]
        if seen.can_add:
            seats.append(("", theme.tr("Player")))
        self.seats_cols = 2 if theme.portrait else 3 if len(seats) <= 6 else 4
        self._tiles(self.ids.seats, len(seats), SeatTile, self.edit_seat)
        for place, (letter, name) in enumerate(seats):
            tile = self._tile(self.ids.seats, place)
            tile.letter, tile.name = letter, name
            tile.tight = self.seats_cols == 4

    def _tiles(
        self, grid: Any, wanted: int, kind: type[TapCard], tapped: Callable[..., None]
    ) -> None:
        """As many tiles as are wanted: those there are stay, for a touch is answered at once."""
        while len(grid.children) > wanted:
            grid.remove_widget(grid.children[0])
        while len(grid.children) < wanted:
            tile = kind()
            tile.bind(on_tap=partial(tapped, len(grid.children)))
            grid.add_widget(tile)

    def _tile(self, grid: Any, place: int) -> Any:
        return grid.children[len(grid.children) - 1 - place]


class RulesSheet(Sheet):
    """Every house rule the printing offers, as data says."""

    def __init__(self, page: SetupPage) -> None:
        super().__init__(title=theme.tr("House rules"))
        self._page = page
        assert page.draft is not None
        for option in setup_view(page.editions, page.draft).options:
            self.ids.rows.rows.add_widget(RuleRow(option, self._change))

    def _change(self, name: str, value: Any, _press_id: str) -> None:
        assert self._page.draft is not None
        self._page.change(self._page.draft.with_option(name, value))


class CheckRow(Card):
    """A doubtful value: the card, what it is, and the values seen."""

    card = StringProperty("")
    what = StringProperty("")


class ChecksSheet(Sheet):
    """Printed values sources disagree on: tap what the card at this table says."""

    def __init__(self, page: SetupPage) -> None:
        super().__init__(title=theme.tr("What do your cards say?"))
        self._page = page
        self._fill()

    def _fill(self) -> None:
        page = self._page
        assert page.draft is not None
        rows = self.ids.rows.rows
        rows.clear_widgets()
        for check in setup_view(page.editions, page.draft).checks:
            what = theme.say(check.what)
            card = theme.tr(check.card)
            row = CheckRow(card=card or what, what=what if card else "")
            for amount in sorted((check.value, *check.others), key=lambda one: one.value):
                kind = "chosen" if amount == check.value else "plain"
                button = BigButton(text=theme.language.amount(amount), kind=kind, size_max=15)
                button.bind(on_tap=partial(self._say, check.pos, check.field, amount.value))
                row.ids.amounts.add_widget(button)
            other = BigButton(text=theme.tr("Other"), size_max=15)
            short = check.value.short
            title = f"{card}: {what}" if card else what
            other.bind(on_tap=lambda _, c=check, s=short, t=title: self._ask(c.pos, c.field, s, t))
            row.ids.amounts.add_widget(other)
            rows.add_widget(row)

    def _say(self, pos: int, field: str, value: int, *_: object) -> None:
        assert self._page.draft is not None
        self._page.change(self._page.draft.with_correction(pos, field, value))
        self._fill()

    def _ask(self, pos: int, field: str, short: bool, title: str) -> None:
        sheet = AmountSheet(short=short, title=title, done=theme.tr("Done"))
        sheet.bind(on_amount=lambda _sheet, value, _id: self._say(pos, field, value))
        self._page.shell.open_sheet(sheet)


load_kv(Path(__file__).with_name("setup.kv"))
