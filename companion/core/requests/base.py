"""What every request is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What all requests share. ``id``: the same id is booked once and answered the same."""

    do: ClassVar[str] = ""
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfDeed(Request):
    """Something ``who`` does with the deed at a position."""

    who: str
    deed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPiece(OfDeed):
    """Something ``who`` does with a piece on a lot. ``card``: a card allows it."""

    piece: str
    card: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfCard(Request):
    """Something ``who`` does with cards to keep: "jail_card", or another kind there is."""

    who: str
    what: str = "jail_card"
    n: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OfOffer(Request):
    """What becomes of an ``offer`` (number)."""

    offer: int


@dataclass(frozen=True, slots=True)
class Item:
    """``n`` buildings on a lot; ``piece`` "" means the next step of the lot's ladder."""

    deed: int
    n: int = 1
    piece: str = ""


@dataclass(frozen=True, slots=True)
class Basket:
    """What one side of a deal hands over: money, deeds by position, other things by kind."""

    cash: int = 0
    deeds: tuple[int, ...] = ()
    cards: tuple[tuple[str, int], ...] = ()


NOTHING = Basket()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Request):
    """A deal between ``a`` and ``b``. ``lift``: mortgaged deeds the receiver pays off at once.

    ``settles``: the creditor takes the deal as payment of the debt between the two.
    """

    a: str
    b: str
    a_gives: Basket = NOTHING
    b_gives: Basket = NOTHING
    lift: tuple[int, ...] = ()
    settles: bool = False


def every_kind(kind: type[Request] = Request) -> Iterator[type[Request]]:
    """Every request that can be asked: those with a word of their own, whatever they build on."""
    for below in kind.__subclasses__():
        if "do" in vars(below):
            yield below
        yield from every_kind(below)
