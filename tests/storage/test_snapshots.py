"""Copies made while the game goes on: the last three, whole ones, and no trouble for the game."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.core.entry import Entry, Move
from companion.storage import snapshots
from companion.storage.format import write_rows
from companion.storage.journal import Journal, JournalFault
from companion.storage.library import Library, NewGame
from companion.storage.snapshots import EVERY, KEPT, Copier, copies, make_copy
from companion.storage.writer import DirectWriter, ThreadWriter

ROOT = Path(__file__).parents[2]


def entry(number: int) -> Entry:
    return Entry(f"e{number}", number * 10, "pay", (Move("money", number, "A", "B"),))


def filled(path: Path, first: int, last: int) -> Journal:
    journal = Journal(path)
    for number in range(first, last + 1):
        journal.append(entry(number))
    return journal


def at_once(work: object) -> None:
    work()  # type: ignore[operator]


def test_the_last_three_copies_are_kept_each_of_them_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    for last in range(1, 6):
        filled(path, last, last).close()
        make_copy(path)
    assert [Journal(copy).count() for copy in copies(path)] == [5, 4, 3]
    assert len(copies(path)) == KEPT


def test_where_nothing_was_booked_no_copy_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    filled(path, 1, 2).close()
    make_copy(path)
    before = [(copy, copy.stat().st_mtime_ns) for copy in copies(path)]
    make_copy(path)
    assert [(copy, copy.stat().st_mtime_ns) for copy in copies(path)] == before


def test_a_copy_is_one_file_that_holds_what_is_saved_at_that_moment(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    journal = filled(path, 1, 30)
    make_copy(path)
    (copy,) = copies(path)
    alone = tmp_path / "elsewhere" / "b.companion"
    alone.parent.mkdir()
    alone.write_bytes(copy.read_bytes())
    assert list(Journal(alone).entries()) == [entry(number) for number in range(1, 31)]
    assert not list(tmp_path.glob("*.copying"))
    journal.append(entry(31))


def test_a_game_deleted_while_it_is_copied_leaves_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.companion"
    filled(path, 1, 3).close()

    def meanwhile(*given: Any) -> None:
        write_rows(*given)
        path.unlink()

    monkeypatch.setattr(snapshots, "write_rows", meanwhile)
    make_copy(path)
    assert not copies(path)


def test_a_damaged_journal_drives_out_no_good_copy(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    for last in (1, 2, 3):
        filled(path, last, last).close()
        make_copy(path)
    filled(path, 4, 4).close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"money",2,', b'"money",7,'))
    with pytest.raises(JournalFault, match=r"No copy of a\.companion.*the game goes on"):
        make_copy(path)
    assert [Journal(copy).count() for copy in copies(path)] == [3, 2, 1]


def test_copies_come_every_so_many_entries_and_never_two_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    works: list[object] = []
    copier = Copier(path, lambda told: None, works.append)
    writer = DirectWriter(Journal(path), copier)
    for number in range(1, 3 * EVERY + 1):
        writer.save(entry(number), lambda fault: None)
    assert len(works) == 1, "the first is still at work"
    at_once(works[0])
    writer.save(entry(3 * EVERY + 1), lambda fault: None)
    assert len(works) == 2
    at_once(works[1])
    assert [Journal(copy).count() for copy in copies(path)] == [3 * EVERY + 1, 3 * EVERY]


def test_in_a_long_game_copies_come_less_often(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    filled(path, 1, 2_000).close()
    works: list[object] = []

    def run(work: object) -> None:
        works.append(work)
        at_once(work)

    copier = Copier(path, lambda told: None, run)
    copier.begin()
    writer = DirectWriter(Journal(path), copier)
    for number in range(2_001, 2_101):
        writer.save(entry(number), lambda fault: None)
    assert len(works) == 2, "the first, and one after a hundred"


def test_a_copy_that_went_bad_is_followed_by_a_good_one(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    filled(path, 1, 5).close()
    make_copy(path)
    copies(path)[0].write_bytes(b"worn out" * 2_000)
    assert make_copy(path) == 5
    assert Journal(copies(path)[0]).count() == 5


def test_a_booking_does_not_wait_for_a_copy(tmp_path: Path) -> None:
    """A copy that never comes to its end: the entries are saved all the same."""
    path = tmp_path / "a.companion"
    let_go = threading.Event()
    copier = Copier(
        path, lambda told: None, lambda work: threading.Thread(target=let_go.wait).start()
    )
    copier.begin()
    writer = ThreadWriter(Journal(path), copier)
    saved = threading.Semaphore(0)
    for number in range(1, 101):
        writer.save(entry(number), lambda fault: saved.release())
    for _ in range(100):
        assert saved.acquire(timeout=20)
    let_go.set()
    writer.close()
    assert Journal(path).count() == 100


def test_trouble_with_copies_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    told: list[str] = []
    writer = DirectWriter(Journal(path), Copier(path, told.append, at_once, every=1))
    writer.save(entry(1), lambda fault: None)
    # What cannot be unlinked stands where the next copies are made.
    blocker = tmp_path / "a.companion.2.copy.new"
    blocker.mkdir()
    faults: list[str] = []
    for number in (2, 3, 4):
        writer.save(entry(number), faults.append)
    assert faults == ["", "", ""]
    assert len(told) == 1 and "the game goes on" in told[0]
    assert [Journal(copy).count() for copy in copies(path)] == [1]
    blocker.rmdir()
    writer.save(entry(5), faults.append)
    (tmp_path / "a.companion.3.copy.new").mkdir()
    writer.save(entry(6), faults.append)
    assert len(told) == 2, "it was over, and began again"
    assert Journal(path).count() == 6


SMALL_DISK = """
import resource, sys
from pathlib import Path
from companion.storage.snapshots import Copier, copies
from companion.storage.journal import Journal
from companion.storage.writer import DirectWriter
from tests.storage.test_snapshots import entry
path = Path(sys.argv[1]) / "a.companion"
most = int(sys.argv[2])
def with_room_for(work):
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, was[1]) if most else was)
    work()
    resource.setrlimit(resource.RLIMIT_FSIZE, was)
told, faults = [], []
journal = Journal(path)
writer = DirectWriter(journal, Copier(path, told.append, with_room_for, every=1))
number = 0
while not told:
    number += 1
    writer.save(entry(number), faults.append)
print(told[0])
writer.save(entry(number + 1), faults.append)
assert faults == [""] * (number + 1), faults
assert journal.count() == number + 1 and copies(path)
print("goes on")
"""
MOUNTING = ("unshare -m", "unshare -rm")
"""How root and how anybody gets mounts of his own; some containers allow neither."""


def test_a_full_disk_stops_the_copies_before_it_stops_the_game(tmp_path: Path) -> None:
    """On a disk of its own, so small that three copies do not fit beside the journal; where
    nobody may mount one, the kernel lets no copy grow beyond 40 kB."""
    run = [sys.executable, "-c", SMALL_DISK, str(tmp_path)]
    shell = 'mount -t tmpfs -o size=300k none "$1" && shift && exec "$@"'
    mounted = ["sh", "-c", shell, "sh", str(tmp_path), *run, "0"]
    tried = [*([*way.split(), *mounted] for way in MOUNTING), [*run, "40000"]]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for words in tried:
        done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True)
        if "unshare" not in done.stderr and "mount:" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    assert "the game goes on" in done.stdout and done.stdout.endswith("goes on\n")
    assert "full" in done.stdout or words is tried[-1]


def test_copies_and_what_is_kept_aside_are_no_games(tmp_path: Path) -> None:
    library = Library(tmp_path)
    opened = library.create(NewGame("classic_us", ("Anna", "Ben")))
    opened.journal.close()
    path = tmp_path / f"{opened.id}.companion"
    make_copy(path)
    (tmp_path / f"{opened.id}.companion.1.bad").write_bytes(b"x")
    (tmp_path / f"{opened.id}.companion.new").write_bytes(b"x")
    assert [info.id for info in library.games()] == [opened.id]
    library.delete(opened.id)
    assert [one.name for one in tmp_path.iterdir()] == [f"{opened.id}.companion.1.bad"]
