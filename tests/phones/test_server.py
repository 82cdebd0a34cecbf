"""The real server before the real session: phones that sit, ask and come back, and strangers."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.websocket import (
    WebSocketClientConnection,
    WebSocketClosedError,
    websocket_connect,
)

from companion.app.wiring import Options, Parts, build
from companion.phones import server
from companion.phones.switch import Phones
from companion.phones.view import Desk
from companion.storage.library import NewGame

HOST = "127.0.0.1"
NAMES = ("Anna", "Ben", "Cleo")
WAIT_S = 20


class Table:
    """A table with a game of three, and its phones switched on."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self.parts: Parts = build(Options(folder, lang=language))
        self._thread = self.parts.start()
        self.said(lambda told: self.parts.frontend.new_game(NewGame("classic_us", NAMES), told))
        self.phones: Phones = self.parts.frontend.phones
        self.on()

    def on(self, port: int = 0) -> None:
        shown = threading.Event()
        self.phones.watch = lambda desk: shown.set() if desk.phones else None
        assert self.phones.switch_on((HOST,), port) == ""
        assert shown.wait(WAIT_S)
        (self.url,) = self.phones.urls

    def said(self, ask: Callable[[Callable[[str], None]], None]) -> None:
        done = threading.Event()
        ask(lambda _: done.set())
        assert done.wait(WAIT_S)

    def ask(self, **request: Any) -> None:
        """The table's own screen asks the bank."""
        done, said = threading.Event(), []
        self.parts.frontend.ask(request, "", lambda answer: (said.append(answer), done.set()))
        assert done.wait(WAIT_S) and said[0].refused is None, said

    def cash(self, who: str) -> int:
        done, held = threading.Event(), []
        self.parts.frontend.look(
            lambda game, _: game.book.held(who, "money"), lambda n: (held.append(n), done.set())
        )
        assert done.wait(WAIT_S)
        return int(held[0])

    def see(self, who: str, cash: int) -> None:
        """``who`` comes to have so much."""
        changed = threading.Event()
        unsubscribe = self.parts.frontend.subscribe(lambda _: changed.set())
        while (has := self.cash(who)) != cash:
            assert changed.wait(WAIT_S), f"{who} has {has} and not {cash}"
            changed.clear()
        unsubscribe()

    def reads(self, notice: str) -> None:
        """The table comes to say ``notice``, whatever its screen shows."""
        changed = threading.Event()
        unsubscribe = self.parts.frontend.subscribe(lambda _: changed.set())
        while (said := self.parts.frontend.view.shell.notice.english()) != notice:
            assert changed.wait(WAIT_S), said
            changed.clear()
        unsubscribe()

    def until(self, seen: Callable[[Desk], bool]) -> Desk:
        """What the table's screen shows, once it is that."""
        changed = threading.Event()
        self.phones.watch = lambda _: changed.set()
        while not seen(desk := self.phones.desk):
            assert changed.wait(WAIT_S), desk
            changed.clear()
        return desk

    def close(self) -> None:
        self.phones.switch_off()
        self.parts.session.close()
        self._thread.join(WAIT_S)
        self.parts.close_folder()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def run(script: Callable[[], Awaitable[None]]) -> None:
    async def within() -> None:
        await asyncio.wait_for(script(), 60)

    asyncio.run(within())


async def fetch(url: str, **headers: str) -> HTTPResponse:
    return await AsyncHTTPClient().fetch(HTTPRequest(url, headers=headers))


async def status(url: str, **headers: str) -> int:
    try:
        return (await fetch(url, **headers)).code
    except HTTPClientError as fault:
        return fault.code


class Phone:
    """A browser: its cookie, its line, and the newest view."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cookie = ""
        self.view: dict[str, Any] = {}
        self.line: WebSocketClientConnection | None = None

    async def come(self) -> Phone:
        if not self.cookie:
            page = await fetch(self.table.url)
            self.cookie = page.headers["Set-Cookie"].split(";")[0]
        self.line = await knock(self.table, Cookie=self.cookie)
        await self.hear(lambda message: "view" in message)
        return self

    async def sit(self, seat: str, code: str = "") -> None:
        await self.send(sit=seat, code=code)
        if code:
            await self.hear(lambda message: message.get("view", {}).get("seat") == seat)

    async def send(self, **message: Any) -> None:
        assert self.line is not None
        await self.line.write_message(json.dumps(message))

    async def ask(self, number: str, **request: Any) -> dict[str, Any]:
        await self.send(id=number, **request)
        return await self.hear(lambda message: message.get("id") == number)

    async def hear(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        assert self.line is not None
        while True:
            told = await self.line.read_message()
            assert told is not None, "the line is closed"
            message: dict[str, Any] = json.loads(told)
            self.view = message.get("view", self.view)
            if wanted(message):
                return message


async def knock(table: Table, **headers: str) -> WebSocketClientConnection:
    url = table.url.replace("http", "ws") + "ws"
    headers = {"Origin": table.url.rstrip("/"), **headers}
    return await websocket_connect(HTTPRequest(url, headers=headers))


async def refused(table: Table, **headers: str) -> int:
    try:
        (await knock(table, **headers)).close()
    except HTTPClientError as fault:
        return fault.code
    return 0


async def seated(table: Table, *seats: str) -> list[Phone]:
    """Phones on these seats, each by a code of its own."""
    phones = []
    for seat in seats:
        phone = await Phone(table).come()
        await phone.sit(seat, table.phones.desk.code)
        table.until(lambda desk, seat=seat: dict(desk.phones)[seat] == 1)  # type: ignore[misc]
        phones.append(phone)
    return phones


def test_a_rent_is_asked_for_and_paid_by_two_phones(table: Table) -> None:
    async def script() -> None:
        anna, ben = await seated(table, "A", "B")
        table.ask(do="buy", who="B", deed=39)
        table.ask(do="land", who="A", pos=39)
        await ben.hear(lambda m: m.get("view", {}).get("due", {}).get("figure") == "50")
        key = ben.view["due"]["keys"][0]
        assert key["words"] == "Ask Anna for 50" and ben.view["calls"]
        assert (await ben.ask("1", **key["asks"]))["ok"]
        await anna.hear(lambda m: m.get("view", {}).get("cash") == "1,450")
        assert table.cash("A") == 1450 and table.cash("B") == 1500 - 400 + 50

    run(script)


def test_the_same_id_counts_once_and_another_seat_is_never_asked_for(table: Table) -> None:
    async def script() -> None:
        (anna,) = await seated(table, "A")
        pay = {"do": "pay", "from": "A", "to": "B", "amount": 100}
        assert (await anna.ask("x", **pay))["ok"] and (await anna.ask("x", **pay))["ok"]
        assert table.cash("A") == 1400
        for number, request in enumerate((
            {"do": "pay", "from": "B", "to": "A", "amount": 100},
            {"do": "undo"}, {"do": "state"}, {"do": "rent"}, {"do": "no such word"}, {},
        )):  # fmt: skip
            answer = await anna.ask(f"no{number}", **request)
            assert not answer["ok"] and answer["reason"], request
        assert (table.cash("A"), table.cash("B")) == (1400, 1600)

    run(script)


def test_a_code_is_for_one_phone_and_a_seat_that_is_held_asks_the_table(table: Table) -> None:
    async def script() -> None:
        anna = await Phone(table).come()
        code = table.phones.desk.code
        await anna.sit("A", code)
        for seat, spent in (("B", code), ("B", "guessed"), ("C", "")):
            stranger = await Phone(table).come()
            await stranger.send(sit=seat, code=spent)
            (asking,) = table.until(lambda desk: bool(desk.asking)).asking
            name = NAMES["ABC".index(seat)]
            table.reads(f"A phone asks for the seat of {name}: menu, Phones.")
            assert (asking.letter, asking.name) == (seat, NAMES["ABC".index(seat)])
            table.phones.answer(asking.number, False)
            told = await stranger.hear(lambda m: m.get("told") == "The table said no.")
            assert told and stranger.view["seat"] == ""
            stranger.line.close()  # type: ignore[union-attr]
        second = await Phone(table).come()
        await second.send(sit="A", code=table.phones.desk.code)
        asks = table.until(lambda desk: bool(desk.asking))
        table.phones.answer(asks.asking[0].number, True)
        await second.hear(lambda m: m.get("view", {}).get("seat") == "A")
        table.until(lambda desk: dict(desk.phones)["A"] == 2)

    run(script)


def test_a_phone_comes_back_to_its_seat_and_is_sent_away_from_it(table: Table) -> None:
    async def script() -> None:
        (anna,) = await seated(table, "A")
        anna.line.close()  # type: ignore[union-attr]
        table.phones.switch_off()
        assert table.phones.urls == () and table.phones.desk == Desk()
        table.on()
        await anna.come()
        assert anna.view["name"] == "Anna", "it is known again after a restart"
        table.phones.take_back("A")
        await anna.hear(lambda m: m.get("view", {}).get("seat") == "")
        assert not (await anna.ask("1", do="bid", amount=5))["ok"]

    run(script)


def test_the_level_of_the_game_is_the_tables(table: Table) -> None:
    async def script() -> None:
        (anna,) = await seated(table, "A")
        assert anna.view["due"]["keys"] == []
        assert (await anna.ask("1", do="end_turn"))["code"] == "not_allowed"
        table.phones.set_level("act")
        await anna.hear(lambda m: bool(m.get("view", {}).get("due", {}).get("keys")))
        assert (await anna.ask("2", do="end_turn"))["ok"]
        assert (await anna.ask("3", do="end_turn"))["code"] == "not_your_turn"

    run(script)


def test_an_auction_has_its_seconds_and_bids_are_taken(table: Table) -> None:
    async def script() -> None:
        anna, ben = await seated(table, "A", "B")
        table.ask(do="auction", deed=39)
        message = await anna.hear(lambda m: bool(m.get("left_ms")))
        assert 49_000 < message["left_ms"] <= message["total_ms"] <= 50_000
        bid = await ben.ask("1", do="bid", who="B", amount=60)
        assert bid["ok"], bid
        await anna.hear(lambda m: m.get("view", {}).get("due", {}).get("figure") == "60")
        late = await anna.ask("2", do="bid", who="A", amount=60)
        assert not late["ok"] and "61" in late["reason"], late

    run(script)


def test_strangers_are_kept_out(table: Table) -> None:
    async def script() -> None:
        host = table.url.split("/")[2]
        assert await status(table.url, Host=host) == 200
        assert await status(table.url, Host=f"evil.example:{host.split(':')[1]}") == 403
        assert await status(table.url + "../settings.toml") == 404
        assert await status(table.url + "ws") in (400, 403)
        cookie = {"Cookie": "seat=guessed"}
        assert await refused(table) == 403, "no cookie"
        assert await refused(table, **cookie, Origin="http://evil.example") == 403
        assert await refused(table, **cookie, Host="evil.example") == 403
        page = await fetch(table.url)
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        for part in ("HttpOnly", "SameSite=Strict"):
            assert part in page.headers["Set-Cookie"]
        # somebody who guesses a cookie has no seat and gets nothing
        guess = Phone(table)
        guess.cookie = "seat=guessed"
        await guess.come()
        assert (await guess.ask("1", do="bid", amount=5))["code"] == "no_seat"

    run(script)


@pytest.mark.parametrize("message", ["x" * 5000, "[1]", "{", "[" * 4000, b"\xff\xfe"])
def test_what_is_no_message_ends_the_line_alone(message: str | bytes, table: Table) -> None:
    async def script() -> None:
        (anna,) = await seated(table, "A")
        stranger = await Phone(table).come()
        assert stranger.line is not None
        await stranger.line.write_message(message, binary=isinstance(message, bytes))
        while await stranger.line.read_message() is not None:
            pass
        assert (await anna.ask("1", do="pay", **{"from": "A", "to": "B", "amount": 5}))["ok"]

    run(script)


def test_a_flood_is_cut_off_and_lines_have_a_number(table: Table) -> None:
    async def script() -> None:
        anna, flood = await seated(table, "A", "B")
        with suppress(WebSocketClosedError):  # it may be cut off before all is sent
            for number in range(server.A_SECOND + 5):
                await flood.send(id=str(number), do="bid", amount=1)
        assert flood.line is not None
        while await flood.line.read_message() is not None:
            pass
        lines = [await knock(table, Cookie=anna.cookie) for _ in range(server.LINES_A_PHONE - 1)]
        assert await refused(table, Cookie=anna.cookie) == 503
        assert (await anna.ask("1", do="pay", **{"from": "A", "to": "B", "amount": 5}))["ok"]
        for line in lines:
            line.close()

    run(script)


def test_who_takes_no_seat_is_not_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        (anna,) = await seated(table, "A")
        monkeypatch.setattr(server, "SEATLESS_S", 0.2)
        stranger = await Phone(table).come()
        assert stranger.line is not None
        while await stranger.line.read_message() is not None:
            pass
        assert (await anna.ask("1", do="pay", **{"from": "A", "to": "B", "amount": 5}))["ok"]

    run(script)


def test_phones_have_a_number(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PHONES", 2)

    async def script() -> None:
        anna, _ = await seated(table, "A", "B")
        await anna.come()
        assert await refused(table, Cookie="seat=another") == 503

    run(script)


def test_off_means_no_thread_and_no_port(table: Table) -> None:
    async def script() -> None:
        await seated(table, "A")
        url = table.url
        table.phones.switch_off()
        assert not [one for one in threading.enumerate() if one.name == "phones"]
        with pytest.raises(OSError, match="refused"):
            await fetch(url)

    run(script)


def test_a_port_that_is_taken_and_no_net_are_a_sentence(table: Table) -> None:
    port = int(table.url.rstrip("/").rsplit(":", 1)[1])
    other = Phones(table.parts.frontend, None, print)
    assert other.switch_on((HOST,), port).startswith("Phones cannot be let in (Address already")
    assert other.urls == ()
