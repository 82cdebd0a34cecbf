"""The facts only Mega notes; see ``companion.core.facts``."""

from __future__ import annotations

from companion.core.fact import Fact, Record


class Thrown(Record, frozen=True):
    """All dice ``who`` threw last, together."""

    who: str
    total: int


class TicketDrawn(Record, frozen=True):
    """Who drew a bus ticket, and in which turn."""

    who: str
    turn_no: int


THROWN = Fact("thrown", Thrown, "the last throw")
DRAWN = Fact("drawn", TicketDrawn, "the bus ticket drawn last")
THIRD_DIE_TOLD = Fact("told", int, "the turn in which the third die was told")
