"""The picture itself, and the words in it that are hard to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.ui.colours import contrast, over
from tests.ui.layout import Box, words_seen

LEAST = 4.5
"""The contrast of WCAG 2.2 (1.4.3) for text, whatever its size."""


def pale_words(made: Any) -> list[str]:
    """Words whose colour stands out too little from what is drawn behind them."""
    return [
        f"{words!r} has a contrast of {found:.2f} only"
        for words, found in contrasts(made)
        if found < LEAST
    ]


def contrasts(made: Any) -> Iterator[tuple[str, float]]:
    """Every word to be seen and how it stands out; draws the screen once."""
    made.frames(1)
    picture = Picture(made.window)
    for label, box in words_seen(made.root):
        ground = picture.ground(box)
        ink = over(label.color, label.color[3] * _opacity(label), ground)
        yield label.text, contrast(ink, ground)


class Picture:
    """What is on the window now, four bytes for each pixel, from the bottom up."""

    def __init__(self, window: Any) -> None:
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

        self.wide, self.high = window.size
        data = glReadPixels(0, 0, self.wide, self.high, GL_RGBA, GL_UNSIGNED_BYTE)
        self._pixels = memoryview(data).cast("I")

    def ground(self, box: Box) -> tuple[float, ...]:
        """The colour most of a box has."""
        left, bottom, right, top = (round(edge) for edge in box)
        found: Counter[int] = Counter()
        for row in range(bottom, top):
            found.update(self._pixels[row * self.wide + left : row * self.wide + right])
        most = found.most_common(1)[0][0].to_bytes(4, "little")
        return tuple(part / 255 for part in most[:3])


def _opacity(widget: Any) -> float:
    shown = 1.0
    while widget is not None and widget is not widget.parent:
        shown *= getattr(widget, "opacity", 1.0)
        widget = widget.parent
    return shown
