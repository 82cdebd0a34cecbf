"""The journal: one SQLite file per game, entries only ever added, durable before it answers.

Every entry carries a check over itself and the check before it, so that a single wrong bit, a
missing entry or one in another place is found when the game is opened.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from companion.core.entry import Entry, entry_from_json, entry_to_json
from companion.core.errors import Sentence
from companion.storage.atomic import fresh_name, put_in_place
from companion.storage.wal import cut_short

FORMAT = 2
SUFFIX = ".companion"
CHUNK = 500
"""How many entries are read at a time."""
WAIT_S = 5
"""How long another program may keep the file busy."""

_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL)"
    " WITHOUT ROWID",
    "CREATE TABLE entry (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,"
    " body TEXT NOT NULL, sum TEXT NOT NULL)",
    "CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL,"
    " sum TEXT NOT NULL)",
)
_TRIGGERS = (
    "CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry"
    " BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END",
    "CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry"
    " BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END",
)
# Whatever a later format does, it keeps the table "meta": this one must be able to read which.

_WORLD = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
"""What SQLite says when the fault is not in the file."""


class StoreFault(Exception):
    """The journal cannot be read or written; the text is one sentence for the user."""


class Broken(StoreFault):
    """The file is no journal or does not hold together."""


class Store:
    """One game's journal. All calls from one thread at a time.

    Raises StoreFault where the disk is full, the folder is read-only or the file is in use,
    and Broken where the file itself is damaged; what was appended before stays as it is.
    """

    def __init__(self, path: Path | None) -> None:
        """Open or make the journal at ``path``; None keeps it in memory only."""
        self.path = path
        self._where = str(path) if path else "the journal in memory"
        try:
            if path is not None and not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                write_journal(path)
            if path is not None and (path.is_dir() or path.stat().st_size == 0):
                raise self._broken()
            cut = path is not None and cut_short(wal_path(path))
            self._db = sqlite3.connect(
                str(path) if path else ":memory:",
                isolation_level=None,
                check_same_thread=False,
                timeout=WAIT_S,
            )
        except (sqlite3.Error, OSError) as fault:
            raise StoreFault(self._sentence(fault)) from fault
        try:
            self._prepare()
            newest = self._db.execute("SELECT seq, sum FROM entry ORDER BY seq DESC LIMIT 1")
            last: tuple[int, str] = newest.fetchone() or (0, "")
            self._last, self._sum = last
            if cut:
                raise self._broken()
        except BaseException as fault:
            self._db.close()
            if isinstance(fault, sqlite3.Error):
                raise self._opening(fault) from fault
            raise

    def append(self, entry: Entry) -> None:
        """Add ``entry``; when this returns it survives a power cut.

        It is added only after the last one seen here: of two programs that write to one file,
        the second is refused, since its entry was proven on a state that is no longer the last.
        """
        row = _row(self._last + 1, entry, self._sum)
        try:
            self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.Error as fault:
            raise StoreFault(self._sentence(fault)) from fault
        self._last, self._sum = row[0], row[4]

    def append_all(self, entries: Iterable[Entry]) -> None:
        """Add all of ``entries`` or, where that fails, none of them."""
        before = self._last, self._sum
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for entry in entries:
                self.append(entry)
            self._db.execute("COMMIT")
        except (StoreFault, sqlite3.Error) as fault:
            self._last, self._sum = before
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(fault, StoreFault):
                raise
            raise StoreFault(self._sentence(fault)) from fault

    def pulse(self, at: int) -> None:
        """Note that play time has come to ``at``; only while an auction runs and at the end."""
        try:
            self._db.execute(
                "INSERT INTO pulse VALUES (1, ?, ?) ON CONFLICT (one)"
                " DO UPDATE SET at = excluded.at, sum = excluded.sum",
                (at, _check("pulse", at)),
            )
        except sqlite3.Error as fault:
            raise StoreFault(self._sentence(fault)) from fault

    def last_play_ms(self) -> int:
        """How far play time had come when this journal was last written."""
        row = self._db.execute(
            "SELECT max(coalesce((SELECT max(at) FROM entry), 0),"
            " coalesce((SELECT at FROM pulse), 0))"
        ).fetchone()
        return int(row[0])

    def entries(self) -> Iterator[Entry]:
        """All entries in order. Raises Broken with the number of the one that cannot be read."""
        number = 0
        try:
            rows = self._db.execute("SELECT seq, id, at, body, sum FROM entry ORDER BY seq")
            for entry in checked(rows):
                yield entry
                number += 1
        except (sqlite3.Error, ValueError) as fault:
            name = self.path.name if self.path else self._where
            raise Broken(
                Sentence("{file} is damaged from entry {n} on.", file=name, n=number + 1)
            ) from fault

    def count(self) -> int:
        """How many entries there are."""
        return int(self._db.execute("SELECT count(*) FROM entry").fetchone()[0])

    def meta(self, key: str) -> str | None:
        """A named text of the journal, such as the game's title, or None."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Keep a named text. Raises StoreFault when it cannot be written."""
        try:
            self._db.execute(
                "INSERT INTO meta VALUES (?, ?, ?) ON CONFLICT (key)"
                " DO UPDATE SET value = excluded.value, sum = excluded.sum",
                (key, value, _check(key, value)),
            )
        except sqlite3.Error as fault:
            raise StoreFault(self._sentence(fault)) from fault

    def settle(self) -> None:
        """Bring what was saved into the file itself: it is then whole without its ``-wal``.

        Does nothing while somebody else reads the file; what was saved is safe in any case.
        """
        try:
            self._db.execute("PRAGMA busy_timeout = 0")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.execute(f"PRAGMA busy_timeout = {WAIT_S * 1000}")
        except sqlite3.Error:
            return  # a disk that is full or gone: the next entry will say so

    def close(self) -> None:
        """Let the file go; may be called twice."""
        self._db.close()

    def _prepare(self) -> None:
        db = self._db
        if self.path is None:
            for statement in (*_TABLES, *_TRIGGERS):
                db.execute(statement)
            return
        if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise self._broken()
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if names and "meta" not in names:
            raise Broken(
                Sentence("{file} is the database of another program.", file=self.path.name)
            )
        if "entry" not in names:
            raise self._broken()
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        columns = {row[1] for row in db.execute("PRAGMA table_info(meta)")}
        if "sum" not in columns and self.meta("format") == "1":
            _upgrade(db)
        for key, value, check in db.execute("SELECT key, value, sum FROM meta"):
            if check != _check(key, value):
                raise self._broken()
        known = self.meta("format")
        if known != str(FORMAT):
            if known is None or not known.isdigit():
                raise self._broken()
            raise StoreFault(
                Sentence(
                    "{file} was written by another version of Companion (format {known}, this "
                    "one reads {format}); update Companion to open it.",
                    file=self._where,
                    known=known,
                    format=str(FORMAT),
                )
            )
        for at, check in db.execute("SELECT at, sum FROM pulse"):
            if check != _check("pulse", at):
                raise self._broken()

    def _broken(self) -> Broken:
        name = self.path.name if self.path else self._where
        return Broken(Sentence("{file} is damaged.", file=name))

    def _opening(self, fault: sqlite3.Error) -> StoreFault:
        """Whether the file is to blame, or the world around it."""
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        around = code in _WORLD
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) and self.path is not None:
            # A header with a wrong bit is called read-only too.
            may = os.access(self.path, os.R_OK | os.W_OK)
            around = not (may and os.access(self.path.parent, os.W_OK))
        return StoreFault(self._sentence(fault)) if around else self._broken()

    def _sentence(self, fault: Exception) -> str:
        text, where = str(fault), self._where
        if "full" in text:
            return Sentence(
                "The disk is full, {file} was not written; free some space and repeat.", file=where
            )
        if "readonly" in text or "read-only" in text or "unable to open" in text:
            return Sentence(
                "{file} cannot be written; the folder is read-only or belongs to another user, "
                "so choose one with --data or mend its rights.",
                file=where,
            )
        if "entry.seq" in text:
            return Sentence(
                "Another Companion has written to {file}; nothing was booked here. "
                "Close one of the two, and open the game again.",
                file=where,
            )
        if "locked" in text:
            return Sentence("{file} is in use by another Companion; close that one.", file=where)
        if isinstance(fault, OSError):
            why = fault.strerror or text
            return Sentence(
                "{file} cannot be opened ({why}); check the folder.", file=where, why=why
            )
        return Sentence(
            "{file} was not written ({why}); nothing booked before is lost.", file=where, why=text
        )


def write_journal(
    path: Path, entries: Iterable[Entry] = (), meta: Mapping[str, str] | None = None
) -> None:
    """Make a journal that is there wholly, with all of ``entries``, or not at all.

    Raises StoreFault or OSError; whatever was at ``path`` then stays.
    """
    fresh = fresh_name(path)
    fresh.unlink(missing_ok=True)
    db = sqlite3.connect(str(fresh), isolation_level=None)
    try:
        db.execute("BEGIN")
        for statement in (*_TABLES, *_TRIGGERS):
            db.execute(statement)
        for key, value in {**(meta or {}), "format": str(FORMAT)}.items():
            db.execute("INSERT INTO meta VALUES (?, ?, ?)", (key, value, _check(key, value)))
        check = ""
        for number, entry in enumerate(entries, 1):
            row = _row(number, entry, check)
            db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
            check = row[4]
        db.execute("COMMIT")
    except BaseException:
        db.close()
        fresh.unlink(missing_ok=True)
        raise
    db.close()
    put_in_place(fresh, path)


def wal_path(path: Path) -> Path:
    """Where SQLite keeps what was saved last."""
    return path.with_name(path.name + "-wal")


def checked(rows: sqlite3.Cursor, chunk: int = CHUNK) -> Iterator[Entry]:
    """The entries of ``rows`` (seq, id, at, body, sum), read ``chunk`` at a time.

    Raises ValueError at the first that is missing or not as it was written, and sqlite3.Error
    where the file cannot be read.
    """
    for bodies in checked_bodies(rows, chunk):
        yield from map(entry_from_json, _parsed(bodies))


def checked_bodies(rows: sqlite3.Cursor, chunk: int = CHUNK) -> Iterator[list[str]]:
    """The same, not yet made into entries."""
    check = ""
    number = 0
    while found := rows.fetchmany(chunk):
        bodies: list[str] = []
        for seq, entry_id, at, body, noted in found:
            check = _check(check, seq, entry_id, at, body)
            if seq != number + 1 or check != noted or not isinstance(body, str):
                break
            bodies.append(body)
            number += 1
        yield bodies
        if len(bodies) < len(found):
            raise ValueError(f"entry {number + 1} is missing or not as it was written")


def _row(seq: int, entry: Entry, before: str) -> tuple[int, str, int, str, str]:
    body = json.dumps(entry_to_json(entry), ensure_ascii=False, separators=(",", ":"))
    return seq, entry.id, entry.at, body, _check(before, seq, entry.id, entry.at, body)


def _check(*parts: object) -> str:
    text = ("%s\n" * len(parts)) % parts
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _parsed(bodies: list[str]) -> Any:
    # One call for many is twice as fast as many calls, and a game is opened while they wait.
    return json.loads(f"[{','.join(bodies)}]")


def _upgrade(db: sqlite3.Connection) -> None:
    """From format 1, which had no checks."""
    db.execute("BEGIN IMMEDIATE")
    for name in ("entry_no_update", "entry_no_delete"):
        db.execute(f"DROP TRIGGER {name}")
    for table in ("meta", "entry", "pulse"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN sum TEXT NOT NULL DEFAULT ''")
    check = ""
    for seq, entry_id, at, body in db.execute("SELECT seq, id, at, body FROM entry").fetchall():
        check = _check(check, seq, entry_id, at, body)
        db.execute("UPDATE entry SET sum = ? WHERE seq = ?", (check, seq))
    db.execute("UPDATE meta SET value = ? WHERE key = 'format'", (str(FORMAT),))
    for key, value in db.execute("SELECT key, value FROM meta").fetchall():
        db.execute("UPDATE meta SET sum = ? WHERE key = ?", (_check(key, value), key))
    for (at,) in db.execute("SELECT at FROM pulse").fetchall():
        db.execute("UPDATE pulse SET sum = ?", (_check("pulse", at),))
    for statement in _TRIGGERS:
        db.execute(statement)
    db.execute("COMMIT")
