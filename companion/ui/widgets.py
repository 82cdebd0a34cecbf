"""The parts every screen is built of. Sizes come from the theme, so they suit any screen.

A screen's ``.kv`` file uses them by name; what each one looks like stands in ``widgets.kv``.
Anything that can be touched is a ``Tap``, so the rules of the hand live in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakSet

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.guard import DRAG
from companion.ui.icons import Icon
from companion.ui.measure import SIZE_MIN, lines_needed
from companion.ui.theme import load_kv, theme

__all__ = [
    "BigButton", "Card", "Choice", "Confirm", "Icon", "IconButton", "Notice", "ScrollList",
    "SeatBadge", "Sheet", "Stepper", "Tap", "TapCard", "Toggle", "Words",
]  # fmt: skip

BEAT_S, PATIENCE = 0.125, 4  # a key that is held counts on in this beat, after so many of them
_WORDS: WeakSet[Words] = WeakSet()


class Words(Label):
    """Text that fits its box: as large as ``size_max``, smaller if it must, never cut.

    ``size_max`` and ``size_min`` are design pixels, ``lines`` how many lines it may take. Where
    even ``size_min`` is too large (a very long name), it ends in an ellipsis.
    """

    size_max = NumericProperty(15)
    size_min = NumericProperty(SIZE_MIN)
    lines = NumericProperty(1)

    def __init__(self, **kwargs: object) -> None:
        self._fit_later = Clock.create_trigger(self.fit, -1)
        super().__init__(**kwargs)
        for name in ("text", "size", "size_max", "size_min", "lines", "bold"):
            self.fbind(name, self._fit_later)
        _WORDS.add(self)
        self._fit_later()

    @staticmethod
    def fit_all(*_: object) -> None:
        """Another screen: everything that is still there fits its words anew."""
        for words in tuple(_WORDS):
            words._fit_later()

    def fit(self, *_: object) -> None:
        """Choose the font size for the text and box of now."""
        if self.width <= 0 or self.height <= 0:
            return
        size = self.size_max
        while size > self.size_min and not self._fits(size):
            size -= 1
        fits = self._fits(size)
        self.font_size = size * theme.u
        self.shorten = not fits
        self.shorten_from = "right"
        self.max_lines = 0 if fits else self.lines
        free = fits and self.valign == "middle"
        self.text_size = (self.width, None if free else self.height)

    def _fits(self, size: float) -> bool:
        font = size * theme.u
        # Glyph widths are rounded at each size: a fiftieth of slack keeps the promise.
        needed = lines_needed(self.text, self.bold, self.width / font / 1.02)
        most = min(self.lines, max(1, int((self.height + font * 0.2) / (font * 1.18))))
        return needed <= most and font * 1.0 <= self.height * 1.02


# One listener for all: Kivy compares a new one with every one before, also of widgets long gone.
theme.fbind("u", Words.fit_all)


class Tap:
    """What a finger can do to a widget: press, and let go where it pressed.

    ``pressed`` is true at once, so the touch is answered in the next frame. ``on_tap`` comes on
    release, unless the finger was dragged away or moved on scrolling; ``enabled`` false keeps
    the touch from everything below and does nothing.
    """

    pressed = BooleanProperty(False)
    enabled = BooleanProperty(True)
    press_id = StringProperty("")
    """The id of the touch that is, or was last, on this widget."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_tap")  # type: ignore[attr-defined]
        super().__init__(**kwargs)
        self._moved = 0.0

    def on_tap(self) -> None:
        """The finger was lifted where it pressed."""

    def on_touch_down(self, touch: Any) -> bool:
        """Take the touch; a second finger on a held button changes nothing."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:  # type: ignore[attr-defined]
            return False
        if self.enabled and not self.pressed:
            touch.grab(self)
            self._moved = 0.0
            self.pressed = True
            self.press_id = touch.ud.get("press_id", "")
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that wanders is dragging, not tapping."""
        if touch.grab_current is not self:
            return False
        self._moved += abs(touch.dx) + abs(touch.dy)
        if self._moved > DRAG * theme.u:
            self.pressed = False
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Fire if the finger stayed."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        fires = self.pressed and self.enabled and self.collide_point(*touch.pos)
        self.pressed = False
        if fires:
            self.dispatch("on_tap")
        return True


class Card(BoxLayout):
    """A rounded surface with a padding; ``fill`` its colour, ``edge`` a frame or clear."""

    fill = ColorProperty(theme.card)
    edge = ColorProperty(theme.clear)
    radius = NumericProperty(12)


class TapCard(Tap, Card):
    """A card that can be tapped: a seat, a deed, a row."""


class BigButton(Tap, BoxLayout):
    """A button with words and perhaps an icon.

    ``kind``: ``usual`` (yellow, the next step), ``go`` (green), ``plain``, ``danger`` (red),
    ``chosen`` (yellow, a choice that is on), ``dull`` (says why not). ``under`` is a second,
    smaller line.
    """

    text = StringProperty("")
    under = StringProperty("")
    icon = StringProperty("")
    kind = StringProperty("plain")
    size_max = NumericProperty(18)
    lines = NumericProperty(2)
    radius = NumericProperty(12)
    icon_size = NumericProperty(24)
    icon_pad = NumericProperty(0)
    side_pad = NumericProperty(8)
    """Design pixels left free on both sides of the words."""

    def fill_colour(self, kind: str, pressed: bool, enabled: bool) -> tuple[float, ...]:
        """The surface for a kind and a state."""
        if not enabled:
            return theme.card
        up, down = {
            "usual": (theme.yellow, theme.yellow_down),
            "chosen": (theme.yellow, theme.yellow_down),
            "go": (theme.green, theme.green_down),
            "danger": (theme.red_ground, theme.red_down),
            "dull": (theme.card, theme.button),
        }.get(kind, (theme.button, theme.button_down))
        return down if pressed else up

    def ink_colour(self, kind: str, enabled: bool) -> tuple[float, ...]:
        """The words' colour on that surface."""
        if not enabled or kind == "dull":
            return theme.faint
        if kind in ("usual", "chosen", "go"):
            return theme.on_bright
        return theme.red if kind == "danger" else theme.text


class IconButton(Tap, Widget):
    """An icon to tap, 48 design pixels or more; ``says`` is what it does, for tests and help."""

    icon = StringProperty("")
    color = ColorProperty(theme.text)
    says = StringProperty("")


class Stepper(BoxLayout):
    """A whole number with minus and plus, from ``low`` to ``high`` in steps of ``step``.

    ``shown`` is the number in words; ``on_change`` brings the new one, a held key more and more.
    """

    value = NumericProperty(0)
    low = NumericProperty(0)
    high = NumericProperty(100)
    step = NumericProperty(1)
    shown = StringProperty("")
    tight = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        self._by = self._beats = 0
        self.register_event_type("on_change")
        super().__init__(**kwargs)

    def on_change(self, value: int) -> None:
        """The value a tap asks for."""

    def nudge(self, by: int) -> None:
        """Minus (-1) or plus (1) was tapped, or held for one beat more."""
        self.dispatch("on_change", int(max(self.low, min(self.high, self.value + by * self.step))))

    def hold(self, by: int, down: bool) -> None:
        """A key went down, or was let go."""
        Clock.unschedule(self._beat)
        self._by, self._beats = by, 0
        if down:
            Clock.schedule_interval(self._beat, BEAT_S)

    def _beat(self, _dt: float) -> None:
        self._beats += 1
        if self._beats > PATIENCE:
            self.nudge(self._by)


class Toggle(Tap, Widget):
    """A switch: ``active`` or not; ``on_tap`` asks for the other."""

    active = BooleanProperty(False)


class Choice(BoxLayout):
    """A few answers side by side, one of them on: ``options`` as (value, words) pairs.

    The words are shown as they are (translate them before); ``on_choose`` brings the value.
    """

    options = ListProperty([])
    value = ObjectProperty(None, allownone=True)
    size_max = NumericProperty(15)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_choose")
        super().__init__(**kwargs)
        self.fbind("options", self._rebuild)
        self.fbind("value", self._mark)
        self._rebuild()

    def on_choose(self, value: object) -> None:
        """The answer that was tapped."""

    def _rebuild(self, *_: object) -> None:
        self.clear_widgets()
        for value, words in self.options:
            button = BigButton(text=words, size_max=self.size_max)
            button.bind(on_tap=lambda _button, value=value: self.dispatch("on_choose", value))
            self.add_widget(button)
        self._mark()

    def _mark(self, *_: object) -> None:
        for button, (value, _words) in zip(reversed(self.children), self.options, strict=True):
            button.kind = "chosen" if value == self.value else "plain"


class SeatBadge(Widget):
    """What stands for a player on the seat's colour: colour never speaks alone.

    ``sign`` is said for a name that is not at the table yet; ``hollow``: out of the game.
    """

    letter = StringProperty("")
    sign = StringProperty("")
    hollow = BooleanProperty(False)


class ScrollList(ScrollView):
    """A column that scrolls by finger; ``rows`` is the layout to fill with rows."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._rows: BoxLayout | None = None

    @property
    def rows(self) -> BoxLayout:
        """The layout that holds the rows."""
        if self._rows is None:
            self._rows = ScrollRows()
            super().add_widget(self._rows)
        return self._rows


class ScrollRows(BoxLayout):
    """The inside of a ScrollList: as tall as its rows together."""


class Sheet(FloatLayout):
    """A layer over the page with one question; a touch beside the card does nothing.

    The shell opens and closes sheets; ``close`` is set by it. ``dim`` 0-1 is how dark the page
    below becomes.
    """

    title = StringProperty("")
    dim = NumericProperty(0.6)

    def __init__(self, **kwargs: object) -> None:
        self.close: Callable[[], None] = lambda: None
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below a sheet can be touched."""
        super().on_touch_down(touch)
        return True


class Confirm(Sheet):
    """Asks once before something destructive: what happens, a red yes, a plain no."""

    question = StringProperty("")
    yes = StringProperty("")
    yes_kind = StringProperty("danger")

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_agreed")
        super().__init__(**kwargs)

    def on_agreed(self) -> None:
        """The yes button was tapped; the sheet is already closed."""

    def answer_yes(self) -> None:
        """Close, then do it."""
        self.close()
        self.dispatch("on_agreed")


class Notice(Tap, FloatLayout):
    """One sentence over the left of the top bar; a tap puts it away."""

    text = StringProperty("")


load_kv(Path(__file__).with_name("widgets.kv"))
