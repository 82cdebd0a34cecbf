"""Requests of a game whose cards are the money and the property: banked, laid out, played, paid.

``what`` is a kind of card, ``group`` a colour. A card on the table may be named ``what@group``
where the same kind lies in several colours.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from companion.core.requests.base import Line, MaybeLine, Number, Request


class BankCard(Request, frozen=True, kw_only=True):
    """``who`` (usual: whose turn it is) puts a card from the hand into his bank, for good."""

    do = "bank"
    what: Line
    who: MaybeLine = ""


class Lay(Request, frozen=True, kw_only=True):
    """A property card from the hand is laid out, one of several colours into ``group``."""

    do = "lay"
    what: Line
    who: MaybeLine = ""
    group: MaybeLine = ""


class Play(Request, frozen=True, kw_only=True):
    """A card from the hand is played for what it does.

    ``to``: whom it is meant for. ``group``: the colour of the rent, the building or the set, or
    where the card taken is laid. ``takes``/``gives``: cards on the table. ``doubles``: how many
    cards that double the rent are played with it.
    """

    do = "play"
    what: Line
    who: MaybeLine = ""
    to: MaybeLine = ""
    group: MaybeLine = ""
    takes: MaybeLine = ""
    gives: MaybeLine = ""
    doubles: Annotated[int, Meta(ge=0, le=9, description="how many cards, 0 or more")] = 0


class Flip(Request, frozen=True, kw_only=True):
    """``who`` turns a card of several colours, so that it lies in ``group``; ``what@group``
    says which one where two lie in different colours."""

    do = "flip"
    what: Line
    group: Line
    who: MaybeLine = ""


class Put(Request, frozen=True, kw_only=True):
    """The table is put right: a card noted before ``who`` lies before ``to``, in ``group`` or in
    his bank. Without ``who`` it was forgotten, without ``to`` it lies on no table."""

    do = "put"
    what: Line
    who: MaybeLine = ""
    to: MaybeLine = ""
    group: MaybeLine = ""


class PayCards(Request, frozen=True, kw_only=True):
    """``who`` pays what is asked of him with these cards of his, from bank and table."""

    do = "pay_cards"
    who: Line
    cards: Annotated[tuple[Line, ...], Meta(max_length=60, description="a list of cards")]


class SayNo(Request, frozen=True, kw_only=True):
    """``who`` answers with a card that says no; the other side may do the same to that."""

    do = "say_no"
    who: Line
    claim: Number | None = None


class Concede(Request, frozen=True, kw_only=True):
    """``who`` has no more answer: what was asked of him happens, or the other's no stands."""

    do = "concede"
    who: Line
    claim: Number | None = None
