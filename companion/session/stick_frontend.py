"""Games to a USB stick and from it, as the touchscreen asks for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from companion.core.errors import Sentence
from companion.faces.stick import StickFile, StickView
from companion.storage.atomic import read_text
from companion.storage.background import Run, answered
from companion.storage.usb import StickFault, Sticks, head

if TYPE_CHECKING:
    from companion.storage.library import Library

Said: TypeAlias = Callable[[str], None]
"""OnAnswer one sentence."""

FORMATS = ("jsonl", "csv")
"""What a game is written as: to be read in again, and as a table."""


class StickFrontend:
    """Every method returns at once; answers come from another thread.

    ``library`` gives the games, or None where nothing is kept. ``sticks`` may be replaced.
    """

    def __init__(self, library: Callable[[], Library | None], run: Run) -> None:
        self._library, self._run = library, run
        self.sticks = Sticks()

    def look(self, answer: Callable[[StickView], None]) -> None:
        """What lies on the stick; an empty view where there is none."""

        def work() -> None:
            try:
                stick = self.sticks.the_one()
                files = tuple(_file(path) for path in self.sticks.games(stick))
                answer(StickView(stick.name, stick.free_mb, files))
            except StickFault as fault:
                answer(StickView(said=fault.args[0]))
            except OSError:
                answer(StickView(said=Sentence("The USB stick does not answer; plug it in again.")))

        answered(self._run, work, lambda said: answer(StickView(said=said)))

    def save(self, game_id: str, answer: Said) -> None:
        """Write the game to the stick, or all games where ``game_id`` is empty."""
        answered(self._run, lambda: answer(self._saved(game_id)), answer)

    def take(self, path: str, answer: Said) -> None:
        """Take a game of the stick into the list; "" when it is there, else one sentence."""
        answered(self._run, lambda: answer(self._taken(Path(path))), answer)

    def _saved(self, game_id: str) -> str:
        from companion.storage.export import export
        from companion.storage.library import LibraryFault

        library = self._library()
        if library is None:
            return Sentence("Nothing is kept in this session, so there are no games.")
        left_out = ""
        done = 0
        try:
            stick = self.sticks.the_one()
            for info in library.games():
                if game_id not in ("", info.id):
                    continue
                try:
                    rules, entries = library.read(info.id)
                except LibraryFault as fault:
                    left_out = fault.args[0]
                    continue
                texts = {form: export(rules, entries, form, info.title) for form in FORMATS}
                self.sticks.put(
                    stick, {f"{info.id}.{form}": text.encode() for form, text in texts.items()}
                )
                done += 1
        except (StickFault, LibraryFault) as fault:
            sentence: str = fault.args[0]
            return sentence
        if left_out:
            return Sentence("{why} It was left out.", why=left_out)
        if not done:
            return Sentence("There are no games yet.")
        if done == 1:
            return Sentence(
                "The game is on {stick}. You can pull the stick out now.", stick=stick.name
            )
        return Sentence(
            "{n} games are on {stick}. You can pull the stick out now.", n=done, stick=stick.name
        )

    def _taken(self, path: Path) -> str:
        from companion.storage.library import LibraryFault

        library = self._library()
        if library is None:
            return Sentence("Nothing is kept in this session, so there are no games.")
        try:
            library.take_in(read_text(path)).journal.close()
        except LibraryFault as fault:
            sentence: str = fault.args[0]
            return sentence
        except (OSError, UnicodeDecodeError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            return Sentence("{file} cannot be read ({why}).", file=path.name, why=why)
        return ""


def _file(path: Path) -> StickFile:
    from companion.storage.library import UNREADABLE, described

    try:
        first, opening = head(path)
        info = described(path.stem, json.loads(first), opening)
    except (OSError, *UNREADABLE):
        said = Sentence("{file} is no game of Companion.", file=path.name)
        return StickFile(str(path), path.name, broken=said)
    return StickFile(str(path), info.title, info.edition, info.players)
