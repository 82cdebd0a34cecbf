"""Who holds what now: all entries added up, with one door in and one way back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from companion.core.entry import Entry, Line, Mark, Move, Plain
from companion.core.errors import Corrupt
from companion.core.fact import Fact, T, saved

BANK = "bank"
BOX = "box"
POT = "pot"
MONEY = "money"

_NONE: Mapping[str, int] = {}


def may_go_below(holder: str, what: str) -> bool:
    """Only the bank's money and the box things came out of may be below zero."""
    return holder == BOX or (holder == BANK and what == MONEY)


class Holdings(Protocol):
    """What a rule may look at: the book itself, or a draft lying over it."""

    def held(self, holder: str, what: str) -> int:
        """How many of ``what`` the holder has."""

    def holders(self, what: str) -> Mapping[str, int]:
        """Everybody who has some of ``what``, or owes it to the box."""

    def get(self, fact: Fact[T]) -> T | None:
        """A fact about the table; None where nothing is noted."""

    def fact(self, key: str) -> Plain:
        """The same as it is saved."""


def is_noted(book: Holdings, key: str, plain: Plain) -> bool:
    """Whether a fact is what a line of an entry says of it."""
    return book.fact(key) == plain


class _Typed:
    """The typed values of the facts that were asked for, each made once."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[str, tuple[Plain, Any]] = {}

    def get(self, fact: Fact[T], plain: Plain) -> T | None:
        if plain is None or fact.scalar:
            scalar: Any = plain
            return scalar  # type: ignore[no-any-return]
        made = self._made.get(fact.key)
        if made is None or made[0] is not plain:
            made = self._made[fact.key] = plain, fact.typed(plain)
        return made[1]


class Draft:
    """Lines of an entry being made, lying over a book that stays as it is.

    Reads like the book with the lines already booked. Costs the lines, not the book, so it
    takes the place of a copy: what a draft accepted, the book will accept.
    """

    __slots__ = ("_base", "_facts", "_held", "_typed", "lines")

    def __init__(self, base: Holdings) -> None:
        self._base = base
        self._held: dict[str, dict[str, int]] = {}
        self._facts: dict[str, Plain] = {}
        self._typed = _Typed()
        self.lines: list[Line] = []

    def held(self, holder: str, what: str) -> int:
        """See Holdings."""
        changed = self._held.get(what)
        return self._base.held(holder, what) if changed is None else changed.get(holder, 0)

    def holders(self, what: str) -> Mapping[str, int]:
        """See Holdings."""
        changed = self._held.get(what)
        return self._base.holders(what) if changed is None else changed

    def get(self, fact: Fact[T]) -> T | None:
        """See Holdings."""
        if fact.key in self._facts:
            return self._typed.get(fact, self._facts[fact.key])
        return self._base.get(fact)

    def fact(self, key: str) -> Plain:
        """See Holdings."""
        return self._facts[key] if key in self._facts else self._base.fact(key)

    def move(self, what: str, n: int, source: str, target: str) -> None:
        """Add a move; 0 of something is no line. Raises Corrupt when it cannot be."""
        if n != 0:
            self.add(Move(what, n, source, target))

    def mark(self, fact: Fact[T], value: T | None) -> None:
        """Add a mark, unless the fact is so already."""
        before, after = self.fact(fact.key), saved(value)
        if before != after or type(before) is not type(after):
            self.add(Mark(fact.key, before, after))

    def clear(self, *facts: Fact[Any]) -> None:
        """Nothing is noted any more."""
        for fact in facts:
            self.mark(fact, None)

    def count(self, fact: Fact[int]) -> int:
        """The next number, from 1; it never comes again."""
        number = (self.get(fact) or 0) + 1
        self.mark(fact, number)
        return number

    def add(self, line: Line) -> None:
        """Add a line. Raises Corrupt when it does not fit what is held."""
        if isinstance(line, Move):
            self._carry(line)
        else:
            now = self.fact(line.what)
            if now != line.before or type(now) is not type(line.before):
                raise Corrupt(f"'{line.what}' is {now!r}, the line says it was {line.before!r}")
            self._facts[line.what] = line.after
        self.lines.append(line)

    def changes(self) -> tuple[Mapping[str, dict[str, int]], Mapping[str, Plain]]:
        """The new holders of every kind that moved, and the new facts."""
        return self._held, self._facts

    def _carry(self, line: Move) -> None:
        if type(line.n) is not int or line.n < 1:
            raise Corrupt(f"a move takes a whole number of {line.what}, 1 or more, not {line.n!r}")
        if line.source == line.target:
            raise Corrupt(f"{line.what} cannot go from {line.source} to the same holder")
        holders = self._held.get(line.what)
        if holders is None:
            holders = self._held[line.what] = dict(self._base.holders(line.what))
        left = holders.get(line.source, 0) - line.n
        if left < 0 and not may_go_below(line.source, line.what):
            raise Corrupt(
                f"{line.source} holds {left + line.n} of {line.what} and cannot give {line.n}"
            )
        for holder, n in ((line.source, left), (line.target, holders.get(line.target, 0) + line.n)):
            if n:
                holders[holder] = n
            else:
                holders.pop(holder, None)


class Book:
    """All entries, and what they add up to. ``post`` alone changes anything."""

    __slots__ = ("_entries", "_facts", "_held", "_ids", "_typed")

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self._held: dict[str, dict[str, int]] = {}
        self._facts: dict[str, Plain] = {}
        self._typed = _Typed()
        self._entries: list[Entry] = []
        self._ids: dict[str, int] = {}
        for entry in entries:
            self.post(entry)

    def held(self, holder: str, what: str) -> int:
        """How many of ``what`` the holder has; below zero only as ``may_go_below`` says."""
        return self._held.get(what, _NONE).get(holder, 0)

    def holders(self, what: str) -> Mapping[str, int]:
        """Everybody who has some of ``what``, or owes it."""
        return self._held.get(what, _NONE)

    def get(self, fact: Fact[T]) -> T | None:
        """A fact about the table; None where nothing is noted."""
        return self._typed.get(fact, self._facts.get(fact.key))

    def fact(self, key: str) -> Plain:
        """The same as it is saved."""
        return self._facts.get(key)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries in order. Not to be changed."""
        return self._entries

    def find(self, entry_id: str) -> Entry | None:
        """The entry with this id, or None."""
        at = self._ids.get(entry_id)
        return None if at is None else self._entries[at]

    def post(self, entry: Entry) -> bool:
        """Book ``entry`` wholly or not at all.

        False when the very same entry is booked already: an id counts once. Raises Corrupt when
        the id belongs to another entry, when a holder would fall below zero, when a mark's
        before is not what is held, or when the sum of a kind would not stay what it was.
        """
        known = self.find(entry.id)
        if known is not None:
            if known == entry:
                return False
            raise Corrupt(f"the id {entry.id} belongs to another entry already")
        draft = Draft(self)
        for line in entry.lines:
            draft.add(line)
        held, facts = draft.changes()
        for what, holders in held.items():
            if sum(holders.values()) != 0:
                raise Corrupt(f"{what} would be made from nothing or lost")
        self._held.update(held)
        self._facts.update(facts)
        self._ids[entry.id] = len(self._entries)
        self._entries.append(entry)
        return True

    def audit(self) -> None:
        """Look at every kind and every holder. Raises Corrupt at the first sum that is off."""
        for what, holders in self._held.items():
            if sum(holders.values()) != 0:
                raise Corrupt(f"the sum of {what} is {sum(holders.values())}, not 0")
            for holder, n in holders.items():
                if n < 0 and not may_go_below(holder, what):
                    raise Corrupt(f"{holder} holds {n} of {what}")

    def state(self) -> tuple[dict[str, dict[str, int]], dict[str, Plain]]:
        """Everything held and every fact noted, for comparing two books."""
        return (
            {what: dict(holders) for what, holders in self._held.items() if holders},
            {what: fact for what, fact in self._facts.items() if fact is not None},
        )


def reversed_lines(entry: Entry) -> tuple[Line, ...]:
    """The lines that turn ``entry`` back, last one first."""
    return tuple(
        Move(line.what, line.n, line.target, line.source)
        if isinstance(line, Move)
        else Mark(line.what, line.after, line.before)
        for line in reversed(entry.lines)
    )
