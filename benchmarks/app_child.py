"""One measured process: an empty Kivy app or ours; prints its report as JSON when done."""

from __future__ import annotations

import time

BEGAN = time.monotonic()

import json  # noqa: E402 - everything below belongs to the measured start
import sys  # noqa: E402
from collections.abc import Callable  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

from companion.ui.start import Display, prepare  # noqa: E402

SETTLE_S = 2
"""The lamp test and the first drawing are over by then."""


def empty_app(folder: Path) -> tuple[Callable[[], Any], Callable[[], None]]:
    """What Kivy itself costs."""
    prepare(folder / "kivy", Display(size=(800, 480)))
    from kivy.app import App
    from kivy.uix.label import Label

    class Empty(App):  # type: ignore[misc]
        def build(self) -> Any:
            return Label(text="empty")

    app = Empty()
    return app.run, app.stop


def our_app(folder: Path) -> tuple[Callable[[], Any], Callable[[], None]]:
    """The app as it is started, on its own threads."""
    from companion.app.run import open_app
    from companion.app.wiring import Options

    opened = open_app(Options(folder / "data", lang="en"))
    return opened.until_closed, opened.app.end


def main() -> None:
    """Open, rest, report."""
    which, folder, idle_s = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])
    run, end = (empty_app if which == "empty" else our_app)(folder)
    from kivy.clock import Clock
    from kivy.core.window import Window

    report = {"redraws": 0.0}

    def drawn(*_: object) -> None:
        report["redraws"] += 1

    def first(*_: object) -> None:
        Window.unbind(on_flip=first)
        report["start"] = time.monotonic() - BEGAN
        Window.bind(on_draw=drawn)
        Clock.schedule_once(rest, SETTLE_S)

    def rest(_dt: float) -> None:
        report["cpu"] = -time.process_time()
        report["redraws"] = 0
        Clock.schedule_once(over, idle_s)

    def over(_dt: float) -> None:
        report["cpu"] += time.process_time()
        report["rss"] = float(Path("/proc/self/statm").read_text().split()[1])
        print(json.dumps(report), flush=True)
        end()

    Window.bind(on_flip=first)
    run()


if __name__ == "__main__":
    main()
