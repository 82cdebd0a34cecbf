"""The journal: one SQLite file per game, entries only ever added, durable before it answers."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.core.entry import Entry
from companion.core.errors import Fault, Sentence
from companion.storage.atomic import alone, in_use
from companion.storage.format import (
    FORMAT,
    NO_DELETE,
    SELECT,
    TABLES,
    TRIGGERS,
    Row,
    check_of,
    checked,
    row_of,
    upgrade,
    usual,
    wal_path,
    write_journal,
)
from companion.storage.wal import cut_short

WAIT_S = 5
"""How long another program may keep the file busy."""

_WORLD = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
"""What SQLite says when the fault is not in the file."""


class JournalFault(Fault):
    """The journal cannot be read or written."""


class Broken(JournalFault):
    """The file is no journal or does not hold together."""


class Journal:
    """One game's journal. All calls from one thread at a time.

    Raises JournalFault where the disk is full, the folder is read-only or the file is in use,
    and Broken where the file itself is damaged; what was appended before stays as it is.
    """

    def __init__(self, path: Path | None) -> None:
        """Open or make the journal at ``path``; None keeps it in memory only."""
        self.path = path
        self._where = str(path) if path else "the journal in memory"
        self._ghost: Row | None = None
        self._in_use: BinaryIO | None = None
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                with alone(path.parent):
                    if not path.exists():
                        write_journal(path)
                    if path.is_dir() or path.stat().st_size == 0:
                        raise self._broken()
                    self._in_use = in_use(path, fcntl.LOCK_SH)
            cut = path is not None and cut_short(wal_path(path))
            self._db = sqlite3.connect(
                str(path) if path else ":memory:",
                isolation_level=None,
                check_same_thread=False,
                timeout=WAIT_S,
            )
        except (sqlite3.Error, OSError) as fault:
            self._let_go()
            raise JournalFault(self._sentence(fault)) from fault
        try:
            self._prepare()
            newest = self._db.execute("SELECT seq, sum FROM entry ORDER BY seq DESC LIMIT 1")
            last: tuple[int, str] = newest.fetchone() or (0, "")
            self._last, self._sum = last
            if cut:
                raise self._broken()
        except BaseException as fault:
            self.close()
            if isinstance(fault, sqlite3.Error):
                raise self._opening(fault) from fault
            if isinstance(fault, UnicodeDecodeError):  # a text of SQLite's own went bad
                raise self._broken() from fault
            raise

    def append(self, entry: Entry) -> None:
        """Add ``entry``; when this returns it survives a power cut.

        It is added only after the last one seen here: of two programs that write to one file,
        the second is refused, since its entry was proven on a state that is no longer the last.
        What is refused is not found in the file later either.
        """
        row = row_of(self._last + 1, entry, self._sum)
        try:
            self._take_back()
            self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.Error as fault:
            if not isinstance(fault, sqlite3.IntegrityError) and not self._db.in_transaction:
                self._ghost = self._ghost or row
                with suppress(sqlite3.Error):
                    self._take_back()
            raise JournalFault(self._sentence(fault)) from fault
        self._last, self._sum = row[0], row[4]

    def _take_back(self) -> None:
        """A save that failed at its very last step may lie in the file: it was refused, and goes.

        Raises sqlite3.Error where that cannot be done yet; nothing more is added until it can.
        """
        if self._ghost is None:
            return
        db, (seq, *_, check) = self._db, self._ghost
        try:
            db.execute("BEGIN IMMEDIATE")
            db.execute("DROP TRIGGER entry_no_delete")
            db.execute("DELETE FROM entry WHERE seq = ? AND sum = ?", (seq, check))
            db.execute(NO_DELETE)
            db.execute("COMMIT")
            self._ghost = None
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")

    def append_all(self, entries: Iterable[Entry]) -> None:
        """Add all of ``entries`` or, where that fails, none of them."""
        before = self._last, self._sum
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for entry in entries:
                self.append(entry)
            self._db.execute("COMMIT")
        except (JournalFault, sqlite3.Error) as fault:
            self._last, self._sum = before
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(fault, JournalFault):
                raise
            raise JournalFault(self._sentence(fault)) from fault

    def note_play_time(self, at: int) -> None:
        """Note that play time has come to ``at``; only while an auction runs and at the end."""
        try:
            self._db.execute(
                "INSERT INTO pulse VALUES (1, ?, ?) ON CONFLICT (one)"
                " DO UPDATE SET at = excluded.at, sum = excluded.sum",
                (at, check_of("pulse", at)),
            )
        except sqlite3.Error as fault:
            raise JournalFault(self._sentence(fault)) from fault

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
            for entry in checked(self._db.execute(f"{SELECT} ORDER BY seq")):
                yield entry
                number += 1
        except (sqlite3.Error, ValueError) as fault:
            name = self.path.name if self.path else self._where
            raise Broken("{file} is damaged from entry {n} on.", file=name, n=number + 1) from fault

    def count(self) -> int:
        """How many entries there are."""
        return int(self._db.execute("SELECT count(*) FROM entry").fetchone()[0])

    def meta(self, key: str) -> str | None:
        """A named text of the journal, such as the game's title, or None."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Keep a named text. Raises JournalFault when it cannot be written."""
        try:
            self._db.execute(
                "INSERT INTO meta VALUES (?, ?, ?) ON CONFLICT (key)"
                " DO UPDATE SET value = excluded.value, sum = excluded.sum",
                (key, value, check_of(key, value)),
            )
        except sqlite3.Error as fault:
            raise JournalFault(self._sentence(fault)) from fault

    def close(self) -> None:
        """Let the file go; may be called twice."""
        self._db.close()
        self._let_go()

    def _let_go(self) -> None:
        # Only after SQLite has closed: the system lets go of its locks with any handle of the file.
        if self._in_use is not None:
            self._in_use.close()
            self._in_use = None

    def _prepare(self) -> None:
        db = self._db
        if self.path is None:
            for statement in (*TABLES, *TRIGGERS):
                db.execute(statement)
            return
        if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            raise self._broken()
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if names and "meta" not in names:
            raise Broken("{file} is the database of another program.", file=self.path.name)
        if "entry" not in names:
            raise self._broken()
        # Version 0.2 kept what was saved last in a file beside this one.
        db.execute("PRAGMA journal_mode = TRUNCATE")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN IMMEDIATE")  # a header with a wrong bit may say that it is read-only
        db.execute("ROLLBACK")
        columns = {row[1] for row in db.execute("PRAGMA table_info(meta)")}
        if "sum" not in columns and self.meta("format") == "1":
            upgrade(db)
        for key, value, check in db.execute("SELECT key, value, sum FROM meta"):
            if check != check_of(key, value):
                raise self._broken()
        known = self.meta("format")
        if known != str(FORMAT):
            if known is None or not known.isdigit():
                raise self._broken()
            raise JournalFault(
                "{file} was written by another version of Companion (format {known}, this "
                "one reads {format}); update Companion to open it.",
                file=self._where,
                known=known,
                format=str(FORMAT),
            )
        for at, check in db.execute("SELECT at, sum FROM pulse"):
            if check != check_of("pulse", at):
                raise self._broken()
        made = db.execute("SELECT sql FROM sqlite_master WHERE sql != ''").fetchall()
        if {usual(text) for (text,) in made} != {*TABLES, *TRIGGERS}:
            raise self._broken()

    def _broken(self) -> Broken:
        name = self.path.name if self.path else self._where
        return Broken("{file} is damaged.", file=name)

    def _opening(self, fault: sqlite3.Error) -> JournalFault:
        """Whether the file is to blame, or the world around it."""
        code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        around = code in _WORLD
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) and self.path is not None:
            # A header with a wrong bit is called read-only too.
            may = os.access(self.path, os.R_OK | os.W_OK)
            around = not (may and os.access(self.path.parent, os.W_OK))
        return JournalFault(self._sentence(fault)) if around else self._broken()

    def _sentence(self, fault: Exception) -> str:
        text, where = str(fault), self._where
        if "full" in text:
            return Sentence(
                "The disk is full, {file} was not written; free some space and repeat.", file=where
            )
        words = ("readonly", "read-only", "unable to open")
        if isinstance(fault, PermissionError) or any(word in text for word in words):
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
