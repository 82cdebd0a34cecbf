"""The facts only City notes; see ``companion.core.facts``."""

from __future__ import annotations

from companion.core.fact import Fact, Record


class Ride(Record, frozen=True):
    """In this turn ``who`` landed at ``pos``, from where the railroad goes."""

    turn_no: int
    who: str
    pos: int


class Used(Record, frozen=True):
    """``n`` of the result shown at ``shown_at`` (play time in ms) are built in this turn."""

    turn_no: int
    shown_at: int
    n: int


RIDE = Fact("ride", Ride, "who may take the railroad")
USED = Fact("unit_used", Used, "how much of the unit's result is built already")
