"""The card game's deck: every kind of card, what it does and where it may lie."""

from __future__ import annotations

from msgspec import Struct

from companion.core.edition import Edition
from companion.core.values import Phrase, Short

WORDS = {
    "wild": "{colours} card",
    "wild_any": "card of any colour",
    "rent": "rent {colours}",
    "rent_any": "rent of any colour",
}
"""What cards of several colours are called."""


class Card(Struct, frozen=True):
    """A kind of card; ``groups``: the colours it may lie in, or ask rent for."""

    id: str
    effect: str
    count: int
    value: int
    name: object
    groups: tuple[str, ...] = ()
    amount: int = 0
    pays: str = ""
    needs: str = ""


def deck(edition: Edition) -> dict[str, Card]:
    """Every kind of card: money, property, then the others."""
    tables = edition.tables
    names = {raw["id"]: raw["name"] for raw in tables["set"]}
    cards = [
        Card(f"money_{value}", "money", n, int(value), Short(int(value) * edition.unit))
        for value, n in tables["notes"].items()
    ]
    for raw in tables["set"]:
        name = Phrase("{colour} card", colour=Phrase(raw["name"]))
        own = (raw["id"],)
        kind = f"property_{raw['id']}"
        cards.append(Card(kind, "property", len(raw["rents"]), raw["value"], name, own))
    for table, effect in (("wild", "property"), ("rent", "rent")):
        for raw in tables[table]:
            few = tuple(raw["sets"])
            kind = f"{table}_{'_'.join(few) or 'any'}"
            colours = Phrase(
                "{a}/{b}", **dict(zip("ab", (Phrase(names[g]) for g in few), strict=False))
            )
            name = Phrase(WORDS[table], colours=colours) if few else Phrase(WORDS[f"{table}_any"])
            pays = raw.get("pays", "")
            cards.append(
                Card(kind, effect, raw["count"], raw["value"], name, few or tuple(names), 0, pays)
            )
    for raw in tables["action"]:
        cards.append(Card(**{**raw, "name": Phrase(raw["name"])}))
    return {card.id: card for card in cards}


def lies_in(card: Card, group: str) -> bool:
    """Whether a card may lie in a colour, or with "" in a bank."""
    if card.effect == "build" or not group:
        return card.effect != "property"
    return card.effect == "property" and group in card.groups
