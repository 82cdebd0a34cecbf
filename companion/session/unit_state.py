"""The trading unit in a session: its play time, what it must keep, what it shows."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.core import deadlines
from companion.core.book import Book, Draft
from companion.core.entry import Entry, Mark, Plain
from companion.core.facts import TURN, TURN_NO, AuctionLot
from companion.faces.views import PanelView, ShellView, Text, UnitView
from companion.session.clock import PlayTime
from companion.storage.settings import Settings
from companion.unit import face
from companion.unit import unit as units
from companion.unit.facts import LIGHT, ROLL, ROLL_TURN, Drawn, Light
from companion.unit.frame import Frame
from companion.unit.unit import Event, Phase, Unit


class UnitState:
    """The unit of one journal. ``bank``: a game says whose turn it is."""

    def __init__(
        self,
        book: Book,
        play: PlayTime,
        randbelow: Callable[[int], int],
        settings: Settings,
        bank: bool,
    ) -> None:
        self._book = book
        self.play = play
        self.randbelow = randbelow
        self._bank = bank
        self.settings = settings
        self.rules = settings.unit_rules(bank)
        lot = deadlines.auction(book)
        self._lot_ends = lot.ends if lot else 0
        self.end_may_move = False
        """A bid that may yet put off the auction's end is being saved."""
        self.unit: Unit = units.restored(book, self._light(lot), play.now(), self.rules)
        self._turn: dict[str, Plain] = {TURN.key: None, TURN_NO.key: None}
        self._rolls: dict[tuple[Plain, ...], Drawn] = {}
        """When and what was drawn in each turn: however often it is undone and redone, it stays."""
        for entry in book:
            self._note(entry)
        if bank:
            self._take_turn()
        if bank and self.unit.play_from < 0:
            self.unit = replace(self.unit, play_from=play.now())
        self.offer_resume = self.unit.paused
        if self.unit.paused:
            play.stop()
        self.why = Text()
        self.menu_asked = self.presses = 0
        self.save_failed = False

    def use(self, settings: Settings) -> None:
        """New settings; a running auction keeps its end."""
        self.settings = settings
        self.rules = settings.unit_rules(self._bank)

    def now(self) -> int:
        """Play time, but what is not yet durable keeps the light running."""
        now = self.play.now()
        if self.end_may_move and self.unit.phase is Phase.AUCTION:
            return min(now, self.unit.ends - 1)
        if self.unit.phase is not Phase.ROLLING:
            return now
        if self._book.get(ROLL) == units.drawn_by(self.unit):
            return now
        return min(now, self.unit.shown_at - face.RUN_STEPS_MS[-1] - 1)

    def event(self, event: Event, at: int | None = None) -> None:
        """Something happened at play time ``at`` (now without it)."""
        at = self.play.now() if at is None else at
        drawn = 0
        if event is Event.BUILD:
            unit = units.tick(self.unit, at, self.rules)
            if units.rolls(unit, self.rules):
                drawn = units.draw(self.rules.weights, self.randbelow)
            elif unit.phase is Phase.SHOWN:
                self.why = Text("Build counts once a turn; this is the result of this turn.")
        self.save_failed = False
        self.unit = units.step(self.unit, event, at, self.rules, drawn)

    def pause(self) -> None:
        """All clocks stop."""
        self.event(Event.PAUSE)
        self.play.stop()

    def go_on(self) -> None:
        """All clocks go on."""
        self.offer_resume = False
        self.play.go_on()
        self.event(Event.RESUME)

    def void(self) -> None:
        """The auction is cancelled; a paused table goes on."""
        self.go_on()
        self.event(Event.CANCEL)

    def follow(self, entry: Entry, lot: AuctionLot | None) -> None:
        """A game has booked ``entry``; ``lot`` is what its bank auctions now."""
        before = dict(self._turn)
        self._note(entry)
        if self._turn != before:
            self._take_turn()
        ends = lot.ends if lot else 0
        if ends and ends != self._lot_ends:
            self.unit = units.auctioned(self.unit, self.now(), ends, self.rules)
        elif self._lot_ends and not ends and self.unit.phase is Phase.AUCTION:
            if entry.reason in ("sold", "unsold"):
                self.unit = units.closed(self.unit, self.play.now(), self.rules)
            else:
                self.event(Event.CANCEL)
        self._lot_ends = ends

    def may_end_early(self, at: int) -> bool:
        """Whether a hold of Auction at play time ``at`` ends the auction."""
        return units.may_end_early(self.unit, at)

    def _take_turn(self) -> None:
        self.save_failed = False
        roll = self._rolls.get(tuple(self._turn.values()))
        self.unit = units.turned(self.unit, self.play.now(), roll)

    def _note(self, entry: Entry) -> None:
        """Remember whose turn it is, and what a Build press drew in it."""
        for line in entry.lines:
            if not isinstance(line, Mark):
                continue
            if line.what in self._turn:
                self._turn[line.what] = line.after
            elif line.what == ROLL.key and line.after is not None:
                self._rolls[tuple(self._turn.values())] = ROLL.typed(line.after)

    def _light(self, lot: AuctionLot | None) -> Light | None:
        """The light the unit starts with; an auction of the bank is noted by the bank alone."""
        return Light(lot.opened, lot.ends) if lot and lot.ends else self._book.get(LIGHT)

    def tick(self) -> None:
        """Meet every deadline that has passed."""
        self.unit = units.tick(self.unit, self.now(), self.rules)

    def unsaved(self) -> Entry | None:
        """What must outlive a restart and is not yet booked, as one entry."""
        draft = Draft(self._book)
        units.note(self.unit, draft, light=not self._lot_ends)
        if not draft.lines:
            return None
        rolled = draft.get(ROLL) if draft.get(ROLL) != self._book.get(ROLL) else None
        reason = "unit_build" if rolled else "unit_kept"
        if (light := draft.get(LIGHT)) != self._book.get(LIGHT):
            reason = "unit_auction" if light else "unit_auction_over"
        if rolled:  # it belongs to this turn, where a game counts turns
            draft.mark(ROLL_TURN, self._book.get(TURN_NO))
        number = len(self._book) + 1
        return Entry(f"unit-{number}", self.play.now(), reason, tuple(draft.lines))

    def save_is_lost(self) -> None:
        """The last change could not be saved: a result nobody has seen never was."""
        self.save_failed = True
        if self.unit.phase is Phase.ROLLING:
            self.unit = units.step(self.unit, Event.TURN, self.play.now(), self.rules)

    def frame(self) -> Frame:
        """The lights now."""
        settings = self.settings
        return face.frame(self.unit, self.rules, self.now(), settings.brightness, settings.mute)

    def view(self, lights: Frame | None, player: str = "", subject: str = "") -> UnitView:
        """The trading-unit screen now."""
        seen = face.view(self.unit, self.rules, self.now(), lights, self.offer_resume, self.why)
        return replace(seen, player=player, subject=subject) if player or subject else seen

    def shell(self, panels: tuple[PanelView, ...], notice: Text, off_s: int = 0) -> ShellView:
        """The top bar now; ``off_s`` seconds until the box switches itself off."""
        return replace(
            face.shell(self.unit, self.now(), panels, notice, self.menu_asked),
            presses=self.presses,
            off_s=off_s,
        )

    def wait_ms(self) -> int | None:
        """How long nothing will change by itself; None = for ever."""
        if self.play.stopped:
            return None
        now = self.play.now()
        times = [face.next_view(self.unit, now)]
        if self.now() == now:
            times.append(units.next_deadline(self.unit, self.rules))
            times.append(face.next_change(self.unit, self.rules, now))
        return min((max(0, due - now) for due in times if due is not None), default=None)
