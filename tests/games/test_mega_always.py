"""Whatever is asked of a Mega table: nothing is lost, and the rules' limits hold."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game
from tests.core.always import Evenings
from tests.core.moves import Move, evenings, mixed

FACES = ("1", "2", "3", "mr_monopoly", "mr_monopoly", "bus")


def own(game: Game, move: Move) -> list[dict[str, Any]]:
    """Three dice, rides, bonus moves, gifts, and whole colours for somebody to build on."""
    _, x, y = move
    book, rules = game.book, game.rules
    turn = str(book.fact("turn"))
    here: Any = book.fact(f"at:{turn}") or 0
    groups = list(rules.edition.groups)
    deeds = rules.edition.groups[groups[x % len(groups)]]
    pos = deeds[y % len(deeds)]
    face = FACES[(x + y) % 6]
    white = [1 + x % 6, 1 + y % 6]
    roll = {"dice": [*white, int(face)]} if face.isdigit() else {"dice": white, "special": face}
    kept = {"do": "take", "who": turn, "what": "bus_ticket", "n": 1 + y % 3}
    return [
        {"do": "roll", **roll},
        {"do": "bonus"},
        {"do": "void"},
        {"do": "gift", "who": turn, "what": ("money", "bus_ticket")[y % 2]},
        {"do": "ride", "who": turn, "pos": (here + 1 + y % 13) % 52, "dice": 7},
        {"do": "buy", "who": turn, "deed": pos},
        {"do": "pay", "from": "bank", "to": turn, "amount": 2000},
        {"do": "build", "who": rules.owner(book, pos) or turn, "deed": pos, "n": 1 + y % 6},
        {"do": "want", "who": rules.owner(book, pos) or turn, "deed": pos},
        {"do": "auction", "piece": ("hotel", "skyscraper", "depot")[y % 3]},
        {"do": "land", "who": turn, "pos": (14, 32, 47, 5)[y % 4]},
        kept,
        {"do": "end_turn", "confirm": True},
    ]


def limits(game: Game) -> None:
    """Who has what he built on, and never more than a lot takes."""
    rules, book = game.rules, game.book
    for group, lots in rules.edition.groups.items():
        for pos in lots:
            on = rules.pieces_on(book, pos)
            owner = rules.owner(book, pos)
            assert sum(on.values()) <= 4 and (not on or owner)
            if group == "railroad":
                assert set(on) <= {"depot"} and on.get("depot", 0) <= 1
            elif on:
                mine = [lot for lot in lots if rules.owner(book, lot) == owner]
                assert len(mine) >= len(lots) - ("skyscraper" not in on), (group, on)
                assert not rules.mortgaged(book, pos)


def test_what_holds_in_twenty_thousand_requests() -> None:
    Evenings("mega_us", mixed(own), limits, gone=frozenset({"bus_ticket"})).hold(
        evenings(100, 50), 180, legal=4
    )
