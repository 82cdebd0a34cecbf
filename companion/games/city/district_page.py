"""One district: its card, what it brings now and why, and everything that can be done there."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import StringProperty

from companion.core.requests import Rename
from companion.faces.trying import Action
from companion.games.city.district import DistrictView, district_view
from companion.ui.bankpage import BankPage
from companion.ui.keyboard import WordSheet
from companion.ui.screens.card import CardPaper
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet


class DistrictPage(BankPage):
    """Nobody has to have landed: opened from the map, or from a player's deeds."""

    title = StringProperty("")
    figure = StringProperty("")
    why = StringProperty("")
    stands = StringProperty("")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._pos = -1
        self._from = "map"
        self._seen_district: DistrictView | None = None
        super().__init__(*args, **kwargs)
        self.paper: CardPaper = self.ids.paper
        self.paper.page = self

    def about(self, pos: int, back_to: str = "map") -> None:
        """The district at ``pos``; ``back_to`` is the page "Done" leads to."""
        self._pos, self._from = pos, back_to
        self.refresh()

    def back(self) -> None:
        """Where the player came from."""
        self.shell.open(self._from)

    def refresh(self) -> None:
        """Look at the district anew."""
        if self._pos >= 0:
            self.look(partial(district_view, pos=self._pos), self._draw)

    def _draw(self, seen: DistrictView) -> None:
        self._seen_district = seen
        self.paper.put(seen.card, seen.card.name)
        self.title = theme.tr("Who lands here pays") if seen.card.owner else seen.card.name
        self.figure = money(seen.rent) if seen.card.owner else ""
        self.why = theme.say(seen.why)
        self.stands = theme.say(seen.stands)
        place = self.ids.actions
        place.clear_widgets()
        for one in seen.actions:
            place.add_widget(self._button(one))

    def _button(self, one: Action) -> BigButton:
        """One that cannot be done is dull; tapped, it says why."""
        sign = {"-": "−", "+": "+"}.get(one.sign, "")
        under = sign + money(one.amount) if one.sign else ""
        kind = "plain" if one.can else "dull"
        button = BigButton(text=theme.say(one.what), under=under, kind=kind, size_max=15, lines=1)
        button.bind(on_tap=lambda b: self.ask(one.request, b.press_id))
        return button

    def open_card(self) -> None:
        """What an event card does here."""
        if self._seen_district is not None:
            self.shell.open_sheet(DistrictCardSheet(self, self._seen_district))

    def rename(self) -> None:
        """The board on the table calls it otherwise."""
        seen = self._seen_district
        if seen is None:
            return
        sheet = WordSheet(
            title=theme.tr("What does your board call {deed}?", deed=seen.card.name),
            text=seen.card.name,
        )
        sheet.bind(on_words=self._renamed)
        self.shell.open_sheet(sheet)

    def _renamed(self, _sheet: WordSheet, name: str) -> None:
        self.ask(Rename(deed=self._pos, name=name), "")


class DistrictCardSheet(Sheet):
    """A drawn card names this district: what it puts down, takes away, or who gets it."""

    def __init__(self, page: DistrictPage, seen: DistrictView) -> None:
        super().__init__(title=theme.tr("A card says of {deed}…", deed=seen.card.name))
        self._page = page
        for one in (*seen.by_card, *seen.owners):
            button = BigButton(text=theme.say(one.what), size_max=13)
            button.bind(on_tap=partial(self._take, one))
            self.ids.effects.add_widget(button)

    def _take(self, one: Action, button: BigButton) -> None:
        self.close()
        self._page.ask(one.request, button.press_id)


load_kv(Path(__file__).with_name("district_page.kv"))
