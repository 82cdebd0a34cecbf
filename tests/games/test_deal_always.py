"""What holds at every card table, whatever is asked in whatever order."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from hypothesis import strategies as st

from companion.core.book import BANK, BOX
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.requests import Undo, parse
from companion.core.table import opening
from companion.games.deal.rules import Deal
from companion.games.deal.table import claims, set_of
from tests.core.always import REQUESTS_MIN, can_be_told_and_taken_back, invent
from tests.core.moves import Move, evenings
from tests.oracles.deal_replay import patient

EVENINGS = 150
MOVES = 140
SEATS = ("AB", "ABC", "ABCD", "ABCDE")

tables = st.tuples(
    st.sampled_from(SEATS),
    st.sampled_from((1, 1, 2, 3)),
    evenings(MOVES, 20),
)
counted = {"booked": 0, "refused": 0, "paid": 0, "ended": 0}


def request(game: Game, move: Move) -> dict[str, Any]:
    """The request a move stands for at this table; about half of them are legal."""
    rules, book = game.rules, game.book
    assert isinstance(rules, Deal)
    pick, x, y = move
    seats, deck, groups = rules.seats(book), list(rules.deck), list(rules.sets)
    if book.fact("ended"):
        return {"do": ("undo", "rename", "undo", "bank")[x % 4], "who": "A", "what": "money_1",
                "name": f"N{y}"} if x % 4 in (1, 3) else {"do": "undo"}  # fmt: skip
    turn = str(book.fact("turn"))
    who, other = seats[x % len(seats)], seats[y % len(seats)]
    what = deck[(x * 3 + y) % len(deck)]
    colours = rules.deck[what].groups or tuple(groups)
    open_claims = claims(book)
    if open_claims and pick % 5:
        claim = open_claims[x % len(open_claims)]
        lies = [
            f"{kind}@{place.rpartition(':')[2]}" if ":" in place else kind
            for place in rules.places(claim.who)
            for kind, n in rules.holdings(book, place).items()
            for _ in range(n)
            if rules.value(book, kind)
        ]
        if not claim.amount or claim.noes % 2 or y % 9 == 0:
            return {"do": ("concede", "say_no")[y % 7 == 0], "who": claim.answers}
        few = lies[: 1 + y % 4] if y % 3 else lies
        return {"do": "pay_cards", "who": claim.who, "cards": few}
    own = [(kind, g) for g in groups for kind in rules.cards_in(book, turn, g)] or [(what, "red")]
    theirs = [(k, g) for g in groups for k in rules.cards_in(book, other, g)] or [(what, "red")]
    mine, at = own[x % len(own)]
    taken, there = theirs[y % len(theirs)]
    property_ = deck[6 + (x * 7 + y) % 18]
    choices: list[dict[str, Any]] = [
        {"do": "lay", "what": property_, "group": colours[0] if pick % 2 else ""},
        {"do": "lay", "what": property_,
         "group": rules.deck[property_].groups[y % len(rules.deck[property_].groups)]},
        {"do": "bank", "what": what},
        {"do": "bank", "what": what, "who": who},
        {"do": "play", "what": what, "to": other, "group": at, "takes": f"{taken}@{there}",
         "gives": f"{mine}@{at}", "doubles": y % 2},
        {"do": "play", "what": deck[24 + x % 16], "to": other, "group": at,
         "takes": f"{taken}@{there}", "gives": f"{mine}@{at}"},
        {"do": "play", "what": ("house", "hotel")[y % 2], "group": at},
        {"do": "flip", "what": f"{mine}@{at}", "group": groups[y % 10]},
        {"do": "flip", "who": who, "what": taken, "group": groups[y % 10]},
        {"do": "end_turn"},
        {"do": "end_turn"},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "pay_cards", "who": who, "cards": [what]},
        {"do": "concede", "who": who},
        {"do": "correct", "field": f"value_{what}", "value": y % 12 * 1_000_000},
    ]  # fmt: skip
    return choices[pick % len(choices)]


def play(seats: str, win_sets: int, moves: list[Move]) -> Game:
    """An evening of these moves."""
    rules = patient()
    game = Game(rules, [opening(rules, seats, options={"win_sets": win_sets})])
    for now, move in enumerate(moves):
        asked = request(game, move)
        before = {who: rules.worth(game.book, who).total for who in seats}
        try:
            entry = game.ask(parse(asked, game.rules.words), now)
        except Refused:
            counted["refused"] += 1
            continue
        owed = {claim.who: claim for claim in claims(game.book)}
        game.apply(entry)
        counted["booked"] += 1
        if entry.reason == "pay_cards":
            counted["paid"] += 1
            _paid_what_was_owed(game, before, owed[str(entry.detail["who"])].amount, entry.detail)
    return game


def _paid_what_was_owed(game: Game, before: dict[str, int], owed: int, detail: Any) -> None:
    """Enough or all; it all arrives, and nobody else gains or loses by it."""
    rules: Any = game.rules
    after = {who: rules.worth(game.book, who).total for who in before}
    who, to, value = detail["who"], detail["to"], detail["amount"]
    assert value >= min(owed, before[who])
    assert before[who] - after[who] == value == after[to] - before[to]
    assert all(after[seat] == before[seat] for seat in before if seat not in (who, to))


def _every_card_lies_in_one_place(game: Game) -> None:
    rules, book = game.rules, game.book
    assert isinstance(rules, Deal)
    places = {BANK, *(place for who in rules.seats(book) for place in rules.places(who))}
    total = 0
    for card in rules.deck.values():
        held = {place: n for place, n in book.holders(card.id).items() if place != BOX}
        assert sum(held.values()) == card.count and min(held.values()) > 0
        assert set(held) <= places
        total += sum(held.values())
        for place in held:
            group = place.rpartition(":")[2] if ":" in place else ""
            if group and card.effect != "build":
                assert group in card.groups, "a card lies in a colour it has"
            if place in rules.seats(book):
                assert card.effect != "property", "property never lies in a bank"
    assert total == 106


def _buildings_stand_on_complete_sets(game: Game) -> None:
    rules, book = game.rules, game.book
    assert isinstance(rules, Deal)
    for who in rules.seats(book):
        for group, data in rules.sets.items():
            house, hotel = (book.held(set_of(who, group), top) for top in ("house", "hotel"))
            assert hotel <= house <= rules.full(book, who, group)
            assert not house or data["buildings"]


def hold_at_every_table(evening: tuple[str, int, list[Move]]) -> None:
    game = play(*evening)
    counted["ended"] += bool(game.book.fact("ended"))
    game.book.audit()
    _every_card_lies_in_one_place(game)
    _buildings_stand_on_complete_sets(game)
    can_be_told_and_taken_back(game)


def test_no_card_is_made_lost_or_doubled_in_twenty_thousand_requests() -> None:
    invent(hold_at_every_table, tables, EVENINGS)
    total = counted["booked"] + counted["refused"]
    assert total >= REQUESTS_MIN
    assert counted["booked"] > total // 4, "too few of the invented requests are legal"
    assert counted["paid"] > 200 and counted["ended"] > 0


def test_a_long_evening_ends_and_is_undone_to_its_opening() -> None:
    steps = cycle((37, 91, 53, 11))
    moves = [(n * next(steps) % 256, n * 59 % 256, n * 83 % 256) for n in range(500)]
    game = play("ABCD", 4, moves)
    opened = Game(game.rules, [game.book.entries[0]])
    assert len(game.book) > 150
    while game.can_undo():
        game.apply(game.ask(Undo(), 10**6))
    assert game.book.state()[0] == opened.book.state()[0]
