"""The board to solder is the circuit: its layout is proven, the proof tried on broken ones."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest

from hardware.circuit import Circuit, Leg, all_circuits
from hardware.parts import load
from hardware.perfboard import COLUMNS, ROWS, Hole, Layout, faults, layout
from hardware.template import MIDDLE, draw, hoops

PARTS = load()
HOLES_MM = 2.54
SVG = "{http://www.w3.org/2000/svg}"


def name(one: Circuit) -> str:
    return one.variant + ("-loud" if one.refs("magnetic") else "")


each = pytest.mark.parametrize("it", all_circuits(PARTS).values(), ids=name)


def test_it_fits_on_the_board_of_the_parts_list() -> None:
    long, wide = PARTS["board"].size()
    assert long >= COLUMNS * HOLES_MM and wide >= ROWS * HOLES_MM


def test_the_hoops_lie_on_the_floor_of_the_trough() -> None:
    inner, outer = hoops(PARTS)
    half = PARTS.case["ring_width"] / 2
    assert PARTS.case["ring_r"] - half < inner < outer < PARTS.case["ring_r"] + half
    assert 2 * math.pi * (inner + outer) < 1000 * PARTS["bare_wire"].number("metres") - 100


@each
def test_every_variant_can_be_soldered(it: Circuit) -> None:
    assert faults(it, layout(it)) == []


@each
def test_no_wire_and_no_part_of_the_board_can_be_forgotten(it: Circuit) -> None:
    for number in range(len(layout(it).bare)):
        board = layout(it)
        net, _ = board.bare.pop(number)
        assert faults(it, board), net
    for hole in layout(it).wires:
        board = layout(it)
        leg = board.wires.pop(hole)
        assert faults(it, board), leg
    for ref in layout(it).parts:
        board = layout(it)
        del board.parts[ref]
        assert faults(it, board), ref
    for number in range(len(layout(it).insulated)):
        board = layout(it)
        board.insulated.pop(number)
        assert faults(it, board)


@each
def test_no_part_of_the_board_works_the_other_way_round(it: Circuit) -> None:
    for ref, legs in layout(it).parts.items():
        if it.parts[ref] in ("transistor", "cell_diode", "flyback"):
            board = layout(it)
            board.parts[ref] = dict(zip(legs, reversed(legs.values()), strict=True))
            assert faults(it, board), ref


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (("mark_1", ((0, 1), (2, 1))), "joins mark_1, mark_2"),
        (("ground", ((0, 10), (18, 10))), r"\(18, 10\) is off the board"),
    ],
)
def test_what_is_wrong_is_named(broken: tuple[str, tuple[Hole, ...]], says: str) -> None:
    it = all_circuits(PARTS)["gpio", False]
    board: Layout = layout(it)
    board.bare.append(broken)
    assert any(re.search(says, fault) for fault in faults(it, board))
    board = layout(it)
    board.wires[(5, 5)] = Leg("D1", "+")
    assert any("is not joined to" in fault for fault in faults(it, board))


def test_the_template_is_in_true_size() -> None:
    sheet = ElementTree.fromstring(draw(PARTS, "en"))
    assert (sheet.get("width"), sheet.get("viewBox")) == ("210mm", "0 0 210 297")
    circles = [
        tuple(float(it.get(key, "0")) for key in ("cx", "cy", "r"))
        for it in sheet.iter(f"{SVG}circle")
    ]
    around = [radius for x, y, radius in circles if (x, y) == MIDDLE]
    assert around == [PARTS.case["diameter"] / 2, *hoops(PARTS)]
    far = [round(math.hypot(x - MIDDLE[0], y - MIDDLE[1]), 1) for x, y, _ in circles]
    assert far.count(PARTS.case["ring_r"]) == PARTS.ring_leds
    assert far.count(PARTS.case["marks_r"]) == 4


def test_the_hoops_lie_on_both_sides_of_the_lights_and_clear_of_the_posts() -> None:
    inner, outer = hoops(PARTS)
    pitch = 2.54 / 2
    assert inner < PARTS.case["ring_r"] - pitch < PARTS.case["ring_r"] + pitch < outer
    post = PARTS["screw_unit"]["core_d"] / 2 + 2.8
    assert outer + 1 < PARTS.case["screws_r"] - post
