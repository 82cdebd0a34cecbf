"""The whole state of a panel's lights and sound. Never a change: sending one twice is harmless."""

from __future__ import annotations

from dataclasses import dataclass, field

LEVEL_MAX = 255


@dataclass(frozen=True, slots=True)
class Carry:
    """The state behind a frame, for a panel that may have to carry on alone with it.

    Milliseconds, counted from the frame: ``age_ms`` since the phase began (of a result: since it
    was shown), ``left_ms`` of an auction, ``signal_ms`` before its end comes the signal,
    ``chime_ms`` until the next full hour of play, -1 while the play clock has not started.
    """

    phase: str = "idle"
    result: int = 0
    age_ms: int = 0
    left_ms: int = 0
    signal_ms: int = 5_000
    chime_ms: int = -1
    chime: bool = True
    paused: bool = False
    muted: bool = False
    bank: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """What a trading-unit panel shows.

    ``marks`` are the levels 0-255 of 1, 2, 3 and railroad, ``ring`` that of the ring light.
    ``tone`` names a pattern of ``sounds/tones.toml``; it is to be played once for each new
    ``tone_no``. The first frame a panel sees only tells it where the count stands.
    ``carry`` is no part of the picture: two frames that look and sound alike are equal.
    """

    marks: tuple[int, int, int, int] = (0, 0, 0, 0)
    ring: int = 0
    tone: str = "none"
    tone_no: int = 0
    carry: Carry | None = field(default=None, compare=False)


DARK = Frame()
