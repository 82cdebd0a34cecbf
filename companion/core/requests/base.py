"""What every request is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What all requests share. ``id``: the same id is booked once and answered the same."""

    do: ClassVar[str] = ""
    id: str = ""


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
