"""Raising money: what is due, every way to get it with its sum, and what bankruptcy would mean."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.core.book import BANK, BOX, MONEY, POT
from companion.core.entry import Move
from companion.core.errors import Refused
from companion.core.facts import PURCHASE, RENT, TAX, TURN
from companion.core.game import Game
from companion.core.requests import Bankrupt, Buy, Item, Mortgage, Rent, Request, Sell, Settle, Tax
from companion.core.values import Money, Pieces, Way
from companion.core.work import debts
from companion.faces.money import Amount, joined, piece_count, refusal, text
from companion.faces.views import Text


class RaiseStep(Struct, frozen=True):
    """One tap: the request it sends and the sum it brings."""

    request: Request
    what: Text
    amount: Amount


class RaiseWay(Struct, frozen=True):
    """One way to raise money. ``one``: the smallest part of it, where it has parts.

    ``later``: only once the buildings of the colour are sold.
    """

    group: str
    what: Text
    all: RaiseStep
    one: RaiseStep | None
    later: bool


class Purpose(Struct, frozen=True):
    """What the money is for: ``kind`` "debt", "rent", "tax" or "buy", and the request for it."""

    kind: str
    title: Text
    button: Text
    amount: Amount
    request: Request


class RaisingView(Struct, frozen=True):
    """The screen. ``total`` is cash and everything that could be raised, ``leaves`` what is left

    of it afterwards, ``missing`` what is short now. ``enough``: he can pay at once; ``hopeless``:
    not even with everything sold and mortgaged. ``debts``: how many he has.
    """

    who: str
    name: str
    cash: Amount
    ways: tuple[RaiseWay, ...]
    total: Amount
    leaves: Amount
    missing: Amount
    purpose: Purpose | None
    enough: bool
    hopeless: bool
    debts: int


class BankruptcyView(Struct, frozen=True):
    """What goes where. ``to`` "" asks for a creditor among ``choices`` (letter or bank, name).

    ``warning``: he could still pay. ``over``: the game ends with it. ``fault``: not possible now.
    ``lifts``: mortgaged deeds a player gets, and whether he lifts each at once.
    """

    who: str
    name: str
    to: str
    to_name: Text
    choices: tuple[tuple[str, Text], ...]
    lines: tuple[Text, ...]
    warning: Text
    over: bool
    fault: Text
    lifts: tuple[tuple[int, Text, bool], ...] = ()


def raising_view(game: Game, who: str = "") -> RaisingView:
    """The screen for ``who``; without a name for whoever has to pay now."""
    rules, book = game.rules, game.book
    who = who if who in rules.playing(book) else who_pays(game)
    short = rules.edition.short_money
    cash, total = book.held(who, MONEY), rules.raiseable(book, who)
    purpose = _purpose(game, who, short)
    need = purpose.amount.value if purpose else 0
    return RaisingView(
        who=who,
        name=rules.name(book, who),
        cash=Amount(cash, short),
        ways=tuple(_way(game, who, way, short) for way in rules.raise_ways(book, who)),
        total=Amount(total, short),
        leaves=Amount(max(0, total - need), short),
        missing=Amount(max(0, need - cash), short),
        purpose=purpose,
        enough=purpose is not None and cash >= need,
        hopeless=total < need,
        debts=sum(1 for debt in debts(book) if debt.who == who),
    )


def who_pays(game: Game) -> str:
    """Who has to find money now: the oldest debtor, whoever landed, else whose turn it is."""
    owed = debts(game.book)
    if owed:
        return owed[0].who
    book = game.book
    landed = book.get(RENT) or book.get(TAX) or book.get(PURCHASE)
    return landed.who if landed else book.get(TURN) or ""


def _purpose(game: Game, who: str, short: bool) -> Purpose | None:
    rules, book = game.rules, game.book
    printed = rules.at(book)
    name = rules.name(book, who)
    debt = next((debt for debt in debts(book) if debt.who == who), None)
    if debt:
        amount = Amount(debt.amount, short)
        to = _holder(game, debt.to)
        return Purpose(
            "debt",
            text("{who} owes {to} {amount}", short, who=name, to=to, amount=amount),
            text("Pay {amount} to {to}", short, amount=amount, to=to),
            amount,
            Settle(who=who, debt=debt.number),
        )
    rent = book.get(RENT)
    if rent and rent.who == who:
        amount = Amount(rent.amount, short)
        to = _holder(game, rent.to)
        facts = {"who": name, "to": to, "amount": amount, "deed": printed.deeds[rent.deed].name}
        return Purpose(
            "rent",
            text("{who} has to pay {to} {amount} rent for {deed}", short, **facts),
            text("Pay {amount} to {to}", short, amount=amount, to=to),
            amount,
            Rent(),
        )
    tax = book.get(TAX)
    if tax and tax.who == who:
        amount = Amount(_tax(game, who), short)
        return Purpose(
            "tax",
            text("{who} has to pay {amount} tax", short, who=name, amount=amount),
            text("Pay {amount} to {to}", short, amount=amount, to=_holder(game, BANK)),
            amount,
            Tax(who=who),
        )
    offer = book.get(PURCHASE)
    if offer and offer.who == who:
        deed = printed.deeds[offer.pos]
        amount = Amount(deed.price, short)
        facts = {"who": name, "deed": deed.name, "amount": amount}
        return Purpose(
            "buy",
            text("{who} wants to buy {deed} for {amount}", short, **facts),
            text("Buy {deed} for {amount}", short, deed=deed.name, amount=amount),
            amount,
            Buy(who=who, deed=deed.pos),
        )
    return None


def _way(game: Game, who: str, way: Way, short: bool) -> RaiseWay:
    if way.do == "sell":
        pieces: dict[str, int] = {}
        for pos in game.rules.edition.groups[way.group]:
            for piece, n in game.rules.pieces_on(game.book, pos).items():
                pieces[piece] = pieces.get(piece, 0) + n
        what = joined([piece_count(piece, n) for piece, n in pieces.items()], " + ")
        request = Sell(who=who, group=way.group)
        step = RaiseStep(request, Text("Sell all"), Amount(way.amount, short))
        names = Text(way.group.replace("_", " "))
        title = Text("{pieces} · {group}", (("pieces", what), ("group", names)))
        one = _one(game, who, way, short)
        return RaiseWay(way.group, title, step, one, not way.now)
    deed = game.rules.edition.deeds[way.deed]
    step = RaiseStep(Mortgage(who=who, deed=way.deed), Text("Mortgage"), Amount(way.amount, short))
    return RaiseWay(deed.group, Text("{deed}", (("deed", deed.name),)), step, None, not way.now)


def _one(game: Game, who: str, way: Way, short: bool) -> RaiseStep | None:
    """The one step down that evenness allows in a colour; None where it is all of it."""
    rules, book = game.rules, game.book
    lots = sorted(rules.edition.groups[way.group], key=lambda pos: -rules.level(book, pos))
    for pos in lots:
        try:
            plan = rules.plan_selling(book, who, (Item(pos),))
        except Refused:
            continue
        if plan.price == way.amount:
            return None
        request = Sell(who=who, lots=(Item(pos),))
        what = text("{pieces}", short, pieces=Pieces(plan.counts))
        return RaiseStep(request, what, Amount(plan.price, short))
    return None


def bankruptcy_view(
    game: Game, now: int, who: str, to: str = "", lift: tuple[int, ...] = ()
) -> BankruptcyView:
    """What would go where if ``who`` went bankrupt now, to ``to`` or to his creditor.

    ``lift``: mortgaged deeds the creditor pays off at once.
    """
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    creditor, owed = _owes(game, who)
    to = creditor or to
    others = [seat for seat in rules.playing(book) if seat != who]
    choices = () if creditor else tuple((one, _holder(game, one)) for one in (BANK, *others))
    lines: tuple[Text, ...] = ()
    over, fault = False, Text()
    if to:
        try:
            entry = game.ask(Bankrupt(who=who, to=to, lift=lift, confirm=True), now)
            lines = _what_goes(game, who, to, list(entry.lines), entry.detail, short)
            over = bool(entry.detail.get("ended"))
        except Refused as no:
            fault = joined([part for part in refusal(no, short) if part], " ")
    return BankruptcyView(
        who=who,
        name=rules.name(book, who),
        to=to,
        to_name=_holder(game, to),
        choices=choices,
        lines=lines,
        warning=_warning(game, who, owed, short),
        over=over,
        fault=fault,
        lifts=_lifts(game, who, lift) if to not in ("", BANK) else (),
    )


def _lifts(game: Game, who: str, lift: tuple[int, ...]) -> tuple[tuple[int, Text, bool], ...]:
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    return tuple(
        (
            deed.pos,
            text("Lift {deed} at once", short, deed=deed.name),
            deed.pos in lift,
        )
        for deed in rules.deeds_of(book, who)
        if rules.mortgaged(book, deed.pos)
    )


def _owes(game: Game, who: str) -> tuple[str, int]:
    """His creditor and how much: his debts, else the rent or tax he stands before; or "", 0."""
    book = game.book
    mine = [debt for debt in debts(book) if debt.who == who]
    if mine:
        return _bank_or_player(mine[0].to), sum(debt.amount for debt in mine)
    rent = book.get(RENT)
    if rent and rent.who == who:
        return _bank_or_player(rent.to), rent.amount
    tax = book.get(TAX)
    if tax and tax.who == who:
        return BANK, _tax(game, who)
    return "", 0


def _tax(game: Game, who: str) -> int:
    """What the tax space asks that he stands on."""
    tax = game.book.get(TAX)
    printed = game.rules.at(game.book).taxes
    return game.rules.tax(game.book, who, printed[tax.pos], "", None).amount if tax else 0


def _bank_or_player(to: str) -> str:
    return BANK if to in (BANK, POT) else to


def _warning(game: Game, who: str, owed: int, short: bool) -> Text:
    means = game.rules.raiseable(game.book, who)
    if means < owed:
        return Text()
    template = "{who} could still raise {means} in all, and owes {owed}."
    name = game.rules.name(game.book, who)
    return text(template, short, who=name, means=Money(means), owed=Money(owed))


def _what_goes(
    game: Game, who: str, to: str, lines: list[Any], facts: Any, short: bool
) -> tuple[Text, ...]:
    """One line each for buildings, cash, deeds and cards, and what becomes of the deeds."""
    moves = [
        line for line in lines if isinstance(line, Move) and BOX not in (line.source, line.target)
    ]
    holder = _holder(game, to)
    found: list[Text] = []
    pieces: dict[str, int] = {}
    for move in moves:
        if move.source.startswith("lot:"):
            pieces[move.what] = pieces.get(move.what, 0) + move.n
    if pieces:
        half = sum(m.n for m in moves if (m.what, m.source, m.target) == (MONEY, BANK, who))
        words = "{pieces} back to the bank: {amount}" if half else "{pieces} back to the bank"
        found.append(text(words, short, pieces=Pieces.of(pieces), amount=Money(half)))
    cash = sum(m.n for m in moves if m.what == MONEY and m.source == who)
    if cash:
        found.append(text("{amount} to {to}", short, amount=Money(cash), to=holder))
    printed = game.rules.at(game.book).deeds
    deeds = [printed[int(m.what[5:])].name for m in moves if m.what[:5] == "deed:"]
    if deeds:
        names = joined([Text("{deed}", (("deed", name),)) for name in deeds], ", ")
        found.append(text("To {to}: {deeds}", short, deeds=names, to=holder))
    for move in moves:
        if move.source == who and move.what in game.rules.edition.cards:
            card = piece_count(move.what, move.n)
            found.append(text("To {to}: {deeds}", short, deeds=card, to=holder))
    if facts.get("interest"):
        words = "{to} owes the bank {amount} for the mortgaged deeds"
        found.append(text(words, short, to=holder, amount=Money(facts["interest"])))
    if any(getattr(line, "what", "") == "queue" for line in lines):
        found.append(Text("The bank auctions the deeds one after another"))
    return tuple(found)


def _holder(game: Game, holder: str) -> Text:
    if holder in (BANK, POT):
        return Text("the bank") if holder == BANK else Text("the pot")
    return Text("{name}", (("name", game.rules.name(game.book, holder)),)) if holder else Text()
