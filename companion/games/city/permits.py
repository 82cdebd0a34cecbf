"""What a board with districts adds to the picture of the table: the unit's offer, a railroad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.edition import Edition
from companion.core.facts import ENDED, TASK, TURN
from companion.core.game import Game
from companion.faces.trying import refused


@dataclass(frozen=True, slots=True)
class Permits:
    """What a table with districts adds to the picture of the table.

    ``shown``: the unit's result of this turn, 0 before Build is pressed. ``left``: blocks that
    may still be built, -1 for as many as one likes. ``press``: Build may be pressed.
    ``railroad``: one may be put down. ``ride``: the player who is up may take the railroad.
    ``task``: what his space asks of him, "planning", "auction" or "".
    """

    shown: int
    left: int
    press: bool
    railroad: bool
    ride: bool
    task: str


def district_table(edition: Edition) -> Mapping[str, Any] | None:
    """What may stand on the districts of this printing, None where it has none."""
    found: Mapping[str, Any] | None = edition.tables.get("district")
    return found


def permits_now(game: Game) -> Permits | None:
    """The unit's offer, the railroad and the open task; None for a board without districts."""
    rules, book = game.rules, game.book
    if district_table(rules.edition) is None:
        return None
    more = rules.more(book)
    build: Any = more["build"]
    task = book.get(TASK)
    turn = book.get(TURN) or ""
    over = book.get(ENDED) is not None
    left = 0 if over else -1 if build["left"] is None else int(build["left"])
    ride = more["ride"] == turn and any(
        refused(game, 0, {"do": "jump", "who": turn, "pos": pos}) is None
        for pos in rules.edition.deeds
    )
    return Permits(
        shown=int(build["shown"]),
        left=left,
        press=not build["shown"] and left == 0 and not over,
        railroad=bool(build["railroad"]) and not over,
        ride=ride,
        task=task.kind if task else "",
    )
