"""The one gate every touch passes before any button sees it, and the dark screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Protocol

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.ui.guard import BlankTimer, TouchGuard


class Backlight(Protocol):
    """The light behind the picture. Neither blocks nor raises."""

    def shine(self, percent: int) -> None:
        """As bright as ``percent``; 0 is dark."""


class Blank(Widget):
    """The dark screen."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.canvas:
            Color(0, 0, 0, 1)
            self._black = Rectangle(pos=self.pos, size=self.size)
        self.bind(pos=self._cover, size=self._cover)

    def _cover(self, *_: object) -> None:
        self._black.pos, self._black.size = self.pos, self.size


class Gate(FloatLayout):
    """The root of the screen. ``now`` hands in whole milliseconds of a steady clock.

    ``backlight`` is the screen's own where we may set it; without one a black picture has to do.
    A second report of one finger, a touch just after a page change and the touch that wakes a
    dark screen go no further. Every touch that counts carries its id in ``ud["press_id"]``.
    """

    def __init__(
        self, now: Callable[[], int], backlight: Backlight | None = None, **kwargs: object
    ) -> None:
        self.now = now
        self._backlight = backlight
        self._brightness = 100
        # Ids go into the journal of a game, so they must differ from those of every other run.
        self.guard = TouchGuard(f"touch-{os.urandom(4).hex()}")
        self.blank = BlankTimer(0, now())
        self._dark: Blank | None = None
        self._keep_awake = False
        self._blank_later = Clock.create_trigger(self._check_blank, 0)
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Let a touch through once, or not at all."""
        if touch.is_mouse_scrolling:
            return bool(super().on_touch_down(touch))
        press_id = self.guard.down(touch.x, touch.y, self.now())
        woke = self.blank.touch(self.now())
        if woke:
            # A whole hand may wake it: its other fingers must not press anything either.
            self.guard.lock(self.now())
        self._undim()
        if woke or not press_id:
            touch.ud["dropped"] = True
            return True
        touch.ud["press_id"] = press_id
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """A touch that did not count does not move anything either."""
        return "dropped" in touch.ud or bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Nor does it let go of anything."""
        return "dropped" in touch.ud or bool(super().on_touch_up(touch))

    def blank_after(self, minutes: int) -> None:
        """Go dark after so many minutes without a touch; 0 = never."""
        if self.blank.after_ms != minutes * 60_000:
            self.blank.after_ms = minutes * 60_000
            self._plan_blank()

    def keep_awake(self, awake: bool) -> None:
        """While true the screen stays lit, and a dark one lights up."""
        if awake != self._keep_awake:
            self._keep_awake = awake
            self.wake()

    def wake(self) -> None:
        """Light the screen as a touch would."""
        self.blank.touch(self.now())
        self._undim()
        self._plan_blank()

    def shine_at(self, percent: int) -> None:
        """How bright the screen is while it is not dark."""
        self._brightness = percent
        if not self.is_dark:
            self._shine(percent)

    def lit_again(self) -> None:
        """The screen was dark and is not any more."""

    def rest(self) -> None:
        """The window goes: wait for nothing any more, and leave no dark screen behind."""
        self._blank_later.cancel()
        self._shine(self._brightness)

    @property
    def is_dark(self) -> bool:
        """Whether the screen is blanked."""
        return self._dark is not None

    def _plan_blank(self) -> None:
        self._blank_later.cancel()
        due = self.blank.due_in(self.now())
        if due is not None and not self._keep_awake:
            self._blank_later.timeout = max(0.05, due / 1000)
            self._blank_later()

    def _check_blank(self, *_: object) -> None:
        if self.blank.check(self.now(), self._keep_awake):
            if self._dark is None:
                self._dark = Blank()
                self.add_widget(self._dark)
                self._shine(0)
        else:
            self._plan_blank()

    def _undim(self) -> None:
        if self._dark is not None:
            self.remove_widget(self._dark)
            self._dark = None
            self._shine(self._brightness)
            self._plan_blank()
            self.lit_again()

    def _shine(self, percent: int) -> None:
        if self._backlight is not None:
            self._backlight.shine(percent)
