"""A game walked on the screen as people play it: words are read, buttons touched, nothing else.

``start`` opens the whole program (session, journal, unit) on a window; ``touch`` finds what a
person would by the words on it, and after every touch the screen is looked over for cut words,
small targets and things on top of others. WALK_PICTURES=folder leaves a picture of every step.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.app.wiring import Options, Parts, build
from companion.core.book import MONEY
from companion.core.game import Game
from companion.session.clock import ManualClock
from companion.session.stepping import advance
from tests.ui.layout import problems, seen, targets
from tests.ui.stage import Stage, stage

LONG_NAMES = ("Anna-Katharina", "Benjamin", "Cleopatra", "Dominik",
              "Elisabeth", "Friedrich", "Gwendolyn", "Hannes")  # fmt: skip
PICTURES = "WALK_PICTURES"
DRAGS_MOST = 30


class Walk:
    """``touches`` counts them; ``faults`` are what the looks at the screen found, by step."""

    def __init__(self, made: Stage, parts: Parts, clock: ManualClock, name: str) -> None:
        self.stage, self.parts, self.clock, self.name = made, parts, clock, name
        self.touches = 0
        self.steps = 0
        self.faults: list[str] = []
        self.seats: tuple[str, ...] = ()
        self.wait(0)

    # -- what a hand does

    def touch(self, *words: str, nth: int = 0, on: str = "") -> None:
        """Touch and lift one thing that shows every one of ``words``; scrolls to it if need be.

        Of several the one that shows least else is meant, so "1" is the key and not the 10; of
        equals the ``nth`` from the top. ``on`` narrows it to what stands in the row or card that
        shows these words.
        """
        self.press(self.find(*words, nth=nth, on=on), "-".join(words))

    def press(self, widget: Any, name: str = "", looks: bool = True) -> None:
        """Touch and lift the middle of ``widget``, then look."""
        self._tap(widget)
        self.wait(60)
        if looks:
            self.look(name or type(widget).__name__)

    def type(self, word: str) -> None:
        """The letters of ``word`` on the keys that are open."""
        for letter in word:
            keys = [w for w in self._targets() if getattr(w, "key", "") == letter.lower()]
            assert keys, f"no key {letter!r} among {self.buttons()}"
            self._tap(keys[0])
            self.stage.settle()

    def key(self, number: str) -> None:
        """The digits (and unit words after a blank) on the number pad that is open."""
        digits, _, unit = number.partition(" ")
        for digit in digits:
            self.touch(digit)
        if unit:
            self.touch(unit)

    def wait(self, ms: int) -> None:
        """Time goes on; what the screen asks of the session meanwhile is answered."""
        advance(self.parts.session, self.clock, ms)
        self.stage.clock.advance(ms)
        for _ in range(2):
            self.stage.settle()
            self.parts.session.step()
        self.stage.settle()

    def count(self, act: Callable[[], object]) -> int:
        """How many touches ``act`` takes."""
        before = self.touches
        act()
        return self.touches - before

    # -- what an eye sees

    def find(self, *words: str, nth: int = 0, on: str = "") -> Any:
        """The thing to touch that shows ``words``; AssertionError names all there are."""
        self.stage.watch()
        for _ in range(DRAGS_MOST):
            found = self._found(self._targets(), words, on)
            if found:
                assert nth < len(found), f"only {len(found)} with {words}"
                return found[nth]
            if not self._drag(words, on):
                break
        raise AssertionError(f"nothing to touch with {words}; there is {self.buttons()}")

    def can(self, *words: str, on: str = "") -> bool:
        """Whether there is something to touch with ``words`` and it does something."""
        found = self._found(self._targets(), words, on)
        return bool(found) and bool(getattr(found[0], "enabled", True))

    def says(self, *words: str) -> bool:
        """Whether all of ``words`` stand somewhere on the screen, under a sheet only on it."""
        text = "\n".join(self.read())
        return all(word in text for word in words)

    def sees(self, *words: str) -> None:
        """``says``, or it fails with what is there."""
        missing = [word for word in words if not self.says(word)]
        assert not missing, f"{missing} not in {self.read()}"

    def read(self) -> list[str]:
        """Every word on the screen, from top to bottom, the notice first."""
        top = self.stage.root.sheet or self.stage.root
        texts = [w.text for w in seen(top) if isinstance(getattr(w, "text", None), str)]
        found = [self.stage.root.notice, *dict.fromkeys(text for text in texts if text)]
        return [text.replace("\N{NO-BREAK SPACE}", " ") for text in found]

    def buttons(self) -> list[str]:
        """What can be touched, by its words."""
        return [" / ".join(words_on(w)) for w in self._targets()]

    @property
    def usual(self) -> list[str]:
        """The words of the yellow buttons: what comes next."""
        found = (w for w in self._targets() if getattr(w, "kind", "") in ("usual", "go"))
        return [" / ".join(words_on(w)) for w in found if w.enabled]

    def next(self) -> None:
        """Touch the yellow button."""
        self.stage.watch()
        found = [w for w in self._targets() if getattr(w, "kind", "") in ("usual", "go")]
        assert len(found) == 1, f"{len(found)} yellow buttons: {self.usual}"
        self.press(found[0], self.usual[0])

    def look(self, name: str = "") -> None:
        """Look the screen over, and keep its picture where pictures are wanted."""
        self.steps += 1
        self.faults += [f"step {self.steps} {name}: {fault}" for fault in problems(self.stage.root)]
        if os.environ.get(PICTURES):
            self.picture(name)

    def picture(self, name: str) -> None:
        """Write what is on the screen to WALK_PICTURES/game-number-name.png."""
        folder = os.environ.get(PICTURES)
        if not folder:
            return
        Path(folder).mkdir(parents=True, exist_ok=True)
        self.stage.frames(2)
        clean = re.sub(r"[^\w]+", "-", name)[:40].strip("-")
        target = Path(folder) / f"{self.name}-{self.steps:03}-{clean}.png"
        Path(self.stage.window.screenshot(name=str(target))).replace(target)

    # -- what a player could check in the books

    @property
    def game(self) -> Game:
        game = self.parts.session.game
        assert game is not None, "no game on the table"
        return game

    @property
    def page(self) -> str:
        return str(self.stage.root.page_id)

    def cash(self, seat: str) -> int:
        return self.game.book.held(seat, MONEY)

    def owner(self, pos: int) -> str:
        return str(self.game.rules.owner(self.game.book, pos))

    def fact(self, what: str) -> Any:
        return self.game.book.fact(what)

    # -- the usual beginning

    def new_game(self, *choices: str, names: Sequence[str] = LONG_NAMES) -> None:
        """From power-on: New game, the choices by their words, the names typed, start."""
        german = self.says("Neues Spiel")
        new, add, gone, done = (
            ("Neues Spiel", "Spieler", "Spieler entfernen", "Fertig")
            if german
            else ("New game", "Player", "Remove player", "Done")
        )
        self.touch(new)
        for choice in choices:
            self.touch(choice)
        while len(self._seated()) < len(names):
            self.press(next(w for w in self._seat_tiles() if not w.letter), add)
        while len(self._seated()) > len(names):
            self.press(self._seated()[-1], "last seat")
            self.touch(gone)
        for place, name in enumerate(names):
            self.press(self._seated()[place], f"seat {place}")
            self.type(name)
            self.touch(done)
        self.seats = tuple(names)
        self.next()

    # -- inside

    def _tap(self, widget: Any) -> None:
        self.stage.clock.advance(700)  # nobody touches as fast as a page changes
        finger = self.stage.finger(widget).down()
        self.stage.clock.advance(60)
        finger.up()
        self.touches += 1

    def _seat_tiles(self) -> list[Any]:
        return [w for w in self._targets() if type(w).__name__ == "SeatTile"]

    def _seated(self) -> list[Any]:
        return sorted((w for w in self._seat_tiles() if w.letter), key=lambda w: str(w.letter))

    def _targets(self) -> list[Any]:
        return targets(self.stage.root)

    def _found(self, among: Sequence[Any], words: Sequence[str], on: str) -> list[Any]:
        """What shows the words: exactly them first, then all that contain them."""
        exact = [w for w in among if set(words) <= set(words_on(w))]
        if not exact:
            text = [(w, "\n".join(words_on(w))) for w in among]
            exact = [w for w, shown in text if all(word in shown for word in words)]
        if on:
            steps = [(self._steps_to(w, on), w) for w in exact]
            nearest = min((n for n, _ in steps if n >= 0), default=0)
            exact = [w for n, w in steps if n == nearest]
        least = min((len(words_on(w)) for w in exact), default=0)
        exact = [w for w in exact if len(words_on(w)) == least or len(words) > 1]
        return sorted(exact, key=lambda w: (-w.to_window(*w.center)[1], w.to_window(*w.center)[0]))

    def _steps_to(self, widget: Any, words: str) -> int:
        """How far out from ``widget`` the row or card is that says ``words``; -1 for nowhere."""
        box = widget
        for step in range(5):
            if words in "\n".join(words_on(box)):
                return step
            if box.parent in (None, self.stage.root, box):
                break
            box = box.parent
        return -1

    def _drag(self, words: Sequence[str], on: str) -> bool:
        """Pull the list that holds the words further; False when no list holds them."""
        from kivy.uix.scrollview import ScrollView

        top = self.stage.root.sheet or self.stage.root
        for view in top.walk(restrict=True):
            if not isinstance(view, ScrollView) or not view.children:
                continue
            inside = [w for w in view.walk(restrict=True) if hasattr(w, "pressed")]
            hidden = self._found(inside, words, on)
            if hidden:
                view.scroll_to(hidden[0], padding=8, animate=False)
                self.wait(0)
                return True
        return False


def words_on(widget: Any) -> list[str]:
    """Every word written on a widget, and what its icon means where there is no word."""
    own = [str(getattr(widget, name, "") or "") for name in ("text", "says", "name", "under")]
    inner = [getattr(w, "text", "") for w in widget.walk(restrict=True) if w.opacity > 0]
    found = [word for word in dict.fromkeys([*own, *inner]) if isinstance(word, str) and word]
    return found or [str(getattr(widget, "icon", "") or getattr(widget, "msgid", ""))]


@contextmanager
def start(
    data: Path,
    language: str = "de",
    size: tuple[int, int] = (800, 480),
    *,
    name: str = "walk",
    seed: int = 1,
    kiosk: Any = None,
) -> Iterator[Walk]:
    """The program after power-on, no game on the table yet; the end looks for faults found.

    ``kiosk`` is a ``companion.ui.kiosk.Kiosk`` where the program runs on a box of its own.
    """
    clock = ManualClock(5_000_000)
    options = Options(data, seed=seed, lang=language, kiosk=kiosk is not None)
    parts = build(options, clock=clock, threaded=False, off=lambda: None)
    parts.session.open()
    advance(parts.session, clock, 400)
    try:
        with stage(frontend=parts.frontend, size=size, kiosk=kiosk) as made:
            walk = Walk(made, parts, clock, name)
            yield walk
            assert not walk.faults, "\n".join(walk.faults)
    finally:
        parts.session.close()
        parts.session.step()
        parts.close_folder()
