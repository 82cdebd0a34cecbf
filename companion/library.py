"""The games in the data folder: one journal each, listed, opened, renamed, deleted."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import editions
from companion.core.edition import EditionFault
from companion.core.entry import Fact
from companion.core.errors import Corrupt, Refused
from companion.core.game import Game
from companion.core.table import SEATS, opening
from companion.export import ImportFault, from_jsonl
from companion.store import SUFFIX, Broken, Store, StoreFault, backup_path, open_or_rescue, rescue

TITLE_LONGEST = 40


@dataclass(frozen=True, slots=True)
class NewGame:
    """What the setup screen hands over. ``minutes`` 0 = to the end; ``title`` "" = a usual one."""

    edition: str
    names: tuple[str, ...]
    minutes: int = 0
    options: tuple[tuple[str, bool | int | str], ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game in the list. ``broken`` is "" or one sentence; then the rest is unknown."""

    id: str
    title: str
    edition: str = ""
    players: tuple[str, ...] = ()
    play_minutes: int = 0
    ended: bool = False
    broken: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open game; ``rescued`` is "" or one sentence about what had to be rescued."""

    id: str
    title: str
    game: Game
    store: Store
    rescued: str = ""


class LibraryFault(Exception):
    """A game cannot be made, opened or kept; the text is one sentence for the user."""


class Library:
    """The games in ``folder``. Raises LibraryFault with a sentence, and loses nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def games(self) -> tuple[GameInfo, ...]:
        """All games, last played first. Reading changes none of them."""
        try:
            paths = [path for path in self._folder.iterdir() if path.suffix == SUFFIX]
        except FileNotFoundError:
            return ()
        except OSError as fault:
            raise LibraryFault(f"{self._folder} cannot be read ({fault.strerror}).") from fault
        paths.sort(key=_last_written, reverse=True)
        return tuple(_info(path) for path in paths)

    def create(self, setup: NewGame) -> Opened:
        """A new game, its opening entry already saved."""
        options: dict[str, Any] = dict(setup.options)
        if setup.minutes:
            options["time_limit_min"] = setup.minutes
        # One letter more than there are seats is refused by the rules, with their sentence.
        seats = (SEATS + "?")[: len(setup.names)]
        try:
            rules = editions.load(setup.edition)
            entry = opening(rules, seats, dict(zip(seats, setup.names, strict=False)), options)
        except (Refused, EditionFault) as fault:
            raise LibraryFault(_said(fault)) from fault
        game = Game(rules, [entry])
        return self._kept(game, setup.title.strip()[:TITLE_LONGEST] or rules.edition.label)

    def open(self, game_id: str) -> Opened:
        """A game as it was left."""
        try:
            store, rescued = open_or_rescue(self._path(game_id))
            if not store.count():
                store.close()
                raise LibraryFault(f"{rescued} Nothing of the game is left to go on with.".strip())
            rules = editions.load(store.meta("edition") or "")
            try:
                game = Game(rules, store.entries())
            except Broken as fault:
                store.close()
                store, rescued = rescue(self._path(game_id), fault)
                game = Game(rules, store.entries())
            if not rescued:
                store.backup()
        except (StoreFault, Corrupt, EditionFault) as fault:
            raise LibraryFault(_said(fault)) from fault
        return Opened(game_id, store.meta("title") or rules.edition.label, game, store, rescued)

    def take_in(self, text: str) -> Opened:
        """A new game from an export in JSON Lines, saved whole or not at all."""
        try:
            edition, entries = from_jsonl(text)
            rules = editions.load(edition)
            game = Game(rules, entries)
            if game.book.fact("edition") != edition:
                raise ImportFault("Its first line names another game than its entries do.")
        except (ImportFault, EditionFault, Corrupt) as fault:
            raise LibraryFault(_said(fault)) from fault
        return self._kept(game, rules.edition.label)

    def rename(self, game_id: str, title: str) -> None:
        """Another title, 1 to 40 letters."""
        title = title.strip()
        if not 0 < len(title) <= TITLE_LONGEST:
            raise LibraryFault(f"A title has 1 to {TITLE_LONGEST} letters.")
        try:
            store = Store(self._path(game_id))
            store.set_meta("title", title)
            store.close()
        except StoreFault as fault:
            raise LibraryFault(str(fault)) from fault

    def delete(self, game_id: str) -> None:
        """The journal and its copy are removed for good."""
        path = self._path(game_id)
        try:
            for name in (path, backup_path(path), *path.parent.glob(f"{path.name}-*")):
                name.unlink(missing_ok=True)
        except OSError as fault:
            raise LibraryFault(f"{path.name} cannot be deleted ({fault.strerror}).") from fault

    def _kept(self, game: Game, title: str) -> Opened:
        game_id, path = self._free_name(game.rules.edition.id)
        store: Store | None = None
        try:
            store = Store(path)
            store.set_meta("edition", game.rules.edition.id)
            store.set_meta("title", title)
            store.append_all(game.book)
        except StoreFault as fault:
            if store is not None:
                store.close()
                self.delete(game_id)
            raise LibraryFault(str(fault)) from fault
        return Opened(game_id, title, game, store)

    def _path(self, game_id: str) -> Path:
        path = self._folder / f"{game_id}{SUFFIX}"
        if not game_id or path.parent != self._folder or not path.exists():
            raise LibraryFault(f"There is no game '{game_id}' any more.")
        return path

    def _free_name(self, edition: str) -> tuple[str, Path]:
        number = 1
        while any(self._folder.glob(f"{number:04d}-*{SUFFIX}*")):
            number += 1
        game_id = f"{number:04d}-{edition}"
        return game_id, self._folder / f"{game_id}{SUFFIX}"


def _info(path: Path) -> GameInfo:
    name = path.name.removesuffix(SUFFIX)
    try:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            meta = dict(db.execute("SELECT key, value FROM meta").fetchall())
            body = db.execute("SELECT body FROM entry ORDER BY seq LIMIT 1").fetchone()
            at = db.execute(
                "SELECT max(coalesce((SELECT max(at) FROM entry), 0),"
                " coalesce((SELECT at FROM pulse), 0))"
            ).fetchone()
            end = db.execute(
                'SELECT body FROM entry WHERE body LIKE \'%["mark","ended",%\''
                " ORDER BY seq DESC LIMIT 1"
            ).fetchone()
        finally:
            db.close()
        facts = _marks(body[0])
    except (sqlite3.Error, ValueError, TypeError):
        return GameInfo(name, name, broken=f"{path.name} is damaged; open it to rescue the rest.")
    return GameInfo(
        name,
        meta.get("title", name),
        _label(meta.get("edition", "")),
        tuple(str(facts.get(f"name:{seat}", seat)) for seat in _seats(facts)),
        int(at[0]) // 60_000,
        bool(end and _marks(end[0]).get("ended")),
    )


def _marks(body: str) -> dict[str, Any]:
    return {line[1]: line[3] for line in json.loads(body)["lines"] if line[0] == "mark"}


def _seats(facts: Mapping[str, Fact]) -> list[str]:
    players = facts.get("players")
    return [str(seat) for seat in players] if isinstance(players, list | tuple) else []


def _label(edition: str) -> str:
    try:
        return editions.load(edition).edition.label
    except EditionFault:
        return edition


def _last_written(path: Path) -> float:
    times = [path.stat().st_mtime]
    wal = path.with_name(path.name + "-wal")
    if wal.exists():
        times.append(wal.stat().st_mtime)
    return max(times)


def _said(fault: Exception) -> str:
    if isinstance(fault, Refused):
        return f"{fault.reason} {fault.remedy}".strip()
    if isinstance(fault, StoreFault | EditionFault | ImportFault):
        return str(fault)
    return f"The journal does not hold together ({fault}); it is left as it is."
