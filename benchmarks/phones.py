"""A bid until it is on the last phone, against a bare server: ``python -m benchmarks.phones``.

The real session, server and files, and clients on lines of their own in this process, which draw
nothing: what a browser adds is not in these figures. In the same run a server that does nothing
but pass a text on to everybody does the same, and what is compared is the slowest one in a hundred.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import threading
import time
from pathlib import Path

from tornado.httpclient import HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application
from tornado.websocket import WebSocketClientConnection, WebSocketHandler, websocket_connect

from companion.app.wiring import Options, Parts, build
from companion.storage.library import NewGame

HOST = "127.0.0.1"
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Emma", "Finn", "Greta", "Hans")
BIDS = 100
LINES_A_PHONE = 8


class Echo(WebSocketHandler):
    """The bare server: every message goes to everybody."""

    lines: list[Echo] = []  # noqa: RUF012 - of the one server there is

    def open(self, *_: str, **__: str) -> None:
        """One more."""
        self.set_nodelay(True)
        self.lines.append(self)

    def on_message(self, message: str | bytes) -> None:
        """Pass it on."""
        for line in self.lines:
            line.write_message(message)


async def line(url: str, cookie: str = "") -> WebSocketClientConnection:
    """One open line."""
    headers = {"Origin": url.rstrip("/"), "Cookie": cookie}
    return await websocket_connect(HTTPRequest(url.replace("http", "ws") + "ws", headers=headers))


async def heard(one: WebSocketClientConnection, mark: str) -> float:
    """When this line has a message with ``mark``."""
    while mark not in str(await one.read_message()):
        pass
    return time.perf_counter()


async def bare(clients: int) -> list[float]:
    """Seconds until the last of ``clients`` has it, again and again."""
    sockets = bind_sockets(0, HOST)
    server = HTTPServer(Application([("/ws", Echo)]))
    server.add_sockets(sockets)
    url = f"http://{HOST}:{sockets[0].getsockname()[1]}/"
    lines = [await line(url) for _ in range(clients)]
    took = []
    for number in range(BIDS):
        began = time.perf_counter()
        await lines[0].write_message("x" * 3000 + f"<{number}>")
        took.append(
            max(await asyncio.gather(*(heard(one, f"<{number}>") for one in lines))) - began
        )
    server.stop()
    return took


async def bids(parts: Parts, clients: int) -> list[float]:
    """The same with bids in an auction of eight players."""
    (url,) = parts.frontend.phones.urls
    desk = parts.frontend.phones._server.desk  # type: ignore[union-attr]
    lines = []
    for number in range(clients):
        phone = number // LINES_A_PHONE if clients > len(NAMES) else number
        desk._seats.sit(f"phone{phone}", "ABCDEFGH"[phone % len(NAMES)])
        lines.append(await line(url, f"seat=phone{phone}"))
    _ask(parts, {"do": "auction", "deed": 39})
    took = []
    amount = 10
    for number in range(BIDS):
        amount += 1
        seat = number % len(NAMES)  # nobody taps so often that he is cut off
        who = "ABCDEFGH"[seat]
        bidder = lines[seat * LINES_A_PHONE if clients > len(NAMES) else seat]
        began = time.perf_counter()
        bid = {"id": str(number), "do": "bid", "who": who, "amount": amount}
        await bidder.write_message(json.dumps(bid))
        mark = f'"figure":"{amount}"'
        took.append(max(await asyncio.gather(*(heard(one, mark) for one in lines))) - began)
    return took


def _ask(parts: Parts, request: dict[str, object]) -> None:
    done = threading.Event()
    parts.frontend.ask(request, "", lambda _: done.set())
    done.wait(20)


def measured(clients: int) -> tuple[float, float]:
    """The slowest in a hundred, in ms: ours and the bare server's."""
    with tempfile.TemporaryDirectory() as folder:
        parts = build(Options(Path(folder), lang="en"))
        thread = parts.start()
        done = threading.Event()
        parts.frontend.new_game(NewGame("classic_us", NAMES), lambda _: done.set())
        done.wait(20)
        there = threading.Event()
        parts.frontend.phones.watch = lambda desk: there.set() if desk.phones else None
        parts.frontend.phones.switch_on((HOST,), 0)
        there.wait(20)
        ours = asyncio.run(bids(parts, clients))
        parts.frontend.phones.switch_off()
        parts.session.close()
        thread.join(5)
        parts.close_folder()
    plain = asyncio.run(bare(clients))
    return tuple(1000 * statistics.quantiles(one, n=100)[98] for one in (ours, plain))  # type: ignore[return-value]


def main() -> None:
    """Print the figures of docs/benchmarks.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, nargs="*", default=[8, 200])
    for clients in parser.parse_args().clients:
        ours, plain = measured(clients)
        print(
            f"phones: a bid on the last of {clients} lines after {ours:.0f} ms at most in 99 of "
            f"100, {ours / plain:.1f} x a bare server ({plain:.0f} ms)"
        )


if __name__ == "__main__":
    main()
