"""The facts of the trading unit that outlive a restart; see ``companion.core.facts``."""

from __future__ import annotations

from companion.core.fact import Fact, Record


class Drawn(Record, frozen=True):
    """The result of a Build press, and the play time in ms from which it is shown."""

    shown_at: int
    result: int


class Light(Record, frozen=True):
    """From when to when the auction's light runs, play times in ms."""

    since: int
    ends: int


ROLL = Fact("unit.roll", Drawn, "the result the unit shows")
ROLL_TURN = Fact("unit.turn", int, "the turn this result was drawn in")
LIGHT = Fact("unit.auction", Light, "the auction's light runs, without a game's auction")
PLAY_FROM = Fact("unit.play_from", int, "the play time in ms from which hours are counted")
MUTED = Fact("unit.muted", bool, "the unit is silent")
