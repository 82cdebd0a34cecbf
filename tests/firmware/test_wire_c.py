"""A million bad lines into the firmware's reader and panel, with sanitizers watching."""

from __future__ import annotations

import re
import subprocess

from tests.sim.build import built


def test_a_million_random_and_mutated_lines_do_no_harm() -> None:
    """Every accepted line is checked by a second CRC; after every hundred a right one is read."""
    done = subprocess.run(
        [built() / "lines", "1000000", "7"], capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines, accepted = map(int, re.findall(r"(\d+) (?:lines|accepted)", done.stdout))
    assert lines == 1_000_000
    assert 50_000 < accepted < 900_000, "both right and wrong lines were among them"
