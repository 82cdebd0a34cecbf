"""A child at the glass: random touches in every game, and what they must never do.

Single and double taps (80 to 600 ms apart), long touches and swipes, most of them on something that
can be touched. After each: no entry is booked twice by one double tap, nobody is skipped, no fault
is raised; and sooner or later something happens again.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from companion.core.entry import Entry, Mark
from companion.games import loader
from companion.storage.library import NewGame
from companion.ui.start import Display, prepare
from tests.ui.layout import targets
from tests.ui.walk import Walk, start
from tools.xvfb import VirtualScreen

GAMES = {"classic_us": 8, "mega_us": 5, "city_us": 4, "anti_us": 4, "deal": 4}
"""The printing and the seats of each game."""
TOUCHES = 20_000
FRESH_EVERY = 400
"""A game this old is put away for a new one, so that every part of a game is met."""
STUCK = 150
"""After so many touches that changed nothing, nobody at the table could go on either."""
GAPS_MS = (80, 600)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Emma", "Finn", "Greta", "Hans")


class Child:
    """Touches one game and counts what must not be."""

    def __init__(self, play: Walk, edition: str, chance: random.Random) -> None:
        self._play, self._edition, self._chance = play, edition, chance
        self._idle = 0
        self.faults: Counter[str] = Counter()
        self.examples: list[str] = []

    def begin(self) -> None:
        """A new game on the table, nothing left open."""
        said: list[str] = []
        self._play.stage.root.close_sheets()
        names = NAMES[: GAMES[self._edition]]
        self._play.parts.frontend.new_game(NewGame(self._edition, names), said.append)
        self._play.wait(0)
        assert said == [""], said
        self._play.stage.root.open("table")
        self._play.wait(0)
        self._idle = 0

    def touch(self) -> None:
        """Whatever a finger does once."""
        play, chance = self._play, self._chance
        book = play.game.book
        before, seen = len(book), self._look()
        number = id(play.game)
        place = self._place()
        kind = chance.choices(("single", "double", "long", "swipe"), (68, 20, 6, 6))[0]
        gap = chance.randint(*GAPS_MS)
        if kind == "swipe":
            finger = play.stage.finger(place).down()
            play.stage.clock.advance(60)
            finger.move((chance.randint(0, 799), chance.randint(0, 479))).up()
        else:
            for _ in range(2 if kind == "double" else 1):
                held = 900 if kind == "long" else 50
                finger = play.stage.finger(place).down()
                self._play.wait(held)
                finger.up()
                self._play.wait(gap - 50 if kind == "double" else 50)
        self._play.wait(chance.choice((50, 300, 1_500)))
        if play.parts.session.game is None:
            self.begin()
            return
        if id(play.game) != number:
            return
        new = play.game.book.entries[before:]
        if kind == "double":
            self._twice(new)
        self._skipped(new)
        self._idle = 0 if new or self._look() != seen else self._idle + 1
        if self._idle >= STUCK:
            self._fault("stuck", seen)
            self.begin()

    def _look(self) -> str:
        root = self._play.stage.root
        sheet = type(root.sheet).__name__ if root.sheet else ""
        return f"{root.page_id} {sheet} {sorted(self._play.read())}"

    def _place(self) -> tuple[float, float]:
        found = targets(self._play.stage.root)
        if not found or self._chance.random() < 0.15:
            return (self._chance.uniform(0, 799), self._chance.uniform(0, 479))
        widget = self._chance.choice(found)
        x, y = widget.to_window(*widget.center)
        return (float(x), float(y))

    def _twice(self, new: Sequence[Entry]) -> None:
        asked = [
            (one.reason, str(dict(one.detail, asked="")))
            for one in new
            if not one.reason.startswith("unit") and one.detail.get("by") != "clock"
        ]
        for (reason, detail), n in Counter(asked).items():
            if n > 1:
                self._fault("twice", f"{reason} {detail}")

    def _skipped(self, new: Sequence[Entry]) -> None:
        turns = [
            line
            for one in new
            if one.reason not in ("undo", "redo")
            for line in one.lines
            if isinstance(line, Mark) and line.what == "turn"
        ]
        game = self._play.game
        seats = list(game.rules.seats(game.book))
        playing = set(game.rules.playing(game.book))
        for line in turns:
            if line.before is None or line.after is None:
                continue
            at = seats.index(str(line.before))
            ring = seats[at + 1 :] + seats[: at + 1]
            ahead = next((one for one in ring if one in playing), None)
            if ahead is not None and line.after != ahead:
                self._fault("skipped", f"{line.before} to {line.after}")
        if len(turns) > 1:
            self._fault("skipped", " ".join(str(line.after) for line in turns))

    def _fault(self, kind: str, what: str) -> None:
        self.faults[kind] += 1
        self.examples.append(f"{kind}: {what[:300]}")


def run(edition: str, touches: int, seed: int) -> Child:
    """So many touches in one game after the other on one printing."""
    loader.load(edition)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        play = stack.enter_context(start(folder, "en"))
        child = Child(play, edition, random.Random(f"{edition} {seed}"))
        for number in range(touches):
            if number % FRESH_EVERY == 0:
                child.begin()
            child.touch()
    return child


def main(given: Sequence[str] | None = None) -> None:
    """Print what was found for each game; the status says whether anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--touches", type=int, default=TOUCHES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=GAMES, default=None)
    options = parser.parse_args(given)
    bad = 0
    with VirtualScreen(), tempfile.TemporaryDirectory() as home:
        prepare(Path(home), Display())
        for edition in [options.only] if options.only else GAMES:
            child = run(edition, options.touches, options.seed)
            found = ", ".join(f"{n} {kind}" for kind, n in child.faults.items()) or "nothing"
            print(f"{edition}: {options.touches} touches, {found}", flush=True)
            for example in child.examples[:5]:
                print(f"  {example}", flush=True)
            bad += sum(child.faults.values())
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
