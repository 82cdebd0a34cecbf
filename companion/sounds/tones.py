"""The table of sounds: names, notes, and the limits every player of them relies on."""

from __future__ import annotations

import tomllib
from pathlib import Path

TONES_FILE = Path(__file__).with_name("tones.toml")
HERTZ = range(100, 4_001)
"""What a small speaker, a piezo disc and a microcontroller's timer can all do."""
NOTE_MS = range(1, 1_001)
MAX_NOTES = 8
SOUND_MS = 1_000
"""No sound may run into the beep of the next second."""

Pattern = tuple[tuple[int, int], ...]
"""Notes of (frequency in Hz, length in milliseconds); frequency 0 is a rest."""


class TonesFault(ValueError):
    """The table of sounds cannot be used. The text names file and sound."""


def load(path: Path = TONES_FILE) -> dict[str, Pattern]:
    """All sounds by name. TonesFault with a sentence when one cannot be played."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise TonesFault(f"{path.name} cannot be read: {fault}.") from fault
    return {name: _pattern(path, name, notes) for name, notes in table.items()}


def length_ms(pattern: Pattern) -> int:
    """How long a sound takes, rests included."""
    return sum(length for _, length in pattern)


def _pattern(path: Path, name: str, notes: object) -> Pattern:
    if not isinstance(notes, list) or not 1 <= len(notes) <= MAX_NOTES:
        raise TonesFault(f"{path.name}: {name} must be a list of 1 to {MAX_NOTES} notes.")
    pattern = tuple(_note(path, name, note) for note in notes)
    if length_ms(pattern) > SOUND_MS:
        raise TonesFault(f"{path.name}: {name} lasts longer than {SOUND_MS} ms. Shorten it.")
    return pattern


def _note(path: Path, name: str, note: object) -> tuple[int, int]:
    match note:
        case [int(hertz), int(length)] if (not hertz or hertz in HERTZ) and length in NOTE_MS:
            return hertz, length
    raise TonesFault(
        f"{path.name}: {name} has the note {note}; it must be [Hz, ms] with 0 or "
        f"{HERTZ[0]}-{HERTZ[-1]} Hz and {NOTE_MS[0]}-{NOTE_MS[-1]} ms."
    )
