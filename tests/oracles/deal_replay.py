"""Books a recorded card game through the bank's requests and compares every payment and table."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.core.game import Game
from companion.core.requests import parse
from companion.core.table import opening
from companion.games.deal.rules import Deal
from companion.games.deal.table import Claim, claims
from companion.games.loader import load

FILE = Path(__file__).with_name("monodeal-games.jsonl.gz")
MILLION = 1_000_000
COLOURS = {
    "paleblue": "light_blue", "magenta": "pink", "darkblue": "dark_blue", "station": "railroad",
}  # fmt: skip
ACTIONS = {
    "PassGo": "pass_go", "DoubleTheRent": "double_the_rent", "Birthday": "its_my_birthday",
    "ForcedDeal": "forced_deal", "SlyDeal": "sly_deal", "DealBreaker": "deal_breaker",
    "DebtCollector": "debt_collector", "JustSayNo": "just_say_no",
}  # fmt: skip

Event = dict[str, Any]


def colour(theirs: str) -> str:
    return COLOURS.get(theirs, theirs)


def events() -> tuple[Event, list[list[Event]]]:
    """The deck, and the games, each a list of events from "deal-game" to "end"."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        deck, *rest = (json.loads(line) for line in lines)
    games: list[list[Event]] = []
    for event in rest:
        if event["t"] == "deal-game":
            games.append([])
        games[-1].append(event)
    return deck, games


def kind(card: Event) -> str:
    """Our name for one of their cards."""
    match card["k"]:
        case "money":
            return f"money_{card['v']}"
        case "prop":
            return f"property_{colour(card['c'])}"
        case "action":
            return ACTIONS[card["name"]]
        case "wild" | "rent" as table:
            theirs = card["c"] if isinstance(card["c"], list) else []
            pair = frozenset(colour(one) for one in theirs)
            return next(
                what
                for what, ours in patient().deck.items()
                if what.startswith(table)
                and (frozenset(ours.groups) == pair or (not pair and what.endswith("any")))
            )
    return str(card["k"])


def patient() -> Deal:
    """Our rules, but the table may play on after three sets: the engine sees them a turn later."""
    rules = load("deal")
    options = tuple(
        replace(spec, high=9) if spec.name == "win_sets" else spec for spec in rules.edition.options
    )
    return Deal(replace(rules.edition, options=options))


class Replay:
    """One recorded game at our table."""

    def __init__(self, deck: Event, game: list[Event]) -> None:
        self.cards = {card["id"]: kind(card) for card in deck["cards"]}
        self.rules = patient()
        self.events = game
        self.players = game[0]["players"]
        self.game = Game(self.rules, [opening(self.rules, self.players, options={"win_sets": 9})])
        self.winner = ""
        self.lies: dict[int, str] = {}
        self.seen: Counter[str] = Counter()
        self.at = 0

    def ask(self, do: str, **fields: Any) -> None:
        """A request that must not be refused."""
        request = parse({"do": do, **fields}, self.game.rules.words)
        self.game.apply(self.game.ask(request, 0))
        book = self.game.book
        won = [who for who in self.players if len(self.rules.complete(book, who)) >= 3]
        if won and not self.winner:
            self.winner = won[0]
            ours = Game(self.rules, book.entries[:-1])
            ours.apply(ours.ask(parse({"do": "option", "name": "win_sets", "value": 3}), 0))
            ours.apply(ours.ask(request, 0))
            ended: Any = ours.book.fact("ended")
            assert ended[0] == "sets" and ended[1][0][1] == self.winner

    def claim(self, who: str) -> Claim | None:
        return next((one for one in claims(self.game.book) if one.who == who), None)

    def up(self, who: str, plays: int = 1) -> None:
        """Whose turn it is and whether he has plays left, as far as the record tells."""
        book = self.game.book
        while book.fact("turn") != who or (book.fact("plays") or 0) + plays > 3:
            self.ask("end_turn")

    def named(self, card: int) -> str:
        where = self.lies.get(card, "")
        return f"{self.cards[card]}@{where}" if where else self.cards[card]

    def run(self) -> None:
        """Play it to the end."""
        groups = list(self.grouped())
        for group in groups:
            self.seen[group[0]["t"]] += 1
            getattr(self, group[0]["t"].replace("-", "_"))(group)

    def grouped(self) -> Iterator[list[Event]]:
        """Events one by one, but all payments of one card together with what follows each."""
        at = 1
        while at < len(self.events):
            end = at + 1
            if self.events[at]["t"] == "due":
                asked = []
                while end < len(self.events):
                    event = self.events[end]
                    if event["t"] == "due":
                        first = self.events[at]
                        keys = ("to", "why", "colour", "double")
                        payers = {one["from"] for one in asked} | {first["from"]}
                        same = all(event.get(key) == first.get(key) for key in keys)
                        if not same or event["from"] in payers:
                            break
                        asked.append(event)
                    elif event["t"] != "paid" and event.get("why") != "receive":
                        break
                    end += 1
            yield self.events[at:end]
            at = end

    def bank(self, group: list[Event]) -> None:
        event = group[0]
        self.up(event["p"])
        self.ask("bank", who=event["p"], what=self.cards[event["card"]])
        self.lies.pop(event["card"], None)

    def place(self, group: list[Event]) -> None:
        event, what = group[0], self.cards[group[0]["card"]]
        self.up(event["p"])
        if self.rules.deck[what].effect == "build":
            self.ask("play", who=event["p"], what=what, group=colour(event["colour"]))
        else:
            self.ask("lay", who=event["p"], what=what, group=colour(event["colour"]))
        self.lies[event["card"]] = colour(event["colour"])

    def due(self, group: list[Event]) -> None:
        """One card asks all others, or several cards one player each."""
        dues = [event for event in group if event["t"] == "due"]
        if len(dues) == len(self.players) - 1:
            self.demand(dues, group)
            return
        for start in [place for place, event in enumerate(group) if event["t"] == "due"]:
            rest = group[start + 1 :]
            stop = next((n for n, event in enumerate(rest) if event["t"] == "due"), len(rest))
            self.demand([group[start]], [group[start], *rest[:stop]])

    def demand(self, dues: list[Event], group: list[Event]) -> None:
        """The demand, every payment, and where the receiver laid what he got."""
        first, by = dues[0], dues[0]["to"]
        doubles = first.get("double", 0)
        self.up(by, 1 + doubles)
        ours = colour(first.get("colour") or "")
        what = self.card_for(first["why"], ours, len(dues))
        one = {"to": first["from"]} if len(dues) == 1 else {}
        self.ask("play", who=by, what=what, group=ours, doubles=doubles, **one)
        for event in dues:
            claim = self.claim(event["from"])
            right = event.get("official", event["amount"]) * MILLION
            assert claim is None or claim.amount == right, (claim, event)
            self.seen["dev"] += "dev" in event
        for event in group:
            if event["t"] == "paid":
                self.paid(event)
        for event in group:
            if event.get("why") == "receive":
                self.received(event)

    def card_for(self, why: str, group: str, payers: int) -> str:
        """The card that asks so: which one of several the record does not say."""
        for what, card in self.rules.deck.items():
            one = payers == 1 and len(self.players) > 2
            if why != "rent" and what == {"debt": "debt_collector"}.get(why, "its_my_birthday"):
                return str(what)
            fits = card.effect == "rent" and group in card.groups and (card.pays == "one") == one
            if why == "rent" and fits:
                return str(what)
        raise AssertionError((why, group))

    def paid(self, event: Event) -> None:
        who = event["from"]
        worth = self.rules.worth(self.game.book, who).total
        assert worth == event["available"] * MILLION, event
        claim = self.claim(who)
        assert (claim is None) == (event["available"] == 0)
        if claim is not None:
            self.ask("pay_cards", who=who, cards=[self.named(card) for card in event["cards"]])
            entry = self.game.book.entries[-1]
            value: Any = entry.detail["amount"]
            assert entry.detail["owed"] == claim.amount
            assert value == event["value"] * MILLION
            owed = claim.amount // MILLION
            self.seen["over"] += value > claim.amount
            self.seen["short"] += value < claim.amount
            if "dev" not in event and owed == event["amount"]:
                assert max(0, value // MILLION - owed) == event["over"]
                assert max(0, owed - value // MILLION) == event["short"]
        else:
            self.seen["empty"] += 1
        self.seen["paid"] += 1

    def received(self, event: Event) -> None:
        """Money lies in the bank; a card of several colours where the receiver chose."""
        card = event["card"]
        if event["t"] == "bank":
            self.lies.pop(card, None)
            return
        group = colour(event["colour"])
        if self.lies.get(card) != group:
            self.ask("flip", who=event["p"], what=self.named(card), group=group)
        self.lies[card] = group

    def end(self, group: list[Event]) -> None:
        """The tables, and how many complete sets lie on each."""
        table = self.rules.more(self.game.book)["table"]
        assert self.winner == group[0]["winner"]
        for who, theirs in group[0]["tables"].items():
            ours = table[who]
            bank = Counter(self.cards[card] for card in theirs["bank"])
            sets = {
                colour(name): Counter(self.cards[card] for card in cards)
                for name, cards in theirs["sets"].items()
            }
            assert ours["bank"] == bank, (who, ours["bank"], bank)
            assert {name: one["cards"] for name, one in ours["sets"].items()} == sets
            assert len(ours["complete"]) == group[0]["complete"][who]
            self.seen["tables"] += 1
