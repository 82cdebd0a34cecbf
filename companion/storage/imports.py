"""A game that came from elsewhere, looked at before it is taken in: its lines carry no checks.

Whoever changed the file could have written anything that adds up. So every entry must be one the
bank could have booked, and every page must be able to draw it.
"""

from __future__ import annotations

from collections import Counter

from companion.core.book import BOX
from companion.core.booked import Booked
from companion.core.entry import Entry, Move
from companion.core.errors import Fault
from companion.core.facts import PLAYERS
from companion.core.game import Game
from companion.core.ledger_text import sentence
from companion.core.queries import standings
from companion.core.table import SEATS, is_name

AT_MOST = 2**43
"""Milliseconds of play no evening comes to: nearly three hundred years."""
NUMBER_MOST = 10**15
TEXT_MOST = 200


def prove(game: Game) -> None:
    """Raises Fault with one sentence where the game is none the bank could have booked."""
    for number, entry in enumerate(game.book, 1):
        if not _could_be(entry, number):
            raise Fault(
                "Entry {n} is none the bank writes; the file was changed. Export it again.",
                n=number,
            )
    try:
        _set_up(game)
        _nothing_made(game)
        _drawn(game)
    except Exception as fault:  # whatever it is, the table must not meet it
        raise Fault(
            "Its entries fit no game of this kind; it was changed. Export it again."
        ) from fault


def _could_be(entry: Entry, number: int) -> bool:
    """Whether an entry's id, time and figures are such as ours."""
    ours = ("#open",) if number == 1 else (f"#{number}", f"unit-{number}")
    return (
        0 <= entry.at < AT_MOST
        and 0 < len(entry.id) <= TEXT_MOST
        and (entry.id in ours or not entry.id.startswith(("#", "unit-")))
        and all(line.n <= NUMBER_MOST for line in entry.lines if isinstance(line, Move))
        and all(
            len(value) <= TEXT_MOST
            for key, value in entry.detail.items()
            if isinstance(value, str) and key != "asked"
        )
    )


def _set_up(game: Game) -> None:
    """Raises ValueError unless seats, names and house rules are such as a table begins with."""
    rules, book = game.rules, game.book
    seats = book.get(PLAYERS) or ()
    names = [rules.name(book, seat) for seat in seats]
    if not seats or len(set(seats)) != len(seats) or not set(seats) <= set(SEATS):
        raise ValueError("seats")
    if not all(map(is_name, names)):
        raise ValueError("names")
    for spec in rules.edition.options:
        if type(rules.option(book, spec.name)) is not type(spec.default):
            raise ValueError(spec.name)


def _nothing_made(game: Game) -> None:
    """Raises ValueError where there is more of a deed or a piece than the box holds."""
    edition, book = game.rules.edition, game.book
    deeds = Counter(deed.key for deed in edition.deeds.values())
    most = deeds + Counter(edition.stock) + Counter(edition.cards)
    for what, n in most.items():
        if -book.held(BOX, what) > n:
            raise ValueError(what)


def _drawn(game: Game) -> None:
    """Every picture of the table, every row and sheet of the ledger, every line of it."""
    from companion.faces.ledger import ALL, Index
    from companion.faces.mending import opened
    from companion.faces.standings import standings_view
    from companion.faces.table import game_view

    now = game.book.entries[-1].at
    table = game_view(game, now)
    standings(game)
    standings_view(game, now)
    for text in (table.last, table.stock, *(seat.under for seat in table.seats)):
        text.english()
    rows = Index().window(game, ALL, 0, len(game.book), details=True).rows
    for row in rows:
        for text in (row.source, row.target, row.what):
            text.english()
        opened(game, row.number).what.english()
    for entry in game.book:
        Booked(entry, (), ()).ways()
        str(sentence(game.rules, game.book, entry))
