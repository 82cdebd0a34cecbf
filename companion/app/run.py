"""The touchscreen app from its first line in the log to its exit status."""

from __future__ import annotations

import faulthandler
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

from companion import __version__, games
from companion.app import logs
from companion.app.backlight import Backlight
from companion.app.machine import Machine
from companion.app.sd_notify import ServiceManager
from companion.app.watchdog import Watchdog
from companion.app.wiring import Options, Parts, build
from companion.session.memory import give_back

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp
    from companion.ui.kiosk import Kiosk

log = logging.getLogger(__name__)

SWITCH_S = 0.001
"""How long the interpreter stays with one thread. The usual 5 ms, times the threads that want
it, is what a busy screen could delay the end of an auction by."""
SETTLED_S = 1
"""The first pictures have been drawn by then."""
CLOSE_S = 3
KEYBOARDS = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGHUP)
"""What a keyboard at the console can send; in the kiosk it must neither end nor stop us."""
VITAL = ("session", "writer")
"""Threads without which the screen would only look alive."""


def run_app(options: Options) -> int:
    """Open the touchscreen app and stay until it is closed.

    Returns the exit status: 0 when somebody closed it on purpose, 1 when it broke, so that a
    service starts it again.
    """
    try:
        opened = open_app(options)
    except Exception as fault:
        from companion.ui.start import NoScreen

        known = isinstance(fault, NoScreen)
        log.critical("%s", fault, exc_info=None if known else fault)
        return 1
    return opened.until_closed()


def open_app(options: Options) -> Run:
    """Everything but the first frame, in this process. Kivy must not have been imported yet."""
    # What is built now stays: the collector would only look at all of it again and again.
    gc.disable()
    logs.begin(os.environ)
    faulthandler.enable()  # A watchdog that kills us leaves a line for each thread in the log.
    log.info(
        "companion %s, panel %s, data %s%s",
        __version__, options.panel, options.data, ", kiosk" if options.kiosk else "",
    )  # fmt: skip
    from companion.ui.start import Display, open_window, prepare

    desktop = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    windowed = desktop and not options.kiosk
    prepare(options.data / "kivy", Display() if windowed else Display(size=None, cursor=False))
    open_window()
    from companion.ui.app import CompanionApp
    from companion.ui.pages import registry
    from companion.ui.speaker import SpeakerPanel

    sys.setswitchinterval(SWITCH_S)
    machine = Machine()
    speaker = SpeakerPanel()
    parts = build(options, extra_panels=(speaker,), off=machine.switch_off)
    session = parts.session
    log.info("language %s", session.settings.language)
    watchdog = _FirstFrame(
        ServiceManager(os.environ),
        lambda told: session.look(lambda game, now: None, lambda _: told()),
    )
    app = CompanionApp(
        parts.frontend,
        registry(games.pages()),
        cursor=windowed,
        edition=options.edition,
        kiosk=_kiosk(machine) if options.kiosk else None,
        watchdog=watchdog,
        sound=speaker.play,
    )
    machine.tell, machine.end = session.tell, app.end
    return Run(parts, app, machine, watchdog)


def _kiosk(machine: Machine) -> Kiosk:
    from companion.ui.kiosk import Kiosk

    return Kiosk(machine, Backlight())


class _FirstFrame(Watchdog):
    """The service manager's watchdog, and ``then`` what can wait until there is a picture."""

    then: Callable[[], None] = staticmethod(lambda: None)

    def drawn(self) -> None:
        """The first picture is on the screen."""
        super().drawn()
        gc.freeze()
        gc.enable()
        # What only the first pictures needed, such as the compiler of their shaders.
        later = threading.Timer(SETTLED_S, give_back)
        later.daemon = True
        later.start()
        self.then()


class Run:
    """One run of ``app``: what ends it, and how."""

    def __init__(
        self, parts: Parts, app: CompanionApp, machine: Machine, watchdog: _FirstFrame
    ) -> None:
        self._parts = parts
        self.app = app
        self._machine = machine
        self._watchdog = watchdog
        self._told_to_end = False
        self._broken = False

    def until_closed(self) -> int:
        """Start the session, show the screen, put everything away; the exit status."""
        parts = self._parts
        threading.excepthook = self._thread_died
        parts.session.subscribe(self._watchdog.seen)
        thread = parts.start()
        self._watchdog.then = self._resume
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._ended)
        for number in KEYBOARDS if parts.options.kiosk else ():
            signal.signal(number, signal.SIG_IGN)
        try:
            self.app.run()
        except Exception:
            log.critical("the screen broke off", exc_info=True)
            self._broken = True
        finally:
            parts.frontend.phones.switch_off()
            parts.session.close()
            thread.join(CLOSE_S)
            parts.close_folder()
        return self._status()

    def _resume(self) -> None:
        """There is a picture: put the game on the table that lay there."""
        frontend, tell = self._parts.frontend, self._parts.session.tell
        if not self._parts.options.edition:
            frontend.resume(tell)
        if frontend.settings.phones:
            tell(frontend.phones.switch_on())

    def _status(self) -> int:
        # The kiosk's window has no way to be closed, so if it is gone, something took it.
        meant = not self._parts.options.kiosk or self._machine.left or self._told_to_end
        status = 0 if meant and not self._broken else 1
        log.info("ended, status %d", status)
        return status

    def _ended(self, number: int, frame: FrameType | None) -> None:
        # Lights and buzzer first: the screen may be busy for longer than a person would wait.
        self._parts.session.close()
        self._told_to_end = True
        self._watchdog.stopping()
        log.info("told to end (%s)", signal.Signals(number).name)
        if self.app.root is None:
            self.app.end()  # nothing is built yet that could be stopped: with the first frame
        else:
            self.app.stop()

    def _thread_died(self, args: threading.ExceptHookArgs) -> None:
        name = args.thread.name if args.thread else "?"
        trouble = args.exc_value or args.exc_type()
        log.critical("the thread %s broke off", name, exc_info=trouble)
        if name in VITAL:
            self._broken = True
            self._parts.frontend.crashed()
            self.app.end()
