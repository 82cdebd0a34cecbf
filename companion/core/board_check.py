"""What a board of the table's own lacks or has too much: told at the start, with the place."""

from __future__ import annotations

from companion.core.edition import Deed
from companion.core.edition_file import no_key
from companion.core.errors import EditionFault
from companion.core.figures import FIGURES
from companion.core.work import GameRules

SPACES = frozenset({"go", "jail", "go_to_jail", "free_parking", "chance", "community_chest", "tax"})
"""Kinds of spaces every board may have; a game adds those it knows what to do on."""
DEEDS = frozenset({"street", "railroad", "utility", "transport", "district"})
"""Kinds of spaces with a deed."""
OF_MORTGAGES = frozenset({"interest_percent", "sell_building_percent", "group_rent_factor",
                          "utility_card_factor"})  # fmt: skip
"""Figures only a game with printed mortgages needs."""


def check_board(rules: GameRules) -> None:
    """Raises EditionFault, naming space, deed or key, where a game would fail on the way."""
    edition, where = rules.edition, f"{rules.edition.id}.toml"
    if not edition.spaces:
        return
    for key in FIGURES:
        if key not in edition.figures and (rules.prints_mortgage or key not in OF_MORTGAGES):
            raise no_key(where, f"rules.{key}")
    known = SPACES | DEEDS | rules.arrivals.keys() | {"card"}
    for space in edition.spaces:
        deed = edition.deeds.get(space.pos)
        if space.kind not in known:
            raise EditionFault(
                "{file}: space {pos} has the unknown kind {kind}; known are {known}.",
                file=where, pos=space.pos, kind=space.kind, known=", ".join(sorted(known)),
            )  # fmt: skip
        if (deed.kind if deed else "") != (space.kind if space.kind in DEEDS else ""):
            raise EditionFault(
                "{file}: space {pos} is of kind {kind}, and its deed does not go with it.",
                file=where, pos=space.pos, kind=space.kind,
            )  # fmt: skip
    for kind in ("go", "jail"):
        if edition.find(kind) < 0:
            raise EditionFault("{file}: no space is of kind {kind}.", file=where, kind=kind)
    taxed = {space.pos for space in edition.spaces if space.kind == "tax"}
    odd = sorted((taxed - edition.taxes.keys()) | (edition.taxes.keys() & edition.deeds.keys()))
    if odd:
        raise EditionFault(
            "{file}: space {pos} and the list of taxes do not go together.", file=where, pos=odd[0]
        )
    for deed in edition.deeds.values():
        _check_card(rules, where, deed)


def _check_card(rules: GameRules, where: str, deed: Deed) -> None:
    """Rents for every step or number owned, the price of every step, a mortgage."""
    edition = rules.edition
    steps = edition.ladders.get(deed.ladder, ())
    wanted = len(edition.groups[deed.group])
    if deed.kind in ("street", "district"):
        wanted = len(steps) + 1 if steps else 1
    if max(len(deed.rents), len(deed.factors)) < wanted:
        raise EditionFault(
            "{file}: {deed} needs {n} rents or factors, one for each step or number owned.",
            file=where, deed=deed.name or deed.pos, n=wanted,
        )  # fmt: skip
    lacks = [f"{piece}_cost" for step in steps for piece in step if piece not in deed.costs]
    lacks += ["mortgage"] if rules.prints_mortgage and not deed.mortgage else []
    if lacks:
        raise EditionFault(
            "{file}: {deed} has no {key}; look at the card again.",
            file=where, deed=deed.name or deed.pos, key=lacks[0],
        )  # fmt: skip
