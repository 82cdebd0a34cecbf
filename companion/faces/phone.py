"""One player's own phone: what is due first, then the own money and deeds, and everybody's.

Made of the view the table's screen shows, so that no phone costs the session anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.core.requests import (
    Accept,
    Bid,
    Build,
    Buy,
    Decline,
    EndTurn,
    LeaveJail,
    Lift,
    Mortgage,
    Offer,
    Pay,
    Rent,
    Request,
    Salary,
    Sell,
    Settle,
    Tax,
    Waive,
    Withdraw,
)
from companion.faces.auction import AuctionView
from companion.faces.money import joined
from companion.faces.parts import OpenLanding, Seat, Tile
from companion.faces.table import GameView
from companion.faces.trade import OfferView
from companion.faces.views import Amount, Text, View

May: TypeAlias = Callable[[str], bool]
"""Whether the level of the game lets phones ask for what has this word."""


class PhoneKey(Struct, frozen=True):
    """A button: its words and what it asks the bank. ``kind``: "usual" for the next step.

    ``types`` is the field of the request the player types, "" for none.
    """

    words: Text
    asks: Request
    kind: str = "plain"
    under: Text = Text()
    types: str = ""


class Due(Struct, frozen=True):
    """What comes first: a small line, the sentence, a figure, the reason, and what may be done."""

    title: Text
    above: Text = Text()
    figure: Amount | None = None
    why: Text = Text()
    keys: tuple[PhoneKey, ...] = ()


class PhoneView(Struct, frozen=True):
    """The phone of one seat. ``calls``: it should be heard, for its player is waited for.

    ``pays``: it may pay others and ask the bank for money; ``offers``: it may offer deals;
    ``estate``: what it may do with its deeds. ``deeds`` are everybody's.
    """

    seat: Seat
    edition: str
    due: Due
    calls: bool
    pays: bool
    offers: bool
    estate: tuple[str, ...]
    deeds: tuple[Tile, ...]
    everybody: tuple[Seat, ...]
    stock: Text
    news: Text
    auction: AuctionView | None


def phone_view(view: View, letter: str, may: May) -> PhoneView | None:
    """The phone of seat ``letter``, its buttons those ``may`` lets through; None without a seat."""
    game = view.game
    if not isinstance(game, GameView) or (seat := game.seat(letter)) is None:
        return None
    due = _due(game, seat)
    keys = tuple(key for key in due.keys if may(key.asks.do))
    plays = not (seat.out or game.ended)
    return PhoneView(
        seat=seat,
        edition=view.shell.title or game.edition,
        due=replace(due, keys=keys),
        calls=bool(keys) and not game.auction and not seat.current,
        pays=plays and may(Pay.do),
        offers=plays and game.board and may(Offer.do),
        estate=_estate(game, seat, may) if plays else (),
        deeds=tuple(tile for tile in game.tiles if tile.owner),
        everybody=game.seats,
        stock=game.stock,
        news=game.last,
        auction=game.auction,
    )


def _due(game: GameView, seat: Seat) -> Due:
    """The first of what waits for this player."""
    letter = seat.letter
    if game.ended:
        rank = next((one.rank for one in game.ended.places if one.letter == letter), 0)
        return Due(Text("The game is over"), Text("Place {n}", (("n", rank),)) if rank else Text())
    if seat.out:
        return Due(Text("You are out of the game"))
    if game.auction:
        return _of_auction(game.auction, letter)
    offer = next((one for one in game.offers if letter in (one.a, one.b)), None)
    if offer:
        return _of_offer(offer, letter)
    debt = next((one for one in game.debts if one.who == letter), None)
    if debt:
        facts = (("to", debt.to_name), ("amount", debt.amount))
        bank = debt.to not in {one.letter for one in game.seats}
        words = Text("Pay {amount} to the bank" if bank else "Pay {amount} to {to}", facts)
        pay = PhoneKey(words, Settle(who=letter, debt=debt.number), "usual")
        title = Text("You owe the bank") if bank else Text("You owe {to}", facts)
        return Due(title, figure=debt.amount, keys=(pay,))
    if game.asked and game.asked.who == letter and game.asked.must:
        answers = (PhoneKey(one.words, one.request) for one in game.asked.answers)
        return Due(game.asked.title, Text("Your turn"), keys=tuple(answers))
    if game.opened and letter in (game.opened.who, game.opened.to):
        return _of_landing(game, game.opened, seat)
    return _of_turn(game, seat)


def _of_auction(auction: AuctionView, letter: str) -> Due:
    row = next((one for one in auction.bidders if one.letter == letter), None)
    keys = tuple(
        PhoneKey(
            Text("{amount}", (("amount", one.bid),)),
            Bid(who=letter, amount=one.bid.value),
            "usual",
            Text("+{amount}", (("amount", one.by),)) if one.by.value else Text(),
        )
        for one in auction.raises
        if row and auction.may_bid(row, one.bid.value)
    )
    if keys:
        keys += (PhoneKey(Text("Bid"), Bid(who=letter, amount=1), types="amount"),)
    if auction.leader == letter:
        above = Text("You have the highest bid")
    elif auction.high:
        above = Text("The highest bid is {name}'s", (("name", auction.leader_name),))
    else:
        above = Text("Nobody has bid yet")
    why = Text()
    if row:
        facts = (("limit", row.limit), ("cash", row.cash))
        why = Text("You can raise {limit}, {cash} of it in cash", facts)
    return Due(auction.subject, above, auction.high, why, keys)


def _of_offer(offer: OfferView, letter: str) -> Due:
    mine = offer.b == letter
    gives, gets = (offer.b_gives, offer.a_gives) if mine else (offer.a_gives, offer.b_gives)
    lists = tuple(
        (name, joined([one.label for one in side], ", "))
        for name, side in (("gives", gives), ("gets", gets))
    )
    why = Text("You give {gives} and get {gets}", lists)
    no = PhoneKey(Text("No deal"), Withdraw(offer=offer.number))
    if not mine:
        return Due(Text("{name} thinks it over", (("name", offer.b_name),)), why=why, keys=(no,))
    yes = PhoneKey(Text("Agreed"), Accept(offer=offer.number), "usual")
    title = Text("{name} offers you a deal", (("name", offer.a_name),))
    return Due(title, why=why, keys=(yes, no))


def _of_landing(game: GameView, opened: OpenLanding, seat: Seat) -> Due:
    tile = game.tile(opened.pos)
    payer = game.seat(opened.who) or seat
    where = tile.name if tile else Text("this space")
    facts: tuple[tuple[str, object], ...] = (
        ("who", payer.name), ("amount", opened.amount), ("where", where),
        ("cash", payer.cash), ("left", _less(payer.cash, opened.amount)),
    )  # fmt: skip
    enough = opened.amount.value <= payer.cash.value
    keeps = Text("You have {cash} and keep {left}", facts) if enough else Text()
    if opened.kind == "rent" and opened.to == seat.letter:
        keys = (
            PhoneKey(Text("Ask {who} for {amount}", facts), Rent(), "usual"),
            PhoneKey(Text("Let it pass"), Waive()),
        )
        why = Text("{who} has {cash} and keeps {left}", facts) if enough else Text()
        return Due(Text("{where}", facts), Text("{who} landed on", facts), opened.amount, why, keys)
    if opened.kind == "rent":
        creditor = game.seat(opened.to)
        facts = (*facts, ("to", creditor.name if creditor else opened.to))
        pay = PhoneKey(Text("Pay {amount} to {to}", facts), Rent(), "usual")
        title = Text("{where} belongs to {to}", facts)
        return Due(title, Text("You landed on"), opened.amount, keeps, (pay,))
    if opened.kind == "buy":
        buy = Buy(who=seat.letter, deed=opened.pos)
        yes = PhoneKey(Text("Buy for {amount}", facts), buy, "usual")
        no = PhoneKey(Text("Do not buy"), Decline(who=seat.letter))
        title = Text("You may buy {where}", facts)
        return Due(title, Text(), opened.amount, keeps, (yes, no) if enough else (no,))
    if opened.kind == "tax":
        pay = PhoneKey(Text("Pay {amount}", facts), Tax(who=seat.letter, pos=opened.pos), "usual")
        return Due(Text("You pay a tax"), Text(), opened.amount, keeps, (pay,))
    return Due(Text("The table asks you something"), Text("Your turn"))


def _estate(game: GameView, seat: Seat, may: May) -> tuple[str, ...]:
    """In the own turn what one deed can be asked for; whoever owes may raise money at any time."""
    raises = (Mortgage.do, Sell.do)
    words = (*raises, Lift.do, Build.do) if seat.current else raises if seat.owes.value else ()
    builds = any(tile.kind == "street" for tile in game.tiles)
    return tuple(
        word for word in words if may(word) and (builds or word not in (Build.do, Sell.do))
    )


def _of_turn(game: GameView, seat: Seat) -> Due:
    if not seat.current:
        return Due(Text("{name}'s turn", (("name", game.turn_name),)))
    keys = [PhoneKey(Text("End turn"), EndTurn(), "usual" if game.landed else "plain")]
    if game.board and game.salary.value:
        pays = Text("+{amount}", (("amount", game.salary),))
        keys.append(PhoneKey(Text("Pass GO"), Salary(who=seat.letter), "plain", pays))
    if seat.jailed:
        facts = (("amount", game.jail_fine),)
        keys.append(PhoneKey(Text("Pay {amount} to get out", facts), LeaveJail(who=seat.letter)))
    title = Text("Throw the dice and move your piece")
    if game.landed:
        title = Text("Anything else? Then end your turn")
    if not game.board:
        title = Text("Play your cards at the table")
    return Due(title, Text("Your turn, {name}", (("name", seat.name),)), keys=tuple(keys))


def _less(cash: Amount, amount: Amount) -> Amount:
    return Amount(max(0, cash.value - amount.value), cash.short)
