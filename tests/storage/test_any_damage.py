"""Any wrong bytes, anywhere: the same state, or an earlier one that is told."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.entry import Entry, Move
from companion.storage.journal import Store, wal_path, write_journal
from companion.storage.snapshots import make_copy
from tests.storage.spoilt import ENTRIES, EVENING, GAME, opened, same_or_told


class Files(dict[str, bytes]):
    """What lies in a folder."""

    def __repr__(self) -> str:
        return "Files()"

    def put(self, folder: Path) -> Path:
        """Write them into ``folder``; the path of the journal."""
        for name, content in self.items():
            (folder / name).write_bytes(content)
        return folder / f"{GAME}.companion"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of the game, as a kill leaves them: a dozen entries are in the -wal alone."""
    folder = tmp_path_factory.mktemp("whole")
    path = folder / f"{GAME}.companion"
    write_journal(path, EVENING[:18], {"edition": "classic_us", "title": "Sunday"})
    store = Store(path)
    make_copy(path)
    for entry in EVENING[18:]:
        store.append(entry)
    store.pulse(EVENING[-1].at + 5_000)
    files = Files({one.name: one.read_bytes() for one in folder.iterdir()})
    store.close()
    files.pop(f"{GAME}.companion-shm")
    return files


SPOTS = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1, max_size=4
)


def spoilt(data: bytes, spots: list[tuple[float, int]], run: int) -> bytes:
    changed = bytearray(data)
    for where, bits in spots:
        at = int(where * len(data))
        for place in range(at, min(at + run, len(data))):
            changed[place] ^= bits
    return bytes(changed)


@pytest.mark.parametrize("ending", ["", "-wal"])
@settings(max_examples=30)
@given(data=st.data())
def test_any_wrong_bytes_leave_the_state_or_an_earlier_one_that_is_told(
    whole: Files,
    tmp_path_factory: pytest.TempPathFactory,
    ending: str,
    data: st.DataObject,
) -> None:
    folder = tmp_path_factory.mktemp("any")
    spots, run = data.draw(SPOTS), data.draw(st.sampled_from((1, 1, 16, 4096)))
    path = whole.put(folder)
    hurt = path.with_name(path.name + ending)
    hurt.write_bytes(spoilt(whole[hurt.name], spots, run))
    same_or_told(path)
    shutil.rmtree(folder)


@settings(max_examples=20)
@given(keep=st.floats(0, 1, exclude_max=True))
def test_any_cut_leaves_the_state_or_an_earlier_one_that_is_told(
    whole: Files, tmp_path_factory: pytest.TempPathFactory, keep: float
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    path = whole.put(folder)
    os.truncate(path, int(keep * path.stat().st_size))
    same_or_told(path)
    shutil.rmtree(folder)


def test_what_the_kill_itself_leaves_is_no_damage(whole: Files, tmp_path: Path) -> None:
    found = opened(whole.put(tmp_path))
    assert found.rescued == "" and len(found.game.book) == ENTRIES


def test_a_save_cut_off_before_its_end_is_none_and_no_damage(whole: Files, tmp_path: Path) -> None:
    """A kill between two pages of one save: nobody was told of it."""
    path = whole.put(tmp_path)
    store = Store(path)
    store.append(Entry("late", 9, "pay", (Move("money", 1, "A", "B"),)))
    torn = wal_path(path).read_bytes()
    store.close()
    whole.put(tmp_path)
    wal_path(path).write_bytes(torn[:-100])
    found = opened(path)
    assert found.rescued == "" and len(found.game.book) == ENTRIES
