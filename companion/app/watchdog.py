"""Signs of life for the service manager: the screen's loop beats, the session must answer."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.app.sd_notify import ServiceManager
from companion.faces.views import View

log = logging.getLogger(__name__)

BEATS = 4
"""Signs of life within the time one is waited for."""


class Watchdog:
    """``manager`` hears that we live as long as both the screen and the session do.

    ``ask`` hands the session something to call on its own thread. ``drawn`` and ``beat`` belong
    to the screen's loop, which calls ``beat`` every ``beat_s`` seconds (0 = nobody listens).
    """

    def __init__(self, manager: ServiceManager, ask: Callable[[Callable[[], None]], None]) -> None:
        self._manager = manager
        self._ask = ask
        self._answered = True
        self._status = ""
        self.beat_s = manager.watchdog_ms / 1000 / BEATS

    def drawn(self) -> None:
        """The first picture is on the screen."""
        self._manager.say("READY=1")
        if self.beat_s:
            log.info("watchdog: a sign of life every %.2f s", self.beat_s)

    def beat(self) -> None:
        """The screen's loop goes round; said only if the session has answered the last time."""
        if not self._answered:
            return
        self._manager.say("WATCHDOG=1")
        self._answered = False
        self._ask(self._answer)

    def stopping(self) -> None:
        """We were told to end."""
        self._manager.say("STOPPING=1")

    def seen(self, view: View) -> None:
        """A new view: name the game and whose turn it is."""
        title = view.shell.title or "trading unit"
        # One line: a second one, in a title that was taken in, would be another state.
        status = " ".join((f"{title}, {view.unit.player}" if view.unit.player else title).split())
        if status != self._status:
            self._status = status
            self._manager.say(f"STATUS={status}")

    def _answer(self) -> None:
        self._answered = True
