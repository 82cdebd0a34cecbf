"""What a City game adds to the picture of the table: the unit's offer, a railroad, an open task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.errors import Refused
from companion.core.facts import ENDED, TASK, TURN
from companion.core.values import Door, Extra

if TYPE_CHECKING:
    from companion.core.book import Book
    from companion.core.work import GameRules

WORDS = {
    "railroad": "Railroad line",
    "build": "Build",
    "district": "District…",
    "card": "For a district…",
}
"""What stands on the ways to City's pages."""


class Permits(Extra, frozen=True):
    """The unit's offer and more.

    ``shown``: the unit's result of this turn, 0 before Build is pressed. ``left``: blocks that
    may still be built, -1 for as many as one likes. ``press``: Build may be pressed.
    ``railroad``: one may be put down. ``ride``: the player who is up may take the railroad.
    ``task``: what his space asks of him, "planning", "auction" or "".
    """

    shown: int = 0
    left: int = 0
    press: bool = False
    railroad: bool = False
    ride: bool = False
    task: str = ""


def permits_of(extra: object) -> Permits:
    """What City's pages read; nothing is allowed in another game."""
    return extra if isinstance(extra, Permits) else Permits()


def permits_now(rules: GameRules, book: Book) -> Permits:
    """The unit's offer, the railroad and the open task."""
    # The first picture asks only whether there is an offer; it does not wait for the rules.
    from companion.games.city import building, moves

    task, turn = book.get(TASK), book.get(TURN) or ""
    over = book.get(ENDED) is not None
    shown, may = building.shown(book), building.blocks_left(rules, book)
    left = 0 if over else -1 if may is None else may
    press = not shown and left == 0 and not over
    railroad = building.railroad_left(rules, book) and not over
    beside = None
    if railroad:
        beside = Door(WORDS["railroad"], "rails")
    elif left > 0 or press:
        beside = Door(WORDS["build"], "build" if left > 0 else "unit")
    return Permits(
        beside=beside,
        deed=Door(WORDS["district"], "district"),
        card=Door(WORDS["card"], "map"),
        unit=True,
        shown=shown,
        left=left,
        press=press,
        railroad=railroad,
        ride=not over and moves.rider(book) == turn and _may_ride(rules, book, turn),
        task=task.kind if task else "",
    )


def _may_ride(rules: GameRules, book: Book, who: str) -> bool:
    from companion.core.work import Work
    from companion.games.city import moves
    from companion.games.city.requests import Jump

    for pos in rules.edition.deeds:
        try:
            moves.jump(Work(rules, book, 0), Jump(who=who, pos=pos))
        except Refused:
            continue
        return True
    return False
