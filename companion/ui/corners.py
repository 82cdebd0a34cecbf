"""Two fingers resting in the two upper corners: the way out that needs no menu. Pure."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct

SIDE = 64
"""How far a corner reaches, in pixels at 800 x 480."""
HOLD_S = 5


class Corners(Struct):
    """Which fingers are where. Both upper corners of the picture must be held at once."""

    _held: dict[Hashable, str] = {}

    def down(
        self, finger: Hashable, at: tuple[float, float], size: tuple[float, float], side: float
    ) -> None:
        """A finger came down, or moved, ``at`` a place of a picture of ``size``; ``side`` is a
        corner's."""
        (x, y), (width, height) = at, size
        self._held.pop(finger, None)
        if y >= height - side:
            if x <= side:
                self._held[finger] = "left"
            elif x >= width - side:
                self._held[finger] = "right"

    def up(self, finger: Hashable) -> None:
        """A finger was lifted."""
        self._held.pop(finger, None)

    @property
    def both(self) -> bool:
        """Whether both corners are held."""
        return len(set(self._held.values())) == 2
