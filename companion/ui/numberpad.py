"""Our own number pad: money is never typed on a system keyboard."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.pad import PadText
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "erase")


class NumberPad(BoxLayout):
    """Digits, erase, unit keys and one button that says what the number is for.

    ``units`` as in ``pad.Units`` (empty: plain numbers, and no point). ``done`` is the button's
    words; it works from 1 on, or from ``low`` where 0 means something, up to ``high`` (0 = no
    bound). ``on_amount`` brings the amount in whole units and the pad is empty again. ``chips``
    are usual amounts (Amount): one touch on one is as good as its digits and the button.
    """

    units = ListProperty([])
    chips = ListProperty([])
    done = StringProperty("")
    low = NumericProperty(1)
    high = NumericProperty(0)
    text: PadText = ObjectProperty(PadText())
    shown = StringProperty("")
    hint = StringProperty("")
    value = ObjectProperty(None, allownone=True)
    press_id = StringProperty("")
    """The id of the touch on the done button."""

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_amount")
        super().__init__(**kwargs)
        self.fbind("units", self._rebuild)
        self.fbind("chips", self._rebuild)
        for name in ("text", "low", "high"):
            self.fbind(name, self._draw)
        theme.bind(language=self._rebuild)

    def on_kv_post(self, base_widget: object) -> None:
        """The places for the keys are there now, also inside another ``.kv`` rule."""
        self._rebuild()

    def on_amount(self, value: int) -> None:
        """The amount is to be used."""

    def press(self, key: str, *_: object) -> None:
        """A key of the pad, or of a keyboard."""
        self.text = self.text.press(key)

    def finish(self, button: BigButton, amount: int | None = None) -> None:
        """Hand over what was typed, or the ``amount`` of a chip, and start afresh."""
        value, self.press_id = amount or self.value, button.press_id
        if value is not None:
            self.press("clear")
            self.dispatch("on_amount", value)

    def _rebuild(self, *_: object) -> None:
        if "grid" not in self.ids:
            return
        grid, side, chips = self.ids.grid, self.ids.side, self.ids.chips
        for box in (grid, side, chips):
            box.clear_widgets()
        for chip in self.chips:
            button = BigButton(text=theme.language.amount(chip), size_max=16)
            button.bind(on_tap=lambda touched, n=chip.value: self.finish(touched, n))
            chips.add_widget(button)
        units = tuple((name, factor) for name, factor in self.units)
        self.text = PadText(units)
        for key in _KEYS:
            if key == "erase":
                button = BigButton(icon="erase", icon_pad=16)
            elif key == ".":
                point = theme.language.point if units else "C"
                button = BigButton(text=point, size_max=22)
                key = "." if units else "clear"  # noqa: PLW2901
            else:
                button = BigButton(text=key, size_max=22)
            button.bind(on_tap=partial(self.press, key))
            grid.add_widget(button)
        for name, _factor in units:
            button = BigButton(text=theme.tr(name), size_max=18)
            button.bind(on_tap=partial(self.press, name))
            side.add_widget(button)
        self._draw()

    def _draw(self, *_: object) -> None:
        text = self.text
        value = text.value
        low_enough = value is not None and (not self.high or value <= self.high)
        self.value = value if low_enough and value is not None and value >= self.low else None
        digits = text.digits.replace(".", theme.language.point)
        if not text.units and text.digits:
            digits = theme.number(int(text.digits))
        self.shown = " ".join(part for part in (digits, theme.tr(text.unit)) if part) or "0"
        self.hint = (
            theme.tr("Which one: {units}?", units=self._unit_words()) if (text.asks_unit) else ""
        )

    def _unit_words(self) -> str:
        return " / ".join(theme.tr(name) for name, _ in self.units)


load_kv(Path(__file__).with_name("numberpad.kv"))
