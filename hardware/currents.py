"""The currents of a circuit, and the resistor that suits every place, computed.

Volts, ohms and milliamperes; every result is a Range of least, typical and most, with each figure
of the parts list at its worst.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.circuit import MARKS, Circuit, Leg
from hardware.parts import Part, Parts, Range

CHIP_MA = 25.0
"""What a Nano takes for itself, its USB chip and power light included."""
OVERDRIVE = 2.0
"""A transistor that switches is given at least this much more base current than it needs."""


@dataclass(frozen=True, slots=True)
class Currents:
    """What flows in a circuit, in mA; voltages in V."""

    marks: Range
    ring_led: Range
    ring: Range
    ring_base: Range
    ring_overdrive: float
    buzzer_pin: Range
    """At the pin: a piezo's charge at an edge, or the base of the loud buzzer's transistor."""
    buzzer: Range
    """Through the buzzer itself."""
    buzzer_overdrive: float
    """0 for the piezo, which has no transistor."""
    pins_total: Range
    """From all pins together, everything lit and sounding."""
    fused: Range
    """Through F1."""


def ohms(part: Part) -> Range:
    """A resistor as marked, with its tolerance."""
    value, tolerance = part.number("ohms"), part.number("tolerance")
    return Range(value * (1 - tolerance), value, value * (1 + tolerance))


def through(volts: Range, drop: Range, resistor: Range) -> Range:
    """The current through a resistor behind a voltage drop."""
    return Range(
        1000 * (volts.least - drop.most) / resistor.most,
        1000 * (volts.typical - drop.typical) / resistor.typical,
        1000 * (volts.most - drop.least) / resistor.least,
    )


def plus(*ranges: Range) -> Range:
    """The sum of currents."""
    return Range(
        sum(it.least for it in ranges),
        sum(it.typical for it in ranges),
        sum(it.most for it in ranges),
    )


def times(factor: int, it: Range) -> Range:
    """A current several times."""
    return Range(factor * it.least, factor * it.typical, factor * it.most)


def cell_volts(parts: Parts) -> Range:
    """What the cells leave for the chip, from empty to fresh off the charger."""
    cells, drop = parts["battery"].range("volts"), parts["cell_diode"].range("volts")
    return Range(cells.least - drop.most, cells.typical - drop.typical, cells.most - drop.least)


def chip_volts(circuit: Circuit, parts: Parts) -> Range:
    """What the board's pins give when high."""
    usb = Range(*map(float, parts.limits[circuit.board]["volts"]))
    if circuit.variant != "battery":
        return usb
    # By the cable or from the cells; from weak ones as little as the chip may run on.
    cells, least = cell_volts(parts), float(parts.limits["nano"]["least_volts"])
    return Range(least, cells.typical, max(usb.most, cells.most))


def supply_volts(circuit: Circuit, parts: Parts) -> Range:
    """What F1 is fed with."""
    if circuit.board == "nano":
        return chip_volts(circuit, parts)
    return Range(*map(float, parts.limits["supply"]["volts"]))


def currents(circuit: Circuit, parts: Parts) -> Currents:
    """Everything computed for a circuit."""
    chip, supply = chip_volts(circuit, parts), supply_volts(circuit, parts)
    led, transistor = parts["led"], parts["transistor"]
    light, small = ohms(parts["resistor"]), ohms(parts["base_resistor"])
    marks = through(chip, led.range("volts"), light)
    sat = transistor.range("sat_volts")
    ring_drop = Range(*(a + b for a, b in zip(led["volts"], transistor["sat_volts"], strict=True)))
    ring_led = through(supply, ring_drop, light)
    ring = times(len(ring_lights(circuit)), ring_led)
    base = through(chip, transistor.range("base_volts"), small)
    gain = transistor.number("gain_least")
    none = Range(0, 0, 0)
    loud = bool(circuit.refs("magnetic"))
    buzzer = through(supply, sat, parts["magnetic"].range("ohms")) if loud else none
    at_pin = base if loud else through(chip, none, light)
    return Currents(
        marks=marks,
        ring_led=ring_led,
        ring=ring,
        ring_base=base,
        ring_overdrive=gain * base.least / ring.most,
        buzzer_pin=at_pin,
        buzzer=buzzer if loud else at_pin,
        buzzer_overdrive=gain * base.least / buzzer.most if loud else 0.0,
        pins_total=plus(times(len(MARKS), marks), base, at_pin),
        fused=plus(ring, buzzer),
    )


def ring_lights(circuit: Circuit) -> list[str]:
    """The lights whose current T1 switches."""
    return [leg.ref for leg in circuit.nets.get("ring_low", ()) if circuit.parts[leg.ref] == "led"]


def needed_ohms(parts: Parts) -> dict[str, float]:
    """The least resistance, tolerance allowed for, of every place a plain resistor stands in."""
    led = parts["led"].range("volts")
    tolerance = 1 - parts["resistor"].number("tolerance")
    places = {}
    for board in ("pi", "nano"):
        limit = parts.limits[board]
        most = float(limit["volts"][2])
        if board == "nano":
            most = max(most, cell_volts(parts).most)
        pin, share = float(limit["pin_ma"]), float(parts.limits["light_share"])
        places[f"{board} light"] = 1000 * (most - led.least) / (pin * share) / tolerance
        places[f"{board} piezo"] = 1000 * most / pin / tolerance
    supply = max(float(parts.limits["supply"]["volts"][2]), cell_volts(parts).most)
    most_ma = parts["led"].number("most_ma") * float(parts.limits["light_share"])
    places["ring light"] = 1000 * (supply - led.least) / most_ma / tolerance
    return places


def least_cell_volts(circuit: Circuit, parts: Parts) -> float:
    """Volts a cell must still have for the chip, after diode and fuse, with the ring at full."""
    drop = parts["cell_diode"].range("volts").most
    drawn = (currents(circuit, parts).fused.least + CHIP_MA) / 1000
    needed = float(parts.limits["nano"]["least_volts"]) + drop
    needed += drawn * parts["fuse"].range("ohms").typical
    return needed / parts["battery"].number("cells")


def reach(circuit: Circuit, net: str) -> set[str]:
    """Every net that ``net`` is joined to through parts that let current pass by themselves."""
    seen, waiting = set(), [net]
    while waiting:
        here = waiting.pop()
        if here in seen or here == "ground":
            continue
        seen.add(here)
        for leg in circuit.nets[here]:
            if circuit.parts[leg.ref] in ("transistor", "pi", "nano"):
                continue
            waiting += [net for net in circuit.nets if net != here and _has(circuit, net, leg)]
    return seen


def _has(circuit: Circuit, net: str, leg: Leg) -> bool:
    return any(other.ref == leg.ref for other in circuit.nets[net])
