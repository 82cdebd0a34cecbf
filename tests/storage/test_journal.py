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
from companion.storage.journal import Broken, Journal, JournalFault
from companion.storage.recovery import open_or_rescue

WRITER = """
import sys
from pathlib import Path
from companion.core.entry import Entry, Move
from companion.storage.format import row_of
from companion.storage.journal import Journal
journal = Journal(Path(sys.argv[1]))
number = journal.count()
while True:
    number += 1
    journal.append(Entry(f"e{number}", number, "pay", (Move("money", number, "A", "B"),)))
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


def filled(path: Path, n: int) -> Journal:
    journal = Journal(path)
    for number in range(1, n + 1):
        journal.append(entry(number))
    return journal


def test_entries_come_back_as_they_went_in(tmp_path: Path) -> None:
    rich = Entry(
        "x",
        7,
        "deal",
        (Move("deed:39", 1, "A", "B"), Mark("turn", None, ("A", (3, 4), True))),
        {"who": "A", "dice": (3, 4)},
        reverses="w",
    )
    journal = filled(tmp_path / "a.companion", 2)
    journal.append(rich)
    journal.close()
    assert list(Journal(tmp_path / "a.companion").entries()) == [entry(1), entry(2), rich]


@pytest.mark.parametrize(
    "sql", ["UPDATE entry SET at = 0", "DELETE FROM entry", "DELETE FROM entry WHERE seq = 1"]
)
def test_the_database_itself_refuses_to_change_the_past(tmp_path: Path, sql: str) -> None:
    filled(tmp_path / "a.companion", 3).close()
    db = sqlite3.connect(tmp_path / "a.companion")
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        db.execute(sql)


def test_an_id_is_kept_once(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.companion", 1)
    with pytest.raises(JournalFault):
        journal.append(entry(1))
    assert journal.count() == 1


def test_c164_every_entry_is_in_the_one_file_and_synced_in_full(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.companion", 1)
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("truncate",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


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
        journal = Journal(path)
        numbers = [int(found.id[1:]) for found in journal.entries()]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= told
        journal.close()
        told = len(numbers)


def test_a_file_of_a_later_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    journal = filled(path, 1)
    journal.set_meta("format", "99")
    journal.close()
    before = path.read_bytes()
    with pytest.raises(JournalFault, match=r"another version.*update"):
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
    journal = Journal(path)
    assert list(journal.entries()) == [entry(1), entry(2), entry(3)]
    assert (journal.meta("title"), journal.last_play_ms()) == ("Sunday", 77)
    journal.append(entry(4))
    journal.close()
    again = Journal(path)
    assert [one.id for one in again.entries()] == ["e1", "e2", "e3", "e4"]
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        again._db.execute("DELETE FROM entry")


def test_a_full_disk_is_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.companion", 10)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalFault, match=r"disk is full.*free some space"):
        for number in range(11, 2000):
            journal.append(entry(number))
    kept = journal.count()
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.append(entry(kept + 1))
    assert journal.count() == kept + 1


def test_a_read_only_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    filled(path, 1).close()
    db = Journal(path)
    db._db.execute("PRAGMA query_only = 1")
    with pytest.raises(JournalFault, match="cannot be written"):
        db.append(entry(2))


def test_play_time_goes_on_from_the_pulse_or_the_last_entry(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.companion", 3)
    assert journal.last_play_ms() == 30
    journal.note_play_time(45)
    assert journal.last_play_ms() == 45
    journal.note_play_time(44)
    journal.append(entry(9))
    assert journal.last_play_ms() == 90


def test_a_pulse_that_is_not_as_it_was_written_is_damage(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.companion", 3)
    journal.note_play_time(45)
    journal._db.execute("UPDATE pulse SET at = 46")
    journal.close()
    with pytest.raises(Broken, match="damaged"):
        Journal(tmp_path / "a.companion")


def test_after_every_entry_the_one_file_is_the_whole_game(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.companion", 5)
    alone = tmp_path / "elsewhere.companion"
    alone.write_bytes((tmp_path / "a.companion").read_bytes())
    assert list(Journal(alone).entries()) == [entry(number) for number in range(1, 6)]
    journal.close()


def test_a_journal_of_version_0_2_goes_on_with_what_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.companion"
    filled(path, 4).close()
    (last,) = sqlite3.connect(path).execute("SELECT * FROM entry WHERE seq = 4").fetchall()
    path.unlink()
    filled(path, 3).close()
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("PRAGMA journal_mode = WAL")
    old.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", last)
    kept = {end: (tmp_path / f"a.companion{end}").read_bytes() for end in ("", "-wal")}
    old.close()
    for end, data in kept.items():
        (tmp_path / f"a.companion{end}").write_bytes(data)
    again = Journal(path)
    assert [one.id for one in again.entries()] == ["e1", "e2", "e3", "e4"]
    again.append(entry(5))
    again.close()
    assert not list(tmp_path.glob("*-wal"))


def test_what_was_refused_is_not_there_after_the_plug_either(tmp_path: Path) -> None:
    """A save that fails at its very last step: SQLite says no, and the file has it."""
    journal = filled(tmp_path / "a.companion", 2)

    class Late:
        """SQLite on a card that answers with a fault once it has written."""

        fails = 1

        def execute(self, sql: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
            done = db.execute(sql, values)
            if sql.startswith("INSERT") and self.fails:
                self.fails = 0
                raise sqlite3.OperationalError("disk I/O error")
            return done

        def __getattr__(self, name: str) -> object:
            return getattr(db, name)

    db, journal._db = journal._db, Late()  # type: ignore[assignment]
    with pytest.raises(JournalFault, match="nothing booked before is lost"):
        journal.append(entry(3))
    journal.append(entry(4))
    journal.close()
    assert [one.id for one in Journal(tmp_path / "a.companion").entries()] == ["e1", "e2", "e4"]


def test_of_two_that_write_to_one_file_the_second_is_refused(tmp_path: Path) -> None:
    first = filled(tmp_path / "a.companion", 2)
    second = Journal(tmp_path / "a.companion")
    first.append(entry(3))
    with pytest.raises(JournalFault, match="Another Companion has written"):
        second.append(entry(4))
    first.append(entry(5))
    second.close()
    assert [one.id for one in Journal(tmp_path / "a.companion").entries()] == [
        "e1",
        "e2",
        "e3",
        "e5",
    ]


def test_many_entries_are_kept_all_or_none(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.companion", 2)
    with pytest.raises(JournalFault):
        journal.append_all([entry(3), entry(4), entry(1)])
    assert journal.count() == 2
    journal.append_all([entry(3), entry(4)])
    journal.append(entry(5))
    assert [one.id for one in journal.entries()] == ["e1", "e2", "e3", "e4", "e5"]


def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE photo (name TEXT)")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(Broken, match="another program"):
        Journal(path)
    assert path.read_bytes() == before
