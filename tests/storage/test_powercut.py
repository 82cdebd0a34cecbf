"""The plug pulled on the real app; `make powercut` does it three hundred times."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.powercut import Evening
from tools.xvfb import VirtualScreen

KILLS = 3


@pytest.mark.timeout(110)
def test_c169_killed_while_it_starts_and_while_they_play_the_same_game_goes_on(
    tmp_path: Path,
) -> None:
    """Evening raises Lost where anything that was answered for is missing."""
    with VirtualScreen():
        report = Evening(tmp_path / "data", seed=5).play(KILLS)
    assert report.kills == KILLS
    assert report.acknowledged > 0
    assert report.notices == [], "a kill is no damage"
