"""The app as the service starts it, with faults that can be called up by a signal.

SIGUSR1 stalls the screen's loop, SIGUSR2 the session's thread, for good; SIGALRM and SIGVTALRM
make them break off. Says ``dark`` and when, once its panels have been told to go dark.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from typing import Any

from companion.__main__ import main
from companion.app import run
from companion.app.wiring import Parts
from companion.panels.panel import Press, Status, nobody
from companion.session.session import Session


class Light:
    """A panel that says when its light went out."""

    name, debounce_ms, changed = "light", 0, staticmethod(nobody)

    def open(self, press: Press) -> None: ...
    def show(self, frame: object) -> None: ...

    def status(self) -> Status:
        return Status(True)

    def close(self) -> None:
        print("dark", time.monotonic(), flush=True)


def stall(*_: object) -> None:
    threading.Event().wait()


def break_off(*_: object) -> None:
    raise RuntimeError("something nobody thought of")


def break_screen(session: Session) -> None:
    """Have the screen's loop break off. Raised in the handler itself the fault might land inside
    a logging call, which swallows whatever happens there."""
    from kivy.clock import Clock

    session.look(lambda *_: None, lambda _: Clock.schedule_once(break_off))


def start(arguments: list[str]) -> int:
    made: list[Parts] = []
    build = run.build

    def building(*args: Any, extra_panels: tuple[Any, ...] = (), **named: Any) -> Parts:
        made.append(build(*args, extra_panels=(Light(), *extra_panels), **named))
        return made[0]

    run.build = building
    signal.signal(signal.SIGUSR1, stall)
    signal.signal(signal.SIGUSR2, lambda *_: made[0].session.look(lambda *_: None, stall))
    signal.signal(signal.SIGALRM, lambda *_: break_screen(made[0].session))
    signal.signal(signal.SIGVTALRM, lambda *_: made[0].session.look(lambda *_: None, break_off))
    return main(arguments)


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:]))
