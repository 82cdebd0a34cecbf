"""What holds in every evening, whatever is asked in whatever order."""

from __future__ import annotations

import pytest

from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.requests import Undo
from tests.core.always import Evenings
from tests.core.moves import evenings, request

MOVES = 125


def test_nothing_created_lost_or_forgotten_in_twenty_thousand_requests() -> None:
    Evenings("classic_us", request, seats="ABCD").hold(evenings(MOVES, 40), 170, legal=4)


def test_undo_alone_brings_every_game_back_to_its_opening() -> None:
    table = Evenings("classic_us", request)
    game = table.play((n * 37 % 256, n * 91 % 256, n * 53 % 256) for n in range(400))
    assert table.booked > 100
    opened = Game(game.rules, [game.book.entries[0]])
    while game.can_undo():
        game.apply(game.ask(Undo(), 10**9))
    assert game.book.state()[0] == opened.book.state()[0]
    with pytest.raises(Refused) as no:
        game.ask(Undo(), 10**9)
    assert no.value.code == "nothing_to_undo"
