"""A screen that is not there: Xvfb for one process, and a finger on it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType


class NoVirtualScreen(Exception):
    """Xvfb or xdotool is missing or does not start; the text says what to do."""


def attached() -> bool:
    """Whether this machine has a screen Kivy can open a window on."""
    if os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY"):
        return True
    return any(os.access(card, os.R_OK | os.W_OK) for card in Path("/dev/dri").glob("card*"))


class VirtualScreen:
    """An X server in memory. Use as a context; ``DISPLAY`` points at it meanwhile."""

    def __init__(self, width: int = 800, height: int = 480) -> None:
        self._size = f"{width}x{height}x24"
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> VirtualScreen:
        for tool in ("Xvfb", "xdotool"):
            if shutil.which(tool) is None:
                raise NoVirtualScreen(
                    f"{tool} is missing; install it with `sudo apt-get install xvfb xdotool`."
                )
        # Without -noreset the server starts over whenever its last client leaves, and takes with
        # it whoever is just coming in.
        read, write = os.pipe()
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(write),
                "-screen",
                "0",
                self._size,
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            pass_fds=(write,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        if not number:
            raise NoVirtualScreen("Xvfb did not start; run `Xvfb :99` by hand to see why.")
        os.environ["DISPLAY"] = f":{number}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait(5)
        os.environ.pop("DISPLAY", None)

    def down(self, x: int, y: int) -> None:
        """Put the finger on the pixel ``x``, ``y`` counted from the top left."""
        self._do("mousemove", str(x), str(y), "mousedown", "1")

    def up(self) -> None:
        """Lift the finger."""
        self._do("mouseup", "1")

    def key(self, name: str) -> None:
        """Type a key such as ``b``."""
        self._do("key", name)

    def _do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], check=True)
