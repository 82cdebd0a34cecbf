"""Requests about deeds and buildings: buying, building, deals, auctions."""

from __future__ import annotations

from companion.core.requests.base import (
    Items,
    Line,
    MaybeLine,
    Millis,
    OfCard,
    OfDeed,
    OfLots,
    OfOffer,
    Paid,
    Pos,
    Request,
    Several,
    Terms,
    YesNo,
)


class Buy(OfDeed, frozen=True, kw_only=True):
    """``who`` buys a free deed from the bank, at the printed price unless a card names one."""

    do = "buy"
    price: Paid | None = None


class Decline(Request, frozen=True, kw_only=True):
    """The offer to buy is declined; the auction opens."""

    do = "decline"
    who: MaybeLine = ""
    ms: Millis | None = None
    cap_ms: Millis | None = None


class Build(OfLots, frozen=True, kw_only=True):
    """Buildings for ``who``: ``deed`` and ``n``, or several ``lots`` in one step; for nothing where
    a ``card`` says so."""

    do = "build"
    lots: Items
    card: YesNo = False


class Sell(OfLots, frozen=True, kw_only=True):
    """Buildings back to the bank at half price, for nothing where a ``card`` takes them;
    ``group`` sells a colour to the ground."""

    do = "sell"
    lots: Items = ()
    group: MaybeLine = ""
    card: YesNo = False


class HandOver(Request, frozen=True, kw_only=True):
    """A card passes a deed on as it is, ``to`` a seat or back to the "bank"."""

    do = "hand_over"
    deed: Pos
    to: Line


class Want(OfDeed, frozen=True, kw_only=True):
    """``who`` would build on ``deed`` as soon as the bank has the piece; notes the claim."""

    do = "want"
    n: Several = 1


class Unwant(Request, frozen=True, kw_only=True):
    """``who`` gives up his claims to buildings, on ``deed`` or all."""

    do = "unwant"
    who: Line
    deed: Pos | None = None


class Mortgage(OfDeed, frozen=True, kw_only=True):
    """``who`` mortgages a deed to the bank."""

    do = "mortgage"


class Lift(OfDeed, frozen=True, kw_only=True):
    """``who`` pays a mortgage back."""

    do = "lift"


class Take(OfCard, frozen=True, kw_only=True):
    """``who`` takes a card to keep."""

    do = "take"


class GiveBack(OfCard, frozen=True, kw_only=True):
    """``who`` puts a kept card back."""

    do = "give_back"


class Trade(Terms, frozen=True, kw_only=True):
    """Both sides agree: everything changes hands in one step."""

    do = "deal"


class Offer(Terms, frozen=True, kw_only=True):
    """``a`` proposes a deal that ``b`` may accept; nothing moves yet. ``ms``: it lapses then."""

    do = "offer"
    ms: Millis | None = None


class Accept(OfOffer, frozen=True, kw_only=True):
    """The other side accepts an ``offer`` (number)."""

    do = "accept"


class Withdraw(OfOffer, frozen=True, kw_only=True):
    """An ``offer`` (number) is withdrawn or turned down."""

    do = "withdraw"


class Auction(Request, frozen=True, kw_only=True):
    """Opens an auction: of a free ``deed``, of one ``piece`` several want, or the next in line.

    ``who`` opens it and may name the first ``bid`` where the edition says so. ``ms`` and
    ``cap_ms`` are the clock's length and the most a late bid may stretch it to (0 = never);
    without them the game's own settings count.
    """

    do = "auction"
    deed: Pos | None = None
    piece: MaybeLine = ""
    who: MaybeLine = ""
    bid: Paid | None = None
    ms: Millis | None = None
    cap_ms: Millis | None = None


class Bid(Request, frozen=True, kw_only=True):
    """``who`` bids ``amount`` in the running auction."""

    do = "bid"
    who: Line
    amount: Paid


class Close(Request, frozen=True, kw_only=True):
    """Sold to the highest bidder; without a bid it stays with the bank."""

    do = "close"


class Cancel(Request, frozen=True, kw_only=True):
    """The auction is void: logged, nothing booked."""

    do = "cancel"
