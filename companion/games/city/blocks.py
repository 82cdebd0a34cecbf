"""The build sheet: what the trading unit allows, per district, and what it would bring."""

from __future__ import annotations

from msgspec import Struct

from companion.core.book import MONEY, Draft
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.facts import TURN
from companion.core.game import Game
from companion.core.requests import Build, Item
from companion.faces.money import Amount, piece_word
from companion.faces.trying import refused
from companion.faces.views import Text
from companion.games.city.permits import permits_of

Chosen = tuple[tuple[int, str, int], ...]
"""Blocks chosen so far: (district, piece, how many)."""


class BlockStep(Struct, frozen=True):
    """One kind of block on one district: its price here, how many chosen, whether one more fits."""

    piece: str
    cost: Amount
    n: int
    more: bool


class BuildRow(Struct, frozen=True):
    """A district of the player: blocks of ``most``, the rent before and after, or why not."""

    pos: int
    name: str
    group: str
    level: int
    most: int
    steps: tuple[BlockStep, ...]
    before: Amount
    after: Amount
    why_not: Text


class BuildView(Struct, frozen=True):
    """The sheet. ``left`` -1: no limit. ``request`` is what "build" would ask, if anything.

    ``kinds`` are the names of the kinds of blocks, ``fault`` why the whole is not possible.
    """

    who: str
    who_name: str
    shown: int
    placed: int
    left: int
    cash: Amount
    price: Amount
    kinds: tuple[Text, ...]
    rows: tuple[BuildRow, ...]
    chosen: Chosen
    request: Build | None
    fault: Text
    railroad: bool


def build_view(game: Game, now: int, chosen: Chosen = ()) -> BuildView:
    """What the player who is up can build, ``chosen`` being on the sheet already."""
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    who = book.get(TURN) or ""
    offer = permits_of(rules.extra(book))
    kinds: tuple[str, ...] = tuple(rules.marks)
    deeds = rules.deeds_of(book, who)
    chosen = tuple(one for one in chosen if one[2] > 0 and one[0] in {d.pos for d in deeds})
    after = Draft(book)
    price, fault = 0, Text()
    try:
        plan = rules.plan_building(book, who, [Item(*_item(one)) for one in chosen])
        price = plan.price
        for what, n, source, target in plan.moves:
            after.move(what, n, source, target)
    except Refused as no:
        fault = Text(no.reason_template, tuple(no.facts.items()))
    placed = sum(n for _, _, n in chosen)
    return BuildView(
        who=who,
        who_name=rules.name(book, who),
        shown=offer.shown,
        placed=placed,
        left=max(0, offer.left - placed) if offer.left >= 0 else -1,
        cash=Amount(max(0, book.held(who, MONEY) - price), short),
        price=Amount(price, short),
        kinds=tuple(Text(piece_word(piece)) for piece in kinds),
        rows=tuple(_row(game, now, who, deed, kinds, chosen, after) for deed in deeds),
        chosen=chosen,
        request=_request(who, chosen) if chosen else None,
        fault=fault,
        railroad=offer.railroad and offer.left == 0,
    )


def with_block(chosen: Chosen, pos: int, piece: str, n: int) -> Chosen:
    """``n`` blocks of a kind on a district in place of those chosen there before; 0 is none."""
    return (*(one for one in chosen if one[:2] != (pos, piece)), (pos, piece, n))


def _item(one: tuple[int, str, int]) -> tuple[int, int, str]:
    pos, piece, n = one
    return pos, n, piece


def _request(who: str, chosen: Chosen) -> Build:
    return Build(who=who, lots=tuple(Item(pos, n, piece) for pos, piece, n in chosen))


def _row(
    game: Game,
    now: int,
    who: str,
    deed: Deed,
    kinds: tuple[str, ...],
    chosen: Chosen,
    after: Draft,
) -> BuildRow:
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    level, most = rules.level(book, deed.pos), rules.at(book).number("blocks_max")
    steps = []
    for piece in kinds:
        n = next((one[2] for one in chosen if one[:2] == (deed.pos, piece)), 0)
        more = _request(who, with_block(chosen, deed.pos, piece, n + 1))
        steps.append(
            BlockStep(piece, Amount(deed.costs[piece], short), n, refused(game, now, more) is None)
        )
    why_not = Text()
    if rules.mortgaged(book, deed.pos):
        why_not = Text("mortgaged")
    elif level >= most:
        why_not = Text("full")
    return BuildRow(
        pos=deed.pos,
        name=deed.name,
        group=deed.group,
        level=level,
        most=most,
        steps=tuple(steps),
        before=Amount(rules.rent(book, deed.pos).amount, short),
        after=Amount(rules.rent(after, deed.pos).amount, short),
        why_not=why_not,
    )
