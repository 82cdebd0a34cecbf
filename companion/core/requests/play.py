"""Requests of the turn: dice, landing, jail, and every payment."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from companion.core.requests.base import (
    Counts,
    Die,
    Line,
    MaybeLine,
    Number,
    OfDice,
    Paid,
    Pos,
    Positions,
    Request,
    Several,
    YesNo,
    each_once,
)

Rolled = Annotated[
    tuple[Die, ...], Meta(min_length=2, max_length=3, description="a list such as [3, 4]")
]


class Roll(Request, frozen=True, kw_only=True):
    """The dice of the player whose turn it is; without ``dice`` the app rolls.

    ``special`` is what a further die shows where the edition has one. ``confirm`` repeats a
    request that was refused with a warning.
    """

    do = "roll"
    who: MaybeLine = ""
    dice: Rolled = ()
    special: MaybeLine = ""
    confirm: YesNo = False


class Land(OfDice, frozen=True, kw_only=True):
    """``who`` stands on ``pos`` now; rent, tax or the offer to buy follows from it.

    ``dice``: total shown, for utilities. ``times``: what a card says (2 = double, 10 = ten
    times the dice on a utility). ``passed_go`` collects the salary in the same entry.
    ``unsure``: ``pos`` is only the likeliest of several spaces of its kind.
    """

    do = "land"
    who: Line
    pos: Pos
    times: Several = 1
    passed_go: YesNo = False
    unsure: YesNo = False
    confirm: YesNo = False


class Stand(Request, frozen=True, kw_only=True):
    """``who`` stands on ``pos``, which changes nothing else: nobody landed."""

    do = "stand"
    who: Line
    pos: Pos


class GoTo(OfDice, frozen=True, kw_only=True):
    """A card moves the token to ``pos``; the way is forward past GO unless ``salary`` is false."""

    do = "goto"
    who: Line
    pos: Pos
    times: Several = 1
    salary: YesNo = True


class Salary(Request, frozen=True, kw_only=True):
    """Passing GO; ``exact``: stopped on it (counts where ``double_go`` is played)."""

    do = "salary"
    who: Line
    exact: YesNo = False


class RollAgain(Request, frozen=True, kw_only=True):
    """The player who is up rolled a double and goes on; for tables that do not enter dice."""

    do = "roll_again"
    confirm: YesNo = False


class EndTurn(Request, frozen=True, kw_only=True):
    """The next solvent player is up; an unclaimed rent lapses."""

    do = "end_turn"
    confirm: YesNo = False


class Jail(Request, frozen=True, kw_only=True):
    """To jail at once, no salary on the way."""

    do = "jail"
    who: Line


class LeaveJail(Request, frozen=True, kw_only=True):
    """Out of jail: ``how`` is "fine", "card", or "double" (rolled at the table)."""

    do = "leave_jail"
    who: Line
    how: MaybeLine = "fine"


class Pay(Request, frozen=True, kw_only=True, rename={"source": "from", "target": "to"}):
    """``amount`` from one to the other; ends are seats, "bank" or "pot".

    A payment that must be made (``reason`` "rent", "tax", "fine", "card") opens a debt when the
    money is not there; a free one ("transfer") is refused. ``by``: a seat whose own device
    asks; money from the bank then waits for the banker's ``confirm``.
    """

    do = "pay"
    source: Line
    target: Line
    amount: Paid
    reason: MaybeLine = "transfer"
    by: MaybeLine = ""


class Confirm(Request, frozen=True, kw_only=True):
    """The banker agrees to a waiting wish of a player."""

    do = "confirm"
    wish: Number


class Dismiss(Request, frozen=True, kw_only=True):
    """The banker says no to a waiting wish."""

    do = "dismiss"
    wish: Number


class Fine(Request, frozen=True, kw_only=True):
    """A fine or card payment to the bank (to the pot where one is played).

    Without ``amount`` it is the fine that lets ``who`` out of jail.
    """

    do = "fine"
    who: Line
    amount: Paid | None = None


class Tax(OfDice, frozen=True, kw_only=True):
    """The open tax, or that of ``pos`` for ``who``; ``choice`` "flat" (usual) or "percent"."""

    do = "tax"
    who: MaybeLine = ""
    pos: Pos | None = None
    choice: MaybeLine = ""


class EachPays(Request, frozen=True, kw_only=True):
    """Every other player pays ``who`` the same ``amount``."""

    do = "each_pays"
    who: Line
    amount: Paid


class PaysEach(Request, frozen=True, kw_only=True):
    """``who`` pays every other player ``amount``."""

    do = "pays_each"
    who: Line
    amount: Paid


class Repairs(Request, frozen=True, kw_only=True):
    """``who`` pays the bank so much per building; ``rates`` by piece."""

    do = "repairs"
    who: Line
    rates: Counts

    @classmethod
    def in_full(cls, data: dict[str, Any]) -> dict[str, Any]:
        """``house`` and ``hotel`` beside ``who`` are rates."""
        rates = {key: raw for key, raw in data.items() if key not in ("id", "who", "rates")}
        if not rates or "rates" in data:
            return data
        return {**{key: raw for key, raw in data.items() if key not in rates}, "rates": rates}


class Rent(OfDice, frozen=True, kw_only=True):
    """The open rent is asked for and paid; or, with ``deed`` and ``who``, one without a landing.

    ``amount`` overrides what the book says ("other amount").
    """

    do = "rent"
    who: MaybeLine = ""
    deed: Pos | None = None
    times: Several = 1
    amount: Paid | None = None


class Waive(Request, frozen=True, kw_only=True):
    """The open rent was not asked for."""

    do = "waive"


class Settle(Request, frozen=True, kw_only=True):
    """``who`` pays the open ``debt`` (number), or the oldest."""

    do = "settle"
    who: Line
    debt: Number | None = None


class Bankrupt(Request, frozen=True, kw_only=True):
    """``who`` gives up, to the creditor of the oldest debt or to ``to`` (a seat or "bank").

    Refused with the sum that can still be raised unless ``confirm`` is set. ``lift``: mortgaged
    deeds the receiver pays off at once.
    """

    do = "bankrupt"
    who: Line
    to: MaybeLine = ""
    lift: Positions = ()
    confirm: YesNo = False

    def __post_init__(self) -> None:
        """No mortgage is lifted twice. Raises ValueError."""
        each_once("lift", self.lift)
