"""An order to end is never lost, not even while the window opens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

OPENED = """
import sys
from pathlib import Path
from companion.ui.start import Display, prepare
prepare(Path(sys.argv[1]), Display(size=None))
import kivy.core.window
print(Path("/proc/self/status").read_text())
"""


def test_the_windows_library_takes_no_signal_of_ours(tmp_path: Path) -> None:
    environ = {**os.environ, "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    environ.pop("DISPLAY", None)
    told = subprocess.run(
        [sys.executable, "-c", OPENED, str(tmp_path)],
        env=environ, capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    caught = int(
        next(line for line in told.splitlines() if line.startswith("SigCgt")).split()[1], 16
    )
    assert not caught & 1 << (signal.SIGTERM - 1), "SDL turns SIGTERM into a window's close"
