"""Which letters a screen can show: those of the font Companion is drawn with."""

from __future__ import annotations

from itertools import chain

_DRAWN = frozenset(
    chain(
        range(0x20, 0x7F), range(0xA0, 0x180),  # Latin with every accent of Europe
        (0x1A0, 0x1A1, 0x1AF, 0x1B0), range(0x218, 0x21C), range(0x1EA0, 0x1EFA),
        (0x386, 0x388, 0x389, 0x38A, 0x38C), range(0x38E, 0x3A2), range(0x3A3, 0x3CF),
        range(0x400, 0x482), range(0x48A, 0x514),
        range(0x2010, 0x2012), range(0x2013, 0x2016), range(0x2018, 0x201F), (0x2026, 0x20AC),
    )
) - {0xAD}  # fmt: skip


def drawn(text: str) -> bool:
    """Whether every letter of ``text`` is Latin, Greek, Cyrillic or a usual sign.

    Any other would be an empty box on the screens, and those written from right to left would
    stand the wrong way round.
    """
    return all(ord(letter) in _DRAWN for letter in text)
