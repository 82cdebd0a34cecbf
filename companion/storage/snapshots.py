"""The last whole copies of a journal: made beside it while the game goes on, never half-written."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from companion.core.errors import Sentence
from companion.storage.atomic import put_in_place
from companion.storage.background import Run
from companion.storage.journal import StoreFault, checked_bodies, wal_path

KEPT = 3
"""So many copies of a game are kept."""
EVERY = 20
"""A copy is made after so many entries."""
SHARE = 20
"""In a long game, each time it has grown by this part."""
CLOSE_S = 2


def copies(path: Path) -> list[Path]:
    """The copies of the journal at ``path``, the newest first."""
    return sorted(_named(path), key=_number, reverse=True)


def make_copy(path: Path) -> int:
    """Copy the journal at ``path`` as it is now; the oldest copy beyond KEPT goes.

    Returns how many entries it holds. Nothing happens where the newest copy has all there is.
    Others may read and write the journal meanwhile. Raises StoreFault where the disk is full or
    gone, and where the journal itself is no longer whole; the copies there are then stay.
    """
    known = copies(path)
    number = _number(known[0]) + 1 if known else 1
    fresh = path.with_name(f"{path.name}.copying")
    try:
        fresh.unlink(missing_ok=True)
        n = _count(path)
        if known and _has(known[0], n):
            return n
        _copied(path, fresh)
        if path.exists():  # a game that was deleted meanwhile stays deleted
            put_in_place(fresh, path.with_name(f"{path.name}.{number}.copy"))
        for old in copies(path)[KEPT:]:
            old.unlink()
        return n
    except (sqlite3.Error, OSError, ValueError) as fault:
        raise StoreFault(
            Sentence(
                "No copy of {file} could be made ({why}); the game goes on. Look at the card: it "
                "may be full or worn out.",
                file=path.name,
                why=getattr(fault, "strerror", None) or fault,
            )
        ) from fault
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing. Raises sqlite3.Error."""
    where = path.absolute().as_uri() + "?mode=ro"
    if not wal_path(path).exists() and not os.access(path.parent, os.W_OK):
        where += "&immutable=1"  # SQLite would put its own files beside it even to read
    return sqlite3.connect(where, uri=True, isolation_level=None)


def all_names(path: Path) -> list[Path]:
    """The journal at ``path`` and everything that belongs to it; what is kept aside does not."""
    beside = [path.with_name(path.name + end) for end in ("-wal", "-shm", ".new", ".copying")]
    return [name for name in (*copies(path), *beside, path) if name.exists()]


class Copier:
    """Makes a copy every EVERY entries, one at a time; a fault is told once until it is over.

    In a long game a copy costs more and is due less often, so that copying never costs more than
    a fixed share of booking.
    """

    def __init__(
        self, path: Path, told: Callable[[str], None], run: Run, every: int = EVERY
    ) -> None:
        self._path, self._told, self._run, self._every = path, told, run, every
        self._due = every
        self._since = 0
        self._idle = threading.Event()
        self._idle.set()
        self._failed = False

    def begin(self) -> None:
        """The journal was opened, and is whole."""
        if self._idle.is_set():
            self._since = 0
            self._idle.clear()
            self._run(self._copy)

    def booked(self) -> None:
        """An entry is durable."""
        self._since += 1
        if self._since >= self._due:
            self.begin()

    def close(self) -> None:
        """Wait for a copy that is being made, two seconds at most: the game may go now."""
        self._idle.wait(CLOSE_S)

    def _copy(self) -> None:
        try:
            n = make_copy(self._path)
            self._due = max(self._every, n // SHARE)
            self._failed = False
        except StoreFault as fault:
            if not self._failed:
                self._failed = True
                self._told(fault.args[0])
        finally:
            self._idle.set()


def _copied(path: Path, fresh: Path) -> None:
    source, target = read_only(path), sqlite3.connect(str(fresh), isolation_level=None)
    try:
        source.backup(target)
        # A copy is one file, readable without the two others that a journal in use needs.
        target.execute("PRAGMA journal_mode = DELETE")
        if target.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise ValueError("the journal is damaged")
        rows = target.execute("SELECT seq, id, at, body, sum FROM entry ORDER BY seq")
        for _ in checked_bodies(rows):
            pass
    finally:
        source.close()
        target.close()


def _count(path: Path) -> int:
    with closing(read_only(path)) as db:
        return int(db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0])


def _has(copy: Path, n: int) -> bool:
    try:
        return _count(copy) == n
    except sqlite3.Error:
        return False  # it went bad itself


def _number(copy: Path) -> int:
    return int(copy.suffixes[-2][1:])


def _named(path: Path) -> list[Path]:
    # glob would take a bracket in the name for a pattern.
    start = path.name + "."
    names = path.parent.iterdir() if path.parent.is_dir() else ()
    return [
        name
        for name in names
        if name.name.startswith(start)
        and name.suffix == ".copy"
        and name.name[len(start) : -len(".copy")].isdigit()
    ]
