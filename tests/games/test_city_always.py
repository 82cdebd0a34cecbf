"""What holds in every City evening, whatever is asked in whatever order."""

from __future__ import annotations

from typing import Any

from companion.core.deadlines import auction
from companion.core.entry import Entry, Mark
from companion.core.game import Game
from companion.core.work import debts
from companion.games.city.rules import City
from tests.core.always import Evenings
from tests.core.moves import Move, evenings

EVENINGS = 145
MOVES = 140
UNIT = 10_000
PIECES = ("residential_block", "industrial_block", "stadium", "skyscraper", "tower")
HAZARDS = ("rubbish_dump", "prison", "sewage_plant", "power_station")
BONUS = ("park", "school", "water_tower", "wind_farm")


def request(game: Game, move: Move) -> dict[str, Any]:
    """The request a move stands for; about a third of them are legal."""
    kind, x, y = move
    rules, book = game.rules, game.book
    if book.fact("ended") and kind % 4:
        return {"do": "undo"}
    seats = rules.seats(book)
    deeds = list(rules.edition.deeds)
    turn = str(book.fact("turn"))
    who, other = seats[x % len(seats)], seats[y % len(seats)]
    pos = deeds[(x * 16 + y) % len(deeds)]
    mine = [deed.pos for deed in rules.deeds_of(book, turn)] or [pos]
    own, second = mine[y % len(mine)], mine[x % len(mine)]
    bid: Any = book.fact("bid")
    owed = [debt.who for debt in debts(book)] or [who]
    free = (*HAZARDS, *BONUS)[x % 8]
    task: Any = book.fact("task")
    if auction(book) and kind % 3:
        return [
            {"do": "bid", "who": who, "amount": (bid[1] if bid else 0) + UNIT * (1 + y)},
            {"do": "close"},
        ][y % 2]
    if task and kind % 2:
        if task[0] == "auction":
            return {"do": "auction", "deed": pos, "who": turn, "bid": UNIT}
        return {"do": "place", "who": turn, "deed": pos, "piece": free}
    choices = [
        *_turns(turn, who, pos, own, second, x, y),
        *_pieces(turn, who, other, pos, own, x, y),
        *_money(turn, who, other, owed[y % len(owed)], pos, own, x, y),
    ]
    return choices[kind % len(choices)]


def _turns(
    turn: str, who: str, pos: int, own: int, second: int, x: int, y: int
) -> list[dict[str, Any]]:
    return [
        {"do": "roll", "dice": [1 + x % 6, 1 + y % 6]},
        {"do": "land", "who": who, "pos": (x * 7 + y) % 40, "passed_go": y % 4 == 0},
        {"do": "land", "who": turn, "pos": pos, "times": 1 + y % 2},
        {"do": "land", "who": turn, "pos": (5, 12, 20, 4, 30, 35)[y % 6]},
        {"do": "roll_again"},
        {"do": "rent"},
        {"do": "waive"},
        {"do": "dodge"},
        {"do": "tax", "who": turn},
        {"do": "end_turn", "confirm": y % 3 > 0},
        {"do": "buy", "who": turn, "deed": pos},
        {"do": "decline"},
        {"do": "auction"},
        {"do": "build", "who": turn, "deed": own, "piece": PIECES[x % 5], "n": 1 + y % 3},
        {
            "do": "build",
            "who": turn,
            "lots": [
                {"deed": own, "piece": PIECES[x % 2]},
                {"deed": second, "piece": PIECES[y % 5]},
            ],
        },
    ]


def _pieces(
    turn: str, who: str, other: str, pos: int, own: int, x: int, y: int
) -> list[dict[str, Any]]:
    free = (*HAZARDS, *BONUS)[x % 8]
    return [
        {"do": "place", "who": turn, "deed": pos, "piece": "railroad", "card": y % 2 == 0},
        {"do": "place", "who": turn, "deed": pos, "piece": free, "card": y % 3 == 0},
        {"do": "place", "who": turn, "deed": own, "piece": PIECES[y % 3], "card": True},
        {"do": "clear", "who": turn, "deed": own, "piece": free, "card": y % 3 == 0},
        {"do": "jump", "who": turn, "pos": pos},
        {"do": "hand_over", "deed": pos, "to": ("bank", who, turn)[y % 3]},
        {"do": "mortgage", "who": turn, "deed": own},
        {"do": "lift", "who": turn, "deed": own},
        {
            "do": "deal",
            "a": turn,
            "b": other,
            "a_gives": {"deeds": [own]},
            "b_gives": {"cash": UNIT * x},
        },
    ]


def _money(
    turn: str, who: str, other: str, debtor: str, pos: int, own: int, x: int, y: int
) -> list[dict[str, Any]]:
    return [
        {"do": "pay", "from": "bank", "to": turn, "amount": UNIT * 50 * (1 + y)},
        {"do": "pay", "from": who, "to": other, "amount": 5_000 * (1 + y)},
        {"do": "fine", "who": who, "amount": UNIT * (1 + x * y)},
        {"do": "settle", "who": debtor},
        {"do": "bankrupt", "who": debtor, "confirm": y % 16 == 0},
        {"do": "leave_jail", "who": who, "how": ("fine", "card", "double")[y % 3]},
        {"do": "take", "who": who, "what": ("jail_card", "rent_dodge")[y % 2]},
        {"do": "option", "name": ("box_limits", "unit_limits")[x % 2], "value": y % 2 == 0},
        {"do": "correct", "deed": pos, "field": "rents.0", "value": UNIT * y},
        {"do": "sell", "who": turn, "deed": own},
        {"do": "undo"},
        {"do": "redo"},
    ]


def press(game: Game, now: int, result: int) -> None:
    """The unit books a new result as it does, once a turn."""
    book = game.book
    turn = book.fact("turn_no")
    if book.fact("unit.turn") == turn:
        return
    roll, old = book.fact("unit.roll"), book.fact("unit.turn")
    lines = (Mark("unit.roll", roll, (now, result)), Mark("unit.turn", old, turn))
    game.apply(Entry(f"unit-{len(book) + 1}", now, "unit_build", lines))


def booklets_limits(game: Game) -> None:
    """Everything the booklet limits (pages 5 to 7), after every request."""
    rules, book = game.rules, game.book
    assert isinstance(rules, City)
    groups: dict[str, list[str]] = {}
    for deed in rules.edition.deeds.values():
        on = rules.pieces_on(book, deed.pos)
        blocks = on.get("residential_block", 0) + on.get("industrial_block", 0)
        assert blocks == rules.level(book, deed.pos) <= 8
        assert on.get("railroad", 0) <= 1
        assert not (set(on) & set(HAZARDS) and set(on) & set(BONUS)), "one keeps the other out"
        groups.setdefault(deed.group, []).extend(
            piece for piece in ("stadium", "skyscraper", "tower") for _ in range(on.get(piece, 0))
        )
        if on:
            quote = rules.rent(book, deed.pos)
            assert quote.amount <= 2 * max(deed.rents[-1], 255 * UNIT) and quote.amount % UNIT == 0
        owner = rules.owner(book, deed.pos)
        if not owner:
            assert not set(on) & set(PIECES), "nobody builds on a free district"
    every = [piece for pieces in groups.values() for piece in pieces]
    assert every.count("tower") <= 1 and every.count("stadium") <= 2
    for pieces in groups.values():
        assert pieces.count("stadium") <= 1 and pieces.count("skyscraper") <= 1
    for who in rules.seats(book):
        assert book.held(who, "money") >= 0 and book.held(who, "money") % UNIT == 0
    shown: Any = book.fact("unit.roll")
    used: Any = book.fact("unit_used")
    if shown and used and used[1] == shown[0] and rules.option(book, "unit_limits"):
        assert used[2] <= counted_limit(game, shown[1])


def counted_limit(game: Game, result: int) -> int:
    """What may be built of a result; without the limit for a while, anything."""
    free = any(
        entry.reason == "option" and entry.detail.get("name") == "unit_limits"
        for entry in game.book
    )
    return 8 * 22 if free else (1 if result == 4 else result)


def press_now_and_then(game: Game, move: Move, now: int) -> None:
    """In every third request or so the Build button was pressed before."""
    if move[1] % 3 == 0:
        press(game, now, 1 + move[2] % 4)


def test_the_booklets_limits_hold_in_twenty_thousand_requests() -> None:
    table = Evenings("city_us", request, booklets_limits, between=press_now_and_then)
    table.hold(evenings(MOVES, 40), EVENINGS, legal=4)
