"""Auctions: of a free deed, of a building several want, of what a bankrupt leaves to the bank."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.book import BANK
from companion.core.errors import Refused
from companion.core.facts import (
    AUCTION,
    BIDS,
    BUILD_CLAIMS,
    HIGH_BID,
    PURCHASE,
    QUEUE,
    TASK,
    AuctionLot,
    BuildClaim,
    HighBid,
    TimedBid,
)
from companion.core.pending import offer_open
from companion.core.requests import Auction, Bid, Cancel, Close, Item
from companion.core.values import LATE_BID_MS, Money, Piece
from companion.core.work import Work

RUNNING = (AUCTION, HIGH_BID, BIDS)
"""What an auction notes while it runs."""


def open_auction(work: Work, ask: Auction) -> None:
    """An auction opens; its opener may name the first bid."""
    work.no_auction()
    if ask.piece:
        open_piece(work, ask)
        return
    if not work.rules.auctions_estate:
        raise Refused(
            "no_auction", "The bank auctions no deeds in this game.", "Buy it at its price."
        )
    pos = ask.deed
    if pos is None:
        if not work.queue():
            raise Refused(
                "no_deed", "No deed waits for an auction.", "Name the deed to be auctioned."
            )
        pos = work.queue()[0]
    offer = work.draft.get(PURCHASE)
    if offer and offer.pos != pos:
        raise offer_open(work, offer.pos)
    work.done("auction", deed=pos)
    open_deed(work, pos, ask.ms, ask.cap_ms)
    if ask.bid is not None:
        bid(work, Bid(who=ask.who, amount=ask.bid))
        work.detail |= {"who": ask.who, "amount": ask.bid}


def open_deed(work: Work, pos: int, ms: int | None, cap_ms: int | None) -> None:
    """Everybody solvent may bid for a deed, also who declined it."""
    work.no_auction()
    work.free_deed(pos)
    first, step = work.rules.auction_terms(work.draft, pos)
    bidders = tuple(
        who
        for who in work.rules.playing(work.draft)
        if all(debt.who != who for debt in work.debts())
    )
    work.draft.clear(PURCHASE)
    task = work.draft.get(TASK)
    if task and task.kind == "auction" and pos not in work.queue():
        work.draft.clear(TASK)
    _start(work, AuctionLot(deed=pos, first=first, step=step, bidders=bidders), ms, cap_ms)


def open_piece(work: Work, ask: Auction) -> None:
    """One building among those who claim it, from the lowest printed cost among them."""
    claims = [one for one in live_claims(work) if _cost(work, one[1], ask.piece) >= 0]
    rivals = {claim.who: _cost(work, site, ask.piece) for claim, site in reversed(claims)}
    demand = len(claims)
    stock = work.draft.held(BANK, ask.piece)
    if len(rivals) < 2 or not 0 < stock < demand:
        raise Refused(
            "no_shortage",
            "The bank has {stock} of this piece and {n} players claim it: {piece}.",
            "An auction is for when more are wanted than there are; otherwise build as usual.",
            stock=stock,
            n=len(rivals),
            piece=Piece(ask.piece),
        )
    step = work.rules.at(work.draft).number("auction_raise")
    bidders = tuple(who for who in work.rules.playing(work.draft) if who in rivals)
    lot = AuctionLot(piece=ask.piece, first=min(rivals.values()), step=step, bidders=bidders)
    work.done("auction", piece=ask.piece)
    _start(work, lot, ask.ms, ask.cap_ms)


def live_claims(work: Work) -> list[tuple[BuildClaim, int]]:
    """The claims that could be built on and paid now if the bank had the piece, oldest first.

    Each with the lot of its colour where the next building may stand: the one it names, or
    another whose turn it is when building evenly.
    """
    found = []
    for claim in work.draft.get(BUILD_CLAIMS) or ():
        lots = (claim.deed, *work.rules.build_group(work.draft, claim.who, claim.deed))
        site = next((lot for lot in lots if _could_stand(work, claim.who, lot)), None)
        if site is not None:
            found.append((claim, site))
    return found


def _could_stand(work: Work, who: str, pos: int) -> bool:
    try:
        work.rules.plan_building(work.draft, who, (Item(pos),))
    except Refused as no:
        if no.code != "none_left":
            return False
    deed, level = work.rules.at(work.draft).deeds[pos], work.rules.level(work.draft, pos) + 1
    return work.cash(who) >= work.rules.step_cost(deed, level)


def _cost(work: Work, pos: int, piece: str) -> int:
    """What ``piece`` costs on the lot if it comes next there, else -1."""
    deed = work.rules.at(work.draft).deeds[pos]
    level = work.rules.level(work.draft, pos) + 1
    if level > len(work.rules.ladder(deed)) or work.rules.step_piece(deed, level) != piece:
        return -1
    return work.rules.step_cost(deed, level)


def _start(work: Work, lot: AuctionLot, ms: int | None, cap_ms: int | None) -> None:
    length = 1000 * int(work.rules.option(work.draft, "auction_s")) if ms is None else ms
    cap = 1000 * int(work.rules.option(work.draft, "late_bid_cap_s")) if cap_ms is None else cap_ms
    ends = work.now + length if length else 0
    work.draft.mark(AUCTION, replace(lot, opened=work.now, ends=ends, cap=cap))
    work.draft.clear(HIGH_BID, BIDS)


def _running(work: Work) -> AuctionLot:
    lot = work.auction()
    if lot is None:
        raise Refused("no_auction", "No auction is running.", "Open one first.")
    return lot


def next_bid(lot: AuctionLot, leader: HighBid | None) -> int:
    """The lowest bid that would be accepted now."""
    return leader.amount + lot.step if leader else lot.first


def bid(work: Work, ask: Bid) -> None:
    """A higher bid; beyond the cash it is taken with a warning, beyond all means refused."""
    who, amount, lot = work.player(ask.who), work.whole(ask.amount), _running(work)
    if lot.ends and work.now >= lot.ends:
        raise Refused("too_late", "The auction is over.", "The bid came after the time.")
    if who not in lot.bidders:
        raise Refused(
            "no_bidder",
            "{who} cannot bid in this auction.",
            "Only solvent players bid, and for a building those who claim it.",
            who=work.name(who),
        )
    work.no_debt(who)
    leader = work.draft.get(HIGH_BID)
    if leader and leader.who == who:
        raise Refused(
            "leads",
            "{who} has the highest bid already.",
            "Wait until somebody bids more.",
            who=work.name(who),
        )
    if amount < next_bid(lot, leader):
        raise Refused(
            "too_low",
            "{amount} is too low.",
            "Bid {least} or more.",
            amount=Money(amount),
            least=Money(next_bid(lot, leader)),
        )
    means = work.rules.raiseable(work.draft, who)
    free_bids = work.rules.option(work.draft, "bids_beyond_means") and not lot.piece
    if amount > (work.cash(who) if lot.piece else means) and not free_bids:
        raise Refused(
            "beyond_means",
            "{who} cannot pay {amount}: cash and all that could be raised is {means}.",
            "Bid {means} or less.",
            who=work.name(who),
            amount=Money(amount),
            means=Money(work.cash(who) if lot.piece else means),
        )
    work.keep_for_rent(who, amount, BANK)
    if amount > work.cash(who):
        work.detail["beyond_cash"] = amount - work.cash(who)
    bids = work.draft.get(BIDS) or ()
    work.draft.mark(HIGH_BID, HighBid(who, amount))
    work.draft.mark(BIDS, (*bids, TimedBid(who, amount, work.now)))
    if lot.ends and lot.cap:
        late = max(lot.ends, min(work.now + LATE_BID_MS, lot.opened + lot.cap))
        work.draft.mark(AUCTION, replace(lot, ends=late))
    work.done("bid", who=who, amount=amount, deed=lot.deed, piece=lot.piece)


def close(work: Work, ask: Close) -> None:
    """Sold to the highest bidder, or it stays with the bank."""
    lot = _running(work)
    leader = work.draft.get(HIGH_BID)
    work.draft.clear(*RUNNING)
    if lot.deed in work.queue():
        work.draft.mark(QUEUE, tuple(p for p in work.queue() if p != lot.deed) or None)
    if not leader:
        work.done("unsold", deed=lot.deed, piece=lot.piece)
        return
    who, amount = leader.who, leader.amount
    if lot.piece:
        _hand_piece(work, lot, who, amount)
        return
    work.done("sold", who=who, amount=amount, deed=lot.deed, piece="")
    if work.owe_at_once(who, amount, "auction", lot.deed):
        work.draft.move(work.rules.edition.deeds[lot.deed].key, 1, BANK, who)


def _hand_piece(work: Work, lot: AuctionLot, who: str, amount: int) -> None:
    """The building goes straight onto the winner's lot, if it may still stand there."""
    for claim, site in live_claims(work):
        if claim.who != who or _cost(work, site, lot.piece) < 0:
            continue
        try:
            plan = work.rules.plan_building(work.draft, who, (Item(site),))
        except Refused:
            continue
        work.pay(who, BANK, amount)
        for what, n, source, target in plan.moves:
            work.draft.move(what, n, source, target)
        left = [*(work.draft.get(BUILD_CLAIMS) or ())]
        left.remove(claim)
        work.draft.mark(BUILD_CLAIMS, tuple(left) or None)
        work.done("sold", who=who, amount=amount, piece=lot.piece, deed=site)
        return
    work.done("unsold", deed=lot.deed, piece=lot.piece)


def cancel(work: Work, ask: Cancel) -> None:
    """Void: logged, nothing booked."""
    lot = _running(work)
    work.draft.clear(*RUNNING)
    work.done("cancel", deed=lot.deed, piece=lot.piece)
