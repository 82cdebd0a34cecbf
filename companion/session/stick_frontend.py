"""Games to a USB stick and from it, as the touchscreen asks for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.core.errors import Fault, Sentence
from companion.storage.atomic import read_text
from companion.storage.background import Executor, run_guarded
from companion.storage.usb import Sticks, head

if TYPE_CHECKING:
    from companion.storage.library import GameInfo, Library, StickView

OnMessage: TypeAlias = Callable[[str], None]
"""Called with one sentence, "" where there is nothing to say."""

FORMATS = ("jsonl", "csv")
"""What a game is written as: to be read in again, and as a table."""


class StickFrontend:
    """Every method returns at once; answers come from another thread.

    ``library`` gives the games, or None where nothing is kept. ``sticks`` may be replaced.
    """

    def __init__(self, library: Callable[[], Library | None], run: Executor) -> None:
        self._library, self._run = library, run
        self.sticks = Sticks()

    def look(self, answer: Callable[[StickView], None]) -> None:
        """What lies on the stick; an empty view where there is none."""

        def told(**parts: Any) -> None:
            from companion.storage.library import StickView

            answer(StickView(**parts))

        def work() -> None:
            try:
                stick = self.sticks.the_one()
                files = tuple(_file(path) for path in self.sticks.games(stick))
                told(name=stick.name, free_mb=stick.free_mb, files=files)
            except OSError as fault:
                raise Fault("The USB stick does not answer; plug it in again.") from fault

        run_guarded(self._run, work, lambda said: told(said=said))

    def save(self, game_id: str, answer: OnMessage) -> None:
        """Write the game to the stick, or all games where ``game_id`` is empty."""
        run_guarded(self._run, lambda: answer(self._saved(game_id)), answer)

    def take(self, path: str, answer: OnMessage) -> None:
        """Take a game of the stick into the list; "" when it is there, else one sentence."""
        run_guarded(self._run, lambda: answer(self._taken(Path(path))), answer)

    def _saved(self, game_id: str) -> str:
        from companion.storage.export import export

        library = self._kept()
        left_out = ""
        done = 0
        stick = self.sticks.the_one()
        for info in library.games():
            if game_id not in ("", info.id):
                continue
            try:
                rules, entries = library.read(info.id)
            except Fault as fault:
                left_out = fault.sentence
                continue
            texts = {form: export(rules, entries, form, info.title) for form in FORMATS}
            self.sticks.put(
                stick, {f"{info.id}.{form}": text.encode() for form, text in texts.items()}
            )
            done += 1
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
        try:
            self._kept().take_in(read_text(path)).journal.close()
        except (OSError, UnicodeDecodeError) as wrong:
            why = getattr(wrong, "strerror", None) or wrong
            raise Fault("{file} cannot be read ({why}).", file=path.name, why=why) from wrong
        return ""

    def _kept(self) -> Library:
        library = self._library()
        if library is None:
            raise Fault("Nothing is kept in this session, so there are no games.")
        return library


def _file(path: Path) -> GameInfo:
    from companion.storage.library import UNREADABLE, GameInfo, described

    try:
        first, opening = head(path)
        return described(str(path), json.loads(first), opening)
    except (OSError, *UNREADABLE):
        said = Sentence("{file} is no game of Companion.", file=path.name)
        return GameInfo(str(path), path.name, broken=said)
