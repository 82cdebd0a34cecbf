"""The bank without a screen: one request as plain data in, one answer as plain data out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from companion.core.entry import Entry, entry_to_json
from companion.core.errors import Corrupt, Refused
from companion.core.game import UNIT, Game, id_used
from companion.core.ledger_text import sentence
from companion.core.requests import Advance, Export, Press, Request, parse
from companion.panels.keys import KeyAction
from companion.panels.panel import Key
from companion.session.clock import Clock, ManualClock
from companion.session.commit import Answer
from companion.session.game_bank import GameBank
from companion.session.session import Session, Table
from companion.session.stepping import advance
from companion.storage.export import FORMATS, export
from companion.storage.settings import Settings
from companion.storage.writer import Done, Writer
from companion.unit.unit import Unit


class NullWriter:
    """Keeps nothing: a game that lives as long as the process."""

    def save(self, entry: Entry, done: Done) -> None:
        """Nothing to do."""
        done("")

    def note_play_time(self, at: int) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""


class PipeSession:
    """A session without thread and panels, stepped once for each request."""

    def __init__(
        self,
        game: Game,
        clock: Clock,
        randbelow: Callable[[int], int],
        writer: Writer | None = None,
        start_ms: int = 0,
    ) -> None:
        """``randbelow(n)`` is a uniform number in 0..n-1; ``start_ms`` the play time so far."""
        self.game = game
        self._clock = clock
        self._done: dict[str, tuple[Request, dict[str, Any]]] = {}
        table = Table(game, writer or NullWriter(), start_ms, bank=GameBank)
        self._session = Session(clock, randbelow, table, (), Settings())
        self._session.command("resume")
        self._session.step()

    def answer(self, data: object) -> dict[str, Any]:
        """The answer to one request; never raises for what was asked."""
        try:
            return {"ok": True, **self._answer(parse(data, self.game.rules.words))}
        except Refused as no:
            return {"ok": False, "code": no.code, "reason": no.reason, "remedy": no.remedy}
        except Corrupt as fault:
            return {
                "ok": False,
                "code": "corrupt",
                "reason": f"The book does not allow that: {fault}.",
                "remedy": "Nothing was booked. Undo the last entry, or report this.",
            }

    def unit_now(self) -> tuple[Unit, int]:
        """The trading unit and the milliseconds left of an auction."""
        return self._session.unit_now()

    def close(self) -> None:
        """Save what is on its way and let the journal go."""
        self._session.close()
        self._session.step()

    def _answer(self, request: Request) -> dict[str, Any]:
        match request:
            case Advance() | Press():
                return {"answer": self._once(request)}
            case Export():
                return {"answer": {"text": self._export(request.format)}}
        answers: list[Answer] = []
        self._session.ask(request, answers.append)
        self._session.step()
        answer = answers[0]
        if answer.refused is not None:
            raise answer.refused
        return {"entry": self._told(answer.entry)} if answer.entry else {"answer": answer.value}

    def _once(self, request: Advance | Press) -> dict[str, Any]:
        """What the clock or a key does; an id given again only gets the same answer again."""
        known = self._done.get(request.id)
        if known is None or not request.id:
            if isinstance(request, Advance):
                answer = self._advance(request.ms)
            else:
                answer = self._press(request)
            known = self._done[request.id] = (request, answer)
        if known[0] != request:
            raise id_used(request.id)
        return known[1]

    def _told(self, entry: Entry) -> dict[str, Any]:
        text = str(sentence(self.game.rules, self.game.book, entry))
        return {**json.loads(entry_to_json(entry)), "text": text}

    def _advance(self, ms: int) -> dict[str, Any]:
        if not isinstance(self._clock, ManualClock):
            raise Refused(
                "no_manual_clock",
                "The clock runs by itself and cannot be moved.",
                "Start with --clock manual.",
            )
        booked = len(self.game.book)
        advance(self._session, self._clock, ms)
        entries = self.game.book.entries[booked:]
        return {
            "now": self._session.play_ms(),
            "entries": [self._told(one) for one in entries if not one.reason.startswith(UNIT)],
        }

    def _press(self, ask: Press) -> dict[str, Any]:
        if ask.key not in tuple(Key):
            raise Refused(
                "bad_request",
                "The unit has no key '{key}'.",
                "Its keys are build and auction.",
                key=ask.key,
            )
        self._session.act(Key(ask.key), KeyAction.HOLD if ask.held else KeyAction.PRESS)
        self._session.step()
        unit, left_ms = self._session.unit_now()
        return {"phase": unit.phase.value, "result": unit.result, "left_ms": left_ms}

    def _export(self, form: str) -> str:
        if form not in FORMATS:
            raise Refused(
                "bad_request",
                "There is no export as '{form}'.",
                "Ask for {known}.",
                form=form,
                known=", ".join(FORMATS),
            )
        return export(self.game.rules, tuple(self.game.book), form)
