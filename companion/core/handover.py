"""A deed passed on by a card: to a player, or back to the bank."""

from __future__ import annotations

from companion.core.bankruptcy import clear_lot
from companion.core.book import BANK
from companion.core.errors import Refused
from companion.core.facts import MORTGAGE, PURCHASE, QUEUE, RENT
from companion.core.requests import HandOver
from companion.core.trade import hand_over_deeds
from companion.core.work import Work


def hand_over(work: Work, ask: HandOver) -> None:
    """A card passes a deed on, with what may stand on it then; to the bank without."""
    work.no_auction()
    deed = work.rules.deed(work.draft, ask.deed)
    owner = work.rules.owner(work.draft, deed.pos)
    to = BANK if ask.to == BANK else work.player(ask.to)
    if to == (owner or BANK):
        raise Refused(
            "same_ends", "{deed} is there already.", "Choose who gets it.", deed=deed.name
        )
    if not owner:
        work.free_deed(deed.pos)
    elif to != BANK:
        work.rules.may_change_hands(work.draft, deed)
    if to == BANK:
        clear_lot(work, deed.pos, to_bank=True)
        work.draft.clear(MORTGAGE(deed.pos))
        work.draft.move(deed.key, 1, owner, BANK)
    elif owner:
        hand_over_deeds(work, owner, to, (deed.pos,), ())
    else:
        _off_offer(work, deed.pos)
        work.draft.move(deed.key, 1, BANK, to)
    rent = work.draft.get(RENT)
    if rent and (rent.who, rent.deed) == (to, deed.pos):
        work.draft.clear(RENT)
    work.done("hand_over", who=owner or BANK, to=to, deed=deed.pos)


def _off_offer(work: Work, pos: int) -> None:
    """A free deed that changes hands is neither on offer nor in the bank's line."""
    offer = work.draft.get(PURCHASE)
    if offer and offer.pos == pos:
        work.draft.clear(PURCHASE)
    work.draft.mark(QUEUE, tuple(p for p in work.queue() if p != pos) or None)
