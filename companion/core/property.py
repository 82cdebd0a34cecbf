"""Deeds and buildings of one player: buying, building, selling, mortgaging, claims."""

from __future__ import annotations

from companion.core import auction
from companion.core.book import BANK
from companion.core.errors import Refused
from companion.core.facts import BUILD_CLAIMS, MORTGAGE, PURCHASE, BuildClaim, Landing
from companion.core.pending import offer_open
from companion.core.requests import (
    Build,
    Buy,
    Decline,
    Lift,
    Mortgage,
    Sell,
    Unwant,
    Want,
)
from companion.core.values import Piece, Plan
from companion.core.work import Work


def buy(work: Work, ask: Buy) -> None:
    """A free deed from the bank."""
    who = work.player(ask.who)
    work.no_auction()
    deed = work.rules.deed(work.draft, ask.deed)
    work.free_deed(ask.deed)
    if ask.deed in work.queue():
        raise Refused(
            "auctions_waiting",
            "{deed} is in line for the bank's auctions.",
            "Auction it.",
            deed=deed.name,
        )
    offer = work.draft.get(PURCHASE)
    if offer and offer != Landing(who, ask.deed):
        raise offer_open(work, offer.pos)
    price = work.whole(deed.price if ask.price is None else ask.price)
    work.spend(who, BANK, price)
    work.draft.move(deed.key, 1, BANK, who)
    work.draft.clear(PURCHASE)
    work.done("buy", who=who, deed=ask.deed, amount=price)


def decline(work: Work, ask: Decline) -> None:
    """Not bought, so it is auctioned at once."""
    offer = work.draft.get(PURCHASE)
    if not offer or ask.who not in ("", offer.who):
        raise Refused("no_offer", "No deed is on offer.", "Enter the landing first.")
    work.done("decline", who=offer.who, deed=offer.pos)
    auction.open_deed(work, offer.pos, ask.ms, ask.cap_ms)


def build(work: Work, ask: Build) -> None:
    """Houses, hotels and what else the edition builds."""
    who = work.player(ask.who)
    work.rules.build_turn(work.draft, who)
    if not ask.lots:
        raise Refused("bad_request", "No lot is named.", "Choose where to build.")
    plan = work.rules.plan_building(work.draft, who, ask.lots)
    _claims_first(work, who, plan)
    price = 0 if ask.card else plan.price
    work.spend(who, BANK, price)
    _move_pieces(work, plan)
    _claims_met(work, who, plan)
    work.rules.built(work, who, plan)
    work.done("build", who=who, amount=price, lots=plan.levels, pieces=plan.counts)


def sell(work: Work, ask: Sell) -> None:
    """Buildings back to the bank."""
    who = work.player(ask.who)
    plan = work.rules.plan_selling(work.draft, who, ask.lots, ask.group)
    _move_pieces(work, plan)
    price = 0 if ask.card else plan.price
    work.pay(BANK, who, price)
    work.done("sell", who=who, amount=price, lots=plan.levels, pieces=plan.counts)


def _move_pieces(work: Work, plan: Plan) -> None:
    for what, n, source, target in plan.moves:
        work.draft.move(what, n, source, target)


def mortgage(work: Work, ask: Mortgage) -> None:
    """The deed is turned over for its mortgage value."""
    who = work.player(ask.who)
    deed = work.rules.own_lot(work.draft, who, ask.deed)
    if work.rules.mortgaged(work.draft, ask.deed):
        raise Refused(
            "mortgaged", "{deed} is mortgaged already.", "Choose another deed.", deed=deed.name
        )
    work.rules.may_mortgage(work.draft, who, deed)
    amount = work.rules.mortgage_value(work.draft, ask.deed)
    work.draft.mark(MORTGAGE(ask.deed), work.rules.mortgage_note(work.draft, ask.deed))
    work.pay(BANK, who, amount)
    work.done("mortgage", who=who, deed=ask.deed, amount=amount)


def lift(work: Work, ask: Lift) -> None:
    """The mortgage is paid back with its interest."""
    who = work.player(ask.who)
    deed = work.rules.own_lot(work.draft, who, ask.deed)
    if not work.rules.mortgaged(work.draft, ask.deed):
        raise Refused(
            "not_mortgaged", "{deed} is not mortgaged.", "Choose another deed.", deed=deed.name
        )
    amount = work.rules.lift_cost(work.draft, ask.deed)
    work.spend(who, BANK, amount)
    work.draft.clear(MORTGAGE(ask.deed))
    work.done("lift", who=who, deed=ask.deed, amount=amount)


# --- claims while the bank is short of a piece ----------------------------------------------


def claims(work: Work) -> tuple[BuildClaim, ...]:
    """Who would build where as soon as there are pieces, oldest claim first."""
    return work.draft.get(BUILD_CLAIMS) or ()


def claimed_piece(work: Work, pos: int) -> str:
    """The piece that would come next on a lot."""
    deed = work.rules.at(work.draft).deeds[pos]
    level = work.rules.level(work.draft, pos)
    if level >= len(work.rules.ladder(deed)):
        return ""
    return work.rules.step_piece(deed, level + 1)


def want(work: Work, ask: Want) -> None:
    """Note a claim."""
    who = work.player(ask.who)
    deed = work.rules.own_lot(work.draft, who, ask.deed)
    work.rules.may_build(work.draft, who, deed)
    if not claimed_piece(work, ask.deed):
        raise Refused("full", "{deed} is fully built.", "Choose another lot.", deed=deed.name)
    work.draft.mark(BUILD_CLAIMS, (*claims(work), *(BuildClaim(who, ask.deed),) * ask.n))
    work.done("want", who=who, deed=ask.deed, n=ask.n, piece=claimed_piece(work, ask.deed))


def unwant(work: Work, ask: Unwant) -> None:
    """A claim is given up."""
    who = work.player(ask.who)
    left = tuple(
        claim
        for claim in claims(work)
        if claim.who != who or (ask.deed is not None and claim.deed != ask.deed)
    )
    if left == claims(work):
        raise Refused(
            "no_claim", "{who} has no such claim.", "Nothing needs to be done.", who=work.name(who)
        )
    work.draft.mark(BUILD_CLAIMS, left or None)
    work.done("unwant", who=who)


def _claims_first(work: Work, who: str, plan: Plan) -> None:
    """Raises Refused while others want more of a piece than would be left for them."""
    live = auction.live_claims(work)
    if not live:
        return
    for piece, n in plan.counts:
        claimants = [one.who for one, site in live if claimed_piece(work, site) == piece]
        rivals = [claimant for claimant in claimants if claimant != who]
        left = work.draft.held(BANK, piece)
        if left < n:
            raise work.rules.none_left(work.draft, piece)
        if rivals and left < max(n, claimants.count(who)) + len(rivals):
            raise Refused(
                "wanted",
                "{others} wants this too, and the bank has only {left} left: {piece}.",
                "Auction it, one at a time; or {others} gives up the claim.",
                others=", ".join(work.name(rival) for rival in dict.fromkeys(rivals)),
                left=left,
                piece=Piece(piece),
            )


def _claims_met(work: Work, who: str, plan: Plan) -> None:
    """Every building meets a claim of his: on that lot, else in that colour."""
    left = list(claims(work))
    for pos, before, after in plan.levels:
        colour = work.rules.build_group(work.draft, who, pos)
        for _ in range(after - before):
            met = [one for lot in (pos, *colour) if (one := BuildClaim(who, lot)) in left]
            if met:
                left.remove(met[0])
    work.draft.mark(BUILD_CLAIMS, tuple(left) or None)
