"""Books a recorded game through the requests of the bank and compares at every checkpoint."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cli.pipe_session import PipeSession
from companion.core.game import Game
from companion.core.requests import Repairs
from companion.core.table import opening
from companion.games.loader import load
from companion.session.clock import ManualClock

HERE = Path(__file__).parent
ENGINES = ("bsdgames-monop", "clarkliu97", "gamescomputersplay", "malarzdawid")

Event = dict[str, Any]
AUCTION_START = 10


def games(engine: str) -> Iterator[list[Event]]:
    """The games of one file, each a list of events from "game" to "end"."""
    game: list[Event] = []
    with gzip.open(HERE / f"{engine}-games.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            event = json.loads(line)
            if event["t"] == "game" and game:
                yield game
                game = []
            game.append(event)
    yield game


def whole(official: float) -> int:
    """An official amount in whole units: interest is rounded up."""
    return int(-(-official // 1))


class Replay:
    """One recorded game at our session."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        head = events[0]
        rules = load(f"classic_{head['board'][:2]}")
        self.game = Game(rules, [opening(rules, head["players"])])
        self.session = PipeSession(self.game, ManualClock(), lambda n: 0)
        self.kept = dict.fromkeys(head["players"], 0)
        self.at = 0
        self.rents = 0
        self.by_dev: dict[str, int] = {}

    # --- asking ---

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """An answer that must not be a refusal."""
        answer = self.session.answer({"do": do, **fields})
        assert answer["ok"], (answer, do, fields, self.where())
        return answer.get("entry") or answer["answer"]

    def where(self) -> list[Event]:
        return self.events[max(0, self.at - 4) : self.at + 2]

    def right(self, event: Event, ours: int, engine: int | None = None) -> None:
        """Our amount is the engine's, or the official one where the engine breaks the rules."""
        dev = event.get("dev")
        if dev is None:
            assert ours == (event["amount"] if engine is None else engine), (ours, self.where())
        else:
            self.by_dev[dev] = self.by_dev.get(dev, 0) + 1
            assert ours == whole(event["official"]), (ours, self.where())

    def give(self, who: str, amount: int) -> None:
        """A manual correction by the bank, or back to it."""
        if amount > 0:
            self.ask("pay", **{"from": "bank", "to": who, "amount": amount})
        elif amount < 0:
            self.ask("pay", **{"from": who, "to": "bank", "amount": -amount})

    def is_out(self, who: str) -> bool:
        return who in self.game.rules.out(self.game.book)

    def cash(self, who: str) -> int:
        return self.game.book.held(who, "money")

    # --- the events ---

    def run(self) -> None:
        """Book everything, compare at every check and at the end."""
        while self.at < len(self.events):
            event = self.events[self.at]
            self.at += 1
            handler = getattr(self, f"on_{event['t']}", None)
            if handler:
                handler(event)

    def take_while(self, wanted: Any) -> list[Event]:
        """The following events of one thing, taken out of the stream."""
        start = self.at
        while self.at < len(self.events) and wanted(self.events[self.at]):
            self.at += 1
        return self.events[start : self.at]

    def next(self, kind: str) -> Event:
        """The following event, which must be of this kind."""
        event = self.events[self.at]
        assert event["t"] == kind, self.where()
        self.at += 1
        return event

    def on_turn(self, event: Event) -> None:
        while self.game.book.fact("turn") != event["p"]:
            self.ask("end_turn", confirm=True)

    def on_due(self, event: Event) -> None:
        """He cannot pay at once: a debt is opened, nothing is booked."""
        who, amount = event["p"], event["amount"]
        if amount > self.cash(who) and not self.is_out(who):
            reason = event.get("why") if event.get("why") in ("rent", "tax") else "card"
            entry = self.ask(
                "pay", **{"from": who, "to": event["to"], "amount": amount, "reason": reason}
            )
            assert entry["reason"] == "debt" and not any(x[0] == "move" for x in entry["lines"])

    def owes(self, event: Event) -> bool:
        """Whether this payment is the debt that is open; then it is settled."""
        open_debts = self.ask("state")["debts"]
        mine = [d for d in open_debts if d["who"] == event["from"]]
        if not mine:
            return False
        assert (mine[0]["to"], mine[0]["amount"]) == (event["to"], event["amount"]), self.where()
        self.ask("settle", who=event["from"])
        return True

    def on_pay(self, event: Event) -> None:
        getattr(self, f"pay_{event['why']}")(event)

    def pay_go(self, event: Event) -> None:
        self.right(event, self.ask("salary", who=event["to"])["detail"]["amount"])

    def pay_rent(self, event: Event) -> None:
        times = {"x2": 2, "x10": 10}.get(event.get("mult", ""), 1)
        asked = {"who": event["from"], "deed": event["deed"], "times": times}
        if "dice" in event:
            asked["dice"] = event["dice"]
        due = self.ask("due", **asked)
        self.right(event, due["amount"])
        assert due["to"] == event["to"] and due["why"]
        self.rents += 1
        if not self.owes(event):
            self.ask("rent", **asked, **({"amount": event["amount"]} if "dev" in event else {}))

    def pay_buy(self, event: Event) -> None:
        entry = self.ask("buy", who=event["from"], deed=event["deed"])
        self.right(event, entry["detail"]["amount"])
        assert self.next("own")["to"] == event["from"]

    def on_auction(self, event: Event) -> None:
        self.ask("auction", deed=event["deed"])
        if event["winner"] and event["bid"] < AUCTION_START:
            bid = {"do": "bid", "who": event["winner"], "amount": event["bid"]}
            assert self.session.answer(bid)["code"] == "too_low"
            self.ask("close")
            self.ask("buy", who=event["winner"], deed=event["deed"], price=event["bid"])
        elif event["winner"]:
            self.ask("bid", who=event["winner"], amount=event["bid"])
            self.ask("close")
        else:
            self.ask("close")
        if event["winner"]:
            assert self.next("pay")["amount"] == event["bid"]
            assert self.next("own")["to"] == event["winner"]

    def on_jail(self, event: Event) -> None:
        if self.game.book.fact(f"jail:{event['p']}") is None:
            self.ask("jail", who=event["p"])

    def pay_jail(self, event: Event) -> None:
        who = event["from"]
        if event.get("dev") == "overdraft":
            self.kept[who] = self.cash(who) - event["amount"]
            self.give(who, -self.cash(who))
            return
        if not self.owes(event):
            self.on_jail({"p": who})
            self.right(event, self.ask("fine", who=who)["detail"]["amount"])

    def pay_tax(self, event: Event) -> None:
        who = event["from"]
        if self.owes(event):
            return
        if "deed" in event:
            work = self.game.rules.edition.taxes[event["deed"]]
            self.right(event, work.amount)
        if "deed" in event and "dev" not in event:
            self.ask("tax", who=who, pos=event["deed"])
        else:
            self.by_hand(event, "tax")

    def by_hand(self, event: Event, reason: str) -> None:
        self.ask(
            "pay",
            **{"from": event["from"], "to": event["to"], "amount": event["amount"]},
            reason=reason,
        )

    def pay_card(self, event: Event) -> None:
        if event.get("dev") == "card-amount" and event["amount"] > 50:
            rates = {"house": 40, "hotel": 115}
            entry = self.game.ask(Repairs(who=event["from"], rates=rates), 0)
            self.right(event, int(str(entry.detail["amount"])))
        if event["from"] == "bank" or not self.owes(event):
            self.by_hand(event, "card")

    def pay_engine_topup(self, event: Event) -> None:
        self.give(event["to"], event["amount"])

    def pay_house(self, event: Event) -> None:
        entry = self.ask("build", who=event["from"], deed=event["deed"])
        self.right(event, entry["detail"]["amount"])
        assert entry["detail"]["lots"][0][2] == self.next("house")["level"]

    def pay_sell_house(self, event: Event) -> None:
        house = self.next("house")
        entry = self.ask("sell", who=event["to"], deed=event["deed"], n=-house["n"])
        self.right(event, entry["detail"]["amount"])
        assert entry["detail"]["lots"][0][2] == house["level"]

    def on_house(self, event: Event) -> None:
        pay = self.events[self.at]
        assert pay["t"] == "pay" and pay["deed"] == event["deed"], self.where()
        self.events[self.at - 1], self.events[self.at] = pay, event
        self.on_pay(pay)

    def on_refused(self, event: Event) -> None:
        answer = self.session.answer({"do": "build", "who": event["p"], "deed": event["deed"]})
        assert not answer["ok"] and answer["code"] == "none_left", (answer, self.where())

    def pay_mortgage(self, event: Event) -> None:
        entry = self.ask("mortgage", who=event["to"], deed=event["deed"])
        self.right(event, entry["detail"]["amount"])
        assert self.next("mort")["on"] == 1

    def pay_unmortgage(self, event: Event) -> None:
        who = event["from"]
        ours = whole(event.get("official", event["amount"]))
        more = ours - event["amount"]
        self.give(who, max(0, more))
        entry = self.ask("lift", who=who, deed=event["deed"])
        self.give(who, min(0, more))
        self.right(event, entry["detail"]["amount"])
        assert self.next("mort")["on"] == 0

    def on_jailcard(self, event: Event) -> None:
        self.ask("take" if event["n"] > 0 else "give_back", who=event["p"])

    # --- deals and bankruptcies ---

    def charges(self, events: list[Event]) -> dict[str, int]:
        """The official ten percent per receiver; corrections for what the engine took are given."""
        official: dict[str, int] = {}
        for event in events:
            if event["t"] == "own" and event.get("dev") == "no-10pct-interest-on-transfer":
                due, taken, who = whole(event["official"]), 0, event["to"]
            elif event.get("why") == "mortgage_interest":
                due, taken, who = (
                    whole(event.get("official", event["amount"])),
                    event["amount"],
                    event["from"],
                )
            else:
                continue
            official[who] = official.get(who, 0) + due
            self.give(who, due - taken)
        return official

    def on_trade(self, event: Event) -> None:
        follow = self.take_while(lambda e: e.get("trade") == event["id"])
        official = self.charges(follow)
        baskets = {
            f"{side}_gives": {
                "cash": event[f"{side}_gives"]["cash"],
                "deeds": event[f"{side}_gives"]["deeds"],
                "cards": {"jail_card": n} if (n := event[f"{side}_gives"]["jailcards"]) else {},
            }
            for side in ("a", "b")
        }
        entry = self.ask("deal", a=event["a"], b=event["b"], **baskets)
        assert entry["detail"].get("interest", 0) == sum(official.values()), self.where()

    def on_bankrupt(self, event: Event) -> None:
        who, to = event["p"], event["to"]
        follow = self.take_while(
            lambda e: (
                e.get("why") in ("bankrupt", "mortgage_interest", "engine_topup")
                or (e["t"] == "mort" and not e["on"])
                or (e["t"] == "jailcard" and e["p"] in (who, to))
            )
        )
        if self.is_out(who):
            # This engine leaves him cash and plays on for him; the cash was taken to the bank.
            for paid in (e for e in follow if e["t"] == "pay"):
                self.give(paid["to"], paid["amount"])
                self.kept[who] -= paid["amount"]
            return
        official = self.charges(follow)
        for topup in (e for e in follow if e.get("why") == "engine_topup"):
            self.pay_engine_topup(topup)
        assert self.cash(who) == event["cash"], self.where()
        answer = self.session.answer({"do": "bankrupt", "who": who, "to": to})
        if not answer["ok"]:
            assert answer["code"] == "solvent", (answer, self.where())
            means, owed = self.ask("raise", who=who)["total"], self.ask("raise", who=who)["owed"]
            assert means == owed or not owed, (means, owed, self.where())
            answer = self.session.answer({"do": "bankrupt", "who": who, "to": to, "confirm": True})
        assert answer["ok"], (answer, self.where())
        entry = answer["entry"]
        assert entry["detail"].get("interest", 0) == sum(official.values()), self.where()
        paid = [e for e in follow if e["t"] == "pay" and e["why"] == "bankrupt"]
        if event.get("dev") == "bankrupt-keeps-cash":
            self.kept[who] = event["cash"]
        else:
            assert sum(e["amount"] for e in paid) == event["cash"], self.where()
        moved = {e["deed"]: e["to"] for e in follow if e["t"] == "own"}
        assert moved == dict.fromkeys(entry["detail"]["deeds"], to), self.where()
        for deed in [
            e["deed"] for e in follow if e["t"] == "own" and e.get("dev", "x")[:7] == "no-bank"
        ]:
            if self.game.book.fact("ended") is None:
                self.ask("auction", deed=deed)
                self.ask("close")

    # --- comparing ---

    def on_check(self, event: Event) -> None:
        ours = {who: self.cash(who) + kept for who, kept in self.kept.items()}
        assert ours == event["cash"], (ours, self.where())

    def on_end(self, event: Event) -> None:
        self.on_check(event)
        state = self.ask("state")
        deeds = state["deeds"]
        assert {p: d["owner"] for p, d in deeds.items() if d["owner"]} == event["own"]
        assert {p: d["level"] for p, d in deeds.items() if d["level"]} == event["houses"]
        assert sorted(int(p) for p, d in deeds.items() if d["mortgaged"]) == sorted(event["mort"])
        assert set(state["out"]) == set(event["bankrupt"])
        levels = event["houses"].values()
        assert state["stock"] == {
            "house": 32 - sum(level for level in levels if level < 5),
            "hotel": 12 - sum(1 for level in levels if level == 5),
        }
        if event["reason"] == "winner":
            assert state["ranking"][0][1] == event["winner"]
