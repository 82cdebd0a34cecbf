"""Documents, drawings and parts list say what the pin table and the circuit say."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.__main__ import _parser
from companion.panels.pins import PINS_FILE
from hardware.circuit import LEGS, SUPPLY_PIN, all_circuits, circuit
from hardware.documents import ROOT, CircuitFault, make
from hardware.parts import VARIANTS
from hardware.parts import load as load_parts
from hardware.symbols import colour_code
from hardware.wiring import BUS_X, TOP

PARTS = load_parts()
MADE = make(PARTS)
DRAWINGS = [name for name in MADE if name.endswith(".svg")]
WIRINGS = [name for name in DRAWINGS if "wiring" in name or "board" in name]
BUILD = (ROOT / "hardware" / "build.md").read_text(encoding="utf-8")


def moved(tmp_path: Path, old: str, new: str) -> Path:
    text = PINS_FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "pins.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", MADE)
def test_what_is_in_the_repository_is_what_would_be_made(name: str) -> None:
    kept = (ROOT / name).read_text(encoding="utf-8")
    assert kept == MADE[name], f"{name} is out of date; run: make hardware"


def test_a_moved_pin_of_the_pi_changes_every_document_that_names_it(tmp_path: Path) -> None:
    made = make(PARTS, moved(tmp_path, "mark_2 = 23", "mark_2 = 26"))
    changed = {name for name in made if made[name] != MADE[name]}
    assert changed == {
        "docs/gpio.md",
        "hardware/img/schematic-gpio.svg",
        "hardware/img/schematic-loud.svg",
        "hardware/img/wiring-gpio.de.svg",
        "hardware/img/wiring-gpio.en.svg",
        "hardware/img/wiring-loud.de.svg",
        "hardware/img/wiring-loud.en.svg",
    }
    assert "| `mark_2` | GPIO26 | 37 |" in made["docs/gpio.md"]


def test_a_moved_pin_of_the_nano_too(tmp_path: Path) -> None:
    made = make(PARTS, moved(tmp_path, 'mark_1 = "D4"', 'mark_1 = "D9"'))
    changed = {name for name in made if made[name] != MADE[name]}
    assert "hardware/nano.md" in changed and "docs/gpio.md" not in changed
    assert {name for name in changed if "img" in name} == {
        f"hardware/img/{kind}"
        for variant in ("nano", "battery")
        for kind in (
            f"schematic-{variant}.svg",
            f"wiring-{variant}.de.svg",
            f"wiring-{variant}.en.svg",
        )
    }


def test_a_circuit_that_must_not_be_built_is_not_drawn(tmp_path: Path) -> None:
    with pytest.raises(CircuitFault, match="GPIO4 is high while the Pi starts"):
        make(PARTS, moved(tmp_path, "mark_2 = 23", "mark_2 = 4"))


def labels(name: str) -> Iterator[tuple[str, float, float, float, float]]:
    """Every text of a wiring picture: words, and roughly its left, right, top and bottom."""
    for text in ElementTree.fromstring(MADE[name]).iter("{http://www.w3.org/2000/svg}text"):
        words, size = text.text or "", float(text.get("font-size", "14"))
        x, y, wide = float(text.get("x", "0")), float(text.get("y", "0")), 0.58 * size * len(words)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[text.get("text-anchor", "start")]
        yield words, left, left + wide, y - 0.75 * size, y + 0.2 * size


@pytest.mark.parametrize("name", WIRINGS)
def test_no_label_lies_on_another_or_leaves_the_sheet(name: str) -> None:
    box = [float(it) for it in ElementTree.fromstring(MADE[name]).get("viewBox", "").split()]
    seen = list(labels(name))
    for number, (words, left, right, top, bottom) in enumerate(seen):
        assert left >= 0 and right <= box[2] and top >= 0 and bottom <= box[3], words
        for other, left2, right2, top2, bottom2 in seen[number + 1 :]:
            apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
            assert apart, f"{words!r} lies on {other!r}"


@pytest.mark.parametrize("name", [name for name in WIRINGS if "/wiring-" in name])
def test_no_label_lies_on_the_ground_rail(name: str) -> None:
    below = next(it[3] for it in labels(name) if it[0] in ("ground rail", "GND-Schiene"))
    for words, left, right, top, bottom in labels(name):
        beside = right <= BUS_X - 9 or left >= BUS_X + 9 or bottom < TOP or top >= below
        assert beside, f"{words!r} lies on the ground rail"


@pytest.mark.parametrize("variant", [*VARIANTS, "loud"])
def test_every_part_stands_in_the_pictures(variant: str) -> None:
    loud = variant == "loud"
    it = circuit("gpio" if loud else variant, PARTS, loud)
    drawn = " ".join(words for words, *_ in labels(f"hardware/img/wiring-{variant}.en.svg"))
    plan = MADE[f"hardware/img/schematic-{variant}.svg"]
    for ref in it.parts:
        in_ring = re.fullmatch(r"[RD]1[1-8]", ref)
        if ref != "U1" and not in_ring:
            assert re.search(rf"\b{ref}\b", drawn), f"{ref} is not in the wiring picture"
            assert re.search(rf">{ref}\b", plan), f"{ref} is not in the schematic"
    for use, pin in it.pins.items():
        assert re.search(rf"\bpin {pin}\b", drawn), use


def test_the_german_pictures_are_german() -> None:
    for name in (name for name in WIRINGS if ".de." in name):
        words = " ".join(words for words, *_ in labels(name))
        assert not re.search(r"\b(button|light|ring light|pin|leg|long|switch)\b", words)


def test_a_resistor_is_drawn_in_its_colours() -> None:
    # Orange, orange, brown; brown, black, red: the colour code of every textbook.
    assert colour_code(330) == ((3, 3), 1)
    assert colour_code(1000) == ((1, 0), 2)


def test_every_part_can_be_bought() -> None:
    for it in all_circuits(PARTS).values():
        for key in it.parts.values():
            assert key in PARTS.parts
            assert key in LEGS or key in ("pi", "nano")
    for part in PARTS.parts.values():
        low, high = part["price"]
        assert 0 < low <= high
        assert part["en"] and part["de"]
        assert ("en_else" in part.figures) == ("de_else" in part.figures)


def test_the_build_guide_names_the_pins_of_the_table() -> None:
    at_pi = circuit("gpio", PARTS).pins
    nano = circuit("nano", PARTS).pins
    for told in (
        f"pin {at_pi['mark_1']} → 330 Ω",
        f"pins {at_pi['mark_2']}, {at_pi['mark_3']} and {at_pi['mark_rail']}",
        f"pin {at_pi['build']} → Build → ground, pin {at_pi['auction']} → Auction",
        f"pin {at_pi['buzzer']} → 330 Ω → piezo",
        f"T1: pin {at_pi['ring']} → 1 kΩ → B",
        f"pin {SUPPLY_PIN['pi']} → fuse F1 → outer hoop",
        f"Pin {SUPPLY_PIN['pi']} → Sicherung F1 → äußerer Reifen",
        f"Pin {at_pi['mark_2']}, {at_pi['mark_3']} und {at_pi['mark_rail']}",
        f"Pin {at_pi['build']} → Bauen → GND, Pin {at_pi['auction']} → Auktion",
        f"Pin {at_pi['buzzer']} → 330 Ω → Piezo",
        f"T1: Pin {at_pi['ring']} → 1 kΩ → B",
        f"{nano['mark_1']}, {nano['mark_2']}, {nano['mark_3']} and {nano['mark_rail']}",
        f"{nano['build']} → Build → GND, {nano['auction']} → Auction",
        f"{nano['buzzer']} → 330 Ω → piezo",
        f"with {nano['ring']} for pin {at_pi['ring']}",
    ):
        assert told in BUILD, told


def test_every_command_of_the_build_guide_is_one() -> None:
    commands = set(re.findall(r"`companion ([^`]+)`", BUILD))
    assert len(commands) >= 12
    for command in commands:
        _parser().parse_args(shlex.split(command))
