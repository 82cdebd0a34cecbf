"""Kivy's environment, set before Kivy is imported: ours alone, whoever's machine it is."""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

DRIVERS = "x11,wayland,kmsdrm"
"""What SDL may draw with on Linux, in this order; left alone it would end with a screen that
exists in memory only, and nobody would ever see a picture or a fault."""


class NoScreen(RuntimeError):
    """There is nothing to draw on; the text says why and what to do."""


class Display(Struct, frozen=True):
    """How the window opens: size in pixels (None = the whole screen), cursor shown or not."""

    size: tuple[int, int] | None = (800, 480)
    cursor: bool = True


def prepare(home: Path, display: Display) -> None:
    """Point Kivy at ``home`` and configure input and graphics.

    Call it before anything imports kivy; a RuntimeError says when that was too late. No file of
    the user is read or written: a configuration left by another program changes nothing here.
    """
    if "kivy" in sys.modules:
        raise RuntimeError("kivy was imported before its environment was set")
    # Nothing is read or written there, so a folder that cannot be made stops nothing.
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        KIVY_HOME=str(home),
        KIVY_NO_ARGS="1",
        KIVY_NO_CONFIG="1",
        KIVY_NO_FILELOG="1",
        KIVY_NO_ENV_CONFIG="1",
        KIVY_CLOCK="interrupt",
        # Its other way to X ends the process without a word when there is none.
        KIVY_WINDOW="sdl2",
        # Kivy otherwise takes over standard error and tells of every start.
        KIVY_LOG_MODE="PYTHON",
        # SDL would make a wish to close the window of an order to end that comes while we start,
        # and the kiosk's window is never closed: the order would be lost.
        SDL_NO_SIGNAL_HANDLERS="1",
    )
    if sys.platform == "linux":
        os.environ.setdefault("SDL_VIDEODRIVER", DRIVERS)
    _configure(display)


def open_window() -> None:
    """Open the one window there is. Raises NoScreen, and nothing else is said about it then."""
    kivys = logging.getLogger("kivy")
    told: list[str] = []

    def hear(record: logging.LogRecord) -> bool:
        told.append(record.getMessage())
        return False

    kivys.addFilter(hear)
    try:
        from kivy.core.window import Window
    finally:
        kivys.removeFilter(hear)
    if Window is None:
        raise NoScreen(
            f"No screen could be opened{_reason(told)}. Usually none is connected, another program "
            "has it, or the graphics driver is off; `companion doctor` says which."
        )


def _reason(told: list[str]) -> str:
    """What SDL gave as its reason, in brackets, out of Kivy's page about it."""
    faults = [line for line in "\n".join(told).splitlines() if line.startswith("sdl2 - ")]
    return f" ({faults[-1].rsplit(': ', 1)[-1].strip(chr(39) + 'b')})" if faults else ""


def _configure(display: Display) -> None:
    from kivy.config import Config

    wanted: dict[str, dict[str, object]] = {
        "kivy": {"log_level": "warning", "exit_on_escape": 0, "keyboard_mode": ""},
        "graphics": {
            "maxfps": 60,
            "multisamples": 4,
            "fullscreen": 0 if display.size else "auto",
            "show_cursor": int(display.cursor),
            "resizable": 1,
        },
    }
    # On a smaller screen the window would be cut on all sides.
    sizes = [size for size in (display.size, x_screen()) if size]
    if sizes:
        width, height = map(min, zip(*sizes, strict=True))
        wanted["graphics"].update(width=width, height=height)
    for section, values in wanted.items():
        for key, value in values.items():
            Config.set(section, key, str(value))
    # The red dots of multitouch emulation would also swallow every right click.
    Config.set("input", "mouse", "mouse,disable_multitouch")
    for module in list(Config.options("modules")):
        Config.remove_option("modules", module)


def x_screen() -> tuple[int, int] | None:
    """The size of the X screen in pixels, None where there is none.

    SDL leaves filling the screen to the window manager, so without one a window of the whole
    screen has to be as large as the screen from the start.
    """
    if not os.environ.get("DISPLAY"):
        return None
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return None
    number = x11.XDefaultScreen(display)
    size = (x11.XDisplayWidth(display, number), x11.XDisplayHeight(display, number))
    x11.XCloseDisplay(display)
    return size
