"""Builds what the firmware tests run: the ELF that is flashed, the simulated board, the checks."""

from __future__ import annotations

import functools
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "firmware"
TOOLS = {"avr-gcc": "gcc-avr avr-libc", "cc": "gcc libc6-dev simavr libsimavr-dev libelf-dev"}


@functools.cache
def built() -> Path:
    """The folder with everything built. A missing tool is said with the packages that bring it."""
    for tool, packages in TOOLS.items():
        assert shutil.which(tool), f"{tool} is missing: sudo apt-get install {packages}"
    done = subprocess.run(
        ["make", "-s", "-j2", "-C", str(ROOT / "firmware"), "all", "host", "STRICT=-Werror"],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return BUILT
