"""The parts list, read from ``parts.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PARTS_FILE = HERE / "parts.toml"
VARIANTS = ("gpio", "nano", "battery")
"""At the Pi's pins; a Nano by USB; a Nano by USB that also plays alone on batteries."""


@dataclass(frozen=True, slots=True)
class Range:
    """A figure as it is at least, typically and at most."""

    least: float
    typical: float
    most: float


@dataclass(frozen=True, slots=True)
class Part:
    """One row of the parts list. ``figures`` are its electrical figures and dimensions."""

    key: str
    figures: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        """A figure by name; KeyError names part and figure."""
        if name not in self.figures:
            raise KeyError(f"parts.toml: part {self.key} has no {name}")
        return self.figures[name]

    def number(self, name: str) -> float:
        """A single figure."""
        return float(self[name])

    def range(self, name: str) -> Range:
        """A figure given as [least, typical, most]."""
        return Range(*map(float, self[name]))

    def size(self, name: str = "size") -> list[float]:
        """A dimension given as a list, in mm."""
        return [float(it) for it in self[name]]


@dataclass(frozen=True, slots=True)
class Parts:
    """The whole table: parts by key, the chips' limits, the ring and the case."""

    parts: dict[str, Part]
    limits: dict[str, Any]
    ring_leds: int
    case: dict[str, Any]
    prices_of: str

    def __getitem__(self, key: str) -> Part:
        """A part by its key."""
        return self.parts[key]


def load(path: Path = PARTS_FILE) -> Parts:
    """Read the parts list; KeyError or tomllib's error when it is not one."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    parts = {key: Part(key, figures) for key, figures in table["part"].items()}
    return Parts(parts, table["limits"], table["ring"]["leds"], table["case"], table["prices_of"])
