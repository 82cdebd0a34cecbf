"""The journal on real files: append-only, whole after a kill, never a silent new game."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.entry import Entry, Mark, Move
from companion.storage.journal import Broken, Store, StoreFault
from companion.storage.recovery import open_or_rescue

WRITER = """
import sys
from pathlib import Path
from companion.core.entry import Entry, Move
from companion.storage.journal import Store
store = Store(Path(sys.argv[1]))
number = store.count()
while True:
    number += 1
    store.append(Entry(f"e{number}", number, "pay", (Move("money", number, "A", "B"),)))
    print(number, flush=True)
"""

FIRST_FORMAT = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
INSERT INTO meta VALUES ('format', '1'), ('title', 'Sunday');
INSERT INTO pulse VALUES (1, 77);
"""


def entry(number: int) -> Entry:
    return Entry(f"e{number}", number * 10, "pay", (Move("money", number, "A", "B"),))


def filled(path: Path, n: int) -> Store:
    store = Store(path)
    for number in range(1, n + 1):
        store.append(entry(number))
    return store


def test_entries_come_back_as_they_went_in(tmp_path: Path) -> None:
    rich = Entry(
        "x",
        7,
        "deal",
        (Move("deed:39", 1, "A", "B"), Mark("turn", None, ("A", (3, 4), True))),
        {"who": "A", "dice": (3, 4)},
        reverses="w",
    )
    store = filled(tmp_path / "a.companion", 2)
    store.append(rich)
    store.close()
    assert list(Store(tmp_path / "a.companion").entries()) == [entry(1), entry(2), rich]


@pytest.mark.parametrize(
    "sql", ["UPDATE entry SET at = 0", "DELETE FROM entry", "DELETE FROM entry WHERE seq = 1"]
)
def test_the_database_itself_refuses_to_change_the_past(tmp_path: Path, sql: str) -> None:
    filled(tmp_path / "a.companion", 3).close()
    db = sqlite3.connect(tmp_path / "a.companion")
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        db.execute(sql)


def test_an_id_is_kept_once(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.companion", 1)
    with pytest.raises(StoreFault):
        store.append(entry(1))
    assert store.count() == 1


def test_c164_the_file_is_wal_and_synced_in_full(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.companion", 1)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_c169_killed_while_writing_everything_acknowledged_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    chance = random.Random(7)
    told = 0
    for _ in range(8):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for _ in range(chance.randrange(1, 60)):
            told = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        told = max([told, *map(int, writer.stdout.read().split())])
        writer.wait()
        store = Store(path)
        numbers = [int(found.id[1:]) for found in store.entries()]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= told
        store.close()
        told = len(numbers)


def test_a_file_of_a_later_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    store = filled(path, 1)
    store.set_meta("format", "99")
    store.close()
    before = path.read_bytes()
    with pytest.raises(StoreFault, match=r"another version.*update"):
        open_or_rescue(path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("*.bad"))


def test_a_file_of_the_first_format_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    filled(path, 3).close()
    db = sqlite3.connect(path)
    rows = db.execute("SELECT seq, id, at, body FROM entry").fetchall()
    path.unlink()
    db = sqlite3.connect(path)
    db.executescript(FIRST_FORMAT)
    db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
    db.commit()
    db.close()
    store = Store(path)
    assert list(store.entries()) == [entry(1), entry(2), entry(3)]
    assert (store.meta("title"), store.last_play_ms()) == ("Sunday", 77)
    store.append(entry(4))
    store.close()
    again = Store(path)
    assert [one.id for one in again.entries()] == ["e1", "e2", "e3", "e4"]
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        again._db.execute("DELETE FROM entry")


def test_a_full_disk_is_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.companion", 10)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFault, match=r"disk is full.*free some space"):
        for number in range(11, 2000):
            store.append(entry(number))
    kept = store.count()
    store._db.execute("PRAGMA max_page_count = 100000")
    store.append(entry(kept + 1))
    assert store.count() == kept + 1


def test_a_read_only_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    filled(path, 1).close()
    db = Store(path)
    db._db.execute("PRAGMA query_only = 1")
    with pytest.raises(StoreFault, match="cannot be written"):
        db.append(entry(2))


def test_play_time_goes_on_from_the_pulse_or_the_last_entry(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.companion", 3)
    assert store.last_play_ms() == 30
    store.pulse(45)
    assert store.last_play_ms() == 45
    store.pulse(44)
    store.append(entry(9))
    assert store.last_play_ms() == 90


def test_at_rest_everything_is_in_the_one_file(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.companion", 5)
    store.settle()
    alone = tmp_path / "elsewhere.companion"
    alone.write_bytes((tmp_path / "a.companion").read_bytes())
    assert list(Store(alone).entries()) == [entry(number) for number in range(1, 6)]


def test_a_reader_does_not_hold_up_who_saves(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.companion", 5)
    reader = sqlite3.connect(tmp_path / "a.companion")
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM entry").fetchone() == (5,)
    store.settle()
    store.append(entry(6))
    assert reader.execute("SELECT count(*) FROM entry").fetchone() == (5,)
    assert store.count() == 6


def test_of_two_that_write_to_one_file_the_second_is_refused(tmp_path: Path) -> None:
    first = filled(tmp_path / "a.companion", 2)
    second = Store(tmp_path / "a.companion")
    first.append(entry(3))
    with pytest.raises(StoreFault, match="Another Companion has written"):
        second.append(entry(4))
    first.append(entry(5))
    second.close()
    assert [one.id for one in Store(tmp_path / "a.companion").entries()] == ["e1", "e2", "e3", "e5"]


def test_many_entries_are_kept_all_or_none(tmp_path: Path) -> None:
    store = filled(tmp_path / "a.companion", 2)
    with pytest.raises(StoreFault):
        store.append_all([entry(3), entry(4), entry(1)])
    assert store.count() == 2
    store.append_all([entry(3), entry(4)])
    store.append(entry(5))
    assert [one.id for one in store.entries()] == ["e1", "e2", "e3", "e4", "e5"]


def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE photo (name TEXT)")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(Broken, match="another program"):
        Store(path)
    assert path.read_bytes() == before
