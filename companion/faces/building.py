"""One player's deeds and buildings: what the next house costs and brings, what may be mortgaged."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.core.book import MONEY
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.facts import BUILD_CLAIMS, BuildClaim
from companion.core.game import Game
from companion.core.requests import Item
from companion.core.values import Plan
from companion.faces.money import Amount, piece_word, refusal
from companion.faces.table import Tile, game_view, stock_line
from companion.faces.views import Text


class BuildStep(Struct, frozen=True):
    """Something that can be done with one tap: ``what`` for how much, or ``why_not``."""

    what: Text
    amount: Amount
    why_not: Text
    remedy: Text
    code: str

    @property
    def can(self) -> bool:
        """Whether it is allowed now."""
        return not self.why_not


class DeedRow(Struct, frozen=True):
    """A deed of the player. ``up``/``down``: the next building and the sale of the last one.

    ``pledge``: mortgaging it, or lifting the mortgage when it is ``tile.mortgaged``. ``piece``:
    what would be built next. ``claims``: how many he waits for here.
    """

    tile: Tile
    up: BuildStep | None
    down: BuildStep | None
    pledge: BuildStep
    piece: str
    claims: int


class EstateView(Struct, frozen=True):
    """The deeds of ``who``, colour by colour; ``stock`` is what the bank has left."""

    who: str
    name: str
    cash: Amount
    rows: tuple[DeedRow, ...]
    stock: Text

    @property
    def lots(self) -> tuple[DeedRow, ...]:
        """The rows where something can be built or sold, or only money or pieces lack for it."""
        return tuple(row for row in self.rows if _buildable(row))


LACKS = frozenset({"not_enough_cash", "none_left", "uneven", "full", "wanted", "debt_open"})
"""Why a building cannot be had now although the colour is complete."""


def _buildable(row: DeedRow) -> bool:
    sells = row.down is not None
    return sells or (row.up is not None and (row.up.can or row.up.code in LACKS))


def estate_view(game: Game, now: int, who: str) -> EstateView:
    """Everything ``who`` can do with his deeds; each step tried on the rules, none booked."""
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    table = game_view(game, now)
    rows = [_row(game, who, tile, short) for tile in table.tiles if tile.owner == who]
    return EstateView(
        who=who,
        name=rules.name(book, who),
        cash=Amount(book.held(who, MONEY), short),
        rows=tuple(rows),
        stock=stock_line(game),
    )


def _row(game: Game, who: str, tile: Tile, short: bool) -> DeedRow:
    rules, book = game.rules, game.book
    deed = rules.at(book).deeds[tile.pos]
    steps = rules.edition.ladders.get(deed.ladder, ())
    level = rules.level(book, tile.pos)
    claims = (book.get(BUILD_CLAIMS) or ()).count(BuildClaim(who, tile.pos))
    piece = rules.step_piece(deed, level + 1) if level < len(steps) else ""
    return DeedRow(
        tile=tile,
        up=_up(game, who, deed, piece, short) if steps else None,
        down=_down(game, who, deed, rules.step_piece(deed, level), short)
        if level and steps
        else None,
        pledge=_pledge(game, who, deed, short),
        piece=piece,
        claims=claims,
    )


def _up(game: Game, who: str, deed: Deed, piece: str, short: bool) -> BuildStep:
    rules, book = game.rules, game.book

    def plan() -> Plan:
        rules.build_turn(book, who)
        found = rules.plan_building(book, who, (Item(deed.pos),))
        if found.price > book.held(who, MONEY):
            raise Refused("not_enough_cash", "{who} has too little cash.", "Raise money first.",
                          who=rules.name(book, who))  # fmt: skip
        return found

    return _tried(plan, Text(piece_word(piece)), deed.costs.get(piece, 0), short)


def _down(game: Game, who: str, deed: Deed, piece: str, short: bool) -> BuildStep:
    rules, book = game.rules, game.book
    value = rules.half(deed.costs.get(piece, 0))
    return _tried(
        lambda: rules.plan_selling(book, who, (Item(deed.pos),)),
        Text(piece_word(piece)),
        value,
        short,
    )


def _pledge(game: Game, who: str, deed: Deed, short: bool) -> BuildStep:
    rules, book = game.rules, game.book
    if rules.mortgaged(book, deed.pos):
        cost = rules.lift_cost(book, deed.pos)

        def affordable() -> None:
            if cost > book.held(who, MONEY):
                raise Refused("not_enough_cash", "{who} has too little cash.", "Raise money first.",
                              who=rules.name(book, who))  # fmt: skip

        return _tried(affordable, Text("Lift mortgage"), cost, short)
    value = rules.mortgage_value(book, deed.pos)
    return _tried(lambda: rules.may_mortgage(book, who, deed), Text("Mortgage"), value, short)


def _tried(try_it: Callable[[], object], what: Text, amount: int, short: bool) -> BuildStep:
    try:
        try_it()
    except Refused as no:
        reason, remedy = refusal(no, short)
        return BuildStep(what, Amount(amount, short), reason, remedy, no.code)
    return BuildStep(what, Amount(amount, short), Text(), Text(), "")
