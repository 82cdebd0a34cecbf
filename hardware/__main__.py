"""``python -m hardware``: make every document, drawing, printed part and picture anew.

``python -m hardware --texts`` leaves out what OpenSCAD is needed for.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from companion.panels.pins import PinsFault
from hardware import case, documents
from hardware.parts import HERE, load

MADE_FROM = case.FOLDER / "made-from.txt"
"""Fingerprints of what STL files and pictures were made from."""


def main(arguments: Sequence[str]) -> int:
    """Make what has changed; 1 with a sentence when a circuit or a part cannot be."""
    parts = load()
    try:
        for name, text in documents.make(parts).items():
            _write(documents.ROOT / name, text.encode())
        _write(case.FOLDER / "dimensions.scad", case.dimensions(parts).encode())
        if "--texts" not in arguments:
            _print_parts()
            _write(MADE_FROM, case.sources(parts).encode())
    except (case.CaseFault, documents.CircuitFault, PinsFault) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


def _print_parts() -> None:
    for clash in case.CLASHES:
        left = case.build(clash)
        if left is not None:
            raise case.CaseFault(f"{clash}: parts are in each other's way at {left.bounds()}.")
    for part in case.PRINTED:
        built = case.build(part)
        if built is None or built.open_edges() or built.volume() <= 0:
            raise case.CaseFault(f"{part} is no closed body.")
        _write(case.FOLDER / f"{part}.stl", built.stl())
    for view in case.VIEWS:
        case.picture(view, HERE / "img" / f"case-{view}.png")


def _write(path: Path, data: bytes) -> None:
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)
        print(f"made {path.relative_to(documents.ROOT)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
