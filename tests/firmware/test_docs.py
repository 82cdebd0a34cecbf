"""What the documents say of wire, wiring and batteries is what the tables say."""

from __future__ import annotations

import re

import pytest

from companion.panels.wire import PROTOCOL, Form, avr_pins, decode
from tests.sim.build import ROOT

WIRE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
NANO = (ROOT / "hardware" / "nano.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", PROTOCOL.forms, ids=lambda form: form.name)
def test_every_line_stands_in_the_table(form: Form) -> None:
    fields = ", ".join(field.name for field in form.fields) or "–"
    assert f"| `{form.letter}` {form.name} | {form.sender} | {fields} |" in WIRE


def test_every_example_line_is_right() -> None:
    examples = re.findall(r"[A-Z] \d[\d ]*\*[0-9A-F]{4}", WIRE)
    assert len(examples) >= 2
    for example in examples:
        assert decode(example.encode()) is not None, example


def test_every_time_of_the_wire_is_told() -> None:
    for name, value in PROTOCOL.timing_ms.items():
        told = f"{value} ms" in WIRE or f"{value / 1000:g} s" in WIRE
        assert told, f"{name} = {value} ms is not in docs/protocol.md"


def test_every_flag_is_told() -> None:
    for name, value in PROTOCOL.flags.items():
        assert re.search(rf"\b{value} ", WIRE.split("Flags of a state")[1]), name


def test_every_pin_stands_in_the_wiring_table() -> None:
    told = set(re.findall(r"^\| [^|]+ \| ([AD]\d+) \|", NANO, flags=re.M))
    assert told == set(avr_pins().values())
