"""Mega: the spaces only this board has: bus ticket, birthday gift, auction."""

from __future__ import annotations

from companion.core.book import BANK
from companion.core.errors import Refused
from companion.core.facts import TASK, Task
from companion.core.pending import due_gift
from companion.core.turn import arrive, step_to
from companion.core.work import Work
from companion.games.mega.moves import TICKET, draw, free_deeds, thrown
from companion.games.mega.requests import Gift


def ticket_space(work: Work, who: str, pos: int) -> None:
    """A bus ticket for nothing."""
    draw(work, who)


def birthday_space(work: Work, who: str, pos: int) -> None:
    """Money or a bus ticket; the money when there is no ticket left."""
    if work.draft.held(BANK, TICKET):
        work.draft.mark(TASK, Task("birthday_gift", who, pos))
        work.detail["next"] = "birthday_gift"
    else:
        _gift_money(work, who)


def _gift_money(work: Work, who: str) -> int:
    amount = work.rules.at(work.draft).number("birthday_gift")
    work.pay(BANK, who, amount)
    return amount


def gift(work: Work, ask: Gift) -> None:
    """The birthday gift, as chosen."""
    who = work.player(ask.who)
    due_gift(work, "birthday_gift", who)
    if ask.what == TICKET:
        draw(work, who)
        work.done("gift_ticket", who=who, what=TICKET)
    elif ask.what == "money":
        work.done("gift", who=who, amount=_gift_money(work, who))
    else:
        raise Refused(
            "bad_request",
            "'{what}' is no birthday gift.",
            "Choose money or bus_ticket.",
            what=ask.what,
        )


def auction_space(work: Work, who: str, pos: int) -> None:
    """Any free deed is auctioned; when all are sold, to the deed that costs ``who`` most."""
    rules = work.rules
    if free_deeds(rules, work.draft):
        work.draft.mark(TASK, Task("auction", who, pos))
        work.detail["next"] = "auction"
        return
    dice = thrown(work, who)
    costs = {
        deed.pos: rules.rent(work.draft, deed.pos, dice, 1, who).amount
        for deed in rules.edition.deeds.values()
        if dice or not deed.factors
    }
    size = len(rules.edition.spaces)
    dearest = max(costs, key=lambda lot: (costs[lot], -((lot - pos) % size)))
    if costs[dearest]:
        work.detail["pos"] = dearest
        step_to(work, who, dearest, salary=dearest < pos)
        arrive(work, who, dearest, dice, 1)
