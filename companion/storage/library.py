"""The games in the data folder: one journal each, listed, opened, renamed, deleted."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.core.edition import EditionFault
from companion.core.entry import Entry, Plain
from companion.core.errors import Corrupt, Fault, Refused, Sentence
from companion.core.facts import EDITION, ENDED
from companion.core.game import Game
from companion.core.letters import drawn
from companion.core.table import SEATS, opening
from companion.core.work import GameRules
from companion.games import loader
from companion.storage.export import HEAD, VERSION, from_jsonl, title_in
from companion.storage.format import SUFFIX, wal_path, write_journal
from companion.storage.imports import prove
from companion.storage.journal import Broken, Journal
from companion.storage.proof import found
from companion.storage.recovery import open_whole
from companion.storage.snapshots import all_names, read_only

TITLE_LONGEST = 40
UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""What JSON raises that is not what it should be, while it is parsed or looked into."""


class NewGame(Struct, frozen=True):
    """What the setup screen hands over. ``minutes`` 0 = to the end; ``title`` "" = a usual one."""

    edition: str
    names: tuple[str, ...]
    minutes: int = 0
    options: tuple[tuple[str, bool | int | str], ...] = ()
    title: str = ""


class GameInfo(Struct, frozen=True):
    """A game in the list. ``broken`` is "" or one sentence; then the rest is unknown.

    ``winners`` came first in a game that has ``ended``. ``day`` it was played last, by the clock
    of the computer; None where that is not known.
    """

    id: str
    title: str
    edition: str = ""
    players: tuple[str, ...] = ()
    play_minutes: int = 0
    ended: bool = False
    broken: str = ""
    winners: tuple[str, ...] = ()
    day: date | None = None


class StickView(Struct, frozen=True):
    """The USB stick that is plugged in, and the games on it, by their paths; ``free_mb`` in
    megabytes. ``name`` "" = there is none to use, and ``said`` is the sentence that says why."""

    name: str = ""
    free_mb: int = 0
    files: tuple[GameInfo, ...] = ()
    said: str = ""


class OpenGame(Struct, frozen=True):
    """An open game; ``rescued`` is "" or one sentence about what had to be rescued."""

    id: str
    title: str
    game: Game
    journal: Journal
    rescued: str = ""


class Library:
    """The games in ``folder``. Raises Fault with a sentence, and loses nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def games(self) -> tuple[GameInfo, ...]:
        """All games, last played first. Reading changes none of them."""
        try:
            # A journal that vanished may have left its copies: it is listed, and rescued.
            names = {
                path.name.partition(SUFFIX)[0] + SUFFIX
                for path in self._folder.iterdir()
                if path.suffix in (SUFFIX, ".copy")
            }
            paths = [self._folder / name for name in names]
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as fault:
            raise Fault(
                "{file} cannot be read ({why}).", file=self._folder, why=fault.strerror
            ) from fault
        paths.sort(key=_last_written, reverse=True)
        return tuple(_info(path) for path in paths)

    def create(self, setup: NewGame) -> OpenGame:
        """A new game, its opening entry already saved."""
        return self._kept(*_begun(setup))

    def open(self, game_id: str) -> OpenGame:
        """A game as it was left, or what could be rescued of it."""
        path = self._path(game_id)
        journal, game, rescued = open_whole(path, _built, _proof, empty=False)
        title = journal.meta("title") or game.rules.edition.label
        return OpenGame(game_id, title, game, journal, rescued)

    def take_in(self, text: str) -> OpenGame:
        """A new game from an export in JSON Lines, saved whole or not at all."""
        edition, entries = from_jsonl(text)
        rules = loader.load(edition)
        try:
            game = Game(rules, entries)
        except Corrupt as fault:
            raise _not_whole(fault) from fault
        if game.book.get(EDITION) != edition:
            raise Fault("Its first line names another game than its entries do.")
        prove(game)
        return self._kept(game, title_in(text).strip()[:TITLE_LONGEST] or rules.edition.label)

    def read(self, game_id: str) -> tuple[GameRules, tuple[Entry, ...]]:
        """A game's rules and entries; the game may be on the table, and stays as it is.

        Raises Fault for a damaged one: opening it would rescue what can be.
        """
        path = self._path(game_id)
        whole = found(path, _proof)
        if whole.unproven is not None:
            raise whole.unproven
        if not whole.entries or len(whole.entries) != whole.total:
            raise Fault(_damaged(path))
        edition = str(whole.entries[0].detail.get("edition", ""))
        return loader.load(edition), tuple(whole.entries)

    def lend(self, game_id: str) -> OpenGame:
        """A game as it was left, to play on in memory alone. Raises Fault as ``read``."""
        rules, entries = self.read(game_id)
        journal = Journal(None)
        journal.append_all(entries)
        return OpenGame(game_id, _info(self._path(game_id)).title, Game(rules, entries), journal)

    def rename(self, game_id: str, title: str) -> None:
        """Another title, 1 to 40 letters."""
        title = title.strip()
        if not (0 < len(title) <= TITLE_LONGEST and drawn(title)):
            raise Fault("A title has 1 to {n} Latin, Greek or Cyrillic letters.", n=TITLE_LONGEST)
        path = self._path(game_id)
        if not path.exists():  # it has only its copies, and an empty journal must not hide that
            raise Fault(_damaged(path))
        with closing(Journal(path)) as journal:
            journal.set_meta("title", title)

    def delete(self, game_id: str) -> None:
        """The journal and its copies are removed for good."""
        path = self._path(game_id)
        try:
            for name in (*all_names(path), phones_of(path)):
                name.unlink(missing_ok=True)  # SQLite may just have removed one
        except OSError as fault:
            raise Fault(
                "{file} cannot be deleted ({why}).", file=path.name, why=fault.strerror
            ) from fault

    def _kept(self, game: Game, title: str) -> OpenGame:
        edition = game.rules.edition.id
        game_id, path = self._free_name(edition)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_journal(path, game.book, {"edition": edition, "title": title})
            return OpenGame(game_id, title, game, Journal(path))
        except (sqlite3.Error, OSError) as fault:
            why = getattr(fault, "strerror", None) or fault
            said = "The game cannot be saved ({why}); free some space and repeat."
            raise Fault(said, why=why) from fault
        except (ValueError, OverflowError) as fault:  # letters or numbers that no file can hold
            raise _not_whole(fault) from fault

    def _path(self, game_id: str) -> Path:
        path = self._folder / f"{game_id}{SUFFIX}"
        if not game_id or path.parent != self._folder or not all_names(path):
            raise Fault("There is no game '{game}' any more.", game=game_id)
        return path

    def _free_name(self, edition: str) -> tuple[str, Path]:
        # Exports are named after their game, so one of a game long deleted keeps its number.
        exported = self._folder.parent / "export"
        number = 1
        while any(self._folder.glob(f"{number:04d}-*{SUFFIX}*")) or any(
            exported.glob(f"{number:04d}-*")
        ):
            number += 1
        game_id = f"{number:04d}-{edition}"
        return game_id, self._folder / f"{game_id}{SUFFIX}"


def unkept(setup: NewGame) -> OpenGame:
    """A new game that is gone with the program. Raises Fault."""
    game, title = _begun(setup)
    return OpenGame("", title, game, Journal(None))


def _begun(setup: NewGame) -> tuple[Game, str]:
    """A game of one entry, and its title."""
    options: dict[str, Any] = dict(setup.options)
    if setup.minutes:
        options["time_limit_min"] = setup.minutes
    # One letter more than there are seats is refused by the rules, with their sentence.
    seats = (SEATS + "?")[: len(setup.names)]
    rules = loader.load(setup.edition)
    try:
        entry = opening(rules, seats, dict(zip(seats, setup.names, strict=False)), options)
    except Refused as no:
        raise Fault(no.sentence) from no
    game = Game(rules, [entry])
    return game, setup.title.strip()[:TITLE_LONGEST] or rules.edition.label


def phones_of(path: Path) -> Path:
    """Where it is kept which phones sit at the game of ``path``."""
    return path.with_name(f"{path.name}.phones")


def _info(path: Path) -> GameInfo:
    name = path.name.removesuffix(SUFFIX)
    try:
        with closing(read_only(path)) as db:
            meta = dict(db.execute("SELECT key, value FROM meta").fetchall())
            body = db.execute("SELECT body FROM entry ORDER BY seq LIMIT 1").fetchone()
            named = db.execute(
                "SELECT body FROM entry WHERE seq > 1"
                ' AND body LIKE \'%["mark","name:%\' ORDER BY seq'
            ).fetchall()
            at = db.execute(
                "SELECT max(coalesce((SELECT max(at) FROM entry), 0),"
                " coalesce((SELECT at FROM pulse), 0))"
            ).fetchone()
            end = db.execute(
                'SELECT body FROM entry WHERE body LIKE \'%["mark","ended",%\''
                " ORDER BY seq DESC LIMIT 1"
            ).fetchone()
        facts = _marks(body[0])
        for (later,) in named:
            facts |= _marks(later)
        minutes = int(at[0]) // 60_000
        noted = _marks(end[0]).get("ended") if end else None
        ranking = ENDED.typed(noted).ranking if noted else ()
        day = date.fromtimestamp(path.stat().st_mtime)
    except (sqlite3.Error, OSError, Corrupt, *UNREADABLE):
        return GameInfo(name, name, broken=_damaged(path))
    names = {seat: str(facts.get(f"name:{seat}", seat)) for seat in _seats(facts)}
    return GameInfo(
        name,
        meta.get("title", name),
        _label(meta.get("edition", "")),
        tuple(names.values()),
        minutes,
        bool(noted),
        winners=tuple(names.get(place.who, place.who) for place in ranking if place.rank == 1),
        day=day,
    )


def described(name: str, head: Mapping[str, Any], body: str) -> GameInfo:
    """What the first two lines of an export tell. Raises one of UNREADABLE."""
    if head.get(HEAD) != VERSION:
        raise ValueError("no export of Companion")
    facts = _marks(body)
    players = tuple(str(facts.get(f"name:{seat}", seat)) for seat in _seats(facts))
    label = _label(str(head["edition"]))
    title = str(head.get("title") or label)
    if not all(map(drawn, (title, label, *players))):
        raise ValueError("letters no screen can draw")
    return GameInfo(name, title, label, players)


def _damaged(path: Path) -> Sentence:
    return Sentence("{file} is damaged; open it to rescue the rest.", file=path.name)


def _marks(body: str) -> dict[str, Any]:
    return {line[1]: line[3] for line in json.loads(body)["lines"] if line[0] == "mark"}


def _seats(facts: Mapping[str, Plain]) -> list[str]:
    players = facts.get("players")
    return [str(seat) for seat in players] if isinstance(players, list | tuple) else []


def _label(edition: str) -> str:
    try:
        return loader.load(edition).edition.label
    except EditionFault:
        return edition


def _last_written(path: Path) -> float:
    newest = 0.0
    for one in (path, wal_path(path)):
        with suppress(FileNotFoundError):  # SQLite may remove its log at any moment
            stat = one.stat()
            # It leaves an empty one beside a game that was only read.
            newest = max(newest, stat.st_mtime if stat.st_size else 0)
    return newest


def _built(journal: Journal) -> Game:
    entries = journal.entries()
    first = next(entries, None)
    if first is None:
        raise Broken("{file} is empty.", file=journal.path.name if journal.path else "")
    rules = loader.load(str(first.detail.get("edition") or journal.meta("edition") or ""))
    return Game(rules, chain([first], entries))


def _proof(edition: str) -> Callable[[Entry], object]:
    return Game(loader.load(edition)).apply


def _not_whole(fault: Exception) -> Fault:
    return Fault("The game does not hold together ({why}); nothing was taken in.", why=fault)
