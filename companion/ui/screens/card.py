"""A title deed on paper; a tap on it says what the card on the table prints instead."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.core.requests import Correct
from companion.faces.landing import CardRow, CardView
from companion.ui.bankpage import BankPage
from companion.ui.screens.amount import AmountSheet
from companion.ui.screens.pieces import GROUPS, group_colour, group_ink, money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet, Tap

ROWS_USUAL = 9
"""A card with fewer lines leaves the rest of the paper empty."""


class PaperRow(BoxLayout):
    """One line of the card."""

    label = StringProperty("")
    value = StringProperty("")
    current = BooleanProperty(False)


class FixSheet(Sheet):
    """My card says: every printed figure of a deed, to tap the one that differs."""

    def __init__(self, page: BankPage, card: CardView) -> None:
        super().__init__(title=theme.tr("Which figure of {deed} differs?", deed=card.name))
        self._page, self._card = page, card
        for row in (*card.rows, *card.foot):
            if row.field:
                button = BigButton(text=theme.say(row.label), under=shown(row), size_max=14)
                button.bind(on_tap=partial(self._ask, row))
                self.ids.figures.add_widget(button)

    def _ask(self, row: CardRow, _button: BigButton) -> None:
        self.close()
        sheet = AmountSheet(
            title=theme.tr("What does your card say for “{row}”?", row=row.label),
            note=theme.tr("Now: {value}", value=shown(row)),
            done=theme.tr("My card says so"),
            short=row.value.short and not row.factor,
        )
        sheet.bind(on_amount=partial(self._book, row))
        self._page.shell.open_sheet(sheet)

    def _book(self, row: CardRow, _sheet: AmountSheet, value: int, press_id: str) -> None:
        request = Correct(deed=self._card.pos, field=row.field, value=value)
        self._page.ask(request, press_id)


def shown(row: CardRow) -> str:
    """The figure of a row."""
    return str(theme.tr("dice × {n}", n=row.factor)) if row.factor else money(row.value)


class CardPaper(Tap, BoxLayout):
    """The card; ``page`` asks the bank when a figure is corrected."""

    page: BankPage | None = ObjectProperty(None, allownone=True)
    name = StringProperty("")
    line = StringProperty("")
    owner = StringProperty("")
    band = ListProperty(GROUPS["railroad"])
    band_ink = ListProperty(theme.paper_ink)
    has_card = BooleanProperty(True)
    mortgaged = BooleanProperty(False)
    disputed = BooleanProperty(False)

    says = StringProperty("card")

    def __init__(self, **kwargs: object) -> None:
        self._card: CardView | None = None
        super().__init__(**kwargs)

    def put(self, card: CardView | None, name: str) -> None:
        """Show a deed, or only the name of a space without one."""
        self.name, self._card = name, card
        self.enabled = card is not None
        self.has_card = card is not None
        rows = self.ids.rows
        rows.clear_widgets()
        if card is None:
            self.line = self.owner = ""
            self.mortgaged = self.disputed = False
            self.band, self.band_ink = theme.button, theme.text
            return
        self.band, self.band_ink = group_colour(card.group), group_ink(card.group)
        self.line, self.owner = theme.say(card.line), card.owner
        self.mortgaged, self.disputed = card.mortgaged, card.disputed
        for row in (*card.rows, *card.foot):
            rows.add_widget(
                PaperRow(label=theme.say(row.label), value=shown(row), current=row.current)
            )
        empty = ROWS_USUAL - len(rows.children)
        if empty > 0:
            rows.add_widget(Widget(size_hint_y=empty))

    def on_tap(self) -> None:
        """The card on the table differs."""
        if self.page is not None and self._card is not None:
            self.page.shell.open_sheet(FixSheet(self.page, self._card))


load_kv(Path(__file__).with_name("card.kv"))
