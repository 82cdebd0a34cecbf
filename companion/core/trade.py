"""Deals between two players: any mix in one step, and offers that wait for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from companion.core.book import BANK, Holdings
from companion.core.deadlines import without_clock
from companion.core.errors import Refused
from companion.core.fact import saved
from companion.core.facts import MORTGAGE, OFFER_NO, OFFERS, RENT, Gives, OpenOffer, SeenDeed
from companion.core.requests import Accept, Basket, Offer, Trade, Withdraw
from companion.core.values import Money, Piece
from companion.core.work import Work


def trade(work: Work, ask: Trade) -> None:
    """Everything changes hands at once, with ten percent for each mortgaged deed."""
    work.rules.may_trade(work.draft, ask)
    a, b = work.player(ask.a), work.player(ask.b)
    if a == b:
        raise Refused(
            "same_ends", "{who} cannot deal with himself.", "Choose two players.", who=work.name(a)
        )
    if _empty(ask.a_gives) and _empty(ask.b_gives):
        raise Refused("empty_deal", "Nothing changes hands.", "Choose what each side gives.")
    _may_give(work, a, b, ask.a_gives)
    _may_give(work, b, a, ask.b_gives)
    means = {who: _estate(work, who) for who in (a, b)}
    _cash(work, a, b, ask)
    _hand_over(work, a, b, ask.a_gives, ask.lift)
    _hand_over(work, b, a, ask.b_gives, ask.lift)
    if ask.settles:
        _settle(work, a, b)
    for who, other in ((a, b), (b, a)):
        _not_given_away(work, who, other, means[who])
    a_gives, b_gives = saved(_gives(ask.a_gives)), saved(_gives(ask.b_gives))
    work.done("deal", a=a, b=b, a_gives=a_gives, b_gives=b_gives)


def _empty(basket: Basket) -> bool:
    return not (basket.cash or basket.deeds or any(basket.cards.values()))


def _may_give(work: Work, giver: str, taker: str, basket: Basket) -> None:
    work.whole(basket.cash)
    for pos in basket.deeds:
        deed = work.rules.own_lot(work.draft, giver, pos)
        work.rules.may_change_hands(work.draft, deed)
    for what, n in basket.cards.items():
        card = work.rules.kept_card(what)
        if work.draft.held(giver, card) < n:
            raise Refused(
                "no_card",
                "{who} does not hold that card: {piece}.",
                "Look who holds it.",
                who=work.name(giver),
                piece=Piece(card),
            )


def _cash(work: Work, a: str, b: str, ask: Trade) -> None:
    """Only the difference is moved, so that neither needs more cash than the deal costs him."""
    net = ask.a_gives.cash - ask.b_gives.cash
    payer, payee = (a, b) if net > 0 else (b, a)
    net = abs(net)
    if net and ask.settles and _debts_between(work, payer, payee):
        if work.free(payer) < net:
            raise work.too_little(payer, net)
        work.pay(payer, payee, net)
    else:
        work.spend(payer, payee, net)


def _hand_over(work: Work, giver: str, taker: str, basket: Basket, lift: tuple[int, ...]) -> None:
    for what, n in basket.cards.items():
        work.draft.move(what, n, giver, taker)
    charges = hand_over_deeds(work, giver, taker, basket.deeds, lift)
    if charges:
        if work.free(taker) < charges:
            raise work.too_little(taker, charges)
        work.pay(taker, BANK, charges)
        total: Any = work.detail.get("interest", 0)
        work.detail["interest"] = total + charges


def hand_over_deeds(
    work: Work, giver: str, taker: str, deeds: tuple[int, ...], lift: tuple[int, ...]
) -> int:
    """Deeds as they are; what the taker owes the bank at once for the mortgaged ones.

    Ten percent of each mortgage; for those in ``lift`` also the mortgage itself, and no more.
    """
    charges = 0
    for pos in deeds:
        work.draft.move(work.rules.edition.deeds[pos].key, 1, giver, taker)
        if work.rules.mortgaged(work.draft, pos):
            charges += work.rules.interest(work.draft, pos)
            if pos in lift:
                charges += work.rules.mortgage_value(work.draft, pos)
                work.draft.clear(MORTGAGE(pos))
    return charges


def _debts_between(work: Work, a: str, b: str) -> bool:
    return any({debt.who, debt.to} == {a, b} for debt in work.debts())


def _settle(work: Work, a: str, b: str) -> None:
    if not _debts_between(work, a, b):
        raise Refused(
            "no_debt",
            "There is no debt between {a} and {b}.",
            "Make it an ordinary deal.",
            a=work.name(a),
            b=work.name(b),
        )
    work.set_debts([debt for debt in work.debts() if {debt.who, debt.to} != {a, b}])
    work.detail["settled"] = True


def _estate(work: Work, who: str) -> tuple[int, int]:
    """What ``who`` could raise, and what else his creditors would get: mortgaged deeds at their
    mortgage again, as much as they count in a ranking, and cards out of jail at the fine."""
    rules, book = work.rules, work.draft
    mortgaged = [deed.pos for deed in rules.deeds_of(book, who) if rules.mortgaged(book, deed.pos)]
    cards = sum(book.held(who, card) for card in rules.edition.cards)
    fine = rules.jail_fine(book, who) if cards else 0
    more = sum(rules.mortgage_value(book, pos) for pos in mortgaged) + cards * fine
    return rules.raiseable(book, who), more


def _not_given_away(work: Work, who: str, other: str, before: tuple[int, int]) -> None:
    """A debtor may sell, but not so that less is left for his creditors than he owes them.

    A debt has to be covered by cash then; a rent nobody has taken yet by what he could raise.
    """
    owed = [(debt.to, debt.amount) for debt in work.debts() if debt.who == who]
    after = _estate(work, who)
    covers = work.cash(who) if owed else after[0]
    rent = work.draft.get(RENT)
    if rent and rent.who == who:
        owed.append((rent.to, rent.amount))
    total = sum(amount for _, amount in owed)
    less = max(before[0] - after[0], sum(before) - sum(after))
    if less > 0 and covers < total and any(to != other for to, _ in owed):
        raise Refused(
            "gives_away",
            "{who} is in debt, and after this deal {least} less would be left to pay with.",
            "Ask at least {least} more for it.",
            who=work.name(who),
            least=Money(less),
        )
    if work.rules.option(work.draft, "debt_sale_must_clear") and work.cash(who) < total:
        raise Refused(
            "gives_away",
            "{who} is in debt; a sale must pay all {amount} of it at this table.",
            "Ask more for it, or sell and mortgage to the bank.",
            who=work.name(who),
            amount=Money(total),
        )


def _gives(basket: Basket) -> Gives:
    return Gives(
        basket.cash, basket.deeds, tuple((what, n) for what, n in basket.cards.items() if n)
    )


def _basket(gives: Gives) -> Basket:
    return Basket(cash=gives.cash, deeds=gives.deeds, cards=dict(gives.cards))


# --- offers --------------------------------------------------------------------------------


def offers(book: Holdings) -> list[OpenOffer]:
    """The offers that wait for an answer, oldest first, with the deadline that counts."""
    endless = without_clock(book)
    return [
        replace(one, ends=0) if one.number in endless else one for one in book.get(OFFERS) or ()
    ]


def agreed(one: OpenOffer) -> Trade:
    """The deal an offer becomes."""
    return Trade(
        a=one.a,
        b=one.b,
        a_gives=_basket(one.a_gives),
        b_gives=_basket(one.b_gives),
        lift=one.lift,
        settles=one.settles,
    )


def offer(work: Work, ask: Offer) -> None:
    """A proposal, checked as if it were accepted now; nothing moves."""
    trial = Work(work.rules, work.book, work.now)
    trade(trial, convert(ask, Trade, from_attributes=True))
    number = work.draft.count(OFFER_NO)
    seen = tuple(_look(work, pos) for pos in (*ask.a_gives.deeds, *ask.b_gives.deeds))
    opened = OpenOffer(
        number=number,
        a=ask.a,
        b=ask.b,
        a_gives=_gives(ask.a_gives),
        b_gives=_gives(ask.b_gives),
        lift=ask.lift,
        settles=ask.settles,
        ends=work.now + ask.ms if ask.ms else 0,
        seen=seen,
    )
    _keep(work, (*_noted(work), opened))
    work.done("offer", a=ask.a, b=ask.b, offer=number)


def accept(work: Work, ask: Accept) -> None:
    """The offer becomes a deal, unless one of its deeds changed in between."""
    one = _find(work, ask.offer)
    if one.ends and work.now >= one.ends:
        raise Refused("too_late", "The time for this deal is over.", "Make a new offer.")
    for seen in one.seen:
        if _look(work, seen.pos) != seen:
            raise Refused(
                "changed",
                "{deed} is not as it was when the offer was made.",
                "Look at the deed and make a new offer.",
                deed=work.rules.at(work.draft).deeds[seen.pos].name,
            )
    _keep(work, (other for other in _noted(work) if other.number != ask.offer))
    work.detail["offer"] = ask.offer
    trade(work, agreed(one))


def withdraw(work: Work, ask: Withdraw) -> None:
    """The offer is gone."""
    one = _find(work, ask.offer)
    _keep(work, (other for other in _noted(work) if other.number != ask.offer))
    work.done("withdraw", a=one.a, b=one.b, offer=ask.offer)


def drop_offers(work: Work, who: str) -> None:
    """Offers from and to somebody who is out are void."""
    _keep(work, (one for one in _noted(work) if who not in (one.a, one.b)))


def _find(work: Work, number: int) -> OpenOffer:
    found = next((one for one in offers(work.draft) if one.number == number), None)
    if found is None:
        raise Refused(
            "no_offer",
            "There is no open offer {n}.",
            "It is answered already, or its time is over.",
            n=number,
        )
    return found


def _noted(work: Work) -> tuple[OpenOffer, ...]:
    return work.draft.get(OFFERS) or ()


def _keep(work: Work, left: Iterable[OpenOffer]) -> None:
    work.draft.mark(OFFERS, tuple(left) or None)


def _look(work: Work, pos: int) -> SeenDeed:
    rules, book = work.rules, work.draft
    return SeenDeed(pos, rules.owner(book, pos), rules.mortgaged(book, pos))
