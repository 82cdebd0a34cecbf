"""Deadlines that an undo brings back after their time: set anew, beside the fact itself.

An undone entry must find every fact as it left it, so a new deadline is never written into the
auction, the offer or the limit. It lies in a fact that only undo and redo write.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from companion.core.entry import Fact
from companion.core.values import Lot

_AUCTION = "clock.auction"
_LIMIT = "clock.limit"
_OFFERS = "clock.offers"


class Facts(Protocol):
    """A book or a draft, as far as its facts go."""

    def fact(self, what: str) -> Fact:
        """A fact about the table; None where nothing is noted."""


class Marking(Facts, Protocol):
    """A draft."""

    def mark(self, what: str, after: Fact) -> None:
        """Note a fact."""


def auction(book: Facts) -> Lot | None:
    """The running auction with the deadline that counts, or None."""
    noted: Any = book.fact("auction")
    if not noted:
        return None
    lot = Lot(*noted)
    anew: Any = book.fact(_AUCTION)
    if anew and anew[:2] == (lot.opened, lot.ends):
        return replace(lot, opened=anew[2], ends=anew[3])
    return lot


def limit(book: Facts) -> int:
    """The play time in ms at which the game ends, or 0."""
    noted: Any = book.fact("limit") or 0
    return 0 if noted == book.fact(_LIMIT) else int(noted)


def without_clock(book: Facts) -> tuple[int, ...]:
    """Offers that wait without a deadline, since an undo brought them back after it."""
    noted: Any = book.fact(_OFFERS) or ()
    return tuple(noted)


def wind(book: Marking, now: int) -> None:
    """Set anew what has run out by ``now``: a full auction, no time limit, offers without end."""
    lot = auction(book)
    if lot and lot.ends and lot.ends <= now:
        raw: Any = book.fact("auction")
        again = (now, now + lot.ends - lot.opened)
        book.mark(_AUCTION, (raw[4], raw[5], *again))
    ends = limit(book)
    if ends and ends <= now and not book.fact("ended"):
        book.mark(_LIMIT, ends)
    offers: Any = book.fact("offers") or ()
    late = [offer[0] for offer in offers if 0 < offer[7] <= now]
    known = without_clock(book)
    new = [number for number in late if number not in known]
    if new:
        book.mark(_OFFERS, (*known, *new))
