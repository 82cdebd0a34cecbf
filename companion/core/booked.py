"""What an entry booked, and what the entries that mended it since have made of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from companion.core.book import BANK, MONEY, POT, Book
from companion.core.entry import Entry, Move, Plain
from companion.core.errors import Refused
from companion.core.facts import (
    AUCTION,
    BANKRUPT,
    BIDS,
    DEBTS,
    EDITION,
    ENDED,
    HIGH_BID,
    PAY_REQUESTS,
    PURCHASE,
    QUEUE,
    RENT,
    TASK,
    TAX,
    Debt,
)

MEND = "mend"
OLD_MEND = "correct_payee"
"""How a wrong payee alone was put right before every entry could be mended."""

BACK, AMOUNT, PAYER, PAYEE = "back", "amount", "payer", "payee"
"""What can be mended in an entry."""

_CLOSED_BY_PAYING = frozenset(
    fact.key
    for fact in (RENT, TAX, TASK, PURCHASE, AUCTION, HIGH_BID, BIDS, QUEUE, PAY_REQUESTS)
)  # fmt: skip
"""What a payment or purchase closes; whoever notes more did more than hand something over."""
_FOR_GOOD = frozenset(fact.key for fact in (EDITION, BANKRUPT, ENDED))


class Terms(Struct, frozen=True):
    """What an entry stands for: nothing any more (``gone``), or ``amount`` from one to the other.

    ``amount`` is what every payment in it was, None where they differ; the ends are "" where
    there are several payments.
    """

    gone: bool = False
    amount: int | None = None
    source: str = ""
    target: str = ""


class Booked(Struct, frozen=True):
    """``entry`` as it was booked, what came ``later``, and the ``mends`` of it that stand."""

    entry: Entry
    later: tuple[Entry, ...]
    mends: tuple[Entry, ...]

    @property
    def first(self) -> Terms:
        """What it was booked for."""
        paid = [line for line in self.entry.lines if isinstance(line, Move) and line.what == MONEY]
        if not paid or len({line.n for line in paid}) > 1:
            return Terms()
        if len(paid) == 1:
            return Terms(amount=paid[0].n, source=paid[0].source, target=paid[0].target)
        fan = 1 in (len({line.source for line in paid}), len({line.target for line in paid}))
        return Terms(amount=paid[0].n) if fan else Terms()

    def after(self, mends: Iterable[Entry]) -> Terms:
        """What it stood for after ``mends``."""
        terms = self.first
        for one in mends:
            terms = terms_of(one, terms)
        return terms

    @property
    def now(self) -> Terms:
        """What it stands for."""
        return self.after(self.mends)

    def moves(self, terms: Terms) -> list[Move]:
        """What changes hands where it stands for ``terms``."""
        first = self.first
        ends = {first.source: terms.source, first.target: terms.target} if first.source else {}
        return [
            Move(
                line.what,
                terms.amount if line.what == MONEY and terms.amount else line.n,
                ends.get(line.source, line.source),
                ends.get(line.target, line.target),
            )
            for line in self.entry.lines
            if isinstance(line, Move) and not terms.gone
        ]

    @property
    def debts(self) -> tuple[tuple[Debt, ...], tuple[Debt, ...]]:
        """The debts it opened, and those it closed."""
        opened: list[Debt] = []
        closed: list[Debt] = []
        for line in self.entry.lines:
            if not isinstance(line, Move) and line.what == DEBTS.key:
                before, after = (DEBTS.typed(side) if side else () for side in _sides(line))
                opened += [one for one in after if one not in before]
                closed += [one for one in before if one not in after]
        return tuple(one for one in opened if one not in closed), tuple(
            one for one in closed if one not in opened
        )

    def ways(self) -> tuple[str, ...]:
        """What can be mended here, as BACK, AMOUNT, PAYER and PAYEE; () where it is nothing."""
        marks = {line.what for line in self.entry.lines if not isinstance(line, Move)}
        moved = [line for line in self.entry.lines if isinstance(line, Move)]
        if marks & _FOR_GOOD or not (moved or any(self.debts)):
            return ()
        found, first = [BACK], self.first
        if first.amount and DEBTS.key not in marks:
            found.append(AMOUNT)
        paid_only = marks <= _CLOSED_BY_PAYING and self.entry.reason != "deal"
        if paid_only and first.source and not any(_of_a_lot(line) for line in moved):
            found += [PAYER] if first.source not in (BANK, POT) else []
            found += [PAYEE] if first.target not in (BANK, POT) else []
        return tuple(found)


def _sides(line: object) -> tuple[Plain, Plain]:
    return getattr(line, "before", None), getattr(line, "after", None)


def _of_a_lot(line: Move) -> bool:
    return ":" in line.source + line.target


def terms_of(mend: Entry, before: Terms) -> Terms:
    """What an entry stands for after ``mend``, which found ``before``."""
    facts = mend.detail
    if mend.reason == OLD_MEND:
        return replace(before, target=str(facts["to"]))
    amount = facts.get("amount")
    return Terms(
        bool(facts.get("gone")),
        amount if isinstance(amount, int) else None,
        str(facts.get("source", "")),
        str(facts.get("target", "")),
    )


def mended_by(book: Book, mend: Entry) -> Entry | None:
    """The entry a mend, or a mend of a mend, put right in the end."""
    found: Entry | None = mend
    while found is not None and found.reason in (MEND, OLD_MEND):
        found = book.find(str(found.detail.get("entry", "")))
    return found


def booked(book: Book, entry_id: str) -> Booked:
    """The entry behind ``entry_id``, or the one it mends. Raises Refused where none stands."""
    entry = book.find(entry_id)
    root = mended_by(book, entry) if entry else None
    if entry is None or root is None:
        raise Refused(
            "no_payment",
            "There is no entry {entry}.",
            "Choose an entry of the ledger.",
            entry=entry_id,
        )
    entries = book.entries
    later = tuple(entries[next(n for n, one in enumerate(entries, 1) if one is root) :])
    void: set[Plain] = set()
    mends: list[Entry] = []
    for one in later:
        if one.reason == "undo":
            void.add(one.detail.get("entry"))
        elif one.reason == "redo":
            void.discard(one.detail.get("entry"))
        elif one.reason in (MEND, OLD_MEND) and mended_by(book, one) is root:
            mends.append(one)
    if void & {entry.id, root.id} or root.reason in ("undo", "redo"):
        raise Refused(
            "no_payment",
            "This entry was undone and stands no longer.",
            "Choose an entry that stands.",
        )
    return Booked(root, later, tuple(one for one in mends if one.id not in void))
