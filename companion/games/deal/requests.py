"""Requests of a game whose cards are the money and the property: banked, laid out, played, paid.

``what`` is a kind of card, ``group`` a colour. A card on the table may be named ``what@group``
where the same kind lies in several colours.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.requests.base import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class BankCard(Request):
    """``who`` (usual: whose turn it is) puts a card from the hand into his bank, for good."""

    do = "bank"
    what: str
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay(Request):
    """A property card from the hand is laid out, one of several colours into ``group``."""

    do = "lay"
    what: str
    who: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Request):
    """A card from the hand is played for what it does.

    ``to``: whom it is meant for. ``group``: the colour of the rent, the building or the set, or
    where the card taken is laid. ``takes``/``gives``: cards on the table. ``doubles``: how many
    cards that double the rent are played with it.
    """

    do = "play"
    what: str
    who: str = ""
    to: str = ""
    group: str = ""
    takes: str = ""
    gives: str = ""
    doubles: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(Request):
    """``who`` turns a card of several colours, so that it lies in ``group``; ``what@group``
    says which one where two lie in different colours."""

    do = "flip"
    what: str
    group: str
    who: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayCards(Request):
    """``who`` pays what is asked of him with these cards of his, from bank and table."""

    do = "pay_cards"
    who: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SayNo(Request):
    """``who`` answers with a card that says no; the other side may do the same to that."""

    do = "say_no"
    who: str
    claim: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Concede(Request):
    """``who`` has no more answer: what was asked of him happens, or the other's no stands."""

    do = "concede"
    who: str
    claim: int | None = None
