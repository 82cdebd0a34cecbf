"""A journal that turned out damaged: what is left of it goes on, and the file is kept aside."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from companion.core.book import Book
from companion.core.entry import Entry, entry_from_json
from companion.core.errors import Corrupt, EditionFault, Sentence
from companion.storage.atomic import put_in_place
from companion.storage.journal import Broken, Store, StoreFault, checked, wal_path, write_journal
from companion.storage.snapshots import all_names, copies, read_only


class NothingLeft(StoreFault):
    """No entry of a damaged journal could be read, nor of a copy; it is kept aside."""


T = TypeVar("T")
Prove: TypeAlias = Callable[[str], Callable[[Entry], object]]
"""For an edition's name, something that takes its entries and raises Corrupt at one that cannot
be. Raises EditionFault where there are no rules to prove them by."""
DAY_MIN = 24 * 60
_TOLD = "rescued"
"""What there is to say about a rescue, kept in the rescued journal until it was opened once."""


@dataclass(frozen=True, slots=True)
class Found:
    """What can be trusted of a journal or a copy: the entries up to the first that is wrong.

    ``total`` is how many there were, None where that cannot be known; ``unproven`` is why its
    entries could not be proven at all, though they may be whole.
    """

    entries: list[Entry]
    meta: Mapping[str, str]
    total: int | None
    unproven: EditionFault | None = None


def in_the_book(_edition: str) -> Callable[[Entry], object]:
    """A proof for any game: who holds what."""
    return Book().post


def open_or_rescue(path: Path, prove: Prove = in_the_book) -> tuple[Store, str]:
    """The journal at ``path``, and "" or what there is to say about a rescue.

    Every entry is read and proven. A damaged file is kept as ``.bad``; what can still be proven
    of it, or its newest whole copy, whichever holds more, goes on under the old name. Never a
    silent new game. Raises StoreFault where nothing of the file is to blame.
    """
    store, _, told = open_whole(path, lambda store: _proven(store, prove), prove)
    return store, told


def open_whole(
    path: Path, build: Callable[[Store], T], prove: Prove = in_the_book, empty: bool = True
) -> tuple[Store, T, str]:
    """The same, with what ``build`` made of the entries; it raises Broken or Corrupt where they
    do not hold together. Without ``empty`` a journal without entries is none: NothingLeft."""
    try:
        _finish(path)
        if not path.exists() and copies(path):
            raise Broken(Sentence("{file} is gone.", file=path.name))
        store = Store(path)
    except Broken as fault:
        return _after(path, fault, build, prove, empty)
    except OSError as fault:
        raise StoreFault(_aside_fault(path, fault)) from fault
    try:
        built = build(store)
        told = _said(store.meta(_TOLD))
        if told:
            store.set_meta(_TOLD, "")
    except (Broken, Corrupt) as fault:
        store.close()
        return _after(path, fault, build, prove, empty)
    except BaseException:
        store.close()
        raise
    return store, built, told


def can_rescue(path: Path, prove: Prove = in_the_book) -> bool:
    """Whether anything of a damaged journal could go on: of the file itself or of a copy."""
    return any(found(one, prove).entries for one in (path, *copies(path)))


def rescue(
    path: Path, fault: Exception, prove: Prove = in_the_book, empty: bool = True
) -> Sentence:
    """Put what is left of the journal at ``path``, which must be closed, in its place.

    Returns what there is to say. A power cut meanwhile leaves the damaged journal or the rescued
    one. Raises StoreFault where that cannot be written, NothingLeft (see ``open_whole``) once
    file and copies are out of the way, and EditionFault, everything being left as it was, where
    a printing is missing and not the entries are to blame.
    """
    sources = {one: found(one, prove) for one in (path, *copies(path))}
    best = max(sources, key=lambda one: len(sources[one].entries))
    kept = sources[best]
    if not kept.entries:
        for one in sources.values():
            if one.unproven is not None:
                raise one.unproven
    meta = dict(ChainMap(*(dict(one.meta) for one in (kept, *sources.values()))))
    bad = _free_name(path)
    told = _sentence(path, fault, bad, len(kept.entries), sources[path].total)
    try:
        _keep_aside(path, bad)
        if not kept.entries and not empty:
            for copy in copies(path):
                copy.replace(_free_name(path))
            for name in all_names(path):
                name.unlink()
            why = told.facts["why"]
            raise NothingLeft(
                Sentence("{why} Nothing of it can be read; it is kept as {bad}.", why=why, bad=bad)
            )
        facts = {name: str(fact) for name, fact in told.facts.items() if name != "why"}
        why = told.facts["why"]
        again = [told.template, facts, getattr(why, "template", str(why)), _plain(why)]
        meta[_TOLD] = json.dumps(again, ensure_ascii=False)
        write_journal(_finished(path), kept.entries, meta)
        _finish(path)
    except (OSError, sqlite3.Error) as wrong:
        raise StoreFault(_aside_fault(path, wrong)) from wrong
    return told


def found(path: Path, prove: Prove = in_the_book) -> Found:
    """What can be trusted of the journal or the copy at ``path``; changes nothing of it."""
    entries: list[Entry] = []
    meta: dict[str, str] = {}
    total: int | None = None
    unproven: EditionFault | None = None
    try:
        with closing(read_only(path)) as db:
            meta.update(_texts(db))
            total = _total(db)
            take: Callable[[Entry], object] | None = None
            for entry in _rows(db):
                if take is None:
                    take = prove(str(entry.detail.get("edition", "")))
                take(entry)
                entries.append(entry)
    except EditionFault as fault:
        unproven = fault
    except (sqlite3.Error, ValueError, Corrupt, OSError, ArithmeticError, MemoryError):
        pass  # what came before the fault is what can be trusted
    return Found(entries, meta, total, unproven)


def _proven(store: Store, prove: Prove) -> None:
    take: Callable[[Entry], object] | None = None
    for entry in store.entries():
        take = take or prove(str(entry.detail.get("edition", "")))
        take(entry)


def _after(
    path: Path, fault: Exception, build: Callable[[Store], T], prove: Prove, empty: bool
) -> tuple[Store, T, str]:
    told = rescue(path, fault, prove, empty)
    store = Store(path)
    try:
        built = build(store)
        store.set_meta(_TOLD, "")
    except BaseException:
        store.close()
        raise
    return store, built, told


def _rows(db: sqlite3.Connection) -> Iterable[Entry]:
    columns = {row[1] for row in db.execute("PRAGMA table_info(entry)")}
    if "sum" in columns:
        yield from checked(
            db.execute("SELECT seq, id, at, body, sum FROM entry ORDER BY seq"), chunk=1
        )
        return
    for (body,) in db.execute("SELECT body FROM entry ORDER BY seq"):
        if not isinstance(body, str):
            raise ValueError("its text is missing")
        yield entry_from_json(json.loads(body))


def _texts(db: sqlite3.Connection) -> dict[str, str]:
    try:
        rows = db.execute("SELECT key, value FROM meta").fetchall()
    except sqlite3.Error:
        return {}
    names = ("edition", "title")
    return {key: value for key, value in rows if key in names and isinstance(value, str)}


def _total(db: sqlite3.Connection) -> int | None:
    try:
        last = db.execute("SELECT max(seq) FROM entry").fetchone()[0]
    except sqlite3.Error:
        return None
    return last if isinstance(last, int) else None


def _sentence(path: Path, fault: Exception, bad: Path, n: int, total: int | None) -> Sentence:
    why = fault.args[0] if isinstance(fault, Broken) else _contradicts(path, n)
    facts = {"why": why, "bad": str(bad), "n": n}
    if not path.exists():
        return Sentence(
            "{why} The game goes on from its last copy with {n} entries; check the last bookings.",
            **facts,
        )
    if total is not None and total == n:
        return Sentence(
            "{why} It is kept as {bad}; {n} entries could be rescued, which is all of them, and "
            "the game goes on.",
            **facts,
        )
    if total is not None and total > n:
        return Sentence(
            "{why} It is kept as {bad}; {n} entries could be rescued, the {missing} after them "
            "are missing. Check the last bookings.",
            **facts,
            missing=total - n,
        )
    minutes = _minutes_since_copy(path)
    if minutes is None:
        return Sentence(
            "{why} It is kept as {bad}; {n} entries could be rescued, what came after them is "
            "missing. Check the last bookings.",
            **facts,
        )
    return Sentence(
        "{why} It is kept as {bad}; {n} entries could be rescued, what was booked in up to "
        "{minutes} min after that is missing. Check the last bookings.",
        **facts,
        minutes=minutes,
    )


def _contradicts(path: Path, n: int) -> Sentence:
    return Sentence("{file} contradicts itself in entry {n}.", file=path.name, n=n + 1)


def _minutes_since_copy(path: Path) -> int | None:
    """Minutes from the newest copy to the last write of the journal, at least 1, rounded up; None
    without a copy, or where the clock was set in between."""
    known = copies(path)
    if not known:
        return None
    last = max(one.stat().st_mtime for one in (path, wal_path(path)) if one.exists())
    minutes = -int(-(last - known[0].stat().st_mtime) // 60)
    return max(1, minutes) if minutes < DAY_MIN else None


def _keep_aside(path: Path, bad: Path) -> None:
    if path.is_dir():
        path.replace(bad)
    for one, aside in ((path, bad), (wal_path(path), wal_path(bad))):
        if one.is_file():
            shutil.copy2(one, aside)
            with aside.open("rb") as kept:
                os.fsync(kept.fileno())


def _finished(path: Path) -> Path:
    return path.with_name(path.name + ".rescued")


def _finish(path: Path) -> None:
    """Put a rescued journal in its place; a power cut may have come in between."""
    if _finished(path).exists():
        for end in ("-wal", "-shm"):
            beside = path.with_name(path.name + end)
            if beside.is_dir():
                beside.replace(_free_name(beside))
            beside.unlink(missing_ok=True)
        put_in_place(_finished(path), path)


def _free_name(path: Path) -> Path:
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.{number}.bad")):
        number += 1
    return aside


def _said(kept: str | None) -> str:
    if not kept:
        return ""
    template, facts, why, why_facts = json.loads(kept)
    known: dict[str, Any] = dict(facts)
    return Sentence(template, **known, why=Sentence(why, **why_facts))


def _plain(sentence: object) -> dict[str, str]:
    return {name: str(fact) for name, fact in getattr(sentence, "facts", {}).items()}


def _aside_fault(path: Path, fault: Exception) -> Sentence:
    return Sentence(
        "{file} is damaged, and cannot be put right while its folder cannot be written ({why}); "
        "free some space or mend the rights, and open it again.",
        file=path.name,
        why=getattr(fault, "strerror", None) or fault,
    )
