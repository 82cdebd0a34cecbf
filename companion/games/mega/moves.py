"""Mega: the third die, its further moves, and bus tickets."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from companion.core import turn
from companion.core.book import BANK, BOX, Holdings
from companion.core.errors import Refused
from companion.core.facts import (
    AGAIN,
    AT,
    DOUBLES,
    FREED,
    FURTHER_MOVE,
    JAILED,
    MOVED,
    ROLLED,
    TASK,
    TURN_NO,
    FurtherMove,
    Task,
)
from companion.core.pending import nothing_open
from companion.core.requests import Roll
from companion.core.rules import Rules
from companion.core.turn import arrive, may_move, not_jailed, step_to
from companion.core.values import Piece
from companion.core.work import Work
from companion.games.mega.facts import DRAWN, THIRD_DIE_TOLD, THROWN, Thrown, TicketDrawn
from companion.games.mega.requests import Bonus, Ride, Void

TICKET = "bus_ticket"
MR_MONOPOLY, BUS = "mr_monopoly", "bus"
CARDS = frozenset({"chance", "community_chest"})

SENTENCES: Mapping[str, str] = {
    "triple": "{who} rolls {dice}: three of a kind",
    "ride": "{who} goes to {pos}",
    "ride_ticket": "{who} takes the bus to {pos}",
    "bonus": "{who} goes on to {pos}",
    "bonus_stays": "{who} stays: the next deed earns no rent",
    "bonus_ticket": "{who} draws a bus ticket",
    "ride_none": "{who} stays after three of a kind",
    "spread": "{who} lays out the buildings of one colour evenly: {deed}",
    "void": "The bus ticket of {who} voids all others: {n}",
    "gift": "{who} takes the birthday gift: {amount}",
    "gift_ticket": "{who} takes the birthday gift: {what}",
}
LABELS: Mapping[str, str] = {
    "triple": "the dice",
    "ride": "the move",
    "ride_ticket": "the bus ride",
    "bonus": "the bonus move",
    "bonus_stays": "the bonus move",
    "bonus_ticket": "the bus ticket",
    "ride_none": "the move",
    "spread": "the buildings laid out evenly",
    "void": "the void bus tickets",
    "gift": "the birthday gift",
    "gift_ticket": "the birthday gift",
}


def free_deeds(rules: Rules, book: Holdings) -> list[int]:
    """The deeds nobody has."""
    return [pos for pos in rules.edition.deeds if not rules.owner(book, pos)]


# --- dice ----------------------------------------------------------------------------------


def roll(work: Work, ask: Roll) -> None:
    """Two white dice and the third one, which is left aside in jail."""
    who = ask.who or work.turn
    jailed = work.draft.get(JAILED(who)) is not None or work.draft.get(FREED) == who
    if not ask.dice:
        turn.roll(work, ask)
    white, face = ask.dice[:2], "" if jailed else third(work, ask)
    dice = (*white, int(face)) if face.isdigit() else white
    if len(set(dice)) == 1 and len(dice) == 3:
        _triple(work, ask, dice)
        return
    work.draft.mark(THROWN, Thrown(who, sum(dice)))
    special = "" if face.isdigit() else face
    turn.roll(work, structs.replace(ask, dice=dice, special=special))
    if jailed or work.draft.get(JAILED(who)) is not None or not special:
        return
    if special == BUS and _takes_ticket(work, False):
        draw(work, who)
    else:
        work.draft.mark(FURTHER_MOVE, FurtherMove(special, who))
        work.detail["bonus"] = special


def third(work: Work, ask: Roll) -> str:
    """The face of the third die, given as a third number or by name. Raises Refused."""
    face = str(ask.dice[2]) if len(ask.dice) == 3 else ask.special
    if face not in work.rules.third_die or (len(ask.dice) == 3 and ask.special):
        raise Refused(
            "needs_dice",
            "The third die is missing: {known}.",
            "Enter its points as a third number, or say what else it shows.",
            known=", ".join(dict.fromkeys(work.rules.third_die)),
        )
    return face


def _triple(work: Work, ask: Roll, dice: tuple[int, ...]) -> None:
    """Any space may be chosen; it is no double, so it neither jails nor rolls again."""
    who = may_move(work, ask)
    work.done("triple", who=who, dice=dice)
    work.draft.mark(THROWN, Thrown(who, sum(dice)))
    work.draft.mark(ROLLED, True)
    work.draft.clear(AGAIN, DOUBLES)
    work.draft.mark(TASK, Task("triple", who, work.draft.get(AT(who)) or 0))
    work.detail["next"] = "triple"


def thrown(work: Work, who: str) -> int | None:
    """The dice ``who`` threw last in this turn, together."""
    last = work.draft.get(THROWN)
    return last.total if last and last.who == who and work.draft.get(ROLLED) else None


# --- bus tickets and further moves -----------------------------------------------------------


def _takes_ticket(work: Work, chosen: bool) -> bool:
    """Whether the bus brings a ticket: one there is, and ``chosen`` where there is a choice."""
    choice = work.rules.option(work.draft, "bus_choice")
    return work.draft.held(BANK, TICKET) > 0 and (chosen or not choice)


def draw(work: Work, who: str) -> None:
    """A bus ticket from the pile, where there is one."""
    if work.draft.held(BANK, TICKET):
        work.draft.move(TICKET, 1, BANK, who)
        work.draft.mark(DRAWN, TicketDrawn(who, work.draft.get(TURN_NO) or 0))
        work.detail["takes"] = TICKET


def others_void(rules: Rules, book: Holdings) -> tuple[str, int]:
    """Who drew a ticket in this turn, and how many others it could void; or "", 0."""
    drawn = book.get(DRAWN)
    if not drawn or drawn.turn_no != book.get(TURN_NO) or not book.held(drawn.who, TICKET):
        return "", 0
    return drawn.who, sum(book.held(seat, TICKET) for seat in rules.seats(book)) - 1


def void(work: Work, ask: Void) -> None:
    """The ticket just drawn says that all others are void: they are out of the game."""
    who = work.player(ask.who or work.turn)
    drawer, n = others_void(work.rules, work.draft)
    if drawer != who or not n:
        raise Refused(
            "no_ticket",
            "{who} has drawn no bus ticket that voids others.",
            "Say so in the turn it is drawn, while others hold tickets.",
            who=work.name(who),
        )
    for seat in work.rules.seats(work.draft):
        work.draft.move(TICKET, work.draft.held(seat, TICKET) - (seat == who), seat, BOX)
    work.draft.clear(DRAWN)
    work.done("void", who=who, n=n)


def ride(work: Work, ask: Ride) -> None:
    """Anywhere after a triple; else a bus ticket instead of the dice, to the next corner at most.

    The ticket is out of the game then.
    """
    who = work.player(ask.who)
    here = work.draft.get(AT(who)) or 0
    task = work.draft.get(TASK)
    tripled = task is not None and (task.kind, task.who) == ("triple", who)
    if tripled and ask.pos is None:
        work.draft.clear(TASK)
        work.done("ride_none", who=who)
        return
    pos = _on_the_way(work, ask.pos, -1 if tripled else here)
    if tripled:
        work.draft.clear(TASK)
        work.done("ride", who=who, pos=pos)
    else:
        not_jailed(work, who)
        if work.draft.get(MOVED) == who and not work.draft.get(ROLLED):
            raise Refused(
                "rolled",
                "{who} has moved in this turn already.",
                "Say first that it was a double, or end the turn.",
                who=work.name(who),
            )
        may_move(work, Roll(who=who))
        _one_side(work, pos, here)
        _has_ticket(work, who)
        work.draft.move(TICKET, 1, who, BOX)
        work.draft.clear(AGAIN, DOUBLES, THROWN)
        work.done("ride_ticket", who=who, pos=pos)
    work.draft.mark(ROLLED, True)
    step_to(work, who, pos, salary=0 < pos <= here)
    arrive(work, who, pos, ask.dice or thrown(work, who), 1)


def _on_the_way(work: Work, pos: int | None, here: int) -> int:
    if pos is None or pos == here or pos >= len(work.rules.edition.spaces):
        raise Refused(
            "no_space",
            "Nobody rides to space {pos} from there.",
            "Choose another space of the board.",
            pos="" if pos is None else pos,
        )
    return pos


def _one_side(work: Work, pos: int, here: int) -> None:
    """Raises Refused beyond the next corner."""
    size = len(work.rules.edition.spaces)
    corner = next_corner(work.rules, here)
    ahead = pos if pos > here else pos + size
    if ahead > corner:
        raise Refused(
            "too_far",
            "A bus ticket goes to {corner} at most, the end of this side.",
            "Choose a space between here and there.",
            corner=work.rules.at(work.draft).spaces[corner % size].name,
        )


def next_corner(rules: Rules, here: int) -> int:
    """The end of the side, GO as the number of spaces: a corner begins the next side."""
    side = rules.edition.number("side_spaces")
    return (here // side + 1) * side


def _has_ticket(work: Work, who: str) -> None:
    if not work.draft.held(who, TICKET):
        raise Refused(
            "no_card",
            "{who} does not hold that card: {piece}.",
            "Roll the dice.",
            who=work.name(who),
            piece=Piece(TICKET),
        )


def bonus(work: Work, ask: Bonus) -> None:
    """The third die moves on: to the next free deed, else the next rent; or to a card space."""
    who = work.player(ask.who or work.turn)
    given = work.draft.get(FURTHER_MOVE)
    told = ask.special in (MR_MONOPOLY, BUS) and untold(work.draft, who)
    if not told and (not given or given.who != who):
        raise Refused(
            "no_bonus",
            "The third die gives {who} no further move.",
            "Nothing needs to be done.",
            who=work.name(who),
        )
    work.draft.clear(FURTHER_MOVE)
    nothing_open(work)
    not_jailed(work, who)
    work.no_debt(who)
    if told:
        work.draft.mark(THIRD_DIE_TOLD, work.draft.get(TURN_NO))
    kind = given.kind if given and not told else ask.special
    if kind == BUS and _takes_ticket(work, ask.ticket):
        draw(work, who)
        work.done("bonus_ticket", who=who)
        return
    here = work.draft.get(AT(who)) or 0
    pos = bonus_space(work.rules, work.draft, who, kind)
    if pos is None:
        work.done("bonus_stays", who=who)
        return
    work.done("bonus", who=who, pos=pos)
    step_to(work, who, pos, salary=0 < pos < here)
    arrive(work, who, pos, ask.dice or thrown(work, who), 1)


def untold(book: Holdings, who: str) -> bool:
    """Whether ``who`` moved without entering dice and has not yet said what the third one was."""
    white = book.get(ROLLED) or book.get(FREED) == who or book.get(JAILED(who)) is not None
    moved = book.get(MOVED) == who and not white
    return moved and book.get(THIRD_DIE_TOLD) != book.get(TURN_NO)


def bonus_space(rules: Rules, book: Holdings, who: str, kind: str) -> int | None:
    """Where the third die's further move ends; None: he stays where he is."""
    here, size = book.get(AT(who)) or 0, len(rules.edition.spaces)
    ahead = [(here + step) % size for step in range(1, size)]
    if kind == BUS:
        return next(pos for pos in ahead if rules.edition.spaces[pos].kind in CARDS)
    free = free_deeds(rules, book)
    if free:
        return next(pos for pos in (*ahead, here) if pos in free)
    others = (pos for pos in ahead if pos in rules.edition.deeds)
    nearest = next((pos for pos in others if rules.owner(book, pos) != who), None)
    return None if nearest is None or rules.mortgaged(book, nearest) else nearest
