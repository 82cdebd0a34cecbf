"""Evenings invented by hypothesis: what must hold after every request, and at their end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from companion.core.entry import entry_from_json, entry_to_json
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.queries import ledger, standings, table_state
from companion.core.requests import Redo, Undo, parse
from companion.core.table import opening
from companion.games.loader import load
from tests.core.moves import Move
from tests.facts import undeclared

REQUESTS_MIN = 20_000


def no_limits(game: Game) -> None:
    """The game has no limits beside those of every game."""


def nothing_between(game: Game, move: Move, now: int) -> None:
    """Nothing happens between two requests."""


class Evenings:
    """Plays one evening after the other and counts what was booked and what refused.

    ``request`` is what a move asks for, ``limits`` what the rules never allow, ``between`` what
    happens by itself before a request. ``gone``: pieces that leave the game when used.
    """

    def __init__(
        self,
        edition: str,
        request: Callable[[Game, Move], dict[str, Any]],
        limits: Callable[[Game], None] = no_limits,
        *,
        seats: str = "ABC",
        between: Callable[[Game, Move, int], None] = nothing_between,
        gone: frozenset[str] = frozenset(),
    ) -> None:
        self._edition, self._seats, self._gone = edition, seats, gone
        self._request, self._limits, self._between = request, limits, between
        self.booked = self.refused = 0

    def hold(self, invented: SearchStrategy[list[Move]], evenings: int, *, legal: int) -> None:
        """Twenty thousand requests, one in ``legal`` of them booked at least."""
        invent(self.play, invented, evenings)
        total = self.booked + self.refused
        assert total >= REQUESTS_MIN
        assert self.booked > total // legal, "too few of the invented requests are legal"

    def play(self, moves: Iterable[Move]) -> Game:
        """One evening, looked at after every request and once more at its end."""
        rules = load(self._edition)
        game = Game(rules, [opening(rules, self._seats)])
        now = 0
        for move in moves:
            now += 500 + 40 * move[2]
            while (timed := game.tick(now)) is not None:
                game.apply(timed)
            self._between(game, move, now)
            self._ask(game, self._request(game, move), now)
        times = [entry.at for entry in game.book]
        assert times == sorted(times), "time goes back in the ledger"
        nothing_is_made_or_lost(game, self._gone)
        can_be_told_and_taken_back(game)
        return game

    def _ask(self, game: Game, data: dict[str, Any], now: int) -> None:
        before, length = game.book.state(), len(game.book)
        try:
            entry = game.ask(parse(data, game.rules.words), now)
        except Refused as no:
            assert no.reason and no.remedy and no.code
            self.refused += 1
            entry = None
        assert game.book.state() == before and len(game.book) == length, "asking changed something"
        if entry is None:
            return
        game.apply(entry)
        game.book.audit()
        assert not undeclared([entry])
        self._limits(game)
        self.booked += 1


def invent(play: Callable[[Any], object], invented: SearchStrategy[Any], evenings: int) -> None:
    """So many invented evenings, whatever they take; a failing one is told in short."""

    @settings(
        max_examples=evenings, deadline=None, suppress_health_check=list(HealthCheck),
        print_blob=True,
    )  # fmt: skip
    @given(invented)
    def hold(evening: Any) -> None:
        play(evening)

    hold()


def nothing_is_made_or_lost(game: Game, gone: frozenset[str] = frozenset()) -> None:
    """Pieces, cards and deeds are what the box holds, money is nobody's but the bank's to make."""
    edition = game.rules.edition
    for what, n in {**edition.stock, **edition.cards}.items():
        holders = game.book.holders(what)
        left = -holders.get("box", 0)
        assert sum(holders.values()) == 0 and (left <= n if what in gone else left == n)
        assert all(held > 0 for holder, held in holders.items() if holder != "box")
    for deed in edition.deeds.values():
        assert sorted(game.book.holders(deed.key).values()) == [-1, 1]
    assert sum(game.book.holders("money").values()) == 0
    for who in game.rules.seats(game.book):
        assert game.book.held(who, "money") >= 0


def can_be_told_and_taken_back(game: Game) -> None:
    """Saved and loaded it is the same game; undone to the opening and done again as well."""
    state, now = game.book.state(), game.book.entries[-1].at
    assert table_state(game) and standings(game) and all(x["text"] for x in ledger(game, None))
    entries = [entry_from_json(entry_to_json(entry)) for entry in game.book]
    again = Game(game.rules, entries)
    assert again.book.state() == state
    assert again.can_undo() == game.can_undo() and again.can_redo() == game.can_redo()
    steps = 0
    while game.can_undo():
        game.apply(game.ask(Undo(), now))
        steps += 1
    for _ in range(steps):
        game.apply(game.ask(Redo(), now))
    assert game.book.state() == state
