"""The auction: what is sold, the highest bid, who may still bid, and the next bids to tap."""

from __future__ import annotations

from msgspec import Struct

from companion.core.auction import next_bid
from companion.core.deadlines import auction as running
from companion.core.entry import Entry
from companion.core.facts import BIDS, HIGH_BID, QUEUE, AuctionLot, HighBid
from companion.core.game import Game
from companion.core.queries import bidders
from companion.faces.money import Amount, piece_word, text
from companion.faces.views import Text

RAISES = (1, 10, 50)
"""The raises on the buttons, in multiples of the smallest raise."""
BIDS_SHOWN = 8


class RaiseButton(Struct, frozen=True):
    """One button: by how much it raises (0: an opening bid) and the bid that makes."""

    by: Amount
    bid: Amount


class Bidder(Struct, frozen=True):
    """One row: ``limit`` is cash and all that could be raised; ``out``: he cannot bid any more."""

    letter: str
    name: str
    cash: Amount
    limit: Amount
    leads: bool
    out: bool


class AuctionView(Struct, frozen=True):
    """A running auction.

    ``subject`` is the deed's name or the piece; ``price`` printed on the deed, None for a
    piece. ``high`` None: nobody bid yet. ``bids`` are the latest, oldest first. ``waiting``: how
    many deeds the bank has yet to auction after this one. ``capped``: nobody bids beyond his limit.
    """

    deed: int
    subject: Text
    price: Amount | None
    least: Amount
    high: Amount | None
    leader: str
    leader_name: str
    raises: tuple[RaiseButton, ...]
    bidders: tuple[Bidder, ...]
    bids: tuple[tuple[str, Amount], ...]
    waiting: int
    timed: bool
    capped: bool

    def may_bid(self, bidder: Bidder, amount: int) -> bool:
        """Whether ``amount`` is a bid the bank would take from him now."""
        within = not self.capped or amount <= bidder.limit.value
        return not bidder.out and not bidder.leads and amount >= self.least.value and within


class Sold(Struct, frozen=True):
    """What an auction has sold: ``subject`` as in ``AuctionView``, the winner's seat and name."""

    subject: Text
    who: str
    name: str
    amount: Amount


def sold_view(game: Game, entry: Entry | None) -> Sold | None:
    """What ``entry`` sold by auction, or None."""
    if entry is None or entry.reason != "sold":
        return None
    told, rules = entry.detail, game.rules
    return Sold(
        _subject(game, str(told["piece"]), int(str(told["deed"]))),
        str(told["who"]),
        rules.name(game.book, str(told["who"])),
        Amount(int(str(told["amount"])), rules.edition.short_money),
    )


def auction_view(game: Game) -> AuctionView | None:
    """The running auction, or None."""
    lot = running(game.book)
    if lot is None:
        return None
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    leader = book.get(HIGH_BID)
    bids = book.get(BIDS) or ()
    queue = book.get(QUEUE) or ()
    return AuctionView(
        deed=lot.deed,
        subject=_subject(game, lot.piece, lot.deed),
        price=Amount(rules.at(book).deeds[lot.deed].price, short) if lot.deed >= 0 else None,
        least=Amount(next_bid(lot, leader), short),
        high=Amount(leader.amount, short) if leader else None,
        leader=leader.who if leader else "",
        leader_name=rules.name(book, leader.who) if leader else "",
        raises=_raises(lot, leader, short),
        bidders=tuple(
            Bidder(
                row["who"],
                rules.name(book, row["who"]),
                Amount(row["cash"], short),
                Amount(row["limit"], short),
                leader is not None and leader.who == row["who"],
                row["out"],
            )
            for row in bidders(game)
        ),
        bids=tuple(
            (rules.name(book, bid.who), Amount(bid.amount, short)) for bid in bids[-BIDS_SHOWN:]
        ),
        waiting=sum(1 for pos in queue if pos != lot.deed),
        timed=bool(lot.ends),
        capped=bool(lot.piece) or not rules.option(book, "bids_beyond_means"),
    )


def _subject(game: Game, piece: str, deed: int) -> Text:
    if piece:
        return Text(piece_word(piece))
    return text("{deed}", False, deed=game.rules.at(game.book).deeds[deed].name)


def _raises(lot: AuctionLot, leader: HighBid | None, short: bool) -> tuple[RaiseButton, ...]:
    """Without a bid the first button opens at the least and the others add to it; round sums
    where it opens with the smallest step anyway."""
    if leader:
        return tuple(
            RaiseButton(Amount(lot.step * by, short), Amount(leader.amount + lot.step * by, short))
            for by in RAISES
        )
    below = lot.first if lot.first > lot.step else 0
    opening = (lot.first if by == 1 else below + lot.step * by for by in RAISES)
    return tuple(RaiseButton(Amount(0, short), Amount(bid, short)) for bid in opening)
