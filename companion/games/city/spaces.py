"""City: its own spaces, and the card that pays no rent."""

from __future__ import annotations

from companion.core.book import BANK
from companion.core.errors import Refused
from companion.core.facts import RENT, TASK, TAX, Landing, Task
from companion.core.values import Piece
from companion.core.work import Work
from companion.games.city import lots
from companion.games.city.moves import fits
from companion.games.city.requests import Dodge

DODGE = "rent_dodge"


def planning_space(work: Work, who: str, pos: int) -> None:
    """One bonus building or hazard has to be put down, where one can be (pages 4, 6)."""
    _oblige(work, Task("planning", who, pos))


def auction_space(work: Work, who: str, pos: int) -> None:
    """Any free district is auctioned, where there is one (page 4)."""
    _oblige(work, Task("auction", who, pos))


def _oblige(work: Work, task: Task) -> None:
    if task_stands(work, task):
        work.draft.mark(TASK, task)
        work.detail["next"] = task.kind


def task_stands(work: Work, task: Task) -> bool:
    """Whether a bonus building or hazard fits anywhere, or a district is free to be auctioned."""
    rules = work.rules
    if task.kind == "auction":
        pledged = {debt.deed for debt in work.debts()}
        return any(
            not rules.owner(work.draft, lot) and lot not in pledged for lot in rules.edition.deeds
        )
    return any(
        fits(work, task.who, deed, piece)
        for deed in rules.edition.deeds.values()
        for piece in (*lots.hazards(rules), *lots.bonus(rules))
    )


def industry_tax_space(work: Work, who: str, pos: int) -> None:
    """Due with industrial blocks, else nothing (page 4)."""
    if lots.has_industry(work.rules, work.draft, who):
        work.draft.mark(TAX, Landing(who, pos))
        work.detail["next"] = "tax"
    else:
        work.detail["untaxed"] = True


def free_parking(work: Work, who: str, pos: int) -> None:
    """The card that pays no rent, from its place or from who has not used it (pages 4, 8)."""
    holder = next(
        seat for seat in (*work.rules.playing(work.draft), BANK) if _has_dodge(work, seat)
    )
    if holder != who:
        work.draft.move(DODGE, 1, holder, who)
        work.detail |= {"takes": DODGE, "source": holder}


def _has_dodge(work: Work, holder: str) -> bool:
    return work.draft.held(holder, DODGE) > 0


def dodge(work: Work, ask: Dodge) -> None:
    """The card instead of the open rent; it goes back to Free Parking (page 8)."""
    landed = work.draft.get(RENT)
    if not landed:
        raise Refused("no_rent", "No rent is open.", "Keep the card for the next rent.")
    who = landed.who
    if not _has_dodge(work, who):
        raise Refused(
            "no_card",
            "{who} does not hold that card: {piece}.",
            "It lies at Free Parking, or another player has it.",
            who=work.name(who),
            piece=Piece(DODGE),
        )
    work.draft.move(DODGE, 1, who, BANK)
    work.draft.clear(RENT)
    work.done("dodge", who=who, to=landed.to, deed=landed.deed, amount=landed.amount)
