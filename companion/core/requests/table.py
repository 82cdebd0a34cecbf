"""Requests about the table itself, questions, and the trading unit."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from companion.core.requests.base import (
    LARGEST,
    Line,
    MaybeLine,
    Millis,
    OfDice,
    Paid,
    PaidOrNone,
    Pos,
    Request,
    Several,
    YesNo,
)


class Undo(Request, frozen=True, kw_only=True):
    """Turns the last entry that still stands back, with a new entry."""

    do = "undo"


class Redo(Request, frozen=True, kw_only=True):
    """Takes the last undo back."""

    do = "redo"


class Correct(Request, frozen=True, kw_only=True):
    """ "My card says": ``field`` of ``deed`` (or of the rules) has another ``value`` here."""

    do = "correct"
    field: Line
    value: PaidOrNone
    deed: Pos | None = None


class Mend(Request, frozen=True, kw_only=True, rename={"source": "from", "target": "to"}):
    """What ``entry`` booked is put right: its amount, who paid (``from``) or was paid (``to``).

    Without any of them it is taken back; of an earlier mend: as it was before that.
    """

    do = "mend"
    entry: Line
    amount: Paid | None = None
    source: MaybeLine = ""
    target: MaybeLine = ""


class CorrectPayee(Request, frozen=True, kw_only=True):
    """The payment in ``entry`` was meant for ``to``: a ``mend`` by its older name."""

    do = "correct_payee"
    entry: Line
    to: Line


OptionValue = Annotated[
    bool | Annotated[int, Meta(ge=0, le=LARGEST)] | Annotated[str, Meta(max_length=80)],
    Meta(description="true, false, a whole number or a word"),
]


class Option(Request, frozen=True, kw_only=True):
    """A house rule is switched; ``value`` as the option's kind asks."""

    do = "option"
    name: Line
    value: OptionValue


class Rename(Request, frozen=True, kw_only=True):
    """Another name for the seat ``who``, or for the ``deed`` at this table's board."""

    do = "rename"
    name: Line
    who: MaybeLine = ""
    deed: Pos | None = None


class Finish(Request, frozen=True, kw_only=True):
    """The table agrees to stop: the ranking counts as at a time limit."""

    do = "finish"


class State(Request, frozen=True, kw_only=True):
    """Everything on the table."""

    do = "state"


class Due(OfDice, frozen=True, kw_only=True):
    """What ``who`` would owe on ``deed``."""

    do = "due"
    who: Line
    deed: Pos
    times: Several = 1


class Raise(Request, frozen=True, kw_only=True):
    """What ``who`` could raise, way by way, with the total."""

    do = "raise"
    who: Line


class Allowed(Request, frozen=True, kw_only=True):
    """Which requests could be made now, as do-words."""

    do = "allowed"


class Standings(Request, frozen=True, kw_only=True):
    """Net worth of everybody with its parts, best first."""

    do = "standings"


class Ledger(Request, frozen=True, kw_only=True):
    """The last ``n`` entries (all without it) in plain words."""

    do = "ledger"
    n: Several | None = None


class Export(Request, frozen=True, kw_only=True):
    """The whole game as "jsonl", "csv" or "beancount" text."""

    do = "export"
    format: MaybeLine = "jsonl"


class Press(Request, frozen=True, kw_only=True):
    """A key of the trading unit: "build" or "auction"; ``held``: pressed long."""

    do = "press"
    key: Line
    held: YesNo = False


class Advance(Request, frozen=True, kw_only=True):
    """The manual clock goes ``ms`` on, stopping at every deadline on the way."""

    do = "advance"
    ms: Millis
