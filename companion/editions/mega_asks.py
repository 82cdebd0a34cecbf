"""Mega: what the player who is up is asked, with every answer there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.core.book import BANK, Holdings
from companion.core.terms import Money, Phrase, Pick, Piece, Question
from companion.editions import mega_moves as moves

if TYPE_CHECKING:
    from companion.editions.mega import Mega

OPEN = ("offer_buy", "rent", "tax", "debts", "queue")
"""What has to be dealt with before a further move."""


def question(rules: Mega, view: Holdings) -> Question | None:
    """The open task; else the third die's move; else whether to take the bus."""
    if view.fact("ended") or view.fact("auction"):
        return None
    task: Any = view.fact("task")
    if task:
        return _of_task(rules, view, *task)
    if any(view.fact(fact) for fact in OPEN):
        return None
    bonus: Any = view.fact("bonus")
    if bonus:
        return _of_bonus(rules, view, *bonus)
    return _and_void(rules, view, _of_ticket(rules, view) or _of_third_die(rules, view))


def _and_void(rules: Mega, view: Holdings, found: Question | None) -> Question | None:
    """Beside whatever is asked: whether the ticket just drawn voids all others."""
    who, others = moves.others_void(rules, view)
    if not others:
        return found
    pick = Pick(Phrase("The ticket drawn voids all others"), {"do": "void", "who": who})
    if found is not None:
        return replace(found, picks=(*found.picks, pick))
    words = Phrase("What does the bus ticket of {who} say?", who=rules.name(view, who))
    return Question(who, words, (pick,), must=False, brief=Phrase("Bus ticket…"))


def _of_task(rules: Mega, view: Holdings, kind: str, who: str, pos: int) -> Question | None:
    name = rules.name(view, who)
    if kind == "birthday_gift":
        amount = Money(rules.at(view).number("birthday_gift"))
        gift = {"do": "gift", "who": who}
        picks: tuple[Pick, ...] = (
            Pick(Phrase("{amount} from the bank", amount=amount), {**gift, "what": "money"}),
            Pick(Phrase("{piece}", piece=Piece(moves.TICKET)), {**gift, "what": moves.TICKET}),
        )
        return Question(who, Phrase("{who} takes a birthday gift", who=name), picks)
    if kind == "auction":
        free = rules.free_deeds(view)
        picks = tuple(_space(rules, view, lot, {"do": "auction", "deed": lot}) for lot in free)
        return Question(who, Phrase("{who} chooses what is auctioned", who=name), picks)
    every = range(len(rules.edition.spaces))
    words = Phrase("Three of a kind: where does {who} go?", who=name)
    return Question(who, words, _rides(rules, view, who, (to for to in every if to != pos)))


def _of_bonus(rules: Mega, view: Holdings, kind: str, who: str) -> Question:
    pos = moves.bonus_space(rules, view, who, kind)
    name = rules.name(view, who)
    request = {"do": "bonus", "who": who}
    if pos is None:
        stays = Phrase("Stay: the next deed earns no rent")
        return Question(who, _die(name), (Pick(stays, request),))
    pick = Pick(Phrase("Go on to {pos}", pos=rules.at(view).spaces[pos].name), request)
    return Question(who, _die(name), (pick,))


def _die(name: str) -> Phrase:
    return Phrase("The third die moves {who} on", who=name)


def _of_ticket(rules: Mega, view: Holdings) -> Question | None:
    """Before the dice, or instead of rolling again."""
    who = str(view.fact("turn"))
    moved = view.fact("rolled") or view.fact("moved")
    if not view.held(who, moves.TICKET) or view.fact(f"jail:{who}") is not None:
        return None
    if moved and not view.fact("again"):
        return None
    here: Any = view.fact(f"at:{who}") or 0
    size = len(rules.edition.spaces)
    side = (to % size for to in range(here + 1, moves.next_corner(rules, here) + 1))
    words = Phrase("{who} may take the bus instead of the dice", who=rules.name(view, who))
    brief = Phrase("Take the bus…")
    return Question(who, words, _rides(rules, view, who, side), must=False, brief=brief)


def _of_third_die(rules: Mega, view: Holdings) -> Question | None:
    """Where the dice are not entered, the player may say what the third one showed."""
    who = str(view.fact("turn"))
    if not moves.untold(view, who):
        return None
    tell = {"do": "bonus", "who": who}
    picks = []
    pos = moves.bonus_space(rules, view, who, moves.MR_MONOPOLY)
    if pos is not None:
        words = Phrase("Mr. Monopoly: on to {pos}", pos=rules.at(view).spaces[pos].name)
        picks.append(Pick(words, {**tell, "special": moves.MR_MONOPOLY}))
    tickets = view.held(BANK, moves.TICKET)
    words = Phrase("The bus: a ticket" if tickets else "The bus: on to the next card space")
    picks.append(Pick(words, {**tell, "special": moves.BUS}))
    words, brief = Phrase("What did the third die show?"), Phrase("Third die…")
    return Question(who, words, tuple(picks), must=False, brief=brief)


def _rides(rules: Mega, view: Holdings, who: str, spaces: Iterable[int]) -> tuple[Pick, ...]:
    return tuple(_space(rules, view, to, {"do": "ride", "who": who, "pos": to}) for to in spaces)


def _space(rules: Mega, view: Holdings, pos: int, request: dict[str, Any]) -> Pick:
    return Pick(Phrase("{pos}", pos=rules.at(view).spaces[pos].name), request, pos)
