"""Any two pages of a journal in each other's place: nothing is lost in silence."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from benchmarks.damage import COPIED, FILE, PAGE, Files, looked_at, of_0_2, ours


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kept", [ours, of_0_2])
def test_no_order_of_pages_is_read_for_ever(
    kept: Callable[[Path], tuple[Files, Files]], tmp_path: Path
) -> None:
    """Swapped pages may lead from one to the other and back again."""
    (tmp_path / "whole").mkdir()
    files, _ = kept(tmp_path / "whole")
    data = files[FILE]
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    wrong = {}
    for one, other in combinations(range(len(pages)), 2):
        changed = list(pages)
        changed[one], changed[other] = changed[other], changed[one]
        folder = tmp_path / f"{one}-{other}"
        folder.mkdir()
        wrong[one, other] = looked_at({**files, FILE: b"".join(changed)}, max(COPIED), folder)
    assert not any(wrong.values()), wrong
