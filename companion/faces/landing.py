"""A landing: the card with all its rents, what is due and why, and what it leaves the player."""

from __future__ import annotations

from msgspec import Struct

from companion.core.book import BANK, MONEY
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.facts import AT, PURCHASE, RENT, TAX, Landing
from companion.core.game import Game
from companion.core.requests import Request
from companion.core.values import Quote
from companion.faces.money import Amount, piece_count, piece_word, spoken, text
from companion.faces.table import MOVES
from companion.faces.views import Text


class CardRow(Struct, frozen=True):
    """A line of the card; ``field`` names the printed value for "my card says", "" for none.

    ``value`` is money, ``factor`` stands in its place where the dice are multiplied.
    """

    label: Text
    value: Amount
    field: str
    current: bool = False
    factor: int = 0


class CardView(Struct, frozen=True):
    """A title deed: rents in ``rows``, price, building costs and mortgage in ``foot``.

    ``owner`` a letter or "". ``line`` says who has it. ``disputed``: sources of its figures differ.
    """

    pos: int
    name: str
    group: str
    rows: tuple[CardRow, ...]
    foot: tuple[CardRow, ...]
    owner: str
    line: Text
    mortgaged: bool
    disputed: bool


class TaxChoice(Struct, frozen=True):
    """One way to answer a tax: the word for the request, "" where there is only one, and why."""

    word: str
    amount: Amount
    why: Text


class LandingView(Struct, frozen=True):
    """Somebody stands on a space.

    ``state``: "buy", "rent", "tax", "dice" (its rent waits for the dice) or "rest" (nothing is
    due). ``cash`` before, ``left`` after; ``lacks`` what is missing, 0 for nothing. ``times``:
    what a card could say here; ``way``: how a tax is paid, the cheapest unless another is chosen.
    ``card`` is None on a space without a deed, ``name`` its name.
    ``auctions``: what is not bought is auctioned. ``rebates``: a rent may be given away.
    ``undoable``: the landing is the last thing booked, so an undo takes just that back.
    ``dodge``: the card that pays no rent and what uses it, None without one.
    """

    state: str
    who: str
    who_name: str
    pos: int
    name: str
    card: CardView | None
    amount: Amount
    to: str
    to_name: str
    why: Text
    cash: Amount
    left: Amount
    lacks: Amount
    times: int
    times_choices: tuple[int, ...]
    dice: int
    dice_most: int
    taxes: tuple[TaxChoice, ...]
    way: str
    undoable: bool
    auctions: bool
    rebates: bool
    dodge: tuple[str, Request] | None = None


def landing_view(
    game: Game, now: int, who: str, pos: int, dice: int = 0, times: int = 1, way: str = ""
) -> LandingView:
    """What ``who`` finds on ``pos``; ``dice`` 0: not known. Asks the rules, changes nothing."""
    rules, book = game.rules, game.book
    printed = rules.at(book)
    deed = printed.deeds.get(pos)
    state, amount, to, why, dice, taxes = _due(game, who, pos, dice, times)
    if taxes:
        chosen = next((tax for tax in taxes if tax.word == way), _cheapest(taxes))
        amount, way = chosen.amount.value, chosen.word
    short, cash = printed.short_money, book.held(who, MONEY)
    return LandingView(
        state=state,
        who=who,
        who_name=rules.name(book, who),
        pos=pos,
        name=printed.spaces[pos].name,
        card=card_view(game, now, pos, who) if deed else None,
        amount=Amount(amount, short),
        to=to,
        to_name=rules.name(book, to) if to else "",
        why=why,
        cash=Amount(cash, short),
        left=Amount(max(0, cash - amount), short),
        lacks=Amount(max(0, amount - cash), short),
        times=times,
        times_choices=rules.card_times(deed) if deed and state in ("rent", "dice") else (),
        dice=dice,
        dice_most=printed.number("dice_max"),
        taxes=taxes,
        way=way,
        undoable=_undoable(game, who, pos),
        auctions=rules.auctions_estate,
        rebates=rules.rebates,
        dodge=rules.spares_rent(book, who) if state == "rent" else None,
    )


def _undoable(game: Game, who: str, pos: int) -> bool:
    last = game.can_undo()
    return (
        last is not None
        and last.reason in MOVES
        and last.detail.get("who") == who
        and game.book.get(AT(who)) == pos
    )


_Due = tuple[str, int, str, Text, int, tuple[TaxChoice, ...]]


def _due(game: Game, who: str, pos: int, dice: int, times: int) -> _Due:
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    offer = book.get(PURCHASE)
    rent = book.get(RENT)
    tax = book.get(TAX)
    if offer == Landing(who, pos):
        price = rules.at(book).deeds[pos].price
        return "buy", price, BANK, Text("Nobody has it yet."), dice, ()
    if tax == Landing(who, pos):
        ways = _taxes(game, who, pos)
        share = ways[-1].why
        why = share if len(ways) == 1 else Text("The printed sum, or {why}", (("why", share),))
        return "tax", 0, BANK, why, dice, ways
    if pos not in rules.edition.deeds:
        return "rest", 0, "", Text("Nothing is due here."), dice, ()
    if rent and (rent.who, rent.deed) == (who, pos):
        dice = dice or rent.dice or 0
        if times == 1 and rent.times == 1:
            why = spoken(_quote(game, who, pos, dice, 1).why, short)
            return "rent", rent.amount, rent.to, why, dice, ()
    try:
        quote = _quote(game, who, pos, dice, times)
    except Refused:
        owner = rules.owner(book, pos)
        return "dice", 0, owner, Text("What do the dice show together?"), 0, ()
    state = "rent" if rent and (rent.who, rent.deed) == (who, pos) and quote.amount else "rest"
    return state, quote.amount, quote.to, spoken(quote.why, short), dice, ()


def _quote(game: Game, who: str, pos: int, dice: int, times: int) -> Quote:
    return game.rules.rent(game.book, pos, dice or None, times, who)


def _taxes(game: Game, who: str, pos: int) -> tuple[TaxChoice, ...]:
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    tax = rules.at(book).taxes[pos]
    quotes = [(way, rules.tax(book, who, tax, way, None)) for way in tax.ways]
    return tuple(
        TaxChoice(word, Amount(quote.amount, short), spoken(quote.why, short))
        for word, quote in quotes
    )


def _cheapest(taxes: tuple[TaxChoice, ...]) -> TaxChoice:
    return min(taxes, key=lambda tax: tax.amount.value)


def card_view(game: Game, now: int, pos: int, who: str = "") -> CardView:
    """The title deed at ``pos`` as this table plays it, the row that counts now marked.

    A deed nobody has is shown as it would count for ``who``.
    """
    rules, book = game.rules, game.book
    printed = rules.at(book)
    owner = rules.owner(book, pos)
    deed = rules.card_for(book, pos, who) if who and not owner else printed.deeds[pos]
    mortgaged = rules.mortgaged(book, pos)
    rows = _factor_rows(game, deed, owner) if deed.factors else _rent_rows(game, deed, owner)
    if mortgaged:
        rows = tuple(CardRow(row.label, row.value, row.field, False, row.factor) for row in rows)
    if not owner:
        line = Text("Nobody has it yet.")
    elif mortgaged:
        line = text("{owner} has mortgaged it", False, owner=rules.name(book, owner))
    elif len(printed.groups[deed.group]) > 1 and rules.owns_group(book, owner, deed.group):
        line = text(
            "{owner} has the whole colour"
            if deed.kind in rules.coloured
            else "{owner} has all of them",
            False,
            owner=rules.name(book, owner),
        )
    else:
        line = text("{owner} owns it", False, owner=rules.name(book, owner))
    return CardView(
        pos=pos,
        name=deed.name,
        group=deed.group,
        rows=rows,
        foot=_foot(game, deed),
        owner=owner,
        line=line,
        mortgaged=mortgaged,
        disputed=any(item.pos == pos for item in rules.edition.disputed),
    )


def _rent_rows(game: Game, deed: Deed, owner: str) -> tuple[CardRow, ...]:
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    ladder = rules.edition.ladders.get(deed.ladder, ())
    own = rules.rent_rows(deed)
    if own:
        now = rules.rent_row(book, deed) if owner else -1
        return tuple(
            CardRow(
                spoken(words, short), Amount(rent, short), f"{deed.column}rents.{at}", at == now
            )
            for at, (words, rent) in enumerate(zip(own, deed.rents, strict=True))
        )
    if deed.kind != "street" or not ladder:
        n = rules.count_owned(book, owner, deed.group) if owner else 0
        return tuple(
            CardRow(
                Text("{n} owned", (("n", at + 1),)),
                Amount(rent, short),
                f"{deed.column}rents.{at}",
                at + 1 == n,
            )
            for at, rent in enumerate(deed.rents)
        )
    level = rules.level(book, deed.pos) if owner else -1
    factor = rules.bare_factor(book, deed, owner) if owner else 1
    rows = [
        CardRow(
            Text("Rent"),
            Amount(deed.rents[0], short),
            f"{deed.column}rents.0",
            level == 0 and factor == 1,
        ),
        *(
            CardRow(
                Text(case), Amount(deed.rents[0] * times, short), "", not level and factor == times
            )
            for case, times in rules.bare_factors(book, deed)
        ),
    ]
    for at, step in enumerate(ladder, 1):
        piece, n = next(iter(step.items()))
        label = Text(piece_word(piece).capitalize()) if n == 1 and at > 1 else piece_count(piece, n)
        rows.append(
            CardRow(label, Amount(deed.rents[at], short), f"{deed.column}rents.{at}", level == at)
        )
    return tuple(rows)


def _factor_rows(game: Game, deed: Deed, owner: str) -> tuple[CardRow, ...]:
    rules, book = game.rules, game.book
    short = rules.edition.short_money
    n = rules.count_owned(book, owner, deed.group) if owner else 0
    return tuple(
        CardRow(
            Text("{n} owned", (("n", at + 1),)),
            Amount(factor, short),
            f"{deed.column or 'dice_'}factors.{at}",
            at + 1 == n,
            factor,
        )
        for at, factor in enumerate(deed.factors)
    )


def _foot(game: Game, deed: Deed) -> tuple[CardRow, ...]:
    short = game.rules.edition.short_money
    costs = [
        CardRow(
            Text(f"{piece_word(piece).capitalize()} cost"), Amount(cost, short), f"{piece}_cost"
        )
        for piece, cost in deed.costs.items()
    ]
    foot = (CardRow(Text("Price"), Amount(deed.price, short), "price"), *costs)
    if not game.rules.prints_mortgage:
        return foot
    return (*foot, CardRow(Text("Mortgage value"), Amount(deed.mortgage, short), "mortgage"))
