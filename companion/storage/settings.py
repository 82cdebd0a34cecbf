"""The settings: a TOML file read into a dataclass, every fault a sentence with file and key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from companion.core.errors import Fault, Sentence
from companion.storage.atomic import read_text, write_whole
from companion.unit.unit import UnitRules

LANGUAGES = ("de", "en")
ROTATIONS = (0, 90, 180, 270)
PIN_SHORTEST, PIN_LONGEST = 4, 8

RANGES: dict[str, tuple[int, int]] = {
    "auction_s": (10, 180),
    "signal_s": (1, 30),
    "late_bid_cap_s": (0, 300),
    "volume": (0, 100),
    "brightness": (10, 100),
    "blank_min": (0, 120),
}
"""Smallest and largest value of each whole-number setting."""


class Settings(Struct, frozen=True):
    """What the user can set. Lengths in seconds or minutes as named; ``volume`` and
    ``brightness`` in percent; ``weights`` are the odds of 1, 2, 3 and railroad, 0-99 each;
    ``late_bid_cap_s`` 0 = a late bid never lengthens an auction; ``blank_min`` 0 = never;
    ``phones`` are let in, from the start;
    ``pin`` opens the way out of the kiosk, 4 to 8 digits."""

    language: str = "en"
    auction_s: int = 50
    signal_s: int = 5
    weights: tuple[int, int, int, int] = (1, 1, 1, 1)
    late_bid_cap_s: int = 0
    chime: bool = True
    mute: bool = False
    volume: int = 80
    brightness: int = 100
    rotation: int = 0
    motion: bool = True
    blank_min: int = 10
    phones: bool = False
    pin: str = "2580"

    def unit_rules(self, bank: bool) -> UnitRules:
        """These settings as the trading unit reads them."""
        return UnitRules(
            weights=self.weights,
            auction_ms=self.auction_s * 1000,
            signal_ms=min(self.signal_s, self.auction_s) * 1000,
            late_bid_cap_ms=self.late_bid_cap_s * 1000,
            chime=self.chime,
            bank=bank,
        )


class SettingFault(Fault, ValueError):
    """A setting that cannot be: what is wrong and what would be right."""


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """``settings`` with one value changed. Raises SettingFault when it cannot be."""
    if name not in {item.name for item in fields(Settings)}:
        known = ", ".join(item.name for item in fields(Settings))
        raise SettingFault(
            "there is no setting '{name}'; the settings are {known}", name=name, known=known
        )
    if name == "weights":
        value = _weights(value)
    elif name in RANGES:
        low, high = RANGES[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise SettingFault(
                "'{name}' must be a whole number from {low} to {high}, not {value}",
                name=name,
                low=low,
                high=high,
                value=repr(value),
            )
    elif name == "language":
        _one_of(name, value, LANGUAGES)
    elif name == "rotation":
        _one_of(name, value, ROTATIONS)
    elif name == "pin":
        _digits(name, value)
    elif not isinstance(value, bool):
        raise SettingFault(
            "'{name}' must be true or false, not {value}", name=name, value=repr(value)
        )
    return replace(settings, **{name: value})


def load(path: Path, start: Settings) -> tuple[Settings, list[str]]:
    """The settings in ``path`` over those of ``start``, and one sentence per fault.

    A missing file is no fault. A faulty value keeps its default; a file that is no TOML is
    kept aside as ``.bad`` so that nothing written by hand is lost.
    """
    try:
        text = read_text(path)
    except (FileNotFoundError, NotADirectoryError):
        return start, []
    except UnicodeDecodeError:
        return start, [_kept_aside(path)]
    except OSError as fault:
        said = Sentence(
            "{path} cannot be read ({why}); the usual settings are used.",
            path=path,
            why=fault.strerror,
        )
        return start, [said]
    import tomllib  # The first picture of a first evening need not wait for it.

    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):  # no TOML, or brackets and digits without end
        return start, [_kept_aside(path)]
    faults: list[str] = []
    for name, value in data.items():
        try:
            start = changed(start, name, value)
        except SettingFault as fault:
            faults.append(
                Sentence(
                    "{file}: {fault}; the usual value is used.", file=path, fault=fault.sentence
                )
            )
    return start, faults


def save(path: Path, settings: Settings) -> None:
    """Write ``settings`` so that a power cut leaves the old file or the new, for nobody else to
    read: the PIN stands there. Raises OSError."""
    lines = [f"{name} = {json.dumps(value)}" for name, value in asdict(settings).items()]
    write_whole(path, ("\n".join(lines) + "\n").encode(), mode=0o600)


def _weights(value: Any) -> tuple[int, int, int, int]:
    parts = list(value) if isinstance(value, list | tuple) else []
    whole = all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 99 for n in parts)
    if len(parts) != 4 or not whole or sum(parts) == 0:
        raise SettingFault(
            "'weights' must be four whole numbers from 0 to 99 for 1, 2, 3 and railroad, "
            "not all 0, not {value}",
            value=repr(value),
        )
    return (parts[0], parts[1], parts[2], parts[3])


def _one_of(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if isinstance(value, bool) or value not in allowed:
        listed = ", ".join(map(str, allowed))
        raise SettingFault(
            "'{name}' must be one of {listed}, not {value}",
            name=name,
            listed=listed,
            value=repr(value),
        )


def _digits(name: str, value: Any) -> None:
    fits = isinstance(value, str) and PIN_SHORTEST <= len(value) <= PIN_LONGEST
    if not fits or not all("0" <= digit <= "9" for digit in value):
        raise SettingFault(
            "'{name}' must be {least} to {most} digits in quotes",
            name=name,
            least=PIN_SHORTEST,
            most=PIN_LONGEST,
        )


def _kept_aside(path: Path) -> str:
    aside = path.with_suffix(path.suffix + ".bad")
    try:
        path.replace(aside)
    except OSError:
        return Sentence(
            "{path} is no TOML and cannot be moved; the usual settings are used.", path=path
        )
    return Sentence(
        "{path} is no TOML, often a quotation mark is missing; it is kept as {aside}, the usual "
        "settings are used.",
        path=path,
        aside=aside.name,
    )
