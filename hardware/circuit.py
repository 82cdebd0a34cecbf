"""The circuit of every variant: one netlist from the pin table and the parts list.

What is drawn, counted and checked is this netlist, so pictures, parts list and code agree.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.panels import pins as gpio_pins
from companion.panels.wire import avr_pins
from hardware.parts import VARIANTS, Parts

MARKS = gpio_pins.MARKS
KEYS = ("build", "auction")
GROUND_PIN = {"pi": "39", "nano": "GND"}
SUPPLY_PIN = {"pi": "4", "nano": "5V"}
"""At the Pi not pin 2: there the first Touch Display's own 5 V wire usually sits."""
LEGS = {
    "button": ("1", "2"),
    "led": ("+", "-"),
    "resistor": ("1", "2"),
    "base_resistor": ("1", "2"),
    "transistor": ("C", "B", "E"),
    "fuse": ("1", "2"),
    "piezo": ("1", "2"),
    "magnetic": ("+", "-"),
    "flyback": ("+", "-"),
    "cell_diode": ("+", "-"),
    "battery": ("+", "-"),
    "switch": ("1", "2"),
}
"""The legs of every part; ``+`` of a diode is its anode. A board's are its pins."""


@dataclass(frozen=True, slots=True, order=True)
class Leg:
    """One leg of one part, such as R1's 2 or the board's D4."""

    ref: str
    name: str


@dataclass(frozen=True, slots=True)
class Circuit:
    """A netlist: which part each reference is, and which legs each net joins."""

    variant: str
    board: str
    parts: dict[str, str]
    nets: dict[str, tuple[Leg, ...]]
    pins: dict[str, str]
    """The board's pin by use (build, mark_1, ... buzzer)."""
    left_open: frozenset[Leg] = field(default_factory=frozenset)
    """Legs that are meant to lead nowhere."""

    def net_of(self, ref: str, name: str) -> str:
        """The net a leg is in, "" for none."""
        leg = Leg(ref, name)
        return next((net for net, legs in self.nets.items() if leg in legs), "")

    def refs(self, key: str) -> list[str]:
        """Every reference of a kind of part, in order."""
        return [ref for ref, kind in self.parts.items() if kind == key]

    def count(self) -> dict[str, int]:
        """How many of each part, by its key in the parts list."""
        return {key: len(self.refs(key)) for key in dict.fromkeys(self.parts.values())}


class _Draft:
    """A netlist being written: every ``wire`` joins legs to a net."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.nets: dict[str, list[Leg]] = {}

    def part(self, ref: str, key: str, **legs: str) -> None:
        """A part, and the net of each of its legs (``_1`` for a leg named 1)."""
        self.parts[ref] = key
        names = {"a": "+", "k": "-"}
        for leg, net in legs.items():
            name = names.get(leg, leg.removeprefix("_").upper())
            self.wire(net, ref, name)

    def wire(self, net: str, ref: str, name: str) -> None:
        """One more leg for a net."""
        self.nets.setdefault(net, []).append(Leg(ref, name))


def board_pins(board: str, pins_file: Path = gpio_pins.PINS_FILE) -> dict[str, str]:
    """The board's pin of every use: a header pin of the Pi as counted, or a name on the Nano."""
    if board == "nano":
        return {use: pin for use, pin in avr_pins(pins_file).items() if use != "noise"}
    table = gpio_pins.load(pins_file)
    return {use: str(gpio_pins.HEADER_PINS[number]) for use, number in table.numbers}


def bcm_of(header_pin: str) -> int | None:
    """The BCM number at a pin of the header, None for power and ground."""
    by_pin = {pin: bcm for bcm, pin in gpio_pins.HEADER_PINS.items()}
    return by_pin.get(int(header_pin))


def circuit(
    variant: str, parts: Parts, loud: bool = False, pins_file: Path = gpio_pins.PINS_FILE
) -> Circuit:
    """The netlist of a variant; ``loud`` has a magnetic buzzer with a transistor for the piezo."""
    if variant not in VARIANTS:
        raise ValueError(f"there is no variant {variant}; there are {', '.join(VARIANTS)}")
    board = "pi" if variant == "gpio" else "nano"
    pins = board_pins(board, pins_file)
    draft = _Draft()
    draft.parts["U1"] = board
    draft.wire("ground", "U1", GROUND_PIN[board])
    draft.wire("supply", "U1", SUPPLY_PIN[board])
    for use, pin in pins.items():
        draft.wire(use, "U1", pin)
    for number, key in enumerate(KEYS, 1):
        draft.part(f"S{number}", "button", _1=key, _2="ground")
    for number, mark in enumerate(MARKS, 1):
        draft.part(f"R{number}", "resistor", _1=mark, _2=f"{mark}_led")
        draft.part(f"D{number}", "led", a=f"{mark}_led", k="ground")
    draft.part("F1", "fuse", _1="supply", _2="fused")
    draft.part("R5", "base_resistor", _1="ring", _2="ring_base")
    draft.part("T1", "transistor", c="ring_low", b="ring_base", e="ground")
    for number in range(parts.ring_leds):
        resistor, led = f"R{11 + number}", f"D{11 + number}"
        draft.part(resistor, "resistor", _1="fused", _2=f"ring_{number + 1}")
        draft.part(led, "led", a=f"ring_{number + 1}", k="ring_low")
    _buzzer(draft, loud)
    left_open = set()
    if board == "nano":
        noise = _noise(pins_file)
        left_open = {Leg("U1", noise)}
    if variant == "battery":
        draft.part("BT1", "battery", a="cells", k="ground")
        draft.part("F2", "fuse", _1="cells", _2="cells_fused")
        draft.part("S3", "switch", _1="cells_fused", _2="switched")
        draft.part("D5", "cell_diode", a="switched", k="supply")
    nets = {net: tuple(legs) for net, legs in draft.nets.items()}
    return Circuit(variant, board, draft.parts, nets, pins, frozenset(left_open))


def _buzzer(draft: _Draft, loud: bool) -> None:
    if not loud:
        draft.part("R6", "resistor", _1="buzzer", _2="piezo")
        draft.part("B1", "piezo", _1="piezo", _2="ground")
        return
    draft.part("R6", "base_resistor", _1="buzzer", _2="buzzer_base")
    draft.part("T2", "transistor", c="buzzer_low", b="buzzer_base", e="ground")
    draft.part("B1", "magnetic", a="fused", k="buzzer_low")
    draft.part("D6", "flyback", a="buzzer_low", k="fused")


def _noise(pins_file: Path) -> str:
    return str(tomllib.loads(pins_file.read_text(encoding="utf-8"))["avr"]["noise"])


def all_circuits(
    parts: Parts, pins_file: Path = gpio_pins.PINS_FILE
) -> Mapping[tuple[str, bool], Circuit]:
    """Every variant, with the piezo and with the loud buzzer."""
    return {
        (variant, loud): circuit(variant, parts, loud, pins_file)
        for variant in VARIANTS
        for loud in (False, True)
    }
