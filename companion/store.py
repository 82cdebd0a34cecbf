"""The journal: one SQLite file per game, entries only ever added, durable before it answers."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.core.entry import Entry, entry_from_json, entry_to_json
from companion.core.errors import Sentence

FORMAT = 1
SUFFIX = ".companion"
CHUNK = 500
"""How many entries are read at a time."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entry (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
CREATE TRIGGER IF NOT EXISTS entry_no_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER IF NOT EXISTS entry_no_delete BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
"""


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
        fresh = path is None or not path.exists() or path.stat().st_size == 0
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                str(path) if path else ":memory:",
                isolation_level=None,
                check_same_thread=False,
                timeout=5,
            )
        except (sqlite3.Error, OSError) as fault:
            raise StoreFault(self._sentence(fault)) from fault
        try:
            self._prepare(fresh)
            self._last = int(self._db.execute("SELECT max(seq) FROM entry").fetchone()[0] or 0)
        except BaseException:
            self._db.close()
            raise

    def append(self, entry: Entry) -> None:
        """Add ``entry``; when this returns it survives a power cut.

        It is added only after the last one seen here: of two programs that write to one file,
        the second is refused, since its entry was proven on a state that is no longer the last.
        """
        body = json.dumps(entry_to_json(entry), ensure_ascii=False, separators=(",", ":"))
        try:
            self._db.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?)", (self._last + 1, entry.id, entry.at, body)
            )
        except sqlite3.Error as fault:
            raise StoreFault(self._sentence(fault)) from fault
        self._last += 1

    def append_all(self, entries: Iterable[Entry]) -> None:
        """Add all of ``entries`` or, where that fails, none of them."""
        last = self._last
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for entry in entries:
                self.append(entry)
            self._db.execute("COMMIT")
        except (StoreFault, sqlite3.Error) as fault:
            self._last = last
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(fault, StoreFault):
                raise
            raise StoreFault(self._sentence(fault)) from fault

    def pulse(self, at: int) -> None:
        """Note that play time has come to ``at``; only while an auction runs and at the end."""
        try:
            self._db.execute(
                "INSERT INTO pulse VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at",
                (at,),
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
            rows = self._db.execute("SELECT body FROM entry ORDER BY seq")
            while chunk := rows.fetchmany(CHUNK):
                for data in _parsed([body for (body,) in chunk]):
                    yield entry_from_json(data)
                    number += 1
        except (sqlite3.Error, ValueError) as fault:
            raise Broken(
                f"{self._where}: the entry after number {number} cannot be read ({fault})."
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
                "INSERT INTO meta VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, value),
            )
        except sqlite3.Error as fault:
            raise StoreFault(self._sentence(fault)) from fault

    def backup(self) -> None:
        """Keep a copy beside the file, the last one that was whole; never half-written."""
        if self.path is None:
            return
        target = backup_path(self.path)
        fresh = target.with_suffix(".new")
        try:
            fresh.unlink(missing_ok=True)
            self._db.execute("VACUUM INTO ?", (str(fresh),))
            os.replace(fresh, target)
        except (sqlite3.Error, OSError) as fault:
            raise StoreFault(self._sentence(fault)) from fault

    def close(self) -> None:
        """Let the file go; may be called twice."""
        self._db.close()

    def _prepare(self, fresh: bool) -> None:
        try:
            if not fresh:
                verdict = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
                if verdict != "ok":
                    raise Broken(f"{self._where} is damaged ({verdict}).")
                names = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}
                if names and "meta" not in names:
                    raise Broken(f"{self._where} is the database of another program.")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(_SCHEMA)
            known = self.meta("format")
            if known is None:
                self.set_meta("format", str(FORMAT))
            elif known != str(FORMAT):
                raise StoreFault(
                    f"{self._where} was written by another version of Companion "
                    f"(format {known}, this one reads {FORMAT}); update Companion to open it."
                )
        except sqlite3.DatabaseError as fault:
            if isinstance(fault, sqlite3.OperationalError):
                raise StoreFault(self._sentence(fault)) from fault
            raise Broken(f"{self._where} is no journal of Companion ({fault}).") from fault

    def _sentence(self, fault: Exception) -> str:
        text = str(fault)
        if "full" in text:
            return Sentence(
                "The disk is full, {file} was not written; free some space and repeat.",
                file=self._where,
            )
        if "readonly" in text or "read-only" in text or "unable to open" in text:
            return (
                f"{self._where} cannot be written; the folder is read-only or belongs to "
                "another user, so choose one with --data or mend its rights."
            )
        if "entry.seq" in text:
            return (
                f"Another Companion has written to {self._where}; nothing was booked here. "
                "Close one of the two, and open the game again."
            )
        if "locked" in text:
            return f"{self._where} is in use by another Companion; close that one first."
        if isinstance(fault, OSError):
            return f"{self._where} cannot be opened ({fault.strerror or text}); check the folder."
        return f"{self._where} was not written ({text}); nothing booked before is lost."


def backup_path(path: Path) -> Path:
    """Where the last whole copy of a journal lies."""
    return path.with_suffix(path.suffix + ".copy")


def can_rescue(path: Path) -> bool:
    """Whether anything of a damaged journal could go on: of the file itself or of its copy."""
    copy = backup_path(path)
    return bool(_readable(path)[0] or (copy.exists() and _readable(copy)[0]))


def open_or_rescue(path: Path) -> tuple[Store, str]:
    """The journal at ``path``, and "" or one sentence about what had to be rescued.

    A damaged file is kept as ``.bad``; what can still be read of it, or its last whole copy,
    whichever holds more, goes on under the old name. Never a silent new game.
    """
    try:
        return Store(path), ""
    except Broken as fault:
        return rescue(path, fault)


def rescue(path: Path, fault: Broken) -> tuple[Store, str]:
    """The same for a journal that turned out damaged; it must be closed."""
    aside = _free_name(path)
    read = _readable(path)
    for suffix in ("-wal", "-shm"):
        side = path.with_name(path.name + suffix)
        if side.exists():
            side.replace(aside.with_name(aside.name + suffix))
    path.replace(aside)
    copy = _readable(backup_path(path)) if backup_path(path).exists() else ([], {})
    entries, meta = max(read, copy, key=lambda found: len(found[0]))
    rescued = Store(path)
    for key, value in meta.items():
        rescued.set_meta(key, value)
    rescued.append_all(entries)
    return rescued, (
        f"{fault} It is kept as {aside.name}; {len(entries)} entries could be rescued and "
        "the game goes on from there. Check the last bookings."
    )


def _parsed(bodies: list[object]) -> Iterator[Any]:
    try:
        # One call for many is twice as fast as many calls, and a game is opened while they wait.
        yield from json.loads(f"[{','.join(bodies)}]")  # type: ignore[arg-type]
    except (ValueError, TypeError):
        for body in bodies:
            yield _data(body)


def _data(body: object) -> Any:
    # A damaged page may hold anything, not only broken text.
    if not isinstance(body, str):
        raise ValueError("its text is missing")
    return json.loads(body)


def _readable(path: Path) -> tuple[list[Entry], dict[str, str]]:
    entries: list[Entry] = []
    meta: dict[str, str] = {}
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    except sqlite3.Error:
        return entries, meta
    try:
        meta.update(db.execute("SELECT key, value FROM meta").fetchall())
        for (body,) in db.execute("SELECT body FROM entry ORDER BY seq"):
            entries.append(entry_from_json(_data(body)))
    except (sqlite3.Error, ValueError):
        pass  # what came before the fault is what can be read
    finally:
        db.close()
    return entries, meta


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.{number}.bad")).exists():
        number += 1
    return aside
