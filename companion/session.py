"""The one thing that touches the world: keys in, lights out, saved before it is shown.

``press``, ``command``, ``ask`` and ``change_setting`` may be called from any thread and only
queue. ``step`` does the work; it runs on the session's own thread, or by hand in tests.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from companion.clock import Clock, PlayTime
from companion.core import unit as units
from companion.core.book import Book
from companion.core.entry import Entry, Mark
from companion.core.unit import Event, Phase
from companion.faces import unit as unit_face
from companion.faces.frame import Frame
from companion.faces.views import PanelView, Text, View
from companion.panels.keys import Action, KeyEvent, Keys
from companion.panels.panel import Edge, Key, Panel
from companion.settings import Settings
from companion.writer import Writer

Below: TypeAlias = Callable[[int], int]
"""``below(n)`` is a uniform whole number in 0..n-1."""
Seen: TypeAlias = Callable[[View], None]

COMMANDS = ("cancel", "pause", "resume")


@dataclass(frozen=True, slots=True)
class _Command:
    name: str


@dataclass(frozen=True, slots=True)
class _Changed:
    settings: Settings


@dataclass(frozen=True, slots=True)
class _Saved:
    entry: Entry
    fault: str


@dataclass(frozen=True, slots=True)
class _Poke:
    """Something outside may look different now, such as a panel's cable."""


@dataclass(frozen=True, slots=True)
class _Close:
    """The last item of a session."""


_Item: TypeAlias = "tuple[int, Edge] | _Command | _Changed | _Saved | _Poke | _Close"


class Session:
    """One evening at the trading unit."""

    def __init__(
        self,
        clock: Clock,
        below: Below,
        writer: Writer,
        entries: Iterable[Entry],
        start_ms: int,
        panels: Iterable[Panel],
        settings: Settings,
        notice: Text = Text(),  # noqa: B008 - frozen
    ) -> None:
        """``start_ms`` is how far play time had come in ``entries``; nothing opens yet."""
        self._clock = clock
        self._below = below
        self._writer = writer
        self._book = Book(tuple(entries))
        self._play = PlayTime(clock, start_ms)
        self._panels = tuple(panels)
        self._settings = settings
        self._rules = settings.unit_rules(bank=False)
        self._unit = units.from_facts(self._book.fact, start_ms, self._rules)
        self._offer_resume = self._unit.paused
        if self._unit.paused:
            self._play.stop()
        self._keys = {panel.name: Keys(panel.debounce_ms) for panel in self._panels}
        self._items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._in_flight = False
        self._save_failed = False
        self._notice = notice
        self._why = Text()
        self._menu_asked = 0
        self._pulsed = -1
        self._frame: Frame | None = None
        self._view = View()
        self._seen: list[Seen] = []
        self._closing = False

    # -- from any thread

    def press(self, edge: Edge) -> None:
        """Queue an edge of a key, stamped now."""
        self._items.put((self._clock.now(), edge))

    def command(self, name: str) -> None:
        """Queue "cancel", "pause" or "resume". Raises ValueError for another."""
        if name not in COMMANDS:
            raise ValueError(f"{name!r} is no command; there are {', '.join(COMMANDS)}")
        self._items.put(_Command(name))

    def change_settings(self, settings: Settings) -> None:
        """Queue new settings."""
        self._items.put(_Changed(settings))

    def poke(self) -> None:
        """Queue a look at the panels' health."""
        self._items.put(_Poke())

    def close(self) -> None:
        """Queue the end: outputs low, what waits is saved."""
        self._items.put(_Close())

    @property
    def view(self) -> View:
        """The newest view; a frozen value."""
        return self._view

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings

    def subscribe(self, seen: Seen) -> Callable[[], None]:
        """Call ``seen`` with every new view, from the session's thread; returns the way out."""
        self._seen.append(seen)
        return partial(self._unsubscribe, seen)

    def _unsubscribe(self, seen: Seen) -> None:
        if seen in self._seen:
            self._seen.remove(seen)

    # -- on the session's thread

    def open(self) -> None:
        """Open the panels and show the lamp test."""
        for panel in self._panels:
            panel.open(self.press)
        # The first frame only tells a panel where the count of tones stands.
        self._show_lights()
        self._unit = units.step(self._unit, Event.POWER_ON, self._play.now(), self._rules)
        self.step()

    def run(self) -> None:
        """Open, then work until closed; sleeps until the next deadline or queued item."""
        self.open()
        while not self._closing:
            wait = self._wait_ms()
            try:
                item = self._items.get(timeout=None if wait is None else wait / 1000)
            except queue.Empty:
                self.step()
            else:
                self._take(item)
                self.step()

    def step(self) -> int | None:
        """Do all that is due and queued now; returns the milliseconds until more is due."""
        self._advance()
        while True:
            try:
                item = self._items.get_nowait()
            except queue.Empty:
                break
            self._take(item)
        self._advance()
        self._publish()
        return None if self._closing else self._wait_ms()

    def _take(self, item: _Item) -> None:
        match item:
            case (int(at), Edge() as edge):
                keys = self._keys.get(edge.source)
                for event in keys.edge(edge, at) if keys else ():
                    self._key(event)
            case _Command(name):
                self._command(name)
            case _Changed(settings):
                self._settings = settings
                self._rules = settings.unit_rules(bank=self._rules.bank)
            case _Saved(entry, fault):
                self._saved(entry, fault)
            case _Close():
                self._shut()

    def _key(self, event: KeyEvent) -> None:
        at = self._play.now() - (self._clock.now() - event.at) if not self._play.stopped else -1
        at = self._play.now() if at < 0 else at
        if event.action is Action.PRESS:
            self._notice = self._why = Text()
        match event.key, event.action:
            case Key.BUILD, Action.PRESS:
                self._build(at)
            case Key.BUILD, Action.HOLD:
                self._menu_asked += 1
                self._unit_event(Event.BUILD_HELD, at)
            case Key.AUCTION, Action.PRESS:
                self._unit_event(Event.AUCTION, at)
            case Key.AUCTION, Action.HOLD:
                self._unit_event(Event.AUCTION_HELD, at)

    def _build(self, at: int) -> None:
        drawn = 0
        if units.rolls(units.tick(self._unit, at, self._rules), self._rules):
            drawn = units.draw(self._rules.weights, self._below)
        self._unit_event(Event.BUILD, at, drawn)
        self._show_lights()

    def _command(self, name: str) -> None:
        now = self._play.now()
        match name:
            case "cancel":
                self._play.go_on()
                self._offer_resume = False
                self._unit_event(Event.CANCEL, now)
                self._unit_event(Event.RESUME, now)
            case "pause":
                self._unit_event(Event.PAUSE, now)
                self._play.stop()
                self._writer.pulse(now)
            case "resume":
                self._offer_resume = False
                self._play.go_on()
                self._unit_event(Event.RESUME, now)

    def _unit_event(self, event: Event, at: int, drawn: int = 0) -> None:
        self._save_failed = False
        self._unit = units.step(self._unit, event, at, self._rules, drawn)

    def _advance(self) -> None:
        for keys in self._keys.values():
            for event in keys.tick(self._clock.now()):
                self._key(event)
        now = self._unit_now()
        self._unit = units.tick(self._unit, now, self._rules)
        self._show_lights()
        self._save_unit()
        if self._unit.phase is Phase.AUCTION and now // 1000 != self._pulsed:
            self._pulsed = now // 1000
            self._writer.pulse(now)

    def _unit_now(self) -> int:
        """Play time, but a result that is not yet durable keeps the light running."""
        now = self._play.now()
        if self._unit.phase is Phase.ROLLING:
            roll = units.to_facts(self._unit)["unit.roll"]
            if self._book.fact("unit.roll") != roll:
                return min(now, self._unit.shown_at - unit_face.RUN_STEPS_MS[-1] - 1)
        return now

    # -- saving: one entry on its way at a time, so each is proven on what is already durable

    def _save_unit(self) -> None:
        if self._in_flight or self._save_failed:
            return
        lines = tuple(
            Mark(what, before, after)
            for what, after in units.to_facts(self._unit).items()
            if (before := self._book.fact(what)) != after
        )
        if lines:
            self._save(
                Entry(f"unit-{len(self._book) + 1}", self._play.now(), _reason(lines), lines)
            )

    def _save(self, entry: Entry) -> None:
        self._in_flight = True
        self._writer.save(entry, lambda fault: self._items.put(_Saved(entry, fault)))

    def _saved(self, entry: Entry, fault: str) -> None:
        self._in_flight = False
        if not fault:
            self._book.post(entry)
            self._advance()
            return
        self._save_failed = True
        self._notice = Text("{fault}", (("fault", fault),))
        if self._unit.phase is Phase.ROLLING:
            self._unit = units.step(self._unit, Event.TURN, self._play.now(), self._rules)

    def _shut(self) -> None:
        if self._closing:
            return
        self._closing = True
        for panel in self._panels:
            panel.close()
        self._writer.pulse(self._play.now())
        self._writer.close()

    # -- showing

    def _show_lights(self) -> None:
        now = self._unit_now()
        frame = unit_face.frame(
            self._unit, self._rules, now, self._settings.brightness, self._settings.mute
        )
        if frame != self._frame and not self._closing:
            self._frame = frame
            for panel in self._panels:
                panel.show(frame)

    def _publish(self) -> None:
        now = self._unit_now()
        view = View(
            number=self._view.number,
            shell=unit_face.shell(
                self._unit, now, self._panel_views(), self._notice, self._menu_asked
            ),
            unit=unit_face.view(
                self._unit, self._rules, now, self._frame, self._offer_resume, self._why
            ),
        )
        if view == self._view:
            return
        self._view = View(view.number + 1, view.shell, view.unit, view.game)
        for seen in tuple(self._seen):
            seen(self._view)

    def _panel_views(self) -> tuple[PanelView, ...]:
        return tuple(
            PanelView(
                panel.name,
                status.ready,
                Text(status.sentence, status.facts),
                Text(status.remedy, status.facts),
            )
            for panel in self._panels
            for status in (panel.status(),)
        )

    def _wait_ms(self) -> int | None:
        if not self._items.empty():
            return 0
        raw = self._clock.now()
        waits = [
            due - raw for keys in self._keys.values() if (due := keys.next_deadline()) is not None
        ]
        if not self._play.stopped:
            now = self._play.now()
            held = self._unit_now() < now
            times: list[int | None] = []
            if not held:
                times.append(units.next_deadline(self._unit, self._rules))
                times.append(unit_face.next_change(self._unit, self._rules, now))
            times.append(unit_face.next_view(self._unit, now))
            waits += [due - now for due in times if due is not None]
        return max(0, min(waits)) if waits else None


def _reason(lines: tuple[Mark, ...]) -> str:
    changed = {line.what: line.after for line in lines}
    if "unit.auction" in changed:
        return "unit_auction" if changed["unit.auction"] else "unit_auction_over"
    return "unit_build" if changed.get("unit.roll") else "unit_kept"


def advance(session: Session, clock: Any, ms: int) -> None:
    """Move a manual ``clock`` on by ``ms``, stopping at every deadline on the way."""
    end = clock.now() + ms
    while True:
        wait = session.step()
        left = end - clock.now()
        if wait is None or wait > left:
            clock.advance(left)
            session.step()
            return
        clock.advance(wait)
