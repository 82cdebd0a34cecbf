"""Evenings invented by hypothesis: what must hold after every request to a board game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.entry import entry_from_json, entry_to_json
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.requests import Redo, Undo, parse
from companion.core.state import ledger, standings, table_state
from companion.core.table import opening
from companion.editions import load
from tests.core.moves import Move
from tests.core.moves import request as usual

Own = Callable[[Game, Move], list[dict[str, Any]]]


class Evenings:
    """Plays one evening after the other and counts what was booked and what refused.

    ``own`` are the requests only this game has, ``limits`` what its rules never allow.
    """

    def __init__(self, edition: str, own: Own, limits: Callable[[Game], None]) -> None:
        self._edition, self._own, self._limits = edition, own, limits
        self.booked = self.refused = 0

    def play(self, moves: list[Move], seats: str = "ABC") -> None:
        """One evening, looked at after every request and once more at its end."""
        rules = load(self._edition)
        game = Game(rules, [opening(rules, seats)])
        now = 0
        for move in moves:
            now += 500 + 40 * move[2]
            while (timed := game.tick(now)) is not None:
                game.apply(timed)
            self._ask(game, self._request(game, move), now)
        _nothing_is_made_or_lost(game)
        entries = [entry_from_json(entry_to_json(entry)) for entry in game.book]
        assert Game(game.rules, entries).book.state() == game.book.state()
        _undo_and_redo_cancel_out(game)
        assert table_state(game) and standings(game) and all(x["text"] for x in ledger(game, None))

    def _request(self, game: Game, move: Move) -> dict[str, Any]:
        kind, x, y = move
        own = self._own(game, move)
        return own[(x + y) % len(own)] if kind % 3 == 0 else usual(game, move)

    def _ask(self, game: Game, data: dict[str, Any], now: int) -> None:
        before, length = game.book.state(), len(game.book)
        try:
            entry = game.ask(parse(data), now)
        except Refused as no:
            assert no.reason and no.remedy and no.code
            self.refused += 1
            entry = None
        assert game.book.state() == before and len(game.book) == length, "asking changed something"
        if entry is None:
            return
        game.apply(entry)
        game.book.audit()
        self._limits(game)
        self.booked += 1


def _nothing_is_made_or_lost(game: Game) -> None:
    edition = game.rules.edition
    for what, n in {**edition.stock, **edition.cards}.items():
        holders = game.book.holders(what)
        assert sum(holders.values()) == 0 and -holders.get("box", 0) <= n
        assert all(held > 0 for holder, held in holders.items() if holder != "box")
    for deed in edition.deeds.values():
        assert sorted(game.book.holders(deed.key).values()) == [-1, 1]
    assert sum(game.book.holders("money").values()) == 0
    for who in game.rules.seats(game.book):
        assert game.book.held(who, "money") >= 0


def _undo_and_redo_cancel_out(game: Game) -> None:
    state, now, steps = game.book.state(), game.book.entries[-1].at, 0
    while game.can_undo():
        game.apply(game.ask(Undo(), now))
        steps += 1
    for _ in range(steps):
        game.apply(game.ask(Redo(), now))
    assert game.book.state() == state
