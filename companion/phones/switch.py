"""Phones on and off, as the table's screen knows them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.errors import Sentence
from companion.phones.view import Desk

if TYPE_CHECKING:
    # The server and its library are loaded when phones are switched on.
    from companion.phones.desk import PhoneDesk, Table
    from companion.phones.server import PhoneServer

log = logging.getLogger(__name__)


class Phones:
    """Off until ``switch_on``. ``folder`` is where the games lie, None where nothing is kept.

    ``watch`` is called with every new ``desk``, from the server's thread; ``tell`` says a sentence
    at the table, whatever its screen shows.
    """

    def __init__(self, table: Table, folder: Path | None, tell: Callable[[str], None]) -> None:
        self._table, self._folder, self._tell = table, folder, tell
        self._told = 0
        self._server: PhoneServer | None = None
        self.desk = Desk()
        self.watch: Callable[[Desk], None] = lambda _: None

    @property
    def urls(self) -> tuple[str, ...]:
        """Where phones find the table; empty while they are off."""
        return tuple(self._server.urls) if self._server else ()

    def switch_on(self, addresses: tuple[str, ...] = (), port: int | None = None) -> str:
        """Let phones in; "" or one sentence saying why they cannot be."""
        if self._server is not None:
            return ""
        from companion.phones.net import PORT, private_addresses

        addresses = addresses or private_addresses()
        if not addresses:
            return Sentence(
                "This computer is in no net, so no phone can reach it. Join the family's Wi-Fi, "
                "then switch the phones on again."
            )
        try:
            from companion.phones.server import PhoneServer
        except ModuleNotFoundError as fault:
            return Sentence(
                "Phones need the Python package {name}; run `make run` once with a connection.",
                name=str(fault.name),
            )
        try:
            self._server = PhoneServer(
                self._table, self._folder, addresses, self._changed,
                PORT if port is None else port,
            )  # fmt: skip
        except OSError as fault:
            return Sentence(
                "Phones cannot be let in ({why}); perhaps another Companion has them.",
                why=fault.strerror,
            )
        log.info("phones are let in at %s", ", ".join(self.urls))
        return ""

    def switch_off(self) -> None:
        """Nobody is connected and nothing listens; who sat somewhere still does."""
        if self._server is not None:
            self._server.close()
            self._server, self.desk, self._told = None, Desk(), 0
            log.info("phones are off")

    def set_level(self, level: str) -> None:
        """What phones may do in this game."""
        self._do(lambda desk: desk.set_level(level))

    def take_back(self, letter: str) -> None:
        """No phone sits on this seat any more."""
        self._do(lambda desk: desk.take_back(letter))

    def answer(self, number: int, yes: bool) -> None:
        """The table's word to a phone that asks for a seat."""
        self._do(lambda desk: desk.answer(number, yes))

    def fresh_code(self) -> None:
        """Ask for a code that can still be scanned; ``watch`` brings it."""
        self._do(lambda desk: desk.fresh_code())

    def _do(self, act: Callable[[PhoneDesk], None]) -> None:
        if (server := self._server) is not None:
            server.post(lambda: act(server.desk))

    def _changed(self, desk: Desk) -> None:
        if self._server is not None or desk.code:
            self.desk = desk
            for one in desk.asking:
                if one.number > self._told:
                    self._told = one.number
                    self._tell(
                        Sentence(
                            "A phone asks for the seat of {name}: menu, Phones.", name=one.name
                        )
                    )
            self.watch(desk)
