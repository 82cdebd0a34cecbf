"""What can be proven of a journal and its copies: each read as far as it can be, then joined."""

from __future__ import annotations

import sqlite3
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from companion.core.book import Book
from companion.core.entry import Entry, entry_from_json
from companion.core.errors import Corrupt, EditionFault
from companion.storage.format import SELECT, Row, check_of, follows
from companion.storage.snapshots import read_only

Prove: TypeAlias = Callable[[str], Callable[[Entry], object]]
"""For an edition's name, something that takes its entries and raises Corrupt at one that cannot
be. Raises EditionFault where there are no rules to prove them by."""
ROW_LEAST = 40
"""No entry takes fewer bytes of a file."""


class Found(Struct, frozen=True):
    """What can be trusted of a journal and its copies: the entries up to the first that is wrong.

    ``total`` is how many there were, None where that cannot be known; ``unproven`` is why its
    entries could not be proven at all, though they may be whole.
    """

    entries: list[Entry]
    meta: Mapping[str, str]
    total: int | None
    unproven: EditionFault | None = None


class Source(Struct, frozen=True):
    """One file, read as far as it can be: its rows by number, and how many it says there are."""

    rows: Mapping[int, Row]
    meta: Mapping[str, str]
    total: int | None


def in_the_book(_edition: str) -> Callable[[Entry], object]:
    """A proof for any game: who holds what."""
    return Book().post


def found(path: Path, prove: Prove = in_the_book) -> Found:
    """What can be trusted of the journal or the copy at ``path``; changes nothing of it."""
    return joined_up([source(path)], (), prove)


def joined(sources: Iterable[Source]) -> list[Row]:
    """The longest line of rows each of which was written after the one before it."""
    sources = tuple(sources)
    rows: list[Row] = []
    check = ""
    while True:
        number = len(rows) + 1
        candidates = (source.rows[number] for source in sources if number in source.rows)
        row = next((one for one in candidates if follows(one, check)), None)
        if row is None:
            return rows
        rows.append(row)
        check = row[4]


def joined_up(own: Sequence[Source], others: Iterable[Source], prove: Prove) -> Found:
    """What can be trusted of the file, read once or twice (``own``), and of its copies."""
    sources = (*own, *others)
    entries: list[Entry] = []
    unproven: EditionFault | None = None
    take: Callable[[Entry], object] | None = None
    try:
        for row in joined(sources):
            entry = entry_from_json(row[3])
            take = take or prove(str(entry.detail.get("edition", "")))
            take(entry)
            entries.append(entry)
    except EditionFault as fault:
        unproven = fault
    except (ValueError, Corrupt, ArithmeticError, MemoryError, RecursionError):
        pass  # what came before the fault is what can be trusted
    totals = {source.total for source in own}
    total = totals.pop() if len(totals) == 1 else None
    if total is not None and total < len(entries):
        total = None  # a copy knows of more, so there may have been more than that
    return Found(entries, dict(ChainMap(*(dict(one.meta) for one in sources))), total, unproven)


def holds_more(path: Path, n: int, alone: bool = False) -> bool:
    """Whether more than ``n`` entries can be proven of ``path``.

    A file that counts no more, by both of its counts, is not read through: every game is opened
    beside three copies of it.
    """
    with (
        suppress(sqlite3.Error, OSError, UnicodeDecodeError),
        closing(read_only(path, alone)) as db,
    ):
        total = _total(db)
        if total is not None and total <= n:
            return False
    return len(joined([source(path, alone)])) > n


def source(path: Path, alone: bool = False) -> Source:
    """Read ``path`` as far as it can be; ``alone``: without what SQLite left beside it."""
    rows: dict[int, Row] = {}
    meta: dict[str, str] = {}
    total: int | None = None
    try:
        with closing(read_only(path, alone)) as db:
            db.text_factory = _text
            meta = _texts(db)
            total = _total(db)
            for row in _rows(db, path.stat().st_size // ROW_LEAST):
                rows[row[0]] = row
    except (sqlite3.Error, OSError, OverflowError, UnicodeDecodeError):
        pass  # what was read before is what there is
    return Source(rows, meta, total)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")  # a text gone bad fails its check, and ends nothing


def _rows(db: sqlite3.Connection, most: int) -> Iterator[Row]:
    """Every row up to number ``most`` that can be read, whatever lies between them."""
    columns = {row[1] for row in db.execute("PRAGMA table_info(entry)")}
    if "sum" not in columns:  # format 1 had no checks
        check = ""
        for row in db.execute("SELECT seq, id, at, body FROM entry ORDER BY seq"):
            check = check_of(check, *row)
            yield (*row, check)
        return
    number = 0
    while True:
        try:
            for row in db.execute(
                f"{SELECT} WHERE seq > ? AND seq <= ? ORDER BY seq", (number, most)
            ):
                if isinstance(row[0], int):
                    yield row
                    number = max(number, row[0])  # in a broken order it may go back
            return
        except sqlite3.Error:
            number += 1  # a bad page: what lies behind it may be whole
            if number > most:
                return


def _texts(db: sqlite3.Connection) -> dict[str, str]:
    try:
        rows = db.execute("SELECT key, value FROM meta").fetchall()
    except sqlite3.Error:
        return {}
    names = ("edition", "title")
    return {key: value for key, value in rows if key in names and isinstance(value, str)}


def _total(db: sqlite3.Connection) -> int | None:
    """How many entries there are, where the table and the list of their names agree on it."""
    try:
        last = db.execute("SELECT max(seq) FROM entry").fetchone()[0] or 0
        named = db.execute("SELECT count(*) FROM (SELECT id FROM entry ORDER BY id)").fetchone()[0]
    except sqlite3.Error:
        return None
    return last if last == named else None
