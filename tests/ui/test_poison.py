"""A game that ends the program as soon as it lies on the table must not do so at every start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace

from companion.core.entry import Line, Mark
from companion.core.table import opening
from companion.games import loader
from companion.session.frontend import ON_THE_TABLE
from companion.storage.format import write_journal

ROOT = Path(__file__).resolve().parents[2]
GAME = "0001-anti_us"
UNTIL_RESUMED = """
import sys
from pathlib import Path
from companion.app.run import open_app
from companion.app.wiring import Options

run = open_app(Options(Path(sys.argv[1])))
resume = run._parts.frontend.resume
run._parts.frontend.resume = lambda told: resume(lambda said: (told(said), run.app.end()))
sys.exit(run.until_closed())
"""


def a_game_nobody_can_play(data: Path) -> None:
    """Well saved, but a side there is not, as a mistake of ours might book it."""
    entry = opening(loader.load("anti_us"), "AB")
    lines: list[Line] = [
        replace(line, after="neither") if isinstance(line, Mark) and line.what == "side:A" else line
        for line in entry.lines
    ]
    (data / "games").mkdir()
    path = data / "games" / f"{GAME}.companion"
    write_journal(path, [replace(entry, lines=tuple(lines))], {"edition": "anti_us", "title": "T"})
    (data / ON_THE_TABLE).write_text(GAME)


def started(data: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", UNTIL_RESUMED, str(data)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"},
    )  # fmt: skip


def test_the_next_start_leaves_it_in_the_list(tmp_path: Path) -> None:
    a_game_nobody_can_play(tmp_path)
    first = started(tmp_path)
    assert first.returncode == 1 and "could not be put on the table" in first.stderr
    again = started(tmp_path)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "games" / f"{GAME}.companion").exists()
