"""The bank without a screen: one request as plain data in, one answer as plain data out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from companion.clock import Clock, ManualClock, PlayTime
from companion.core import unit as units
from companion.core.entry import Entry, Mark, entry_to_json
from companion.core.errors import Corrupt, Refused
from companion.core.game import UNIT, Game
from companion.core.requests import (
    QUESTIONS,
    Advance,
    Close,
    Export,
    Press,
    Request,
    Roll,
    parse,
)
from companion.core.state import answer
from companion.core.unit import Event, Phase, Unit, UnitRules
from companion.core.words import sentence


class Journal(Protocol):
    """Where entries go before they count."""

    def append(self, entry: Entry) -> None:
        """Keep the entry; it survives a power cut when this returns."""


class NoJournal:
    """Keeps nothing: a game that lives as long as the process."""

    def append(self, entry: Entry) -> None:
        """Nothing to do."""


class Desk:
    """Asks, saves, applies, answers; one thread, one request at a time."""

    def __init__(
        self,
        game: Game,
        clock: Clock,
        below: Callable[[int], int],
        journal: Journal,
        start_ms: int = 0,
        exporter: Callable[[Game, str], str] | None = None,
    ) -> None:
        """``below(n)`` is a uniform number in 0..n-1; ``start_ms`` the play time so far."""
        self.game = game
        self._clock = clock
        self._play = PlayTime(clock, start_ms)
        self._below = below
        self._journal = journal
        self._exporter = exporter or _jsonl
        self._rules = UnitRules(bank=True)
        self._unit = units.from_facts(game.book.fact, start_ms, self._rules)
        if self._unit.paused:
            self._unit = units.step(self._unit, Event.RESUME, start_ms, self._rules)

    def answer(self, data: object) -> dict[str, Any]:
        """The answer to one request; never raises for what was asked."""
        try:
            self.tick()
            return {"ok": True, **self._answer(parse(data))}
        except Refused as no:
            return {"ok": False, "code": no.code, "reason": no.reason, "remedy": no.remedy}
        except Corrupt as fault:
            return {
                "ok": False,
                "code": "corrupt",
                "reason": f"The book does not allow that: {fault}.",
                "remedy": "Nothing was booked. Undo the last entry, or report this.",
            }

    def tick(self) -> None:
        """Everything the clock has done since the last request."""
        now = self._play.now()
        while (entry := self.game.tick(now)) is not None:
            self._book(entry)
        self._unit_to(units.tick(self._unit, now, self._rules))

    def _answer(self, request: Request) -> dict[str, Any]:
        match request:
            case Advance():
                return {"answer": self._advance(request.ms)}
            case Press():
                return {"answer": self._press(request)}
            case Export():
                return {"answer": {"text": self._export(request.format)}}
            case Roll() if not request.dice:
                dice = tuple(1 + self._below(6) for _ in range(2))
                request = replace(request, dice=dice)
        if type(request) in QUESTIONS:
            return {"answer": answer(self.game, request)}
        entry = self.game.ask(request, self._play.now())
        if self.game.book.find(entry.id) is None:
            self._book(entry)
        return {"entry": self._told(entry)}

    def _told(self, entry: Entry) -> dict[str, Any]:
        text = str(sentence(self.game.rules, self.game.book, entry))
        return {**entry_to_json(entry), "text": text}

    def _book(self, entry: Entry) -> None:
        turn = self.game.book.fact("turn_no")
        lot = self.game.book.fact("auction")
        self._journal.append(entry)
        self.game.apply(entry)
        if self.game.book.fact("turn_no") != turn:
            self._unit_event(Event.TURN)
        if not lot and self.game.book.fact("auction"):
            self._unit_event(Event.AUCTION)
        elif lot and not self.game.book.fact("auction"):
            self._unit_event(Event.CANCEL)

    # --- the trading unit and the clock ---

    def _advance(self, ms: int) -> dict[str, Any]:
        if not isinstance(self._clock, ManualClock):
            raise Refused(
                "no_manual_clock",
                "The clock runs by itself and cannot be moved.",
                "Start with --clock manual.",
            )
        end = self._play.now() + ms
        booked = len(self.game.book)
        while True:
            due = self.game.next_deadline()
            step = min(due, end) if due is not None else end
            self._clock.advance(max(0, step - self._play.now()))
            self.tick()
            if self._play.now() >= end and (due is None or due > end):
                break
        entries = self.game.book.entries[booked:]
        return {
            "now": end,
            "entries": [self._told(one) for one in entries if not one.reason.startswith(UNIT)],
        }

    def _press(self, ask: Press) -> dict[str, Any]:
        if ask.key not in ("build", "auction"):
            raise Refused(
                "bad_request",
                "The unit has no key '{key}'.",
                "Its keys are build and auction.",
                key=ask.key,
            )
        if ask.key == "auction" and ask.held and self.game.book.fact("auction"):
            self._book(self.game.ask(Close(), self._play.now()))
        elif ask.key == "auction":
            self._unit_event(Event.AUCTION_HELD if ask.held else Event.AUCTION)
        elif not ask.held:
            self._unit_event(Event.BUILD)
        unit = self._unit
        left = max(0, unit.ends - self._play.now()) if unit.phase is Phase.AUCTION else 0
        return {"phase": unit.phase.value, "result": unit.result, "left_ms": left}

    def _unit_event(self, event: Event) -> None:
        drawn = 0
        if event is Event.BUILD and units.rolls(self._unit, self._rules):
            drawn = units.draw(self._rules.weights, self._below)
        self._unit_to(units.step(self._unit, event, self._play.now(), self._rules, drawn))

    def _unit_to(self, unit: Unit) -> None:
        """The unit's new state, booked as far as it has to outlive a restart."""
        self._unit = unit
        book = self.game.book
        lines = tuple(
            Mark(what, book.fact(what), after)
            for what, after in units.to_facts(unit).items()
            if book.fact(what) != after
        )
        if lines:
            entry = Entry(f"#{len(book) + 1}", self._play.now(), "unit", lines)
            self._journal.append(entry)
            self.game.apply(entry)

    def _export(self, form: str) -> str:
        return self._exporter(self.game, form)


def _jsonl(game: Game, form: str) -> str:
    """The entries, one JSON object a line; the only form known without an exporter."""
    if form != "jsonl":
        raise Refused("bad_request", "There is no export as '{form}'.", "Ask for jsonl.", form=form)
    return "".join(json.dumps(entry_to_json(entry)) + "\n" for entry in game.book)
