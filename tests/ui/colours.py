"""How colours look: contrast, and how far apart two stay for eyes that tell fewer apart.

Contrast is WCAG 2.2's. What a colour-blind eye sees is G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
(2009), severity 1. The distance is CIEDE2000 (G. Sharma, W. Wu, E. N. Dalal, 2005).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Colour = Sequence[float]
"""Red, green and blue from 0 to 1; more numbers are not looked at."""

EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What an eye makes of linear red, green and blue."""
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def contrast(one: Colour, other: Colour) -> float:
    """From 1, the same, to 21, black on white."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(ink: Colour, opacity: float, ground: Colour) -> tuple[float, float, float]:
    """What ``ink`` looks like laid on ``ground`` half transparent."""
    red, green, blue = (i * opacity + g * (1 - opacity) for i, g in zip(ink, ground, strict=False))
    return red, green, blue


def apart(one: Colour, other: Colour, eye: str = "usual") -> float:
    """CIEDE2000 between what ``eye`` sees of two colours; below 10 they are easily confused."""
    return ciede2000(_lab(one, eye), _lab(other, eye))


def ciede2000(one: Colour, other: Colour) -> float:
    """The distance of two colours in CIE Lab."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(c7 / (c7 + 25**7))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    middle = math.radians((h1 + turn / 2) % 360) if c1 * c2 else math.radians(h1 + h2)
    light, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    weight = (
        1
        - 0.17 * math.cos(middle - math.radians(30))
        + 0.24 * math.cos(2 * middle)
        + 0.32 * math.cos(3 * middle + math.radians(6))
        - 0.20 * math.cos(4 * middle - math.radians(63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * c_mean)
    by_hue = hue / (1 + 0.015 * c_mean * weight)
    bend = math.radians(60 * math.exp(-(((math.degrees(middle) - 275) / 25) ** 2)))
    mixed = -math.sin(bend) * 2 * math.sqrt(c_mean**7 / (c_mean**7 + 25**7))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + mixed * by_chroma * by_hue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(part) for part in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(colour: Colour, eye: str) -> tuple[float, float, float]:
    linear = [_linear(part) for part in colour[:3]]
    seen = [min(1.0, max(0.0, _row(row, linear))) for row in EYES[eye]]
    parts = [_row(row, seen) / white for row, white in zip(_TO_XYZ, _WHITE, strict=True)]
    x, y, z = (p ** (1 / 3) if p > 216 / 24389 else (24389 / 27 * p + 16) / 116 for p in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _row(row: Colour, column: Colour) -> float:
    return sum(a * b for a, b in zip(row, column, strict=True))
