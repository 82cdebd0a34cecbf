"""What the last landing left open, and what it holds up."""

from __future__ import annotations

from companion.core.errors import Refused
from companion.core.facts import FURTHER_MOVE, PURCHASE, RENT, TASK, TAX
from companion.core.work import Work


def nothing_open(work: Work, rent_lapses: bool = False, further: bool = True) -> None:
    """Raises Refused while something of the last landing is open: an auction, offer, rent ...

    ``further`` move of the dice as well, unless what comes now goes before it.
    """
    work.no_auction()
    offer = work.draft.get(PURCHASE)
    if offer:
        raise offer_open(work, offer.pos)
    tax = work.draft.get(TAX)
    if tax:
        raise Refused(
            "tax_open",
            "{who} has not paid the tax yet.",
            "Pay the tax, or undo the landing.",
            who=work.name(tax.who),
        )
    task = work.draft.get(TASK)
    if task and not work.rules.task_stands(work, task):
        work.draft.clear(TASK)
    elif task:
        reason, remedy = work.rules.tasks[task.kind]
        raise Refused("task_open", reason, remedy, who=work.name(task.who))
    bonus = work.draft.get(FURTHER_MOVE)
    if bonus and further:
        reason, remedy = work.rules.tasks[bonus.kind]
        raise Refused("task_open", reason, remedy, who=work.name(bonus.who))
    rent = work.draft.get(RENT)
    if not rent:
        return
    if rent_lapses and work.rules.option(work.draft, "rent_must_be_claimed"):
        work.detail["lapsed"] = rent.amount
        work.draft.clear(RENT)
        return
    raise work.rent_open(rent)


def due_gift(work: Work, kind: str, who: str) -> None:
    """What the space ``kind`` gives ``who`` is taken now. Raises Refused where nothing waits."""
    task = work.draft.get(TASK)
    if not task or (task.kind, task.who) != (kind, who):
        raise Refused(
            "no_gift",
            "There is no gift waiting for {who}.",
            "Enter the landing first.",
            who=work.name(who),
        )
    work.draft.clear(TASK)


def offer_open(work: Work, pos: int) -> Refused:
    """The refusal while the deed at ``pos`` is on offer to who landed there."""
    deed = work.rules.at(work.draft).deeds[pos].name
    if not work.rules.auctions_estate:
        return Refused(
            "offer_open",
            "Nobody has said yet whether {deed} is bought.",
            "Buy it, or say that it is not bought.",
            deed=deed,
        )
    return Refused(
        "offer_open",
        "{deed} is neither bought nor auctioned yet.",
        "Buy it, or decline so that it is auctioned.",
        deed=deed,
    )
