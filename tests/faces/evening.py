"""A classic evening for looking at: real game, requests as plain words, nothing made up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.entry import Entry
from companion.core.game import Game
from companion.core.requests import parse
from companion.core.table import SEATS, opening
from companion.faces.views import Text
from companion.games.loader import load
from companion.locale.i18n import load as language

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Emmeline", "Friedrich", "Gwendolyn", "Maximiliane")


class Evening:
    """A game and its clock; ``ask`` books at once."""

    def __init__(
        self,
        seats: int = 4,
        edition: str = "classic_us",
        names: Sequence[str] = NAMES,
        **options: Any,
    ) -> None:
        rules = load(edition)
        letters = SEATS[:seats]
        named = dict(zip(letters, names, strict=False))
        self.now = 0
        self.game = Game(rules, [opening(rules, letters, named, options)])

    def ask(self, do: str, **fields: Any) -> Entry:
        """Book a request; Refused comes through."""
        entry = self.game.ask(parse({"do": do, **fields}, self.game.rules.words), self.now)
        self.game.apply(entry)
        return entry

    def own(self, who: str, *deeds: int) -> None:
        """Deeds out of the bank for nothing but the asking, as a card might give them."""
        for pos in deeds:
            self.ask("pay", **{"from": "bank", "to": who, "amount": 1000})
            self.ask("buy", who=who, deed=pos)
            self.cash(who, self.game.book.held(who, "money") - 1000 + self.price(pos))

    def cash(self, who: str, amount: int) -> None:
        """``who`` has exactly ``amount`` from now on."""
        have = self.game.book.held(who, "money")
        ends = (who, "bank") if have > amount else ("bank", who)
        if have != amount:
            self.ask("pay", **{"from": ends[0], "to": ends[1], "amount": abs(have - amount)})

    def price(self, pos: int) -> int:
        """The printed price."""
        return self.game.rules.edition.deeds[pos].price


def said(text: Text, code: str = "en") -> str:
    """A face's sentence as a player reads it."""
    return language(code).say(text)
