"""Journals spoilt in thousands of ways: nothing is lost in silence, and what is told is true.

    python -m benchmarks.damage [--files 4500] [--seed 1]

A game of sixty entries with three copies, as this version keeps it and as 0.2 did, with an
unfinished save beside it. One file of it is flipped, zeroed, cut, swapped, replaced by an older
state or removed; then the game is opened.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion.core.entry import Entry
from companion.core.errors import Fault
from companion.core.game import Game
from companion.core.requests import Pay
from companion.core.table import opening
from companion.games import loader
from companion.storage.format import write_journal
from companion.storage.journal import Journal
from companion.storage.library import Library
from companion.storage.snapshots import make_copy

NAME = "0001-classic_us"
FILE = f"{NAME}.companion"
ENTRIES, COPIED = 60, (20, 40, 50)
META = {"edition": "classic_us", "title": "Sunday"}
PAGE = 4096
Files = dict[str, bytes]
Spoil = Callable[[bytes, random.Random], bytes]


def evening() -> list[Entry]:
    """Entries that all lead to another state."""
    rules = loader.load("classic_us")
    game = Game(rules, [opening(rules, "AB", {"A": "Anna", "B": "Ben"})])
    while len(game.book) < ENTRIES:
        pay = Pay(source="A", target="B", amount=1 + len(game.book) % 20)
        game.apply(game.ask(pay, len(game.book) * 60_000))
    return list(game.book)


EVENING = evening()


def kept(folder: Path) -> Files:
    """What lies in a folder, without what SQLite makes anew."""
    return {one.name: one.read_bytes() for one in folder.iterdir() if not one.name.endswith("-shm")}


def ours(folder: Path) -> tuple[Files, Files]:
    """The files as they are now, and as they were at an older moment of the same game."""
    path = folder / FILE
    write_journal(path, EVENING[:1], META)
    journal = Journal(path)
    older: Files = {}
    for number, entry in enumerate(EVENING[1:], 2):
        journal.append(entry)
        if number in COPIED:
            make_copy(path)
        if number == COPIED[0]:
            older = kept(folder)
    journal.close()
    whole = kept(folder)
    with_save(path, whole)
    return whole, older


def with_save(path: Path, whole: Files) -> None:
    """Add the journal of a save that was cut off; its pages are not yet in the file."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = TRUNCATE")
    db.execute("BEGIN IMMEDIATE")
    db.execute("PRAGMA cache_spill = 1")
    db.execute("INSERT INTO entry VALUES (99, 'late', 9, '', '')")
    whole |= {name: data for name, data in kept(path.parent).items() if name.endswith("-journal")}
    db.execute("ROLLBACK")
    db.close()


def of_0_2(folder: Path) -> tuple[Files, Files]:
    """The same as version 0.2 leaves it when it is killed: the last entries in the -wal alone."""
    whole, older = ours(folder)
    path = folder / FILE
    rows = sqlite3.connect(path).execute("SELECT * FROM entry WHERE seq > 50").fetchall()
    path.unlink()
    write_journal(path, EVENING[:50], META)
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("PRAGMA journal_mode = WAL")
    for row in rows:
        old.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
    whole = {name: data for name, data in kept(folder).items() if not name.endswith("-journal")}
    old.close()
    return whole, older


def flip(data: bytes, chance: random.Random) -> bytes:
    """One to four wrong bits."""
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def run(fill: Callable[[random.Random, int], bytes]) -> Spoil:
    """A stretch of 1 byte to two pages replaced."""

    def spoil(data: bytes, chance: random.Random) -> bytes:
        at, n = chance.randrange(len(data)), chance.choice((1, 16, 512, PAGE, 2 * PAGE))
        if chance.random() < 0.5:
            at -= at % PAGE
        n = min(n, len(data) - at)
        return data[:at] + fill(chance, n) + data[at + n :]

    return spoil


def swap(data: bytes, chance: random.Random) -> bytes:
    """Two pages in each other's place."""
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    one, other = chance.randrange(len(pages)), chance.randrange(len(pages))
    pages[one], pages[other] = pages[other], pages[one]
    return b"".join(pages)


def cut(data: bytes, chance: random.Random) -> bytes:
    """The end is missing."""
    at = chance.randrange(len(data))
    return data[: at - at % PAGE] if chance.random() < 0.5 else data[:at]


KINDS: dict[str, Spoil] = {
    "flipped": flip,
    "zeroed": run(lambda _chance, n: bytes(n)),
    "garbage": run(lambda chance, n: chance.randbytes(n)),
    "swapped": swap,
    "cut": cut,
}


def spoilt(files: Files, older: Files, chance: random.Random) -> tuple[str, Files]:
    """One file of them spoilt, and what was done to it."""
    name = chance.choice([FILE, FILE, *files])
    kind = chance.choice([*KINDS, "old", "gone"])
    if name.endswith("-wal"):
        kind = "flipped"  # an end of it that is missing looks like one that never was
    changed = dict(files)
    if kind == "gone":
        del changed[name]
    elif kind == "old":
        changed[name] = older.get(name, older[FILE])
    elif files[name]:
        changed[name] = KINDS[kind](files[name], chance)
    end = name.removeprefix(FILE) or "file"
    return f"{end} {kind}", changed


def most(files: Files) -> int:
    """How many entries can still be known of: those of the file or of a copy left alone."""
    held = {FILE: 0}
    for n, name in zip(
        COPIED, sorted(name for name in files if name.endswith(".copy")), strict=False
    ):
        held[name] = n
    return max(held.values())


def looked_at(files: Files, n_copies: int, folder: Path) -> str:
    """ "" or what is wrong with how the spoilt game opens."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    try:
        opened = Library(folder).open(NAME)
    except Fault:
        return "" if not n_copies else "a copy was left, and nothing of it goes on"
    except Exception as fault:  # what is looked for
        return f"ended by {type(fault).__name__}"
    opened.journal.close()
    n = len(opened.game.book)
    if list(opened.game.book) != EVENING[:n]:
        return "another game"
    if n < ENTRIES and not opened.rescued:
        return f"lost in silence: {n}"
    if n < ENTRIES and "all of them" in opened.rescued:
        return f"called complete: {n}"
    if n < n_copies:
        return f"a copy held more: {n}"
    return ""


def main() -> None:
    """Spoil, open, count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=4_500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    wrong: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        top = Path(place)
        kinds = []
        for make in (ours, of_0_2):
            folder = top / make.__name__
            folder.mkdir()
            kinds.append(make(folder))
        for number in range(options.files):
            whole, older = chance.choice(kinds)
            what, files = spoilt(whole, older, chance)
            left = {name: data for name, data in files.items() if data == whole[name]}
            folder = top / str(number)
            folder.mkdir()
            if fault := looked_at(files, most(left), folder):
                wrong[f"{what}: {fault}"] += 1
            shutil.rmtree(folder)
    for what, n in wrong.most_common():
        print(f"damage: {n} x {what}")
    print(f"damage: {options.files} spoilt games, {wrong.total()} faults (wanted 0)")


if __name__ == "__main__":
    main()
