"""What every request is made of: the kinds of its fields, each with what it may be.

``parse`` holds plain data against these; a request made by our own code is checked by mypy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

LARGEST = 10**12
"""No amount of money is larger."""

_LINE = "a short text of one line"
Line = Annotated[str, Meta(min_length=1, max_length=80, description=_LINE)]
MaybeLine = Annotated[str, Meta(max_length=80, description=_LINE)]
YesNo = Annotated[bool, Meta(description="true or false")]
Paid = Annotated[int, Meta(ge=1, le=LARGEST, description="a whole number of money, 1 or more")]
PaidOrNone = Annotated[
    int, Meta(ge=0, le=LARGEST, description="a whole number of money, 0 or more")
]
Pos = Annotated[int, Meta(ge=0, le=999, description="the number of a space on the board")]
Positions = Annotated[
    tuple[Pos, ...], Meta(max_length=60, description="a list that names each deed once")
]
Several = Annotated[int, Meta(ge=1, le=99, description="a whole number, 1 or more")]
Number = Annotated[int, Meta(ge=1, le=10**6, description="a number")]
Total = Annotated[int, Meta(ge=2, le=18, description="the total of the dice, 2 or more")]
Die = Annotated[int, Meta(ge=1, le=6, description="1 to 6")]
Millis = Annotated[int, Meta(ge=0, le=86_400_000, description="whole milliseconds")]
Counts = Annotated[Mapping[Line, PaidOrNone], Meta(description='an object such as {"house": 25}')]


def each_once(field: str, deeds: tuple[int, ...]) -> None:
    """Raises ValueError with the way to ``field``, as msgspec writes it, where a deed is twice."""
    if len(set(deeds)) != len(deeds):
        raise ValueError(f"a deed is named twice - at `$.{field}`")


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all requests share. ``id``: the same id is booked once and answered the same."""

    do: ClassVar[str] = ""
    id: MaybeLine = ""

    @classmethod
    def in_full(cls, data: dict[str, Any]) -> dict[str, Any]:
        """``data`` with what this request may be given in short written out."""
        return data


class OfDice(Request, frozen=True, kw_only=True):
    """Something a rent may follow from: ``dice`` is their total, told as a list too."""

    dice: Total | None = None

    @classmethod
    def in_full(cls, data: dict[str, Any]) -> dict[str, Any]:
        """The total of dice told one by one."""
        dice = data.get("dice")
        each = dice if isinstance(dice, list | tuple) and 2 <= len(dice) <= 3 else ("",)
        fits = all(type(one) is int and 1 <= one <= 6 for one in each)
        return {**data, "dice": sum(each)} if fits else data


class OfDeed(Request, frozen=True, kw_only=True):
    """Something ``who`` does with the deed at a position."""

    who: Line
    deed: Pos


class OfCard(Request, frozen=True, kw_only=True):
    """Something ``who`` does with cards to keep: "jail_card", or another kind there is."""

    who: Line
    what: MaybeLine = "jail_card"
    n: Several = 1


class OfOffer(Request, frozen=True, kw_only=True):
    """What becomes of an ``offer`` (number)."""

    offer: Number


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """``n`` buildings on a lot; ``piece`` "" means the next step of the lot's ladder."""

    deed: Pos
    n: Several = 1
    piece: MaybeLine = ""


Items = Annotated[
    tuple[Item, ...], Meta(max_length=60, description='a list such as [{"deed": 39, "n": 1}]')
]


class OfLots(Request, frozen=True, kw_only=True):
    """Something ``who`` does with buildings on ``lots``, or on the one ``deed``."""

    who: Line

    @classmethod
    def in_full(cls, data: dict[str, Any]) -> dict[str, Any]:
        """One deed is a list of one."""
        if "deed" not in data or "lots" in data:
            return data
        item = {key: data[key] for key in ("deed", "n", "piece") if key in data}
        rest = {key: raw for key, raw in data.items() if key not in item}
        return {**rest, "lots": [item]}


class Basket(Struct, frozen=True, forbid_unknown_fields=True):
    """What one side of a deal hands over: money, deeds by position, other things by kind."""

    cash: PaidOrNone = 0
    deeds: Positions = ()
    cards: Counts = {}

    def __post_init__(self) -> None:
        """No deed is handed over twice. Raises ValueError."""
        each_once("deeds", self.deeds)


NOTHING = Basket()
Given = Annotated[Basket, Meta(description='an object such as {"cash": 100, "deeds": [39]}')]


class Terms(Request, frozen=True, kw_only=True):
    """A deal between ``a`` and ``b``. ``lift``: mortgaged deeds the receiver pays off at once.

    ``settles``: the creditor takes the deal as payment of the debt between the two.
    """

    a: Line
    b: Line
    a_gives: Given = NOTHING
    b_gives: Given = NOTHING
    lift: Positions = ()
    settles: YesNo = False

    def __post_init__(self) -> None:
        """No mortgage is lifted twice. Raises ValueError."""
        each_once("lift", self.lift)


def every_kind(kind: type[Request] = Request) -> Iterator[type[Request]]:
    """Every request that can be asked: those with a word of their own, whatever they build on."""
    for below in kind.__subclasses__():
        if "do" in vars(below):
            yield below
        yield from every_kind(below)
