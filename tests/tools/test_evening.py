"""`make run` without a screen: the evening is played by real touches and leaves its pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("run")
    env = {
        key: value for key, value in os.environ.items() if key not in ("DISPLAY", "SDL_VIDEODRIVER")
    }
    env.pop("WAYLAND_DISPLAY", None)
    env["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(
        [sys.executable, "-m", "tools.evening", "--or-app"],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, folder / "build" / "evening"


def test_it_says_that_there_is_no_screen_and_where_the_pictures_are(
    evening: tuple[str, Path],
) -> None:
    said, out = evening
    assert "No screen is attached" in said.splitlines()[0]
    assert str(out) in said.splitlines()[-1]


def test_the_pictures_are_numbered_and_show_something(evening: tuple[str, Path]) -> None:
    pictures = sorted(evening[1].glob("*.png"))
    assert [picture.name[:2] for picture in pictures] == [
        f"{number:02d}" for number in range(1, len(pictures) + 1)
    ]
    assert len(pictures) >= 8
    for picture in pictures:
        assert picture.stat().st_size > 10_000, f"{picture.name} is nearly empty"


def test_the_protocol_tells_a_half_evening(evening: tuple[str, Path]) -> None:
    lines = (evening[1] / "protocol.txt").read_text(encoding="utf-8").splitlines()
    text = "\n".join(lines)
    assert text.count("finger on Build") >= 7
    assert "light  stops on railroad" in text
    assert "(pin)" in text and "(screen)" in text
    assert "sound  chime" in text
    assert "pause" in text
    moments = {line[13:]: milliseconds(line) for line in reversed(lines)}
    start, signal, long = (moments[f"sound  {tone}"] for tone in ("start", "signal", "long"))
    assert (signal - start, long - start) == (45_000, 50_000)


def test_it_goes_on_with_a_game_from_setup_to_a_rent(evening: tuple[str, Path]) -> None:
    out = evening[1]
    shown = {picture.name[3:-4] for picture in out.glob("*.png")}
    turns = {"setup", "landing", "build-sheet", "bids", "won", "rent", "table", "map", "german"}
    assert turns <= shown
    text = (out / "protocol.txt").read_text(encoding="utf-8")
    bought, built, won, rent = (
        text.index(f"finger on {name}")
        for name in ("Buy for 1.4M", "Old Town residential_block +", "10K", "Pay 2M to Player A")
    )
    assert bought < built < won < rent


def milliseconds(line: str) -> int:
    hours, minutes, seconds = line.split(maxsplit=1)[0].split(":")
    return (int(hours) * 60 + int(minutes)) * 60_000 + round(float(seconds) * 1000)
