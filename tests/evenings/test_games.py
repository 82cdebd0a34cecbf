"""Every golden evening ends as written; every way a game can end has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evenings.runner import Evening

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_evening(path: Path) -> None:
    assert Evening(path).play()["ended"], "an evening is played to its end"


def test_every_way_of_ending_a_classic_game_has_its_evening() -> None:
    wanted = {"last_one_standing", "bankrupt_to_the_bank", "time_limit_tie", "houses_short"}
    found = {path.stem.removeprefix("classic_") for path in FILES if "classic_" in path.stem}
    assert wanted <= found
