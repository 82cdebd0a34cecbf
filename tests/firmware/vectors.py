"""Reads ``tests/vectors/unit.txt`` for machines that speak numbers (firmware/test/vectors.h)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from companion.panels.wire import PROTOCOL
from companion.unit.unit import Event, UnitRules

FILE = Path(__file__).parents[1] / "vectors" / "unit.txt"
RULES = ("auction_ms", "signal_ms", "late_bid_cap_ms", "chime", "bank", "alone")
EVENTS = (*Event, "-")


@dataclass(frozen=True)
class Row:
    """One moment: what happens, and what is then to be seen and has been heard."""

    at: int
    event: str
    drawn: int
    state: str
    result: int
    marks: int
    ring: int
    tones: tuple[str, ...]

    def request(self) -> str:
        return f"e {self.at} {EVENTS.index(self.event)} {self.drawn}"

    def answer(self) -> str:
        phase = PROTOCOL.phases.index(self.state.rstrip("+!"))
        tones = "".join(str(PROTOCOL.tones.index(tone)) for tone in self.tones)
        flags = f"{int('+' in self.state)} {int('!' in self.state)}"
        return f"{phase} {self.result} {self.marks} {self.ring} {flags} {tones}"


@dataclass
class Case:
    name: str
    rules: dict[str, int] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def request(self) -> str:
        rules = UnitRules()
        values = (self.rules.get(name, int(getattr(rules, name))) for name in RULES)
        return " ".join(["n", *map(str, values)])


def cases() -> list[Case]:
    """Every case of the file."""
    found: list[Case] = []
    for raw in FILE.read_text(encoding="utf-8").splitlines():
        words = raw.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "case":
            found.append(Case(words[1]))
        elif words[0] == "rules":
            found[-1].rules |= {key: int(n) for key, n in (word.split("=") for word in words[1:])}
        else:
            at, event, drawn, state, result, marks, ring, tones = words
            lit = sum(1 << bit for bit, mark in enumerate(marks) if mark == "#")
            heard = () if tones == "-" else tuple(tones.split(","))
            drawn_no = 0 if drawn == "-" else int(drawn)
            found[-1].rows.append(
                Row(int(at), event, drawn_no, state, int(result), lit, int(ring), heard)
            )
    return found
