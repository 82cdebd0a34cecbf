"""Anti-Monopoly: declaring sides, the foundation, what is forbidden, and the final count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core import bankruptcy
from companion.core import pay as payments
from companion.core.book import BANK, MONEY, POT, Holdings
from companion.core.edition import TaxSpace
from companion.core.errors import Refused
from companion.core.facts import (
    DOUBLES,
    FINAL,
    MOVED,
    PURCHASE,
    RENT,
    ROLLED,
    TASK,
    TAX,
    TURN,
    TURN_NO,
    Landing,
    Task,
)
from companion.core.pending import due_gift
from companion.core.requests import Decline, Pay, Rent, Trade, Waive
from companion.core.rules import Rules
from companion.core.values import Money, Phrase, Quote
from companion.core.work import Work
from companion.games.anti.facts import COUNT, DECLARED, SIDE
from companion.games.anti.requests import Count, Gift, Role
from companion.games.anti.sides import (
    MONOPOLIST,
    SIDES,
    assets,
    monopolist,
    side,
    uncounted,
)

SENTENCES: Mapping[str, str] = {
    "competitor": "{who} plays as a competitor",
    "monopolist": "{who} plays as a monopolist",
    "pass_by": "{who} does not buy {deed}",
    "foundation": "{who} throws {die} and gets {amount} from the foundation",
    "foundation_none": "{who} throws {die} and gets nothing from the foundation",
    "count": "{dice} is thrown for {deed} in the final count",
}
LABELS: Mapping[str, str] = {
    "competitor": "the side",
    "monopolist": "the side",
    "pass_by": "the declined purchase",
    "foundation": "the foundation's die",
    "foundation_none": "the foundation's die",
    "count": "the final dice",
    "jail": "prison or price war",
    "leave_jail": "the end of prison or price war",
}


# --- sides ---------------------------------------------------------------------------------


def order_of(rules: Rules, book: Holdings) -> tuple[str, ...]:
    """The seats from who is up."""
    seats = rules.seats(book)
    first = seats.index(book.get(TURN) or "")
    return (*seats[first:], *seats[:first])


def begun(book: Holdings) -> bool:
    """Whether somebody has moved."""
    return book.get(TURN_NO) != 1 or book.get(MOVED) is not None or book.get(ROLLED) is not None


def deal_sides(work: Work, declared: Mapping[str, str]) -> None:
    """Sides in playing order; who has declared none takes the other one than who sits before."""
    order = order_of(work.rules, work.draft)
    most = -(-len(order) // 2)
    sides = dict(declared)
    before = MONOPOLIST
    for who in order:
        other = SIDES[1 - SIDES.index(before)]
        if who not in sides:
            full = list(sides.values()).count(other) >= most
            sides[who] = before if full else other
        before = sides[who]
        work.draft.mark(SIDE(who), before)


def role(work: Work, ask: Role) -> None:
    """``who`` declares his side; who has declared none follows in turns, so that it stays even."""
    who, order = work.player(ask.who), order_of(work.rules, work.draft)
    if ask.side not in SIDES:
        raise Refused(
            "bad_request",
            "'{side}' is no side.",
            "The sides are competitor and monopolist.",
            side=ask.side,
        )
    if begun(work.draft):
        raise Refused(
            "too_late",
            "The game has begun, and nobody changes sides.",
            "Undo back to the start to choose again.",
        )
    chosen = work.draft.get(DECLARED) or ()
    declared = {seat: side(work.draft, seat) for seat in chosen} | {who: ask.side}
    if list(declared.values()).count(ask.side) > -(-len(order) // 2):
        raise Refused(
            "unbalanced",
            "There are enough on that side already: the sides differ by one at most.",
            "{who} takes the other side.",
            who=work.name(who),
        )
    deal_sides(work, declared)
    work.draft.mark(DECLARED, tuple(declared))
    work.done(ask.side, who=who)


# --- turn ----------------------------------------------------------------------------------


def decline(work: Work, ask: Decline) -> None:
    """Not bought; these rules know no auction for it."""
    offer = work.draft.get(PURCHASE)
    if not offer or ask.who not in ("", offer.who):
        raise Refused("no_offer", "No deed is on offer.", "Enter the landing first.")
    work.draft.clear(PURCHASE)
    work.done("pass_by", who=offer.who, deed=offer.pos)


def foundation_space(work: Work, who: str, pos: int) -> None:
    """A monopolist pays, a competitor throws one die."""
    if monopolist(work.draft, who):
        work.draft.mark(TAX, Landing(who, pos))
        work.detail["next"] = "tax"
    else:
        work.draft.mark(TASK, Task("foundation", who, pos))
        work.detail["next"] = "foundation"


def tax_quote(rules: Rules, book: Holdings, who: str, tax: TaxSpace, choice: str) -> Quote | None:
    """What is due by the side: shares of cash and of what is not mortgaged; None: the sum."""
    if rules.edition.spaces[tax.pos].kind == "foundation" and not monopolist(book, who):
        raise Refused(
            "no_tax",
            "{who} is a competitor and pays nothing to the foundation.",
            "Throw one die for it.",
            who=rules.name(book, who),
        )
    if (choice or tax.ways[0]) != "percent":
        return None
    printed, column = rules.at(book), side(book, who)
    of_cash = printed.number(f"{column}_cash_percent")
    of_assets = printed.number(f"{column}_asset_percent")
    cash, estate = book.held(who, MONEY), assets(rules, book, who)
    parts = []
    if of_cash:
        parts.append(Phrase("{percent} percent of the cash {cash}", percent=of_cash,
                            cash=Money(cash)))  # fmt: skip
    if of_assets:
        parts.append(Phrase("{percent} percent of {assets} not mortgaged", percent=of_assets,
                            assets=Money(estate)))  # fmt: skip
    why = parts[0] if len(parts) == 1 else Phrase("{one} and {other}", one=parts[0], other=parts[1])
    amount = rules.share(book, cash, of_cash) + rules.share(book, estate, of_assets)
    return Quote(amount, BANK, why)


def gift(work: Work, ask: Gift) -> None:
    """The one die a competitor throws for the foundation."""
    who = work.player(ask.who)
    due_gift(work, "foundation", who)
    if ask.die is None:
        raise Refused("needs_dice", "The die is missing.", "Enter what one die shows.")
    figures = work.rules.at(work.draft).figures
    amount = int(figures.get(f"foundation_{ask.die}", 0))
    work.pay(BANK, who, amount)
    work.done("foundation" if amount else "foundation_none", who=who, die=ask.die, amount=amount)


# --- what is forbidden ---------------------------------------------------------------------


def pay(work: Work, ask: Pay) -> None:
    """No player gives or lends another one money."""
    if ask.reason not in payments.MUST and not {ask.source, ask.target} & {BANK, POT}:
        raise no_loans()
    rent = work.draft.get(RENT)
    paid = rent is not None and (rent.who, rent.to) == (ask.source, ask.target)
    if rent and paid and ask.reason == "rent" and ask.amount < rent.amount:
        raise _no_rebate()
    payments.pay(work, ask)


def may_trade(book: Holdings, deal: Trade) -> None:
    """Raises Refused after the dice, and where only money would change hands."""
    if book.get(ROLLED) or book.get(MOVED) or book.get(DOUBLES):
        raise Refused(
            "too_late",
            "Deals are made before the dice are thrown.",
            "Wait until the next player is up.",
        )
    if not deal.settles and not any(
        side.deeds or side.cards for side in (deal.a_gives, deal.b_gives)
    ):
        raise no_loans()


def no_loans() -> Refused:
    """The refusal of money for nothing."""
    return Refused(
        "no_loans",
        "Players do not lend or give each other money in this game.",
        "Say what is paid for: rent or a card; or make a deal for a deed.",
    )


def rent(work: Work, ask: Rent) -> None:
    """No rebate on a rent."""
    payments.rent(work, ask)
    printed: Any = work.detail.get("printed")
    paid: Any = work.detail["amount"]
    if printed is not None and paid < printed:
        raise _no_rebate()


def waive(work: Work, ask: Waive) -> None:
    """No rent is given away."""
    raise _no_rebate()


def _no_rebate() -> Refused:
    return Refused(
        "no_rebate",
        "No rent is lowered or given away in this game.",
        "Take all of it; or undo the landing if it was wrong.",
    )


# --- the end -------------------------------------------------------------------------------


def count(work: Work, ask: Count) -> None:
    """The dice for one utility; with the last one the ranking stands."""
    why = work.draft.get(FINAL)
    deed = work.rules.deed(work.draft, ask.deed)
    if not why or ask.deed not in uncounted(work.rules, work.draft):
        raise Refused(
            "no_count",
            "No dice are thrown for {deed} now.",
            "They are for utilities that are not mortgaged, when a side has lost.",
            deed=deed.name,
        )
    work.rules.dice_total(deed, ask.dice)
    work.draft.mark(COUNT(ask.deed), ask.dice)
    work.done("count", deed=ask.deed, dice=ask.dice)
    if not uncounted(work.rules, work.draft):
        work.draft.clear(FINAL)
        bankruptcy.end(work, why)
