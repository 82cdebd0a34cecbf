"""Whatever is asked of an Anti-Monopoly table: nothing is lost, and the rules' limits hold."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game
from companion.games.anti import sides
from tests.core.always import Evenings
from tests.core.moves import Move, evenings, mixed


def own(game: Game, move: Move) -> list[dict[str, Any]]:
    """Sides, the foundation, the final dice, whole notes, and cities to build on."""
    _, x, y = move
    book, rules = game.book, game.rules
    turn = str(book.fact("turn"))
    groups = list(rules.edition.groups)
    deeds = rules.edition.groups[groups[x % len(groups)]]
    pos = deeds[y % len(deeds)]
    seat = rules.seats(book)[y % 3]
    return [
        {"do": "role", "who": seat, "side": ("competitor", "monopolist")[x % 2]},
        {"do": "gift", "who": turn, "die": 1 + y % 6},
        {"do": "count", "deed": (12, 28)[y % 2], "dice": 2 + x % 11},
        {"do": "land", "who": turn, "pos": (4, 20, 30, 38, 12, pos)[y % 6], "dice": 7},
        {"do": "tax", "who": turn, "choice": ("flat", "percent")[y % 2]},
        {"do": "buy", "who": turn, "deed": pos},
        {"do": "decline"},
        {"do": "pay", "from": "bank", "to": turn, "amount": 5000},
        {"do": "build", "who": rules.owner(book, pos) or turn, "deed": pos, "n": 1 + y % 5},
        {"do": "roll", "dice": [1 + x % 6, 1 + (x if y % 3 == 0 else y) % 6]},
        {"do": "end_turn", "confirm": True},
        {"do": "bankrupt", "who": seat, "confirm": y == 0, "to": "bank"},
    ]


def limits(game: Game) -> None:
    """Each side builds as its side of the card says; money is whole notes; the end is by side."""
    rules, book = game.rules, game.book
    for lots in rules.edition.groups.values():
        for pos in lots:
            on = rules.pieces_on(book, pos)
            if not on:
                continue
            owner = rules.owner(book, pos)
            blue = sides.monopolist(book, owner)
            assert on.get("house", 0) <= (3 if blue else 4) and on.get("hotel", 0) <= 1
            assert len(on) == 1 and not rules.mortgaged(book, pos)
            if blue:
                assert sum(rules.owner(book, lot) == owner for lot in lots) >= 2
    for who in rules.seats(book):
        assert book.held(who, "money") % 10 == 0
    played = [sides.side(book, who) for who in rules.seats(book)]
    assert abs(played.count("competitor") - played.count("monopolist")) <= 1
    left = {sides.side(book, who) for who in rules.playing(book)}
    assert len(left) == 2 or book.fact("ended") or book.fact("final")


def test_what_holds_in_twenty_thousand_requests() -> None:
    Evenings("anti_x10", mixed(own), limits).hold(evenings(100, 50), 180, legal=6)
