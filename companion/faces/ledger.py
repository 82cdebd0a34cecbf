"""The ledger: every entry in plain words, newest first, a window of rows at a time.

Building a row costs that row alone, so the ten-thousandth entry shows as fast as the tenth.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.book import BANK, BOX, MONEY, POT
from companion.core.booked import MEND, OLD_MEND, mended_by
from companion.core.entry import Entry, Line, Move, Plain
from companion.core.game import UNIT, Game
from companion.core.ledger_text import sentence
from companion.core.values import Phrase, Piece, Pieces
from companion.faces.money import Amount, joined, piece_count, spoken, text
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
    "mend": "Put right: {of}",
    "mend.gone": "Taken back: {of}",
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
_PASSING = frozenset(
    (
        "roll", "roll_again", "land", "goto", "stand", "end_turn", "leave_jail", "decline", "waive",
        "auction", "bid", "unsold", "cancel", "offer", "withdraw", "want", "unwant", "wish",
    )
)  # fmt: skip
"""What nobody asks for later, where nothing changes hands in it."""
_HIDDEN = ("unit_kept", "unit_auction", "unit_auction_over")
"""What the trading unit keeps for itself; an auction has entries of its own."""


class EntryRow(Struct, frozen=True):
    """One entry. ``source`` and ``target`` are names where money goes one way, else ""; then

    ``what`` is the whole sentence. ``seat`` colours the row: who pays, or whom it is about.
    ``void``: undone or taken back, it stands no longer. ``mended``: it was put right later.
    """

    number: int
    clock: str
    seat: str
    source: Text
    target: Text
    what: Text
    amount: Amount | None
    void: bool
    mended: bool = False


class Window(Struct, frozen=True):
    """``total`` rows there are with this filter, and those from ``first`` on (0 is the newest)."""

    total: int
    first: int
    rows: tuple[EntryRow, ...]


class Moved(Struct, frozen=True):
    """One thing that changed hands."""

    what: Text
    source: Text
    target: Text


class Index:
    """Which entries a filter shows, kept up as entries come; for the ledger page of one table."""

    def __init__(self) -> None:
        self._follows: Game | None = None
        self._done = 0
        self._places: dict[tuple[str, bool], list[int]] = {}
        self._mends: dict[str, list[Entry]] = {}

    def window(
        self, game: Game, seat: str, first: int, count: int, details: bool = False
    ) -> Window:
        """Rows ``first`` to ``first + count`` of the filter ``seat`` (a letter, "bank" or ALL).

        Without ``details`` only those where something changed hands, or was settled for the table.
        """
        self._follow(game)
        places = self._places.get((seat, details), [])
        last = len(places) - first
        chosen = places[max(0, last - count) : max(0, last)]
        rows = tuple(self.row(game, place) for place in reversed(chosen))
        return Window(len(places), first, rows)

    def row(self, game: Game, place: int) -> EntryRow:
        """The entry at ``place`` of the book, and what became of it since."""
        self._follow(game)
        found = row(game, place)
        mends = self._mends.get(game.book.entries[place].id, ())
        standing = [mend for mend in mends if not game.is_void(mend.id)]
        if not standing:
            return found
        gone = bool(standing[-1].detail.get("gone"))
        return replace(found, void=found.void or gone, mended=True)

    def _follow(self, game: Game) -> None:
        if game is not self._follows:
            self._follows, self._done, self._places, self._mends = game, 0, {}, {}
        entries = game.book.entries
        for place in range(self._done, len(entries)):
            entry = entries[place]
            if entry.reason in _HIDDEN:
                continue
            tells = entry.reason not in _PASSING or any(
                isinstance(line, Move) for line in entry.lines
            )
            for seat in (ALL, *sorted(concerned(entry))):
                self._places.setdefault((seat, True), []).append(place)
                if tells:
                    self._places.setdefault((seat, False), []).append(place)
            root = mended_by(game.book, entry) if entry.reason in (MEND, OLD_MEND) else None
            if root is not None:
                self._mends.setdefault(root.id, []).append(entry)
        self._done = len(entries)


def concerned(entry: Entry) -> set[str]:
    """Who gives or gets something in an entry; where nobody does, whom it is about."""
    found: set[str] = set()
    for line in entry.lines:
        if isinstance(line, Move):
            ends = {line.source, line.target} - {BOX, POT}
            found |= ends if line.what == MONEY else ends - {BANK}
    if not found - {BANK}:
        found |= {str(entry.detail.get(name, "")) for name in _about(entry)}
    return {one for one in found if len(one) == 1 or one == BANK}


def _about(entry: Entry) -> tuple[str, ...]:
    """The details that name whom an entry is about."""
    return ("next",) if entry.reason == "end_turn" else _PLAYER_FACTS


def row(game: Game, place: int) -> EntryRow:
    """The entry at ``place`` of the book as a row."""
    entry = game.book.entries[place]
    short = game.rules.edition.short_money
    source, target, amount = _flow(game, entry)
    what = _what(game, entry) if source or target else Text()
    if not what:
        source = target = ""
    return EntryRow(
        number=place,
        clock=clock(entry.at),
        seat=_seat(entry, source),
        source=holder_words(game, source),
        target=holder_words(game, target),
        what=what or sentence_of(game, entry),
        amount=Amount(amount, short) if amount is not None else None,
        void=game.is_void(entry.id),
    )


def clock(at: int) -> str:
    """Play time in ms as hours and minutes."""
    hours, minutes = divmod(at // 60_000, 60)
    return f"{hours}:{minutes:02d}"


def moved(game: Game, lines: Iterable[Line]) -> tuple[Moved, ...]:
    """Everything that changes hands between people, the bank and the pot."""
    short = game.rules.edition.short_money
    found = []
    for line in lines:
        if isinstance(line, Move) and BOX not in (line.source, line.target):
            ends = (holder_words(game, line.source), holder_words(game, line.target))
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


def holder_words(game: Game, holder: str) -> Text:
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
    named = (entry.detail.get(name) for name in _about(entry))
    return next((str(one) for one in named if isinstance(one, str) and len(one) == 1), "")


def _what(game: Game, entry: Entry) -> Text:
    """What the money was for, in a few words; empty where only the whole sentence says it."""
    if entry.reason == "pay":
        return Text(_PAY_WHAT.get(str(entry.detail.get("why")), "Transfer"))
    if entry.reason == MEND:
        words = _WHAT["mend.gone" if entry.detail.get("gone") else MEND]
        return Text(words, (("of", _short(game, entry)),))
    template = _WHAT.get(entry.reason, "")
    if entry.reason == "sold" and entry.detail.get("piece"):
        template = "Auction, {piece} on {deed}"
    if not template:
        return Text()
    facts = {key: _fact(game, key, value) for key, value in entry.detail.items()}
    facts["deeds"] = _lots(game, entry.detail.get("lots"))
    facts["pieces"] = _pieces(entry)
    wanted = {key: value for key, value in facts.items() if f"{{{key}}}" in template}
    return text(template, game.rules.edition.short_money, **wanted)


def _short(game: Game, mend: Entry) -> Text:
    """What was mended, as short as its own row says it."""
    root = mended_by(game.book, mend)
    return (_what(game, root) or sentence_of(game, root)) if root else Text()


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


def sentence_of(game: Game, entry: Entry) -> Text:
    """The whole entry in one sentence."""
    short = game.rules.edition.short_money
    if entry.reason in ("undo", "redo"):
        target = game.book.find(str(entry.detail.get("entry", "")))
        if target is not None:
            words = "Undone: {what}" if entry.reason == "undo" else "Done again: {what}"
            return Text(words, (("what", sentence_of(game, target)),))
    if entry.reason.startswith(UNIT):
        return Text("The Build button was pressed")
    phrase = sentence(game.rules, game.book, entry)
    if entry.reason == MEND:
        phrase = Phrase(phrase.template, **{**phrase.facts, "of": _short(game, entry)})
    return spoken(phrase, short)
