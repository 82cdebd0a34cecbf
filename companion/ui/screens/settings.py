"""The settings in four groups: one card each, changed at once, kept by the session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.faces.views import View
from companion.locale import i18n
from companion.storage.settings import RANGES, ROTATIONS, Settings
from companion.ui.pages import Page
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Card, Choice, Confirm, ScrollRows, Stepper, Toggle

WEIGHT_MAX = 99
KEEP_S = 15
"""How long a turned picture waits for somebody who can read it."""
_STEPS = {"auction_s": 5, "volume": 10, "brightness": 10, "late_bid_cap_s": 10}
_DELIVERED = Settings()


class SettingGroup(ScrollRows):
    """Settings that belong together under their title; ``changed``: one is not as delivered.

    Events: ``on_reset`` when they shall be so again.
    """

    __events__ = ("on_reset",)
    msgid = StringProperty("")
    changed = BooleanProperty(False)

    def on_reset(self) -> None:
        """Bind to it."""


class SettingRow(Card):
    """A setting's name on the left and its control on the right."""

    msgid = StringProperty("")


class SettingChoice(Choice):
    """A choice as wide as its answers need."""


class OddsRow(Card):
    """The odds of 1, 2, 3 and railroad, four small steppers."""


class OddsStepper(Card):
    """One mark and how much it weighs."""

    mark = StringProperty("")
    icon = StringProperty("")
    value = NumericProperty(1)


class KeepSheet(Confirm):
    """The picture turned by ``rotation`` degrees, until the sheet is closed or nobody has agreed
    for ``KEEP_S`` seconds: whoever cannot read it, or reach it, need not find the way back."""

    def __init__(self, rotation: int) -> None:
        super().__init__(
            title=theme.tr("Keep the picture like this?"), yes=theme.tr("Keep it"), yes_kind="usual"
        )
        self._left = KEEP_S + 1
        self._before = Window.rotation
        self.second()
        Window.rotation = rotation
        self._clock = Clock.schedule_interval(lambda _: self.second(), 1)

    def second(self) -> None:
        """One more has gone by."""
        self._left -= 1
        self.question = theme.tr("It turns back by itself in {n} s.", n=self._left)
        if not self._left:
            self.close()

    def on_parent(self, _sheet: object, parent: object) -> None:
        """Turn the picture back when the sheet is gone, whatever has closed it."""
        if parent is None:
            self._clock.cancel()
            Window.rotation = self._before


class SettingsPage(Page):
    """Shows the settings and forwards each change; a refused one is told in one sentence."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._steppers: dict[str, Stepper] = {}
        self._toggles: dict[str, Toggle] = {}
        self._choices: dict[str, Choice] = {}
        self._odds: list[OddsStepper] = []
        self._groups: list[tuple[SettingGroup, tuple[str, ...]]] = []
        self._fill()

    def show(self, view: View) -> None:
        """Draw the settings as they are; a setting is no part of the view."""
        settings = self.frontend.settings
        for name, stepper in self._steppers.items():
            stepper.value = getattr(settings, name)
            stepper.shown = _words(name, int(stepper.value))
        for name, toggle in self._toggles.items():
            toggle.active = _positive(name, getattr(settings, name))
        for name, choice in self._choices.items():
            choice.value = getattr(settings, name)
        for part, weight in zip(self._odds, getattr(settings, "weights", ()), strict=True):
            part.value = weight
        for group, names in self._groups:
            group.changed = any(getattr(settings, n) != getattr(_DELIVERED, n) for n in names)

    def change(self, name: str, value: object) -> None:
        """Ask for a change; show what came of it."""
        fault = self.frontend.change_setting(name, value)
        self.shell.apply(self.frontend.settings)
        self.shell.tell(fault)
        self.show(self.frontend.view)

    def reset(self, names: Sequence[str]) -> None:
        """These as they were delivered."""
        for name in names:
            self.change(name, getattr(_DELIVERED, name))

    def turn(self, rotation: int) -> None:
        """Show the picture turned, and keep it so only when somebody says so."""
        if rotation != Window.rotation:
            sheet = KeepSheet(rotation)
            sheet.bind(on_agreed=lambda _: self.change("rotation", rotation))
            self.shell.open_sheet(sheet)

    def _fill(self) -> None:
        group = self._group("Screen", "blank_min", "motion")
        self._choice(group, "language", "Language", [(c, n) for c, n in i18n.LANGUAGES.items()])
        self._choice(group, "rotation", "Turn the picture", [(r, f"{r}°") for r in ROTATIONS])
        self._stepper(group, "blank_min", "Dark after")
        self._toggle(group, "motion", "Motion")
        group = self._group("Sound and light", "mute", "volume", "chime", "brightness")
        self._toggle(group, "mute", "Sound")
        self._stepper(group, "volume", "Volume")
        self._toggle(group, "chime", "Hour chime")
        self._stepper(group, "brightness", "Light brightness")
        group = self._group("Auctions", "auction_s", "signal_s", "late_bid_cap_s")
        self._stepper(group, "auction_s", "Auction length")
        self._stepper(group, "signal_s", "Signal before the end")
        self._stepper(group, "late_bid_cap_s", "Late bids extend to")
        group = self._group("Build button", "weights")
        row = OddsRow()
        for place, (mark, icon) in enumerate((("1", ""), ("2", ""), ("3", ""), ("", "train"))):
            part = OddsStepper(mark=mark, icon=icon)
            part.ids.stepper.bind(
                on_change=lambda _, value, place=place: self._weigh(place, int(value))
            )
            self._odds.append(part)
            row.ids.parts.add_widget(part)
        group.add_widget(row)

    def _weigh(self, place: int, value: int) -> None:
        weights = [int(part.value) for part in self._odds]
        weights[place] = value
        self.change("weights", tuple(weights))

    def _group(self, msgid: str, *names: str) -> SettingGroup:
        group = SettingGroup(msgid=msgid)
        group.bind(on_reset=lambda _: self.reset(names))
        self._groups.append((group, names))
        self.ids.cards.add_widget(group)
        return group

    def _row(self, group: SettingGroup, msgid: str) -> SettingRow:
        row = SettingRow(msgid=msgid)
        group.ids.pairs.add_widget(row)
        return row

    def _stepper(self, group: SettingGroup, name: str, msgid: str) -> None:
        low, high = RANGES[name]
        stepper = Stepper(low=low, high=high, step=_STEPS.get(name, 1))
        stepper.bind(on_change=lambda _, value: self.change(name, int(value)))
        self._steppers[name] = stepper
        self._row(group, msgid).add_widget(stepper)

    def _toggle(self, group: SettingGroup, name: str, msgid: str) -> None:
        toggle = Toggle()
        toggle.bind(on_tap=lambda _: self.change(name, _positive(name, not toggle.active)))
        self._toggles[name] = toggle
        self._row(group, msgid).add_widget(toggle)

    def _choice(
        self, group: SettingGroup, name: str, msgid: str, options: list[tuple[object, str]]
    ) -> None:
        choice = SettingChoice(options=options)
        choose = self.turn if name == "rotation" else partial(self.change, name)
        choice.bind(on_choose=lambda _, value: choose(value))
        self._choices[name] = choice
        self._row(group, msgid).add_widget(choice)


def _positive(name: str, value: bool) -> bool:
    """The switch is called "Sound", the setting "mute": on is off."""
    return not value if name == "mute" else value


def _words(name: str, value: int) -> str:
    """A value with its unit; 0 in words where it means never."""
    if name in ("late_bid_cap_s", "blank_min") and value == 0:
        return str(theme.tr("never"))
    if name in ("volume", "brightness"):
        return f"{value} %"
    return str(theme.tr("{value} min" if name == "blank_min" else "{value} s", value=value))


load_kv(Path(__file__).with_name("settings.kv"))
