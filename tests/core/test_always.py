"""What holds in every evening, whatever is asked in whatever order."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.entry import entry_from_json, entry_to_json
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.requests import Redo, Undo
from companion.core.state import ledger, standings, table_state
from tests.core.moves import Move, play

REQUESTS_MIN = 20_000
EVENINGS = 170
MOVES = 125

number = st.integers(0, 255)
evenings = st.lists(st.tuples(number, number, number), min_size=MOVES, max_size=MOVES + 40)
counted = {"booked": 0, "refused": 0}


@settings(
    max_examples=EVENINGS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
@given(evenings)
def hold_in_every_evening(moves: list[Move]) -> None:
    game, booked, refused = play("classic_us", "ABCD", moves)
    counted["booked"] += booked
    counted["refused"] += refused
    state = game.book.state()
    _nothing_is_made_or_lost(game)
    _loading_gives_the_same(game)
    _undo_and_redo_cancel_out(game, len(moves))
    assert game.book.state() == state
    assert table_state(game) and standings(game) and all(x["text"] for x in ledger(game, None))


def _nothing_is_made_or_lost(game: Game) -> None:
    edition = game.rules.edition
    for what, n in {**edition.stock, **edition.cards}.items():
        held = {h: k for h, k in game.book.holders(what).items() if h != "box"}
        assert sum(held.values()) == n and min(held.values()) >= 0
    for deed in edition.deeds.values():
        assert sorted(game.book.holders(deed.key).values()) == [-1, 1]
    assert sum(game.book.holders("money").values()) == 0
    for who in game.rules.seats(game.book):
        assert game.book.held(who, "money") >= 0


def _loading_gives_the_same(game: Game) -> None:
    entries = [entry_from_json(json.loads(json.dumps(entry_to_json(entry)))) for entry in game.book]
    again = Game(game.rules, entries)
    assert again.book.state() == game.book.state()
    assert again.can_undo() == game.can_undo() and again.can_redo() == game.can_redo()


def _undo_and_redo_cancel_out(game: Game, most: int) -> None:
    now = game.book.entries[-1].at
    steps = 0
    while steps < most and game.can_undo():
        game.apply(game.ask(Undo(), now))
        steps += 1
    for _ in range(steps):
        game.apply(game.ask(Redo(), now))


def test_nothing_created_lost_or_forgotten_in_twenty_thousand_requests() -> None:
    hold_in_every_evening()
    total = counted["booked"] + counted["refused"]
    assert total >= REQUESTS_MIN
    assert counted["booked"] > total // 4, "too few of the invented requests are legal"


def test_undo_alone_brings_every_game_back_to_its_opening() -> None:
    moves = [(n * 37 % 256, n * 91 % 256, n * 53 % 256) for n in range(400)]
    game, booked, _ = play("classic_us", "ABC", moves)
    assert booked > 100
    opened = Game(game.rules, [game.book.entries[0]])
    while game.can_undo():
        game.apply(game.ask(Undo(), 10**9))
    assert game.book.state()[0] == opened.book.state()[0]
    try:
        game.ask(Undo(), 10**9)
        raise AssertionError("the opening was undone")
    except Refused as no:
        assert no.code == "nothing_to_undo"
