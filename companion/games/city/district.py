"""Districts: what stands on each, what it brings and why, and all that can be done there.

What a printing's districts may carry stands in its data, in the tables ``district``, ``hazards``
and ``bonus``; what is allowed is asked of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.core.book import BANK
from companion.core.edition import Deed
from companion.core.facts import TASK, TURN
from companion.core.game import Game
from companion.core.requests import Auction, Build, HandOver, Item, Lift, Mortgage, Request
from companion.faces.landing import CardView, card_view
from companion.faces.money import Amount, counted, piece_count, spoken, text
from companion.faces.spaces import landmarks, short_name
from companion.faces.trying import Action, action, refused
from companion.faces.views import Text
from companion.games.city.requests import Clear, Jump, Place

NEVER = frozenset({"no_set", "one_each", "none_left", "no_building"})
"""Refusals of a building nobody needs to be told about: it is not the time for it yet."""


class Lot(Struct, frozen=True):
    """A district on the map.

    ``blocks``: how many of each kind, in the order of the data. ``landmarks``: what else stands
    there. ``rent`` now; 0 while it is mortgaged. ``can``: it may be chosen for what is asked.
    """

    pos: int
    name: str
    short: str
    group: str
    owner: str
    blocks: tuple[int, ...]
    landmarks: tuple[str, ...]
    rent: Amount
    mortgaged: bool
    can: bool = True


class MapView(Struct, frozen=True):
    """The city by colour group, in board order; ``pieces``: what the bank has of scarce ones."""

    groups: tuple[tuple[Lot, ...], ...]
    pieces: Text


class DistrictView(Struct, frozen=True):
    """One district: its card, the rent now and why, what stands there, what can be done.

    ``by_card``: what an event card can do to it. ``owners``: whom a card may give it to.
    """

    card: CardView
    rent: Amount
    why: Text
    stands: Text
    actions: tuple[Action, ...]
    by_card: tuple[Action, ...]
    owners: tuple[Action, ...]


class PieceChoice(Struct, frozen=True):
    """A free piece to put down; ``note`` says what it does."""

    piece: str
    note: Text


class PickView(Struct, frozen=True):
    """A district is to be chosen: for a railroad, a bonus building, a hazard, an auction, a ride.

    ``who`` chooses. ``bonus``/``hazards``: what planning permission offers. ``groups`` as on
    the map, with ``can`` set. ``piece``: what is put down.
    """

    who: str
    who_name: str
    groups: tuple[tuple[Lot, ...], ...]
    bonus: tuple[PieceChoice, ...] = ()
    hazards: tuple[PieceChoice, ...] = ()
    piece: str = ""

    @property
    def none(self) -> bool:
        """Whether there is nothing to choose."""
        return not any(lot.can for group in self.groups for lot in group)


def lots(game: Game, allowed: Mapping[int, bool] | None = None) -> tuple[tuple[Lot, ...], ...]:
    """Every district by colour; ``allowed``: which may be chosen (all without it)."""
    printed = game.rules.at(game.book)
    return tuple(
        tuple(
            _lot(game, printed.deeds[pos], allowed is None or allowed.get(pos, False))
            for pos in group
        )
        for group in printed.groups.values()
    )


def map_view(game: Game, now: int) -> MapView:
    """The whole city."""
    return MapView(lots(game), scarce(game))


def scarce(game: Game) -> Text:
    """What the bank has left of the pieces of which there are only a few."""
    table = game.rules.edition.tables["district"]
    return counted({piece: game.book.held(BANK, piece) for piece in table.get("scarce", ())})


def district_view(game: Game, now: int, pos: int) -> DistrictView:
    """Everything about the district at ``pos``, each step tried on the game."""
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    quote = rules.rent(book, pos)
    owner = rules.owner(book, pos)
    return DistrictView(
        card=card_view(game, now, pos),
        rent=Amount(quote.amount, short),
        why=spoken(quote.why, short),
        stands=counted(rules.pieces_on(book, pos)),
        actions=tuple(_actions(game, now, pos, owner)) if owner else (),
        by_card=tuple(_by_card(game, now, pos, owner)),
        owners=tuple(_owners(game, now, pos)),
    )


def railroad_view(game: Game, now: int) -> PickView:
    """Where the railroad the unit shows may be put down."""
    piece = str(game.rules.edition.tables["district"].get("free", ""))
    who = game.book.get(TURN) or ""
    return _pick(game, now, who, lambda pos: Place(who=who, deed=pos, piece=piece), piece)


def planning_view(game: Game, now: int, piece: str = "") -> PickView:
    """Planning permission: what can be put down, and where ``piece`` may stand."""
    rules, printed = game.rules, game.rules.at(game.book)
    task = game.book.get(TASK)
    who = task.who if task else game.book.get(TURN) or ""
    bonus = printed.tables.get("bonus", {}).get("names", ())
    cost = int(printed.figures.get("hazard_block_cost", 0))
    short = printed.short_money
    choices = tuple(
        PieceChoice(name, Text("removal {amount}", (("amount", Amount(cost * blocks, short)),)))
        for name in printed.tables.get("hazards", ())
        for blocks in (printed.number(name),)
    )
    if piece:
        view = _pick(game, now, who, lambda pos: Place(who=who, deed=pos, piece=piece), piece)
    else:
        view = PickView(who, rules.name(game.book, who), lots(game, {}))
    return PickView(
        view.who, view.who_name, view.groups,
        tuple(PieceChoice(name, Text()) for name in bonus), choices,
    )  # fmt: skip


def auction_choice_view(game: Game, now: int) -> PickView:
    """Which districts are free to be auctioned."""
    who = game.book.get(TURN) or ""
    return _pick(game, now, who, lambda pos: Auction(deed=pos))


def ride_view(game: Game, now: int) -> PickView:
    """Where the railroad may take the player who has just landed on one."""
    who = game.book.get(TURN) or ""
    return _pick(game, now, who, lambda pos: Jump(who=who, pos=pos))


def _pick(
    game: Game, now: int, who: str, request: Callable[[int], Request], piece: str = ""
) -> PickView:
    allowed = {pos: refused(game, now, request(pos)) is None for pos in game.rules.edition.deeds}
    return PickView(who, game.rules.name(game.book, who), lots(game, allowed), piece=piece)


def _lot(game: Game, deed: Deed, can: bool) -> Lot:
    rules, book, printed = game.rules, game.book, game.rules.edition
    table = printed.tables["district"]
    pieces = rules.pieces_on(book, deed.pos)
    owner = rules.owner(book, deed.pos)
    return Lot(
        pos=deed.pos,
        name=deed.name,
        short=short_name(game, deed.pos),
        group=deed.group,
        owner=owner,
        blocks=tuple(pieces.get(piece, 0) for piece in table.get("blocks", ())),
        landmarks=landmarks(game, deed.pos),
        rent=Amount(rules.rent(book, deed.pos).amount if owner else 0, printed.short_money),
        mortgaged=rules.mortgaged(book, deed.pos),
        can=can,
    )


def _actions(game: Game, now: int, pos: int, owner: str) -> list[Action]:
    """What the owner may do: the big buildings, hazards away, mortgage."""
    rules, book, printed = game.rules, game.book, game.rules.at(game.book)
    table = printed.tables["district"]
    deed = printed.deeds[pos]
    found = []
    for piece in table.get("single", ()):
        price = deed.costs.get(piece) or int(printed.figures.get(f"{piece}_cost", 0))
        request: Request = Build(who=owner, lots=(Item(pos, 1, piece),))
        what = text("Build: {piece}", False, piece=piece_count(piece, 1))
        found.append(action(game, now, what, request, price, "-"))
    for piece in printed.tables.get("hazards", ()):
        if book.held(deed.lot, piece):
            price = printed.number(piece) * printed.number("hazard_block_cost")
            request = Clear(who=owner, deed=pos, piece=piece)
            what = text("Remove: {piece}", False, piece=piece_count(piece, 1))
            found.append(action(game, now, what, request, price, "-"))
    found = [one for one in found if one.code not in NEVER]
    if rules.mortgaged(book, pos):
        request = Lift(who=owner, deed=pos)
        found.append(
            action(game, now, Text("Lift mortgage"), request, rules.lift_cost(book, pos), "-")
        )
    else:
        value = rules.mortgage_value(book, pos)
        request = Mortgage(who=owner, deed=pos)
        found.append(action(game, now, Text("Mortgage"), request, value, "+"))
    return found


def _by_card(game: Game, now: int, pos: int, owner: str) -> list[Action]:
    """What an event card may put down or take away here."""
    book, printed = game.book, game.rules.at(game.book)
    table = printed.tables["district"]
    who = owner or book.get(TURN) or ""
    hazards = tuple(printed.tables.get("hazards", ()))
    bonus = tuple(printed.tables.get("bonus", {}).get("names", ()))
    bought = (*table.get("blocks", ()), *table.get("single", ()))
    puts = [*(bought if owner else ()), table.get("free", ""), *bonus]
    found = []
    turn = book.get(TURN) or ""
    for piece in (*puts, *hazards):
        by = turn if piece in hazards else who
        request: Request = Place(who=by, deed=pos, piece=piece, card=True)
        what = text("Put down: {piece}", False, piece=piece_count(piece, 1))
        found.append(action(game, now, what, request))
    for piece in (*hazards, *bonus, table.get("free", ""), *bought):
        if book.held(printed.deeds[pos].lot, piece):
            request = Clear(who=who, deed=pos, piece=piece, card=True)
            what = text("Take away: {piece}", False, piece=piece_count(piece, 1))
            found.append(action(game, now, what, request))
    return [one for one in found if one.can]


def _owners(game: Game, now: int, pos: int) -> list[Action]:
    rules, book = game.rules, game.book
    found = []
    for to in (*rules.playing(book), BANK):
        request = HandOver(deed=pos, to=to)
        name = Text("the bank") if to == BANK else rules.name(book, to)
        found.append(action(game, now, Text("To {to}", (("to", name),)), request))
    return [one for one in found if one.can]
