"""City: what may stand on a district, what it costs, and what the trading unit allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.book import BANK, Draft, Holdings
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.facts import TURN_NO
from companion.core.requests import Item
from companion.core.rules import Rules
from companion.core.values import Money, Piece, Plan
from companion.games.city.facts import USED, Used
from companion.unit.facts import ROLL, ROLL_TURN

RESIDENTIAL, INDUSTRIAL = "residential_block", "industrial_block"
BLOCKS = (RESIDENTIAL, INDUSTRIAL)
RAILROAD, STADIUM, SKYSCRAPER, TOWER = "railroad", "stadium", "skyscraper", "tower"
BOUGHT = (*BLOCKS, STADIUM, SKYSCRAPER, TOWER)
RAILROAD_RESULT = 4
"""What the unit's result is when it allows a railroad instead of blocks."""


def shown(book: Holdings) -> int:
    """What the unit shows for this turn: 1 to 3 blocks, 4 a railroad, 0 before Build."""
    roll = book.get(ROLL)
    return roll.result if roll and book.get(ROLL_TURN) == book.get(TURN_NO) else 0


def used(book: Holdings) -> int:
    """How much of what the unit shows is built already; a new result starts at 0."""
    roll = book.get(ROLL)
    spent = book.get(USED)
    if not roll or not spent:
        return 0
    now = (book.get(TURN_NO), roll.shown_at)
    return spent.n if (spent.turn_no, spent.shown_at) == now else 0


def use(draft: Draft, n: int) -> None:
    """Note that ``n`` more of what the unit shows is built."""
    roll = draft.get(ROLL)
    if roll:
        draft.mark(USED, Used(draft.get(TURN_NO) or 0, roll.shown_at, used(draft) + n))


def blocks_left(rules: Rules, book: Holdings) -> int | None:
    """Blocks that may still be bought this turn; None: as many as one likes."""
    if not rules.option(book, "unit_limits"):
        return None
    result = shown(book)
    return 0 if result == RAILROAD_RESULT else result - used(book) if result else 0


def railroad_left(rules: Rules, book: Holdings) -> bool:
    """Whether a railroad may be put down this turn."""
    if not rules.option(book, "unit_limits"):
        return True
    return shown(book) == RAILROAD_RESULT and not used(book)


def plan_building(rules: Rules, book: Holdings, who: str, items: Iterable[Item]) -> Plan:
    """What ``who`` buys, one after another (rule summary, "Bauen", pages 5-6).

    Raises Refused where the unit, the district, the colour or the box does not allow it.
    """
    draft = Draft(book)
    price = 0
    moves: list[tuple[str, int, str, str]] = []
    counts: dict[str, int] = {}
    levels: dict[int, tuple[int, int]] = {}
    for item in items:
        deed = rules.own_lot(book, who, item.deed)
        piece = _named(item)
        not_mortgaged(rules, book, deed)
        if piece in BLOCKS:
            room(rules, draft, deed, item.n)
            before = levels.get(deed.pos, (rules.level(book, deed.pos), 0))[0]
            levels[deed.pos] = (before, rules.level(draft, deed.pos) + item.n)
        else:
            _may_stand(rules, draft, who, deed, piece, item.n)
        in_stock(rules, draft, piece, item.n)
        draft.move(piece, item.n, BANK, deed.lot)
        moves.append((piece, item.n, BANK, deed.lot))
        price += item.n * cost(rules, book, deed, piece)
        counts[piece] = counts.get(piece, 0) + item.n
    _within_unit(rules, book, sum(counts.get(piece, 0) for piece in BLOCKS))
    steps = tuple((pos, low, high) for pos, (low, high) in levels.items())
    return Plan(price, tuple(moves), steps, tuple(counts.items()))


def cost(rules: Rules, book: Holdings, deed: Deed, piece: str) -> int:
    """What one piece costs on a district, as the card or the booklet says."""
    printed = rules.at(book)
    if piece in (STADIUM, TOWER):
        return printed.number(f"{piece}_cost")
    return printed.deeds[deed.pos].costs[piece]


def _named(item: Item) -> str:
    if item.piece == RAILROAD:
        raise Refused(
            "bad_request", "A railroad costs nothing.", "Put it down with the request 'place'."
        )
    if item.piece not in BOUGHT:
        raise Refused(
            "wrong_piece",
            "Nobody can buy '{piece}' here.",
            "Name what is built: {known}.",
            piece=item.piece,
            known=", ".join(BOUGHT),
        )
    return item.piece


def not_mortgaged(rules: Rules, book: Holdings, deed: Deed) -> None:
    """Raises Refused on a mortgaged district (page 8)."""
    if rules.mortgaged(book, deed.pos):
        raise Refused(
            "mortgaged",
            "{deed} is mortgaged; nothing can be built there.",
            "Lift the mortgage for {cost} first, or choose another district.",
            deed=deed.name,
            cost=Money(rules.lift_cost(book, deed.pos)),
        )


def room(rules: Rules, book: Holdings, deed: Deed, n: int) -> None:
    """Raises Refused where ``n`` more blocks would be more than a district takes (page 5)."""
    most = rules.at(book).number("blocks_max")
    there = rules.level(book, deed.pos)
    if there + n > most:
        raise Refused(
            "full",
            "{deed} has {there} blocks, and no district takes more than {most}.",
            "Build {left} there at most, the rest on another district.",
            deed=deed.name,
            there=there,
            most=most,
            left=most - there,
        )


def in_stock(rules: Rules, book: Holdings, piece: str, n: int) -> None:
    """Raises Refused where the box has no more of a piece."""
    left = book.held(BANK, piece)
    box: Mapping[str, int] = rules.edition.tables["box"]
    if rules.option(book, "box_limits") and piece in box:
        left = min(left, box[piece] - (rules.edition.stock[piece] - left))
    if left < n:
        raise Refused(
            "none_left",
            "All of these are on the board already: {piece}.",
            "Choose something else.",
            piece=Piece(piece),
        )


def _may_stand(rules: Rules, book: Holdings, who: str, deed: Deed, piece: str, n: int) -> None:
    """The conditions of stadium, skyscraper and tower (page 6)."""
    printed = rules.at(book)
    group = printed.groups[deed.group]
    if n > 1:
        raise Refused("one_each", "These are built one at a time.", "Ask for one.")
    if piece == TOWER:
        full = [name for name in printed.groups if rules.owns_group(book, who, name)]
        if len(full) < printed.number("tower_groups") or deed.group not in full:
            raise Refused(
                "no_set",
                "The tower needs {n} complete colours and stands on a district of one of them.",
                "{who} has {have} complete colours; get the missing districts first.",
                n=printed.number("tower_groups"),
                who=rules.name(book, who),
                have=len(full),
            )
        return
    need = printed.number("stadium_districts") if piece == STADIUM else len(group)
    have = sum(1 for pos in group if book.held(who, printed.deeds[pos].key))
    if have < need:
        raise Refused(
            "no_set",
            "This needs {need} districts of the colour, and {who} has {have}: {piece}.",
            "Get another district of the colour first.",
            need=need,
            have=have,
            who=rules.name(book, who),
            piece=Piece(piece),
        )
    one_of_a_colour(rules, book, deed, piece)


def one_of_a_colour(rules: Rules, book: Holdings, deed: Deed, piece: str) -> None:
    """Raises Refused where the colour has a stadium or skyscraper already (page 6)."""
    printed = rules.at(book)
    group = printed.groups[deed.group]
    there = next((pos for pos in group if book.held(printed.deeds[pos].lot, piece)), None)
    if there is not None:
        raise Refused(
            "one_each",
            "This colour has one already, on {there}: {piece}.",
            "There is one for each colour; choose another.",
            there=printed.deeds[there].name,
            piece=Piece(piece),
        )


def _within_unit(rules: Rules, book: Holdings, n: int) -> None:
    """Raises Refused where ``n`` blocks are more than the unit shows this turn (page 5)."""
    left = blocks_left(rules, book)
    if not n or left is None or n <= left:
        return
    if not shown(book):
        raise Refused(
            "press_build",
            "The trading unit shows no number for this turn yet.",
            "Press Build first; its number says how many blocks.",
        )
    if shown(book) == RAILROAD_RESULT:
        raise Refused(
            "railroad_only",
            "The trading unit shows the railroad: no blocks this turn.",
            "Put a railroad on any district, for nothing.",
        )
    raise Refused(
        "too_many_blocks",
        "The trading unit shows {shown}, and {left} blocks of it are left this turn, not {n}.",
        "Build {left} at most.",
        shown=shown(book),
        left=left,
        n=n,
    )
