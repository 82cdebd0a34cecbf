"""The file of a journal: its tables, its rows and the checks that chain them.

Every entry carries a check over itself and the check before it, so that a single wrong bit, a
missing entry or one in another place is found when the game is opened.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from companion.core.entry import Entry, entry_from_json, entry_to_json
from companion.storage.atomic import fresh_name, put_in_place

FORMAT = 2
SUFFIX = ".companion"

TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL)"
    " WITHOUT ROWID",
    "CREATE TABLE entry (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,"
    " body TEXT NOT NULL, sum TEXT NOT NULL)",
    "CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL,"
    " sum TEXT NOT NULL)",
)
NO_DELETE = (
    "CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry"
    " BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END"
)
TRIGGERS = (
    "CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry"
    " BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END",
    NO_DELETE,
)
# Whatever a later format does, it keeps the table "meta": this one must be able to read which.

Row: TypeAlias = tuple[int, str, int, str, str]
"""An entry as it is kept: number, id, play time in ms, body as JSON, check."""
SELECT = "SELECT seq, id, at, body, sum FROM entry"


def write_journal(
    path: Path, entries: Iterable[Entry] = (), meta: Mapping[str, str] | None = None
) -> None:
    """Make a journal that is there wholly, with all of ``entries``, or not at all.

    Raises JournalFault or OSError; whatever was at ``path`` then stays.
    """
    write_rows(path, _rows(entries), {**(meta or {}), "format": str(FORMAT)})


def write_rows(path: Path, rows: Iterable[Row], meta: Mapping[str, str], at: int = 0) -> None:
    """The same of rows as they are kept, and with the play time ``at`` noted. Raises as it does."""
    fresh = fresh_name(path)
    fresh.unlink(missing_ok=True)
    db = sqlite3.connect(str(fresh), isolation_level=None)
    try:
        db.execute("BEGIN")
        for statement in (*TABLES, *TRIGGERS):
            db.execute(statement)
        for key, value in meta.items():
            db.execute("INSERT INTO meta VALUES (?, ?, ?)", (key, value, check_of(key, value)))
        db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", rows)
        if at:
            db.execute("INSERT INTO pulse VALUES (1, ?, ?)", (at, check_of("pulse", at)))
        db.execute("COMMIT")
    except BaseException:
        db.close()
        fresh.unlink(missing_ok=True)
        raise
    db.close()
    put_in_place(fresh, path)


def wal_path(path: Path) -> Path:
    """Where version 0.2 kept what was saved last."""
    return path.with_name(path.name + "-wal")


def follows(row: Sequence[Any], before: str) -> bool:
    """Whether a row is as it was written, after the row whose check is ``before``."""
    seq, entry_id, at, body, noted = row
    return isinstance(body, str) and check_of(before, seq, entry_id, at, body) == noted


def checked(rows: Iterable[Sequence[Any]]) -> Iterator[Entry]:
    """The entries of ``rows``.

    Raises ValueError at the first that is missing or not as it was written, and sqlite3.Error
    where the file cannot be read.
    """
    check = ""
    for number, row in enumerate(rows, 1):
        if row[0] != number or not follows(row, check):
            raise ValueError(f"entry {number} is missing or not as it was written")
        yield entry_from_json(row[3])
        check = row[4]


def row_of(seq: int, entry: Entry, before: str) -> Row:
    """``entry`` as it is kept after the row whose check is ``before``."""
    body = entry_to_json(entry)
    return seq, entry.id, entry.at, body, check_of(before, seq, entry.id, entry.at, body)


def _rows(entries: Iterable[Entry]) -> Iterator[Row]:
    check = ""
    for number, entry in enumerate(entries, 1):
        row = row_of(number, entry, check)
        check = row[4]
        yield row


def check_of(*parts: object) -> str:
    """The check over ``parts``, the first of which is the check before."""
    text = ("%s\n" * len(parts)) % parts
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def usual(statement: str) -> str:
    """A statement as we write it; one of format 1 was given its column of checks later."""
    return " ".join(statement.split()).replace("( ", "(").replace(" DEFAULT ''", "")


def upgrade(db: sqlite3.Connection) -> None:
    """From format 1, which had no checks."""
    db.execute("BEGIN IMMEDIATE")
    for name in ("entry_no_update", "entry_no_delete"):
        db.execute(f"DROP TRIGGER {name}")
    for table in ("meta", "entry", "pulse"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN sum TEXT NOT NULL DEFAULT ''")
    check = ""
    for seq, entry_id, at, body in db.execute("SELECT seq, id, at, body FROM entry").fetchall():
        check = check_of(check, seq, entry_id, at, body)
        db.execute("UPDATE entry SET sum = ? WHERE seq = ?", (check, seq))
    db.execute("UPDATE meta SET value = ? WHERE key = 'format'", (str(FORMAT),))
    for key, value in db.execute("SELECT key, value FROM meta").fetchall():
        db.execute("UPDATE meta SET sum = ? WHERE key = ?", (check_of(key, value), key))
    for (at,) in db.execute("SELECT at FROM pulse").fetchall():
        db.execute("UPDATE pulse SET sum = ?", (check_of("pulse", at),))
    for statement in TRIGGERS:
        db.execute(statement)
    db.execute("COMMIT")
