"""Bankruptcy to a player and to the bank, and the ways a game ends."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.core.book import BANK, POT
from companion.core.errors import Refused
from companion.core.fact import Fact, saved
from companion.core.facts import (
    BANKRUPT,
    BUILD_CLAIMS,
    ENDED,
    FURTHER_MOVE,
    JAILED,
    MORTGAGE,
    PAY_REQUESTS,
    PURCHASE,
    QUEUE,
    RENT,
    TASK,
    TAX,
    Debt,
    Ended,
    Rank,
)
from companion.core.requests import Bankrupt, Finish
from companion.core.trade import drop_offers, hand_over_deeds
from companion.core.turn import begin_turn, next_player
from companion.core.values import Money
from companion.core.work import Work


def bankrupt(work: Work, ask: Bankrupt) -> None:
    """``who`` is out; what he has goes to his creditor or to the bank."""
    who = work.player(ask.who)
    work.no_auction()
    mine = [debt for debt in work.debts() if debt.who == who]
    to = ask.to or (mine[0].to if mine else "")
    if not to:
        raise Refused(
            "no_debt",
            "{who} owes nobody anything.",
            "Name who shall get it all: a player, or the bank.",
            who=work.name(who),
        )
    to = BANK if to in (BANK, POT) else work.player(to)
    if to == who:
        raise Refused(
            "same_ends", "{who} cannot be his own creditor.", "Name another.", who=work.name(who)
        )
    creditors = dict.fromkeys(debt.to for debt in mine)
    if creditors and to not in (BANK, *creditors):
        raise Refused(
            "no_debt",
            "{who} owes {to} nothing.",
            "It goes to a creditor: {creditors}.",
            who=work.name(who),
            to=work.name(to),
            creditors=", ".join(work.name(one) for one in creditors),
        )
    if to == BANK and creditors and not {BANK, POT} & creditors.keys() and not ask.confirm:
        raise Refused(
            "not_creditor",
            "{who} owes the bank nothing; it goes to a creditor: {creditors}.",
            "Leave out the bank, or confirm that the bank gets everything.",
            who=work.name(who),
            creditors=", ".join(work.name(one) for one in creditors),
        )
    means, owed = work.rules.raiseable(work.draft, who), sum(debt.amount for debt in mine)
    if means >= owed and not ask.confirm:
        raise Refused(
            "solvent",
            "{who} can still raise {means}, and owes {owed}.",
            "Sell buildings or mortgage deeds; or confirm to give up.",
            who=work.name(who),
            means=Money(means),
            owed=Money(owed),
        )
    work.detail["cash"] = work.cash(who)
    _drop_claims_of(work, who, to)
    deeds = tuple(deed.pos for deed in work.rules.deeds_of(work.draft, who))
    _clear_lots(work, who, deeds, paid=to != BANK)
    work.draft.mark(BANKRUPT, (*work.rules.out(work.draft), who))
    over = work.rules.over(work.draft)
    if to == BANK:
        _to_bank(work, who, deeds, bool(over))
    else:
        _to_player(work, ask, to, deeds, bool(over))
    work.done("bankrupt", who=who, to=to, deeds=deeds)
    if work.turn == who:
        begin_turn(work, next_player(work, who))
    if over:
        end(work, over)


def _drop_claims_of(work: Work, who: str, to: str) -> None:
    """Nothing is open with somebody who is out; what others owe him goes to his creditor."""
    kept: list[Debt] = []
    for debt in work.debts():
        if debt.who == who:
            if debt.deed >= 0:
                work.draft.mark(QUEUE, (*work.queue(), debt.deed))
        elif debt.to != who:
            kept.append(debt)
        elif debt.who != to:
            kept.append(replace(debt, to=to))
    work.set_debts(kept)
    rent = work.draft.get(RENT)
    if rent and who in (rent.who, rent.to):
        work.draft.clear(RENT)
    of_one: tuple[Fact[Any], ...] = (TAX, TASK, FURTHER_MOVE, PURCHASE)
    for fact in of_one:
        if (noted := work.draft.get(fact)) and noted.who == who:
            work.draft.clear(fact)
    claims = work.draft.get(BUILD_CLAIMS) or ()
    work.draft.mark(BUILD_CLAIMS, tuple(one for one in claims if one.who != who) or None)
    asked = work.draft.get(PAY_REQUESTS) or ()
    left = tuple(one for one in asked if who not in (one.by, one.target))
    work.draft.mark(PAY_REQUESTS, left or None)
    drop_offers(work, who)
    work.draft.clear(JAILED(who))


def _clear_lots(work: Work, who: str, deeds: tuple[int, ...], paid: bool) -> None:
    """What leaves a bankrupt's lots goes back to stock; the bank pays where a player inherits."""
    total = 0
    for pos in deeds:
        total += clear_lot(work, pos, to_bank=not paid)
    work.pay(BANK, who, total)


def clear_lot(work: Work, pos: int, to_bank: bool) -> int:
    """The pieces that leave a lot go back to stock; returns what the bank pays for them."""
    pieces, paid = work.rules.ruined_lot(work.draft, pos, to_bank)
    lot = work.rules.edition.deeds[pos].lot
    for piece, n in pieces.items():
        work.draft.move(piece, n, lot, BANK)
    return paid


def _to_player(work: Work, ask: Bankrupt, to: str, deeds: tuple[int, ...], over: bool) -> None:
    who = ask.who
    work.pay(who, to, work.cash(who))
    _cards(work, who, to)
    charges = hand_over_deeds(work, who, to, deeds, ask.lift)
    if charges:
        work.detail["interest"] = charges
        if over:
            work.pay(to, BANK, min(charges, work.cash(to)))
        else:
            work.owe_at_once(to, charges, "interest")


def _to_bank(work: Work, who: str, deeds: tuple[int, ...], over: bool) -> None:
    work.pay(who, BANK, work.cash(who))
    _cards(work, who, BANK)
    for pos in deeds:
        deed = work.rules.edition.deeds[pos]
        work.draft.clear(MORTGAGE(pos))
        work.draft.move(deed.key, 1, who, BANK)
    if over:
        work.draft.clear(QUEUE)
    elif deeds and work.rules.auctions_estate:
        work.draft.mark(QUEUE, (*work.queue(), *deeds))


def _cards(work: Work, who: str, to: str) -> None:
    for card in work.rules.edition.cards:
        work.draft.move(card, work.draft.held(who, card), who, to)


def finish(work: Work, ask: Finish) -> None:
    """The table stops; everybody still playing is ranked by worth."""
    work.no_auction()
    work.done("finish")
    end(work, "agreed")


def time_up(work: Work) -> None:
    """The time limit is reached."""
    work.done("time_up")
    end(work, "time")


def end(work: Work, why: str, winner: str = "") -> None:
    """The ranking: ``winner`` where the rules name one, who still plays by worth, ties sharing a
    rank, then who went out, last first."""
    if work.rules.holds_end(work, why):
        return
    ranking: list[Rank] = []
    worths = work.rules.end_ranking(work.draft)
    for place, worth in enumerate(sorted(worths, key=lambda one: one.who != winner), 1):
        tie = ranking and ranking[-1].total == worth.total and ranking[-1].who != winner
        ranking.append(Rank(ranking[-1].rank if tie else place, worth.who, worth.total))
    for who in reversed(work.rules.out(work.draft)):
        ranking.append(Rank(len(ranking) + 1, who, 0))
    work.draft.clear(PURCHASE, RENT, TAX)
    work.draft.mark(ENDED, Ended(why, tuple(ranking)))
    work.detail |= {"ended": why, "ranking": saved(tuple(ranking))}
