"""Figures of the rules, declared once: what each one counts, and whether a card can change it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from msgspec import Struct

from companion.core.values import NOTHING, Phrase


class Kind(Enum):
    """What a figure counts: money is paid in whole units, a percent is a share of something."""

    MONEY = auto()
    COUNT = auto()
    PERCENT = auto()


class Figure(Struct, frozen=True):
    """One figure of ``[rules]``. ``fixed``: it stands in the rules, or is over with the start, so

    no card of the table can say another one. ``words``: its name, where its key is none.
    """

    kind: Kind
    words: Phrase = NOTHING
    fixed: bool = False


SUM, NUMBER, PERCENT = Figure(Kind.MONEY), Figure(Kind.COUNT), Figure(Kind.PERCENT)
FIXED = Figure(Kind.COUNT, fixed=True)

FIGURES: Mapping[str, Figure] = {
    "players_min": FIXED,
    "players_max": FIXED,
    "start_cash": Figure(Kind.MONEY, Phrase("money at the start"), fixed=True),
    "dice_max": FIXED,
    "doubles_to_jail": FIXED,
    "jail_max_tries": FIXED,
    "go_salary": Figure(Kind.MONEY, Phrase("salary on GO")),
    "jail_fine": Figure(Kind.MONEY, Phrase("fine out of jail")),
    "auction_start": SUM,
    "auction_raise": SUM,
    "group_rent_factor": NUMBER,
    "utility_card_factor": NUMBER,
    "interest_percent": PERCENT,
    "sell_building_percent": Figure(Kind.PERCENT, fixed=True),
}
"""What every game can have; a game's own stand in its rules."""
