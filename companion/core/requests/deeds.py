"""Requests about deeds and buildings: buying, building, deals, auctions."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.requests.base import Item, OfCard, OfDeed, OfOffer, OfPiece, Request, Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Buy(OfDeed):
    """``who`` buys a free deed from the bank, at the printed price unless a card names one."""

    do = "buy"
    price: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decline(Request):
    """The offer to buy is declined; the auction opens."""

    do = "decline"
    who: str = ""
    ms: int | None = None
    cap_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(Request):
    """Buildings for ``who``: ``deed`` and ``n``, or several ``lots`` in one step."""

    do = "build"
    who: str
    lots: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sell(Request):
    """Buildings back to the bank at half price; ``group`` sells a colour to the ground."""

    do = "sell"
    who: str
    lots: tuple[Item, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Want(OfDeed):
    """``who`` would build on ``deed`` as soon as the bank has the piece; notes the claim."""

    do = "want"
    n: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwant(Request):
    """``who`` gives up his claims to buildings, on ``deed`` or all."""

    do = "unwant"
    who: str
    deed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mortgage(OfDeed):
    """``who`` mortgages a deed to the bank."""

    do = "mortgage"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift(OfDeed):
    """``who`` pays a mortgage back."""

    do = "lift"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(OfPiece):
    """``who`` puts a free piece of the edition on a lot (City bonus, hazard, railroad).

    ``card``: a card allows it, whatever the last landing was.
    """

    do = "place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clear(OfPiece):
    """``who`` has a piece taken off a lot (City hazard); free where a ``card`` says so."""

    do = "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver(Request):
    """A card passes a deed on as it is, ``to`` a seat or back to the "bank"."""

    do = "hand_over"
    deed: int
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(OfCard):
    """``who`` takes a card to keep."""

    do = "take"


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBack(OfCard):
    """``who`` puts a kept card back."""

    do = "give_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Terms):
    """Both sides agree: everything changes hands in one step."""

    do = "deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Terms):
    """``a`` proposes a deal that ``b`` may accept; nothing moves yet. ``ms``: it lapses then."""

    do = "offer"
    ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(OfOffer):
    """The other side accepts an ``offer`` (number)."""

    do = "accept"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw(OfOffer):
    """An ``offer`` (number) is withdrawn or turned down."""

    do = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction(Request):
    """Opens an auction: of a free ``deed``, of one ``piece`` several want, or the next in line.

    ``who`` opens it and may name the first ``bid`` where the edition says so. ``ms`` and
    ``cap_ms`` are the clock's length and the most a late bid may stretch it to (0 = never);
    without them the game's own settings count.
    """

    do = "auction"
    deed: int | None = None
    piece: str = ""
    who: str = ""
    bid: int | None = None
    ms: int | None = None
    cap_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid(Request):
    """``who`` bids ``amount`` in the running auction."""

    do = "bid"
    who: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Request):
    """Sold to the highest bidder; without a bid it stays with the bank."""

    do = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel(Request):
    """The auction is void: logged, nothing booked."""

    do = "cancel"
