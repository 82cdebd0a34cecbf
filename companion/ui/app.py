"""The Kivy application: one window, one shell, views coming in from the session's thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.faces.views import View
from companion.panels.panel import Key
from companion.session.frontend import Frontend
from companion.ui.pages import PageSpec
from companion.ui.shell import Shell, unheard
from companion.ui.theme import theme

if TYPE_CHECKING:
    from companion.ui.kiosk import Kiosk

_KEYS = {"b": Key.BUILD, "a": Key.AUCTION}
_SWALLOWED = {27, 282}
"""Escape and F1 as SDL numbers them: neither closes the game nor opens Kivy's settings."""
FLIPS = 2
"""How often the first picture is put on the screen. Without a desktop SDL makes its surfaces
anew at the first time, and what was drawn before is lost."""


def steady_ms() -> int:
    """Whole milliseconds of the monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class Watchdog(Protocol):
    """Whoever wants to know that the screen lives. Nothing of this draws anything."""

    beat_s: float

    def drawn(self) -> None:
        """The first picture is on the screen."""

    def beat(self) -> None:
        """``beat_s`` seconds have gone and the loop still goes round; never called for 0."""


class CompanionApp(App):
    """The touchscreen on ``frontend``.

    ``pages`` are the registry, ``cursor`` whether a mouse pointer is shown, ``now`` the clock of
    the touch gate, ``edition`` the printing whose setup is shown first, "" for the trading unit,
    ``kiosk`` what the app adds where it has the computer to itself, ``sound`` plays a tone by its
    name. ``run()`` returns when the window is closed.
    """

    title = "Companion"

    def __init__(
        self,
        frontend: Frontend,
        pages: Sequence[PageSpec],
        cursor: bool = True,
        now: Callable[[], int] = steady_ms,
        edition: str = "",
        kiosk: Kiosk | None = None,
        watchdog: Watchdog | None = None,
        sound: Callable[[str], None] = unheard,
    ) -> None:
        super().__init__()
        self._frontend = frontend
        self._pages = pages
        self._cursor = cursor
        self._now = now
        self._edition = edition
        self._kiosk = kiosk
        self._watchdog = watchdog
        self._sound = sound
        self._newest = frontend.view
        self._held: dict[int, str] = {}
        self._presses = 0
        self._flips_done = 0
        self._draw_later = Clock.create_trigger(self._draw, -1)
        self._unsubscribe: Callable[[], None] = lambda: None

    def build(self) -> Shell:
        """The widget tree, showing the newest view."""
        Window.clearcolor = theme.ground
        Window.show_cursor = self._cursor
        Window.bind(
            size=self._fit, on_keyboard=self._swallow,
            on_key_down=self._key_down, on_key_up=self._key_up,
        )  # fmt: skip
        self._fit()
        shell = self._shell()
        self.root = shell
        self._unsubscribe = self._frontend.subscribe(self._arrived)
        self._draw()
        if self._edition:
            shell.open("setup").begin_with(self._edition)
        Window.bind(on_flip=self._flips)
        return shell

    def end(self) -> None:
        """Close; from any thread."""
        Clock.schedule_once(lambda _: self.stop())

    def on_stop(self) -> None:
        """Let go of the session and the window."""
        self._unsubscribe()
        self.root.rest()
        Clock.unschedule(self._beat)
        Clock.unschedule(self._flipped)
        if self._kiosk is not None:
            self._kiosk.end()
        Window.unbind(
            size=self._fit, on_keyboard=self._swallow, on_flip=self._flips,
            on_key_down=self._key_down, on_key_up=self._key_up,
        )  # fmt: skip

    def open_settings(self, *_: object) -> bool:
        """Kivy's own settings are never shown."""
        return False

    def _arrived(self, view: View) -> None:
        """A view from the session's thread: remember the newest, draw it in Kivy's."""
        if view.number >= self._newest.number:
            self._newest = view
        self._draw_later()

    def _shell(self) -> Shell:
        kiosk, parts = self._kiosk, (self._frontend, self._pages, self._now, self._play)
        if kiosk is None:
            return Shell(*parts)
        shell = Shell(*parts, kiosk.actions, kiosk.backlight)
        kiosk.begin(shell)
        return shell

    def _play(self, tone: str) -> None:
        if not self._frontend.settings.mute:
            self._sound(tone)

    def _flips(self, *_: object) -> None:
        # Kivy says so before the picture goes out; the next tick is when it has.
        Clock.schedule_once(self._flipped)

    def _flipped(self, _dt: float) -> None:
        self._flips_done += 1
        if self._flips_done < FLIPS:
            Window.canvas.ask_update()
            return
        Window.unbind(on_flip=self._flips)
        if self._watchdog is None:
            return
        self._watchdog.drawn()
        if self._watchdog.beat_s:
            Clock.schedule_interval(self._beat, self._watchdog.beat_s)

    def _beat(self, *_: object) -> None:
        assert self._watchdog is not None
        self._watchdog.beat()

    def _draw(self, *_: object) -> None:
        self.root.show(self._newest)
        if self._kiosk is not None:
            self._kiosk.show(self._newest)

    def _fit(self, *_: object) -> None:
        theme.fit(*Window.size)

    def _swallow(self, _window: Any, key: int, *_: object) -> bool:
        return key in _SWALLOWED

    def _key_down(
        self, _window: Any, key: int, _scan: int, letter: str | None, modifiers: list[str]
    ) -> bool:
        """B and A press the unit's buttons; the keyboard's own repeat does not."""
        if letter not in _KEYS or key in self._held or {"ctrl", "alt", "meta"} & set(modifiers):
            return False
        self._presses += 1
        self._held[key] = f"key-{self._presses}"
        self.root.wake()
        self._frontend.touch(_KEYS[letter], True, self._held[key])
        return True

    def _key_up(self, _window: Any, key: int, *_: object) -> bool:
        press_id = self._held.pop(key, "")
        if press_id:
            self._frontend.touch(_KEYS[chr(key)], False, press_id)
        return bool(press_id)
