"""The player who is up: banks, lays out and plays cards; what others may answer waits for them."""

from __future__ import annotations

from companion.core import turn
from companion.core.book import BANK
from companion.core.errors import Refused
from companion.core.requests import EndTurn
from companion.core.work import Work
from companion.games.deal.cards import Card, lies_in
from companion.games.deal.facts import CARDS_PLAYED, CLAIM_NO, JUST_RECEIVED, Claim, Received
from companion.games.deal.requests import BankCard, Flip, Lay, Play, Put
from companion.games.deal.table import (
    claims,
    group_of,
    note_claims,
    set_of,
    table_of,
)


def _no_claims(work: Work) -> None:
    waiting = claims(work.draft)
    if waiting:
        raise Refused(
            "claim_open", "{who} has to answer first.", "Pay, say no, or let it happen.",
            who=work.name(waiting[0].answers),
        )  # fmt: skip


def _acts(work: Work, who: str) -> str:
    who = work.player(who or work.turn)
    _no_claims(work)
    return work.is_up(who)


def use(work: Work, what: str, plays: int = 1, n: int = 1) -> Card:
    """A card out of a hand, for so many of the turn's plays (facts: three a turn)."""
    used = work.draft.get(CARDS_PLAYED) or 0
    most = work.rules.at(work.draft).number("plays_per_turn")
    if used + plays > most:
        raise Refused(
            "no_plays", "Only {most} cards are played in a turn.", "End the turn.", most=most
        )
    card = _off_the_table(work, what, n)
    work.draft.mark(CARDS_PLAYED, used + plays or None)
    return card


def _off_the_table(work: Work, what: str, n: int = 1) -> Card:
    """A card of which ``n`` can be in a hand. Raises Refused where all of them lie here."""
    card = table_of(work).card(what)
    if work.draft.held(BANK, what) < n:
        raise Refused(
            "not_in_hand", "All cards of this kind lie on the table: {card}.",
            "Look which card it is, or put the one right that lies wrongly.", card=card.name,
        )  # fmt: skip
    return card


def bank(work: Work, ask: BankCard) -> None:
    """Money or an action card becomes money, and stays it."""
    who, card = _acts(work, ask.who), use(work, ask.what)
    if card.effect == "property":
        raise Refused(
            "no_money", "Property is never put into the bank.", "Lay it out by its colour."
        )
    work.draft.move(card.id, 1, BANK, who)
    amount = table_of(work).value(work.draft, card.id)
    work.done("bank_card", who=who, what=card.id, amount=amount)


def lay(work: Work, ask: Lay) -> None:
    """A property card to the others of its colour."""
    who, card = _acts(work, ask.who), use(work, ask.what)
    group = _colour(card, ask.group or (card.groups[0] if len(card.groups) == 1 else ""))
    work.draft.move(card.id, 1, BANK, set_of(who, group))
    work.done(
        "lay_card" if len(card.groups) == 1 else "lay_wild", who=who, what=card.id, group=group
    )
    table_of(work).watch(work, who)


def _colour(card: Card, group: str) -> str:
    if card.effect != "property" or group not in card.groups:
        raise _cannot_lie(card)
    return group


def _cannot_lie(card: Card) -> Refused:
    return Refused(
        "bad_colour", "This card cannot lie there: {card}.", "Choose one of its colours.",
        card=card.name,
    )  # fmt: skip


def flip(work: Work, ask: Flip) -> None:
    """A card of several colours is turned in one's own turn, or when it was just received."""
    who = work.player(ask.who or work.turn)
    _no_claims(work)
    what, place = table_of(work).find(work.draft, who, ask.what)
    fresh = work.draft.get(JUST_RECEIVED) or ()
    if who != work.turn and Received(who, what) not in fresh:
        raise Refused(
            "not_turn", "It is {turn}'s turn, not {who}'s.", "Turn the card when {who} is up.",
            who=work.name(who), turn=work.name(work.turn),
        )  # fmt: skip
    group = _colour(table_of(work).card(what), ask.group)
    if place == set_of(who, group):
        raise Refused("no_change", "The card lies there already.", "Choose its other colour.")
    work.draft.move(what, 1, place, set_of(who, group))
    work.done("flip_card", who=who, what=what, group=group)
    table_of(work).watch(work, who)


def put(work: Work, ask: Put) -> None:
    """What really lies on the table, whoever is up and whatever was played: no card is played."""
    _no_claims(work)
    rules = table_of(work)
    if ask.who:
        what, source = rules.find(work.draft, work.player(ask.who), ask.what)
    else:
        what, source = _off_the_table(work, ask.what).id, BANK
    target = BANK
    if ask.to:
        target = set_of(work.player(ask.to), ask.group) if ask.group else work.player(ask.to)
        _may_lie(work, rules.card(what), ask.to, ask.group)
    if target == source:
        raise Refused("no_change", "The card lies there already.", "Choose where it really lies.")
    work.draft.move(what, 1, source, target)
    over = "put_over" if ask.who != ask.to else "flip_card"
    reason = "put_on" if not ask.who else "put_off" if not ask.to else over
    work.done(reason, who=ask.who, to=ask.to, what=what, group=ask.group)
    rules.watch(work, *(who for who in dict.fromkeys((ask.who, ask.to)) if who))


def _may_lie(work: Work, card: Card, who: str, group: str) -> None:
    if group and card.effect == "build":
        _room_for(work, card, who, group)
    elif group not in ("", *table_of(work).sets) or not lies_in(card, group):
        raise _cannot_lie(card)


def end_turn(work: Work, ask: EndTurn) -> None:
    """The next player is up and draws."""
    who = _acts(work, "")
    following = turn.next_player(work, who)
    turn.begin_turn(work, following)
    work.draft.clear(CARDS_PLAYED)
    work.done("end_turn", who=who, next=following)


def play(work: Work, ask: Play) -> None:
    """A card is played for its effect; what others can say no to waits for their answer."""
    who, card = _acts(work, ask.who), use(work, ask.what, 1 + ask.doubles)
    if ask.doubles and card.effect != "rent":
        raise Refused("no_double", "Only a rent can be doubled.", "Play the card without it.")
    work.done(f"card_{card.effect}", who=who, what=card.id)
    match card.effect:
        case "draw":
            pass
        case "rent" | "collect":
            _demand(work, who, card, ask)
        case "take" | "swap" | "take_set":
            _claim_cards(work, who, card, ask)
        case "build":
            _build(work, who, card, ask.group)
        case _:
            raise Refused(
                "not_alone", "This card is not played by itself: {card}.",
                "Put it into the bank, or play it with the card it belongs to.", card=card.name,
            )  # fmt: skip


def _demand(work: Work, who: str, card: Card, ask: Play) -> None:
    rules, book = table_of(work), work.draft
    amount = rules.at(book).figures.get(f"amount_{card.id}", 0)
    if card.effect == "rent":
        if ask.group not in card.groups or not rules.cards_in(book, who, ask.group):
            raise Refused(
                "no_rent", "{who} has no card of a colour this rent is for: {card}.",
                "Choose a colour that lies before {who}.", who=work.name(who), card=card.name,
            )  # fmt: skip
        factor = rules.at(book).number("rent_factor") ** ask.doubles
        amount = rules.set_rent(book, who, ask.group) * factor
        work.detail["group"] = ask.group
        if ask.doubles:
            use(work, rules.kind("double").id, 0, ask.doubles)
    asked = [_target(work, who, ask.to)] if card.pays == "one" else work.others(who)
    owing = [one for one in asked if amount and rules.worth(book, one).total]
    work.detail |= {"amount": amount, "asked": tuple(asked)}
    first = book.get(CLAIM_NO) or 0
    book.mark(CLAIM_NO, first + len(owing))
    note_claims(
        work, [Claim(first + n, card.id, who, one, amount) for n, one in enumerate(owing, 1)]
    )


def _target(work: Work, who: str, to: str) -> str:
    others = work.others(who)
    to = work.player(to or (others[0] if len(others) == 1 else ""))
    if to == who:
        raise Refused(
            "same_ends", "{who} cannot ask himself.", "Choose another.", who=work.name(who)
        )
    return to


def _claim_cards(work: Work, who: str, card: Card, ask: Play) -> None:
    rules, book, group = table_of(work), work.draft, ask.group
    takes = gives = ""
    to = _target(work, who, ask.to)
    if card.effect == "take_set":
        if group not in rules.sets or not rules.full(book, to, group):
            raise Refused(
                "no_set", "{to} has no complete set of this colour.", "Choose a complete set.",
                to=work.name(to),
            )  # fmt: skip
    else:
        what, place = rules.find(book, to, ask.takes)
        here = group_of(place)
        group = _colour(rules.card(what), group or here)
        if rules.full(book, to, here) * rules.size(here) == len(rules.cards_in(book, to, here)):
            raise Refused(
                "set_complete", "Nothing may be taken out of a complete set.",
                "Choose a card of another colour.",
            )  # fmt: skip
        takes = f"{what}@{here}"
        work.detail["piece"] = what
    if card.effect == "swap":
        given, place = rules.find(book, who, ask.gives)
        gives = f"{given}@{_colour(rules.card(given), group_of(place))}"
        work.detail["gives"] = given
    number = book.count(CLAIM_NO)
    note_claims(work, [Claim(number, card.id, who, to, 0, 0, takes, gives, group)])
    work.detail |= {"to": to, "group": group}


def _build(work: Work, who: str, card: Card, group: str) -> None:
    _room_for(work, card, who, group)
    work.draft.move(card.id, 1, BANK, set_of(who, group))
    work.detail["group"] = group


def _room_for(work: Work, card: Card, who: str, group: str) -> None:
    """Raises Refused where a building has no complete set, or no house, to stand on."""
    rules, place = table_of(work), set_of(who, group)
    allowed = group in rules.sets and rules.sets[group]["buildings"]
    room = rules.full(work.draft, who, group) if allowed else 0
    if card.needs:
        room = min(room, work.draft.held(place, card.needs))
    if work.draft.held(place, card.id) >= room:
        raise Refused(
            "no_room", "This cannot be put there: {card}.",
            "A house needs a complete set of a street colour, a hotel a house on it.",
            card=card.name,
        )  # fmt: skip
