"""Every recorded classic game, booked through the pipe's vocabulary: ledger and rules agree."""

from __future__ import annotations

import json

import pytest

from companion.core.game import Game
from companion.games.loader import available, load
from tests.facts import undeclared
from tests.oracles.replay import ENGINES, HERE, Replay, games

GAMES = {"bsdgames-monop": 14, "clarkliu97": 24, "gamescomputersplay": 24, "malarzdawid": 16}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_recorded_game_agrees(engine: str) -> None:
    played = rents = 0
    for events in games(engine):
        replay = Replay(events)
        replay.run()
        replay.game.book.audit()
        assert not undeclared(replay.game.book)
        again = Game(replay.game.rules, replay.game.book)
        assert again.book.state() == replay.game.book.state()
        played += 1
        rents += replay.rents
    assert played == GAMES[engine]
    assert rents > 500


def test_our_deeds_are_those_of_the_majority_of_eleven_sources() -> None:
    table = json.loads((HERE / "deeds.json").read_text(encoding="utf-8"))
    for listed in available():
        if listed.game == "classic":
            deeds = load(listed.id).edition.deeds
            for pos, street in table["streets"].items():
                ours = deeds[int(pos)]
                assert street["price"] == ours.price
                assert street["house"] == ours.costs["house"]
                assert tuple(street["rents"]) == ours.rents
