"""Anti-Monopoly: who plays on which side, and what counts for him at the end."""

from __future__ import annotations

from companion.core.book import Holdings
from companion.core.rules import Rules
from companion.games.anti.facts import COUNT, SIDE

COMPETITOR, MONOPOLIST = "competitor", "monopolist"
SIDES = (COMPETITOR, MONOPOLIST)


def side(book: Holdings, who: str) -> str:
    """ "competitor" or "monopolist"; nobody's deeds lie as a competitor's."""
    return book.get(SIDE(who)) or COMPETITOR


def monopolist(book: Holdings, who: str) -> bool:
    """Whether ``who`` plays on the blue side."""
    return side(book, who) == MONOPOLIST


def assets(rules: Rules, book: Holdings, who: str) -> int:
    """Prices and buildings of the deeds that are not mortgaged."""
    return sum(
        deed.price + rules.cost_value(book, deed.pos)
        for deed in rules.deeds_of(book, who)
        if not rules.mortgaged(book, deed.pos)
    )


def uncounted(rules: Rules, book: Holdings) -> list[int]:
    """Utilities that still need a throw before the final ranking."""
    return [
        deed.pos
        for who in rules.playing(book)
        for deed in rules.deeds_of(book, who)
        if deed.factors
        and not rules.mortgaged(book, deed.pos)
        and book.get(COUNT(deed.pos)) is None
    ]
