"""A table for tests: a game, a moment, and short ways to lay out what a case needs."""

from __future__ import annotations

from typing import Any

from companion.core.entry import Entry
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.queries import allowed, bidders, due, ledger, standings, table_state, ways
from companion.core.requests import parse
from companion.core.table import opening
from companion.games.loader import load

__all__ = ["Table", "allowed", "bidders", "due", "ledger", "standings"]


class Table:
    """Players at a board; every request comes a second after the one before."""

    def __init__(self, seats: str = "ABC", edition: str = "classic_us", **options: Any) -> None:
        self.rules = load(edition)
        self.game = Game(self.rules, [opening(self.rules, seats, options=options)])
        self.now = 0

    def do(self, do: str, **fields: Any) -> Entry:
        """Ask and book."""
        self.now += 1000
        entry = self.game.ask(parse({"do": do, **fields}, self.game.rules.words), self.now)
        self.game.apply(entry)
        self.game.book.audit()
        return entry

    def pay(self, source: str, target: str, amount: Any, **more: Any) -> Entry:
        """A payment."""
        return self.do("pay", **{"from": source, "to": target, "amount": amount}, **more)

    def no(self, do: str, **fields: Any) -> Refused:
        """Ask for something that must be refused and change nothing; returns the refusal."""
        before = self.game.book.state(), len(self.game.book)
        try:
            self.game.ask(parse({"do": do, **fields}, self.game.rules.words), self.now + 1000)
        except Refused as refused:
            assert (self.game.book.state(), len(self.game.book)) == before
            assert refused.reason.endswith((".", "?")) and refused.code
            assert refused.remedy
            return refused
        raise AssertionError(f"{do} {fields} was not refused")

    # --- laying out ---

    def cash(self, who: str, amount: int | None = None) -> int:
        """What somebody has; given an amount, the bank first makes it so."""
        held = self.game.book.held(who, "money")
        if amount is None or amount == held:
            return held
        if amount > held:
            self.pay("bank", who, amount - held)
        else:
            self.pay(who, "bank", held - amount)
        return amount

    def own(self, who: str, *deeds: int) -> None:
        """``who`` gets these deeds, his cash stays."""
        cash = self.cash(who)
        self.cash(who, 10_000)
        for deed in deeds:
            self.do("buy", who=who, deed=deed)
        self.cash(who, cash)

    def build(self, who: str, **levels: int) -> None:
        """Buildings up to these levels, as ``_1=4``; the owner's cash stays."""
        cash = self.cash(who)
        self.cash(who, 50_000)
        goal = {int(lot[1:]): level for lot, level in levels.items()}
        while any(self.level(pos) < level for pos, level in goal.items()):
            pos = min(
                (pos for pos in goal if self.level(pos) < goal[pos]),
                key=self.level,
            )
            self.do("build", who=who, deed=pos)
        self.cash(who, cash)

    def mortgage(self, who: str, *deeds: int) -> None:
        """These deeds face down, the owner's cash stays."""
        cash = self.cash(who)
        for deed in deeds:
            self.do("mortgage", who=who, deed=deed)
        self.cash(who, cash)

    # --- looking ---

    def level(self, pos: int) -> int:
        return self.rules.level(self.game.book, pos)

    def levels(self, *lots: int) -> tuple[int, ...]:
        return tuple(self.level(pos) for pos in lots)

    def stock(self, piece: str) -> int:
        return self.game.book.held("bank", piece)

    def owner(self, pos: int) -> str:
        return self.rules.owner(self.game.book, pos)

    def fact(self, name: str) -> Any:
        return self.game.book.fact(name)

    def state(self) -> dict[str, Any]:
        return table_state(self.game)

    def due(self, who: str, deed: int, **more: Any) -> int:
        """What a landing would cost."""
        request: Any = parse({"do": "due", "who": who, "deed": deed, **more})
        return int(due(self.game, request)["amount"])

    def ways(self, who: str) -> dict[str, Any]:
        return ways(self.game, who)

    def tick(self, now: int) -> list[str]:
        """Let time come to ``now``; the reasons of what it did."""
        self.now = now
        reasons = []
        while (entry := self.game.tick(now)) is not None:
            self.game.apply(entry)
            reasons.append(entry.reason)
        return reasons
