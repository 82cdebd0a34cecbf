"""Requests made from three numbers each, so that hypothesis can invent and shrink evenings.

About half of them are legal: they are aimed at what lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from companion.core.deadlines import auction
from companion.core.game import Game
from companion.core.work import debts

Move = tuple[int, int, int]


def evenings(least: int, more: int) -> SearchStrategy[list[Move]]:
    """``least`` to ``least + more`` moves, each of three numbers from 0 to 255.

    Invented as bytes: hypothesis takes far longer over a list of numbers than a game over its
    requests.
    """
    invented = st.binary(min_size=3 * least, max_size=3 * (least + more))
    return invented.map(lambda raw: list(zip(raw[::3], raw[1::3], raw[2::3], strict=False)))


def mixed(
    own: Callable[[Game, Move], list[dict[str, Any]]],
) -> Callable[[Game, Move], dict[str, Any]]:
    """A third of the requests from those only one game has, the others from the usual ones."""

    def asked(game: Game, move: Move) -> dict[str, Any]:
        kind, x, y = move
        special = own(game, move)
        return special[(x + y) % len(special)] if kind % 3 == 0 else request(game, move)

    return asked


def request(game: Game, move: Move) -> dict[str, Any]:
    """The request a move stands for at this table."""
    kind, x, y = move
    rules, book = game.rules, game.book
    seats = rules.seats(book)
    deeds = list(rules.edition.deeds)
    who, other = seats[x % len(seats)], seats[y % len(seats)]
    if book.fact("ended") and kind % 4:
        return {"do": "undo"}
    pos = deeds[(x * 16 + y) % len(deeds)]
    mine = [deed.pos for deed in rules.deeds_of(book, who)] or [pos]
    own = mine[y % len(mine)]
    lot = auction(book)
    choices = [*_play(game, move, who, other, pos, own), *_table(game, move, who, other, pos, own)]
    if lot and kind % 3 == 0:
        return choices[14 + y % 3]
    return choices[kind % len(choices)]


def _play(game: Game, move: Move, who: str, other: str, pos: int, own: int) -> list[dict[str, Any]]:
    """Moves, purchases, auctions, buildings, deals."""
    _, x, y = move
    rules, book = game.rules, game.book
    group = rules.edition.deeds[own].group
    bid: Any = book.fact("bid")
    turn = str(book.fact("turn"))
    return [
        {"do": "roll", "dice": [1 + x % 6, 1 + y % 6]},
        {"do": "land", "who": who, "pos": (x * 7 + y) % len(rules.edition.spaces), "dice": 7},
        {"do": "land", "who": turn, "pos": own, "dice": 2 + y % 11},
        {"do": "goto", "who": turn, "pos": pos, "dice": 5, "times": 1 + y % 2},
        {"do": "rent"},
        {"do": "rent", "who": who, "deed": pos, "dice": 2 + y % 13, "times": 1 + y % 3},
        {"do": "waive"},
        {"do": "tax", "who": turn},
        {"do": "end_turn", "confirm": y % 3 > 0},
        {"do": "buy", "who": who, "deed": pos},
        {"do": "buy", "who": who, "deed": pos, "price": 1},
        {"do": "decline"},
        {"do": "auction", "deed": pos},
        {"do": "auction"},
        {"do": "bid", "who": who, "amount": (bid[1] if bid else 9) + 1 + y * y % 200},
        {"do": "close"},
        {"do": "cancel"},
        {"do": "build", "who": who, "deed": own, "n": 1 + y % 2},
        {"do": "build", "who": rules.owner(book, pos) or who, "deed": pos},
        {"do": "sell", "who": who, "deed": own, "n": 1 + y % 5},
        {"do": "sell", "who": who, "group": group},
        {"do": "mortgage", "who": who, "deed": own},
        {"do": "lift", "who": who, "deed": own},
        {
            "do": ("deal", "offer")[y % 2],
            "a": who,
            "b": other,
            "a_gives": {"deeds": [own], "cash": x * y % 70},
            "b_gives": {"cash": x % 200},
            "lift": [own] if y % 4 == 0 else [],
        },
        {"do": "accept", "offer": 1 + y % 9},
        {"do": "withdraw", "offer": 1 + y % 9},
    ]


def _table(
    game: Game, move: Move, who: str, other: str, pos: int, own: int
) -> list[dict[str, Any]]:
    """Payments, debts, bankruptcies, cards, and the table itself."""
    _, x, y = move
    book = game.book
    owed = [debt.who for debt in debts(book)] or [who]
    amount = 1 + (y * y) % 900
    turn = str(book.fact("turn"))
    return [
        {"do": "pay", "from": who, "to": other, "amount": amount},
        {"do": "pay", "from": "bank", "to": who, "amount": amount, "by": who if y % 2 else ""},
        {"do": "pay", "from": who, "to": other, "amount": amount * 3, "reason": "rent"},
        {"do": "fine", "who": who, "amount": amount},
        {"do": "each_pays", "who": who, "amount": 1 + y},
        {"do": "pays_each", "who": who, "amount": 1 + y},
        {"do": "repairs", "who": who, "house": 25, "hotel": 100},
        {"do": "settle", "who": owed[y % len(owed)]},
        {"do": "bankrupt", "who": owed[y % len(owed)], "confirm": y % 8 == 0},
        {"do": "bankrupt", "who": who, "to": "bank" if x % 2 else other, "confirm": y % 16 == 0},
        {"do": "jail", "who": turn},
        {"do": "leave_jail", "who": who, "how": ("fine", "card", "double")[y % 3]},
        {"do": "take", "who": who},
        {"do": "give_back", "who": who},
        {"do": "want", "who": who, "deed": own, "n": 1 + y % 3},
        {"do": "unwant", "who": who},
        {"do": "auction", "piece": "house"},
        {"do": "correct", "deed": pos, "field": "rents.0", "value": y},
        _mend(game, x, y, who),
        {"do": "option", "name": "parking_pot", "value": y % 2 == 0},
        {"do": "confirm", "wish": 1 + y % 5},
        {"do": "salary", "who": who},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "finish"} if y % 32 == 0 else {"do": "undo"},
        {"do": "rename", "who": who, "name": f"N{y}"},
    ]


def _mend(game: Game, x: int, y: int, who: str) -> dict[str, Any]:
    """One of the last dozen entries put right in one of four ways."""
    amount: dict[str, Any] = {"amount": 1 + y}
    ways: tuple[dict[str, Any], ...] = ({}, {}, amount, {"from": who}, {"to": who})
    return {"do": "mend", "entry": f"#{len(game.book) - y % 12}", **ways[x % 5]}
