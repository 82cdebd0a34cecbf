"""Games in one process with every panel: nothing is left behind; `make soak` plays for hours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHORT = """
from benchmarks.soak import soak
played = soak(rounds=2, turns=1, games=("classic_de", "city_us", "deal"))
first, last = played.held
assert first.threads == last.threads, (first, last)
assert last.handles <= first.handles, (first, last)
assert last.redraws == 0, last
assert played.turns == 6, played.turns
print("done")
"""


@pytest.mark.timeout(110)
def test_two_rounds_of_games_leave_no_thread_and_no_handle_and_rest_without_a_redraw() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHORT],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("done\n")
