"""Buildings as steps of a ladder that is data: even building, even selling, stock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import TYPE_CHECKING

from companion.core.book import BANK, Holdings
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.reading import TableReader
from companion.core.requests import Item
from companion.core.values import Money, Piece, Pieces, Plan

if TYPE_CHECKING:
    from companion.core.rules import Rules

_EMPTY: Mapping[str, int] = {}


def pieces_at(rules: TableReader, deed: Deed, level: int) -> Mapping[str, int]:
    """The pieces that stand on a lot of this level."""
    return rules.ladder(deed)[level - 1] if level else _EMPTY


def step_piece(rules: TableReader, deed: Deed, level: int) -> str:
    """The piece that brings a lot from ``level`` - 1 to ``level``."""
    below, above = pieces_at(rules, deed, level - 1), pieces_at(rules, deed, level)
    return next(piece for piece, n in above.items() if n > below.get(piece, 0))


def step_cost(rules: TableReader, deed: Deed, level: int) -> int:
    """What the step to ``level`` costs, as printed on the deed."""
    return deed.costs[step_piece(rules, deed, level)]


def plan_building(rules: Rules, book: Holdings, who: str, items: Iterable[Item]) -> Plan:
    """The buildings ``who`` asks for, step by step on the lowest lots first.

    Raises Refused where a lot is not his, the group is not complete or mortgaged, the result
    is uneven, a lot is full, or the bank lacks a piece (classic rule summary, "Häuser & Hotels").
    """
    printed = rules.at(book)
    left: dict[int, int] = {}
    for item in items:
        deed = rules.own_lot(book, who, item.deed)
        rules.may_build(book, who, deed)
        left[item.deed] = left.get(item.deed, 0) + item.n
        _named_piece(rules, book, deed, item)
    levels = {pos: rules.level(book, pos) for pos in _neighbours(rules, book, who, left)}
    start = dict(levels)
    stock = {piece: book.held(BANK, piece) for piece in printed.stock}
    price = 0
    counts: dict[str, int] = {}
    while left:
        pos = min(left, key=lambda lot: levels[lot])
        deed = printed.deeds[pos]
        _may_step_up(rules, book, who, deed, levels)
        level = levels[pos] + 1
        piece = step_piece(rules, deed, level)
        _use_stock(rules, book, deed, level, stock)
        price += deed.costs[piece]
        counts[piece] = counts.get(piece, 0) + 1
        levels[pos] = level
        left[pos] -= 1
        if not left[pos]:
            del left[pos]
    return _plan(rules, book, start, levels, price, counts)


def plan_selling(
    rules: Rules, book: Holdings, who: str, items: Iterable[Item], group: str = ""
) -> Plan:
    """Buildings back to the bank at half price; only the result must be even.

    A hotel may come down several steps at once, so a player can always sell when the bank has
    no houses to break it with. Raises Refused with every legal breakdown where it is short.
    """
    printed = rules.at(book)
    left: dict[int, int] = {}
    for item in items:
        rules.own_lot(book, who, item.deed)
        left[item.deed] = left.get(item.deed, 0) + item.n
    if group:
        left = {
            pos: rules.level(book, pos)
            for pos in printed.groups.get(group, ())
            if rules.owner(book, pos) == who and rules.level(book, pos)
        }
    levels = {pos: rules.level(book, pos) for pos in _neighbours(rules, book, who, left)}
    start = dict(levels)
    price = 0
    counts: dict[str, int] = {}
    for pos, n in left.items():
        deed = printed.deeds[pos]
        if levels[pos] < n:
            raise Refused(
                "no_building",
                "{deed} has fewer buildings than that.",
                "Choose a lot with buildings.",
                deed=deed.name,
            )
        for _ in range(n):
            price += rules.half(step_cost(rules, deed, levels[pos]))
            piece = step_piece(rules, deed, levels[pos])
            counts[piece] = counts.get(piece, 0) + 1
            levels[pos] -= 1
    if not left:
        raise Refused("no_building", "There is nothing to sell.", "Choose a lot with buildings.")
    _check_even(rules, book, who, left, levels)
    _check_stock(rules, book, who, start, levels)
    return _plan(rules, book, start, levels, price, counts)


def breakdowns(
    rules: Rules, book: Holdings, who: str, group: str
) -> list[tuple[tuple[tuple[int, int], ...], int]]:
    """Every even way down for a colour that the bank's stock allows: levels per lot, and the sum.

    Best first is what leaves most standing; the last one is the bare ground.
    """
    printed = rules.at(book)
    lots = [pos for pos in printed.groups[group] if rules.owner(book, pos) == who]
    start = {pos: rules.level(book, pos) for pos in lots}
    found = []
    for chosen in product(*(range(start[pos] + 1) for pos in lots)):
        goal = dict(zip(lots, chosen, strict=True))
        if goal == start:
            continue
        lowered = {pos: 1 for pos in lots if goal[pos] < start[pos]}
        if _uneven(rules, book, who, lowered, goal) is None and not _missing(
            rules, book, start, goal
        ):
            total = sum(
                rules.half(step_cost(rules, printed.deeds[pos], level))
                for pos in lots
                for level in range(goal[pos] + 1, start[pos] + 1)
            )
            found.append((tuple(goal.items()), total))
    return sorted(found, key=lambda way: way[1])


def _neighbours(rules: Rules, book: Holdings, who: str, lots: Iterable[int]) -> dict[int, None]:
    every: dict[int, None] = {}
    for pos in lots:
        every.update(dict.fromkeys(rules.build_group(book, who, pos)))
    return every


def _named_piece(rules: Rules, book: Holdings, deed: Deed, item: Item) -> None:
    if not item.piece:
        return
    level = rules.level(book, deed.pos)
    steps = [
        step_piece(rules, deed, step)
        for step in range(level + 1, min(level + item.n, len(rules.ladder(deed))) + 1)
    ]
    if any(piece != item.piece for piece in steps):
        raise Refused(
            "wrong_piece",
            "The next step on {deed} is a {piece}.",
            "Build that, or choose another lot.",
            deed=deed.name,
            piece=Piece(steps[0]),
        )


def _may_step_up(
    rules: Rules, book: Holdings, who: str, deed: Deed, levels: Mapping[int, int]
) -> None:
    if levels[deed.pos] == len(rules.ladder(deed)):
        raise Refused(
            "full",
            "{deed} is fully built.",
            "Choose another lot.",
            deed=deed.name,
        )
    lowest = min(rules.build_group(book, who, deed.pos), key=lambda lot: levels[lot])
    if levels[deed.pos] > levels[lowest]:
        raise Refused(
            "uneven",
            "That would be uneven: {lowest} has fewer buildings than {deed}.",
            "Build on {lowest} first.",
            deed=deed.name,
            lowest=rules.at(book).deeds[lowest].name,
        )
    rules.may_step(book, who, deed, levels)


def _use_stock(rules: Rules, book: Holdings, deed: Deed, level: int, stock: dict[str, int]) -> None:
    below, above = pieces_at(rules, deed, level - 1), pieces_at(rules, deed, level)
    for piece in {**below, **above}:
        need = above.get(piece, 0) - below.get(piece, 0)
        if need > stock[piece]:
            raise none_left(rules, book, piece, stock[piece])
        stock[piece] -= need


def none_left(rules: Rules, book: Holdings, piece: str, left: int) -> Refused:
    """The refusal for a piece the bank does not have, with what would free one."""
    owners = [
        rules.name(book, who)
        for who in rules.playing(book)
        if any(book.held(deed.lot, piece) for deed in rules.deeds_of(book, who))
    ]
    return Refused(
        "none_left",
        "The bank has {left} of this piece left: {piece}.",
        "Some come back when {owners} sells any or builds the next bigger one.",
        piece=Piece(piece),
        left=left,
        owners=", ".join(owners) or "nobody",
    )


def _uneven(
    rules: Rules, book: Holdings, who: str, lowered: Iterable[int], levels: Mapping[int, int]
) -> int | None:
    """The highest neighbour of a lowered lot that would tower two steps above it, or None."""
    for pos in lowered:
        top = max(rules.build_group(book, who, pos), key=lambda lot: levels[lot])
        if levels[top] > levels[pos] + 1:
            return top
    return None


def _check_even(
    rules: Rules, book: Holdings, who: str, lowered: Iterable[int], levels: Mapping[int, int]
) -> None:
    top = _uneven(rules, book, who, lowered, levels)
    if top is not None:
        raise Refused(
            "uneven",
            "That would be uneven: {highest} would stand two steps above the rest.",
            "Sell on {highest} first.",
            highest=rules.at(book).deeds[top].name,
        )


def _missing(
    rules: Rules, book: Holdings, start: Mapping[int, int], goal: Mapping[int, int]
) -> str:
    """The piece the bank would need and does not have, or ""."""
    need: dict[str, int] = {}
    for pos, level in goal.items():
        deed = rules.at(book).deeds[pos]
        if level == start[pos]:
            continue
        for piece, n in pieces_at(rules, deed, level).items():
            need[piece] = need.get(piece, 0) + n
        for piece, n in pieces_at(rules, deed, start[pos]).items():
            need[piece] = need.get(piece, 0) - n
    return next((piece for piece, n in need.items() if n > book.held(BANK, piece)), "")


def _check_stock(
    rules: Rules, book: Holdings, who: str, start: Mapping[int, int], goal: Mapping[int, int]
) -> None:
    piece = _missing(rules, book, start, goal)
    if not piece:
        return
    pos = next(pos for pos in goal if goal[pos] != start[pos])
    group = rules.at(book).deeds[pos].group
    ways = breakdowns(rules, book, who, group)
    raise Refused(
        "none_left",
        "The bank has only {left} of this piece to give back for it: {piece}.",
        "Sell the whole colour to the ground for {ground}, or down to {levels} for {sum}.",
        piece=Piece(piece),
        left=book.held(BANK, piece),
        ground=Money(ways[-1][1]),
        levels=", ".join(str(level) for _, level in ways[0][0]),
        sum=Money(ways[0][1]),
        ways=tuple(ways),
    )


def _plan(
    rules: Rules,
    book: Holdings,
    start: Mapping[int, int],
    goal: Mapping[int, int],
    price: int,
    counts: Mapping[str, int],
) -> Plan:
    back: list[tuple[str, int, str, str]] = []
    out: list[tuple[str, int, str, str]] = []
    for pos, level in goal.items():
        if level == start[pos]:
            continue
        deed = rules.at(book).deeds[pos]
        below, above = pieces_at(rules, deed, start[pos]), pieces_at(rules, deed, level)
        for piece in {**below, **above}:
            n = above.get(piece, 0) - below.get(piece, 0)
            if n > 0:
                out.append((piece, n, BANK, deed.lot))
            elif n < 0:
                back.append((piece, -n, deed.lot, BANK))
    levels = tuple((pos, start[pos], level) for pos, level in goal.items() if level != start[pos])
    return Plan(price, (*back, *out), levels, tuple(counts.items()))


def resale(rules: Rules, book: Holdings, deed: Deed) -> tuple[Pieces, int]:
    """The pieces on one lot and half of what they cost."""
    level = rules.level(book, deed.pos)
    total = sum(rules.half(step_cost(rules, deed, step)) for step in range(1, level + 1))
    return Pieces.of(pieces_at(rules, deed, level)), total
