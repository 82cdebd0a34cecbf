"""A whole classic evening at the glass: touches in, the real session and journal behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.app.wiring import Options, Parts, build
from companion.core.book import MONEY
from companion.core.game import Game
from companion.session.clock import ManualClock
from companion.session.commit import Answer
from companion.session.stepping import advance
from companion.storage.library import NewGame
from tests.ui.stage import Stage, stage

NAMES = ("Anna", "Ben", "Cleo", "Dan")


class Evening:
    """A classic game on the whole program, its clock moved by hand; ``touches`` are counted."""

    def __init__(self, made: Stage, parts: Parts, clock: ManualClock) -> None:
        self.stage, self.parts, self.clock = made, parts, clock
        self.touches = 0

    def begin(self, **options: Any) -> None:
        """A new game of four, the table open."""
        self.stage.root.close_sheets()
        self.stage.root.moments.end()
        said: list[str] = []
        setup = NewGame("classic_us", NAMES, options=tuple(options.items()))
        self.parts.frontend.new_game(setup, said.append)
        self.advance(0)
        assert said == [""]
        self.stage.root.open("table")
        self.advance(0)
        self.settle()

    def settle(self) -> None:
        self.stage.frames(3)
        self.stage.clock.advance(700)
        self.touches = 0

    def advance(self, ms: int) -> None:
        """Play on for ``ms``; what the screen asks of the session is answered."""
        advance(self.parts.session, self.clock, ms)
        for _ in range(3):
            self.stage.frames(1)
            self.parts.session.step()
        self.stage.frames(1)

    def key(self, digits: str) -> None:
        """Digits on the pad that is open."""
        for digit in digits:
            pad = self.stage.root.sheet.ids.pad
            self.tap(next(b for b in pad.ids.grid.children if b.text == digit))

    def tap(self, what: Any) -> None:
        """One touch: a deed by its position, anything else by its words or icon."""
        at = self.page._tiles[what] if isinstance(what, int) else what
        finger = self.stage.finger(self.stage.button(at) if isinstance(at, str) else at)
        finger.down()
        self.stage.clock.advance(60)
        finger.up()
        self.advance(60)
        self.stage.clock.advance(700)
        self.touches += 1

    def ask(self, do: str, **request: Any) -> None:
        """Something that was done before the touches that count."""
        answers: list[Answer] = []
        ends = {"source": "from", "target": "to"}
        data = {ends.get(name, name): value for name, value in request.items()}
        self.parts.session.ask({"do": do, **data}, answers.append)
        self.advance(0)
        assert answers[0].refused is None, answers[0].refused
        self.settle()

    @property
    def page(self) -> Any:
        return self.stage.root.page

    @property
    def page_id(self) -> str:
        return str(self.stage.root.page_id)

    @property
    def game(self) -> Game:
        game = self.parts.session.game
        assert game is not None
        return game

    def cash(self, who: str) -> int:
        return self.game.book.held(who, MONEY)

    def read(self) -> set[str]:
        from tests.ui.layout import seen

        return {w.text for w in seen(self.stage.root) if getattr(w, "text", "")}


@contextmanager
def evening(data: Path) -> Iterator[Evening]:
    """The program with its screen, no game on the table yet."""
    clock = ManualClock(5_000_000)
    parts = build(Options(data, seed=1, lang="en"), clock=clock, threaded=False)
    parts.session.open()
    advance(parts.session, clock, 400)
    try:
        with stage(frontend=parts.frontend) as made:
            yield Evening(made, parts, clock)
    finally:
        parts.session.close()
        parts.session.step()
        parts.close_folder()


def build_button(play: Evening, name: str) -> Any:
    row = next(row for row in play.page.ids.list.rows.children if row.name == name)
    return next(b for b in row.ids.buttons.children if getattr(b, "text", "") == "Build house")


def bid_button(play: Evening, letter: str, number: int) -> Any:
    at = [card.letter for card in play.page._cards].index(letter)
    return play.page._buttons[at][number]
