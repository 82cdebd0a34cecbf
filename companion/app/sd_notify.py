"""The service manager's notification protocol: one datagram of ``NAME=value`` lines.

The whole protocol is these few lines, so no library is asked for. Without a service manager
everything here does nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class ServiceManager:
    """Whoever started us and listens at NOTIFY_SOCKET; a path, or ``@name`` for an abstract one."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self.watchdog_ms = _watchdog_ms(environ)

    def say(self, *states: str) -> bool:
        """Send states such as ``READY=1``; False when nobody has got them. Never raises, and
        never waits: a manager that is busy must not stop a clock of ours."""
        if not self._address:
            return False
        address = self._address
        if address.startswith("@"):
            address = "\0" + address[1:]
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)
                out.sendto("\n".join(states).encode(), address)
        except OSError:
            return False
        return True


def _watchdog_ms(environ: Mapping[str, str]) -> int:
    """How long we may be silent, in milliseconds; 0 when nobody watches, or watches another."""
    wanted = environ.get("WATCHDOG_USEC", "")
    of_whom = environ.get("WATCHDOG_PID", "") or str(os.getpid())
    if not wanted.isdigit() or of_whom != str(os.getpid()) or not environ.get("NOTIFY_SOCKET"):
        return 0
    return int(wanted) // 1000
