"""Requests about the table itself, questions, and the trading unit."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.requests.base import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Request):
    """Turns the last entry that still stands back, with a new entry."""

    do = "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo(Request):
    """Takes the last undo back."""

    do = "redo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Request):
    """ "My card says": ``field`` of ``deed`` (or of the rules) has another ``value`` here."""

    do = "correct"
    field: str
    value: int
    deed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPayee(Request):
    """The payment in ``entry`` (an entry id) was meant for ``to``."""

    do = "correct_payee"
    entry: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Request):
    """A house rule is switched; ``value`` as the option's kind asks."""

    do = "option"
    name: str
    value: bool | int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(Request):
    """Another name for the seat ``who``, or for the ``deed`` at this table's board."""

    do = "rename"
    name: str
    who: str = ""
    deed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Request):
    """The table agrees to stop: the ranking counts as at a time limit."""

    do = "finish"


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Request):
    """Everything on the table."""

    do = "state"


@dataclass(frozen=True, slots=True, kw_only=True)
class Due(Request):
    """What ``who`` would owe on ``deed``."""

    do = "due"
    who: str
    deed: int
    dice: int | None = None
    times: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise(Request):
    """What ``who`` could raise, way by way, with the total."""

    do = "raise"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed(Request):
    """Which requests could be made now, as do-words."""

    do = "allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings(Request):
    """Net worth of everybody with its parts, best first."""

    do = "standings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger(Request):
    """The last ``n`` entries (all without it) in plain words."""

    do = "ledger"
    n: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Export(Request):
    """The whole game as "jsonl", "csv" or "beancount" text."""

    do = "export"
    format: str = "jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(Request):
    """A key of the trading unit: "build" or "auction"; ``held``: pressed long."""

    do = "press"
    key: str
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance(Request):
    """The manual clock goes ``ms`` on, stopping at every deadline on the way."""

    do = "advance"
    ms: int
