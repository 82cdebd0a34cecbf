"""A card table for tests: cards laid out as a case needs them, whatever a turn would allow."""

from __future__ import annotations

from typing import Any

from companion.core.entry import Entry
from companion.core.errors import Refused
from companion.core.game import Game
from companion.core.queries import table_state
from companion.core.requests import parse
from companion.core.table import opening
from companion.games.deal.facts import Claim
from companion.games.deal.table import claims, set_of
from tests.oracles.deal_replay import patient

M = 1_000_000


class CardTable:
    """Players with the real deck; with ``win_sets`` 9 nobody wins while a case is laid out."""

    def __init__(self, seats: str = "ABC", win_sets: int = 9) -> None:
        self.rules = patient()
        self.game = Game(self.rules, [opening(self.rules, seats, options={"win_sets": win_sets})])

    def do(self, do: str, **fields: Any) -> Entry:
        """Ask and book."""
        entry = self.game.ask(parse({"do": do, **fields}, self.game.rules.words), 0)
        self.game.apply(entry)
        self.game.book.audit()
        return entry

    def no(self, do: str, **fields: Any) -> Refused:
        """Ask for something that must be refused and changes nothing."""
        before = self.game.book.state()
        try:
            self.game.ask(parse({"do": do, **fields}, self.game.rules.words), 0)
        except Refused as refused:
            assert self.game.book.state() == before
            assert refused.reason.endswith(".") and refused.remedy.endswith(".")
            return refused
        raise AssertionError(f"{do} {fields} was not refused")

    def up(self, who: str) -> None:
        """A fresh turn of ``who``."""
        self.do("end_turn")
        while self.game.book.fact("turn") != who:
            self.do("end_turn")

    def has(self, who: str, *cards: str) -> None:
        """Lay out cards: "money_5" into the bank, "property_red", "wild_any@red", "house@red"."""
        for named in cards:
            self.up(who)
            what, _, group = named.partition("@")
            effect = self.rules.deck[what].effect
            if effect == "property":
                self.do("lay", what=what, group=group)
            elif effect == "build" and group:
                self.do("play", what=what, group=group)
            else:
                self.do("bank", what=what)

    def asks(self, who: str, what: str, **fields: Any) -> list[Claim]:
        """A card is played in a fresh turn; what is claimed then."""
        self.up(who)
        self.do("play", what=what, **fields)
        return claims(self.game.book)

    def lies(self, who: str, group: str = "") -> dict[str, int]:
        """The cards in a colour, or in the bank."""
        return self.rules.holdings(self.game.book, set_of(who, group) if group else who)

    def worth(self, who: str) -> int:
        """Everything on the table, in millions."""
        return self.rules.worth(self.game.book, who).total // M

    @property
    def state(self) -> dict[str, Any]:
        """The table as plain data."""
        return table_state(self.game)
