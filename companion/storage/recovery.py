"""A journal that turned out damaged: what is left of it goes on, and the file is kept aside."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.core.entry import Entry
from companion.core.errors import Corrupt, Sentence
from companion.storage.atomic import alone, copy_whole, in_use, put_in_place
from companion.storage.format import wal_path, write_journal
from companion.storage.journal import Broken, Journal, JournalFault
from companion.storage.proof import Prove, holds_more, in_the_book, joined_up, source
from companion.storage.snapshots import all_names, copies, filled


class NothingLeft(JournalFault):
    """No entry of a damaged journal could be read, nor of a copy; it is kept aside."""


T = TypeVar("T")
DAY_MIN = 24 * 60
_TOLD = "rescued"
"""What there is to say about a rescue, kept in the rescued journal until it was opened once."""


def open_or_rescue(path: Path, prove: Prove = in_the_book) -> tuple[Journal, str]:
    """The journal at ``path``, and "" or what there is to say about a rescue.

    Every entry is read and proven. A damaged file is kept as ``.bad``; what can still be proven
    of it, or its newest whole copy, whichever holds more, goes on under the old name. Never a
    silent new game. Raises JournalFault where nothing of the file is to blame.
    """
    journal, _, told = open_whole(path, lambda journal: _proven(journal, prove), prove)
    return journal, told


def open_whole(
    path: Path, build: Callable[[Journal], T], prove: Prove = in_the_book, empty: bool = True
) -> tuple[Journal, T, str]:
    """The same, with what ``build`` made of the entries; it raises Broken or Corrupt where they
    do not hold together. Without ``empty`` a journal without entries is none: NothingLeft."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with alone(path.parent):
            return _open_whole(path, build, prove, empty)
    except OSError as fault:
        raise JournalFault(_aside_fault(path, fault)) from fault


def _open_whole(
    path: Path, build: Callable[[Journal], T], prove: Prove, empty: bool
) -> tuple[Journal, T, str]:
    _finish(path)
    _keep_evidence(path)
    journal: Journal | None = None
    try:
        if not path.exists() and copies(path):
            raise Broken("{file} is gone.", file=path.name)
        journal = Journal(path)
        built = build(journal)
        _not_shorter(path, journal)
    except (Broken, Corrupt) as fault:
        if journal is not None:
            journal.close()
        return _after(path, fault, build, prove, empty)
    except BaseException:
        if journal is not None:
            journal.close()
        raise
    told = _said(journal.meta(_TOLD))
    if told:
        journal.set_meta(_TOLD, "")
    for one in _beside(_evidence(path)):
        one.unlink(missing_ok=True)
    return journal, built, told


def _not_shorter(path: Path, journal: Journal) -> None:
    """Raises Broken where a copy, or what lay here before SQLite looked, knows of more entries."""
    n = journal.count()
    # Of a save that was cut off nobody was told, and it may be taken back: that is no loss.
    known = [(copy, 0, False) for copy in copies(path)]
    for other, spare, raw in (*known, (_evidence(path), 1, True)):
        if holds_more(other, n + spare, raw):
            name = path.name
            raise Broken("{file} ends after entry {n}, too early.", file=name, n=n)


def can_rescue(path: Path, prove: Prove = in_the_book) -> bool:
    """Whether anything of a damaged journal could go on: of the file itself or of a copy."""
    return bool(joined_up([source(path)], map(source, copies(path)), prove).entries)


def rescue(
    path: Path, fault: Exception, prove: Prove = in_the_book, empty: bool = True
) -> Sentence:
    """Put what is left of the journal at ``path``, which must be closed, in its place.

    File and copies are joined: each entry is taken from whichever holds it as it was written,
    after the one before it. Returns what there is to say. A power cut meanwhile leaves the
    damaged journal or the rescued one. Raises JournalFault where that cannot be written or
    another program has the file, NothingLeft (see ``open_whole``) once file and copies are out
    of the way, and EditionFault, everything being left as it was, where a printing is missing
    and not the entries are to blame.
    """
    own = [source(path)] if path.exists() else []
    if _evidence(path).exists():
        before = source(_evidence(path), alone=True)
        # Of a log that went bad nobody knows how much it held.
        unknown = filled(wal_path(_evidence(path)))
        own.append(replace(before, total=None) if unknown else before)
    kept = joined_up(own, map(source, copies(path)), prove)
    if not kept.entries and kept.unproven is not None:
        raise kept.unproven
    bad = _free_name(path)
    told = _sentence(path, fault, bad, len(kept.entries), kept.total)
    try:
        _keep_aside(path, bad)
        if not kept.entries and not empty:
            for copy in copies(path):
                copy.replace(_free_name(path))
            for name in all_names(path):
                name.unlink()
            why = told.facts["why"]
            raise NothingLeft(
                "{why} Nothing of it can be read; it is kept as {bad}.", why=why, bad=bad
            )
        facts = {name: str(fact) for name, fact in told.facts.items() if name != "why"}
        why = told.facts["why"]
        again = [told.template, facts, getattr(why, "template", str(why)), _plain(why)]
        meta = {**kept.meta, _TOLD: json.dumps(again, ensure_ascii=False)}
        write_journal(_finished(path), kept.entries, meta)
        _finish(path)
    except (OSError, sqlite3.Error) as wrong:
        raise JournalFault(_aside_fault(path, wrong)) from wrong
    return told


def _proven(journal: Journal, prove: Prove) -> None:
    take: Callable[[Entry], object] | None = None
    for entry in journal.entries():
        take = take or prove(str(entry.detail.get("edition", "")))
        take(entry)


def _after(
    path: Path, fault: Exception, build: Callable[[Journal], T], prove: Prove, empty: bool
) -> tuple[Journal, T, str]:
    told = rescue(path, fault, prove, empty)
    journal = Journal(path)
    try:
        built = build(journal)
        journal.set_meta(_TOLD, "")
    except BaseException:
        journal.close()
        raise
    return journal, built, told


def _sentence(path: Path, fault: Exception, bad: Path, n: int, total: int | None) -> Sentence:
    why = fault.sentence if isinstance(fault, Broken) else _contradicts(path, n)
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


def _evidence(path: Path) -> Path:
    """Where a journal is kept as it was before SQLite looked at it."""
    return path.with_name(path.name + ".before")


def _beside(path: Path) -> list[Path]:
    """A journal and the files SQLite has or had beside it."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-journal"))]


def _keep_evidence(path: Path) -> None:
    """What SQLite finds beside the file it takes in or throws away: both are kept till it is seen
    that nothing was lost by that."""
    if _evidence(path).exists() or not any(filled(one) for one in _beside(path)[1:]):
        return
    for one, kept in reversed(list(zip(_beside(path), _beside(_evidence(path)), strict=True))):
        if one.is_file():
            copy_whole(one, kept)


def _keep_aside(path: Path, bad: Path) -> None:
    """The damaged file goes by the name ``bad``; raises JournalFault where it is in use."""
    if path.is_file():
        handle = in_use(path, fcntl.LOCK_EX)
        if handle is None:
            name = path.name
            raise JournalFault("{file} is in use by another Companion; close that one.", file=name)
        handle.close()
    if path.is_dir():
        path.replace(bad)
    kept = _evidence(path) if _evidence(path).exists() else path
    for one, aside in zip(_beside(kept), _beside(bad), strict=True):
        if one.is_file():
            copy_whole(one, aside)


def _finished(path: Path) -> Path:
    return path.with_name(path.name + ".rescued")


def _finish(path: Path) -> None:
    """Put a rescued journal in its place; a power cut may have come in between."""
    if _finished(path).exists():
        for beside in (path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")):
            if beside.is_dir():
                beside.replace(_free_name(beside))
            beside.unlink(missing_ok=True)
        put_in_place(_finished(path), path)
        for one in _beside(_evidence(path)):
            one.unlink(missing_ok=True)


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
