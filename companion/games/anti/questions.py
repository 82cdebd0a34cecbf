"""Anti-Monopoly: what a player is asked, with every answer there is."""

from __future__ import annotations

from companion.core.book import Holdings
from companion.core.facts import ENDED, FINAL, TASK
from companion.core.rules import Rules
from companion.core.values import Badge, Corner, Money, Phrase, Pick, Question
from companion.games.anti import moves, sides
from companion.games.anti.facts import DECLARED
from companion.games.anti.requests import Count, Gift, Role

SIDE_WORDS = {
    sides.COMPETITOR: Phrase("Competitor (green)"),
    sides.MONOPOLIST: Phrase("Monopolist (blue)"),
}
SIDE_SIGNS = {sides.COMPETITOR: "tag", sides.MONOPOLIST: "factory"}
BADGES = {
    sides.COMPETITOR: Badge(Phrase("competitor"), Phrase("Comp."), "green"),
    sides.MONOPOLIST: Badge(Phrase("monopolist"), Phrase("Mono."), "dark_blue"),
}
CORNERS = {
    sides.COMPETITOR: Corner(
        Phrase("in a price war"),
        Phrase("starts a price war"),
        Phrase("stays in the price war"),
        Phrase("ends the price war"),
        Phrase("To a price war"),
        Phrase("Out of the price war…"),
    ),
    sides.MONOPOLIST: Corner(
        Phrase("in prison"),
        Phrase("goes to prison"),
        Phrase("stays in prison"),
        Phrase("leaves prison"),
        Phrase("To prison"),
        Phrase("Out of prison…"),
    ),
}


def question(rules: Rules, book: Holdings) -> Question | None:
    """The dice of the final count; the foundation's die; sides before the first move."""
    if book.get(ENDED):
        return None
    if book.get(FINAL):
        return _of_count(rules, book, sides.uncounted(rules, book)[0])
    task = book.get(TASK)
    if task:
        who = task.who
        picks = tuple(_of_die(rules, book, who, die) for die in range(1, 7))
        words = Phrase("{who} throws one die for the foundation", who=rules.name(book, who))
        return Question(who, words, picks)
    return None if moves.begun(book) else _of_side(rules, book)


def _of_die(rules: Rules, book: Holdings, who: str, die: int) -> Pick:
    """One face of the die, and what it brings."""
    amount = int(rules.at(book).figures.get(f"foundation_{die}", 0))
    words = Phrase("{die}: {amount}", die=die, amount=Money(amount))
    nothing = Phrase("{die}: nothing", die=die)
    return Pick(words if amount else nothing, Gift(who=who, die=die))


def _of_count(rules: Rules, book: Holdings, pos: int) -> Question:
    picks = tuple(
        Pick(Phrase("{dice}", dice=dice), Count(deed=pos, dice=dice))
        for dice in range(2, rules.edition.number("dice_max") + 1)
    )
    owner = rules.owner(book, pos)
    words = Phrase(
        "Final count: {who} throws both dice for {deed}",
        who=rules.name(book, owner),
        deed=rules.at(book).deeds[pos].name,
    )
    return Question(owner, words, picks)


def _of_side(rules: Rules, book: Holdings) -> Question | None:
    """The next one in seating order who may still choose."""
    declared = book.get(DECLARED) or ()
    order = moves.order_of(rules, book)
    most = -(-len(order) // 2)
    taken = [sides.side(book, who) for who in declared]
    who = next((seat for seat in order if seat not in declared), None)
    if who is None or any(taken.count(side) == most for side in sides.SIDES):
        return None
    picks = tuple(
        Pick(
            SIDE_WORDS[side],
            Role(who=who, side=side),
            colour=BADGES[side].colour,
            sign=SIDE_SIGNS[side],
        )
        for side in sides.SIDES
    )
    return Question(who, Phrase("{who} chooses a side", who=rules.name(book, who)), picks)
