"""SIGKILL at random moments while booking, 200 times: what was acknowledged is there."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from pathlib import Path

import pytest

from companion.core.game import Game
from companion.core.requests import parse
from companion.core.table import opening
from companion.games import loader
from companion.session.commit import Answer, CommitQueue
from companion.storage.journal import Journal
from companion.storage.writer import DirectWriter

KILLS = 200


def book_for_ever(path: Path, tell: int) -> None:
    """Pay round and round, telling the number of each entry once it is acknowledged."""
    journal = Journal(path)
    game = Game(loader.load("classic_us"), journal.entries())
    saved: list[object] = []
    commits = CommitQueue(game, DirectWriter(journal), saved.append)
    number = len(game.book)
    while True:
        giver, taker = ("A", "B") if number % 2 else ("B", "A")
        request = parse({"do": "pay", "from": giver, "to": taker, "amount": 1 + number % 9})

        def told(answer: Answer) -> None:
            assert answer.refused is None
            os.write(tell, len(game.book).to_bytes(4, "big"))

        commits.propose(lambda request=request: game.ask(request, 0), told)  # type: ignore[misc]
        commits.saved(saved.pop())  # type: ignore[arg-type]
        number += 1


@pytest.mark.parametrize("seed", range(8))
def test_c169_killed_two_hundred_times(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "game.companion"
    rules = loader.load("classic_us")
    journal = Journal(path)
    journal.append(opening(rules, "AB"))
    journal.close()
    chance = random.Random(seed)
    before = 1
    for _ in range(KILLS // 8):
        told = killed_while_booking(path, chance.randrange(1, 25), before)
        db = sqlite3.connect(path)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        kept = db.execute("SELECT count(*) FROM entry").fetchone()[0]
        db.close()
        assert kept >= told >= before
        before = kept
    game = Game(rules, Journal(path).entries())
    game.book.audit()
    assert game.book.held("A", "money") + game.book.held("B", "money") == 3000
    assert len(game.book) == before


def killed_while_booking(path: Path, after: int, told: int) -> int:
    """Let a process book until ``after`` acknowledgements, kill it; the last number it told."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            book_for_ever(path, write)
        finally:
            os._exit(1)
    os.close(write)
    for _ in range(after):
        told = int.from_bytes(os.read(read, 4), "big") or told
    os.kill(child, signal.SIGKILL)
    while word := os.read(read, 4):
        told = int.from_bytes(word, "big")
    os.close(read)
    os.waitpid(child, 0)
    return told
