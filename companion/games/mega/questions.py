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
from companion.games.mega import moves
from companion.games.mega.requests import Bonus, Gift, Ride, Void

OPEN: tuple[Fact[Any], ...] = (PURCHASE, RENT, TAX, DEBTS, QUEUE)
"""What has to be dealt with before a further move."""


def question(rules: Rules, book: Holdings) -> Question | None:
    """The open task; else the third die's move; else whether to take the bus."""
    if book.get(ENDED) or book.get(AUCTION):
        return None
    task = book.get(TASK)
    if task:
        return _of_task(rules, book, task.kind, task.who, task.pos)
    if any(book.get(fact) for fact in OPEN):
        return None
    bonus = book.get(FURTHER_MOVE)
    if bonus:
        return _of_bonus(rules, book, bonus.kind, bonus.who)
    return _and_void(rules, book, _of_ticket(rules, book) or _of_third_die(rules, book))


def _and_void(rules: Rules, book: Holdings, found: Question | None) -> Question | None:
    """Beside whatever is asked: whether the ticket just drawn voids all others."""
    who, others = moves.others_void(rules, book)
    if not others:
        return found
    pick = Pick(Phrase("The ticket drawn voids all others"), Void(who=who))
    if found is not None:
        return replace(found, picks=(*found.picks, pick))
    words = Phrase("What does the bus ticket of {who} say?", who=rules.name(book, who))
    return Question(who, words, (pick,), must=False, brief=Phrase("Bus ticket…"))


def _of_task(rules: Rules, book: Holdings, kind: str, who: str, pos: int) -> Question | None:
    name = rules.name(book, who)
    if kind == "birthday_gift":
        amount = Money(rules.at(book).number("birthday_gift"))
        picks: tuple[Pick, ...] = (
            Pick(Phrase("{amount} from the bank", amount=amount), Gift(who=who, what="money")),
            Pick(Phrase("{piece}", piece=Piece(moves.TICKET)), Gift(who=who, what=moves.TICKET)),
        )
        return Question(who, Phrase("{who} takes a birthday gift", who=name), picks)
    if kind == "auction":
        free = moves.free_deeds(rules, book)
        picks = tuple(_space(rules, book, lot, Auction(deed=lot)) for lot in free)
        return Question(who, Phrase("{who} chooses what is auctioned", who=name), picks)
    every = range(len(rules.edition.spaces))
    words = Phrase("Three of a kind: where does {who} go?", who=name)
    return Question(who, words, _rides(rules, book, who, (to for to in every if to != pos)))


def _of_bonus(rules: Rules, book: Holdings, kind: str, who: str) -> Question:
    pos = moves.bonus_space(rules, book, who, kind)
    name = rules.name(book, who)
    request = Bonus(who=who)
    if pos is None:
        stays = Phrase("Stay: the next deed earns no rent")
        return Question(who, _die(name), (Pick(stays, request),))
    pick = Pick(Phrase("Go on to {pos}", pos=rules.at(book).spaces[pos].name), request)
    return Question(who, _die(name), (pick,))


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
    brief = Phrase("Take the bus…")
    return Question(who, words, _rides(rules, book, who, side), must=False, brief=brief)


def _of_third_die(rules: Rules, book: Holdings) -> Question | None:
    """Where the dice are not entered, the player may say what the third one showed."""
    who = book.get(TURN) or ""
    if not moves.untold(book, who):
        return None
    picks = []
    pos = moves.bonus_space(rules, book, who, moves.MR_MONOPOLY)
    if pos is not None:
        words = Phrase("Mr. Monopoly: on to {pos}", pos=rules.at(book).spaces[pos].name)
        picks.append(Pick(words, Bonus(who=who, special=moves.MR_MONOPOLY)))
    tickets = book.held(BANK, moves.TICKET)
    words = Phrase("The bus: a ticket" if tickets else "The bus: on to the next card space")
    picks.append(Pick(words, Bonus(who=who, special=moves.BUS)))
    words, brief = Phrase("What did the third die show?"), Phrase("Third die…")
    return Question(who, words, tuple(picks), must=False, brief=brief)


def _rides(rules: Rules, book: Holdings, who: str, spaces: Iterable[int]) -> tuple[Pick, ...]:
    return tuple(_space(rules, book, to, Ride(who=who, pos=to)) for to in spaces)


def _space(rules: Rules, book: Holdings, pos: int, request: Request) -> Pick:
    return Pick(Phrase("{pos}", pos=rules.at(book).spaces[pos].name), request, pos)
