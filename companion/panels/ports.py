"""Which serial port the microcontroller is at, and in a sentence why it cannot be had."""

from __future__ import annotations

import errno
import getpass
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.panels.panel import Status, trouble
from companion.panels.wire import PROTOCOL

USB_IDS = frozenset(
    {
        (0x2341, 0x0043),  # Arduino Uno
        (0x2341, 0x0001),
        (0x2A03, 0x0043),
        (0x1A86, 0x7523),  # CH340, on most Nanos
        (0x1A86, 0x55D4),
        (0x0403, 0x6001),  # FT232, on the first Nanos
        (0x10C4, 0xEA60),  # CP2102
    }
)
"""USB vendor and product of the boards and of the serial chips that Nanos carry."""
LOGIN_WORDS = ("login:", "Password:", "Linux raspberrypi", "Last login")


class Port(Struct, frozen=True):
    """A serial port of this machine; ``vid`` and ``pid`` are None when it is not on USB."""

    device: str
    vid: int | None = None
    pid: int | None = None
    serial: str = ""
    name: str = ""

    def same_board(self, other: Port) -> bool:
        """Whether it is the same board, perhaps under another name of the port."""
        return self.vid is not None and (self.vid, self.pid, self.serial) == (
            other.vid,
            other.pid,
            other.serial,
        )


WAITING_MAX = 1024
"""Bytes that wait for a port to take them; more are dropped, for whatever matters is said again."""


class Sender:
    """What is on its way out of an open ``port``; sending never waits."""

    def __init__(self, port: Any) -> None:
        self._port = port
        self._left = bytearray()
        self._full_since: int | None = None

    @property
    def is_full(self) -> bool:
        """Whether the port has taken less than it was given."""
        return bool(self._left)

    def send(self, data: bytes, now: int) -> None:
        """Send ``data``, and first what is left; OSError when the port has gone, or at ``now``
        (milliseconds) has taken nothing for as long as a board may be silent."""
        self._left += data[: WAITING_MAX - len(self._left)]
        taken = self._taken() if self._left else 0
        del self._left[:taken]
        if taken or not self._left:
            self._full_since = None
        elif self._full_since is None:
            self._full_since = now
        elif now - self._full_since >= PROTOCOL.timing_ms["silence"]:
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    def _taken(self) -> int:
        try:
            file = self._port.fileno()
        except (AttributeError, OSError):
            # pyserial's loop:// and the like are no files.
            return int(self._port.write(bytes(self._left)))
        try:
            # pyserial's own write tries a full port again and again, and never comes back.
            return os.write(file, self._left)
        except BlockingIOError:
            return 0


BRLTTY = (Path("/usr/bin/brltty"), Path("/bin/brltty"), Path("/sbin/brltty"))
"""Where the program is that takes the usual USB chips half a second after they are plugged in."""

ListPorts = Callable[[], list[Port]]


def list_ports() -> list[Port]:
    """The serial ports of this machine, in the order of their names."""
    from serial.tools import list_ports as tools

    return [
        Port(it.device, it.vid, it.pid, it.serial_number or "", it.product or it.description or "")
        for it in sorted(tools.comports())
    ]


def candidates(ports: list[Port]) -> list[Port]:
    """The ports a board of ours may be at, by their USB ids."""
    return [port for port in ports if (port.vid, port.pid) in USB_IDS]


def choose(wanted: str, ports: list[Port], known: Port | None) -> Port | Status:
    """The port to open, or why none can be chosen.

    ``wanted`` is a device ("/dev/ttyUSB0", "loop://"), part of a board's name or serial number,
    or "" for the only board there is. ``known``: the board that was there before; it is found
    again under whatever name its port has now.
    """
    if known and (again := [port for port in ports if port.same_board(known)]):
        return again[0]
    if "://" in wanted:
        return Port(wanted)
    if wanted.startswith("/"):
        listed = {port.device: port for port in ports}
        if wanted in listed or os.path.exists(wanted):
            return listed.get(wanted, Port(wanted))
        return trouble("There is no port {port}.", "Plug the cable in.", port=wanted)
    found = candidates(ports)
    if wanted:
        found = [it for it in ports if wanted.lower() in f"{it.name} {it.serial}".lower()]
    if not found and any(place.exists() for place in BRLTTY):
        return trouble(
            "No microcontroller was found; brltty, the program for braille displays, takes such "
            "boards for one of them.",
            "Run: sudo apt remove brltty, then plug the cable in again.",
        )
    if not found:
        return trouble(
            "No microcontroller was found.",
            "Plug its USB cable in, or name its port: --panel serial:PORT.",
        )
    if len(found) > 1:
        names = " ".join(it.device for it in found)
        return trouble(
            "There are several boards: {ports}.",
            "Which one is it? Start with --panel serial:PORT.",
            ports=names,
        )
    return found[0]


def cannot_open(port: str, fault: OSError) -> Status:
    """Why a port could not be opened, and what helps."""
    facts: dict[str, object] = {"port": port}
    if fault.errno == errno.EACCES:
        return trouble(
            "{port} may not be opened by this user; serial ports belong to the group dialout.",
            "Run: sudo usermod -aG dialout {user}, then log out and in again.",
            **facts,
            user=getpass.getuser(),
        )
    if fault.errno in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(fault):
        return trouble(
            "{port} is in use by another program.",
            "Close it, perhaps a serial monitor or a second companion.",
            **facts,
        )
    return trouble(
        "{port} cannot be opened: {fault}.",
        "Unplug the cable and plug it in again.",
        **facts,
        fault=os.strerror(fault.errno) if fault.errno else str(fault),
    )


def looks_like_login(heard: str) -> bool:
    """Whether what came over the line is a computer asking somebody to log in."""
    return any(word in heard for word in LOGIN_WORDS)
