"""What only this game asks a player: the question, and a button for every answer there is."""

from __future__ import annotations

from msgspec import Struct, structs
from msgspec.structs import replace

from companion.core.game import Game
from companion.core.requests import Request
from companion.core.requests.base import OfDice
from companion.faces.money import spoken
from companion.faces.spaces import tile_words
from companion.faces.views import Text


class Answering(Struct, frozen=True):
    """One answer: its words, the request behind it; colour of its group and icon, "" for none."""

    words: Text
    request: Request
    group: str
    sign: str = ""


class Asked(Struct, frozen=True):
    """``must``: the usual next thing is to answer; else the player may also go on as usual.

    ``label``: the way to a question that need not be answered. ``dice_most``: the highest total.
    """

    who: str
    title: Text
    answers: tuple[Answering, ...]
    must: bool
    label: Text = Text()
    dice_most: int = 12


def asked_now(game: Game) -> Asked | None:
    """What the game on the table asks now, or None."""
    found = game.rules.question(game.book)
    if found is None:
        return None
    short = game.rules.edition.short_money
    deeds = game.rules.edition.deeds
    answers = tuple(
        Answering(
            tile_words(game, pick.pos) if pick.pos >= 0 else spoken(pick.words, short),
            pick.request,
            deeds[pick.pos].group if pick.pos in deeds else pick.colour,
            pick.sign,
        )
        for pick in found.picks
    )
    title, label = spoken(found.words, short), spoken(found.label, short)
    most = game.rules.edition.number("dice_max")
    return Asked(found.who, title, answers, found.must, label, most)


def with_dice(asked: Asked, request: OfDice) -> Asked:
    """``request`` once more, with the total of the dice its rent needs: one answer for each."""
    totals = range(2, asked.dice_most + 1)
    answers = (
        Answering(Text("{n}", (("n", n),)), structs.replace(request, dice=n), "") for n in totals
    )
    return replace(asked, title=Text("What do the dice show together?"), answers=tuple(answers))
