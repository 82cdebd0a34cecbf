"""The whole state of a panel's lights and sound. Never a change: sending one twice is harmless."""

from __future__ import annotations

from dataclasses import dataclass

LEVEL_MAX = 255


@dataclass(frozen=True, slots=True)
class Frame:
    """What a trading-unit panel shows.

    ``marks`` are the levels 0-255 of 1, 2, 3 and railroad, ``ring`` that of the ring light.
    ``tone`` names a pattern of ``sounds/tones.toml``; it is to be played once for each new
    ``tone_no``. The first frame a panel sees only tells it where the count stands.
    """

    marks: tuple[int, int, int, int] = (0, 0, 0, 0)
    ring: int = 0
    tone: str = "none"
    tone_no: int = 0


DARK = Frame()
