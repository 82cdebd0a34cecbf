"""Deadlines that an undo brings back after their time: renewed, beside the fact itself.

An undone entry must find every fact as it left it, so a new deadline is never written into the
auction, the offer or the limit. It is a fact of its own that only undo and redo write.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.book import Draft, Holdings
from companion.core.facts import (
    AUCTION,
    ENDED,
    ENDLESS_OFFERS,
    LIMIT,
    OFFERS,
    RENEWED_AUCTION,
    VOID_LIMIT,
    AuctionLot,
    RenewedAuction,
)


def auction(book: Holdings) -> AuctionLot | None:
    """The running auction with the deadline that counts, or None."""
    lot, renewed = book.get(AUCTION), book.get(RENEWED_AUCTION)
    if lot and renewed and (renewed.noted_opened, renewed.noted_ends) == (lot.opened, lot.ends):
        return replace(lot, opened=renewed.opened, ends=renewed.ends)
    return lot


def limit(book: Holdings) -> int:
    """The play time in ms at which the game ends, or 0."""
    noted = book.get(LIMIT) or 0
    return 0 if noted == book.get(VOID_LIMIT) else noted


def without_clock(book: Holdings) -> tuple[int, ...]:
    """Offers that wait without a deadline, since an undo brought them back after it."""
    return book.get(ENDLESS_OFFERS) or ()


def renew(book: Draft, now: int, before: Holdings) -> None:
    """Renew what has run out by ``now``: a full auction, no time limit, offers without end.

    What ``before`` had already goes on as it was.
    """
    lot, noted = auction(book), book.get(AUCTION)
    if lot and noted and 0 < lot.ends <= now and not before.get(AUCTION):
        ends = now + lot.ends - lot.opened
        book.mark(RENEWED_AUCTION, RenewedAuction(noted.opened, noted.ends, now, ends))
    ends = limit(book)
    if 0 < ends <= now and not book.get(ENDED) and before.get(LIMIT) != ends:
        book.mark(VOID_LIMIT, ends)
    known = without_clock(book)
    there = {*known, *(one.number for one in before.get(OFFERS) or ())}
    late = [one.number for one in book.get(OFFERS) or () if 0 < one.ends <= now]
    new = [number for number in late if number not in there]
    if new:
        book.mark(ENDLESS_OFFERS, (*known, *new))
