"""City: hazards and bonus buildings, and where they stand."""

from __future__ import annotations

from companion.core.book import Holdings
from companion.core.rules import Rules
from companion.games.city.building import INDUSTRIAL


def hazards(rules: Rules) -> tuple[str, ...]:
    """Every hazard; the blocks it takes are a figure of its name."""
    return tuple(rules.edition.tables["hazards"])


def bonus(rules: Rules) -> tuple[str, ...]:
    """Every bonus building."""
    return tuple(rules.edition.tables["bonus"]["names"])


def kind_of(rules: Rules, piece: str) -> str:
    """What a piece is: a hazard, a bonus building, or itself alone."""
    if piece in hazards(rules):
        return "hazard"
    return "bonus" if piece in bonus(rules) else piece


def hazards_on(rules: Rules, book: Holdings, pos: int) -> list[str]:
    """The hazards in a district."""
    lot = rules.edition.deeds[pos].lot
    return [piece for piece in hazards(rules) if book.held(lot, piece)]


def bonus_on(rules: Rules, book: Holdings, pos: int) -> list[str]:
    """The bonus buildings in a district."""
    lot = rules.edition.deeds[pos].lot
    return [piece for piece in bonus(rules) if book.held(lot, piece)]


def has_industry(rules: Rules, book: Holdings, who: str) -> bool:
    """Whether ``who`` has industrial blocks anywhere."""
    return any(book.held(deed.lot, INDUSTRIAL) for deed in rules.deeds_of(book, who))
