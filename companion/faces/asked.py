"""What only this game asks a player: the question, and a button for every answer there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.edition import Edition
from companion.core.game import Game
from companion.faces.money import is_short, spoken
from companion.faces.views import Text


@dataclass(frozen=True, slots=True)
class Answering:
    """One answer: its words, the request behind it, and the colour of the deed, "" for none."""

    words: Text
    request: Mapping[str, Any]
    group: str


@dataclass(frozen=True, slots=True)
class Asked:
    """``must``: the usual next thing is to answer; else the player may also go on as usual."""

    who: str
    title: Text
    answers: tuple[Answering, ...]
    must: bool


def asked_now(game: Game, short_name: Callable[[Game, int], str]) -> Asked | None:
    """What the game on the table asks now, or None; ``short_name`` of a space for its button."""
    found = game.rules.question(game.book)
    if found is None:
        return None
    short = is_short(game.rules.edition)
    deeds = game.rules.edition.deeds
    answers = tuple(
        Answering(
            Text(short_name(game, pick.pos)) if pick.pos >= 0 else spoken(pick.words, short),
            pick.request,
            deeds[pick.pos].group if pick.pos in deeds else "",
        )
        for pick in found.picks
    )
    return Asked(found.who, spoken(found.words, short), answers, found.must)


def third_die(edition: Edition) -> tuple[str, ...]:
    """What a third die may show, each once; nothing where two dice are all."""
    faces: Any = edition.tables.get("speed_die", {}).get("faces", ())
    return tuple(dict.fromkeys(faces))
