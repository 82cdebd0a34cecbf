"""The table itself: corrections, house rules, names, and how a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from unicodedata import normalize

from msgspec.structs import replace

from companion.core.book import BANK, BOX, POT, Book, Draft
from companion.core.edition import OptionSpec, correctable, kind_of
from companion.core.entry import Entry
from companion.core.errors import Refused
from companion.core.facts import (
    AT,
    CORRECTIONS,
    EDITION,
    LIMIT,
    NAME,
    OPTION,
    PLAYERS,
    RENT,
    TURN,
    TURN_NO,
    Correction,
)
from companion.core.figures import Kind
from companion.core.letters import drawn
from companion.core.requests import Correct, Option, Rename
from companion.core.work import GameRules, Work

SEATS = "ABCDEFGH"
NAME_LONGEST = 20
MINUTE_MS = 60_000


def opening(
    rules: GameRules,
    seats: Sequence[str],
    names: Mapping[str, str] | None = None,
    options: Mapping[str, bool | int | str] | None = None,
    first: str = "",
    at: int = 0,
    entry_id: str = "#open",
) -> Entry:
    """The first entry of a game: everything out of the box, cash dealt, house rules noted.

    ``seats`` are letters A-H in playing order. Raises Refused where the seats, a name or an
    option cannot be.
    """
    edition = rules.edition
    low, high = edition.number("players_min"), edition.number("players_max")
    if len(set(seats)) != len(seats):
        raise Refused("bad_seats", "Two players have one seat.", "Give each a letter of his own.")
    if not low <= len(seats) <= high:
        raise Refused(
            "bad_seats",
            "{n} players cannot play this game.",
            "It is for {low} to {high} players.",
            n=len(seats),
            low=low,
            high=high,
        )
    for seat in seats:
        if seat not in tuple(SEATS):
            raise Refused(
                "bad_seats", "'{seat}' is no seat.", "Seats are the letters A to H.", seat=seat
            )
    work = Work(rules, Book(), at)
    book = work.draft
    book.mark(EDITION, edition.id)
    book.mark(PLAYERS, tuple(seats))
    for spec in edition.options:
        _set_option(work, spec, (options or {}).get(spec.name, spec.default))
    unknown = set(options or {}) - {spec.name for spec in edition.options}
    if unknown:
        raise _no_option(work, sorted(unknown)[0])
    for seat in seats:
        _set_name(work, seat, (names or {}).get(seat, seat))
    _unpack(rules, book)
    for seat in seats:
        book.mark(AT(seat), 0)
        work.pay(BANK, seat, edition.number("start_cash"))
    book.mark(TURN, first if first in tuple(seats) else seats[0])
    book.mark(TURN_NO, 1)
    rules.set_up(work)
    work.done("open", edition=edition.id, players=tuple(seats))
    return work.entry(entry_id)


def _unpack(rules: GameRules, book: Draft) -> None:
    edition = rules.edition
    for deed in edition.deeds.values():
        book.move(deed.key, 1, BOX, BANK)
    for what, n in (*edition.stock.items(), *edition.cards.items()):
        book.move(what, n, BOX, BANK)


def correct(work: Work, ask: Correct) -> None:
    """ "My card says": the printed value is another one at this table."""
    pos = -1 if ask.deed is None else ask.deed
    printed = correctable(work.rules.edition, pos, ask.field)
    if printed is None:
        raise Refused(
            "no_field",
            "There is no value '{field}' to correct there.",
            "Values of a deed are price, mortgage, house_cost, rents.0 and so on.",
            field=ask.field,
        )
    money = kind_of(work.rules.edition, ask.field) is Kind.MONEY
    value = work.whole(ask.value) if money else ask.value
    before = correctable(work.rules.at(work.draft), pos, ask.field)
    _note_card(work, pos, ask.field, value, printed)
    quote_anew(work)
    work.done("correct", deed=pos, field=ask.field, before=before, value=value)


def _note_card(work: Work, pos: int, field: str, value: int | str, printed: int | str) -> None:
    """What this table's card says in ``field``; as printed is no note at all."""
    cards = work.draft.get(CORRECTIONS) or ()
    kept = tuple(card for card in cards if (card.pos, card.field) != (pos, field))
    if value != printed:
        kept = (*kept, Correction(pos, field, value))
    work.draft.mark(CORRECTIONS, kept or None)


def quote_anew(work: Work) -> None:
    """A rent that is open follows the card it was read from."""
    rent = work.draft.get(RENT)
    if rent:
        quote = work.rules.rent(work.draft, rent.deed, rent.dice, rent.times, rent.who)
        due = replace(rent, to=quote.to, amount=quote.amount) if quote.amount else None
        work.draft.mark(RENT, due)


def option(work: Work, ask: Option) -> None:
    """A house rule is switched in mid-game."""
    spec = work.rules.edition.option(ask.name)
    if spec is None:
        raise _no_option(work, ask.name)
    before = work.draft.get(OPTION(ask.name))
    _set_option(work, spec, ask.value)
    value = work.draft.get(OPTION(ask.name))
    work.done("option", name=ask.name, before=before, value=value)


def _no_option(work: Work, name: str) -> Refused:
    return Refused(
        "no_option",
        "There is no house rule '{name}' in this edition.",
        "Its house rules are {known}.",
        name=name,
        known=", ".join(spec.name for spec in work.rules.edition.options),
    )


def _set_option(work: Work, spec: OptionSpec, value: bool | int | str) -> None:
    if spec.kind == "choice" and type(value) is int:
        value = str(value)  # a choice between numbers is one between words all the same
    if not spec.fits(value):
        wanted = {
            "switch": "true or false",
            "number": f"{spec.low} to {spec.high}",
            "choice": ", ".join(spec.choices),
        }[spec.kind]
        raise Refused(
            "bad_option",
            "The house rule '{name}' cannot be {value}.",
            "It may be {wanted}.",
            name=spec.name,
            value=value,
            wanted=wanted,
        )
    work.draft.mark(OPTION(spec.name), value)
    if spec.name == "time_limit_min":
        minutes = value if isinstance(value, int) else 0
        work.draft.mark(LIMIT, minutes * MINUTE_MS or None)


def rename(work: Work, ask: Rename) -> None:
    """Another name for a seat, or for a deed as the board on the table calls it."""
    if ask.deed is not None:
        _rename_deed(work, ask.deed, _in_full(ask.name))
        return
    seats = work.rules.seats(work.draft)
    if ask.who not in seats:
        work.player(ask.who)
    before = work.name(ask.who)
    _set_name(work, ask.who, ask.name)
    work.done("rename", who=ask.who, before=before, name=work.name(ask.who))


def _in_full(name: str) -> str:
    """An accent that came as a letter of its own stands on its letter."""
    return normalize("NFC", name.strip())


def is_name(text: str) -> bool:
    """Whether a player can be called so: of 1 to 20 letters that can be drawn."""
    return 0 < len(text) <= NAME_LONGEST and drawn(text)


def _rename_deed(work: Work, pos: int, name: str) -> None:
    before = work.rules.deed(work.draft, pos).name
    deeds = work.rules.at(work.draft).deeds.values()
    taken = {deed.name.casefold() for deed in deeds if deed.pos != pos}
    if not is_name(name) or name.casefold() in taken:
        raise Refused(
            "bad_name",
            "'{name}' cannot be the name of {deed}.",
            "Names differ and have 1 to {longest} Latin, Greek or Cyrillic letters.",
            name=name,
            deed=before,
            longest=NAME_LONGEST,
        )
    _note_card(work, pos, "name", name, work.rules.edition.deeds[pos].name)
    work.done("rename", deed=pos, before=before, name=name)


def _set_name(work: Work, seat: str, name: str) -> None:
    name = _in_full(name)
    others = (work.draft.get(NAME(s)) for s in work.rules.seats(work.draft) if s != seat)
    taken = {other.casefold() for other in others if other}
    known = taken | {BANK, POT, BOX}
    if not is_name(name) or name.casefold() in known:
        raise Refused(
            "bad_name",
            "'{name}' cannot be a player's name.",
            "Names differ, have 1 to {longest} Latin, Greek or Cyrillic letters, "
            "and are not the bank's.",
            name=name,
            longest=NAME_LONGEST,
        )
    work.draft.mark(NAME(seat), name)
