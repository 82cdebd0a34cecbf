"""Amounts and sentences on their way from the core to the language of the table.

An amount is written the way its edition writes money: in whole numbers (1,240), or short (1.5M,
500K) where it has ``short_money``.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import Refused
from companion.core.values import Money, Phrase, Piece, Pieces
from companion.faces.views import Amount as Amount
from companion.faces.views import Text


def text(template: str, short: bool, /, **facts: object) -> Text:
    """A sentence with its amounts and buildings ready for the catalogue."""
    return Text(template, tuple((key, _shown(fact, short)) for key, fact in facts.items()))


def spoken(phrase: Phrase, short: bool) -> Text:
    """A phrase of the core for the catalogue."""
    return text(phrase.template, short, **phrase.facts)


def refusal(no: Refused, short: bool) -> tuple[Text, Text]:
    """What is wrong and what to do, for the catalogue."""
    return text(no.reason_template, short, **no.facts), text(no.remedy_template, short, **no.facts)


def counted(counts: Mapping[str, int]) -> Text:
    """Pieces in words, such as 2 houses · 1 hotel; empty where there are none."""
    return joined([piece_count(piece, n) for piece, n in counts.items()])


def piece_count(piece: str, n: int) -> Text:
    """So many of one piece: "2 houses"; the catalogue has the plural of each piece."""
    return Text(f"{{n}} {piece_word(piece)}", (("n", n),))


def piece_word(piece: str) -> str:
    """The message id of a piece's name."""
    return piece.replace("_", " ")


def joined(parts: list[Text], by: str = " · ") -> Text:
    """Several texts in one line."""
    if len(parts) < 2:
        return parts[0] if parts else Text()
    names = tuple(f"part{place}" for place in range(len(parts)))
    template = by.join(f"{{{name}}}" for name in names)
    return Text(template, tuple(zip(names, parts, strict=True)))


def _shown(fact: object, short: bool) -> object:
    if isinstance(fact, Money):
        return Amount(int(fact), short)
    if isinstance(fact, Phrase):
        return spoken(fact, short)
    if isinstance(fact, Pieces):
        return joined([piece_count(piece, n) for piece, n in fact.counts], " + ")
    if isinstance(fact, Piece):
        return Text(piece_word(fact))
    return fact
