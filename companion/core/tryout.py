"""A printing tried before a table plays it: what a game asks of it is asked once."""

from __future__ import annotations

from contextlib import suppress

from companion.core.board_check import check_board
from companion.core.book import BANK, Book, Draft
from companion.core.edition_file import FAULTS, wrong_kind
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.queries import standings, table_state
from companion.core.requests import Land
from companion.core.table import SEATS, opening
from companion.core.work import GameRules

AN_EIGHT = 8


def try_out(rules: GameRules) -> None:
    """Open a game with the fewest and the most players, land everywhere, look at every deed.

    Raises EditionFault where something in the file makes that impossible.
    """
    edition = rules.edition
    check_board(rules)
    try:
        for n in (edition.number("players_min"), edition.number("players_max")):
            game = Game(rules, [opening(rules, SEATS[:n])])
            table_state(game)
            standings(game)
        for space in edition.spaces:
            with suppress(Refused):
                game.ask(Land(who="A", pos=space.pos, dice=AN_EIGHT), 0)
        for pos in edition.deeds:
            _try_deed(rules, game.book, pos)
    except (*FAULTS, Refused) as fault:
        raise wrong_kind(f"{edition.id}.toml") from fault


def _try_deed(rules: GameRules, book: Book, pos: int) -> None:
    """Owned by A and at every step of its ladder: what it costs B, and what it is worth."""
    deed = rules.edition.deeds[pos]
    owned = Draft(book)
    owned.move(deed.key, 1, BANK, "A")
    steps = rules.edition.ladders.get(rules.at(owned).deeds[pos].ladder, ())
    for step in ({}, *steps):
        if any(book.held(BANK, piece) < n for piece, n in step.items()):
            continue
        built = Draft(owned)
        for piece, n in step.items():
            built.move(piece, n, BANK, deed.lot)
        rules.rent(built, pos, AN_EIGHT, 1, "B")
        rules.worth(built, "A")
        rules.raise_ways(built, "A")
        rules.lift_cost(built, pos)
