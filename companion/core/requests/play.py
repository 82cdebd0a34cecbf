"""Requests of the turn: dice, landing, jail, and every payment."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.requests.base import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Request):
    """The dice of the player whose turn it is; without ``dice`` the app rolls.

    ``special`` is what a further die shows where the edition has one. ``confirm`` repeats a
    request that was refused with a warning.
    """

    do = "roll"
    who: str = ""
    dice: tuple[int, ...] = ()
    special: str = ""
    confirm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Land(Request):
    """``who`` stands on ``pos`` now; rent, tax or the offer to buy follows from it.

    ``dice``: total shown, for utilities. ``times``: what a card says (2 = double, 10 = ten
    times the dice on a utility). ``passed_go`` collects the salary in the same entry.
    """

    do = "land"
    who: str
    pos: int
    dice: int | None = None
    times: int = 1
    passed_go: bool = False
    confirm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoTo(Request):
    """A card moves the token to ``pos``; the way is forward past GO unless ``salary`` is false."""

    do = "goto"
    who: str
    pos: int
    dice: int | None = None
    times: int = 1
    salary: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Salary(Request):
    """Passing GO; ``exact``: stopped on it (counts where ``double_go`` is played)."""

    do = "salary"
    who: str
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAgain(Request):
    """The player who is up rolled a double and goes on; for tables that do not enter dice."""

    do = "roll_again"
    confirm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump(Request):
    """``who`` takes the railroad from where he landed to the deed at ``pos`` (City)."""

    do = "jump"
    who: str
    pos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dodge(Request):
    """The card that pays no rent is used for the open rent (City)."""

    do = "dodge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ride(Request):
    """``who`` moves to the ``pos`` he chooses: by bus ticket, or after a triple (Mega)."""

    do = "ride"
    who: str
    pos: int
    dice: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Request):
    """The further move a die has given, once the landing is dealt with (Mega).

    ``special``: what that die showed, where the dice were not entered; ``dice`` their total.
    """

    do = "bonus"
    who: str = ""
    special: str = ""
    dice: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Void(Request):
    """The card ``who`` has just drawn voids all others of its kind in anybody's hand (Mega)."""

    do = "void"
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift(Request):
    """What a space gives ``who``: ``what`` he chooses, or what the one ``die`` says."""

    do = "gift"
    who: str
    what: str = ""
    die: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Role(Request):
    """``who`` declares his ``side`` before the game begins (Anti)."""

    do = "role"
    who: str
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Request):
    """For the final ranking the ``dice`` are thrown for the ``deed`` (Anti)."""

    do = "count"
    deed: int
    dice: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Request):
    """The next solvent player is up; an unclaimed rent lapses."""

    do = "end_turn"
    confirm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Jail(Request):
    """To jail at once, no salary on the way."""

    do = "jail"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveJail(Request):
    """Out of jail: ``how`` is "fine", "card", or "double" (rolled at the table)."""

    do = "leave_jail"
    who: str
    how: str = "fine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay(Request):
    """``amount`` from one to the other; ends are seats, "bank" or "pot".

    A payment that must be made (``reason`` "rent", "tax", "fine", "card") opens a debt when the
    money is not there; a free one ("transfer") is refused. ``by``: a seat whose own device
    asks; money from the bank then waits for the banker's ``confirm``.
    """

    do = "pay"
    source: str
    target: str
    amount: int
    reason: str = "transfer"
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm(Request):
    """The banker agrees to a waiting wish of a player."""

    do = "confirm"
    wish: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss(Request):
    """The banker says no to a waiting wish."""

    do = "dismiss"
    wish: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fine(Request):
    """A fine or card payment to the bank (to the pot where one is played).

    Without ``amount`` it is the fine that lets ``who`` out of jail.
    """

    do = "fine"
    who: str
    amount: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tax(Request):
    """The tax of the space ``who`` stands on, or of ``pos``; ``choice`` "flat" or "percent"."""

    do = "tax"
    who: str
    pos: int | None = None
    choice: str = ""
    dice: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EachPays(Request):
    """Every other player pays ``who`` the same ``amount``."""

    do = "each_pays"
    who: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PaysEach(Request):
    """``who`` pays every other player ``amount``."""

    do = "pays_each"
    who: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Repairs(Request):
    """``who`` pays the bank so much per building; ``rates`` by piece."""

    do = "repairs"
    who: str
    rates: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rent(Request):
    """The open rent is asked for and paid; or, with ``deed`` and ``who``, one without a landing.

    ``amount`` overrides what the book says ("other amount").
    """

    do = "rent"
    who: str = ""
    deed: int | None = None
    dice: int | None = None
    times: int = 1
    amount: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Waive(Request):
    """The open rent was not asked for."""

    do = "waive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Request):
    """``who`` pays the open ``debt`` (number), or the oldest."""

    do = "settle"
    who: str
    debt: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bankrupt(Request):
    """``who`` gives up, to the creditor of the oldest debt or to ``to`` (a seat or "bank").

    Refused with the sum that can still be raised unless ``confirm`` is set. ``lift``: mortgaged
    deeds the receiver pays off at once.
    """

    do = "bankrupt"
    who: str
    to: str = ""
    lift: tuple[int, ...] = ()
    confirm: bool = False
