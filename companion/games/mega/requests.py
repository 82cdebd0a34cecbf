"""What only Mega asks: bus tickets, the further move of the third die, the birthday gift."""

from __future__ import annotations

from companion.core.requests.base import Line, MaybeLine, OfDeed, OfDice, Pos, Request, YesNo


class Ride(OfDice, frozen=True, kw_only=True):
    """``who`` moves to the ``pos`` he chooses: by bus ticket, or after a triple, when he may also
    stay where he is (no ``pos``)."""

    do = "ride"
    who: Line
    pos: Pos | None = None


class Bonus(OfDice, frozen=True, kw_only=True):
    """The further move the third die has given, once the landing is dealt with.

    ``special``: what that die showed, where the dice were not entered; ``dice`` their total.
    ``ticket``: a bus ticket is taken instead of the move, where the bus leaves the choice.
    """

    do = "bonus"
    who: MaybeLine = ""
    special: MaybeLine = ""
    ticket: YesNo = False


class Spread(OfDeed, frozen=True, kw_only=True):
    """``who`` lays out the buildings of the colour of ``deed`` evenly, for nothing."""

    do = "spread"


class Void(Request, frozen=True, kw_only=True):
    """The bus ticket ``who`` has just drawn voids all others in anybody's hand."""

    do = "void"
    who: MaybeLine = ""


class Gift(Request, frozen=True, kw_only=True):
    """The birthday gift of ``who``: ``what`` he chooses."""

    do = "gift"
    who: Line
    what: Line
