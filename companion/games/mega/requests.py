"""What only Mega asks: bus tickets, the further move of the third die, the birthday gift."""

from __future__ import annotations

from companion.core.requests.base import Line, MaybeLine, OfDice, Pos, Request


class Ride(OfDice, frozen=True, kw_only=True):
    """``who`` moves to the ``pos`` he chooses: by bus ticket, or after a triple."""

    do = "ride"
    who: Line
    pos: Pos


class Bonus(OfDice, frozen=True, kw_only=True):
    """The further move the third die has given, once the landing is dealt with.

    ``special``: what that die showed, where the dice were not entered; ``dice`` their total.
    """

    do = "bonus"
    who: MaybeLine = ""
    special: MaybeLine = ""


class Void(Request, frozen=True, kw_only=True):
    """The bus ticket ``who`` has just drawn voids all others in anybody's hand."""

    do = "void"
    who: MaybeLine = ""


class Gift(Request, frozen=True, kw_only=True):
    """The birthday gift of ``who``: ``what`` he chooses."""

    do = "gift"
    who: Line
    what: Line
