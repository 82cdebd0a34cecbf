"""What the bank costs: durable bookings, loading, and whether a long game is a slow one."""

from __future__ import annotations

import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.core.entry import entry_to_json
from companion.core.game import Game
from companion.core.requests import Pay
from companion.core.table import opening
from companion.faces.table import game_view
from companion.games import loader
from companion.storage.export import export
from companion.storage.journal import Journal
from companion.storage.snapshots import make_copy

BOOKINGS = 3_000
BLOCK = 100
ROUNDS = 15
COPY_EVERY_S = 0.05
"""Far more often than every 20 entries of people at a table."""
LOADED = 10_000
LONG = 100_000
SHORT = 100


def new_game() -> Game:
    """Two players at the US board."""
    rules = loader.load("classic_us")
    return Game(rules, [opening(rules, "AB")])


def pay(game: Game) -> None:
    """One booking, not saved."""
    game.apply(game.ask(payment(game), 0))


def payment(game: Game) -> Pay:
    """A legal payment, to and fro."""
    ends = ("A", "B") if len(game.book) % 2 else ("B", "A")
    return Pay(source=ends[0], target=ends[1], amount=1 + len(game.book) % 9)


def per_second(work: Callable[[], None], n: int) -> float:
    """How often ``work`` is done in a second."""
    start = time.perf_counter()
    for _ in range(n):
        work()
    return n / (time.perf_counter() - start)


def durable(folder: Path) -> None:
    """Rules checked, saved, applied, against a bare INSERT with the same file and settings."""
    game, journal = new_game(), Journal(folder / "ours.companion")
    twin = Journal(folder / "bare.companion")
    bare: sqlite3.Connection = twin._db
    sample = game.ask(payment(game), 0)
    body = entry_to_json(sample)
    number = iter(range(10**9))

    def ours() -> None:
        entry = game.ask(payment(game), 0)
        journal.append(entry)
        game.apply(entry)

    def insert() -> None:
        row = (f"e{next(number)}", 0, body, "0123456789abcdef")
        bare.execute("INSERT INTO entry (id, at, body, sum) VALUES (?, ?, ?, ?)", row)

    pairs = [(per_second(ours, BLOCK), per_second(insert, BLOCK)) for _ in range(BOOKINGS // BLOCK)]
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"durable bookings: {ratio:.2f} x of bare INSERT and commit (wanted 0.85 or more)")


def copying(folder: Path) -> None:
    """The same while copies are made one after the other, against none being made."""
    path = folder / "copied.companion"
    game, journal = new_game(), Journal(path)
    busy = threading.Event()

    def ours() -> None:
        entry = game.ask(payment(game), 0)
        journal.append(entry)
        game.apply(entry)

    def copy() -> None:
        while not busy.wait(COPY_EVERY_S):
            make_copy(path)

    ratios = []
    for _ in range(ROUNDS):
        alone = per_second(ours, BLOCK)
        busy.clear()
        copier = threading.Thread(target=copy)
        copier.start()
        ratios.append(per_second(ours, BLOCK) / alone)
        busy.set()
        copier.join()
    ratio = statistics.median(ratios)
    print(f"durable bookings while copies are made: {ratio:.2f} x of without (wanted 0.8 or more)")


def loading(folder: Path) -> None:
    """A game of 10 000 entries, against bean-check on its export."""
    game, path = new_game(), folder / "long.companion"
    while len(game.book) < LOADED:
        pay(game)
    journal = Journal(path)
    for entry in game.book:
        journal.append(entry)
    journal.close()
    ledger = folder / "long.beancount"
    ledger.write_text(export(game.rules, tuple(game.book), "beancount"), encoding="utf-8")
    bean = Path(sys.executable).with_name("bean-check")
    ratios = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([bean, "--no-cache", ledger], check=True)
        theirs = time.perf_counter() - start
        start = time.perf_counter()
        Game(game.rules, Journal(path).entries())
        ratios.append(theirs / (time.perf_counter() - start))
    ratio = statistics.median(ratios)
    print(f"loading {LOADED} entries: {ratio:.1f} x faster than bean-check (wanted 10 or more)")


def growing() -> None:
    """One booking and one picture of the table, in a long game and in a short one."""
    short, long = new_game(), new_game()
    while len(short.book) < SHORT:
        pay(short)
    while len(long.book) < LONG:
        pay(long)

    def turn(game: Game) -> Callable[[], None]:
        def once() -> None:
            pay(game)
            game_view(game, 0)

        return once

    pairs = [(per_second(turn(short), 20), per_second(turn(long), 20)) for _ in range(40)]
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"booking and picture at {LONG} entries: {ratio:.2f} x of those at 100 (wanted 1.05)")


def main() -> None:
    """Print the figures of docs/benchmarks.md."""
    with tempfile.TemporaryDirectory() as folder:
        durable(Path(folder))
        copying(Path(folder))
        loading(Path(folder))
    growing()


if __name__ == "__main__":
    main()
