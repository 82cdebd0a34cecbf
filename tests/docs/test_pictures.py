"""The pictures of the documents are there, are used, and show the screens as they are now."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

ROOT = Path(__file__).parents[2]
IMG = ROOT / "docs" / "img"
KILOBYTES_MAX = 60
DIFFERENCE_MAX = 1.0
"""Mean of 255 levels. Another version of the graphics driver smooths letters a little otherwise."""


def shown() -> set[Path]:
    found = set()
    for path in (
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "hardware").rglob("*.md"),
    ):
        text = path.read_text(encoding="utf-8")
        for link in re.findall(r"!\[[^]]*\]\(([^)\s]+)", text) + re.findall(r'src="([^"]+)"', text):
            found.add((path.parent / link).resolve())
    return found


def test_every_picture_named_is_there_and_every_picture_there_is_named() -> None:
    pictures = shown()
    assert [path for path in pictures if not path.is_file()] == []
    assert {
        path for path in IMG.rglob("*.*") if path.suffix in (".png", ".gif", ".svg")
    } <= pictures


def test_pictures_are_small() -> None:
    for path in IMG.rglob("*.png"):
        assert path.stat().st_size <= KILOBYTES_MAX * 1024, path.name
    assert (IMG / "evening.gif").stat().st_size <= 600 * 1024


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "pictures.py", "--out", folder, "--language", "de"],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return folder


def test_every_picture_is_current(taken: Path) -> None:
    # The German ones stand for both: a screen that has changed has changed in every language.
    old = {path.relative_to(IMG) for path in IMG.glob("de/*.png")}
    new = {path.relative_to(taken) for path in taken.glob("de/*.png")}
    assert old == new, "run: make pictures"
    stale = []
    for path in sorted(old):
        before, now = (Image.open(base / path).convert("RGB") for base in (IMG, taken))
        change = ImageStat.Stat(ImageChops.difference(before, now)).mean
        if before.size != now.size or max(change) > DIFFERENCE_MAX:
            stale.append(f"{path}: {max(change):.2f}")
    assert not stale, f"the screens have changed: run make pictures ({stale})"
