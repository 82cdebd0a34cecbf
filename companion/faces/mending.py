"""One entry of the ledger opened: what changed hands, and how it can be put right."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.core.book import MONEY, POT
from companion.core.booked import MEND, OLD_MEND, PAYEE, PAYER, booked
from companion.core.entry import Entry, Move
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.requests import Mend
from companion.faces.ledger import Moved, clock, holder_words, moved, sentence_of
from companion.faces.money import Amount, refusal, spoken
from companion.faces.views import Text


class Detail(Struct, frozen=True):
    """One entry opened.

    ``ways``: how it can be put right, as in ``core.booked``; ``note`` says why it stands no
    longer, or what to do where there is no way. ``others``: who could have paid, or been paid,
    instead, as (letter, name). ``amount`` it was booked for, 0 where there is no one amount.
    """

    entry: str
    clock: str
    what: Text
    moves: tuple[Moved, ...]
    note: Text
    ways: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    amount: Amount = Amount(0)


class Change(Struct, frozen=True):
    """Somebody's cash before and after."""

    name: Text
    before: Amount
    after: Amount


class Outcome(Struct, frozen=True):
    """What ``request`` would do, or ``why_not`` and the ``remedy``."""

    request: Mend
    what: Text
    cash: tuple[Change, ...] = ()
    things: tuple[Moved, ...] = ()
    why_not: Text = Text()
    remedy: Text = Text()


def opened(game: Game, place: int) -> Detail:
    """The entry at ``place`` of the book with everything that changed hands."""
    entry = game.book.entries[place]
    return Detail(
        entry=entry.id,
        clock=clock(entry.at),
        what=sentence_of(game, entry),
        moves=moved(game, entry.lines) if entry.reason != "open" else (),
        note=Text(),
    )


def detail(game: Game, now: int, place: int) -> Detail:
    """The same with the ways to put it right, and what became of it."""
    entry, plain = game.book.entries[place], opened(game, place)
    if game.is_void(entry.id):
        return replace(plain, note=Text("Undone: it stands no longer."))
    if game.rules.put_right.template:
        return replace(plain, note=spoken(game.rules.put_right, False))
    try:
        found = booked(game.book, entry.id)
        if not found.ways():
            game.ask(Mend(entry=entry.id), now)
    except Refused as no:
        return replace(plain, note=refusal(no, game.rules.edition.short_money)[1])
    terms = found.now
    seats = [(seat, game.rules.name(game.book, seat)) for seat in game.rules.playing(game.book)]
    others = tuple(one for one in seats if one[0] not in (terms.source, terms.target))
    mended = entry.reason in (MEND, OLD_MEND)
    return replace(
        plain,
        note=Text("Taken back: it stands no longer.") if terms.gone and not mended else Text(),
        ways=tuple(way for way in found.ways() if others or way not in (PAYER, PAYEE)),
        others=others,
        amount=Amount(terms.amount or 0, game.rules.edition.short_money),
    )


def outcome(game: Game, now: int, request: Mend) -> Outcome:
    """What everybody would have after ``request``."""
    short = game.rules.edition.short_money
    try:
        entry = game.ask(request, now)
    except Refused as no:
        return Outcome(request, Text("That cannot be put right"), (), (), *refusal(no, short))
    return Outcome(
        request,
        sentence_of(game, entry),
        _changes(game, entry, short),
        moved(game, [line for line in entry.lines if getattr(line, "what", "") != MONEY]),
    )


def _changes(game: Game, entry: Entry, short: bool) -> tuple[Change, ...]:
    holders = (*game.rules.seats(game.book), POT)
    net = dict.fromkeys(holders, 0)
    for line in entry.lines:
        if isinstance(line, Move) and line.what == MONEY:
            for end, n in ((line.source, -line.n), (line.target, line.n)):
                if end in net:
                    net[end] += n
    return tuple(
        Change(
            holder_words(game, who),
            Amount(game.book.held(who, MONEY), short),
            Amount(game.book.held(who, MONEY) + n, short),
        )
        for who, n in net.items()
        if n
    )
