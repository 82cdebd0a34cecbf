"""A frontend with a real game behind it: requests are booked, views follow, games can be listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from companion.core.edition import Edition
from companion.core.errors import Refused, Sentence
from companion.core.game import Game
from companion.core.queries import answer as answer_question
from companion.core.requests import QUESTIONS, Redo, Request, Undo, parse
from companion.core.table import SEATS, opening
from companion.faces.table import game_view
from companion.faces.views import ShellView
from companion.games.loader import load
from companion.session.commit import Answer
from companion.storage.library import GameInfo, NewGame, StickView
from companion.storage.settings import Settings
from tests.faces.evening import Evening
from tests.ui.stage import Stage, StillFrontend

PRINTINGS = ("classic_de", "classic_uk", "classic_us")


class StillStick:
    """A stick showing what it is given; it remembers what it was asked."""

    def __init__(self) -> None:
        self.view = StickView(
            said=Sentence("There are several USB sticks; leave only one plugged in.")
        )
        self.calls: list[tuple[str, str]] = []

    def look(self, answer: Callable[[StickView], None]) -> None:
        answer(self.view)

    def save(self, game_id: str, answer: Callable[[str], None]) -> None:
        self.calls.append(("save", game_id))
        answer("")

    def take(self, path: str, answer: Callable[[str], None]) -> None:
        self.calls.append(("take", path))
        answer("")


class GameFrontend(StillFrontend):
    """``game`` is on the table (None: nothing); ``now`` is its play time in ms.

    ``infos`` are the games in the list; ``fault`` is what the next change of the list answers.
    """

    def __init__(self, game: Game | None = None, settings: Settings | None = None) -> None:
        super().__init__(settings=settings)
        self.game = game
        self.now = 0
        self.infos: tuple[GameInfo, ...] = ()
        self.fault = ""
        self.open_id = ""
        self.calls: list[tuple[Any, ...]] = []
        self.stick = StillStick()
        self.more_editions: tuple[Edition, ...] = ()
        self._shown()

    def lay(self, game: Game | None) -> None:
        """Another game on the table, or none."""
        self.game = game
        self.now = game.book.entries[-1].at if game else 0
        self._shown()

    @property
    def editions(self) -> tuple[Edition, ...]:
        return (*(load(name).edition for name in PRINTINGS), *self.more_editions)

    def look(self, face: Callable[[Game, int], Any], answer: Callable[[Any], None]) -> None:
        if self.game is not None:
            answer(face(self.game, self.now))

    def ask(self, request: Any, press_id: str, answer: Callable[[Answer], None]) -> None:
        self.asked.append((request, press_id))
        assert self.game is not None
        try:
            asked = request
            if not isinstance(request, Request):
                asked = parse(request, self.game.rules.words)
            if press_id:
                asked = structs.replace(asked, id=press_id)
            if type(asked) in QUESTIONS:
                answer(Answer(value=answer_question(self.game, asked)))
                return
            entry = self.game.ask(asked, self.now)
        except Refused as no:
            answer(Answer(refused=no))
            return
        self.game.apply(entry)
        answer(Answer(entry=entry))
        self._shown()

    def command(self, name: str, press_id: str) -> None:
        super().command(name, press_id)
        if self.game is not None and name in ("undo", "redo"):
            self.game.apply(self.game.ask(Undo() if name == "undo" else Redo(), self.now))
            self._shown()

    def tick(self, now: int) -> None:
        """The play time goes on to ``now``."""
        assert self.game is not None
        self.now = now
        while (entry := self.game.tick(now)) is not None:
            self.game.apply(entry)
        self._shown()

    def games(self, answer: Callable[[tuple[GameInfo, ...]], None]) -> None:
        answer(self.infos)

    def new_game(self, setup: NewGame, answer: Callable[[str], None]) -> None:
        self.calls.append(("new", setup))
        if not self.fault:
            rules = load(setup.edition)
            seats = SEATS[: len(setup.names)]
            options = dict(setup.options)
            if setup.minutes:
                options["time_limit_min"] = setup.minutes
            names = dict(zip(seats, setup.names, strict=True))
            self.game = Game(rules, [opening(rules, seats, names, options)])
            self._shown()
        answer(self.fault)

    def open_game(self, game_id: str, answer: Callable[[str], None]) -> None:
        self.calls.append(("open", game_id))
        answer(self.fault)

    def close_game(self, answer: Callable[[str], None]) -> None:
        self.calls.append(("close",))
        self.game = None
        self._shown()
        answer(self.fault)

    def rename_game(self, game_id: str, title: str, answer: Callable[[str], None]) -> None:
        self.calls.append(("rename", game_id, title))
        answer(self.fault)

    def delete_game(self, game_id: str, answer: Callable[[str], None]) -> None:
        self.calls.append(("delete", game_id))
        if not self.fault:
            self.infos = tuple(info for info in self.infos if info.id != game_id)
        answer(self.fault)

    def export(self, file_format: str, answer: Callable[[str], None]) -> None:
        self.calls.append(("export", file_format))
        answer(f"Written to game.{file_format}.")

    def _shown(self) -> None:
        game = self.game
        if game is None:
            self.publish(game=None, shell=ShellView())
            return
        bar = ShellView(
            title="Classic", play_seconds=self.now // 1000,
            can_undo=game.can_undo() is not None, can_redo=game.can_redo() is not None,
        )  # fmt: skip
        self.publish(game=game_view(game, self.now), shell=bar)


def lay(app: Stage, evening: Evening, page: str) -> Stage:
    """The evening on the table, ``page`` open."""
    app.root.close_sheets()
    app.root.moments.end()
    app.root.tell("")
    app.frontend.lay(None)
    app.settle()
    app.root._made.clear()
    app.frontend.calls.clear()
    app.frontend.lay(evening.game)
    app.settle()
    app.root.open(page)
    app.settle()
    app.settle()
    app.clock.advance(700)
    return app


def cash(made: Stage, *seats: str) -> list[int]:
    """What these players have."""
    return [made.frontend.game.book.held(seat, "money") for seat in seats]


def words(made: Stage) -> list[str]:
    """Every word on the page."""
    return [w.text for w in made.root.page.walk() if getattr(w, "text", "") and w.opacity]
