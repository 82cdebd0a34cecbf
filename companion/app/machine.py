"""What the kiosk may do to the computer: switch it off, start it again, let somebody leave."""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Callable

from companion.core.errors import Sentence

log = logging.getLogger(__name__)

PATIENCE_S = 20
"""How long an order to the system may take to be accepted."""

Order = Callable[[str], str]
"""Carries out ``poweroff`` or ``reboot``; "" when accepted, else why not."""


def systemctl(verb: str) -> str:
    """Ask the service manager; "" when it has accepted, else what it said."""
    words = ["systemctl", "--no-ask-password", verb]
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        return str(fault)
    return "" if done.returncode == 0 else (done.stderr.strip() or f"status {done.returncode}")


class Machine:
    """``tell`` says a sentence to the players, ``end`` closes the program; both from any thread.

    Every method returns at once. The program itself is then ended by the system, in order, so
    that a refused order leaves the table as it was.
    """

    def __init__(self, order: Order = systemctl) -> None:
        self._order = order
        self._busy = False
        self.left = False
        self.tell: Callable[[str], None] = lambda sentence: None
        self.end: Callable[[], None] = lambda: None

    def switch_off(self) -> None:
        """Switch the computer off."""
        self._begin("poweroff", Sentence("Switching off. Everything is saved."))

    def restart(self) -> None:
        """Start the computer again."""
        self._begin("reboot", Sentence("Starting again. Everything is saved."))

    def leave(self) -> None:
        """End on purpose: the service then gives the login or the desktop back."""
        log.info("the kiosk is left")
        self.left = True
        self.end()

    def _begin(self, verb: str, sentence: Sentence) -> None:
        if self._busy:
            return
        self._busy = True
        log.info("%s asked for", verb)
        self.tell(sentence)
        threading.Thread(target=self._do, args=(verb,), name="machine", daemon=True).start()

    def _do(self, verb: str) -> None:
        why = self._order(verb)
        self._busy = False
        if why:
            log.error("%s refused: %s", verb, why)
            self.tell(
                Sentence(
                    "The system refuses ({why}). Usually the box was not set up as a kiosk. "
                    "Nothing is lost: the plug may be pulled.",
                    why=why,
                )
            )
