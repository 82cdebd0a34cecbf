"""The one thing that touches the world: keys in, lights out, saved before it is shown.

``press``, ``command``, ``ask``, ``look`` and ``change_settings`` may be called from any thread
and only queue. ``step`` does the work; it runs on the session's own thread, or by hand in tests.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from companion.faces.views import Text, View
from companion.panels.keys import KeyAction, KeyEvent, Keys
from companion.panels.panel import Edge, Key, Panel
from companion.session.bank import Bank, Bind, MakeBank
from companion.session.clock import Clock, PlayTime
from companion.session.commit import Answer, Bookable, CommitQueue, OnAnswer, Saved
from companion.session.panel_health import PanelHealth
from companion.session.poweroff_hold import PowerOffHold
from companion.session.unit_state import UnitState
from companion.storage.settings import Settings
from companion.storage.writer import Writer
from companion.unit.frame import Frame
from companion.unit.unit import Event, Phase, Unit

if TYPE_CHECKING:
    from companion.core.game import Game
    from companion.core.requests import Request

RandBelow: TypeAlias = Callable[[int], int]
"""``randbelow(n)`` is a uniform whole number in 0..n-1."""
OnView: TypeAlias = Callable[[View], None]

COMMANDS = ("cancel", "pause", "resume", "undo", "redo", "stay")


class Table(Struct, frozen=True):
    """A journal that is open: what it adds up to, its writer, and how far play time had come.

    ``bank`` makes the game's side of the session; the trading unit alone has none.
    """

    held: Bookable
    writer: Writer
    start_ms: int
    title: str = ""
    bank: MakeBank = Bank


class _Command(Struct, frozen=True):
    name: str


class _Call(Struct, frozen=True):
    """Something to be done on the session's thread, when no entry is on its way."""

    act: Callable[[], None]
    at_rest: bool = False


class _Close(Struct, frozen=True):
    """The last item of a session."""


_Item: TypeAlias = "tuple[int, Edge] | _Command | _Call | Saved | _Close"


class Session:
    """One evening at the trading unit and the bank. ``off`` switches the box off, None = never."""

    def __init__(
        self,
        clock: Clock,
        randbelow: RandBelow,
        table: Table,
        panels: Iterable[Panel],
        settings: Settings,
        notice: Text = Text(),  # noqa: B008 - frozen
        off: Callable[[], None] | None = None,
    ) -> None:
        self._clock = clock
        self._randbelow = randbelow
        self._panels = tuple(panels)
        self._watch = PanelHealth(self._panels)
        self._off = PowerOffHold(off)
        self._keys = {panel.name: Keys(panel.debounce_ms) for panel in self._panels}
        self._settings = settings
        self._notice = notice
        self._items: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._pulsed = -1
        self._frame: Frame | None = None
        self._view = View()
        self._seen: list[OnView] = []
        self._closing = False
        self._sit_down(table)

    # -- from any thread

    def press(self, edge: Edge) -> None:
        """Queue an edge of a key, stamped now."""
        self._items.put((self._clock.now(), edge))

    def act(self, key: Key, action: KeyAction) -> None:
        """Queue what a key did, already debounced."""
        self._items.put(_Call(lambda: self._key(KeyEvent(key, action, self._clock.now()))))

    def command(self, name: str) -> None:
        """Queue one of COMMANDS. Raises ValueError for another."""
        if name not in COMMANDS:
            raise ValueError(f"{name!r} is no command; there are {', '.join(COMMANDS)}")
        self._items.put(_Command(name))

    def ask(
        self, request: Request | Mapping[str, Any], told: OnAnswer, bind: Bind | None = None
    ) -> None:
        """Queue a request to the bank, as somebody's own with ``bind``; ``told`` gets the answer on
        the session's thread."""
        self._items.put(_Call(partial(self._ask, request, told, bind)))

    def look(self, picture: Callable[[Game, int], Any], told: Callable[[Any], None]) -> None:
        """Queue a look at the game: ``told`` gets ``picture(game, play ms)``, None without one."""
        self._items.put(_Call(partial(self._look, picture, told)))

    def change_settings(self, settings: Settings) -> None:
        """Queue new settings."""
        self._items.put(_Call(partial(self._use, settings)))

    def take_table(self, table: Table, told: Callable[[], None]) -> None:
        """Queue a change to another journal; what is on its way is saved first."""
        self._items.put(_Call(partial(self._change_table, table, told), at_rest=True))

    def tell(self, sentence: str) -> None:
        """Queue a sentence for the player; "" is none."""
        if sentence:
            self._items.put(_Call(partial(self._tell, sentence)))

    def poke(self) -> None:
        """Queue a look at the panels' health."""
        self._items.put(_Call(lambda: None))

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

    @property
    def game(self) -> Game | None:
        """The game on the table, or None; to be read on the session's thread only."""
        return self._bank.game

    def play_ms(self) -> int:
        """Play time."""
        return self._unit_state.play.now()

    def unit_now(self) -> tuple[Unit, int]:
        """The trading unit and the milliseconds left of an auction; session's thread only."""
        unit = self._unit_state.unit
        left = unit.ends - self._unit_state.play.now() if unit.phase is Phase.AUCTION else 0
        return unit, max(0, left)

    def subscribe(self, seen: OnView) -> Callable[[], None]:
        """Call ``seen`` with every new view, from the session's thread; returns the way out."""
        self._seen.append(seen)
        self.poke()
        return partial(self._unsubscribe, seen)

    def _unsubscribe(self, seen: OnView) -> None:
        if seen in self._seen:
            self._seen.remove(seen)

    # -- on the session's thread

    def open(self) -> None:
        """Open the panels and show the lamp test."""
        for panel in self._panels:
            panel.changed = self.poke
            panel.open(self.press)
        # The first frame only tells a panel where the count of tones stands.
        self._show_lights()
        self._unit_state.event(Event.POWER_ON)
        self.step()

    def run(self) -> None:
        """Open, then work until closed; sleeps until the next deadline or queued item."""
        try:
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
        finally:
            # Whatever went wrong: no light and no sound outlives it.
            self._shut()

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
            case _Call(act, at_rest):
                if at_rest and not self._commits.idle:
                    self._items.put(item)
                else:
                    act()
            case Saved() as saved:
                if self._commits.saved(saved):
                    self._bank.follow()
            case _Close():
                self._shut()

    def _key(self, event: KeyEvent) -> None:
        play = self._unit_state.play
        at = play.now() if play.stopped else play.now() - (self._clock.now() - event.at)
        if event.action is KeyAction.PRESS:
            self._notice = self._unit_state.why = Text()
            self._unit_state.presses += 1
            if self._off.refuse():
                return
        match event.key, event.action:
            case Key.BUILD, KeyAction.PRESS:
                self._unit_state.event(Event.BUILD, at)
            case Key.BUILD, KeyAction.HOLD:
                self._unit_state.menu_asked += 1
            case Key.BUILD, KeyAction.LONG if self._unit_state.unit.phase is not Phase.AUCTION:
                self._off.ask(self._clock.now())
            case Key.AUCTION, KeyAction.PRESS:
                self._bank.auction_key(at)
            case Key.AUCTION, KeyAction.HOLD:
                self._bank.auction_held(at, self._complain)
        self._show_lights()

    def _command(self, name: str) -> None:
        self._notice = Text()
        match name:
            case "cancel":
                self._bank.cancel()
            case "pause":
                self._unit_state.pause()
                self._commits.note_play_time(self._unit_state.play.now())
            case "resume":
                self._unit_state.go_on()
            case "stay":
                self._off.refuse()
            case _:
                self._bank.undo_or_redo(name, self._complain)

    def _ask(self, request: Request | Mapping[str, Any], told: OnAnswer, bind: Bind | None) -> None:
        if bind is None:
            self._notice = Text()
        self._bank.request(request, told, bind)

    def _look(self, picture: Callable[[Game, int], Any], told: Callable[[Any], None]) -> None:
        game = self._bank.game
        told(None if game is None else picture(game, self._unit_state.play.now()))

    def _use(self, settings: Settings) -> None:
        self._settings = settings
        self._unit_state.use(settings)

    def _tell(self, sentence: str) -> None:
        self._notice = Text("{sentence}", (("sentence", sentence),))

    def _complain(self, answer: Answer) -> None:
        if answer.refused is not None:
            self._notice = self._bank.words(answer.refused)

    # -- the journal

    def _sit_down(self, table: Table) -> None:
        self._commits = CommitQueue(table.held, table.writer, self._items.put)
        self.title = table.title
        play = PlayTime(self._clock, table.start_ms)
        follows = table.bank is not Bank
        self._unit_state = UnitState(
            table.held.book, play, self._randbelow, self._settings, follows
        )
        self._bank: Bank = table.bank(self._commits, self._unit_state)

    def _change_table(self, table: Table, told: Callable[[], None]) -> None:
        self._commits.note_play_time(self._unit_state.play.now())
        self._commits.close()
        self._sit_down(table)
        self._publish()  # who is told opens pages, and must not open those of the game before
        told()

    def _advance(self) -> None:
        for keys in self._keys.values():
            for event in keys.tick(self._clock.now()):
                self._key(event)
        self._unit_state.tick()
        self._show_lights()
        self._off.tick(self._clock.now())
        self._bank.tick()
        may_save = self._commits.idle and not self._unit_state.save_failed and not self._closing
        if may_save and self._unit_state.unsaved() is not None:
            self._commits.propose(self._unit_state.unsaved, self._unit_saved)
        now = self._unit_state.play.now()
        if self._unit_state.unit.phase is Phase.AUCTION and now // 1000 != self._pulsed:
            self._pulsed = now // 1000
            self._commits.note_play_time(now)
            # An auction that could not be saved is tried again: space may have been freed.
            self._unit_state.save_failed = False

    def _unit_saved(self, answer: Answer) -> None:
        if answer.refused is not None:
            self._unit_state.save_is_lost()
            self._complain(answer)

    def _shut(self) -> None:
        if self._closing:
            return
        self._closing = True
        for panel in self._panels:
            panel.close()
        self._commits.note_play_time(self._unit_state.play.now())
        self._commits.close()

    # -- showing

    def _show_lights(self) -> None:
        frame = self._unit_state.frame()
        if frame != self._frame and not self._closing:
            self._frame = frame
            for panel in self._panels:
                panel.show(frame)

    def _publish(self) -> None:
        if not self._seen or self._closing:
            return  # the pipe has no screen, and a picture costs more than a booking
        unit, bank = self._unit_state, self._bank
        off_s = self._off.seconds(self._clock.now())
        view = View(
            number=self._view.number,
            shell=bank.shell(unit.shell(self._watch.views(), self._notice, off_s), self.title),
            unit=unit.view(self._frame, bank.player(), bank.subject()),
            game=bank.view(),
        )
        if view == self._view:
            return
        self._view = View(view.number + 1, view.shell, view.unit, view.game)
        for seen in tuple(self._seen):
            seen(self._view)

    def _wait_ms(self) -> int | None:
        if not self._items.empty():
            return 0
        raw = self._clock.now()
        waits = [
            max(0, due - raw)
            for keys in self._keys.values()
            if (due := keys.next_deadline()) is not None
        ]
        by_itself = (self._unit_state.wait_ms(), self._bank.wait_ms(), self._off.wait_ms(raw))
        waits += [due for due in by_itself if due is not None]
        return min(waits, default=None)
