"""The moments of an evening: what everybody at the table is to see, across the whole screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from msgspec import Struct

from companion.faces.views import Text, UnitView, View
from companion.ui.guard import CAME_MS, TouchGuard
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Tap
from companion.unit.unit import RAILROAD, RESULTS, Phase

LASTS_MS = 2_000
"""How long a moment stays when nobody taps it away."""


class Scene(Struct, frozen=True):
    """A moment in words: a giant ``figure`` or ``icon``, and whose it is.

    ``over`` stands above the figure, ``note`` at the very bottom, ``letter`` is ``who``'s seat.
    ``sound`` is one of ``sounds/tones.toml``. ``passing``: it is not over yet, as long as the
    light runs, and no tap ends it.
    """

    figure: Text = Text()
    icon: str = ""
    over: Text = Text()
    who: str = ""
    letter: str = ""
    note: Text = Text()
    sound: str = ""
    passing: bool = False


def scene(before: View, now: View) -> Scene | None:
    """The moment that comes with the change from one view to the next, if one does."""
    sold = getattr(now.game, "sold", None)
    if sold is not None and getattr(before.game, "auction", None) is not None:
        note = Text("for {amount}", (("amount", sold.amount),))
        return Scene(Text("SOLD"), over=sold.subject, who=sold.name, letter=sold.who, note=note)
    began, phase = before.unit.phase, now.unit.phase
    if now.game is None:
        ends = phase is Phase.SOLD and began is Phase.AUCTION
        note = Text("Time is up: the highest bid wins")
        return Scene(Text("SOLD"), note=note) if ends else None
    if not getattr(getattr(now.game, "extra", None), "unit", False):
        return None
    if phase is Phase.ROLLING:
        figure, icon = mark_words(lit_mark(now.unit))
        over = Text("how many blocks?")
        return Scene(Text(figure), icon, over, sound="tick", passing=True)
    if phase is Phase.SHOWN and began is Phase.ROLLING:
        return _result(now)
    return None


def lit_mark(unit: UnitView) -> int:
    """The mark the running light is on, 0 for none."""
    lit = (mark for mark, level in zip(RESULTS, unit.frame.marks, strict=True) if level)
    return next(lit, 0)


def mark_words(mark: int) -> tuple[str, str]:
    """The figure of a mark, or the icon that stands for it."""
    return ("", "train") if mark == RAILROAD else (str(mark or ""), "")


def _result(now: View) -> Scene:
    unit = now.unit
    figure, icon = mark_words(unit.result)
    note = Text("blocks at most", (("n", unit.result),))
    if unit.result == RAILROAD:
        note = Text("one free railroad")
    sound = "chime" if unit.result == RAILROAD else "start"
    letter = getattr(now.game, "turn", "")
    return Scene(Text(figure), icon, who=unit.player, letter=letter, note=note, sound=sound)


class Moment(Tap, FloatLayout):
    """A scene on the screen. It takes every touch, and a tap is enough of it."""

    figure = StringProperty("")
    icon = StringProperty("")
    over = StringProperty("")
    who = StringProperty("")
    note = StringProperty("")
    ink = ColorProperty(theme.text)
    colour = ColorProperty(theme.text)

    def put(self, seen: Scene) -> None:
        """Show a scene."""
        self.enabled = not seen.passing
        self.figure, self.over = theme.say(seen.figure), theme.say(seen.over)
        self.icon, self.who, self.note = seen.icon, seen.who, theme.say(seen.note)
        self.ink = theme.faint if seen.passing else theme.text
        self.colour = theme.seat(seen.letter)


class Place(Protocol):
    """Where moments are shown: the shell."""

    now: Callable[[], int]
    guard: TouchGuard

    def add_widget(self, widget: Any) -> None:
        """Lay a widget over everything."""

    def remove_widget(self, widget: Any) -> None:
        """Take it away."""


class Moments:
    """Shows one moment at a time over ``place``; ``sound`` plays a tone by its name."""

    def __init__(self, place: Place, sound: Callable[[str], None]) -> None:
        self._place, self._sound = place, sound
        self._ends = 0
        self._due = Clock.create_trigger(lambda _: self.tick(), LASTS_MS / 1000)
        self.shown: Moment | None = None

    def show(self, before: View, now: View) -> None:
        """Begin what comes with the new view; end what a key on a panel, or an undo, cut short."""
        seen = scene(before, now)
        if seen is None:
            cut = self.shown is not None and not self.shown.enabled
            if cut or now.shell.presses != before.shell.presses:
                self.end()
            return
        if self.shown is None:
            self.shown = Moment()
            self.shown.bind(on_tap=lambda _: self.end())
            self._place.add_widget(self.shown)
        self.shown.put(seen)
        self._due.cancel()
        if seen.sound and not now.unit.muted:
            self._sound(seen.sound)
        if not seen.passing:
            self._ends = self._place.now() + LASTS_MS
            self._place.guard.came(self._place.now())
            self._due()

    def tick(self) -> None:
        """End what has stood long enough."""
        if self.shown is not None and self.shown.enabled:
            if self._place.now() >= self._ends:
                self.end()
                self._place.guard.lock(self._place.now(), CAME_MS)
            else:
                self._due()

    def end(self) -> None:
        """The page below again."""
        self._due.cancel()
        if self.shown is not None:
            self._place.remove_widget(self.shown)
            self._place.guard.lock(self._place.now())
            self.shown = None


load_kv(Path(__file__).with_name("moment.kv"))
