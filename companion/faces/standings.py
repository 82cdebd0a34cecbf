"""Standings: everybody's worth now with its parts, its course as a picture, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.core.book import Book
from companion.core.entry import Entry
from companion.core.facts import ENDED, LIMIT, Rank
from companion.core.game import UNIT, Game
from companion.core.rules import Rules
from companion.faces.ledger import clock
from companion.faces.money import Amount, joined, text
from companion.faces.setup import LengthLine, length_lines
from companion.faces.views import Text

POINTS_MAX = 240
"""Most points of the picture: about two pixels each on the small screen."""
SCALE = 10_000
"""The picture's width and height in its own whole numbers."""
_STEPS = (1, 2, 5)
_MINUTE_MS = 60_000


class Standing(Struct, frozen=True):
    """One player's line. ``rank`` may be shared; ``wins``: first when the game has ended."""

    rank: int
    letter: str
    name: str
    total: Amount
    parts: Text
    out: bool
    wins: bool


class StandingsView(Struct, frozen=True):
    """Who stands how. ``title`` names the winner once it is over; ``why`` how it ended.

    ``limit`` is the length in minutes (0: to the end), ``left`` the minutes that remain of it,
    ``timed`` whether this edition can be played by time.
    """

    rows: tuple[Standing, ...]
    ended: bool
    title: Text
    why: Text
    timed: bool
    limit: int
    left: int
    lengths: tuple[LengthLine, ...]


class Tick(Struct, frozen=True):
    """A line across the picture: how high (of SCALE) and the amount it stands for."""

    y: int
    amount: Amount


class Chart(Struct, frozen=True):
    """Net worth over time: per seat its points (x, y), both 0 to SCALE, and the lines across.

    ``start`` and ``end``: the play time at the left and right, hours and minutes.
    """

    lines: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    ticks: tuple[Tick, ...] = ()
    start: str = ""
    end: str = ""


class History:
    """Net worth over time, kept up entry by entry on a book of its own.

    Holds at most POINTS_MAX points: when it is full every other one goes and the next come half
    as often, so that a long evening costs no more than a short one.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = type(rules)(rules.edition)
        self._book = Book()
        self._points: list[tuple[int, dict[str, int]]] = []
        self._every = 1
        self._since = 0

    def __len__(self) -> int:
        return len(self._book)

    def feed(self, entries: Sequence[Entry]) -> None:
        """Take the next entries, in order."""
        for entry in entries:
            self._book.post(entry)
            if entry.reason.startswith(UNIT):
                continue
            self._since += 1
            if self._since >= self._every:
                self._since = 0
                self._note(entry.at)

    def chart(self) -> Chart:
        """The picture as far as the entries go."""
        points = [*self._points]
        if self._book.entries:
            points.append((self._book.entries[-1].at, self._worths()))
        if not points:
            return Chart()
        highest = max((worth for _, worths in points for worth in worths.values()), default=0)
        step, top = _grid(highest, self._rules.edition.unit)
        short = self._rules.edition.short_money
        start, end = points[0][0], max(points[-1][0], points[0][0] + 1)
        lines = tuple(
            (
                seat,
                tuple(
                    ((at - start) * SCALE // (end - start), max(0, worths[seat]) * SCALE // top)
                    for at, worths in points
                ),
            )
            for seat in self._rules.seats(self._book)
        )
        ticks = tuple(
            Tick(value * SCALE // top, Amount(value, short)) for value in range(0, top + 1, step)
        )
        return Chart(lines, ticks, clock(start), clock(end))

    def _note(self, at: int) -> None:
        self._points.append((at, self._worths()))
        if len(self._points) > POINTS_MAX:
            self._points = self._points[::2]
            self._every *= 2

    def _worths(self) -> dict[str, int]:
        return {
            seat: _worth(self._rules, self._book, seat) for seat in self._rules.seats(self._book)
        }


def standings_view(game: Game, now: int) -> StandingsView:
    """The ranking of ``game`` at play time ``now`` in ms."""
    rules, book = game.rules, game.book
    ended = book.get(ENDED)
    limit: Any = rules.option(book, "time_limit_min")
    until = book.get(LIMIT)
    rows = _final(game, ended.ranking) if ended else _running(game)
    return StandingsView(
        rows=rows,
        ended=ended is not None,
        title=_title(rows) if ended else Text(),
        why=Text(_WHY.get(ended.why, "")) if ended else Text(),
        timed=rules.edition.option("time_limit_min") is not None,
        limit=int(limit or 0),
        left=max(0, -(-(until - now) // _MINUTE_MS)) if until else 0,
        lengths=length_lines(int(limit or 0)),
    )


_WHY = {
    "last_standing": "Everybody else is bankrupt.",
    "sets": "The winner has the complete sets it takes.",
    "time": "The time is up: what everybody has was counted.",
    "agreed": "The table ended the game: what everybody has was counted.",
    "competitors_win": "All monopolists are bankrupt: the competitors have won.",
    "monopolists_win": "All competitors are bankrupt: the monopolists have won.",
}


def _running(game: Game) -> tuple[Standing, ...]:
    rules, book = game.rules, game.book
    rows: list[Standing] = []
    for place, worth in enumerate(rules.end_ranking(book), 1):
        tie = rows and rows[-1].total.value == worth.total
        rows.append(_row(game, rows[-1].rank if tie else place, worth.who, worth.total, False))
    for who in reversed(rules.out(book)):
        rows.append(_row(game, len(rows) + 1, who, 0, False))
    return tuple(rows)


def _final(game: Game, ranking: tuple[Rank, ...]) -> tuple[Standing, ...]:
    return tuple(_row(game, one.rank, one.who, one.total, one.rank == 1) for one in ranking)


def _row(game: Game, rank: int, who: str, total: int, wins: bool) -> Standing:
    rules, book = game.rules, game.book
    out = who in rules.out(book)
    short = rules.edition.short_money
    name = rules.name(book, who)
    return Standing(rank, who, name, Amount(total, short), _parts(game, who, out), out, wins)


def _parts(game: Game, who: str, out: bool) -> Text:
    if out:
        return Text("bankrupt")
    worth = game.rules.worth(game.book, who)
    short = game.rules.edition.short_money
    parts = [text("{amount} cash", short, amount=Amount(worth.cash, short))]
    if worth.deeds:
        parts.append(text("{amount} deeds", short, amount=Amount(worth.deeds, short)))
    if worth.buildings:
        parts.append(text("{amount} buildings", short, amount=Amount(worth.buildings, short)))
    return joined(parts)


def _title(rows: Sequence[Standing]) -> Text:
    winners = [row.name for row in rows if row.wins]
    if len(winners) == 1:
        return Text("{name} wins", (("name", winners[0]),))
    names = joined([Text("{name}", (("name", name),)) for name in winners], ", ")
    return Text("{names} share the first place", (("names", names),))


def _worth(rules: Rules, book: Book, seat: str) -> int:
    return 0 if seat in rules.out(book) else rules.worth(book, seat).total


def _grid(highest: int, unit: int) -> tuple[int, int]:
    """The distance of the lines across, a round number, and the height of the picture."""
    power = unit
    while True:
        for factor in _STEPS:
            step = power * factor
            if highest <= step * 4:
                return step, step * max(1, -(-highest // step))
        power *= 10
