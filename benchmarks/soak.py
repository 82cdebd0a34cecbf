"""Four hours at the table in fast-forward: ``python -m benchmarks.soak``.

The real app on a virtual screen with its own threads, and every panel: the screen, mock pins, the
speaker, and the firmware on a simulated chip at a serial port. All five games, one after the
other, again and again; pages, languages, undo, saving, copies, files. After WARM_ROUNDS it may
hold no more memory, threads or handles than it held then, and draw nothing while it rests.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.panels.panel import Key
from companion.session.clock import ManualClock
from companion.storage.library import NewGame
from tests.core.moves import Move, mixed, request
from tests.games import test_anti_always as anti
from tests.games import test_city_always as city
from tests.games import test_deal_always as deal
from tests.games import test_mega_always as mega
from tests.sim.chip import LiveChip
from tools.xvfb import VirtualScreen

Invent = Callable[[Game, Move], dict[str, Any]]
GAMES: dict[str, Invent] = {
    "classic_de": request,
    "mega_us": mixed(mega.own),
    "city_us": city.request,
    "anti_x10": mixed(anti.own),
    "deal": deal.request,
}
NAMES = ("Anna", "Ben", "Clara", "David")
ROUNDS, TURNS = 5, 84
WARM_ROUNDS = 2
"""The first round fills what is kept for good, and so does some of the second."""
TURN_MS = 7_200
"""Two thousand turns in four hours."""
ASKS = 5
ANSWER_S = 20
REST_FRAMES = 60
LANGUAGE_EVERY = 20


@dataclass(frozen=True)
class Held:
    """What the process holds after a round, with no game on the table."""

    rss_kb: int
    threads: tuple[str, ...]
    handles: int
    objects: int
    redraws: int


class Soak:
    """``rounds`` times ``games`` with ``turns`` turns each, in the data folder ``data``."""

    def __init__(
        self, data: Path, chip: LiveChip, rounds: int, turns: int, games: tuple[str, ...]
    ) -> None:
        from companion.ui.start import Display, prepare

        prepare(data / "kivy", Display(size=(800, 480)))
        from gpiozero.pins.mock import MockFactory, MockPWMPin
        from kivy.clock import Clock
        from kivy.core.window import Window

        from companion.app.wiring import Options, build
        from companion.games import pages
        from companion.panels.link import SerialPanel
        from companion.ui.app import CompanionApp
        from companion.ui.pages import registry
        from companion.ui.speaker import SpeakerPanel

        self._rounds, self._turns, self._chip = rounds, turns, chip
        self._games = games
        self._clock, self._gate = ManualClock(), ManualClock()
        self._pins = MockFactory(pin_class=MockPWMPin)
        self._parts = build(
            Options(data, panel="gpio", lang="de"),
            clock=self._clock,
            extra_panels=(SpeakerPanel(), SerialPanel(chip.plug())),
            pin_factory=self._pins,
        )
        self._frontend = self._parts.frontend
        self._chance = random.Random(1)
        self._redraws = 0
        self._thread = self._parts.start()
        self.app = CompanionApp(self._frontend, registry(pages()), now=self._gate.now)
        self.held: list[Held] = []
        self.turns = self.booked = self.touches = 0
        self.fault: BaseException | None = None
        self._script, self._wait = self._play(), 5
        Window.bind(on_draw=self._drawn)
        Clock.schedule_interval(self._frame, 0)

    def run(self) -> None:
        """Play to the end. Raises what went wrong on the way."""
        self.app.run()
        self._parts.session.close()
        self._thread.join(5)
        self._parts.close_folder()
        if self.fault is not None:
            raise self.fault

    @property
    def hours(self) -> float:
        """Play time in hours."""
        return self._clock.now() / 3_600_000

    def _drawn(self, *_: object) -> None:
        self._redraws += 1

    def _frame(self, _dt: float) -> None:
        if self._wait:
            self._wait -= 1
            return
        try:
            self._wait = next(self._script)
        except StopIteration:
            self.app.stop()
        except Exception as fault:
            self.fault = fault
            self.app.stop()

    # -- the script: each yield is the number of frames to draw before it goes on

    def _play(self) -> Iterator[int]:
        for _ in range(self._rounds):
            for edition in self._games:
                yield from self._game(edition, GAMES[edition])
            yield from self._rest()

    def _game(self, edition: str, invent: Invent) -> Iterator[int]:
        self._said(lambda told: self._frontend.new_game(NewGame(edition, NAMES), told))
        yield 3
        before = self.turns
        for number in range(self._turns * 10):
            if self.turns - before >= self._turns:
                break
            yield from self._turn(invent, number)
        game_id = self._frontend.open_id
        self._answered(lambda told: self._frontend.export("jsonl", told))
        self._said(self._frontend.close_game)
        yield 3
        self._said(lambda told: self._frontend.open_game(game_id, told))
        yield 3
        self._said(self._frontend.close_game)
        self._said(lambda told: self._frontend.delete_game(game_id, told))
        yield 3

    def _turn(self, invent: Invent, number: int) -> Iterator[int]:
        self._press(number)
        for _ in range(ASKS):
            below = self._chance.randrange
            move = (below(256), below(256), below(256))
            self._ask(self._answered(lambda told, m=move: self._frontend.look(
                lambda game, _now: invent(game, m), told
            )))  # fmt: skip
            self._pass(TURN_MS // ASKS)
        self._end_turn()
        self._look_around()
        if number % LANGUAGE_EVERY == 0:
            self._frontend.change_setting("language", self._chance.choice(("de", "en")))
        yield 2

    def _end_turn(self) -> None:
        for _ in range(8):
            if self._ask({"do": "end_turn", "confirm": True}):
                self.turns += 1
                return
            for _ in range(self._chance.randrange(1, 4)):
                self._ask({"do": "undo"})

    def _look_around(self) -> None:
        from companion.ui.pages import PAGES

        root, view = self.app.root, self._frontend.view
        pages = [spec.id for spec in PAGES if spec.shown(view)]
        root.open(self._chance.choice(pages))
        if self._chance.randrange(10) == 0:
            root.open_menu()

    def _rest(self) -> Iterator[int]:
        """Everything comes to rest, then nothing may be drawn."""
        self._frontend.change_setting("language", "de")
        self.app.root.open("unit")
        self.app.root.tell("")
        for _ in range(20):
            self._pass(1_000)
        yield 30
        self._redraws = 0
        yield REST_FRAMES
        redraws = self._redraws
        rss_kb = _resident_kb()
        for pin in self._pins.pins.values():
            pin.clear_states()  # mock pins remember all that ever happened to them
        gc.collect()
        threads = tuple(sorted(one.name for one in threading.enumerate()))
        self.held.append(Held(rss_kb, threads, _handles(), len(gc.get_objects()), redraws))
        print(f"soak: {self.turns} turns, {self.held[-1]}", flush=True)

    # -- hands

    def _press(self, number: int) -> None:
        key = Key.AUCTION if number % 7 == 3 else Key.BUILD
        for down in (True, False):
            if number % 3 == 0:
                self._frontend.touch(key, down, f"t{self.touches}-{down}")
            elif number % 3 == 1:
                pin = self._pin(key)
                (pin.drive_low if down else pin.drive_high)()
            else:
                (self._chip.press if down else self._chip.release)(key)
            self._pass(80)
        self.touches += 1

    def _pin(self, key: Key) -> Any:
        from companion.panels import pins

        return self._pins.pin(pins.load()[key])

    def _ask(self, wanted: dict[str, Any] | None) -> bool:
        if wanted is None:
            return False
        self.booked += 1
        answer = self._answered(lambda told: self._frontend.ask(wanted, "", told))
        return answer.refused is None

    def _pass(self, ms: int) -> None:
        """Time goes on, and the session has dealt with it."""
        self._clock.advance(ms)
        self._gate.advance(ms)
        self._answered(lambda told: self._parts.session.look(lambda game, now: now, told))

    def _said(self, ask: Callable[[Callable[[str], None]], None]) -> None:
        fault = self._answered(ask)
        if fault:
            raise RuntimeError(fault)

    def _answered(self, ask: Callable[[Callable[[Any], None]], None]) -> Any:
        """What another thread answers."""
        come = threading.Event()
        answers: list[Any] = []

        def told(answer: Any) -> None:
            answers.append(answer)
            come.set()

        ask(told)
        if not come.wait(ANSWER_S):
            raise RuntimeError("no answer from the session")
        return answers[0]


def _resident_kb() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") // 1024


def _handles() -> int:
    """Open handles, but for fonts (Kivy keeps one for each size of letters) and a journal's own."""
    there = [one for one in Path("/proc/self/fd").iterdir() if one.is_symlink()]
    return sum(not os.path.realpath(one).endswith((".ttf", "-wal", "-shm")) for one in there)


def soak(rounds: int, turns: int, games: tuple[str, ...] = tuple(GAMES)) -> Soak:
    """Play it; what was played and held."""
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with VirtualScreen(), tempfile.TemporaryDirectory() as data, LiveChip() as chip:
        played = Soak(Path(data), chip, rounds, turns, games)
        played.run()
        return played


def main() -> None:
    """Print the figures of docs/benchmarks.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--turns", type=int, default=TURNS, help="turns of each game in a round")
    options = parser.parse_args()
    played = soak(options.rounds, options.turns)
    warm = min(WARM_ROUNDS, len(played.held)) - 1
    first, last = played.held[warm], played.held[-1]
    print(
        f"soak: {played.hours:.1f} h of play, {played.turns} turns, {played.booked} requests, "
        f"{len(played.held) * len(GAMES)} games"
    )
    print(
        f"soak: memory {100 * (last.rss_kb / first.rss_kb - 1):+.1f} % (wanted 5), objects "
        f"{100 * (last.objects / first.objects - 1):+.1f} %, threads {len(first.threads)} and "
        f"{len(last.threads)}, handles {first.handles} and {last.handles}, "
        f"{sum(held.redraws for held in played.held)} redraws at rest"
    )


if __name__ == "__main__":
    main()
