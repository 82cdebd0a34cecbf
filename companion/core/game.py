"""The game: book and rules together. ``ask`` and ``tick`` propose, ``apply`` alone changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from companion.core import (
    auction,
    bankruptcy,
    deadlines,
    handover,
    mend,
    pay,
    property,
    requests,
    table,
    trade,
    turn,
)
from companion.core.book import Book, reversed_lines
from companion.core.entry import Entry, Line, Move
from companion.core.errors import Corrupt, Refused
from companion.core.facts import ENDED, FINAL
from companion.core.requests import OUTSIDE, QUESTIONS, Redo, Request, Undo, to_dict
from companion.core.requests.parse import not_in_game
from companion.core.work import GameRules, Work

HANDLERS: Mapping[type[Request], Callable[..., None]] = {
    requests.Roll: turn.roll,
    requests.Land: turn.land,
    requests.GoTo: turn.go_to,
    requests.Stand: turn.stand,
    requests.RollAgain: turn.roll_again,
    requests.EndTurn: turn.end_turn,
    requests.Jail: turn.jail,
    requests.LeaveJail: turn.leave_jail,
    requests.Pay: pay.pay,
    requests.Confirm: pay.confirm,
    requests.Dismiss: pay.dismiss,
    requests.Salary: pay.salary,
    requests.Rent: pay.rent,
    requests.Waive: pay.waive,
    requests.Tax: pay.tax,
    requests.Fine: pay.fine,
    requests.EachPays: pay.each_pays,
    requests.PaysEach: pay.pays_each,
    requests.Repairs: pay.repairs,
    requests.Settle: pay.settle,
    requests.Take: pay.take,
    requests.GiveBack: pay.give_back,
    requests.Bankrupt: bankruptcy.bankrupt,
    requests.Finish: bankruptcy.finish,
    requests.Buy: property.buy,
    requests.Decline: property.decline,
    requests.Build: property.build,
    requests.Sell: property.sell,
    requests.Want: property.want,
    requests.Unwant: property.unwant,
    requests.Mortgage: property.mortgage,
    requests.Lift: property.lift,
    requests.Trade: trade.trade,
    requests.Offer: trade.offer,
    requests.Accept: trade.accept,
    requests.Withdraw: trade.withdraw,
    requests.HandOver: handover.hand_over,
    requests.Auction: auction.open_auction,
    requests.Bid: auction.bid,
    requests.Close: auction.close,
    requests.Cancel: auction.cancel,
    requests.Correct: table.correct,
    requests.CorrectPayee: mend.correct_payee,
    requests.Mend: mend.mend,
    requests.Option: table.option,
    requests.Rename: table.rename,
}
"""How each request is worked out."""

AFTER_THE_END = (requests.Rename, requests.Undo, requests.Redo)
"""What may still be asked when the game has ended."""

UNIT = "unit"
"""Entries whose reason starts so belong to the trading unit; undo steps over them."""


class Game:
    """One game: what is booked, and what can be asked. Holds no clock and no chance."""

    def __init__(self, rules: GameRules, entries: Iterable[Entry] = ()) -> None:
        """The game these entries add up to; no rule is asked, nothing is rolled again.

        Raises Corrupt where the entries do not hold together.
        """
        self.rules = rules
        self.book = Book()
        self._standing: list[Entry] = []
        self._undone: list[tuple[Entry, Entry]] = []
        self._void: set[str] = set()
        for entry in entries:
            self.apply(entry)
        self.book.audit()

    # --- proposing ---

    def ask(self, request: Request, now: int) -> Entry:
        """The entry that would do what is asked at play time ``now`` in ms, proven, not booked.

        A request whose id is booked already gets its entry again. Raises Refused with the
        reason and the remedy; a question or a request for the session is refused as such.
        """
        known = self._answered(request)
        if known is not None:
            return known
        if self.book.get(ENDED) and not isinstance(request, AFTER_THE_END):
            raise Refused(
                "game_over", "The game is over.", "Undo the end to play on, or start a new game."
            )
        last: tuple[type[Request], ...] = (*AFTER_THE_END, *self.rules.final_requests)
        if self.book.get(FINAL) and not isinstance(request, last):
            raise Refused(
                "final_count",
                "The game is over but for the dice of the final count.",
                "Throw them for what is still to be counted, or undo the end.",
            )
        if isinstance(request, Undo):
            entry = self._undo(now)
        elif isinstance(request, Redo):
            entry = self._redo(now)
        else:
            handler = self.rules.handlers.get(type(request)) or self._shared(type(request))
            if handler is None and type(request) not in QUESTIONS | OUTSIDE:
                raise not_in_game(request.do)
            if handler is None:
                raise Refused(
                    "no_entry",
                    "'{do}' is nothing the book can note.",
                    "It is a question, or for the trading unit.",
                    do=request.do,
                )
            work = Work(self.rules, self.book, now)
            handler(work, request)
            entry = work.entry(self._next_id())
        if request.id:
            detail = {**entry.detail, "asked": _content(request)}
            entry = replace(entry, id=request.id, detail=detail)
        return entry

    def tick(self, now: int) -> Entry | None:
        """What the time has done by ``now``, one entry at a time, or None.

        However late it is asked: an auction's end and the time limit count from their moment.
        """
        due = self.next_deadline()
        if due is None or due > now:
            return None
        work = Work(self.rules, self.book, due)
        lot = deadlines.auction(self.book)
        if lot and lot.ends == due:
            auction.close(work, requests.Close())
            work.detail["by"] = "clock"
        elif lapsed := [one for one in trade.offers(self.book) if one.ends == due]:
            trade.withdraw(work, requests.Withdraw(offer=lapsed[0].number))
            work.detail["by"] = "clock"
        else:
            bankruptcy.time_up(work)
        return work.entry(self._next_id())

    def next_deadline(self) -> int | None:
        """The play time in ms at which ``tick`` has something to do, or None.

        The time limit waits for a running auction to end.
        """
        if self.book.get(ENDED) or self.book.get(FINAL):
            return None
        times = [one.ends for one in trade.offers(self.book) if one.ends]
        lot = deadlines.auction(self.book)
        if lot:
            times += [lot.ends] if lot.ends else []
        else:
            limit = deadlines.limit(self.book)
            times += [limit] if limit else []
        return min(times, default=None)

    # --- changing ---

    def apply(self, entry: Entry) -> bool:
        """Book an entry; False when the very same one is booked already. Raises Corrupt."""
        back = {"undo": self._standing, "redo": self._undone}.get(entry.reason)
        if back is not None and self.book.find(entry.id) is None:
            if not back:
                raise Corrupt(f"there is nothing to {entry.reason}")
            turned = self._standing[-1] if entry.reason == "undo" else self._undone[-1][1]
            if _moves(entry.lines) != _moves(reversed_lines(turned)):
                raise Corrupt(f"{entry.id} is no {entry.reason} of what was booked last")
        if not self.book.post(entry):
            return False
        if entry.reason == "undo":
            target = self._standing.pop()
            self._undone.append((target, entry))
            self._void.add(target.id)
        elif entry.reason == "redo":
            target, _ = self._undone.pop()
            self._standing.append(target)
            self._void.discard(target.id)
        elif not entry.reason.startswith(UNIT):
            self._standing.append(entry)
            self._undone.clear()
        return True

    # --- undo and redo ---

    def can_undo(self) -> Entry | None:
        """The entry an undo would turn back, or None: the opening stays."""
        return self._standing[-1] if len(self._standing) > 1 else None

    def can_redo(self) -> Entry | None:
        """The entry a redo would bring back, or None."""
        return self._undone[-1][0] if self._undone else None

    def is_void(self, entry_id: str) -> bool:
        """Whether an entry was undone and stands no longer; the ledger strikes it through."""
        return entry_id in self._void

    def _undo(self, now: int) -> Entry:
        target = self.can_undo()
        if target is None:
            raise Refused("nothing_to_undo", "There is nothing to undo.", "Play on.")
        work = self._reversal("undo", target, target, now)
        deadlines.renew(work.draft, work.now, Book())
        return replace(work.entry(self._next_id()), reverses=target.id)

    def _redo(self, now: int) -> Entry:
        if not self._undone:
            raise Refused("nothing_to_redo", "There is nothing to redo.", "Play on.")
        target, undo = self._undone[-1]
        work = self._reversal("redo", undo, target, now)
        deadlines.renew(work.draft, work.now, self.book)
        return replace(work.entry(self._next_id()), reverses=undo.id)

    def _reversal(self, reason: str, entry: Entry, target: Entry, now: int) -> Work:
        """``entry`` turned back, which undoes or redoes ``target``."""
        work = Work(self.rules, self.book, now)
        for line in reversed_lines(entry):
            work.draft.add(line)
        work.done(reason, of=target.reason, entry=target.id)
        return work

    def _shared(self, kind: type[Request]) -> Callable[..., None] | None:
        """The usual handler, unless the game is one that does not know the request."""
        shared = self.rules.shared
        return HANDLERS.get(kind) if shared is None or kind in shared else None

    def _answered(self, request: Request) -> Entry | None:
        if not request.id:
            return None
        if request.id.startswith("#"):
            raise Refused(
                "bad_request",
                "The id '{id}' starts with #, which only the bank's own ids do.",
                "Choose another id.",
                id=request.id,
            )
        known = self.book.find(request.id)
        if known is not None and known.detail.get("asked") != _content(request):
            raise id_used(request.id)
        return known

    def _next_id(self) -> str:
        return f"#{len(self.book) + 1}"


def _moves(lines: Iterable[Line]) -> list[Move]:
    return [line for line in lines if isinstance(line, Move)]


def id_used(request_id: str) -> Refused:
    """The refusal of an id that came before with another request."""
    return Refused(
        "id_used",
        "The id '{id}' belongs to another request.",
        "Give every request an id of its own.",
        id=request_id,
    )


def _content(request: Request) -> str:
    data = to_dict(request)
    data.pop("id", None)
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
