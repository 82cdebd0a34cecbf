"""Sheets that ask for an amount of money on our own pad, and transfers between any two."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.core.requests import Confirm, Dismiss, Pay
from companion.faces.parts import Wish
from companion.faces.table import GameView
from companion.ui.bankpage import BankPage
from companion.ui.pad import THOUSANDS
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Sheet, Tap

BANK, POT = "bank", "pot"


class AmountSheet(Sheet):
    """Asks for one amount. ``on_amount`` brings it with the id of the touch; already closed.

    ``low`` and ``high`` are the pad's; ``aside``: the clock beside it stays in sight.
    """

    done = StringProperty("")
    note = StringProperty("")
    low = NumericProperty(1)
    high = NumericProperty(0)
    aside = BooleanProperty(False)
    units = ListProperty([])
    chips = ListProperty([])

    def __init__(self, short: bool = False, **kwargs: object) -> None:
        self.register_event_type("on_amount")
        super().__init__(**kwargs)
        self.units = list(THOUSANDS) if short else []

    def on_amount(self, amount: int, press_id: str) -> None:
        """The amount was entered."""

    def finish(self, amount: int, press_id: str) -> None:
        """Close, then hand it over."""
        self.close()
        self.dispatch("on_amount", amount, press_id)


class EndBadge(Tap, BoxLayout):
    """One end of a transfer: a player's letter and name, or the bank or the pot with its icon."""

    end = StringProperty("")
    letter = StringProperty("")
    icon = StringProperty("")
    name = StringProperty("")
    says = StringProperty("")
    chosen = BooleanProperty(False)


class TransferSheet(Sheet):
    """From whom, to whom, how much: three choices on one sheet."""

    source = StringProperty("")
    target = StringProperty("")
    sentence = StringProperty("")
    units = ListProperty([])
    ready = BooleanProperty(False)

    def __init__(self, page: BankPage, game: GameView, source: str, target: str = "") -> None:
        super().__init__(title=theme.tr("Transfer"))
        self._page = page
        self._names = {seat.letter: seat.name for seat in game.seats}
        self._names |= {BANK: theme.tr("Bank"), POT: theme.tr("Pot")}
        self.units = list(THOUSANDS) if game.short else []
        ends = [seat.letter for seat in game.seats if not seat.out] + [BANK]
        if game.pot is not None:
            ends.append(POT)
        self._badges: dict[str, list[EndBadge]] = {"source": [], "target": []}
        for side, row in (("source", self.ids.sources), ("target", self.ids.targets)):
            for end in ends:
                badge = EndBadge(
                    end=end,
                    letter=end if end not in (BANK, POT) else "",
                    icon={BANK: "bank", POT: "coins"}.get(end, ""),
                    name=self._names[end],
                    says=f"{side} {end}",
                )
                badge.bind(on_tap=partial(self._choose, side, end))
                row.add_widget(badge)
                self._badges[side].append(badge)
        self.source = source
        self.target = target or (BANK if source != BANK else "")
        self._mark()

    def _choose(self, side: str, end: str, _badge: EndBadge) -> None:
        setattr(self, side, end)
        other = "target" if side == "source" else "source"
        if getattr(self, other) == end:
            setattr(self, other, "")
        self._mark()

    def _mark(self) -> None:
        for side, badges in self._badges.items():
            for badge in badges:
                badge.chosen = badge.end == getattr(self, side)
        self.ready = bool(self.source and self.target)
        source, target = (self._names.get(end, "") for end in (self.source, self.target))
        if not self.ready:
            self.sentence = theme.tr("Who pays whom?")
        elif self.target == BANK:
            self.sentence = theme.tr("{who} pays the bank", who=source)
        elif self.source == BANK:
            self.sentence = theme.tr("Bank pays {who}", who=target)
        else:
            self.sentence = theme.tr("{source} pays {target}", source=source, target=target)

    def finish(self, amount: int, press_id: str) -> None:
        """Book it; the sheet stays when the bank says no."""
        if self.ready:
            request = Pay(source=self.source, target=self.target, amount=amount)
            self._page.ask(request, press_id, lambda _: self.close())


class WishSheet(Sheet):
    """A player's own device asks the bank for money: the banker says yes or no."""

    question = StringProperty("")

    def __init__(self, page: BankPage, wish: Wish) -> None:
        super().__init__(title=theme.tr("A wish"))
        self._page, self._number = page, wish.number
        self.question = theme.tr("{who} asks the bank for {amount}.", who=wish.name,
                                 amount=money(wish.amount))  # fmt: skip

    def answer(self, word: str, press_id: str) -> None:
        """``confirm`` or ``dismiss``."""
        kind = Confirm if word == "confirm" else Dismiss
        self._page.ask(kind(wish=self._number), press_id, lambda _: self.close())


load_kv(Path(__file__).with_name("amount.kv"))
