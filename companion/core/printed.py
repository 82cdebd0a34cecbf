"""What the values a card or the rules print are called."""

from __future__ import annotations

from companion.core.edition import Edition, kind_of
from companion.core.entry import Plain
from companion.core.figures import Kind
from companion.core.values import Money, Phrase, Piece, Pieces, Short

_WORDS = {"price": "price", "mortgage": "mortgage value", "amount": "amount to pay"}


def value_phrase(edition: Edition, field: str, pos: int = -1) -> Phrase:
    """What the value ``field`` of the deed at ``pos`` is called; an edition may name its own."""
    declared = edition.declared.get(field)
    if declared is not None and declared.words.template:
        return declared.words
    table, _, index = field.partition(".")
    if index and table.endswith("rents"):
        return _rent(edition, table, int(index), pos)
    if index and table.endswith("factors"):
        return Phrase("times the dice with {n} owned", n=int(index) + 1)
    if field.endswith("_cost"):
        return Phrase("cost of one: {piece}", piece=Piece(field[:-5]))
    return Phrase(_WORDS.get(field, field.replace("_", " ")))


def _rent(edition: Edition, table: str, row: int, pos: int) -> Phrase:
    """A rent by what stands on the deed, or by how many its owner has."""
    deed = edition.deeds.get(pos)
    if deed is None:
        return Phrase("rent, row {n} of the card", n=row + 1)
    if own := edition.tables.get("rent_row"):
        return Phrase("rent: {pieces}", pieces=Phrase(str(own), n=row)) if row else Phrase("rent")
    side = table.removesuffix("rents").rstrip("_")
    steps = edition.ladders.get(f"{deed.ladder}_{side}") or edition.ladders.get(deed.ladder, ())
    if deed.kind != "street" or not steps:
        return Phrase("rent with {n} owned", n=row + 1)
    if not row:
        return Phrase("rent")
    piece, n = next(iter(steps[row - 1].items()))
    return Phrase("rent: {pieces}", pieces=Pieces(((piece, n),)))


def figure(edition: Edition, field: str, value: Plain) -> object:
    """A printed value as its kind is written: an amount, a percentage, or as it is."""
    if type(value) is not int:
        return value
    kind = kind_of(edition, field)
    if kind is Kind.PERCENT:
        return Phrase("{n} %", n=value)
    return (Short if edition.short_money else Money)(value) if kind is Kind.MONEY else value
