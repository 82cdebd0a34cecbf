"""Mega: what the player who is up is asked, with every answer there is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.core.book import BANK, Holdings
from companion.core.fact import Fact
from companion.core.facts import (
    AGAIN,
    AT,
    AUCTION,
    DEBTS,
    ENDED,
    FURTHER_MOVE,
    JAILED,
    MOVED,
    PURCHASE,
    QUEUE,
    RENT,
    ROLLED,
    TASK,
    TAX,
    TURN,
)
from companion.core.requests import Auction, Request
from companion.core.rules import Rules
from companion.core.values import Money, Phrase, Pick, Piece, Question
from companion.games.mega import buildings, moves
from companion.games.mega.requests import Bonus, Gift, Ride, Spread, Void

OPEN: tuple[Fact[Any], ...] = (PURCHASE, RENT, TAX, DEBTS, QUEUE)
"""What has to be dealt with before a further move."""


def question(rules: Rules, book: Holdings) -> Question | None:
    """The open task; else the third die's move; else whether to take the bus."""
    if book.get(ENDED) or book.get(AUCTION):
        return None
    task = book.get(TASK)
    if task:
        return _of_task(rules, book, task.kind, task.who)
    if any(book.get(fact) for fact in OPEN):
        return None
    bonus = book.get(FURTHER_MOVE)
    if bonus:
        return _of_bonus(rules, book, bonus.kind, bonus.who)
    found = _of_ticket(rules, book) or _of_third_die(rules, book)
    for also in (_of_void(rules, book), _of_spreading(rules, book)):
        if found and also:
            found = replace(found, picks=(*found.picks, *also.picks))
        found = found or also
    return found


def _of_void(rules: Rules, book: Holdings) -> Question | None:
    """Whether the ticket just drawn voids all others."""
    who, others = moves.others_void(rules, book)
    if not others:
        return None
    pick = Pick(Phrase("The ticket drawn voids all others"), Void(who=who))
    words = Phrase("What does the bus ticket of {who} say?", who=rules.name(book, who))
    return Question(who, words, (pick,), must=False, label=Phrase("Bus ticket…"))


def _of_spreading(rules: Rules, book: Holdings) -> Question | None:
    """Whether the buildings of a colour whose last deed came late are laid out evenly."""
    who = book.get(TURN) or ""
    deeds = rules.at(book).deeds
    picks = tuple(
        Pick(Phrase("Evenly, for nothing: {deed}", deed=deeds[pos].name), Spread(who=who, deed=pos))
        for pos in buildings.uneven(rules, book, who)
    )
    words = Phrase("{who} may lay out buildings evenly", who=rules.name(book, who))
    label = Phrase("Lay out evenly…")
    return Question(who, words, picks, must=False, label=label) if picks else None


def _of_task(rules: Rules, book: Holdings, kind: str, who: str) -> Question | None:
    name = rules.name(book, who)
    if kind == "birthday_gift":
        amount = Money(rules.at(book).number("birthday_gift"))
        picks: tuple[Pick, ...] = (
            Pick(
                Phrase("{amount} from the bank", amount=amount),
                Gift(who=who, what="money"),
                sign="coins",
            ),
            Pick(
                Phrase("{piece}", piece=Piece(moves.TICKET)),
                Gift(who=who, what=moves.TICKET),
                sign="bus",
            ),
        )
        return Question(who, Phrase("{who} takes a birthday gift", who=name), picks)
    if kind == "auction":
        free = moves.free_deeds(rules, book)
        picks = tuple(_space(rules, book, lot, Auction(deed=lot)) for lot in free)
        return Question(who, Phrase("{who} chooses what is auctioned", who=name), picks)
    every = range(len(rules.edition.spaces))
    words = Phrase("Three of a kind: where does {who} go?", who=name)
    stays = Pick(Phrase("{who} stays", who=name), Ride(who=who))
    return Question(who, words, (*_rides(rules, book, who, every), stays))


def _of_bonus(rules: Rules, book: Holdings, kind: str, who: str) -> Question:
    pos = moves.bonus_space(rules, book, who, kind)
    name = rules.name(book, who)
    request = Bonus(who=who)
    if pos is None:
        stays = Phrase("Stay: the next deed earns no rent")
        return Question(who, _die(name), (Pick(stays, request, sign="pause"),))
    pick = Pick(
        Phrase("Go on to {pos}", pos=rules.at(book).spaces[pos].name), request, sign="arrow"
    )
    ticket = _ticket(rules, book, Bonus(who=who, ticket=True)) if kind == moves.BUS else ()
    return Question(who, _die(name), (*ticket, pick))


def _ticket(rules: Rules, book: Holdings, request: Bonus) -> tuple[Pick, ...]:
    """A ticket for the bus of the third die, while there is one."""
    there = book.held(BANK, moves.TICKET)
    return (Pick(Phrase("The bus: a ticket"), request, sign="bus"),) if there else ()


def _die(name: str) -> Phrase:
    return Phrase("The third die moves {who} on", who=name)


def _of_ticket(rules: Rules, book: Holdings) -> Question | None:
    """Before the dice, or instead of rolling again."""
    who = book.get(TURN) or ""
    moved = book.get(ROLLED) or book.get(MOVED)
    if not book.held(who, moves.TICKET) or book.get(JAILED(who)) is not None:
        return None
    if moved and not book.get(AGAIN):
        return None
    here = book.get(AT(who)) or 0
    size = len(rules.edition.spaces)
    side = (to % size for to in range(here + 1, moves.next_corner(rules, here) + 1))
    words = Phrase("{who} may take the bus instead of the dice", who=rules.name(book, who))
    label = Phrase("Take the bus…")
    return Question(who, words, _rides(rules, book, who, side), must=False, label=label)


def _of_third_die(rules: Rules, book: Holdings) -> Question | None:
    """Where the dice are not entered, the player may say what the third one showed."""
    who = book.get(TURN) or ""
    if not moves.untold(book, who):
        return None
    picks = []
    pos = moves.bonus_space(rules, book, who, moves.MR_MONOPOLY)
    if pos is not None:
        words = Phrase("Mr. Monopoly: on to {pos}", pos=rules.at(book).spaces[pos].name)
        picks.append(Pick(words, Bonus(who=who, special=moves.MR_MONOPOLY), sign="hat"))
    ticket = _ticket(rules, book, Bonus(who=who, special=moves.BUS, ticket=True))
    picks += ticket
    if not ticket or rules.option(book, "bus_choice"):
        words = Phrase("The bus: on to the next card space")
        picks.append(Pick(words, Bonus(who=who, special=moves.BUS), sign="card"))
    words, label = Phrase("What did the third die show?"), Phrase("Third die…")
    return Question(who, words, tuple(picks), must=False, label=label)


def _rides(rules: Rules, book: Holdings, who: str, spaces: Iterable[int]) -> tuple[Pick, ...]:
    return tuple(_space(rules, book, to, Ride(who=who, pos=to)) for to in spaces)


def _space(rules: Rules, book: Holdings, pos: int, request: Request) -> Pick:
    return Pick(Phrase("{pos}", pos=rules.at(book).spaces[pos].name), request, pos)
