"""From notes to a WAV file in memory: our own sounds, made when the program starts."""

from __future__ import annotations

import io
import math
import wave
from array import array
from functools import cache

from companion.sounds.tones import Pattern

RATE = 22_050
"""Samples a second; enough for 4 kHz and half the work of a CD's rate on a small board."""
AMPLITUDE = 20_000
THIRD = 0.25
"""Share of the third harmonic: a pure sine is hard to hear from a small speaker across a room."""
FADE_MS = 4
"""Each note swells and dies away this fast, else it would begin and end with a click."""
TABLE = 4_096


def wav(pattern: Pattern) -> bytes:
    """A mono 16-bit WAV file of ``pattern``; the same bytes every time."""
    samples = array("h")
    for hertz, length_ms in pattern:
        samples.extend(_note(hertz, RATE * length_ms // 1000))
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
    return file.getvalue()


def _note(hertz: int, count: int) -> array[int]:
    if not hertz:
        return array("h", bytes(2 * count))
    period = _period(3 * hertz < RATE // 2)
    step = hertz * TABLE
    note = array("h", (period[index * step // RATE % TABLE] for index in range(count)))
    fade = min(RATE * FADE_MS // 1000, count // 2)
    for index in range(fade):
        note[index] = note[index] * index // fade
        note[-1 - index] = note[-1 - index] * index // fade
    return note


@cache
def _period(bright: bool) -> array[int]:
    third = THIRD if bright else 0.0
    angles = (2 * math.pi * index / TABLE for index in range(TABLE))
    return array(
        "h",
        (round(AMPLITUDE * (math.sin(a) + third * math.sin(3 * a)) / (1 + third)) for a in angles),
    )
