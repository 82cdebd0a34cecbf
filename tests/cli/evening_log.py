"""A short classic evening with something of everything, for tests that need a game to chew on."""

from __future__ import annotations

from typing import Any

from companion.cli.pipe_session import PipeSession
from companion.core.game import Game
from companion.core.table import opening
from companion.games import loader
from companion.session.clock import ManualClock

ASKED: tuple[dict[str, Any], ...] = (
    {"do": "land", "who": "A", "pos": 1},
    {"do": "buy", "who": "A", "deed": 1},
    {"do": "land", "who": "B", "pos": 3},
    {"do": "decline", "who": "B"},
    {"do": "bid", "who": "A", "amount": 60},
    {"do": "close"},
    {"do": "build", "who": "A", "deed": 1, "n": 1},
    {"do": "land", "who": "C", "pos": 1},
    {"do": "rent"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "land", "who": "A", "pos": 5},
    {"do": "buy", "who": "A", "deed": 5},
    {"do": "mortgage", "who": "A", "deed": 5},
    {"do": "salary", "who": "B"},
    {"do": "deal", "a": "A", "b": "B", "a_gives": {"deeds": [5]}, "b_gives": {"cash": 150}},
    {"do": "rename", "who": "C", "name": 'Cleo "C" \\ Ünal'},
    {"do": "pay", "from": "C", "to": "A", "amount": 7},
    {"do": "take", "who": "B"},
    {"do": "end_turn"},
)


def played() -> Game:
    """The game after ASKED, every request of which is legal."""
    rules = loader.load("classic_us")
    game = Game(rules, [opening(rules, "ABC")])
    session = PipeSession(game, ManualClock(), lambda n: 0)
    for request in ASKED:
        answer = session.answer(request)
        assert answer["ok"], (request, answer)
    return game
