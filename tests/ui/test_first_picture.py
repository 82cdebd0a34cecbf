"""What is said and how large the window is when the first picture is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.xvfb import VirtualScreen

ROOT = Path(__file__).resolve().parents[2]

RUN = """
import sys
from pathlib import Path
from companion.app.sd_notify import ServiceManager
from companion.app.run import open_app
from companion.app.wiring import Options

seen = []
run = open_app(Options(Path(sys.argv[1]), kiosk=sys.argv[2] == "kiosk", lang="en"))
from kivy.core.window import Window
flip = Window.flip

def flipped():
    flip()
    seen.append("picture")

def say(manager, *states):
    if "READY=1" in states:
        seen.append("ready")
        run.app.end()
    return True

Window.flip, ServiceManager.say = flipped, say
size = "%d %d" % Window.size
run.until_closed()
print(size, *seen[:seen.index("ready") + 1])
"""


@pytest.mark.timeout(60)
@pytest.mark.parametrize("how", ["kiosk", "window"])
def test_ready_is_said_after_a_picture_was_put_on_the_screen_twice(
    tmp_path: Path, how: str
) -> None:
    """Without a desktop the first one is lost, and nothing would draw another one."""
    with VirtualScreen(480, 320):
        wanted = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY_", "SDL_"))}
        done = subprocess.run(
            [sys.executable, "-c", RUN, str(tmp_path), how],
            cwd=ROOT, env={**wanted, "SDL_AUDIODRIVER": "dummy"}, capture_output=True, text=True,
        )  # fmt: skip
    width, height, *seen = done.stdout.split()
    assert seen == ["picture", "picture", "ready"], done.stderr
    assert (width, height) == ("480", "320"), "a window of 800 x 480 would be cut on all sides"
