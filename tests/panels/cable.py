"""A serial port for tests: a pseudo-terminal; and patience."""

from __future__ import annotations

import os
import pty
import time
import tty
from collections.abc import Callable
from contextlib import suppress

LOOK_S = 0.005


def wait_for(true: Callable[[], object], seconds: float = 5) -> None:
    """Look again and again until it is true; AssertionError when it does not become so."""
    limit = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < limit, "it did not come to pass"
        time.sleep(LOOK_S)


class Cable:
    """A pseudo-terminal whose far end the test holds."""

    def __init__(self) -> None:
        self.far, self._near = pty.openpty()
        tty.setraw(self._near)
        os.set_blocking(self.far, False)
        self.name = os.ttyname(self._near)

    def say(self, data: bytes) -> None:
        os.write(self.far, data)

    def heard(self) -> bytes:
        try:
            return os.read(self.far, 4096)
        except BlockingIOError:
            return b""

    def fill(self) -> None:
        """Until it takes nothing more, as if nobody had read the far end for long."""
        os.set_blocking(self._near, False)
        for _ in range(5):  # what is in the system's hands makes room once more
            with suppress(BlockingIOError):
                while True:
                    os.write(self._near, bytes(64))
            time.sleep(LOOK_S)

    def pull(self) -> None:
        """The far end goes, as when a cable is pulled out."""
        if self.far >= 0:
            os.close(self.far)
            self.far = -1

    def close(self) -> None:
        self.pull()
        os.close(self._near)
