"""A real game of thirty entries on the disk, for tests that spoil it."""

from __future__ import annotations

from pathlib import Path

from companion.core.entry import Entry
from companion.core.game import Game
from companion.core.requests import parse
from companion.core.table import opening
from companion.games import loader
from companion.locale import i18n
from companion.storage.format import write_journal
from companion.storage.journal import Journal
from companion.storage.library import Library, OpenGame
from companion.storage.snapshots import make_copy

RULES = loader.load("classic_us")
GAME = "0001-classic_us"
COPIED, ENTRIES = 20, 30


def evening() -> list[Entry]:
    """A game whose every entry leads to another state, so that a lost one is seen."""
    game = Game(RULES, [opening(RULES, "AB", {"A": "Anna", "B": "Ben"})])
    while len(game.book) < ENTRIES:
        pay = {"do": "pay", "from": "A", "to": "B", "amount": len(game.book)}
        game.apply(game.ask(parse(pay), len(game.book) * 60_000))
    return list(game.book)


EVENING = evening()


def table(folder: Path, copied: int = COPIED) -> Path:
    """The game on the disk, with a copy of its first ``copied`` entries."""
    path = folder / f"{GAME}.companion"
    write_journal(path, EVENING[:1], {"edition": "classic_us", "title": "Sunday"})
    journal = Journal(path)
    for number, entry in enumerate(EVENING[1:], 2):
        journal.append(entry)
        if number == copied:
            make_copy(path)
    journal.close()
    return path


def opened(path: Path) -> OpenGame:
    found = Library(path.parent).open(GAME)
    found.journal.close()
    return found


def states() -> list[object]:
    game = Game(RULES)
    return [None, *(game.apply(entry) and game.book.state() for entry in EVENING)]


STATES = states()


def same_or_told(path: Path) -> None:
    """The state after all entries, or after fewer and a sentence that says so."""
    found = opened(path)
    n = len(found.game.book)
    assert found.game.book.state() == STATES[n]
    found.game.book.audit()
    assert n == ENTRIES or found.rescued
    if found.rescued:
        assert f"{GAME}.companion.1.bad" in found.rescued
        assert i18n.load("de").translated(found.rescued) != found.rescued
    assert opened(path).rescued == "", "it is told once"
