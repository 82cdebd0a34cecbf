"""The phones' server: files and one WebSocket, on a thread of its own, for the family's net alone.

Imported when phones are switched on, and not before.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import DecodeError, json
from tornado.httpserver import HTTPServer
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from companion.faces.views import View
from companion.phones import page
from companion.phones.desk import PhoneDesk, Table
from companion.phones.view import Desk

log = logging.getLogger(__name__)

MESSAGE_BYTES = 4096
A_SECOND = 20
"""So many messages a second from one line; who sends more is cut off."""
LINES_A_PHONE, PHONES = 8, 64
SEATLESS_S = 30
"""So long a line may be open without a seat."""
CLOSE_S = 3
COOKIE = "seat"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Server": "Companion",
}


class PhoneServer:
    """Listens on ``addresses`` until it is closed. ``changed`` is called on the server's thread.

    ``port`` 0 takes a free one. Raises OSError where an address cannot be listened on.
    """

    def __init__(
        self,
        table: Table,
        folder: Path | None,
        addresses: Sequence[str],
        changed: Callable[[Desk], None],
        port: int,
    ) -> None:
        self.sockets = [one for address in addresses for one in bind_sockets(port, address)]
        self.urls = [f"http://{host}:{at}/" for host, at in map(_name, self.sockets)]
        self._hosts = frozenset(url.split("/")[2] for url in self.urls)
        self._loop = asyncio.new_event_loop()
        self._newest = View()
        self._waiting = False
        self.desk = PhoneDesk(table, folder, time.monotonic, self.post, changed)
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()
        self._unsubscribe = table.subscribe(self._seen)
        self._seen(table.view)  # the next one may be long in coming

    def post(self, act: Callable[[], None]) -> None:
        """Do ``act`` on the server's thread; nothing once it is closed."""
        if not self._loop.is_closed():
            try:
                self._loop.call_soon_threadsafe(act)
            except RuntimeError:  # it was closed in between
                return

    def close(self) -> None:
        """No port, no thread, nobody connected."""
        self._unsubscribe()
        self.post(self._loop.stop)
        self._thread.join(CLOSE_S)

    def _seen(self, view: View) -> None:
        """The session has a new picture: it is passed on, and never waited for."""
        self._newest = view
        if not self._waiting:  # only the newest is sent, however late the server is
            self._waiting = True
            self.post(self._show)

    def _show(self) -> None:
        self._waiting = False
        self.desk.show(self._newest)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        settings = {"hosts": self._hosts, "desk": self.desk}
        files = [(path, File, {**settings, "path": path}) for path in page.FILES]
        pages = Application([*files, ("/ws", Line, settings)], log_function=lambda _: None)
        server = HTTPServer(
            pages, max_header_size=8192, max_body_size=0, idle_connection_timeout=60
        )
        server.add_sockets(self.sockets)
        try:
            self._loop.run_forever()
        finally:
            server.stop()
            self._loop.run_until_complete(server.close_all_connections())
            self.desk.end()
            self._loop.close()


def _name(one: Any) -> tuple[str, int]:
    host, port = one.getsockname()[:2]
    return host, port


class File(RequestHandler):
    """The page and what it is made of, at our own addresses alone, whatever name led here."""

    def initialize(self, hosts: frozenset[str], desk: PhoneDesk, path: str) -> None:
        """What every handler knows."""
        self.hosts, self.desk, self.file = hosts, desk, path

    def prepare(self) -> None:
        """Refuse another site that calls itself by our address."""
        if self.request.host not in self.hosts:
            raise HTTPError(403)

    def set_default_headers(self) -> None:
        """What keeps a page of ours to itself."""
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def get(self) -> None:
        """A file; the page brings the cookie by which its phone is known again."""
        if self.file == "/" and not self.get_cookie(COOKIE):
            self.set_cookie(
                COOKIE, self.desk.new_token(), httponly=True, samesite="Strict", expires_days=30
            )
        content, kind = page.FILES[self.file]
        self.set_header("Content-Type", kind)
        self.finish(content())


class Line(WebSocketHandler):
    """A phone's open line."""

    def initialize(self, hosts: frozenset[str], desk: PhoneDesk) -> None:
        """What every handler knows."""
        self.hosts, self.desk = hosts, desk
        self.token = self.get_cookie(COOKIE) or ""
        self._times: list[float] = []

    def prepare(self) -> None:
        """Refuse strangers and crowds before anything is answered."""
        if self.request.host not in self.hosts or not self.token:
            raise HTTPError(403)
        if not self.desk.has_room(self.token, LINES_A_PHONE, PHONES):
            raise HTTPError(503)

    def check_origin(self, origin: str) -> bool:
        """Only our own page opens a line."""
        return origin in {f"http://{host}" for host in self.hosts}

    def open(self, *_: str, **__: str) -> None:
        """A phone is here; without a seat not for long."""
        self.set_nodelay(True)
        self.desk.came(self)
        asyncio.get_event_loop().call_later(SEATLESS_S, self._without_seat)

    def on_message(self, message: str | bytes) -> None:
        """What a phone says: one JSON object, not too long and not too often."""
        now = time.monotonic()
        self._times = [one for one in self._times if now - one < 1] + [now]
        if len(self._times) > A_SECOND or len(message) > MESSAGE_BYTES:
            log.warning("a phone sent too much and is cut off")
            self.close()
            return
        try:
            said = json.decode(message, type=dict[str, Any])
        except (DecodeError, RecursionError):
            self.close()
            return
        self.desk.heard(self, said)

    def on_close(self) -> None:
        """The line is gone."""
        self.desk.went(self)

    def send(self, message: bytes) -> None:
        """Send, unless it is gone."""
        try:
            self.write_message(message.decode())
        except (WebSocketClosedError, StreamClosedError):
            return

    def end(self) -> None:
        """Cut the line at once."""
        stream = getattr(self.ws_connection, "stream", None)
        if stream is not None:
            stream.close()

    def _without_seat(self) -> None:
        if not self.desk.sits(self):
            self.close()
