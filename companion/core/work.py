"""One request being worked out: the draft it writes on, and what all requests need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from companion.core import deadlines
from companion.core.book import BANK, MONEY, POT, Book, Draft, Holdings
from companion.core.entry import Entry, Plain
from companion.core.errors import Refused
from companion.core.facts import (
    DEBT_NO,
    DEBTS,
    HIGH_BID,
    QUEUE,
    RENT,
    TURN,
    AuctionLot,
    Debt,
    OpenRent,
    Task,
)
from companion.core.rules import Rules
from companion.core.values import Money, Plan


class GameRules(Rules):
    """The rules with what a game notes by itself at some moments; every game's are such."""

    arrivals: ClassVar[Mapping[str, Callable[[Work, str, int], None]]] = {}
    """Kinds of spaces only this edition has: what happens on them."""

    def holds_end(self, work: Work, why: str) -> bool:
        """Whether something has to be known before the ranking; it is noted as ``final`` then."""
        return False

    def set_up(self, work: Work) -> None:
        """What else this game lays out at the start."""

    def task_stands(self, work: Work, task: Task) -> bool:
        """Whether what a space obliges to can still be done."""
        return True

    def arrived(self, work: Work, who: str, pos: int) -> None:
        """What else is noted when a token arrives on a space."""

    def built(self, work: Work, who: str, plan: Plan) -> None:
        """What else is noted when buildings were bought."""


class Work:
    """A draft over the book with the words of the game; becomes an entry when it is done.

    ``now`` is play time in ms, never before that of the last entry: what is met late, such as the
    end of an auction, is booked late.
    """

    def __init__(self, rules: GameRules, book: Book, now: int) -> None:
        self.rules = rules
        self.book = book
        self.draft = Draft(book)
        self.now = max(now, book.entries[-1].at) if book.entries else now
        self.reason = ""
        self.detail: dict[str, Plain] = {}

    def entry(self, entry_id: str) -> Entry:
        """What was worked out, as the entry to be saved."""
        return Entry(entry_id, self.now, self.reason, tuple(self.draft.lines), self.detail)

    def done(self, reason: str, **detail: Plain) -> None:
        """Name what happened; a detail already set stays."""
        self.reason = self.reason or reason
        self.detail = {**detail, **self.detail}

    # --- people ---

    def name(self, who: str) -> str:
        """How ``who`` is called at this table."""
        return self.rules.name(self.draft, who)

    def player(self, who: str) -> str:
        """``who``, a seat still in the game. Raises Refused for anybody else."""
        if who in self.rules.playing(self.draft):
            return who
        if who in self.rules.seats(self.draft):
            raise Refused(
                "is_out",
                "{who} is bankrupt and no longer plays.",
                "Choose somebody who still plays.",
                who=self.name(who),
            )
        raise Refused(
            "no_player",
            "Nobody sits at '{who}'." if who else "No player is named.",
            "The seats are {seats}." if who else "Say who it is: {seats}.",
            who=who,
            seats=", ".join(self.rules.seats(self.draft)),
        )

    def others(self, who: str) -> list[str]:
        """Everybody still playing but ``who``, in seat order from him on."""
        seats = self.rules.playing(self.draft)
        at = seats.index(who)
        return [*seats[at + 1 :], *seats[:at]]

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self.draft.get(TURN) or ""

    def is_up(self, who: str) -> str:
        """``who``, whose turn it is. Raises Refused for anybody else."""
        if who != self.turn:
            raise Refused(
                "not_turn",
                "It is {turn}'s turn, not {who}'s.",
                "End the turn first.",
                who=self.name(who),
                turn=self.name(self.turn),
            )
        return who

    # --- money ---

    def whole(self, amount: int) -> int:
        """``amount``, checked against the smallest unit. Raises Refused otherwise."""
        unit = self.rules.edition.unit
        if amount % unit:
            raise Refused(
                "not_whole",
                "{amount} cannot be paid: the smallest unit is {unit}.",
                "Enter a multiple of {unit}.",
                amount=Money(amount),
                unit=Money(unit),
            )
        return amount

    def cash(self, who: str) -> int:
        """What ``who`` has in cash."""
        return self.draft.held(who, MONEY)

    def free(self, who: str) -> int:
        """His cash less the bid he leads the running auction with."""
        leader = self.draft.get(HIGH_BID)
        return self.cash(who) - (leader.amount if leader and leader.who == who else 0)

    def sink(self) -> str:
        """Where fines and taxes go: the pot where one is played, else the bank."""
        return POT if self.rules.option(self.draft, "parking_pot") else BANK

    def pay(self, source: str, target: str, amount: int) -> None:
        """Money changes hands; nothing is asked."""
        self.draft.move(MONEY, amount, source, target)

    def no_debt(self, who: str) -> None:
        """Raises Refused while ``who`` has an open debt: his money is held for it."""
        debt = next((debt for debt in self.debts() if debt.who == who), None)
        if debt:
            raise Refused(
                "debt_open",
                "{who} owes {amount} to {to}; that comes first.",
                "Pay the debt, raise money for it, or declare bankruptcy.",
                who=self.name(who),
                to=self.rules.holder(self.draft, debt.to),
                amount=Money(debt.amount),
            )

    def spend(self, who: str, target: str, amount: int) -> None:
        """A payment ``who`` chooses to make. Raises Refused when he cannot."""
        if amount <= 0:
            return
        self.no_debt(who)
        if self.free(who) < amount:
            raise self.too_little(who, amount)
        self.keep_for_rent(who, amount, target)
        self.pay(who, target, amount)

    def keep_for_rent(self, who: str, amount: int, target: str) -> None:
        """Raises Refused where ``amount`` to ``target`` would leave too little for an open rent."""
        rent = self.draft.get(RENT)
        if rent is None or rent.who != who or rent.to == target:
            return
        if self.rules.raiseable(self.draft, who) - amount < rent.amount:
            raise self.rent_open(rent)

    def rent_open(self, rent: OpenRent) -> Refused:
        """The refusal while a rent is neither taken nor given up."""
        return Refused(
            "rent_open",
            "{who} still owes {owner} the rent of {amount}.",
            "Take the rent, or say that it was not asked for.",
            who=self.name(rent.who),
            owner=self.name(rent.to),
            amount=Money(rent.amount),
        )

    def too_little(self, who: str, amount: int) -> Refused:
        """The refusal for a payment beyond the free cash, with what could be raised."""
        free, cash = self.free(who), self.cash(who)
        total = self.rules.raiseable(self.draft, who) - (cash - free)
        facts: dict[str, object] = {
            "who": self.name(who),
            "amount": Money(amount),
            "cash": Money(free),
            "short": Money(amount - free),
            "total": Money(total),
        }
        if free < cash:
            return Refused(
                "bid_holds",
                "{who} leads the auction; of his cash only {cash} is free, not {amount}.",
                "Wait for the end of the auction.",
                **facts,
            )
        if total >= amount:
            return Refused(
                "not_enough_cash",
                "{who} has {cash} and needs {amount}.",
                "Raise {short} more by selling buildings or mortgaging, then repeat.",
                **facts,
            )
        return Refused(
            "not_enough_cash",
            "{who} has {cash} and needs {amount}.",
            "With everything sold and mortgaged it would be {total}: too little.",
            **facts,
        )

    def owe(self, who: str, to: str, amount: int, why: str, deed: int = -1) -> bool:
        """A payment ``who`` has to make; False when it opened a debt instead."""
        if amount <= 0:
            return True
        indebted = any(debt.who == who for debt in self.debts())
        if not indebted and self.free(who) >= amount:
            self.pay(who, to, amount)
            return True
        self.add_debt(who, to, amount, why, deed)
        return False

    def owe_at_once(self, who: str, amount: int, why: str, deed: int = -1) -> bool:
        """A charge of the bank on what ``who`` just received: cash there is, the rest a debt."""
        cash = min(amount, max(self.cash(who), 0))
        self.pay(who, BANK, cash)
        if amount > cash:
            self.add_debt(who, BANK, amount - cash, why, deed)
        return amount == cash

    # --- debts, as one fact ---

    def debts(self) -> list[Debt]:
        """All open debts, oldest first."""
        return debts(self.draft)

    def add_debt(self, who: str, to: str, amount: int, why: str, deed: int = -1) -> None:
        """Open a debt; its number never comes again."""
        number = self.draft.count(DEBT_NO)
        self.set_debts([*self.debts(), Debt(number, who, to, amount, why, deed)])
        opened: Any = self.detail.get("debts", ())
        self.detail["debts"] = (*opened, (number, who, to, amount, why))

    def set_debts(self, open_debts: list[Debt]) -> None:
        """Note which debts are open."""
        self.draft.mark(DEBTS, tuple(open_debts) or None)

    # --- what is going on ---

    def auction(self) -> AuctionLot | None:
        """The running auction, or None."""
        return deadlines.auction(self.draft)

    def no_auction(self) -> None:
        """Raises Refused while an auction runs."""
        if self.auction():
            raise Refused(
                "auction_running",
                "An auction is running.",
                "Let it end, or cancel it, then repeat.",
            )

    def free_deed(self, pos: int) -> None:
        """Raises Refused unless the bank may sell the deed at ``pos``."""
        deed = self.rules.deed(self.draft, pos)
        owner = self.rules.owner(self.draft, pos)
        if owner:
            raise Refused(
                "owned",
                "{deed} belongs to {owner}.",
                "Pay rent for it, or make a deal.",
                deed=deed.name,
                owner=self.name(owner),
            )
        pledged = next((debt for debt in self.debts() if debt.deed == pos), None)
        if pledged:
            raise Refused(
                "pledged",
                "{who} won {deed} and still has to pay for it.",
                "Settle that debt first.",
                deed=deed.name,
                who=self.name(pledged.who),
            )

    def queue(self) -> tuple[int, ...]:
        """Deeds the bank still has to auction, next one first."""
        return self.draft.get(QUEUE) or ()


def debts(book: Holdings) -> list[Debt]:
    """All open debts of a book or draft, oldest first."""
    return [*(book.get(DEBTS) or ())]
