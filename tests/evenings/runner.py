"""Plays a golden evening: requests in short, and what must be true in between."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from companion.cli.pipe_session import PipeSession
from companion.core.game import Game
from companion.core.table import SEATS, opening
from companion.games.loader import load
from companion.session.clock import ManualClock
from companion.unit.unit import Unit
from tests.facts import undeclared

FIELDS = {
    "land": ("who", "pos"),
    "goto": ("who", "pos"),
    "buy": ("who", "deed"),
    "build": ("who", "deed", "n"),
    "sell": ("who", "deed", "n"),
    "mortgage": ("who", "deed"),
    "lift": ("who", "deed"),
    "pay": ("from", "to", "amount", "reason"),
    "bid": ("who", "amount"),
    "auction": ("deed",),
    "rent": ("who", "deed", "dice"),
    "want": ("who", "deed", "n"),
    "correct": ("deed", "field", "value"),
    "option": ("name", "value"),
    "each_pays": ("who", "amount"),
    "pays_each": ("who", "amount"),
    "fine": ("who", "amount"),
    "bank": ("what",),
    "lay": ("what", "group"),
    "flip": ("what", "group"),
    "play": ("what", "to"),
    "pay_cards": ("who", "cards"),
    "place": ("who", "deed", "piece"),
    "clear": ("who", "deed", "piece"),
    "jump": ("who", "pos"),
    "hand_over": ("deed", "to"),
    "take": ("who", "what"),
    "ride": ("who", "pos"),
    "gift": ("who", "what"),
    "role": ("who", "side"),
    "count": ("deed", "dice"),
}
"""The fields a word takes in order; every other word takes ``who``."""


class Evening:
    """One file, played line by line."""

    def __init__(self, path: Path) -> None:
        self.lines = [
            (number, line.split("#")[0].strip())
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        ]
        self.edition = ""
        self.names: list[str] = []
        self.options: dict[str, Any] = {}
        self.session: PipeSession | None = None
        self.text = ""
        self.draws: list[int] = []

    def play(self) -> dict[str, Any]:
        """Play to the last line; returns the state then."""
        for number, line in self.lines:
            if line:
                try:
                    self._line(*line.split())
                except AssertionError as fault:
                    raise AssertionError(f"line {number}: {line}: {fault}") from fault
        assert self.session
        again = Game(self.session.game.rules, self.session.game.book)
        assert again.book.state() == self.session.game.book.state()
        self.session.game.book.audit()
        assert not undeclared(self.session.game.book)
        return self.state()

    def state(self) -> dict[str, Any]:
        """Everything on the table."""
        return self._answer({"do": "state"})["answer"]  # type: ignore[no-any-return]

    def _line(self, word: str, *rest: str) -> None:
        known = getattr(self, f"_at_{word.replace('-', '_')}", None)
        if known:
            known(*rest)
        else:
            answer = self._answer(self._request(word, rest))
            assert answer["ok"], answer["reason"]
            self.text = answer["entry"]["text"]

    def _request(self, word: str, rest: tuple[str, ...]) -> dict[str, Any]:
        if word == "roll":
            dice = [int(one) for one in rest if one.isdigit()]
            return {"do": word, "dice": dice, "special": "".join(rest[len(dice) :])}
        names = FIELDS.get(word, ("who",))
        plain = [one for one in rest if "=" not in one]
        assert len(plain) <= len(names), f"{word} takes {', '.join(names)}"
        data: dict[str, Any] = {"do": word}
        data.update(zip(names, map(_value, plain), strict=False))
        pairs = (one.split("=", 1) for one in rest if "=" in one)
        data.update((key, _value(value)) for key, value in pairs)
        return data

    def _answer(self, data: dict[str, Any]) -> dict[str, Any]:
        if self.session is None:
            rules = load(self.edition)
            seats = SEATS[: len(self.names)]
            names = dict(zip(seats, self.names, strict=True))
            game = Game(rules, [opening(rules, tuple(seats), names, self.options)])
            self.session = self.seated(game)
        return self.session.answer(data)

    def seated(self, game: Game) -> PipeSession:
        """The session of the evening; other ways to play it bring a session with a panel."""
        return PipeSession(game, ManualClock(), self.below)

    def below(self, n: int) -> int:
        """Chance: the next of the results the evening names, else the first."""
        return self.draws.pop(0) if self.draws else 0

    def tap(self, key: str) -> dict[str, Any]:
        """A key of the unit goes down and up; the unit afterwards."""
        return self._answer({"do": "press", "key": key})["answer"]  # type: ignore[no-any-return]

    # --- the table ---

    def _at_edition(self, name: str) -> None:
        self.edition = name

    def _at_players(self, *names: str) -> None:
        self.names = list(names)

    def _at_option(self, name: str, value: str) -> None:
        if self.session is None:
            self.options[name] = _value(value)
        else:
            assert self._answer({"do": "option", "name": name, "value": _value(value)})["ok"]

    def _at_wait(self, seconds: str) -> None:
        answer = self._answer({"do": "advance", "ms": int(seconds) * 1000})["answer"]
        if answer["entries"]:
            self.text = answer["entries"][-1]["text"]

    # --- the trading unit ---

    def _at_shows(self, what: str) -> None:
        result = {"1": 1, "2": 2, "3": 3, "railroad": 4}[what]
        self.draws = [result - 1]
        assert self.tap("build")["result"] == result
        assert not self.draws, "the unit has not drawn; it shows what it did before"
        self._at_wait("1")

    def _at_key(self, key: str) -> None:
        self.tap(key)

    def _at_light(self, phase: str) -> None:
        assert self.unit()[0].phase.value == phase, self.unit()

    def _at_left(self, seconds: str) -> None:
        assert self.unit()[1] == int(seconds) * 1000, self.unit()

    def _at_chimes(self, n: str) -> None:
        assert self.unit()[0].hours == int(n), self.unit()

    def unit(self) -> tuple[Unit, int]:
        """The trading unit and what is left of its auction in milliseconds."""
        self.state()
        assert self.session
        return self.session.unit_now()

    # --- what must be true ---

    def _at_on(self, pos: str, *counts: str) -> None:
        wanted = {one.split("=")[0]: int(one.split("=")[1]) for one in counts}
        found = self.state()["deeds"][pos]["buildings"]
        assert found == wanted, found

    def _at_explains(self, who: str, pos: str, *words: str) -> None:
        answer = self._answer({"do": "due", "who": who, "deed": int(pos)})["answer"]
        assert answer["why"] == " ".join(words), answer["why"]

    def _at_cards(self, what: str, *holders: str) -> None:
        found = self.state()["cards"][what]
        assert found == dict.fromkeys(holders, 1), found

    def _at_no(self, code: str, word: str, *rest: str) -> None:
        answer = self._answer(self._request(word, rest))
        assert not answer["ok"], "it was not refused"
        assert answer["code"] == code, (answer["code"], answer["reason"])

    def _at_says(self, *words: str) -> None:
        assert self.text == " ".join(words), self.text

    def _at_cash(self, *balances: str) -> None:
        cash = self.state()["cash"]
        for balance in balances:
            who, amount = balance.split("=")
            assert cash[who] == _value(amount), (who, cash)

    def _at_lot(self, pos: str, owner: str, *more: str) -> None:
        deed = self.state()["deeds"][pos]
        assert deed["owner"] == (None if owner == "bank" else owner), deed
        if more:
            assert deed["level"] == int(more[0]), deed
        assert deed["mortgaged"] == (more[-1:] == ("mortgaged",)), deed

    def _at_lies(self, who: str, where: str = "", *cards: str) -> None:
        table = self.state()["table"][who]
        sets = {group: lies["cards"] for group, lies in table["sets"].items()}
        there = {"bank": table["bank"], "": sets}.get(where, sets.get(where, {}))
        wanted = {card: int(n) for card, n in (one.split("=") for one in cards)}
        assert there == wanted, there

    def _at_stock(self, *counts: str) -> None:
        stock = self.state()["stock"]
        for count in counts:
            piece, n = count.split("=")
            assert stock[piece] == int(n), stock

    def _at_debt(self, who: str, to: str, amount: str) -> None:
        found = [(d["who"], d["to"], d["amount"]) for d in self.state()["debts"]]
        assert (who, to, _value(amount)) in found, found

    def _at_no_debts(self) -> None:
        assert self.state()["debts"] == []

    def _at_turn(self, who: str) -> None:
        assert self.state()["turn"] == who, self.state()["turn"]

    def _at_out(self, *seats: str) -> None:
        assert self.state()["out"] == list(seats), self.state()["out"]

    def _at_ended(self, why: str) -> None:
        assert self.state()["ended"] == why, self.state()["ended"]

    def _at_rank(self, rank: str, who: str, worth: str) -> None:
        ranking = self.state()["ranking"]
        assert [int(rank), who, _value(worth)] in ranking, ranking


_SHORT = re.compile(r"(\d+)(?:\.(\d\d?))?([MK])")
_SIZES = {"M": 1_000_000, "K": 1_000}


def _value(text: str) -> Any:
    """A word as data; amounts may be short, such as 1.5M or 500K."""
    short = _SHORT.fullmatch(text)
    if short:
        whole, rest, size = short[1], (short[2] or "").ljust(2, "0"), _SIZES[short[3]]
        return int(whole + rest) * size // 100
    try:
        return json.loads({"on": "true", "off": "false"}.get(text, text))
    except ValueError:
        return text
