"""Told to end before there is a picture: the box is switched off while it starts, an update goes
back. That is no failure, or the service manager would show the screen of trouble."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STARTING = """
import os, signal, sys
from pathlib import Path
from companion.app.run import open_app
from companion.app.wiring import Options

run = open_app(Options(Path(sys.argv[1]), kiosk=True))
build = run.app.build

def told():
    if sys.argv[2] == "before":
        os.kill(os.getpid(), signal.SIGTERM)
    made = build()
    if sys.argv[2] == "after":
        os.kill(os.getpid(), signal.SIGTERM)
    return made

run.app.build = told
sys.exit(run.until_closed())
"""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_told_to_end_while_the_screen_is_built_it_ends_in_order(
    tmp_path: Path, moment: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STARTING, str(tmp_path), moment],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"},
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
