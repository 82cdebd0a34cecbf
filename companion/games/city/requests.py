"""What only a City game asks: pieces put down and taken off, the railroad."""

from __future__ import annotations

from companion.core.requests.base import Line, OfDeed, Pos, Request, YesNo


class OfPiece(OfDeed, frozen=True, kw_only=True):
    """Something ``who`` does with a piece on a district. ``card``: a card allows it."""

    piece: Line
    card: YesNo = False


class Place(OfPiece, frozen=True, kw_only=True):
    """``who`` puts a free piece on a district (bonus building, hazard, railroad).

    ``card``: a card allows it, whatever the last landing was.
    """

    do = "place"


class Clear(OfPiece, frozen=True, kw_only=True):
    """``who`` has a hazard taken off a district; free where a ``card`` says so."""

    do = "clear"


class Jump(Request, frozen=True, kw_only=True):
    """``who`` takes the railroad from where he landed to the deed at ``pos``."""

    do = "jump"
    who: Line
    pos: Pos


class Dodge(Request, frozen=True, kw_only=True):
    """The card that pays no rent is used for the open rent."""

    do = "dodge"
