"""The circuit is checked by a checker; here the checker is."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.panels.pins import HEADER_PINS, PINS_FILE, USES, load
from hardware import currents as amps
from hardware.check import faults
from hardware.circuit import Circuit, Leg, all_circuits, bcm_of, circuit
from hardware.parts import VARIANTS
from hardware.parts import load as load_parts

PARTS = load_parts()
CIRCUITS = all_circuits(PARTS)
E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)


def name(one: Circuit) -> str:
    return one.variant + ("-loud" if one.refs("magnetic") else "")


each = pytest.mark.parametrize("it", CIRCUITS.values(), ids=name)


def moved(tmp_path: Path, use: str, number: int) -> Path:
    """A copy of the pin table with one use elsewhere."""
    lines = PINS_FILE.read_text(encoding="utf-8").split("[avr]")
    table = tomllib.loads(lines[0])["gpio"]
    lines[0] = lines[0].replace(f"{use} = {table[use]}", f"{use} = {number}")
    path = tmp_path / "pins.toml"
    path.write_text("[avr]".join(lines), encoding="utf-8")
    return path


@each
def test_every_variant_can_be_built(it: Circuit) -> None:
    assert faults(it, PARTS) == []


@each
def test_no_wire_can_be_forgotten(it: Circuit) -> None:
    for net, legs in it.nets.items():
        for leg in legs:
            rest = tuple(other for other in legs if other != leg)
            broken = replace(it, nets={**it.nets, net: rest})
            assert faults(broken, PARTS), f"{leg} may be missing from {net}"


@each
def test_nothing_works_the_wrong_way_round(it: Circuit) -> None:
    one_way = ("led", "transistor", "flyback", "cell_diode", "battery")
    for ref in (ref for ref, key in it.parts.items() if key in one_way):
        turn = {"+": "-", "-": "+", "C": "E", "E": "C"}
        nets = {
            net: tuple(
                Leg(leg.ref, turn.get(leg.name, leg.name)) if leg.ref == ref else leg
                for leg in legs
            )
            for net, legs in it.nets.items()
        }
        assert faults(replace(it, nets=nets), PARTS), f"{ref} may be turned round"


@each
def test_a_leg_in_two_nets_is_found(it: Circuit) -> None:
    nets = {**it.nets, "ground": (*it.nets["ground"], Leg("R1", "1"))}
    assert any("2 nets" in fault for fault in faults(replace(it, nets=nets), PARTS))


def test_two_uses_at_one_pin_are_found(tmp_path: Path) -> None:
    text = PINS_FILE.read_text(encoding="utf-8").replace('mark_1 = "D4"', 'mark_1 = "D5"')
    (tmp_path / "pins.toml").write_text(text, encoding="utf-8")
    said = faults(circuit("nano", PARTS, pins_file=tmp_path / "pins.toml"), PARTS)
    assert any("U1 D5 is in 2 nets" in fault for fault in said)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('ring = "D6"', 'ring = "D9"', "its timer needs D6"),
        ('build = "D2"', 'build = "D12"', "cannot wake the chip"),
        ('mark_1 = "D4"', 'mark_1 = "D1"', "USB line"),
        ('mark_1 = "D4"', 'mark_1 = "A6"', "can only measure"),
    ],
)
def test_a_pin_of_the_nano_that_cannot_do_it_is_named(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    text = PINS_FILE.read_text(encoding="utf-8").replace(old, new)
    (tmp_path / "pins.toml").write_text(text, encoding="utf-8")
    said = faults(circuit("nano", PARTS, pins_file=tmp_path / "pins.toml"), PARTS)
    assert any(says in fault for fault in said), said


def test_five_volts_never_get_to_a_pin_of_the_pi() -> None:
    it = circuit("gpio", PARTS)
    nets = {**it.nets, "supply": (*it.nets["supply"], Leg("S1", "2"))}
    nets["ground"] = tuple(leg for leg in nets["ground"] if leg != Leg("S1", "2"))
    said = faults(replace(it, nets=nets), PARTS)
    assert said == ["build: 5 V can get to a pin that bears 3.3 V."]


@pytest.mark.parametrize(
    ("use", "number", "says"),
    [
        ("ring", 16, "no PWM of its own"),
        ("mark_2", 4, "high while the Pi starts"),
        ("buzzer", 14, "serial console"),
    ],
)
def test_a_pin_that_cannot_do_it_is_named(use: str, number: int, says: str, tmp_path: Path) -> None:
    it = circuit("gpio", PARTS, pins_file=moved(tmp_path, use, number))
    said = faults(it, PARTS)
    assert any(use in fault and says in fault for fault in said), said


@given(st.sampled_from(USES), st.integers(2, 27))
def test_wherever_a_wire_goes_the_netlist_follows_the_table(
    tmp_path_factory: pytest.TempPathFactory, use: str, number: int
) -> None:
    path = moved(tmp_path_factory.mktemp("pins"), use, number)
    if number in [taken for other, taken in load().numbers if other != use]:
        return
    it = circuit("gpio", PARTS, pins_file=path)
    assert it.net_of("U1", str(HEADER_PINS[number])) == use
    assert all(use in fault for fault in faults(it, PARTS) if "GPIO" in fault)


def test_the_header_is_the_one_of_the_pi() -> None:
    # Checked against the numbers printed in the documentation of the 40-pin header.
    assert (bcm_of("3"), bcm_of("8"), bcm_of("40"), bcm_of("26")) == (2, 14, 21, 7)
    power_and_ground = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39} | {27, 28}
    assert set(HEADER_PINS.values()) == set(range(1, 41)) - power_and_ground
    assert [bcm_of(str(pin)) for pin in (1, 2, 6, 39)] == [None] * 4


def test_ohms_law_by_hand() -> None:
    # 3.3 V, a red light of 2.0 V, 330 ohms: 1.3 V / 330 = 3.94 mA. 5 V: 3.0 V / 330 = 9.09 mA.
    pi, nano = (amps.currents(CIRCUITS[kind, False], PARTS) for kind in ("gpio", "nano"))
    assert pi.marks.typical == pytest.approx(3.94, abs=0.01)
    assert nano.marks.typical == pytest.approx(9.09, abs=0.01)
    # Eight lights at 5 V behind a transistor of 0.1 V: 8 * 2.9 V / 330 = 70.3 mA.
    assert pi.ring.typical == pytest.approx(70.3, abs=0.1)
    # The worst: 3.47 V, 1.8 V, 313.5 ohms.
    assert pi.marks.most == pytest.approx(1670 / 313.5, abs=0.01)


def smallest_e12(least_ohms: float) -> int:
    """The smallest value of the E12 series that is no less, from 10 ohms on."""
    values = (step * factor for factor in (1, 10, 100, 1000) for step in E12)
    return next(value for value in values if value >= least_ohms)


def test_the_one_resistor_is_the_smallest_that_suits_every_place() -> None:
    needed = max(amps.needed_ohms(PARTS).values())
    assert smallest_e12(needed) == PARTS["resistor"]["ohms"] == 330


@pytest.mark.parametrize("ohms", [100, 220])
def test_a_smaller_resistor_is_refused(ohms: int) -> None:
    figures = {**PARTS["resistor"].figures, "ohms": ohms}
    resistor = replace(PARTS["resistor"], figures=figures)
    wrong = replace(PARTS, parts={**PARTS.parts, "resistor": resistor})
    for variant in VARIANTS:
        said = faults(circuit(variant, wrong), wrong)
        assert any("mA is more than" in fault for fault in said), variant


def test_too_many_lights_for_the_fuse_are_refused() -> None:
    many = replace(PARTS, ring_leds=48)
    assert any("F1" in fault for fault in faults(circuit("nano", many), many))


def test_fresh_cells_stay_below_what_the_chip_is_made_for() -> None:
    assert amps.cell_volts(PARTS).most <= PARTS.limits["nano"]["most_volts"]
    it = CIRCUITS["battery", False]
    for key, volts in (("cell_diode", [0.2, 0.25, 0.32]), ("battery", [4.0, 6.0, 6.4])):
        part = replace(PARTS[key], figures={**PARTS[key].figures, "volts": volts})
        wrong = replace(PARTS, parts={**PARTS.parts, key: part})
        assert any("fresh cells" in fault for fault in faults(it, wrong)), key
