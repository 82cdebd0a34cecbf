"""The printed case: its dimensions from the parts list, its STL and pictures by OpenSCAD."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from hardware import mesh
from hardware.parts import HERE, Parts

FOLDER = HERE / "case"
PRINTED = ("base", "cover", "ring", "trough", "door", "cup", "stand")
DRAWN = ("print.scad", "stand.scad", "unit.scad")
CLASHES = (
    "clash_base", "clash_cover", "clash_trough", "clash_cup", "clash_stand", "clash_shells",
)  # fmt: skip
USED = {
    "button": ("hole_d", "rim_d", "depth"),
    "led": ("hole_d", "body_d", "flange_d", "flange", "above"),
    "nano": ("size", "height", "plug"),
    "board": ("size", "height"),
    "battery": ("size",),
    "switch": ("size", "panel", "depth"),
    "piezo": ("disc_d",),
    "screw_unit": ("clear_d", "core_d", "head_d"),
    "screw_stand": ("clear_d",),
    "screen": ("size", "holes"),
    "pi": ("size", "plugs"),
}
"""The dimensions of the parts that the case is built around."""
VIEWS = {
    "whole": "0,0,22,42,0,20,420",
    "inside": "0,0,15,38,0,25,430",
    "bare": "0,0,15,38,0,25,430",
    "below": "0,0,5,50,0,25,520",
    "parts": "0,-65,0,20,0,0,760",
    "stand": "0,-40,45,66,0,328,520",
}
"""What is pictured, and from where: OpenSCAD's own way to name a camera."""
EMPTY = "Current top level object is empty"
TIMEOUT_S = 300


class CaseFault(RuntimeError):
    """OpenSCAD is missing or could not make a part; the text says what to do."""


def dimensions(parts: Parts) -> str:
    """The text of ``dimensions.scad``."""
    lines = ["// Made by `make hardware` from parts.toml. Change it there."]
    for key, names in USED.items():
        lines += [f"{key}_{name} = {_scad(parts[key][name])};" for name in names]
    lines.append(f"ring_leds = {parts.ring_leds};")
    lines += [f"case_{name} = {_scad(value)};" for name, value in parts.case.items()]
    return "\n".join([*lines, ""])


def sources(parts: Parts) -> str:
    """Fingerprints of what the printed parts and the pictures of them are made from."""
    texts = [dimensions(parts)]
    texts += [(FOLDER / name).read_text(encoding="utf-8") for name in DRAWN]
    printed = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    scene = (FOLDER / "scene.scad").read_text(encoding="utf-8")
    shown = hashlib.sha256(f"{printed}{VIEWS}{scene}".encode()).hexdigest()
    return f"printed {printed}\npictures {shown}\n"


def build(part: str, folder: Path = FOLDER) -> mesh.Mesh | None:
    """A part's mesh as it lies on the bed, or None when nothing is left of it."""
    with tempfile.TemporaryDirectory() as temporary:
        out = Path(temporary) / "part.stl"
        said = _openscad(["-o", str(out), "-D", f'part="{part}"', str(folder / "print.scad")])
        if EMPTY in said:
            return None
        if not out.exists():
            raise CaseFault(f"OpenSCAD could not make {part}: {said.strip()[-300:]}")
        return mesh.from_ascii(out.read_text(encoding="ascii"))


def picture(view: str, out: Path) -> None:
    """A picture made of the printed parts; needs a display, such as xvfb-run's."""
    look = ["--colorscheme=Tomorrow", "--imgsize=1000,700", f"--camera={VIEWS[view]}"]
    scene = ["-D", f'view="{view}"', str(FOLDER / "scene.scad")]
    said = _openscad([*look, "-o", str(out), *scene], display=True)
    if not out.exists():
        raise CaseFault(f"OpenSCAD made no picture of {view}: {said.strip()[-300:]}")


def _openscad(arguments: list[str], display: bool = False) -> str:
    if shutil.which("openscad") is None:
        raise CaseFault("openscad is not installed: sudo apt-get install openscad")
    command = ["openscad", *arguments]
    if display and shutil.which("xvfb-run"):
        command = ["xvfb-run", "-a", "-s", "-screen 0 1024x768x24", *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    return done.stderr


def _scad(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_scad(it) for it in value) + "]"
    return f"{value:g}" if isinstance(value, float) else str(value)
