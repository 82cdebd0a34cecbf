"""One source each: the kept headers are what the tables say."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest

from companion.panels.panel import Key
from companion.panels.wire import PROTOCOL, pin_table
from companion.unit.unit import Phase, Tone
from tests.sim.build import ROOT

FIRMWARE = ROOT / "firmware"


def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", FIRMWARE / "generate.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["protocol.h", "times.h", "tones.h", "avr/pins.h"])
def test_header_is_what_its_table_says(name: str) -> None:
    kept = (FIRMWARE / name).read_text(encoding="utf-8")
    assert kept == generate().headers()[name], "run: python3 firmware/generate.py"


def test_every_generated_header_is_compared() -> None:
    assert set(generate().headers()) == {"protocol.h", "times.h", "tones.h", "avr/pins.h"}


def test_the_protocol_names_what_the_unit_knows() -> None:
    assert set(PROTOCOL.phases) == {"none", *Phase}
    assert set(PROTOCOL.tones) == set(Tone)
    assert set(PROTOCOL.keys) == set(Key)


def test_every_kind_of_line_fits_into_a_line() -> None:
    for form in PROTOCOL.forms:
        longest = " ".join([form.letter, "65535", *(str(field.most) for field in form.fields)])
        assert len(longest) + len("*FFFF") <= PROTOCOL.line_max


def test_another_pin_is_another_pin_table(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pin_table()
    monkeypatch.setattr("companion.panels.wire.avr_pins", lambda: {"build": "D3"})
    assert pin_table() != before
