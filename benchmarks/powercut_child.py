"""The app as it is started, with somebody at the table who never rests; told on standard output.

``up N GAME NOTICE`` when the game is on the screen with N entries, then ``ack N ID`` for every
entry the bank has answered with.
"""

from __future__ import annotations

import random
import sys
import threading
from pathlib import Path
from typing import Any

from companion.app import run
from companion.app.wiring import Options, Parts
from companion.core.game import Game
from companion.panels.panel import Key
from companion.session.commit import Answer
from companion.storage.library import NewGame
from tests.core.moves import request

NAMES = ("Anna", "Ben", "Clara", "David")
REST_S = (0.0, 0.0, 0.001, 0.02)
KEY_EVERY = 8


def main() -> int:
    """Run the app on the folder of the first argument; the second seeds the player."""
    built = run.build
    kept: list[_Table] = []  # Kivy itself would let it go

    def build(*args: Any, **kwargs: Any) -> Parts:
        parts = built(*args, **kwargs)
        kept.append(_Table(parts, sys.argv[2]))
        return parts

    run.build = build  # type: ignore[assignment]
    return run.run_app(Options(Path(sys.argv[1]), lang="de"))


class _Table:
    """Waits for the game, then plays it from a thread of its own."""

    def __init__(self, parts: Parts, seed: str) -> None:
        from kivy.core.window import Window

        self._parts, self._seed, self._window = parts, seed, Window
        self._chance = random.Random(seed)
        self._told = threading.Semaphore(0)
        self._asked = 0
        Window.bind(on_flip=self._drawn)
        if not (parts.options.data / "on-the-table").exists():
            parts.frontend.new_game(NewGame("classic_us", NAMES), print)

    def _drawn(self, *_: object) -> None:
        from kivy.app import App

        # The view last drawn, whatever page it opened: an auction cut off waits on the unit's.
        if App.get_running_app().root._view.game is None:
            return
        self._window.unbind(on_flip=self._drawn)
        notice = self._parts.frontend.view.shell.notice.english()
        self._parts.frontend.look(
            lambda game, _: len(game.book),
            lambda n: _say("up", n, self._parts.frontend.open_id, notice),
        )
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        while True:
            self._parts.frontend.look(self._next, self._ask)
            self._told.acquire()
            threading.Event().wait(self._chance.choice(REST_S))

    def _next(self, game: Game, _now: int) -> Any:
        below = self._chance.randrange
        return request(game, (below(60), below(8), below(32)))

    def _ask(self, wanted: Any) -> None:
        self._asked += 1
        if self._asked % KEY_EVERY == 0:
            for down in (True, False):
                key = self._chance.choice(tuple(Key))
                self._parts.frontend.touch(key, down, f"t{self._seed}-{self._asked}-{down}")
        self._parts.frontend.ask(wanted, f"{self._seed}-{self._asked}", self._answered)

    def _answered(self, answer: Answer) -> None:
        if answer.entry is not None:
            game = self._parts.session.game
            assert game is not None
            _say("ack", len(game.book), answer.entry.id)
        self._told.release()


def _say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
