"""The printed parts, measured in their files; and that OpenSCAD still makes the same ones."""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware import case
from hardware.__main__ import MADE_FROM
from hardware.case import FOLDER, PRINTED
from hardware.circuit import all_circuits
from hardware.mesh import from_ascii
from hardware.parts import load as load_parts
from tests.hardware.measured import Measured, from_binary

PARTS = load_parts()
CASE = PARTS.case
MESHES = {part: from_binary(FOLDER / f"{part}.stl") for part in PRINTED}
FILLING = 0.5
"""Three walls and 20 % inside make about half of a part's volume."""
PLA_G_MM3 = 1.24e-3
PI_G = 46
RIM = CASE["floor"] + CASE["inside"]
TROUGH = CASE["trough_depth"] + CASE["trough_floor"]
LED = PARTS["led"]
DOME = LED.number("body_d") / 2
BOARD_Z = CASE["floor"] + CASE["board_up"]
PLUG_Z = BOARD_Z - 0.8
NANO_END = (
    math.sqrt((CASE["diameter"] / 2 - CASE["wall"]) ** 2 - (PARTS["nano"].size()[1] / 2 + 1) ** 2)
    - 1
)
ROUND = 0.02
"""Corners are rounded to a hundredth of a millimetre."""

each = pytest.mark.parametrize("part", PRINTED)


def test_the_files_are_made_from_the_dimensions_of_today() -> None:
    text = (FOLDER / "dimensions.scad").read_text(encoding="utf-8")
    assert text == case.dimensions(PARTS), "run: make hardware"
    made_from = MADE_FROM.read_text(encoding="utf-8")
    assert made_from == case.sources(PARTS), "run: make hardware"


@each
def test_it_is_a_closed_body_that_stands_on_the_bed(part: str) -> None:
    mesh = MESHES[part]
    assert mesh.open_edges() == 0
    assert mesh.volume() > 0
    (x0, y0, z0), (x1, y1, z1) = mesh.bounds()
    assert z0 == 0
    assert x1 - x0 <= CASE["bed"][0] and y1 - y0 <= CASE["bed"][1]
    assert z1 <= 200


@each
def test_it_prints_without_support(part: str) -> None:
    spanned = {
        "base": {
            round(PLUG_Z + PARTS["nano"].size("plug")[1], 2): PARTS["nano"].size("plug")[0],
            CASE["switch_z"] + PARTS["switch"].size()[1]: PARTS["switch"].size()[0],
        }
    }.get(part, {})
    for height, area in MESHES[part].overhangs():
        width = spanned.get(round(height, 2))
        assert width is not None, f"{part}: {area:.1f} mm² hang in the air at {height} mm"
        assert width <= CASE["bridge"]
        assert area <= width * (CASE["wall"] + 0.3)


def test_the_unit_has_the_outer_size_it_should() -> None:
    low, high = MESHES["cover"].bounds()
    assert high[0] - low[0] == pytest.approx(CASE["diameter"])
    assert high[2] == pytest.approx(CASE["cover"])
    assert MESHES["base"].bounds()[1][2] == pytest.approx(CASE["floor"] + CASE["inside"])


@pytest.mark.parametrize("side", [-1, 1])
def test_a_button_goes_through_its_hole(side: int) -> None:
    found = MESHES["cover"].radii(side * CASE["button_x"], 0, 0, PARTS["button"]["rim_d"] / 2)
    assert found, "there is no hole"
    assert min(found) >= PARTS["button"]["hole_d"] / 2
    assert max(found) < PARTS["button"]["rim_d"] / 2 - 1, "its rim must not fall through"


@pytest.mark.parametrize("turn", [180, 90, 0, 270])
def test_a_light_sits_at_nine_twelve_three_and_six(turn: int) -> None:
    at = math.radians(turn)
    x, y = CASE["marks_r"] * math.cos(at), CASE["marks_r"] * math.sin(at)
    assert MESHES["cover"].radii(x, y, 0, 4) == pytest.approx([PARTS["led"]["hole_d"] / 2])


@pytest.mark.parametrize("floor", ["cover", "trough_floor"])
def test_a_hole_holds_a_light_by_its_flange_and_its_straight_part(floor: str) -> None:
    assert LED["body_d"] < LED["hole_d"] < LED["flange_d"]
    assert CASE[floor] < LED.number("above") - DOME, "only the dome would be in the hole"
    # A mark is seen from the side of the table.
    assert LED.number("above") - CASE["cover"] > DOME


def test_the_lights_of_the_ring_sit_in_the_trough_far_enough_below_the_diffuser() -> None:
    at = [2 * math.pi * (number + 0.5) / PARTS.ring_leds for number in range(PARTS.ring_leds)]
    for turn in at:
        x, y = CASE["ring_r"] * math.cos(turn), CASE["ring_r"] * math.sin(turn)
        hole = MESHES["trough"].radii(x, y, 0, 3.9)
        assert min(hole) == pytest.approx(max(hole), abs=ROUND)
        assert max(hole) == pytest.approx(LED["hole_d"] / 2, abs=ROUND)
        # Above the light nothing is in the way, neither the cover nor a spoke.
        side = LED["body_d"] / 2 / math.sqrt(2)
        low, high = (x - side, y - side, -1), (x + side, y + side, CASE["cover"] + 1)
        assert MESHES["cover"].clear(low, high)
    tip = LED.number("above") - TROUGH
    assert CASE["cover"] - CASE["ring_depth"] - tip > 10


def test_what_hangs_below_the_trough_clears_the_cells_and_the_boards() -> None:
    below = RIM - TROUGH - 5
    assert below > BOARD_Z + PARTS["board"]["height"] > BOARD_Z + PARTS["nano"]["height"]
    wide, deep, high = PARTS["battery"].size()
    corner = math.hypot(wide / 2, abs(CASE["battery_y"]) + deep / 2)
    inner = CASE["ring_r"] - CASE["ring_width"] / 2
    assert corner < inner + 2 or CASE["floor"] + high < below


def test_there_is_wire_enough() -> None:
    hoops = 2 * math.pi * 2 * CASE["ring_r"]
    rail = PARTS["board"].size()[0]
    assert (hoops + rail) * 1.15 < PARTS["bare_wire"].number("metres") * 1000
    for it in all_circuits(PARTS).values():
        # One wire from leg to leg; the hoops join the ring's lights.
        joins = sum(
            min(len(legs), 3) - 1 if net in ("fused", "ring_low") else len(legs) - 1
            for net, legs in it.nets.items()
            if not re.fullmatch(r"ring_\d", net)
        )
        needed = joins * PARTS["wire"].number("piece_cm") / 100
        assert needed * 1.1 < PARTS["wire"].number("metres")


def test_a_fist_on_a_button_does_not_break_the_spokes() -> None:
    newton, wide, thick = 150, CASE["spoke"], CASE["cover"] - CASE["ring_depth"]
    # A short beam, held at both ends: half the force times a quarter of its length.
    moment = newton / PARTS.ring_leds * CASE["ring_width"] / 2
    assert moment / (wide * thick**2 / 6) < 50 / 1.5, "PLA bears about 50 N/mm2"


def test_the_covers_screws_reach_through_the_trough_into_their_posts() -> None:
    bite = PARTS["screw_unit"].number("length") - CASE["cover"] - TROUGH
    assert 6 < bite < 14 - 1
    for turn in range(45, 360, 90):
        at = math.radians(turn)
        x, y = CASE["screws_r"] * math.cos(at), CASE["screws_r"] * math.sin(at)
        for part, height, wide in (
            ("cover", 0, "clear_d"),
            ("trough", TROUGH, "clear_d"),
            ("base", RIM - TROUGH, "core_d"),
        ):
            found = MESHES[part].radii(x, y, height, 2)
            assert max(found) == pytest.approx(PARTS["screw_unit"][wide] / 2, abs=ROUND), part


def test_the_cells_come_out_below_and_stay_in_when_it_is_turned_over() -> None:
    wide, deep, high = PARTS["battery"].size()
    y, floor = CASE["battery_y"], CASE["floor"]
    way = ((-wide / 2, y - deep / 2, -1), (wide / 2, y + deep / 2, floor + high))
    assert MESHES["base"].clear(*way)
    up = ((way[0][0], way[0][1], 0), (way[1][0], way[1][1], floor + high + 3))
    assert not MESHES["base"].clear(*up), "nothing stops it above"
    _, top = MESHES["door"].bounds()
    assert top[0] > wide / 2 + 6 and top[1] > deep / 2 + 2
    assert top[2] == pytest.approx(CASE["door"] + floor), "it holds the cells up to their place"
    assert CASE["door"] < PARTS["foot"]["height"] - 1, "the unit would stand on its door"
    assert PARTS["screw_door"]["length"] - CASE["door"] - floor > 6
    assert math.hypot(top[0], abs(y) + top[1]) < CASE["diameter"] / 2


def test_the_piezo_lies_on_its_rim_alone_below_its_holes() -> None:
    disc = PARTS["piezo"]["disc_d"] / 2
    bottom, above = (MESHES["cup"].radii(0, 0, height, 20) for height in (0, CASE["cup"]))
    assert disc - 3 < min(bottom) < disc - 1
    assert disc < min(above) < disc + 0.5


def test_the_switch_snaps_into_a_flat_thin_wall() -> None:
    wide, high = PARTS["switch"].size()
    outer, low = CASE["diameter"] / 2, CASE["switch_z"]
    hole = ((-outer - 1, -wide / 2, low), (PARTS["switch"]["depth"] - outer, wide / 2, low + high))
    assert MESHES["base"].clear(*hole)
    thin = PARTS["switch"]["panel"] - outer
    beside = ((thin, -wide / 2 - 2, low - 2), (thin + 3, wide / 2 + 2, low + high + 2))
    assert MESHES["base"].clear(*beside)
    wall = ((thin - 0.3, wide / 2 + 0.5, low), (thin + 3, wide / 2 + 1, low + high))
    assert not MESHES["base"].clear(*wall), "there is no wall to hold it"


def test_the_diffuser_goes_into_its_groove() -> None:
    ring = MESHES["ring"].radii(0, 0, 0, 75)
    groove = MESHES["cover"].radii(0, 0, CASE["cover"] - CASE["ring_depth"], 70)
    inner, outer = min(ring), max(ring)
    edges = [
        radius for radius in groove if abs(radius - CASE["ring_r"]) > CASE["ring_width"] / 2 - 0.1
    ]
    assert min(edges) < inner < outer < max(edges)
    assert max(edges) - outer < CASE["play"], "it must not fall out"


@pytest.mark.parametrize("board", ["nano", "board"])
def test_a_board_lies_on_its_corners_and_nowhere_on_its_solder(board: str) -> None:
    long, wide = PARTS[board].size()
    x = CASE["board_x"] if board == "board" else 0.0
    y = NANO_END - long / 2 if board == "nano" else 0.0
    top = BOARD_Z + PARTS[board]["height"]
    place = ((x - wide / 2, y - long / 2, BOARD_Z), (x + wide / 2, y + long / 2, top))
    assert MESHES["base"].clear(*place)
    aside = tuple((corner[0] + 1, corner[1], corner[2]) for corner in place)
    assert not MESHES["base"].clear(*aside), "a millimetre to the side is a millimetre too far"
    # Solder and wires below: from the first joint to the last, from edge to edge.
    joints = (x - wide / 2, y - long / 2 + 3.2, CASE["floor"])
    assert MESHES["base"].clear(joints, (x + wide / 2, y + long / 2 - 3.2, BOARD_Z))
    for side in (-1, 1):
        corner = x + side * (wide / 2 - 1)
        pad = ((corner - 0.5, y + long / 2 - 1, BOARD_Z - 1), (corner + 0.5, y + long / 2, BOARD_Z))
        assert not MESHES["base"].clear((pad[0][0], pad[0][1], BOARD_Z - 1), (*pad[1][:2], 99))


def test_the_plug_goes_in_level_with_the_nanos_socket() -> None:
    wide, high = PARTS["nano"].size("plug")
    assert MESHES["base"].clear((-wide / 2, NANO_END - 3, PLUG_Z), (wide / 2, 90, PLUG_Z + high))
    # The socket's middle is about 1.6 mm above the board, the board 1.6 mm thick.
    assert PLUG_Z + high / 2 == pytest.approx(BOARD_Z + 3.2)


def test_buttons_and_cells_are_not_in_each_others_way() -> None:
    half = CASE["button_body_d"] / 2
    for x in (-CASE["button_x"], CASE["button_x"]):
        under = (x - half, -half, RIM - PARTS["button"]["depth"])
        assert MESHES["base"].clear(under, (x + half, half, RIM))
    assert CASE["battery_y"] + PARTS["battery"].size()[1] / 2 < -half


def test_each_button_has_its_sign_above_it() -> None:
    deep = CASE["cover"] - 0.6
    for x in (-CASE["button_x"], CASE["button_x"]):
        assert MESHES["cover"].radii(x, CASE["sign_y"], deep, 8)
    assert CASE["sign_y"] - 6 > PARTS["button"]["rim_d"] / 2


def test_the_stand_fits_the_screens_screws_and_lets_the_pi_through() -> None:
    x, y = PARTS["screen"]["holes"]
    lower = CASE["screen_up"] + CASE["hole_up"]
    for side in (-1, 1):
        for up in (0, y):
            found = MESHES["stand"].radii(side * x / 2, lower + up, 0, 3)
            assert found and max(found) == pytest.approx(
                PARTS["screw_stand"]["clear_d"] / 2, abs=ROUND
            )
    wide, high = CASE["window"]
    assert wide >= PARTS["pi"].size()[0] + PARTS["pi"].number("plugs")
    assert high >= PARTS["pi"].size()[1]


def test_a_finger_does_not_tip_the_stand_over() -> None:
    tilt = math.radians(CASE["tilt_deg"])
    stand_g = MESHES["stand"].volume() * PLA_G_MM3 * FILLING
    grams = PARTS["screen"].number("weight_g") + PI_G + stand_g
    top = CASE["screen_up"] + PARTS["screen"].size()[1]
    back = (CASE["screen_up"] + PARTS["screen"].size()[1] / 2) * math.cos(tilt)
    newton = grams / 1000 * 9.81 * (CASE["foot"] - back) / (top * math.sin(tilt))
    # A firm tap is about one newton.
    assert newton > 2.5
    assert back > 10, "it would fall on its face"


def test_openscad_makes_the_same_bytes() -> None:
    for part in ("ring", "stand", "door"):
        built = case.build(part)
        assert built is not None
        assert built.stl() == (FOLDER / f"{part}.stl").read_bytes()


def test_parts_in_each_others_way_are_found(tmp_path: Path) -> None:
    assert case.build("clash_stand") is None
    for path in FOLDER.glob("*.scad"):
        shutil.copy(path, tmp_path)
    text = (tmp_path / "dimensions.scad").read_text(encoding="utf-8")
    wide = text.replace("pi_plugs = 19;", "pi_plugs = 40;")
    assert wide != text
    (tmp_path / "dimensions.scad").write_text(wide, encoding="utf-8")
    left = case.build("clash_stand", tmp_path)
    assert left is not None and left.volume() > 100


CUBE = [
    ((0, 0, 0), (0, 1, 0), (1, 1, 0)), ((0, 0, 0), (1, 1, 0), (1, 0, 0)),
    ((0, 0, 1), (1, 0, 1), (1, 1, 1)), ((0, 0, 1), (1, 1, 1), (0, 1, 1)),
    ((0, 0, 0), (1, 0, 0), (1, 0, 1)), ((0, 0, 0), (1, 0, 1), (0, 0, 1)),
    ((0, 1, 0), (0, 1, 1), (1, 1, 1)), ((0, 1, 0), (1, 1, 1), (1, 1, 0)),
    ((0, 0, 0), (0, 0, 1), (0, 1, 1)), ((0, 0, 0), (0, 1, 1), (0, 1, 0)),
    ((1, 0, 0), (1, 1, 0), (1, 1, 1)), ((1, 0, 0), (1, 1, 1), (1, 0, 1)),
]  # fmt: skip


def ascii_stl(triangles: Sequence[tuple[tuple[int, int, int], ...]]) -> str:
    lines = [f"vertex {x} {y} {z}" for triangle in triangles for x, y, z in triangle]
    return "\n".join(lines)


def test_the_measuring_is_measured_on_a_cube() -> None:
    cube = Measured(from_ascii(ascii_stl(CUBE)).triangles)
    assert cube.volume() == pytest.approx(1)
    assert cube.open_edges() == 0
    assert cube.overhangs() == []
    assert cube.clear((0, 0, 0), (1, 1, 1)) and cube.clear((2, 0, 0), (3, 1, 1))
    assert not cube.clear((0.5, 0.2, 0.2), (2, 0.8, 0.8))
    assert not cube.clear((-1, -1, -1), (0.1, 0.1, 2))
    assert from_ascii(ascii_stl(CUBE[1:])).open_edges() == 3
    assert from_ascii(ascii_stl(list(reversed(CUBE)))).stl() == cube.stl()
    table = [tuple((x, y, z + 5) for x, y, z in triangle) for triangle in CUBE]
    hanging = Measured((*cube.triangles, *from_ascii(ascii_stl(table)).triangles))
    assert hanging.overhangs() == [(5, 1)]
