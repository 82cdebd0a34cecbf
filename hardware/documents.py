"""Every document and picture that is made from the tables, by its path from the project's root."""

from __future__ import annotations

import re
from pathlib import Path

from companion.panels.pins import PINS_FILE
from hardware import perfboard, perfboard_drawing, schematic, tables, template, wiring
from hardware.check import faults
from hardware.circuit import Circuit, all_circuits
from hardware.parts import VARIANTS, Parts
from hardware.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent

REGION = re.compile(r"(<!-- made: ([\w.]+) -->\n).*?(<!-- end -->)", flags=re.S)
"""What lies between ``<!-- made: NAME -->`` and ``<!-- end -->`` is made here."""
WITH_REGIONS = (
    "docs/gpio.md",
    "hardware/nano.md",
    "hardware/parts.md",
    "hardware/wiring.md",
    "hardware/case.md",
)


class CircuitFault(ValueError):
    """The pin table or the parts list makes a circuit that must not be built; the text says why."""


def make(parts: Parts, pins_file: Path = PINS_FILE, root: Path = ROOT) -> dict[str, str]:
    """All texts and drawings. CircuitFault before anything wrong could be drawn."""
    every = all_circuits(parts, pins_file)
    for it in every.values():
        if found := faults(it, parts) or perfboard.faults(it, perfboard.layout(it)):
            raise CircuitFault(f"{it.variant}: {' '.join(found)}")
    circuits, loud = {variant: every[variant, False] for variant in VARIANTS}, every["gpio", True]
    made = {}
    for variant, it in circuits.items():
        made[f"hardware/img/schematic-{variant}.svg"] = schematic.draw(it, parts)
        for language in LANGUAGES:
            made[f"hardware/img/wiring-{variant}.{language}.svg"] = wiring.draw(it, parts, language)
    for language in LANGUAGES:
        made[f"hardware/img/template.{language}.svg"] = template.draw(parts, language)
    for name, it in (("board", every["battery", False]), ("board-loud", every["battery", True])):
        for language in LANGUAGES:
            picture = perfboard_drawing.draw(it, parts, language)
            made[f"hardware/img/{name}.{language}.svg"] = picture
    made["hardware/img/schematic-loud.svg"] = schematic.draw(loud, parts)
    for language in LANGUAGES:
        made[f"hardware/img/wiring-loud.{language}.svg"] = wiring.draw(loud, parts, language)
    regions = _regions(circuits, parts)
    for name in WITH_REGIONS:
        made[name] = fill((root / name).read_text(encoding="utf-8"), regions, name)
    return made


def fill(text: str, regions: dict[str, str], name: str = "") -> str:
    """``text`` with its regions made anew; KeyError names one that nobody makes."""

    def made(found: re.Match[str]) -> str:
        if found[2] not in regions:
            raise KeyError(f"{name}: nobody makes {found[2]}")
        return f"{found[1]}{regions[found[2]]}\n{found[3]}"

    return REGION.sub(made, text)


def _regions(circuits: dict[str, Circuit], parts: Parts) -> dict[str, str]:
    noise = next(leg.name for leg in circuits["nano"].left_open)
    regions = {}
    for language in LANGUAGES:
        for name, text in (
            ("gpio_pins", tables.gpio_pins(circuits["gpio"], language)),
            ("nano_pins", tables.nano_pins(circuits["nano"], parts, language, noise)),
            ("parts", tables.parts_table(parts, language)),
            ("loud", tables.loud_parts(parts, language)),
            ("currents", tables.current_table(parts, language)),
            ("resistors", tables.resistor_table(parts, language)),
            ("battery", tables.battery_table(parts, language)),
            ("cell", tables.cell_sentence(parts, language)),
            ("case", tables.case_table(parts, language)),
        ):
            regions[f"{name}.{language}"] = text
    return regions
