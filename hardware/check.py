"""What must be true of a circuit before anybody builds it; every fault is a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hardware import currents as amps
from hardware.circuit import LEGS, Circuit, Leg, bcm_of
from hardware.parts import Parts

PI_PWM = (12, 13, 18, 19)
"""BCM numbers with a hardware PWM."""
PI_HIGH_AT_START = range(9)
"""BCM 0-8 are pulled up while the Pi starts: a light there would shine, a buzzer hum."""
NANO_FIXED = {"ring": "D6", "buzzer": "D11"}
FUSE_MARGIN = 1.2
CELL_MOST_V = 1.2
"""A NiMH cell under our small load falls below this when about a tenth of its charge is left."""


def faults(circuit: Circuit, parts: Parts) -> list[str]:
    """Everything wrong with a circuit; empty when it can be built."""
    return [
        *_wires(circuit),
        *_directions(circuit),
        *(_pi_pins(circuit) if circuit.board == "pi" else _nano_pins(circuit)),
        *_voltages(circuit, parts),
        *_currents(circuit, parts),
    ]


def _wires(circuit: Circuit) -> Iterator[str]:
    joined = Counter(leg for legs in circuit.nets.values() for leg in legs)
    for leg, count in joined.items():
        if leg.ref not in circuit.parts:
            yield f"{leg.ref} is wired but is no part."
        if count > 1:
            yield f"{leg.ref} {leg.name} is in {count} nets; a leg has one."
        if leg in circuit.left_open:
            yield f"{leg.ref} {leg.name} must stay open but is wired."
    for net, legs in circuit.nets.items():
        if len(legs) < 2:
            yield f"net {net} joins {len(legs)} leg; a wire has two ends."
        if len({leg.ref for leg in legs}) < len(legs):
            yield f"net {net} joins a part with itself, so it does nothing."
    for ref, key in circuit.parts.items():
        for name in LEGS.get(key, ()):
            if not joined[Leg(ref, name)]:
                yield f"{ref} {name} leads nowhere."
    for net in ("ground", "supply"):
        if "U1" not in {leg.ref for leg in circuit.nets[net]}:
            yield f"the board is not in net {net}."
    for use, pin in circuit.pins.items():
        if circuit.net_of("U1", pin) != use:
            yield f"{use} is not at pin {pin}, as the pin table says."


def _directions(circuit: Circuit) -> Iterator[str]:
    """Parts that only work one way round."""
    for ref, key in circuit.parts.items():
        net = {name: circuit.net_of(ref, name) for name in LEGS.get(key, ())}
        beside = {
            name: {circuit.parts.get(leg.ref) for leg in circuit.nets.get(it, ())}
            for name, it in net.items()
        }
        if key == "led" and "resistor" not in beside["+"]:
            yield f"{ref}: its long leg needs a resistor."
        if key == "led" and net["-"] != "ground" and "transistor" not in beside["-"]:
            yield f"{ref}: its short leg leads neither to ground nor to a transistor."
        if key == "transistor" and (net["E"] != "ground" or "base_resistor" not in beside["B"]):
            yield f"{ref}: its emitter goes to ground, its base to a base resistor."
        if key == "flyback" and (net["-"] != "fused" or "transistor" not in beside["+"]):
            yield f"{ref}: its band points to 5 V."
        if key == "cell_diode" and (net["-"] != "supply" or "switch" not in beside["+"]):
            yield f"{ref}: its band points to the board."
        if key == "battery" and (net["-"] != "ground" or "fuse" not in beside["+"]):
            yield f"{ref}: plus goes to a fuse, minus to ground."


def _pi_pins(circuit: Circuit) -> Iterator[str]:
    for use, pin in circuit.pins.items():
        bcm = bcm_of(pin)
        if bcm is None:
            yield f"{use}: header pin {pin} is power or ground."
        elif use not in ("build", "auction") and bcm in PI_HIGH_AT_START:
            yield f"{use}: GPIO{bcm} is high while the Pi starts; use 9 to 27."
        elif bcm in (14, 15):
            yield f"{use}: GPIO{bcm} is the serial console's."
        elif use in ("ring", "buzzer") and bcm not in PI_PWM:
            yield f"{use}: GPIO{bcm} has no PWM of its own; use 12, 13, 18 or 19."


def _nano_pins(circuit: Circuit) -> Iterator[str]:
    for use, pin in circuit.pins.items():
        if pin in ("D0", "D1"):
            yield f"{use}: {pin} is the USB line's."
        if pin in ("A6", "A7"):
            yield f"{use}: {pin} can only measure."
        if NANO_FIXED.get(use, pin) != pin:
            yield f"{use}: its timer needs {NANO_FIXED[use]}, not {pin}."
        if use in ("build", "auction") and pin not in [f"D{number}" for number in range(2, 8)]:
            yield f"{use}: {pin} cannot wake the chip; use D2 to D7."


def _voltages(circuit: Circuit, parts: Parts) -> Iterator[str]:
    if circuit.board != "pi":
        return
    for use in circuit.pins:
        if "supply" in amps.reach(circuit, use):
            yield f"{use}: 5 V can get to a pin that bears 3.3 V."


def _currents(circuit: Circuit, parts: Parts) -> Iterator[str]:
    flow, limit = amps.currents(circuit, parts), parts.limits[circuit.board]
    share = float(parts.limits["light_share"])
    pin = float(limit["pin_ma"])
    light_most = parts["led"].number("most_ma") * share
    for what, value, most in (
        ("a mark's light", flow.marks.most, min(pin * share, light_most)),
        ("a light of the ring", flow.ring_led.most, light_most),
        ("the ring's base", flow.ring_base.most, pin),
        ("the buzzer's pin", flow.buzzer_pin.most, pin),
        ("all pins together", flow.pins_total.most, float(limit["total_ma"])),
        ("the ring's transistor", flow.ring.most, parts["transistor"].number("most_ma")),
        ("the buzzer", flow.buzzer.most, parts["transistor"].number("most_ma")),
        ("diode D6", flow.buzzer.most, parts["flyback"].number("most_ma")),
        ("fuse F1", flow.fused.most * FUSE_MARGIN, parts["fuse"].number("hold_ma")),
    ):
        if value > most:
            yield f"{what}: {value:.1f} mA is more than {most:.1f} mA."
    if flow.marks.least < 1:
        yield f"a mark's light: {flow.marks.least:.1f} mA is too dark."
    for what, drive in (("ring", flow.ring_overdrive), ("buzzer", flow.buzzer_overdrive)):
        if 0 < drive < amps.OVERDRIVE:
            yield f"the {what}'s transistor gets too little base current ({drive:.1f} times)."
    watts = flow.ring_led.most**2 * amps.ohms(parts["resistor"]).most / 1e6
    if watts > parts["resistor"].number("watts") / 2:
        yield f"a resistor gets {watts:.2f} W, more than half of what it bears."
    if circuit.variant == "battery":
        yield from _cells(circuit, parts)


def _cells(circuit: Circuit, parts: Parts) -> Iterator[str]:
    fresh, limit = amps.cell_volts(parts).most, float(parts.limits["nano"]["most_volts"])
    if fresh > limit:
        yield f"fresh cells: {fresh:.2f} V is too much for the chip ({limit:g} V)."
    flow = amps.currents(circuit, parts)
    most = flow.fused.most + flow.pins_total.most + amps.CHIP_MA
    if most * FUSE_MARGIN > (hold := parts["fuse"].number("hold_ma")):
        yield f"fuse F2: {most:.0f} mA is too near to {hold:.0f} mA."
    if (cell := amps.least_cell_volts(circuit, parts)) > CELL_MOST_V:
        yield f"the cells would have to give {cell:.2f} V each; they are nearly full then."
