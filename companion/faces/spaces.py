"""What the spaces of a board are called on a screen: short on a tile, in full in a sentence."""

from __future__ import annotations

from typing import Any

from companion.core.facts import AT
from companion.core.game import Game
from companion.faces.parts import Spot
from companion.faces.views import Text

CARD_SPACES = frozenset({"card", "chance", "community_chest"})
"""Kinds of spaces where a card is drawn: one place on the screen stands for all of them."""

WORDS = {
    "go": "GO", "start": "GO", "free_parking": "Free parking", "jail": "Just visiting",
    "go_to_jail": "Go to jail", "industry_tax": "Industry\ntax", "auction": "Auction",
    "planning": "Planning", "bus_ticket": "Bus ticket", "birthday_gift": "Birthday",
    "foundation": "Foundation", "card": "Card", "chance": "Chance", "community_chest": "Chest",
}  # fmt: skip
"""Spaces called by their kind in every language; deeds and the rest by what their board prints."""


def short_name(game: Game, pos: int) -> str:
    """The name as it fits a small tile: the edition's own, or the whole one."""
    printed = game.rules.edition
    shorts: Any = printed.tables.get("short", {})
    name = game.rules.at(game.book).spaces[pos].name
    return name if name != printed.spaces[pos].name else str(shorts.get(str(pos), name))


def tile_words(game: Game, pos: int) -> Text:
    """What stands on the tile of a space."""
    printed = game.rules.edition
    if pos in printed.deeds:
        return Text(short_name(game, pos))
    kind = printed.spaces[pos].kind
    own: Any = printed.tables.get("spot_words", {})
    return Text(own.get(kind) or WORDS.get(kind) or short_name(game, pos))


def spots(game: Game, turn: str) -> tuple[Spot, ...]:
    """Spaces without a deed; of several of a kind only the nearest one ahead of ``turn``.

    Each kind keeps its place, whichever of its spaces is the nearest.
    """
    edition = game.rules.edition
    here = game.book.get(AT(turn)) or 0
    size = len(edition.spaces)
    ahead = sorted(edition.spaces, key=lambda space: (space.pos - here - 1) % size)
    nearest: dict[str, Spot] = {}
    places: dict[str, int] = {}
    for space in ahead:
        if space.pos in edition.deeds:
            continue
        card = space.kind in CARD_SPACES
        one = "card" if card else space.name if space.pos in edition.taxes else space.kind
        words = Text(WORDS["card"]) if card else tile_words(game, space.pos)
        nearest.setdefault(one, Spot(space.pos, space.kind, Text(space.name), words, card))
        places[one] = min(space.pos, places.get(one, size))
    return tuple(nearest[one] for one in sorted(nearest, key=lambda one: places[one]))
