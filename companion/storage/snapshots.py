"""The last whole copies of a journal: made beside it while the game goes on, never half-written."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from companion.storage.background import Executor
from companion.storage.format import SELECT, Row, follows, write_rows
from companion.storage.journal import JournalFault

KEPT = 3
"""So many copies of a game are kept."""
EVERY = 20
"""A copy is made after so many entries."""
SHARE = 20
"""In a long game, each time it has grown by this part."""
CLOSE_S = 2
CHUNK = 1_000
"""So many entries are read at once; whoever books waits for no more than that."""
STEPS_A_TURN = 10_000
STEPS_LEAST, STEPS_A_BYTE = 10_000_000, 20
"""Steps of SQLite's machine, of which a whole journal takes less than one a byte to be read."""


def copies(path: Path) -> list[Path]:
    """The copies of the journal at ``path``, the newest first."""
    return sorted(_named(path), key=_number, reverse=True)


def make_copy(path: Path) -> int:
    """Copy the journal at ``path`` as it is now; the oldest copy beyond KEPT goes.

    Returns how many entries it holds. Nothing happens where the newest copy has all there is.
    Others may read and write the journal meanwhile. Raises JournalFault where the disk is full or
    gone, and where the journal is no longer whole or has lost what a copy holds; the copies there
    are then stay.
    """
    known = copies(path)
    target = path.with_name(f"{path.name}.{_number(known[0]) + 1 if known else 1}.copy")
    try:
        with closing(read_only(path)) as db:
            n = last_row(db)[0]
            held = max((_count(copy) for copy in known), default=0)
            if held > n:
                raise ValueError("it is shorter than its copy")
            if known and _count(known[0]) == n:
                return n
            meta = dict(db.execute("SELECT key, value FROM meta"))
            at = db.execute("SELECT at FROM pulse").fetchone()
            write_rows(target, _whole(db, n), meta, at[0] if at else 0)
        if not path.exists():  # a game that was deleted meanwhile stays deleted
            target.unlink()
        for old in copies(path)[KEPT:]:
            old.unlink()
        return n
    except (sqlite3.Error, OSError, ValueError) as fault:
        raise JournalFault(
            "No copy of {file} could be made ({why}); the game goes on. Look at the card: it "
            "may be full or worn out.",
            file=path.name,
            why=getattr(fault, "strerror", None) or fault,
        ) from fault


def read_only(path: Path, alone: bool = False) -> sqlite3.Connection:
    """A connection that changes nothing; ``alone``: without what lies beside the file.

    Raises sqlite3.Error.
    """
    where = path.absolute().as_uri() + "?mode=ro"
    if not alone:
        db = _bounded(where, path)
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
            return db
        except sqlite3.OperationalError:
            # Even to read, SQLite would take in or take back what a power cut left beside it,
            # or, in a folder that is read-only, make files of its own.
            db.close()
    return _bounded(where + "&immutable=1", path)


def _bounded(where: str, path: Path) -> sqlite3.Connection:
    """A connection that ends a query which goes on as only one over pages in a loop does."""
    db = sqlite3.connect(where, uri=True, isolation_level=None)
    size = path.stat().st_size if path.exists() else 0
    turns = iter(range((STEPS_LEAST + STEPS_A_BYTE * size) // STEPS_A_TURN))
    db.set_progress_handler(lambda: next(turns, None) is None, STEPS_A_TURN)
    return db


def filled(path: Path) -> bool:
    """Whether there is such a file, and anything in it."""
    with suppress(OSError):
        return path.is_file() and path.stat().st_size > 0
    return False


def last_row(db: sqlite3.Connection) -> tuple[int, str]:
    """Number and check of the last entry; 0 and "" without any. Raises sqlite3.Error."""
    found = db.execute("SELECT seq, sum FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
    return found or (0, "")


def all_names(path: Path) -> list[Path]:
    """The journal at ``path`` and everything that belongs to it; what is kept aside does not."""
    ends = ("-wal", "-shm", "-journal", ".new", ".rescued")
    beside = [path.with_name(path.name + end) for end in ends]
    beside += [one for one in path.parent.glob("*.copy.new") if one.name.startswith(path.name)]
    return [name for name in (*copies(path), *beside, path) if name.exists()]


class Copier:
    """Makes a copy every EVERY entries, one at a time; a fault is told once until it is over.

    In a long game a copy costs more and is due less often, so that copying never costs more than
    a fixed share of booking.
    """

    def __init__(
        self, path: Path, told: Callable[[str], None], run: Executor, every: int = EVERY
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
        except JournalFault as fault:
            if not self._failed:
                self._failed = True
                self._told(fault.sentence)
        finally:
            self._idle.set()


def _whole(db: sqlite3.Connection, n: int) -> Iterator[Row]:
    """The first ``n`` rows, each proven. Raises ValueError at one that is not as it was written."""
    number, check = 0, ""
    while number < n:
        asked = f"{SELECT} WHERE seq > ? AND seq <= ? ORDER BY seq"
        rows = db.execute(asked, (number, min(n, number + CHUNK))).fetchall()
        if not rows:
            raise ValueError("the journal is damaged")
        for row in rows:
            if row[0] != number + 1 or not follows(row, check):
                raise ValueError("the journal is damaged")
            yield row
            number, check = row[0], row[4]


def _count(copy: Path) -> int:
    try:
        with closing(read_only(copy)) as db:
            return last_row(db)[0]
    except (sqlite3.Error, UnicodeDecodeError, TypeError):
        return 0  # it went bad itself


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
