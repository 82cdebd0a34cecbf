"""The turn: dice, landing, cards that move a token, jail, and who is next."""

from __future__ import annotations

from companion.core.book import BANK, MONEY, POT, Holdings
from companion.core.errors import Refused
from companion.core.facts import (
    AGAIN,
    AT,
    DOUBLES,
    FREED,
    FURTHER_MOVE,
    JAILED,
    MOVED,
    PURCHASE,
    RENT,
    ROLLED,
    TAX,
    TURN,
    TURN_NO,
    UNSURE,
    Landing,
    OpenRent,
)
from companion.core.pending import nothing_open
from companion.core.requests import EndTurn, GoTo, Jail, Land, LeaveJail, Roll, RollAgain, Stand
from companion.core.rules import Rules
from companion.core.values import Money, Movement
from companion.core.work import Work

WHITE_DICE = 2
"""How many dice there are but for the third one of some editions."""


def roll(work: Work, ask: Roll) -> None:
    """The dice of the player whose turn it is."""
    who = may_move(work, ask)
    if not ask.dice:
        raise Refused("needs_dice", "The dice are missing.", "Enter what each die shows.")
    if (len(ask.dice) > WHITE_DICE or ask.special) and not work.rules.third_die:
        raise Refused(
            "needs_dice", "This game is played with two dice.", "Enter what each of them shows."
        )
    work.done("roll", who=who, dice=ask.dice, special=ask.special)
    move = work.rules.movement(work.draft, who, ask.dice, ask.special)
    jailed = work.draft.get(JAILED(who)) is not None
    work.draft.mark(ROLLED, True)
    work.draft.mark(AGAIN, move.again or None)
    work.draft.mark(DOUBLES, move.doubles or None)
    if move.jail:
        to_jail(work, who)
    elif move.pos is None:
        work.draft.mark(JAILED(who), move.tries)
        work.detail["stays"] = True
    else:
        if jailed:
            _leave(work, who, move)
        step_to(work, who, move.pos, salary=move.salary)
        arrive(work, who, move.pos, sum(ask.dice), 1)


def may_move(work: Work, ask: Roll) -> str:
    """Who moves now, the first time in his turn or after a double. Raises Refused otherwise."""
    who = work.player(ask.who or work.turn)
    enter_turn(work, who, ask.confirm)
    if work.draft.get(ROLLED):
        if not work.draft.get(AGAIN):
            raise Refused(
                "rolled",
                "{who} has rolled already.",
                "End the turn, or undo the roll.",
                who=work.name(who),
            )
        nothing_open(work)
        if not ask.confirm:
            work.no_debt(who)
        work.draft.count(TURN_NO)
    return who


def land(work: Work, ask: Land) -> None:
    """The banker says where somebody stands."""
    who = work.player(ask.who)
    enter_turn(work, who, ask.confirm)
    nothing_open(work, further=False)
    not_jailed(work, who)
    if work.draft.get(FREED) == who and work.draft.get(ROLLED):
        raise _turn_over(work, who)
    _on_board(work, ask.pos)
    before = work.draft.get(AT(who)) if work.draft.get(UNSURE(who)) is None else None
    work.done("land", who=who, pos=ask.pos)
    pays = work.rules.edition.spaces[ask.pos].kind not in ("go", "go_to_jail")
    step_to(work, who, ask.pos, salary=ask.passed_go and pays)
    if ask.unsure:
        work.draft.mark(UNSURE(who), -1 if before is None else before)
    arrive(work, who, ask.pos, ask.dice, ask.times)


def go_to(work: Work, ask: GoTo) -> None:
    """A card moves the token; a further move the dice give goes on from where it ends."""
    who = work.player(ask.who)
    enter_turn(work, who, False)
    nothing_open(work, further=False)
    not_jailed(work, who)
    _on_board(work, ask.pos)
    here = work.draft.get(AT(who)) or 0
    work.done("goto", who=who, pos=ask.pos)
    step_to(work, who, ask.pos, salary=ask.salary and 0 < ask.pos < here)
    arrive(work, who, ask.pos, ask.dice, ask.times)


def stand(work: Work, ask: Stand) -> None:
    """The token stands elsewhere than was thought."""
    who = work.player(ask.who)
    not_jailed(work, who)
    _on_board(work, ask.pos)
    step_to(work, who, ask.pos, salary=False)
    work.done("stand", who=who, pos=ask.pos)


def roll_again(work: Work, ask: RollAgain) -> None:
    """A double was rolled at the table: the same player goes on, and may build once more."""
    who = work.turn
    not_jailed(work, who)
    again = work.draft.get(AGAIN)
    doubles = work.draft.get(DOUBLES) or 0
    if not again and doubles + 1 >= work.rules.edition.number("doubles_to_jail"):
        raise Refused(
            "to_jail",
            "That was the last double in a row {who} may roll.",
            "Send {who} to jail.",
            who=work.name(who),
        )
    if not again and (work.draft.get(ROLLED) or not _double_goes_on(work, who)):
        raise Refused(
            "no_double",
            "{who} has no further throw in this turn.",
            "End the turn.",
            who=work.name(who),
        )
    nothing_open(work)
    if not ask.confirm:
        work.no_debt(who)
    work.done("roll_again", who=who)
    work.draft.clear(ROLLED, AGAIN, MOVED)
    work.draft.mark(DOUBLES, doubles if again else doubles + 1)
    work.draft.count(TURN_NO)


def _double_goes_on(work: Work, who: str) -> bool:
    """Whether a double gives another throw now; one that let him out of jail does not."""
    return work.rules.movement(work.draft, who, (1, 1), "").again


def end_turn(work: Work, ask: EndTurn) -> None:
    """The next player is up."""
    who = work.turn
    leave_turn(work, ask.confirm)
    following = next_player(work, who)
    begin_turn(work, following)
    work.done("end_turn", who=who, next=following)


def jail(work: Work, ask: Jail) -> None:
    """Straight to jail."""
    who = work.player(ask.who)
    work.done("jail", who=who)
    not_jailed(work, who)
    to_jail(work, who)


def leave_jail(work: Work, ask: LeaveJail) -> None:
    """Out of jail before the roll."""
    who = work.player(ask.who)
    if work.draft.get(JAILED(who)) is None:
        raise Refused(
            "not_in_jail",
            "{who} is not {within}.",
            "Nothing needs to be done.",
            who=work.name(who),
            within=work.rules.corner(work.draft, who).within,
        )
    if ask.how == "fine":
        if who == work.turn and work.draft.get(ROLLED):
            work.draft.mark(FREED, who)
    else:
        work.is_up(who)
        if work.draft.get(ROLLED) and not work.draft.get(JAILED(who)):
            raise _turn_over(work, who)
    fine = work.rules.jail_fine(work.draft, who)
    match ask.how:
        case "fine":
            if last_try(work.rules, work.draft, who):
                work.owe(who, work.sink(), fine, "jail_fine")
            else:
                work.spend(who, work.sink(), fine)
            work.detail["amount"] = fine
        case "card":
            if not work.draft.held(who, "jail_card"):
                raise Refused(
                    "no_card",
                    "{who} has no card that lets out.",
                    "Pay the fine of {fine}, or roll a double.",
                    who=work.name(who),
                    fine=Money(fine),
                )
            work.draft.move("jail_card", 1, who, BANK)
        case "double":
            work.draft.mark(FREED, who)
        case _:
            raise Refused(
                "bad_request",
                "'{how}' is no way out.",
                "The ways are fine, card and double.",
                how=ask.how,
            )
    work.draft.clear(JAILED(who))
    work.done("leave_jail", who=who, how=ask.how)


def _turn_over(work: Work, who: str) -> Refused:
    return Refused(
        "turn_over",
        "This turn of {who} is over: it ended {within}.",
        "End the turn; the next one goes on from there.",
        who=work.name(who),
        within=work.rules.corner(work.draft, who).within,
    )


# --- arriving ------------------------------------------------------------------------------


def arrive(work: Work, who: str, pos: int, dice: int | None, times: int) -> None:
    """What the space at ``pos`` asks for is noted; nothing of it is paid yet but the salary."""
    space = work.rules.edition.spaces[pos]
    work.detail["space"] = space.kind
    work.draft.mark(MOVED, work.turn)
    work.rules.arrived(work, who, pos)
    special = work.rules.arrivals.get(space.kind)
    if special:
        special(work, who, pos)
    elif pos in work.rules.edition.deeds:
        _at_deed(work, who, pos, dice, times)
    elif space.kind == "go":
        _salary(work, who, exact=True)
    elif space.kind == "go_to_jail":
        to_jail(work, who)
    elif pos in work.rules.edition.taxes:
        work.draft.mark(TAX, Landing(who, pos))
        work.detail["next"] = "tax"
    elif space.kind == "free_parking" and work.rules.option(work.draft, "parking_pot"):
        pot = work.draft.held(POT, MONEY)
        work.pay(POT, who, pot)
        work.detail["pot"] = pot


def _at_deed(work: Work, who: str, pos: int, dice: int | None, times: int) -> None:
    owner = work.rules.owner(work.draft, pos)
    if not owner:
        if pos not in work.queue() and all(debt.deed != pos for debt in work.debts()):
            work.draft.mark(PURCHASE, Landing(who, pos))
            work.detail["next"] = "buy"
        return
    quote = work.rules.rent(work.draft, pos, dice, times, who)
    if quote.amount:
        work.draft.mark(RENT, OpenRent(who, quote.to, pos, quote.amount, dice, times))
        work.detail |= {"next": "rent", "amount": quote.amount, "owner": quote.to}


def to_jail(work: Work, who: str) -> None:
    """Into the cell: no salary, no further roll."""
    step_to(work, who, work.rules.edition.find("jail"), salary=False)
    work.draft.mark(JAILED(who), 0)
    if who == work.turn:
        work.draft.clear(FURTHER_MOVE, AGAIN, DOUBLES)
        work.draft.mark(ROLLED, True)
    work.detail["jailed"] = True


def _leave(work: Work, who: str, move: Movement) -> None:
    work.draft.clear(JAILED(who))
    if move.fine:
        fine = work.rules.jail_fine(work.draft, who)
        work.owe(who, work.sink(), fine, "jail_fine")
        work.detail["fine"] = fine


def step_to(work: Work, who: str, pos: int, salary: bool) -> None:
    """The token stands on ``pos``; ``salary``: GO was passed on the way."""
    work.draft.mark(AT(who), pos)
    work.draft.clear(UNSURE(who))
    if salary:
        _salary(work, who, exact=False)


def _salary(work: Work, who: str, exact: bool) -> None:
    amount = work.rules.salary(work.draft, who, exact)
    work.pay(BANK, who, amount)
    work.detail["salary"] = amount


def not_jailed(work: Work, who: str) -> None:
    """Raises Refused while ``who`` sits in jail."""
    if work.draft.get(JAILED(who)) is not None:
        raise Refused(
            "in_jail",
            "{who} is {within}.",
            "Let {who} out first: by fine, card or a double.",
            who=work.name(who),
            within=work.rules.corner(work.draft, who).within,
        )


def _on_board(work: Work, pos: int) -> None:
    size = len(work.rules.edition.spaces)
    if pos >= size:
        raise Refused(
            "no_space",
            "There is no space {pos} on this board.",
            "Spaces are numbered from GO, 0, to {last}.",
            pos=pos,
            last=size - 1,
        )


# --- whose turn ----------------------------------------------------------------------------


def enter_turn(work: Work, who: str, confirm: bool) -> None:
    """Make it ``who``'s turn, if it is not already."""
    if who != work.turn:
        leave_turn(work, confirm)
        begin_turn(work, who)


def leave_turn(work: Work, confirm: bool) -> None:
    """Raises Refused while something of this turn is open; an unclaimed rent lapses."""
    who = work.turn
    nothing_open(work, rent_lapses=True)
    if work.queue():
        raise Refused(
            "auctions_waiting",
            "The bank still has {n} deeds to auction.",
            "Auction them one after another.",
            n=len(work.queue()),
        )
    _tried(work, who, confirm)
    if not confirm:
        work.no_debt(who)
        if work.draft.get(AGAIN):
            raise Refused(
                "roll_again",
                "{who} rolled a double and is up once more.",
                "Enter the dice, or confirm that the turn is over.",
                who=work.name(who),
            )


def _tried(work: Work, who: str, confirm: bool) -> None:
    """A turn of one's own that ends in jail was a try; after the last one the fine is due."""
    tries = work.draft.get(JAILED(who))
    if tries is None or work.draft.get(ROLLED):
        return
    if not last_try(work.rules, work.draft, who):
        work.draft.mark(JAILED(who), tries + 1)
    elif not confirm:
        raise Refused(
            "fine_due",
            "{who} has tried for the last time: the fine of {fine} is due.",
            "Pay the fine, then enter where {who} comes to.",
            who=work.name(who),
            fine=Money(work.rules.jail_fine(work.draft, who)),
        )


def last_try(rules: Rules, book: Holdings, who: str) -> bool:
    """Whether ``who`` is in jail and has one try left."""
    tries = book.get(JAILED(who))
    return tries is not None and tries + 1 >= rules.edition.number("jail_max_tries")


def begin_turn(work: Work, who: str) -> None:
    """A fresh turn: nothing of the last one is left."""
    work.draft.clear(ROLLED, AGAIN, DOUBLES, FREED, RENT, MOVED)
    work.draft.mark(TURN, who)
    work.draft.count(TURN_NO)


def next_player(work: Work, who: str) -> str:
    """Who comes after ``who`` in seat order, bankrupt ones left out."""
    seats = work.rules.seats(work.draft)
    playing = work.rules.playing(work.draft)
    at = seats.index(who)
    return next(seat for seat in (*seats[at + 1 :], *seats[: at + 1]) if seat in playing)
