"""The facts only Mega notes; see ``companion.core.facts``."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.fact import Fact


@dataclass(frozen=True, slots=True)
class Thrown:
    """All dice ``who`` threw last, together."""

    who: str
    total: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who drew a bus ticket, and in which turn."""

    who: str
    turn_no: int


THROWN = Fact("thrown", Thrown, "the last throw")
DRAWN = Fact("drawn", Drawn, "the bus ticket drawn last")
THIRD_DIE_TOLD = Fact("told", int, "the turn in which the third die was told")
