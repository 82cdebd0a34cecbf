"""Every payment: free ones, rents, taxes, what cards ask for, and debts."""

from __future__ import annotations

from companion.core.book import BANK, MONEY, POT
from companion.core.errors import Refused
from companion.core.facts import PAY_REQUEST_NO, PAY_REQUESTS, RENT, TAX, Landing, PayRequest
from companion.core.requests import (
    Confirm,
    Dismiss,
    EachPays,
    Fine,
    GiveBack,
    LeaveJail,
    Pay,
    PaysEach,
    Rent,
    Repairs,
    Salary,
    Settle,
    Take,
    Tax,
    Waive,
)
from companion.core.turn import leave_jail
from companion.core.values import Money, Piece
from companion.core.work import Work

MUST = ("rent", "tax", "fine", "card", "repairs")
"""Reasons of a payment that has to be made: without the money it opens a debt."""


def pay(work: Work, ask: Pay) -> None:
    """``amount`` from one to the other."""
    amount = work.whole(ask.amount)
    if ask.reason == "loan":
        raise Refused(
            "no_loans",
            "Nobody lends money in this game, the bank only against a mortgage.",
            "Mortgage a deed, sell buildings, or make a deal for a deed.",
        )
    _ends(work, ask)
    work.done(
        "pay", source=ask.source, target=ask.target, amount=amount, why=ask.reason or "transfer"
    )
    if ask.by and _waits(work, ask, amount):
        return
    if ask.source == BANK:
        work.pay(BANK, ask.target, amount)
    elif ask.source == POT:
        pot = work.draft.held(POT, MONEY)
        if pot < amount:
            raise Refused(
                "not_in_pot",
                "The pot holds {pot}, not {amount}.",
                "Take {pot} or less.",
                pot=Money(pot),
                amount=Money(amount),
            )
        work.pay(POT, ask.target, amount)
    elif ask.reason not in MUST:
        work.spend(ask.source, ask.target, amount)
    elif not work.owe(ask.source, ask.target, amount, ask.reason):
        work.reason = "debt"
    _answers_landing(work, ask)


def _ends(work: Work, ask: Pay) -> None:
    if ask.source == ask.target:
        raise Refused(
            "same_ends",
            "{who} cannot pay himself.",
            "Choose somebody else.",
            who=work.name(ask.source),
        )
    for end in (ask.source, ask.target):
        if end == POT and not work.rules.option(work.draft, "parking_pot"):
            raise Refused(
                "no_pot",
                "This table plays without a pot.",
                "Pay the bank, or switch the pot on in the house rules.",
            )
        if end not in (BANK, POT):
            work.player(end)


def _waits(work: Work, ask: Pay, amount: int) -> bool:
    """A player's own device asks: his own money at once, the bank's only after the banker."""
    by = work.player(ask.by)
    if ask.source == by:
        return False
    if ask.source != BANK:
        raise Refused(
            "not_yours",
            "{who} can only pay from his own money.",
            "Let {source} pay, or ask the banker.",
            who=work.name(by),
            source=work.name(ask.source),
        )
    number = work.draft.count(PAY_REQUEST_NO)
    waiting = work.draft.get(PAY_REQUESTS) or ()
    work.draft.mark(PAY_REQUESTS, (*waiting, PayRequest(number, by, ask.target, amount)))
    work.reason = "wish"
    work.detail["wish"] = number
    return True


def _answers_landing(work: Work, ask: Pay) -> None:
    """A payment by hand that is the open rent or tax closes it."""
    rent = work.draft.get(RENT)
    tax = work.draft.get(TAX)
    if ask.reason == "rent" and rent and (rent.who, rent.to) == (ask.source, ask.target):
        work.draft.clear(RENT)
    if ask.reason == "tax" and tax and tax.who == ask.source:
        work.draft.clear(TAX)


def confirm(work: Work, ask: Confirm) -> None:
    """The banker agrees to a wish."""
    one = _waiting(work, ask.wish)
    work.pay(BANK, work.player(one.target), one.amount)
    work.done(
        "pay",
        source=BANK,
        target=one.target,
        amount=one.amount,
        why="wish",
        wish=one.number,
        by=one.by,
    )


def dismiss(work: Work, ask: Dismiss) -> None:
    """The banker says no."""
    one = _waiting(work, ask.wish)
    work.done("wish_refused", wish=one.number, by=one.by, target=one.target, amount=one.amount)


def _waiting(work: Work, number: int) -> PayRequest:
    waiting = work.draft.get(PAY_REQUESTS) or ()
    found = next((one for one in waiting if one.number == number), None)
    if found is None:
        raise Refused(
            "no_wish", "There is no open wish {n}.", "It may be answered already.", n=number
        )
    work.draft.mark(PAY_REQUESTS, tuple(one for one in waiting if one != found) or None)
    return found


def salary(work: Work, ask: Salary) -> None:
    """GO pays."""
    who = work.player(ask.who)
    amount = work.rules.salary(work.draft, who, ask.exact)
    work.pay(BANK, who, amount)
    work.done("salary", who=who, amount=amount)


def rent(work: Work, ask: Rent) -> None:
    """The open rent, or one the banker names, is asked for and paid."""
    landed = work.draft.get(RENT)
    if landed and ask.who in ("", landed.who) and ask.deed in (None, landed.deed):
        who, owner, pos, amount = landed.who, landed.to, landed.deed, landed.amount
        if ask.dice not in (None, landed.dice) or ask.times not in (1, landed.times):
            # What the landing left out, or told wrong, is told with the rent.
            dice, times = ask.dice or landed.dice, ask.times if ask.times > 1 else landed.times
            quote = work.rules.rent(work.draft, pos, dice, times, who)
            owner, amount = quote.to, quote.amount
        work.draft.clear(RENT)
    else:
        if not ask.who or ask.deed is None:
            raise Refused(
                "no_rent",
                "No rent is open.",
                "Enter the landing first, or name who pays for which deed.",
            )
        who, pos = work.player(ask.who), ask.deed
        quote = work.rules.rent(work.draft, pos, ask.dice, ask.times, who)
        owner, amount = quote.to, quote.amount
        if not owner or not (amount or ask.amount):
            raise Refused("no_rent", "No rent is due: {why}.", "Nothing is to pay.", why=quote.why)
    if ask.amount is not None:
        work.detail["printed"] = amount
        amount = work.whole(ask.amount)
    work.done("rent", who=who, to=owner, deed=pos, amount=amount)
    if not work.owe(who, owner, amount, "rent"):
        work.reason = "debt"


def waive(work: Work, ask: Waive) -> None:
    """Nobody asked for the rent."""
    landed = work.draft.get(RENT)
    if not landed:
        raise Refused("no_rent", "No rent is open.", "Nothing needs to be done.")
    work.draft.clear(RENT)
    work.done("waive", who=landed.who, to=landed.to, deed=landed.deed, amount=landed.amount)


def tax(work: Work, ask: Tax) -> None:
    """The tax of a space."""
    landed = work.draft.get(TAX)
    who = work.player(ask.who or (landed.who if landed else ""))
    pos = ask.pos if ask.pos is not None else landed.pos if landed and landed.who == who else -1
    printed = work.rules.at(work.draft).taxes.get(pos)
    if printed is None:
        raise Refused(
            "no_tax",
            "{who} stands on no tax space.",
            "Enter the landing first, or name the space.",
            who=work.name(who),
        )
    if ask.choice and ask.choice not in printed.ways:
        raise Refused(
            "bad_request",
            "This tax cannot be paid as '{choice}'.",
            "It is the printed sum, or a percentage where the space offers one.",
            choice=ask.choice,
        )
    quote = work.rules.tax(work.draft, who, printed, ask.choice, ask.dice)
    if landed == Landing(who, pos):
        work.draft.clear(TAX)
    elif not quote.amount:
        raise Refused("no_tax", "No tax is due: {why}.", "Nothing is to pay.", why=quote.why)
    work.done("tax", who=who, pos=pos, amount=quote.amount)
    if not work.owe(who, work.sink(), quote.amount, "tax"):
        work.reason = "debt"


def fine(work: Work, ask: Fine) -> None:
    """A fine or card payment to the bank, or the fine out of jail."""
    who = work.player(ask.who)
    if ask.amount is None:
        leave_jail(work, LeaveJail(who=who, how="fine"))
        return
    amount = work.whole(ask.amount)
    work.done("fine", who=who, amount=amount)
    if not work.owe(who, work.sink(), amount, "fine"):
        work.reason = "debt"


def each_pays(work: Work, ask: EachPays) -> None:
    """Everybody else pays ``who``; those who cannot owe it."""
    who, amount = work.player(ask.who), work.whole(ask.amount)
    for other in work.others(who):
        work.owe(other, who, amount, "card")
    work.done("each_pays", who=who, amount=amount)


def pays_each(work: Work, ask: PaysEach) -> None:
    """``who`` pays everybody else; all of them, or he owes it to all."""
    who, amount = work.player(ask.who), work.whole(ask.amount)
    others = work.others(who)
    indebted = any(debt.who == who for debt in work.debts())
    enough = not indebted and work.free(who) >= amount * len(others)
    for other in others:
        if enough:
            work.pay(who, other, amount)
        else:
            work.add_debt(who, other, amount, "card")
    work.done("pays_each", who=who, amount=amount)


def repairs(work: Work, ask: Repairs) -> None:
    """So much per building that stands now."""
    who = work.player(ask.who)
    rates = ask.rates
    unknown = [piece for piece in rates if piece not in work.rules.edition.stock]
    if unknown:
        raise Refused(
            "bad_request",
            "There are no buildings called '{piece}' in this edition.",
            "Its buildings are {known}.",
            piece=unknown[0],
            known=", ".join(work.rules.edition.stock),
        )
    total = sum(
        n * rates.get(piece, 0)
        for deed in work.rules.deeds_of(work.draft, who)
        for piece, n in work.rules.pieces_on(work.draft, deed.pos).items()
    )
    work.whole(total)
    work.done("repairs", who=who, amount=total)
    if not work.owe(who, work.sink(), total, "repairs"):
        work.reason = "debt"


def settle(work: Work, ask: Settle) -> None:
    """A debt is paid, wholly; an auction won on credit is handed over."""
    who = work.player(ask.who)
    mine = [debt for debt in work.debts() if debt.who == who]
    debt = next((debt for debt in mine if ask.debt in (None, debt.number)), None)
    if debt is None:
        raise Refused(
            "no_debt", "{who} has no such debt.", "Nothing needs to be paid.", who=work.name(who)
        )
    cash = work.free(who)
    if cash < debt.amount:
        raise Refused(
            "not_enough_cash",
            "{who} has {cash} and owes {amount}.",
            "Raise {short} more (in all {total} could be raised), or declare bankruptcy.",
            who=work.name(who),
            cash=Money(cash),
            amount=Money(debt.amount),
            short=Money(debt.amount - cash),
            total=Money(work.rules.raiseable(work.draft, who)),
        )
    work.pay(who, debt.to, debt.amount)
    work.set_debts([other for other in work.debts() if other != debt])
    if debt.deed >= 0:
        work.draft.move(work.rules.edition.deeds[debt.deed].key, 1, BANK, who)
        work.detail["deed"] = debt.deed
    work.done("settle", who=who, to=debt.to, amount=debt.amount, why=debt.why, debt=debt.number)


def take(work: Work, ask: Take) -> None:
    """A card to keep, from its pile."""
    who, what = work.player(ask.who), work.rules.kept_card(ask.what)
    left = work.draft.held(BANK, what)
    if left < ask.n:
        raise Refused(
            "none_left",
            "The pile has {left} of this card left: {piece}.",
            "Look who holds the others.",
            left=left,
            piece=Piece(what),
        )
    work.draft.move(what, ask.n, BANK, who)
    work.done("take", who=who, what=what, n=ask.n)


def give_back(work: Work, ask: GiveBack) -> None:
    """A kept card under its pile."""
    who, what = work.player(ask.who), work.rules.kept_card(ask.what)
    if work.draft.held(who, what) < ask.n:
        raise Refused(
            "no_card",
            "{who} does not hold that card: {piece}.",
            "Look who holds it.",
            who=work.name(who),
            piece=Piece(what),
        )
    work.draft.move(what, ask.n, who, BANK)
    work.done("give_back", who=who, what=what, n=ask.n)
