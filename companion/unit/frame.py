"""The whole state of a panel's lights and sound. Never a change: sending one twice is harmless."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import astuple, replace

LEVEL_MAX = 255


class Fallback(Struct, frozen=True, eq=False):
    """The state behind a frame, for a panel that may have to carry on alone with it.

    Milliseconds, counted from the frame: ``age_ms`` since the phase began (of a result: since it
    was shown), ``left_ms`` of an auction, ``signal_ms`` before its end comes the signal,
    ``chime_ms`` until the next full hour of play, -1 while the play clock has not started.
    Mere passing of time makes no other Fallback; ``ends`` (play time) tells that an end has moved.
    """

    phase: str = "idle"
    result: int = 0
    age_ms: int = 0
    left_ms: int = 0
    signal_ms: int = 5_000
    chime_ms: int = -1
    ends: int = 0
    chime: bool = True
    paused: bool = False
    muted: bool = False
    bank: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fallback) and self._lasting() == other._lasting()

    def __hash__(self) -> int:
        return hash(self._lasting())

    def _lasting(self) -> tuple[object, ...]:
        return astuple(replace(self, age_ms=0, left_ms=0, chime_ms=-1))


class Frame(Struct, frozen=True):
    """What a trading-unit panel shows.

    ``marks`` are the levels 0-255 of 1, 2, 3 and railroad, ``ring`` that of the ring light.
    ``tone`` names a pattern of ``sounds/tones.toml``; it is to be played once for each new
    ``tone_no``. The first frame a panel sees only tells it where the count stands.
    ``carry`` is the state behind the picture; a change of it is news even if nothing looks new.
    """

    marks: tuple[int, int, int, int] = (0, 0, 0, 0)
    ring: int = 0
    tone: str = "none"
    tone_no: int = 0
    carry: Fallback | None = None


DARK = Frame()
