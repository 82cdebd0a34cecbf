"""Any wrong bytes, anywhere: the same state, or an earlier one that is told."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.storage.format import wal_path, write_journal
from companion.storage.journal import Journal
from companion.storage.snapshots import make_copy
from companion.storage.wal import cut_short
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


def kept(folder: Path) -> Files:
    return Files({one.name: one.read_bytes() for one in folder.iterdir() if one.suffix != ".shm"})


def played(folder: Path, n: int, copied: int) -> Path:
    """The first ``n`` entries of the game, with a copy of the first ``copied``."""
    path = folder / f"{GAME}.companion"
    write_journal(path, EVENING[:copied], {"edition": "classic_us", "title": "Sunday"})
    make_copy(path)
    journal = Journal(path)
    for entry in EVENING[copied:n]:
        journal.append(entry)
    journal.note_play_time(EVENING[-1].at + 5_000)
    journal.close()
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of the game, as a kill leaves them."""
    folder = tmp_path_factory.mktemp("whole")
    played(folder, ENTRIES, 18)
    return kept(folder)


@pytest.fixture(scope="module")
def of_0_2(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The same of version 0.2: a dozen entries are in the -wal alone."""
    folder = tmp_path_factory.mktemp("old")
    path = played(folder, ENTRIES, 18)
    rows = sqlite3.connect(path).execute("SELECT * FROM entry WHERE seq > 18").fetchall()
    path.unlink()
    write_journal(path, EVENING[:18], {"edition": "classic_us", "title": "Sunday"})
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("PRAGMA journal_mode = WAL")
    for row in rows:
        old.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
    files = kept(folder)
    old.close()
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
    of_0_2: Files,
    tmp_path_factory: pytest.TempPathFactory,
    ending: str,
    data: st.DataObject,
) -> None:
    folder = tmp_path_factory.mktemp("any")
    spots, run = data.draw(SPOTS), data.draw(st.sampled_from((1, 1, 16, 4096)))
    files = of_0_2 if ending else whole
    path = files.put(folder)
    hurt = path.with_name(path.name + ending)
    hurt.write_bytes(spoilt(files[hurt.name], spots, run))
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


def test_what_the_kill_itself_leaves_is_no_damage(
    whole: Files, of_0_2: Files, tmp_path: Path
) -> None:
    for files in (whole, of_0_2):
        found = opened(files.put(tmp_path))
        assert found.rescued == "" and len(found.game.book) == ENTRIES


def test_a_save_cut_off_before_its_end_is_none_and_no_damage(of_0_2: Files, tmp_path: Path) -> None:
    """A kill between two pages of one save: nobody was told of it."""
    path = of_0_2.put(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("INSERT INTO entry VALUES (99, 'late', 9, '{}', '')")
        torn = wal_path(path).read_bytes()
    of_0_2.put(tmp_path)
    wal_path(path).write_bytes(torn[:-100])
    found = opened(path)
    assert found.rescued == "" and len(found.game.book) == ENTRIES


def test_what_an_earlier_round_left_in_the_wal_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "old"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        old.execute("CREATE TABLE entry (body TEXT)")
        for _ in range(9):
            old.execute("INSERT INTO entry VALUES (?)", ("x" * 4000,))
        old.execute("PRAGMA wal_checkpoint(RESTART)")
        old.execute("INSERT INTO entry VALUES ('new')")
        assert wal_path(path).stat().st_size > 9 * 4096, "the first round lies behind the second"
        assert not cut_short(wal_path(path))


def test_a_save_cut_off_in_the_middle_is_taken_back_and_no_damage(
    whole: Files, tmp_path: Path
) -> None:
    """The plug is pulled when the page is written and the journal beside it not yet let go."""
    path = whole.put(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = TRUNCATE")
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        for number in range(40):
            row = (ENTRIES + 1 + number, f"late{number}", 9, "x" * 3_000, "")
            db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
        torn = kept(tmp_path)
        db.execute("ROLLBACK")
    assert torn[f"{GAME}.companion-journal"]
    found = opened(torn.put(tmp_path))
    assert found.rescued == "" and len(found.game.book) == ENTRIES
    assert not list(tmp_path.glob("*.before*"))


def test_an_older_file_or_a_stale_journal_beside_it_loses_nothing_a_copy_holds(
    whole: Files, tmp_path: Path
) -> None:
    older = Files(whole)
    folder = tmp_path / "older"
    folder.mkdir()
    older[f"{GAME}.companion"] = played(folder, 9, 9).read_bytes()
    found = opened(older.put(tmp_path))
    assert len(found.game.book) == 18 and "ends after entry 9, too early" in found.rescued
    assert "which is all of them" not in found.rescued


def test_a_file_and_its_copies_are_joined(whole: Files, tmp_path: Path) -> None:
    """The file is bad in an entry the copy holds, and whole behind it."""
    data = whole[f"{GAME}.companion"]
    place = data.index(b'"money",9,')
    hurt = Files({**whole, f"{GAME}.companion": data[: place + 8] + b"7" + data[place + 9 :]})
    found = opened(hurt.put(tmp_path))
    assert len(found.game.book) == ENTRIES
    assert f"{ENTRIES} entries could be rescued, which is all of them" in found.rescued
