"""The printed parts, measured in their files; and that OpenSCAD still makes the same ones."""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware import case
from hardware.__main__ import MADE_FROM
from hardware.case import FOLDER, PRINTED
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
            CASE["floor"] + 1 + PARTS["nano"].size("plug")[1]: PARTS["nano"].size("plug")[0],
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


def test_every_light_of_the_ring_has_its_hole_under_the_diffuser() -> None:
    for number in range(PARTS.ring_leds):
        at = 2 * math.pi * (number + 0.5) / PARTS.ring_leds
        x, y = CASE["ring_r"] * math.cos(at), CASE["ring_r"] * math.sin(at)
        found = MESHES["cover"].radii(x, y, 0, 4)
        assert found and min(found) == pytest.approx(PARTS["led"]["hole_d"] / 2, abs=ROUND)


def test_the_diffuser_goes_into_its_groove() -> None:
    ring = MESHES["ring"].radii(0, 0, 0, 75)
    groove = MESHES["cover"].radii(0, 0, CASE["cover"] - CASE["ring_depth"], 70)
    inner, outer = min(ring), max(ring)
    edges = [
        radius for radius in groove if abs(radius - CASE["ring_r"]) > CASE["ring_width"] / 2 - 0.1
    ]
    assert min(edges) < inner < outer < max(edges)
    assert max(edges) - outer < CASE["play"], "it must not fall out"


def test_the_nano_and_its_plug_have_their_place() -> None:
    wide, long = PARTS["nano"].size()[1], PARTS["nano"].size()[0]
    inner = CASE["diameter"] / 2 - CASE["wall"]
    end = math.sqrt(inner**2 - (wide / 2 + 1) ** 2) - 1
    bottom = CASE["floor"] + 2
    board = ((-wide / 2, end - long, bottom), (wide / 2, end, bottom + PARTS["nano"]["height"]))
    assert MESHES["base"].clear(*board)
    plug_wide, plug_high = PARTS["nano"].size("plug")
    low = CASE["floor"] + 1
    assert MESHES["base"].clear((-plug_wide / 2, 40, low), (plug_wide / 2, 90, low + plug_high))
    # The rails hold it: a millimetre to the side is a millimetre too far.
    aside = ((board[0][0] + 1, *board[0][1:]), (board[1][0] + 1, *board[1][1:]))
    assert not MESHES["base"].clear(*aside)


def test_the_batteries_and_the_buttons_have_their_place() -> None:
    wide, deep, high = PARTS["battery"].size()
    y, floor = CASE["battery_y"], CASE["floor"]
    assert MESHES["base"].clear(
        (-wide / 2, y - deep / 2, floor), (wide / 2, y + deep / 2, floor + high)
    )
    rim = floor + CASE["inside"]
    half = CASE["button_body_d"] / 2
    for x in (-CASE["button_x"], CASE["button_x"]):
        under = (x - half, -half, rim - PARTS["button"]["depth"])
        assert MESHES["base"].clear(under, (x + half, half, rim))
    assert y + deep / 2 < -half, "buttons and batteries are in each other's way"


def test_the_screws_find_their_posts() -> None:
    for turn in range(45, 360, 90):
        at = math.radians(turn)
        x, y = CASE["screws_r"] * math.cos(at), CASE["screws_r"] * math.sin(at)
        cover = MESHES["cover"].radii(x, y, 0, 2)
        post = MESHES["base"].radii(x, y, CASE["floor"] + CASE["inside"], 2)
        assert max(cover) == pytest.approx(PARTS["screw_unit"]["clear_d"] / 2, abs=ROUND)
        assert max(post) == pytest.approx(PARTS["screw_unit"]["core_d"] / 2, abs=ROUND)


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
    for part in ("ring", "stand"):
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
