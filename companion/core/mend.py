"""An entry that stands is put right by a new one: taken back, another amount, payer or payee.

Nothing is rewritten. What an entry moved and what it should have moved are compared, and the
difference is booked; what was bought, built or borrowed with it must still be as it left it.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.core.book import BANK, BOX, MONEY, POT, is_noted, may_go_below
from companion.core.booked import AMOUNT, MEND, PAYEE, PAYER, Booked, Terms, booked
from companion.core.edition import Deed
from companion.core.entry import Mark, Move, Plain
from companion.core.errors import Refused
from companion.core.fact import Fact
from companion.core.facts import MORTGAGE, PURCHASE
from companion.core.requests import CorrectPayee, Mend
from companion.core.table import quote_anew
from companion.core.values import Money
from companion.core.work import Work

_Net = dict[tuple[str, str], int]


def correct_payee(work: Work, ask: CorrectPayee) -> None:
    """A payment went to the wrong player."""
    mend(work, Mend(entry=ask.entry, target=ask.to))


def mend(work: Work, ask: Mend) -> None:
    """What an entry booked becomes what it should have been."""
    found = booked(work.book, ask.entry)
    before, goal = found.now, _goal(work, found, ask)
    if goal == before:
        raise Refused(
            "no_change",
            "It is booked so already.",
            "Choose what should be different.",
        )
    net = _net(found, before, goal)
    _may_pay(work, net)
    if any(what != MONEY for what, _ in net):
        work.no_auction()
        _Things(work, found, restores=before.gone).check(net)
    for move in _carried(net):
        work.draft.add(move)
    if before.gone != goal.gone:
        _debts(work, found, restores=before.gone)
        _notes(work, found, restores=before.gone)
    if any(what != MONEY for what, _ in net):
        quote_anew(work)
    work.done(
        MEND,
        entry=found.entry.id,
        of=found.entry.reason,
        gone=goal.gone,
        amount=goal.amount,
        source=goal.source,
        target=goal.target,
    )


def _goal(work: Work, found: Booked, ask: Mend) -> Terms:
    """What the entry shall stand for. Raises Refused where that cannot be mended in it."""
    if not found.ways():
        raise Refused(
            "no_payment",
            "Nothing changed hands here that could be given back.",
            "Undo takes back the newest entry; a token is put right on the player's sheet, a rule "
            "or a card where it was changed.",
        )
    asked = {AMOUNT: ask.amount, PAYER: ask.source, PAYEE: ask.target}
    for way, value in asked.items():
        if value and way not in found.ways():
            raise Refused(
                "not_here",
                "Only what this entry moved can be put right in it.",
                "Take it back, then book it as it should have been.",
            )
    if not any(asked.values()):
        return _back(found, ask.entry)
    goal = found.now if not found.now.gone else found.first
    if ask.amount is not None:
        goal = replace(goal, amount=work.whole(ask.amount))
    if ask.source:
        goal = replace(goal, source=work.player(ask.source))
    if ask.target:
        goal = replace(goal, target=work.player(ask.target))
    if goal.source and goal.source == goal.target:
        raise Refused(
            "same_ends",
            "{who} cannot pay himself.",
            "Choose somebody else.",
            who=work.name(goal.source),
        )
    return goal


def _back(found: Booked, entry_id: str) -> Terms:
    """The entry is taken back; a mend of it alone, where it was the last one."""
    if entry_id == found.entry.id:
        return Terms(True) if not found.now.gone else found.now
    if found.mends[-1].id != entry_id:
        raise Refused(
            "no_payment",
            "This was put right once more later.",
            "Choose the newest correction of it.",
        )
    return found.after(found.mends[:-1])


def _net(found: Booked, before: Terms, goal: Terms) -> _Net:
    """What everybody gets (or gives, below zero) of every kind when one becomes the other."""
    net: Counter[tuple[str, str]] = Counter()
    for sign, terms in ((-1, before), (1, goal)):
        for move in found.moves(terms):
            net[move.what, move.source] -= sign * move.n
            net[move.what, move.target] += sign * move.n
    return {key: n for key, n in net.items() if n}


def _carried(net: _Net) -> list[Move]:
    """The moves that make up ``net``."""
    moves = []
    for what in dict.fromkeys(what for what, _ in net):
        takers = {who: n for (kind, who), n in net.items() if kind == what and n > 0}
        for (kind, giver), short in net.items():
            left = -short if kind == what else 0
            while left > 0:
                taker = next(iter(takers))
                n = min(left, takers[taker])
                moves.append(Move(what, n, giver, taker))
                left -= n
                takers[taker] -= n
                if not takers[taker]:
                    del takers[taker]
    return moves


def _may_pay(work: Work, net: _Net) -> None:
    """Raises Refused where somebody in it is out, or no longer has the money."""
    seats = work.rules.seats(work.draft)
    for (what, who), n in net.items():
        if who in seats:
            work.player(who)
        if what != MONEY or n > 0 or who == BANK:
            continue
        if who == POT and work.draft.held(POT, MONEY) < -n:
            raise Refused(
                "not_in_pot",
                "The pot no longer holds the {amount}.",
                "Let whoever took the pot pay it back first.",
                amount=Money(-n),
            )
        if who != POT and work.free(who) < -n:
            raise Refused(
                "not_enough_cash",
                "{who} no longer has the {amount}.",
                "Put later entries right first, or let {who} raise money.",
                who=work.name(who),
                amount=Money(-n),
            )


class _Things:
    """Whether deeds and buildings are still as the entry left them (``restores``: found them)."""

    def __init__(self, work: Work, found: Booked, restores: bool) -> None:
        self._work, self._found, self._restores = work, found, restores
        deeds = work.rules.at(work.draft).deeds.values()
        self._deeds = {deed.key: deed for deed in deeds}
        self._lots = {deed.lot: deed for deed in deeds}

    def check(self, net: _Net) -> None:
        """Raises Refused where they are not."""
        for (what, holder), n in net.items():
            if n < 0 and what != MONEY and not may_go_below(holder, what):
                if self._work.draft.held(holder, what) < -n:
                    raise _changed(self._deeds.get(what) or self._lots.get(holder))
                if what in self._deeds:
                    self._leaves(self._deeds[what], holder)
            if n > 0 and holder == BANK and what in self._deeds:
                self._to_bank(self._deeds[what])
        for place in dict.fromkeys(holder for _, holder in net if holder in self._lots):
            grows = any(n > 0 for (_, holder), n in net.items() if holder == place)
            self._built(self._lots[place], net, grows)

    def _leaves(self, deed: Deed, giver: str) -> None:
        work = self._work
        fact: Fact[bool | int] = MORTGAGE(deed.pos)
        if not self._restores and work.draft.get(fact) != self._then(fact):
            raise _changed(deed)
        if giver not in (BANK, BOX):
            work.rules.may_change_hands(work.draft, deed)
            return
        work.free_deed(deed.pos)
        offer = work.draft.get(PURCHASE)
        if deed.pos in work.queue() or (offer and offer.pos == deed.pos):
            raise _changed(deed)

    def _then(self, fact: Fact[bool | int]) -> Plain:
        """What was noted when the entry was booked."""
        for entry in (self._found.entry, *self._found.later):
            marks = [one for one in entry.lines if isinstance(one, Mark) and one.what == fact.key]
            if marks:
                return marks[-1].after if entry is self._found.entry else marks[0].before
        return self._work.draft.get(fact)

    def _to_bank(self, deed: Deed) -> None:
        if self._work.rules.pieces_on(self._work.draft, deed.pos):
            raise _changed(deed)

    def _built(self, lot: Deed, net: _Net, grows: bool) -> None:
        work, rules = self._work, self._work.rules
        owner = rules.owner(work.draft, lot.pos)
        handed = [
            line
            for entry in self._found.later
            for line in entry.lines
            if isinstance(line, Move) and line.what == lot.key
        ]
        if handed and handed[0].source != owner:
            raise _changed(lot)
        if lot.ladder not in rules.edition.ladders:
            return
        if grows:
            rules.may_build(work.draft, owner, lot)
        trial = Work(rules, work.book, work.now)
        for move in _carried({key: n for key, n in net.items() if key[0] != MONEY}):
            trial.draft.add(move)
        group = rules.build_group(work.draft, owner, lot.pos)
        try:
            spread = _spread([rules.level(trial.draft, pos) for pos in group])
        except KeyError:  # pieces no step of its ladder has
            raise _changed(lot) from None
        if spread > max(1, _spread([rules.level(work.draft, pos) for pos in group])):
            raise _changed(lot)


def _changed(deed: Deed | None) -> Refused:
    if deed is None:
        return Refused(
            "changed",
            "What changed hands here is no longer where it went.",
            "Put the later entry right first.",
        )
    return Refused(
        "changed",
        "{deed} is no longer as this entry left it.",
        "Put what came later on {deed} right first, or make a trade.",
        deed=deed.name,
    )


def _spread(levels: list[int]) -> int:
    return max(levels) - min(levels)


def _debts(work: Work, found: Booked, restores: bool) -> None:
    """Debts the entry opened are gone with it, those it paid are open again; or the reverse."""
    opened, closed = found.debts
    leave, come = (closed, opened) if restores else (opened, closed)
    open_now = work.debts()
    if any(debt not in open_now for debt in leave):
        raise Refused(
            "changed",
            "What was owed here is paid by now.",
            "Take that payment back first.",
        )
    for debt in come:
        work.player(debt.who)
    left = [debt for debt in open_now if debt not in leave]
    work.set_debts(sorted([*left, *come], key=lambda debt: debt.number))


def _notes(work: Work, found: Booked, restores: bool) -> None:
    """Mortgages, and what else of the game goes with what was given back."""
    for line in found.entry.lines:
        if not isinstance(line, Mark):
            continue
        head, _, pos = line.what.partition(":")
        is_after, becomes = (line.before, line.after) if restores else (line.after, line.before)
        as_left = is_noted(work.draft, line.what, is_after)
        if head == "mortgage":
            _mortgage(work, found, int(pos), as_left, becomes)
        elif as_left and line.what in work.rules.goes_with_entry:
            work.draft.add(Mark(line.what, is_after, becomes))


def _mortgage(work: Work, found: Booked, pos: int, as_left: bool, becomes: Plain) -> None:
    rules, fact = work.rules, MORTGAGE(pos)
    deed = rules.deed(work.draft, pos)
    owner = rules.owner(work.draft, pos)
    who = found.entry.detail.get("who", owner)
    if not as_left or not owner or who != owner:
        raise _changed(deed)
    if becomes is not None:
        rules.may_mortgage(work.draft, owner, deed)
    work.draft.add(Mark(fact.key, work.draft.get(fact), becomes))
