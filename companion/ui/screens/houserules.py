"""Names and house rules, as they are chosen before a game and changed in the middle of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from kivy.properties import BooleanProperty, StringProperty

from companion.core.requests import Option, Rename
from companion.core.table import NAME_LONGEST
from companion.faces.names import offered
from companion.faces.setup import OptionLine, RulesView, SeatLine, rules_view
from companion.ui.bankpage import BankPage
from companion.ui.keyboard import WordSheet
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Card, Choice, Stepper, TapCard, Toggle

Value: TypeAlias = bool | int | str
Change: TypeAlias = Callable[[str, Value, str], None]
"""Called with the rule's name, its new value and the id of the touch."""


class SeatTile(TapCard):
    """A player's seat; a tap changes the name. ``letter`` "" adds a player."""

    letter = StringProperty("")
    name = StringProperty("")
    says = StringProperty("")
    tight = BooleanProperty(False)


def name_sheet(seat: SeatLine, known: Sequence[str] = (), others: Sequence[str] = ()) -> WordSheet:
    """Asks for the name of a seat, offering those ``known`` that no ``others`` have."""
    return WordSheet(
        offers=lambda typed: offered(typed, known, others),
        title=theme.tr("Name of player {letter}", letter=seat.letter),
        text=seat.name,
        letter=seat.letter,
        longest=NAME_LONGEST,
    )


class RuleRow(Card):
    """A house rule's name, what it does, and its control; a touch shows at once and calls
    ``change``."""

    title = StringProperty("")
    text = StringProperty("")

    def __init__(self, option: OptionLine, change: Change) -> None:
        super().__init__(title=theme.tr(option.title), text=theme.tr(option.text))
        self.name, self._change = option.name, change
        self._control: Any = self._made(option)
        self.put(option.value)
        self.add_widget(self._control)

    def put(self, value: Value) -> None:
        """Show ``value``."""
        if isinstance(self._control, Toggle):
            self._control.active = bool(value)
        else:
            self._control.value = value

    def _made(self, option: OptionLine) -> Toggle | Stepper | Choice:
        middle = {"center_y": 0.5}
        if option.kind == "switch":
            toggle = Toggle(pos_hint=middle)
            toggle.bind(on_tap=lambda _: self._take(not toggle.active, toggle.press_id))
            return toggle
        if option.kind == "number":
            stepper = Stepper(low=option.low, high=option.high, step=option.step, pos_hint=middle)
            stepper.bind(on_change=lambda _, value: self._take(value))
            return stepper
        choice = RuleChoice(options=[(one, theme.tr(one)) for one in option.choices])
        choice.bind(on_choose=lambda _, value: self._take(value))
        return choice

    def _take(self, value: Value, press_id: str = "") -> None:
        self.put(value)
        self._change(self.name, value, press_id)


class RuleChoice(Choice):
    """A choice at the end of a row."""


class HouseRulesPage(BankPage):
    """Names and house rules of the game on the table; a change is booked like anything else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._shown: tuple[str, tuple[str, ...]] = ("", ())

    def refresh(self) -> None:
        """Look at them as they are."""
        self.look(rules_view, self._draw)

    def _draw(self, view: RulesView) -> None:
        self._draw_seats(view.seats)
        options, rows = view.options, self.ids.rows.rows
        shown = (theme.language.code, tuple(option.name for option in options))
        if shown != self._shown:
            self._shown = shown
            rows.clear_widgets()
            for option in options:
                rows.add_widget(RuleRow(option, self._change))
        for row, option in zip(reversed(rows.children), options, strict=True):
            row.put(option.value)

    def _draw_seats(self, seats: tuple[SeatLine, ...]) -> None:
        tiles = self.ids.seats
        tiles.clear_widgets()
        for seat in seats:
            tile = SeatTile(letter=seat.letter, name=seat.name, tight=len(seats) > 6)
            tile.bind(on_tap=partial(self._rename, seat))
            tiles.add_widget(tile)

    def _rename(self, seat: SeatLine, tile: SeatTile) -> None:
        def named(_sheet: WordSheet, name: str) -> None:
            if name != seat.name:
                self.ask(Rename(who=seat.letter, name=name), tile.press_id)

        sheet = name_sheet(seat)
        sheet.bind(on_words=named)
        self.shell.open_sheet(sheet)

    def _change(self, name: str, value: Value, press_id: str) -> None:
        asked = Option(name=name, value=value)
        self.ask(asked, press_id, refused=lambda _: self.refresh())


load_kv(Path(__file__).with_name("houserules.kv"))
