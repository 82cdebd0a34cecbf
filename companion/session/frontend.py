"""The session and the games as the touchscreen knows them."""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core.errors import Fault, Sentence
from companion.faces.views import View
from companion.panels.panel import Key
from companion.panels.screen import ScreenPanel
from companion.phones.switch import Phones
from companion.session.commit import Answer, UnitBook
from companion.session.memory import trim
from companion.session.session import Session, Table
from companion.session.stick_frontend import OnMessage, StickFrontend
from companion.storage import settings as settings_file
from companion.storage.atomic import write_whole
from companion.storage.background import Executor, run_guarded
from companion.storage.journal import Journal
from companion.storage.settings import SettingFault, Settings
from companion.storage.snapshots import Copier
from companion.storage.writer import MakeWriter

if TYPE_CHECKING:
    # The engine is loaded when the first game is asked for, not with the trading unit.
    from companion.core.edition import Edition
    from companion.core.entry import Entry
    from companion.core.game import Game
    from companion.core.requests import Request
    from companion.core.rules import Rules
    from companion.session.bank import Bind
    from companion.storage.library import GameInfo, Library, NewGame, OpenGame

T = TypeVar("T")

log = logging.getLogger(__name__)

REMEMBERED_IDS = 64
ON_THE_TABLE = "on-the-table"
"""The file that names the open game, so that a power cut leads back to it."""


class Frontend:
    """Every method returns at once, on any thread; answers come from another one.

    ``press_id`` names one touch of a finger: however often the same id arrives, it counts once.

    ``folder`` None: nothing is kept; the games in ``reads``, where it is given, and new ones are
    played in memory. ``unit_table`` opens the journal of the trading unit alone.
    """

    def __init__(
        self,
        session: Session,
        screen: ScreenPanel,
        folder: Path | None,
        make_writer: MakeWriter,
        unit_table: Callable[[], Table],
        run: Executor,
        reads: Path | None = None,
    ) -> None:
        self.session = session
        self._screen = screen
        self._folder, self._reads = folder, folder or reads
        self._make_writer = make_writer
        self._unit_table = unit_table
        self._run = run
        self._done: deque[str] = deque(maxlen=REMEMBERED_IDS)
        self._settings = session.settings
        self.open_id = self._opening = ""
        self.stick = StickFrontend(self._library, run)
        self.phones = Phones(self, folder / "games" if folder else None, session.tell)

    @property
    def view(self) -> View:
        """The newest view."""
        return self.session.view

    @property
    def settings(self) -> Settings:
        """The settings as they are now; a change shows here at once, so two quick taps count."""
        return self._settings

    @property
    def editions(self) -> tuple[Edition, ...]:
        """Every printing that can be played."""
        from companion.games import loader

        if self._reads is not None:
            loader.look_in(self._reads / "editions")
        return loader.available()

    @property
    def edition_faults(self) -> tuple[str, ...]:
        """One sentence for each of the table's own printings that cannot be played."""
        from companion.games import loader

        return loader.faults()

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Call ``callback`` with every new view, from the session's thread."""
        return self.session.subscribe(callback)

    def touch(self, key: Key, down: bool, press_id: str) -> None:
        """A unit button on the screen was touched or let go."""
        self._screen.touch(key, down, press_id)

    def command(self, name: str, press_id: str) -> None:
        """Pass a command on; the same ``press_id`` counts once."""
        if press_id and press_id in self._done:
            return
        self._done.append(press_id)
        if name == "mute":
            self.change_setting("mute", not self.settings.mute)
        else:
            self.session.command(name)

    def ask(
        self,
        request: Mapping[str, Any] | Request,
        press_id: str,
        answer: Callable[[Answer], None],
        bind: Bind | None = None,
    ) -> None:
        """Ask the bank; one ``press_id`` books once, however often it comes. ``bind`` makes it the
        own request of a seat."""
        if press_id and isinstance(request, Mapping):
            request = {"id": press_id, **request}
        elif press_id and not isinstance(request, Mapping) and not request.id:
            from msgspec import structs

            request = structs.replace(request, id=press_id)
        self.session.ask(request, answer, bind)

    def look(self, face: Callable[[Game, int], T], answer: Callable[[T], None]) -> None:
        """Run a pure picture function on the live game; None where it cannot be drawn of it."""

        def seen(game: Game, now: int) -> Any:
            try:
                return face(game, now)
            except Exception:  # asked while another game came to the table, or a mistake of ours:
                log.exception("no picture of the game on the table")  # never the bank's end
                return None

        self.session.look(seen, answer)

    def change_setting(self, name: str, value: object) -> str:
        """Change a setting and keep it; "" or one sentence saying why not."""
        try:
            fresh = settings_file.changed(self._settings, name, value)
        except SettingFault as fault:
            return fault.sentence
        self._settings = fresh
        log.info("setting %s: %s", name, "changed" if name == "pin" else value)
        self.session.change_settings(fresh)
        if self._folder is None:
            return ""
        path = self._folder / "settings.toml"
        try:
            settings_file.save(path, fresh)
        except OSError as fault:
            return Sentence(
                "{path} cannot be written ({why}); it counts until you close.",
                path=path,
                why=fault.strerror,
            )
        return ""

    # -- games

    def games(self, answer: Callable[[tuple[GameInfo, ...]], None]) -> None:
        """All games, last played first."""

        def work() -> None:
            library = self._readable()
            answer(library.games() if library else ())

        def failed(said: str) -> None:
            from companion.storage.library import GameInfo

            answer((GameInfo("", "", broken=said),))

        run_guarded(self._run, work, failed)

    def new_game(self, setup: NewGame, answer: OnMessage) -> None:
        """Start a game and put it on the table; without a folder it lives as long as we do."""

        def begun() -> OpenGame:
            from companion.storage.library import unkept

            library = self._library()
            return library.create(setup) if library else unkept(setup)

        self._open(answer, begun)

    def open_game(self, game_id: str, answer: OnMessage) -> None:
        """Put a game on the table as it was left; the one that lies there stays."""
        if game_id == self.open_id:
            answer("")
            return
        self._open(answer, lambda: self._left(game_id))

    def resume(self, answer: OnMessage) -> None:
        """Put the game on the table that lay there when the program or the power went off."""
        game_id = self._noted()
        if game_id:
            self.open_game(game_id, answer)
        else:
            answer("")

    def crashed(self) -> None:
        """The session ended by a mistake. A game it could not even put on the table is not put
        there by the next start, which would end in the same way."""
        if self._opening:
            log.error("game %s could not be put on the table", self._opening)
            self._note("")

    def close_game(self, answer: OnMessage) -> None:
        """Put the game away; the trading unit alone stays."""

        def work() -> None:
            table = self._unit_table()
            self._note("")
            log.info("the game is put away")
            self.session.take_table(table, lambda: self._put_away(answer))

        run_guarded(self._run, work, answer)

    def rename_game(self, game_id: str, title: str, answer: OnMessage) -> None:
        """Another title, in the top bar too where the game is on the table."""

        def renamed(library: Library) -> None:
            library.rename(game_id, title)
            if game_id == self.open_id:
                self.session.title = title.strip()
                self.session.poke()

        self._change(answer, renamed)

    def delete_game(self, game_id: str, answer: OnMessage) -> None:
        """Remove a game for good; the one on the table must be put away first."""
        if game_id == self.open_id:
            answer(Sentence("This game is on the table; put it away first."))
            return
        self._change(answer, lambda library: library.delete(game_id))

    def export(self, form: str, answer: OnMessage) -> None:
        """Write the game beside the others; answers with the sentence that says where."""
        from companion.storage.export import FORMATS, export

        folder, game_id = self._folder, self.open_id
        if folder is None or form not in FORMATS:
            answer(Sentence("Nothing is kept in this session, so nothing can be exported."))
            return

        def taken(found: Any) -> None:
            if found is None:
                answer(Sentence("There is no game on the table."))
            else:
                run_guarded(self._run, lambda: write(*found), answer)

        def write(rules: Rules, entries: tuple[Entry, ...]) -> None:
            path = folder / "export" / f"{game_id}.{FORMATS[form]}"
            try:
                path.parent.mkdir(exist_ok=True)
                write_whole(path, export(rules, entries, form).encode())
            except OSError as fault:
                answer(Sentence("{path} cannot be written ({why}).", path=path, why=fault.strerror))
            else:
                answer(Sentence("Written to {path}.", path=path))

        self.session.look(lambda game, now: (game.rules, tuple(game.book)), taken)

    def _put_away(self, answer: OnMessage) -> None:
        answer("")
        self._run(trim)

    def _note(self, game_id: str) -> None:
        self.open_id = game_id
        if self._folder is None:
            return
        # Only a convenience of the next start: a folder that is full or read-only says so itself.
        with contextlib.suppress(OSError):
            write_whole(self._folder / ON_THE_TABLE, game_id.encode())

    def _noted(self) -> str:
        if self._reads is None:
            return ""
        try:
            return (self._reads / ON_THE_TABLE).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def _library(self) -> Library | None:
        return None if self._folder is None else self._readable()

    def _readable(self) -> Library | None:
        """The games that can be read, also where nothing can be written."""
        from companion.games.loader import look_in
        from companion.storage.library import Library

        if self._reads is None:
            return None
        look_in(self._reads / "editions")
        return Library(self._reads / "games")

    def _left(self, game_id: str) -> OpenGame:
        library, readable = self._library(), self._readable()
        if library is not None:
            return library.open(game_id)
        if readable is not None:
            return readable.lend(game_id)
        raise Fault("Nothing is kept in this session, so there are no games.")

    def _open(self, answer: OnMessage, how: Callable[[], OpenGame]) -> None:
        def work() -> None:
            from companion.session.game_bank import GameBank

            opened = how()
            path = opened.journal.path
            copier = Copier(path, self.session.tell, self._run) if path else None
            table = Table(
                opened.game,
                self._make_writer(opened.journal, copier),
                opened.journal.last_play_ms(),
                opened.title,
                GameBank,
            )
            self._note(opened.id)
            self._opening = opened.id
            count = len(opened.game.book)
            log.info('game %s "%s" is opened, %d entries', opened.id, opened.title, count)
            if opened.rescued:
                log.warning("game %s: %s", opened.id, opened.rescued)
            if copier is not None:
                copier.begin()
            self.session.take_table(table, lambda: self._taken(answer, opened))

        run_guarded(self._run, work, answer)

    def _taken(self, answer: OnMessage, opened: OpenGame) -> None:
        self._opening = ""
        answer(opened.rescued)
        if opened.journal.path is None:
            gone = Sentence("This game is not kept: it is gone when Companion is closed.")
            self.session.tell(gone)

    def _change(self, answer: OnMessage, how: Callable[[Library], None]) -> None:
        def work() -> None:
            library = self._library()
            if library is None:
                raise Fault("Nothing is kept in this session, so nothing can be changed.")
            how(library)
            answer("")

        run_guarded(self._run, work, answer)


def unit_table(journal: Journal, make_writer: MakeWriter) -> Table:
    """The trading unit without a game. Raises JournalFault when its journal cannot be read."""
    entries = tuple(journal.entries())
    return Table(UnitBook(entries), make_writer(journal), journal.last_play_ms())
