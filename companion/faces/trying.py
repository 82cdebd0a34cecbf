"""Something to tap, and whether the bank would book it now: asked of the game, nothing is kept."""

from __future__ import annotations

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.requests import Request
from companion.faces.money import Amount, refusal
from companion.faces.views import Text


class Action(Struct, frozen=True):
    """A button: its words, what it costs ("-"), brings ("+") or neither (""), what it asks.

    ``why_not`` and ``remedy`` are the refusal it would get now, empty when it would be booked.
    """

    what: Text
    amount: Amount
    sign: str
    request: Request
    code: str = ""
    why_not: Text = Text()
    remedy: Text = Text()

    @property
    def can(self) -> bool:
        """Whether it would be booked."""
        return not self.code


def refused(game: Game, now: int, request: Request) -> Refused | None:
    """Why ``request`` would not be booked at play time ``now``, None when it would."""
    try:
        game.ask(request, now)
    except Refused as no:
        return no
    return None


def action(
    game: Game, now: int, what: Text, request: Request, amount: int = 0, sign: str = ""
) -> Action:
    """The button for ``request``, tried on the game."""
    short = game.rules.edition.short_money
    no = refused(game, now, request)
    if no is None:
        return Action(what, Amount(amount, short), sign, request)
    why_not, remedy = refusal(no, short)
    return Action(what, Amount(amount, short), sign, request, no.code, why_not, remedy)
