"""The ledger: every entry in plain words, newest first, a window of rows at a time.

Building a row costs that row alone, so the ten-thousandth entry shows as fast as the tenth.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.book import BANK, BOX, MONEY, POT
from companion.core.edition import kind_of
from companion.core.entry import Entry, Move, Plain
from companion.core.figures import Kind
from companion.core.game import UNIT, Game
from companion.core.ledger_text import sentence
from companion.core.values import Money, Piece, Pieces
from companion.faces.money import Amount, is_short, joined, piece_count, spoken, text
from companion.faces.setup import value_words
from companion.faces.views import Text

ALL = ""
"""The filter that shows every entry."""

_PLAYER_FACTS = ("who", "to", "a", "b", "source", "target")
_WHAT = {
    "rent": "Rent, {deed}",
    "salary": "Passed GO",
    "buy": "Bought {deed}",
    "tax": "Tax",
    "fine": "Fine",
    "repairs": "Repairs",
    "each_pays": "Card",
    "pays_each": "Card",
    "mortgage": "Mortgage, {deed}",
    "lift": "Mortgage lifted, {deed}",
    "settle": "Debt paid",
    "leave_jail": "Fine",
    "sold": "Auction, {deed}",
    "build": "Built {pieces}, {deeds}",
    "sell": "Sold {pieces}, {deeds}",
    "correct_payee": "Passed on: it was meant for {to}",
}
_PAY_WHAT = {
    "transfer": "Transfer",
    "rent": "Rent",
    "tax": "Tax",
    "fine": "Fine",
    "card": "Card",
    "repairs": "Repairs",
    "wish": "From the bank, agreed by the banker",
}
_HIDDEN = ("unit_kept", "unit_auction", "unit_auction_over")
"""What the trading unit keeps for itself; an auction has entries of its own."""


class Row(Struct, frozen=True):
    """One entry. ``source`` and ``target`` are names where money goes one way, else ""; then

    ``what`` is the whole sentence. ``seat`` colours the row: who pays, or whom it is about.
    ``void``: undone, it stands no longer.
    """

    number: int
    clock: str
    seat: str
    source: Text
    target: Text
    what: Text
    amount: Amount | None
    void: bool


class Window(Struct, frozen=True):
    """``total`` rows there are with this filter, and those from ``first`` on (0 is the newest)."""

    total: int
    first: int
    rows: tuple[Row, ...]


class Moved(Struct, frozen=True):
    """One thing that changed hands."""

    what: Text
    source: Text
    target: Text


class Detail(Struct, frozen=True):
    """One entry opened. ``payees``: seats the payment can be corrected to, (letter, name)."""

    entry: str
    clock: str
    what: Text
    moves: tuple[Moved, ...]
    note: Text
    payees: tuple[tuple[str, str], ...]


class Index:
    """Which entries a filter shows, kept up as entries come; for the ledger page of one table."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._done = 0
        self._places: dict[str, list[int]] = {}

    def window(self, game: Game, seat: str, first: int, count: int) -> Window:
        """Rows ``first`` to ``first + count`` of the filter ``seat`` (a letter, "bank" or ALL)."""
        self._follow(game)
        places = self._places.get(seat, [])
        last = len(places) - first
        chosen = places[max(0, last - count) : max(0, last)]
        rows = tuple(row(game, place) for place in reversed(chosen))
        return Window(len(places), first, rows)

    def _follow(self, game: Game) -> None:
        if game is not self._game:
            self._game, self._done, self._places = game, 0, {}
        entries = game.book.entries
        for place in range(self._done, len(entries)):
            entry = entries[place]
            if entry.reason not in _HIDDEN:
                for seat in (ALL, *sorted(concerned(entry))):
                    self._places.setdefault(seat, []).append(place)
        self._done = len(entries)


def concerned(entry: Entry) -> set[str]:
    """Seats an entry is about, and the bank where its money moves."""
    found: set[str] = set()
    for line in entry.lines:
        if isinstance(line, Move):
            ends = {line.source, line.target} - {BOX, POT}
            found |= ends if line.what == MONEY else ends - {BANK}
    for name in _PLAYER_FACTS:
        value = entry.detail.get(name)
        if isinstance(value, str) and value:
            found.add(value)
    return {one for one in found if len(one) == 1 or one == BANK}


def row(game: Game, place: int) -> Row:
    """The entry at ``place`` of the book as a row."""
    entry = game.book.entries[place]
    short = is_short(game.rules.edition)
    source, target, amount = _flow(game, entry)
    what = _what(game, entry) if source or target else Text()
    if not what:
        source = target = ""
    return Row(
        number=place,
        clock=clock(entry.at),
        seat=_seat(entry, source),
        source=_end(game, source),
        target=_end(game, target),
        what=what or _sentence(game, entry),
        amount=Amount(amount, short) if amount is not None else None,
        void=game.is_void(entry.id),
    )


def detail(game: Game, place: int) -> Detail:
    """The entry at ``place`` of the book with everything that changed hands."""
    entry = game.book.entries[place]
    void = game.is_void(entry.id)
    return Detail(
        entry=entry.id,
        clock=clock(entry.at),
        what=_sentence(game, entry),
        moves=moved(game, entry) if entry.reason != "open" else (),
        note=Text("Undone: it stands no longer.") if void else Text(),
        payees=() if void else _payees(game, entry),
    )


def clock(at: int) -> str:
    """Play time in ms as hours and minutes."""
    hours, minutes = divmod(at // 60_000, 60)
    return f"{hours}:{minutes:02d}"


def moved(game: Game, entry: Entry) -> tuple[Moved, ...]:
    """Everything that changes hands between people, the bank and the pot."""
    short = is_short(game.rules.edition)
    found = []
    for line in entry.lines:
        if isinstance(line, Move) and BOX not in (line.source, line.target):
            ends = (_end(game, line.source), _end(game, line.target))
            found.append(Moved(_thing(game, line.what, line.n, short), *ends))
    return tuple(found)


def _thing(game: Game, what: str, n: int, short: bool) -> Text:
    if what == MONEY:
        return Text("{amount}", (("amount", Amount(n, short)),))
    kind, _, pos = what.partition(":")
    if kind == "deed":
        return Text("{deed}", (("deed", game.rules.at(game.book).deeds[int(pos)].name),))
    named = game.rules.named(what)
    if isinstance(named, Piece):
        return piece_count(what, n)
    return text("{n} x {what}" if n > 1 else "{what}", short, n=n, what=named)


def _end(game: Game, holder: str) -> Text:
    """Where something comes from or goes to, in words."""
    kind, _, pos = holder.partition(":")
    if not holder:
        return Text()
    if kind == "lot":
        return Text("{deed}", (("deed", game.rules.at(game.book).deeds[int(pos)].name),))
    if kind == "set":
        who, _, group = pos.partition(":")
        facts = {"name": game.rules.name(game.book, who), "group": game.rules.named(group)}
        return text("{name}: {group}", False, **facts)
    if holder in (BANK, POT, "*"):
        return Text({BANK: "Bank", POT: "Pot", "*": "everybody"}[holder])
    return Text("{name}", (("name", game.rules.name(game.book, holder)),))


def _flow(game: Game, entry: Entry) -> tuple[str, str, int | None]:
    """From whom to whom the money goes, "*" for several, and how much; None without money."""
    if entry.reason in ("open", "undo", "redo"):
        return "", "", None
    if entry.reason == "deal":
        a, b = str(entry.detail["a"]), str(entry.detail["b"])
        net = sum(_between(line, a, b) for line in entry.lines)
        return "", "", abs(net)
    flows: dict[tuple[str, str], int] = {}
    for line in entry.lines:
        if isinstance(line, Move) and line.what == MONEY:
            ends = (line.source, line.target)
            flows[ends] = flows.get(ends, 0) + line.n
    if not flows:
        return "", "", None
    total = sum(flows.values())
    sources, targets = {ends[0] for ends in flows}, {ends[1] for ends in flows}
    if len(sources) > 1 and len(targets) > 1:
        return "", "", None
    one = [next(iter(ends)) if len(ends) == 1 else "*" for ends in (sources, targets)]
    return one[0], one[1], total


def _between(line: object, a: str, b: str) -> int:
    if not isinstance(line, Move) or line.what != MONEY:
        return 0
    return {(a, b): line.n, (b, a): -line.n}.get((line.source, line.target), 0)


def _seat(entry: Entry, source: str) -> str:
    """Whose colour a row has."""
    if len(source) == 1 and source != "*":
        return source
    if source:
        return ""
    named = (entry.detail.get(name) for name in ("who", "a", "source", "target"))
    return next((str(one) for one in named if isinstance(one, str) and len(one) == 1), "")


def _what(game: Game, entry: Entry) -> Text:
    """What the money was for, in a few words; empty where only the whole sentence says it."""
    if entry.reason == "pay":
        return Text(_PAY_WHAT.get(str(entry.detail.get("why")), "Transfer"))
    template = _WHAT.get(entry.reason, "")
    if entry.reason == "sold" and entry.detail.get("piece"):
        template = "Auction, {piece} on {deed}"
    if not template:
        return Text()
    facts = {key: _fact(game, key, value) for key, value in entry.detail.items()}
    facts["deeds"] = _lots(game, entry.detail.get("lots"))
    facts["pieces"] = _pieces(entry)
    wanted = {key: value for key, value in facts.items() if f"{{{key}}}" in template}
    return text(template, is_short(game.rules.edition), **wanted)


def _fact(game: Game, key: str, value: Plain) -> object:
    many: Any = value
    if key == "piece":
        return game.rules.named(str(value))
    if key == "deed":
        return game.rules.at(game.book).deeds[many].name if many in game.rules.edition.deeds else ""
    return game.rules.name(game.book, str(value)) if key in _PLAYER_FACTS else value


def _pieces(entry: Entry) -> Pieces:
    """What was set on the lots, or taken off them; not what a bigger piece stood for."""
    counts: dict[str, int] = {}
    for line in entry.lines:
        if isinstance(line, Move) and line.what != MONEY:
            lot = line.target if entry.reason == "build" else line.source
            if lot.startswith("lot:"):
                counts[line.what] = counts.get(line.what, 0) + line.n
    return Pieces.of(counts)


def _lots(game: Game, lots: Any) -> Text:
    """The lots that were built on or sold from."""
    names = [game.rules.at(game.book).deeds[lot[0]].name for lot in lots or ()]
    return joined([Text("{deed}", (("deed", name),)) for name in names], ", ")


def _sentence(game: Game, entry: Entry) -> Text:
    """The whole entry in one sentence."""
    short = is_short(game.rules.edition)
    if entry.reason in ("undo", "redo"):
        target = game.book.find(str(entry.detail.get("entry", "")))
        if target is not None:
            words = "Undone: {what}" if entry.reason == "undo" else "Done again: {what}"
            return Text(words, (("what", _sentence(game, target)),))
    if entry.reason == "option":
        return _option(game, entry)
    if entry.reason == "correct":
        return _correction(game, entry, short)
    if entry.reason.startswith(UNIT):
        return Text("The Build button was pressed")
    return spoken(sentence(game.rules, game.book, entry), short)


def _option(game: Game, entry: Entry) -> Text:
    spec = game.rules.edition.option(str(entry.detail.get("name")))
    value = entry.detail.get("value")
    if isinstance(value, bool):
        state: object = Text("on") if value else Text("off")
    else:
        state = Text(value) if isinstance(value, str) else value
    rule = Text(spec.text) if spec else Text()
    return Text("House rule now {state}: {rule}", (("state", state), ("rule", rule)))


def _correction(game: Game, entry: Entry, short: bool) -> Text:
    field, deed = str(entry.detail.get("field")), entry.detail.get("deed")
    value, before = entry.detail.get("value"), entry.detail.get("before")
    card = game.rules.at(game.book).spaces[deed].name if isinstance(deed, int) and deed >= 0 else ""
    facts: dict[str, object] = {
        "card": card,
        "what": value_words(game.rules.edition, field, deed if isinstance(deed, int) else -1),
        "value": _figure(game, field, value),
        "before": _figure(game, field, before),
    }
    return text(
        "{card}: The card says: {what} is {value}, not {before}"
        if card
        else "The card says: {what} is {value}, not {before}",
        short,
        **facts,
    )


def _figure(game: Game, field: str, value: object) -> object:
    """A printed value as its kind is written."""
    if not isinstance(value, int):
        return value
    kind = kind_of(game.rules.edition, field)
    if kind is Kind.PERCENT:
        return Text("{n} %", (("n", value),))
    return Money(value) if kind is Kind.MONEY else value


def _payees(game: Game, entry: Entry) -> tuple[tuple[str, str], ...]:
    """Who could have been meant instead, where one player was paid by one."""
    rules, book = game.rules, game.book
    seats = rules.playing(book)
    paid = [
        line
        for line in entry.lines
        if isinstance(line, Move) and line.what == MONEY and line.target in seats
    ]
    if len(paid) != 1 or entry.reason not in ("pay", "rent", "correct_payee"):
        return ()
    ends = (paid[0].source, paid[0].target)
    return tuple((seat, rules.name(book, seat)) for seat in seats if seat not in ends)
