"""The only thing that is ever saved: an entry, and the lines it is made of.

In JSON a line is ``["move", what, n, source, target]`` or ``["mark", what, before, after]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, encode

if TYPE_CHECKING:
    Plain: TypeAlias = bool | int | str | tuple["Plain", ...] | None
else:  # msgspec reads no type that names itself, and no fact lies deeper than an offer's cards
    Plain = bool | int | str | None
    for _depth in range(8):
        Plain = bool | int | str | tuple[Plain, ...] | None
"""What is saved of a fact: JSON without floats and objects, lists as tuples."""


class Move(Struct, frozen=True, array_like=True, tag="move", forbid_unknown_fields=True, gc=False):
    """``n`` whole units of ``what`` go from ``source`` to ``target``; n >= 1, ends differ."""

    what: str
    n: int
    source: str
    target: str


class Mark(Struct, frozen=True, array_like=True, tag="mark", forbid_unknown_fields=True):
    """A fact about the table changes; ``before`` must be what the book holds."""

    what: str
    before: Plain
    after: Plain


Line: TypeAlias = Move | Mark


class Entry(Struct, frozen=True, omit_defaults=True):
    """What happened, wholly or not at all.

    ``id`` counts once in a game, ``at`` is play time in whole milliseconds, ``reason`` a
    stable word (``"rent"``), ``detail`` whatever a sentence about it needs (who, deed, dice).
    ``reverses`` names the entry this one turns back.
    """

    id: str
    at: int
    reason: str
    lines: tuple[Line, ...]
    detail: Mapping[str, Plain] = {}
    reverses: str = ""


_decode = Decoder(Entry).decode


def entry_to_json(entry: Entry) -> str:
    """``entry`` as it is saved; ``entry_from_json`` turns it back."""
    return encode(entry).decode()


def entry_from_json(text: str) -> Entry:
    """The entry behind ``text``. Raises ValueError naming the field that is not as it must be."""
    return _decode(text)
