"""What the spaces of a board are called on a screen: short on a tile, in full in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.facts import AT, UNSURE
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

DICE_LEAST = 2
"""The least two dice show."""


def landmarks(game: Game, pos: int) -> tuple[str, ...]:
    """What stands on a lot besides the pieces with marks; the last in the box come first."""
    rules = game.rules
    there = rules.pieces_on(game.book, pos)
    found = dict.fromkeys(rules.landmark(piece) for piece in there if piece not in rules.marks)
    return tuple(reversed(found))


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
    """Spaces without a deed; of several of a kind only the nearest the dice reach from ``turn``.

    Each kind keeps its place, whichever of its spaces is the nearest.
    """
    edition, book = game.rules.edition, game.book
    here, size = book.get(AT(turn)) or 0, len(edition.spaces)
    lost = book.get(UNSURE(turn)) is not None
    found = []
    for places in _tiles(game).values():
        if places[0] in edition.deeds:
            continue
        ahead = sorted(places, key=lambda pos: (pos - here - DICE_LEAST) % size)
        space = edition.spaces[ahead[0]]
        card = space.kind in CARD_SPACES
        words = Text(WORDS["card"]) if card else tile_words(game, space.pos)
        behind = min(places, key=lambda pos: (here - pos - 1) % size)
        unsure = len(places if lost else _in_reach(game, here, places)) > 1
        spot = Spot(space.pos, space.kind, Text(space.name), words, card, behind, unsure)
        found.append(spot)
    return tuple(found)


def whereabouts(game: Game, who: str) -> tuple[tuple[int, Text], ...]:
    """The spaces ``who`` may stand on, each told from the others; none where one is certain."""
    book = game.book
    before, here = book.get(UNSURE(who)), book.get(AT(who)) or 0
    if before is None:
        return ()
    places = _tiles(game)[_tile(game, here)]
    reached = _in_reach(game, before, places) if before >= 0 else places
    return tuple((pos, _and_next(game, pos)) for pos in reached or places)


def _and_next(game: Game, pos: int) -> Text:
    """A space by its name and the deed after it, for many have the same name."""
    edition = game.rules.edition
    ahead = (*range(pos + 1, len(edition.spaces)), *range(pos))
    deed = next(one for one in ahead if one in edition.deeds)
    name = game.rules.at(game.book).deeds[deed].name
    words = (("space", Text(edition.spaces[pos].name)), ("deed", name))
    return Text("{space} before {deed}", words)


def _in_reach(game: Game, here: int, places: Sequence[int]) -> tuple[int, ...]:
    """The places the dice can lead to from ``here``."""
    edition = game.rules.edition
    size, most = len(edition.spaces), edition.number("dice_max")
    return tuple(pos for pos in places if DICE_LEAST <= (pos - here) % size <= most)


def _tiles(game: Game) -> dict[object, list[int]]:
    """The spaces that stand on one tile together, by what they have in common, in board order."""
    tiles: dict[object, list[int]] = {}
    for space in game.rules.edition.spaces:
        tiles.setdefault(_tile(game, space.pos), []).append(space.pos)
    return tiles


def _tile(game: Game, pos: int) -> object:
    edition = game.rules.edition
    space = edition.spaces[pos]
    if pos in edition.deeds:
        return pos
    if space.kind in CARD_SPACES:
        return "card"
    return space.name if pos in edition.taxes else space.kind
