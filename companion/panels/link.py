"""The trading unit's microcontroller at a serial port, as a panel.

One thread of its own has the port: it finds it, opens it, talks (``talk.py``) and starts over
whenever the board goes away. The session only leaves a frame and is told of edges.
"""

from __future__ import annotations

import os
import select
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from companion.panels.panel import Edge, Key, Press, Status, nobody, trouble
from companion.panels.ports import (
    ListPorts,
    Port,
    Sender,
    candidates,
    cannot_open,
    choose,
    list_ports,
    looks_like_login,
)
from companion.panels.talk import Talk, pins_fit
from companion.panels.wire import PROTOCOL, pin_table
from companion.unit.frame import Frame

BOOT_MS = PROTOCOL.timing_ms["boot"]
LOOK_AGAIN_S = 0.25
"""How soon an absent board is looked for again."""
REOPEN_MS = 5_000
"""A port that answers nothing for this long is opened anew."""
BLIND_READ_S = 0.01
"""How long to wait for a port that cannot be waited for together with other things."""
CLOSE_S = 0.7
BYES = 3
"""How often a bye is said before a board that does not hear it is left."""
_NOT_OPEN = trouble("The microcontroller's panel is not open.")
_READ_MAX = 256
READ_AGAIN_S = 0.01
"""How long to wait after so much was read at once: more than twice what the line can carry has
time to come, and a device that floods the port costs no more than that."""

OpenPort = Callable[[str], Any]


def open_port(device: str) -> Any:
    """The serial port ``device`` (or pyserial URL), never blocking; OSError when it cannot be."""
    import serial

    options: dict[str, Any] = {"baudrate": PROTOCOL.baud, "timeout": 0, "write_timeout": 0}
    if "://" not in device:
        options["exclusive"] = True
    return serial.serial_for_url(device, **options)


def close_port(port: Any) -> None:
    """Close it at once: for what it has not taken by now Linux would wait half a minute."""
    with suppress(OSError, AttributeError, TypeError, termios.error):
        port.reset_output_buffer()
    with suppress(OSError):
        port.close()


def monotonic_ms() -> int:
    """Whole milliseconds on the clock that nobody can set."""
    return time.monotonic_ns() // 1_000_000


class SerialPanel:
    """The panel at ``port``: a device, part of a board's name, or "" for the only board.

    ``debounce_ms`` is 0 because the microcontroller has debounced already, by the same rule.
    """

    name = "serial"
    debounce_ms = 0

    def __init__(
        self,
        port: str = "",
        ports: ListPorts = list_ports,
        opener: OpenPort = open_port,
        clock_ms: Callable[[], int] = monotonic_ms,
        look_again_s: float = LOOK_AGAIN_S,
    ) -> None:
        self._wanted = port
        self._list_ports = ports
        self._opener = opener
        self._clock_ms = clock_ms
        self._look_again_s = look_again_s
        self.changed: Callable[[], None] = nobody
        self._known: Port | None = None
        self._lock = threading.Lock()
        self._newest: tuple[Frame, int] | None = None
        self._shown = self._passed_on = self._arrived = 0
        self._status = _NOT_OPEN
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._press: Press | None = None
        self._was_lost = False
        self._openings = self._number = 0
        self._wake_read = self._wake_write = -1

    def open(self, press: Press) -> None:
        """Start looking for the board; returns at once. Open already: starts afresh."""
        self.close()
        self._press = press
        self._stop.clear()
        self._was_lost = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._tell(trouble("Looking for the microcontroller."))
        self._thread = threading.Thread(target=self._run, name="serial panel", daemon=True)
        self._thread.start()

    def show(self, frame: Frame) -> None:
        """Leave the newest frame; older ones not yet sent are never sent."""
        if self._thread is None:
            return
        with self._lock:
            self._newest = (frame, self._clock_ms())
            self._shown += 1
        self._wake()

    def status(self) -> Status:
        """How the panel is now."""
        with self._lock:
            return self._status

    def arrived(self) -> bool:
        """Whether the newest frame has been acknowledged by the board."""
        with self._lock:
            return self._arrived == self._shown

    def close(self) -> None:
        """Dark, and the board a trading unit of its own again; takes less than a second."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._stop.set()
        self._wake()
        thread.join(CLOSE_S)
        if not thread.is_alive():
            os.close(self._wake_read)
            os.close(self._wake_write)
        with self._lock:
            self._newest = None
            self._status = _NOT_OPEN

    # -- the thread

    def _run(self) -> None:
        while not self._stop.is_set():
            chosen = choose(self._wanted, self._list_ports(), self._known)
            if isinstance(chosen, Status):
                self._tell(chosen if self._known is None else _lost())
                self._stop.wait(self._look_again_s)
                continue
            try:
                port = self._opener(chosen.device)
            except OSError as fault:
                self._tell(cannot_open(chosen.device, fault))
                self._stop.wait(self._look_again_s)
                continue
            self._converse(port, chosen)

    def _converse(self, port: Any, where: Port) -> None:
        opened_at = self._clock_ms()
        self._openings += 1
        talk, sender = Talk(opened_at, self._number), Sender(port)
        talk.lost = self._was_lost
        self._tell(_health(talk, where, 0))
        self._show_newest(talk)
        try:
            while not self._stop.is_set():
                now = self._clock_ms()
                self._exchange(port, talk, sender, now)
                if talk.attached:
                    self._known = where if where.vid is not None else self._known
                    opened_at = now
                elif now - opened_at >= REOPEN_MS:
                    break
                if talk.settled:
                    with self._lock:
                        self._arrived = self._passed_on
                self._tell(_health(talk, where, now - opened_at))
            self._say_bye(port, talk, sender)
        except (OSError, TypeError):
            # pyserial raises TypeError when another thread of its own has closed the port.
            talk.lost = talk.lost or talk.greetings > 0
            if talk.lost:
                self._tell(_lost())
        finally:
            self._number, self._was_lost = talk.number, talk.lost
            talk.let_go()
            self._pass_on(talk)
            close_port(port)

    def _exchange(self, port: Any, talk: Talk, sender: Sender, now: int) -> None:
        talk.run(now)
        self._pass_on(talk)
        sender.send(talk.take_bytes(), now)
        self._wait(port, sender.is_full, max(0, talk.next_deadline() - now) / 1000)
        if heard := port.read(_READ_MAX):
            talk.hear(heard, self._clock_ms())
        if len(heard) == _READ_MAX:
            select.select([self._wake_read], [], [], READ_AGAIN_S)
        if self._woken():
            self._show_newest(talk)

    def _show_newest(self, talk: Talk) -> None:
        with self._lock:
            newest = self._newest
            self._passed_on = self._shown
        if newest:
            talk.show(*newest)

    def _say_bye(self, port: Any, talk: Talk, sender: Sender) -> None:
        """Say bye until it is heard, but not for long."""
        for _ in range(BYES):
            if not talk.attached or talk.bye_heard:
                return
            talk.say_bye(self._clock_ms())
            sender.send(talk.take_bytes(), self._clock_ms())
            self._wait_for_port(port, PROTOCOL.timing_ms["resend"] / 1000)
            talk.hear(port.read(_READ_MAX), self._clock_ms())

    def _pass_on(self, talk: Talk) -> None:
        for told in talk.take_edges():
            # After close() nobody is told anything any more.
            if self._press is not None and not self._stop.is_set():
                press_id = f"{self._openings}.{told.press_id}"
                self._press(Edge(Key(told.key), told.down, self.name, press_id))

    def _wait(self, port: Any, full: bool, seconds: float) -> None:
        """Until there is something to read, to send or to show."""
        try:
            sources = [port.fileno(), self._wake_read]
        except (AttributeError, OSError):
            # pyserial's loop:// and the like are no files.
            sources, seconds = [self._wake_read], min(seconds, BLIND_READ_S)
        select.select(sources, sources[:1] if full else [], [], seconds)

    @staticmethod
    def _wait_for_port(port: Any, seconds: float) -> None:
        try:
            select.select([port.fileno()], [], [], seconds)
        except (AttributeError, OSError):
            time.sleep(BLIND_READ_S)

    def _wake(self) -> None:
        try:
            os.write(self._wake_write, b"!")
        except OSError:
            # Full: it is awake anyway. Closed: nobody is there to be woken.
            return

    def _woken(self) -> bool:
        try:
            return bool(os.read(self._wake_read, _READ_MAX))
        except BlockingIOError:
            return False

    def _tell(self, status: Status) -> None:
        with self._lock:
            before, self._status = self._status, status
        if status != before:
            self.changed()


def _lost() -> Status:
    return trouble(
        "The panel is lost.", "Check its cable; the buttons on the screen work meanwhile."
    )


def _health(talk: Talk, where: Port, waited_ms: int) -> Status:
    """How the conversation is going."""
    facts: dict[str, object] = {"port": where.device}
    if talk.attached:
        return _versions(talk, facts)
    if talk.identity and not talk.fits:
        return trouble(
            "The microcontroller at {port} speaks version {theirs}, this program version {ours}.",
            "Flash it anew: make flash PORT={port}.",
            **facts,
            theirs=talk.identity.version,
            ours=PROTOCOL.version,
        )
    if talk.lost:
        return _lost()
    if looks_like_login(talk.reader.heard + talk.reader.unfinished()):
        return trouble(
            "A login prompt answers at {port}: it is used as a console.",
            "Switch that off with sudo raspi-config, Interface Options, Serial Port.",
            **facts,
        )
    if waited_ms < BOOT_MS:
        return trouble("Waiting for the microcontroller at {port}.", **facts)
    return trouble(
        "Nothing at {port} answers.",
        "Usually another program is on the board: make flash PORT={port}.",
        **facts,
    )


def _versions(talk: Talk, facts: dict[str, object]) -> Status:
    """Ready; but a firmware or pin table that is not ours is worth a sentence."""
    it = talk.identity
    assert it is not None
    if it.firmware != PROTOCOL.firmware:
        note = trouble(
            "The microcontroller at {port} has firmware {theirs}, this program brings {ours}.",
            "Flash it anew when you like: make flash PORT={port}.",
            **facts,
            theirs=it.firmware,
            ours=PROTOCOL.firmware,
        )
    elif not pins_fit(it):
        note = trouble(
            "The microcontroller at {port} has pin table {theirs}, this program {ours}.",
            "Compare the wiring, or flash it anew: make flash PORT={port}.",
            **facts,
            theirs=f"{it.pins:04X}",
            ours=f"{pin_table():04X}",
        )
    else:
        return Status(True)
    return replace(note, ready=True)


def probe(
    wanted: str = "", ports: ListPorts = list_ports, opener: OpenPort = open_port
) -> list[tuple[str, Status]]:
    """How the board at ``wanted`` is, or every board there is; waits up to 3 s for each."""
    if not wanted:
        return [(port.device, _try(port, opener)) for port in candidates(ports())]
    chosen = choose(wanted, ports(), None)
    if isinstance(chosen, Status):
        return [(wanted, chosen)]
    return [(chosen.device, _try(chosen, opener))]


def _try(where: Port, opener: OpenPort) -> Status:
    panel = SerialPanel(where.device, lambda: [where], opener)
    panel.open(lambda edge: None)
    limit = monotonic_ms() + BOOT_MS + 500
    try:
        while not (status := panel.status()).ready and monotonic_ms() < limit:
            if status.text() and not status.sentence.startswith(("Waiting", "Looking")):
                break
            time.sleep(LOOK_AGAIN_S / 5)
        return status
    finally:
        panel.close()
