"""What others say to a card: they pay, say no, or let it happen."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.errors import Refused
from companion.core.values import Short
from companion.core.work import Work
from companion.games.deal.facts import JUST_RECEIVED, Claim, Received
from companion.games.deal.moves import use
from companion.games.deal.requests import Concede, PayCards, SayNo
from companion.games.deal.table import claims, group_of, note_claims, set_of, table_of


def _answer(work: Work, who: str, number: int | None = None) -> Claim:
    who = work.player(who)
    for claim in claims(work.draft):
        if claim.answers == who and number in (None, claim.number):
            return claim
    raise Refused(
        "no_claim", "Nothing is asked of {who} now.", "Look who has to answer.", who=work.name(who)
    )


def _drop(work: Work, claim: Claim) -> None:
    note_claims(work, [one for one in claims(work.draft) if one.number != claim.number])


def say_no(work: Work, ask: SayNo) -> None:
    """A no, or a no to the no; costs none of the turn's plays."""
    claim, rules = _answer(work, ask.who, ask.claim), table_of(work)
    use(work, rules.kind("answer").id, 0, claim.noes + 1)
    answered = replace(claim, noes=claim.noes + 1)
    note_claims(work, [answered if one == claim else one for one in claims(work.draft)])
    work.done("say_no", who=ask.who, to=answered.answers, what=claim.what)


def concede(work: Work, ask: Concede) -> None:
    """No further answer: cards change hands, or the no is accepted."""
    claim, rules = _answer(work, ask.who, ask.claim), table_of(work)
    card = rules.card(claim.what)
    if claim.noes % 2:
        _drop(work, claim)
        work.done("no_stands", who=claim.who, to=claim.by, what=card.id)
        return
    if claim.amount:
        raise Refused(
            "pay_first", "{who} owes {to} {amount}.", "Choose the cards to pay with.",
            who=work.name(claim.who), to=work.name(claim.by), amount=Short(claim.amount),
        )  # fmt: skip
    _drop(work, claim)
    by, who, group = claim.by, claim.who, claim.group
    if card.effect == "take_set":
        cards = rules.cards_in(work.draft, who, group)[: rules.size(group)]
        tops = [top.id for top in rules.tops() if work.draft.held(set_of(who, group), top.id)]
        for what in (*cards, *tops):
            work.draft.move(what, 1, set_of(who, group), set_of(by, group))
    else:
        what, place = rules.find(work.draft, who, claim.takes)
        work.draft.move(what, 1, place, set_of(by, group))
        work.detail["piece"] = what
    if claim.gives:
        what, place = rules.find(work.draft, by, claim.gives)
        work.draft.move(what, 1, place, set_of(who, group_of(place)))
        fresh = work.draft.get(JUST_RECEIVED) or ()
        work.draft.mark(JUST_RECEIVED, (*fresh, Received(who, what)))
        work.detail["gives"] = what
    work.done(f"done_{card.effect}", who=by, to=who, what=card.id, group=group)
    rules.watch(work, by, who)


def pay_cards(work: Work, ask: PayCards) -> None:
    """Cards from bank and table: no change is given, and more than all nobody owes (C179)."""
    claim, rules = _answer(work, ask.who), table_of(work)
    who, by, book = claim.who, claim.by, work.draft
    if not claim.amount or claim.noes % 2:
        raise Refused("no_claim", "{who} owes nothing now.", "Say no, or let it happen.",
                      who=work.name(ask.who))  # fmt: skip
    means, paid = rules.worth(book, who).total, 0
    for named in ask.cards:
        what, place = rules.find(work.draft, who, named)
        if not rules.value(book, what):
            raise Refused("worthless", "This card is worth nothing: {card}.", "Choose another.",
                          card=rules.named(what))  # fmt: skip
        paid += rules.value(book, what)
        own = rules.card(what).effect == "property"
        book.move(what, 1, place, set_of(by, group_of(place)) if own else by)
    if paid < min(claim.amount, means):
        raise Refused(
            "too_little", "{who} owes {amount}, and these cards are worth {paid}.",
            "Choose more; no change is given.",
            who=work.name(who), amount=Short(claim.amount), paid=Short(paid),
        )  # fmt: skip
    _drop(work, claim)
    work.done("pay_cards", who=who, to=by, amount=paid, owed=claim.amount, cards=ask.cards)
    rules.watch(work, by, who)
