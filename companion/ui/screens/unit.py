"""The trading unit: Build, the number, Auction, and the ring with its four marks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.faces.views import Text, UnitView, View
from companion.panels.panel import Key
from companion.ui.moment import lit_mark, mark_words
from companion.ui.pages import Page
from companion.ui.theme import load_kv, theme
from companion.unit.frame import LEVEL_MAX
from companion.unit.unit import RAILROAD, Phase

RING_REST = 0.55
"""How bright the ring's arc stays between two pulses: dark enough to see, never gone."""
RING_OFF = tuple(0.8 * b + 0.2 * g for b, g in zip(theme.button[:3], theme.ink[:3], strict=True))
"""The colour of the ring where no light is."""


class UnitButton(BoxLayout):
    """One of the two keys of the unit: acts when touched, not when let go, like the real one.

    ``on_edge(down, press_id)`` comes for both, so holding works; one finger at a time.
    """

    icon = StringProperty("")
    text = StringProperty("")
    kind = StringProperty("go")
    dim = BooleanProperty(False)
    pressed = BooleanProperty(False)
    says = StringProperty("")
    enabled = BooleanProperty(True)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_edge")
        super().__init__(**kwargs)

    def on_edge(self, down: bool, press_id: str) -> None:
        """The finger came down or was lifted."""

    def on_touch_down(self, touch: Any) -> bool:
        """Press at once; a finger that slides off still holds until it is lifted."""
        if not self.enabled or not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        if not self.pressed:
            touch.grab(self)
            self.pressed = True
            self.dispatch("on_edge", True, touch.ud.get("press_id", ""))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.pressed = False
        self.dispatch("on_edge", False, touch.ud.get("press_id", ""))
        return True

    def fill_colour(self, kind: str, pressed: bool, dim: bool) -> tuple[float, ...]:
        """The surface."""
        if kind == "go":
            return theme.green_dim if dim else theme.green_down if pressed else theme.green
        return theme.yellow_down if pressed or dim else theme.yellow


class UnitRing(Widget):
    """The ring: four mark lights 0-1 and an arc of ``arc`` (0-1) in ``glow`` (0-1)."""

    marks = ListProperty([0.0, 0.0, 0.0, 0.0])
    arc = NumericProperty(0.0)
    glow = NumericProperty(1.0)

    def arc_colour(self, arc: float, glow: float) -> tuple[float, ...]:
        """The light mixed with the ring below it: opaque, or arc and cap would show twice."""
        if not arc:
            return theme.clear
        lights = zip(theme.light[:3], RING_OFF, strict=True)
        return (*(off + (on - off) * glow for on, off in lights), 1.0)


class UnitPage(Page):
    """Shows a UnitView. Works with no game at all."""

    view: UnitView = ObjectProperty(UnitView())
    number_words = StringProperty("")
    number_icon = StringProperty("")
    number_faint = BooleanProperty(False)
    caption = StringProperty("")
    why = StringProperty("")
    stopped = BooleanProperty(False)
    in_auction = BooleanProperty(False)
    urgent = BooleanProperty(False)

    def show(self, view: View) -> None:
        """Draw the unit; equal values are no change, so an idle unit draws nothing."""
        unit = view.unit
        self.view = unit
        self.in_auction = unit.phase is Phase.AUCTION
        self.stopped, self.urgent = unit.paused, unit.last_five
        self.number_words, self.number_icon = self._number(unit)
        self.number_faint = unit.phase is Phase.ROLLING
        self.caption = self._caption(unit)
        self.why = theme.say(unit.why)
        self._show_ring(unit)

    def edge(self, key: str, down: bool, press_id: str) -> None:
        """A finger on one of the two unit buttons."""
        self.frontend.touch(Key(key), down, press_id)

    def _show_ring(self, unit: UnitView) -> None:
        ring: UnitRing = self.ids.ring
        ring.marks = [level / LEVEL_MAX for level in unit.frame.marks]
        ring.arc = unit.left_ms / unit.total_ms if self.in_auction and unit.total_ms else 0.0
        pulse = unit.frame.ring / LEVEL_MAX if theme.motion else 1.0
        ring.glow = 1.0 if unit.paused else RING_REST + (1 - RING_REST) * pulse

    def _number(self, unit: UnitView) -> tuple[str, str]:
        """The big figure, or the icon that stands for it."""
        match unit.phase:
            case Phase.AUCTION:
                return str(unit.seconds), ""
            case Phase.SOLD:
                return "", "auction"
            case Phase.SHOWN:
                return mark_words(unit.result)
            case Phase.ROLLING:
                return mark_words(lit_mark(unit))
        return "", ""

    def _caption(self, unit: UnitView) -> str:
        """The line under the figure."""
        if unit.offer_resume:
            return str(theme.tr("Auction paused at {n} s", n=unit.seconds))
        if unit.paused:
            return str(theme.tr("paused"))
        match unit.phase:
            case Phase.AUCTION if unit.subject:
                return str(theme.tr("seconds · {subject}", subject=unit.subject))
            case Phase.AUCTION:
                return str(theme.tr("seconds"))
            case Phase.SOLD:
                return str(theme.tr("Time is up: the highest bid wins"))
            case Phase.SHOWN:
                return str(theme.say(_result_text(unit)))
            case Phase.ROLLING:
                return str(theme.tr("how many blocks?"))
        return str(theme.tr("Ready"))


def _result_text(unit: UnitView) -> Text:
    if unit.result == RAILROAD:
        if unit.player:
            return Text("one free railroad, {player}", (("player", unit.player),))
        return Text("one free railroad")
    if unit.player:
        return Text("blocks at most, {player}", (("n", unit.result), ("player", unit.player)))
    return Text("blocks at most", (("n", unit.result),))


load_kv(Path(__file__).with_name("unit.kv"))
