"""Where phones and table meet: who comes, who sits where, what is asked, what is shown.

Everything runs on one thread, the server's; ``post`` brings there what the session answers.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from msgspec import json

from companion.core.errors import Refused
from companion.core.requests import Request
from companion.faces.money import refusal
from companion.faces.phone import phone_view
from companion.faces.table import GameView
from companion.faces.views import View
from companion.locale import i18n
from companion.phones import wire
from companion.phones.page import WORDS
from companion.phones.rights import Bound, bound, may
from companion.phones.seats import Seats, hashed
from companion.phones.view import Asking, Desk
from companion.session.commit import Answer
from companion.storage.format import SUFFIX
from companion.storage.library import phones_of
from companion.storage.settings import Settings

log = logging.getLogger(__name__)

Post = Callable[[Callable[[], None]], object]


class Phone(Protocol):
    """An open line to a browser; ``token`` is the secret of its cookie."""

    token: str

    def send(self, message: bytes) -> None:
        """Send one JSON object; a line that is gone takes it and forgets it."""

    def end(self) -> None:
        """Cut the line."""


class Table(Protocol):
    """What phones need of the session, from any thread."""

    open_id: str

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""

    @property
    def view(self) -> View:
        """The newest view."""

    def ask(
        self,
        request: Mapping[str, Any],
        press_id: str,
        answer: Callable[[Answer], None],
        bind: Callable[[Request], Bound],
    ) -> None:
        """Ask the bank for a seat."""

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Call ``callback`` with every new view; returns the way out."""


class PhoneDesk:
    """``folder`` is where the games lie, ``changed`` hears whenever the table should look."""

    def __init__(
        self,
        table: Table,
        folder: Path | None,
        now: Callable[[], float],
        post: Post,
        changed: Callable[[Desk], None],
    ) -> None:
        self._table, self._folder, self._now = table, folder, now
        self._post, self._changed = post, changed
        self._lines: list[Phone] = []
        self._asking: dict[int, tuple[Phone, str]] = {}
        self._numbers = 0
        self._game_id = self._spoken = ""
        self._view = View()
        self._shown_at = 0.0
        self._drawn: dict[str, bytes] = {}
        self._seats = Seats(None, now)

    # -- the table

    def show(self, view: View) -> None:
        """Another picture of the table: every phone gets its own."""
        if self._table.open_id != self._game_id:
            self._game_id = self._table.open_id
            path = None
            if self._folder is not None and self._game_id:
                path = phones_of(self._folder / f"{self._game_id}{SUFFIX}")
            self._seats = Seats(path, self._now)
            self._asking.clear()
        self._view, self._shown_at = view, self._now()
        self._drawn.clear()
        if self._spoken != self._language.code:
            self._spoken = self._language.code
            for phone in tuple(self._lines):
                self._greet(phone)
        for phone in tuple(self._lines):
            self._draw(phone)
        self._tell()

    def set_level(self, level: str) -> None:
        """What phones may do in this game."""
        self._seats.set_level(level)
        self.show(self._view)

    def take_back(self, letter: str) -> None:
        """No phone sits on this seat any more."""
        self._seats.take_back(letter)
        self.show(self._view)

    def answer(self, number: int, yes: bool) -> None:
        """The table's word to a phone that asks for a seat."""
        phone, letter = self._asking.pop(number, (None, ""))
        if phone is not None and yes:
            self._seats.sit(phone.token, letter)
        elif phone is not None:
            phone.send(json.encode({"told": self._language.tr("The table said no.")}))
        self.show(self._view)

    def fresh_code(self) -> None:
        """Show a code that can still be scanned."""
        self._tell()

    # -- the phones

    def new_token(self) -> str:
        """The secret for a browser that has none yet."""
        return self._seats.new_token()

    def came(self, phone: Phone) -> None:
        """A line is open."""
        self._lines.append(phone)
        self._greet(phone)
        self._drawn.clear()  # the seconds of an auction have gone on
        self._draw(phone)

    def went(self, phone: Phone) -> None:
        """A line is closed; the phone keeps its seat."""
        self._lines = [one for one in self._lines if one is not phone]
        self._asking = {n: ask for n, ask in self._asking.items() if ask[0] is not phone}
        self._tell()

    def end(self) -> None:
        """Cut every line; the phones keep their seats."""
        for phone in tuple(self._lines):
            phone.end()

    def has_room(self, token: str, lines: int, phones: int) -> bool:
        """Whether this browser may open one more line of ``lines``, as one of ``phones``."""
        there = Counter(one.token for one in self._lines)
        return there[token] < lines and (token in there or len(there) < phones)

    def sits(self, phone: Phone) -> bool:
        """Whether this phone has a seat."""
        return bool(self._seats.seat_of(phone.token))

    def heard(self, phone: Phone, message: dict[str, Any]) -> None:
        """What a phone sent: a wish for a seat, or a request to the bank."""
        if "sit" in message:
            self._sit(phone, str(message["sit"]), str(message.get("code", "")))
            return
        number = str(message.pop("id", ""))[:40]
        seat = self._seats.seat_of(phone.token)
        if not seat:
            no = Refused("no_seat", "This phone has no seat.", "Take one first.")
            phone.send(self._said(number, Answer(refused=no)))
            return
        level = self._seats.level

        def bind(request: Request) -> Bound:
            return bound(request, seat, level)

        def answered(answer: Answer) -> None:
            self._post(lambda: phone.send(self._said(number, answer)))

        # Two phones may count alike, and what stands in the journal tells nothing of a phone.
        press_id = f"{seat}-{hashed(phone.token + number)[:24]}" if number else ""
        self._table.ask(message, press_id, answered, bind)

    # -- how it is done

    @property
    def _language(self) -> i18n.Language:
        return i18n.load(self._table.settings.language)

    @property
    def _game(self) -> GameView | None:
        return self._view.game if isinstance(self._view.game, GameView) else None

    def _sit(self, phone: Phone, letter: str, code: str) -> None:
        game = self._game
        seat = game.seat(letter) if game else None
        if seat is None:
            return
        invited = self._seats.spend(code) if code else False
        if invited and not self._seats.phones(letter):
            self._seats.sit(phone.token, letter)
            self.show(self._view)
            return
        self._asking = {n: ask for n, ask in self._asking.items() if ask[0] is not phone}
        self._numbers += 1
        self._asking[self._numbers] = (phone, letter)
        told = self._language.tr("The table is asked whether that is right.")
        phone.send(json.encode({"told": told}))
        self._tell()

    def _greet(self, phone: Phone) -> None:
        """The words of the page itself."""
        language = self._language
        words = {text: language.tr(text) for text in WORDS}
        phone.send(json.encode({"language": language.code, "words": words}))

    def _draw(self, phone: Phone) -> None:
        """All phones of a seat get the same, drawn once a view."""
        letter = self._seats.seat_of(phone.token)
        if letter not in self._drawn:
            self._drawn[letter] = json.encode(self._picture(letter))
        phone.send(self._drawn[letter])

    def _picture(self, letter: str) -> dict[str, Any]:
        game, language = self._game, self._language
        seen = phone_view(self._view, letter, partial(may, level=self._seats.level))
        if seen is not None:
            drawn = wire.of_seat(seen, language)
        elif game is not None:
            taken = {seat.letter: self._seats.phones(seat.letter) for seat in game.seats}
            drawn = wire.of_door(self._view.shell.title, game.seats, taken, language)
        else:
            drawn = {"seat": "", "game": language.tr("There is no game on the table."), "seats": []}
        message: dict[str, Any] = {"n": self._view.number, "view": drawn}
        unit = self._view.unit
        if unit.total_ms and not unit.paused and game is not None and game.auction:
            gone = (self._now() - self._shown_at) * 1000
            message |= {"left_ms": max(0, int(unit.left_ms - gone)), "total_ms": unit.total_ms}
        return message

    def _said(self, number: str, answer: Answer) -> bytes:
        if answer.refused is None:
            return json.encode({"id": number, "ok": True})
        game = self._game
        parts = refusal(answer.refused, bool(game and game.short))
        words = " ".join(filter(None, map(self._language.say, parts)))
        said = {"id": number, "ok": False, "code": answer.refused.code, "reason": words}
        return json.encode(said)

    def _tell(self) -> None:
        game = self._game
        seats = game.seats if game else ()
        names = {seat.letter: seat.name for seat in seats}
        self._changed(
            Desk(
                code=self._seats.code(),
                level=self._seats.level,
                phones=tuple((one, self._seats.phones(one)) for one in names),
                asking=tuple(
                    Asking(number, letter, names.get(letter, letter))
                    for number, (_, letter) in self._asking.items()
                ),
            )
        )
