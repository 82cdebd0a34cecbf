"""What the table's screen shows of the phones."""

from __future__ import annotations

from msgspec import Struct


class Asking(Struct, frozen=True):
    """A phone that wants a seat and waits for the table's word."""

    number: int
    letter: str
    name: str


class Desk(Struct, frozen=True):
    """The code to scan, the level, how many phones each seat has, and who asks for one."""

    code: str = ""
    level: str = ""
    phones: tuple[tuple[str, int], ...] = ()
    asking: tuple[Asking, ...] = ()
