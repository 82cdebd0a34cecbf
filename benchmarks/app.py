"""The app beside an empty Kivy app with the same settings: start, memory, idle processor time.

Each is a process of its own on a virtual screen, several times in turn. Both find their byte code
and data folder as every start but the first does, which is not counted. The idle part also counts
redraws: none is allowed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile

from tools.xvfb import VirtualScreen

RUNS = 8
IDLE_S = 60


def run(folder: str, which: str, idle_s: float) -> dict[str, float]:
    """One process on ``folder``; its report."""
    environ = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYTHONPYCACHEPREFIX": f"{folder}/code"}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    out = subprocess.run(
        [sys.executable, "-m", "benchmarks.app_child", which, folder, str(idle_s)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        env=environ,
    ).stdout
    report: dict[str, float] = json.loads(out.splitlines()[-1])
    return report


def main() -> None:
    """Print the figures of docs/benchmarks.md."""
    with VirtualScreen(), tempfile.TemporaryDirectory() as at:
        pairs = [(run(at, "empty", 1), run(at, "ours", 1)) for _ in range(RUNS + 1)][1:]
        idle = (run(at, "empty", IDLE_S), run(at, "ours", IDLE_S))
    # Whatever else the machine does can only make a start slower: the quickest of each tells most.
    quickest = [min(pair[which]["start"] for pair in pairs) for which in (0, 1)]
    memory = statistics.median(ours["rss"] / empty["rss"] for empty, ours in pairs)
    for what, ratio, wanted in (
        ("start to first frame", quickest[1] / quickest[0], 1.5),
        ("memory", memory, 1.3),
    ):
        print(f"{what}: {ratio:.2f} x of an empty Kivy app (wanted {wanted})")
    print(
        f"idle {IDLE_S} s: processor time {idle[1]['cpu'] / idle[0]['cpu']:.2f} x of an empty "
        f"Kivy app (wanted 1.2), {idle[1]['redraws']:.0f} redraws (wanted 0)"
    )


if __name__ == "__main__":
    main()
