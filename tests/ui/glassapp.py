"""The app in a process of its own, as it is started on a Pi, telling on stdout what it was asked.

``python -m tests.ui.glassapp HOME ROTATION``: prints ``ready`` once the first frame is drawn.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.panels.panel import Key
from companion.storage.settings import Settings
from companion.ui.start import Display, prepare


def main(home: str, rotation: str) -> None:
    prepare(Path(home), Display((800, 480), cursor=False))
    from kivy.clock import Clock
    from kivy.core.window import Window

    from companion.faces.views import View
    from companion.ui.app import CompanionApp
    from companion.ui.pages import PAGES
    from tests.ui.stage import StillFrontend
    from tests.ui.views import BAR, auction

    def say(*words: object) -> None:
        print(*words, flush=True)

    class TellingFrontend(StillFrontend):
        def touch(self, key: Key, down: bool, press_id: str) -> None:
            say("touch", key, "down" if down else "up")

        def command(self, name: str, press_id: str) -> None:
            say("command", name)

    frontend = TellingFrontend(View(1, BAR, auction()), Settings(rotation=int(rotation)))
    own = [page for page in PAGES if page.id in ("unit", "settings")]
    app = CompanionApp(frontend, own, cursor=False)

    def drawn(*_: object) -> None:
        Window.unbind(on_flip=drawn)
        # Two frames for the layout, then the lock after the first page is long over.
        Clock.schedule_once(lambda _: say("ready", *Window.size), 0.4)

    Window.bind(on_flip=drawn)
    Window.bind(on_touch_down=lambda _, touch: say("glass", round(touch.x), round(touch.y)))
    app.run()
    say("closed")


if __name__ == "__main__":
    main(*sys.argv[1:])
