"""Which wire goes where, read from ``pins.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct

from companion.core.errors import Fault
from companion.panels.keys import DEBOUNCE_MAX_MS, DEBOUNCE_MS
from companion.panels.panel import Key

PINS_FILE = Path(__file__).with_name("pins.toml")
LAST_BCM = 27
"""The 40-pin header carries BCM 0-27; 0 and 1 belong to add-on boards' identification."""
MARKS = ("mark_1", "mark_2", "mark_3", "mark_rail")
OUTPUTS = (*MARKS, "ring", "buzzer")
USES = (*Key, *OUTPUTS)
"""Everything that needs a wire, by its key in the table ``[gpio]``."""
BUZZER_KINDS = ("passive", "active")
HEADER_PINS = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""The pin of the 40-pin header, counted along it, by BCM number."""


class PinsFault(Fault):
    """The pin table cannot be used: file, key, and what to write."""


class Pins(Struct, frozen=True):
    """BCM numbers 2-27 by use, in the order of USES, each of them once."""

    numbers: tuple[tuple[str, int], ...]
    buzzer_kind: str = "passive"
    debounce_ms: int = DEBOUNCE_MS

    def __getitem__(self, use: str) -> int:
        """The BCM number of a use; KeyError for an unknown use."""
        return dict(self.numbers)[use]


def load(path: Path = PINS_FILE) -> Pins:
    """The pin table in ``path``. PinsFault with a sentence when it cannot be used."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))["gpio"]
    except (OSError, UnicodeDecodeError) as fault:
        raise PinsFault(
            "{file} cannot be read; save it as plain text in UTF-8 and look at its rights.",
            file=path.name,
        ) from fault
    except tomllib.TOMLDecodeError as fault:
        raise PinsFault(
            "{file} cannot be read: often a quotation mark or a bracket is missing. "
            "Compare it with the original.",
            file=path.name,
        ) from fault
    except KeyError as fault:
        raise PinsFault(
            "{file} has no table [gpio]. Copy it from the original.", file=path.name
        ) from fault
    if not isinstance(table, dict):
        raise PinsFault("{file}: gpio must be a table, written as [gpio].", file=path.name)
    known = {*USES, "buzzer_kind", "debounce_ms"}
    if unknown := sorted(set(table) - known):
        raise PinsFault(
            "{file}: unknown key {key} in [gpio]. Remove it.", file=path.name, key=unknown[0]
        )
    numbers = tuple((str(use), _whole(path, table, use, 2, LAST_BCM)) for use in USES)
    _each_once(path, numbers)
    kind = table.get("buzzer_kind", "passive")
    if kind not in BUZZER_KINDS:
        raise PinsFault(
            '{file}: buzzer_kind must be "passive" or "active", not {value}.',
            file=path.name,
            value=repr(kind),
        )
    debounce = DEBOUNCE_MS
    if "debounce_ms" in table:
        debounce = _whole(path, table, "debounce_ms", 0, DEBOUNCE_MAX_MS)
    return Pins(numbers, kind, debounce)


def _whole(path: Path, table: dict[str, object], key: str, low: int, high: int) -> int:
    value = table.get(key)
    if type(value) is not int or not low <= value <= high:
        raise PinsFault(
            "{file}: {key} is missing; it must be a whole number {low} to {high}."
            if value is None
            else "{file}: {key} is {value}; it must be a whole number {low} to {high}.",
            file=path.name,
            key=key,
            value=repr(value),
            low=low,
            high=high,
        )
    return value


def _each_once(path: Path, numbers: tuple[tuple[str, int], ...]) -> None:
    uses: dict[int, str] = {}
    for use, number in numbers:
        if number in uses:
            raise PinsFault(
                "{file}: GPIO{number} is given to both {one} and {other}. "
                "Give one of them another pin.",
                file=path.name,
                number=number,
                one=str(uses[number]),
                other=str(use),
            )
        uses[number] = use
