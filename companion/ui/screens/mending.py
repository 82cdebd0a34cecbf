"""An entry of the ledger opened, put right, and what that would do before it is booked."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.properties import BooleanProperty, StringProperty

from companion.core.booked import AMOUNT, BACK, PAYEE, PAYER
from companion.core.requests import Mend
from companion.faces.ledger import Moved
from companion.faces.mending import Detail, Outcome, outcome
from companion.ui.bankpage import BankPage
from companion.ui.screens.amount import AmountSheet
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Card, Sheet

_WORDS = {
    BACK: "Take this back",
    AMOUNT: "Other amount",
    PAYER: "Other payer",
    PAYEE: "Other payee",
}


class MoveLine(Card):
    """One thing that changes hands."""

    what = StringProperty("")
    source = StringProperty("")
    target = StringProperty("")

    @classmethod
    def of(cls, move: Moved) -> MoveLine:
        """The line of a move."""
        return cls(
            what=theme.say(move.what), source=theme.say(move.source), target=theme.say(move.target)
        )


class EntrySheet(Sheet):
    """One entry with everything that changed hands, and the ways to put it right."""

    when = StringProperty("")
    note = StringProperty("")
    question = StringProperty("")

    def __init__(self, page: BankPage, entry: Detail) -> None:
        super().__init__(title=theme.say(entry.what), when=entry.clock, note=theme.say(entry.note))
        self._page, self._entry = page, entry
        for move in entry.moves:
            self.ids.moves.rows.add_widget(MoveLine.of(move))
        for way in entry.ways:
            self._key(theme.tr(_WORDS[way]), partial(self._take, way))

    def _key(self, words: str, act: partial[None]) -> None:
        button = BigButton(text=words, size_max=15)
        button.bind(on_tap=act)
        self.ids.answers.add_widget(button)

    def _take(self, way: str, _button: BigButton) -> None:
        if way == BACK:
            self._consider(Mend(entry=self._entry.entry))
        elif way == AMOUNT:
            pad = AmountSheet(
                self._entry.amount.short,
                title=theme.tr("Other amount"),
                note=theme.tr("It was {amount}.", amount=money(self._entry.amount)),
                done=theme.tr("Next"),
            )
            pad.bind(on_amount=lambda _, n, _id: self._consider(self._mend(AMOUNT, n)))
            self._page.shell.open_sheet(pad)
        else:
            self._ask_who(way)

    def _ask_who(self, way: str) -> None:
        self.question = theme.tr("Who paid?" if way == PAYER else "Who was paid?")
        self.ids.answers.clear_widgets()
        for seat, name in self._entry.others:
            self._key(name, partial(self._choose, way, seat))

    def _choose(self, way: str, seat: str, _button: BigButton) -> None:
        self._consider(self._mend(way, seat))

    def _mend(self, way: str, value: int | str) -> Mend:
        if isinstance(value, int):
            return Mend(entry=self._entry.entry, amount=value)
        if way == PAYER:
            return Mend(entry=self._entry.entry, source=value)
        return Mend(entry=self._entry.entry, target=value)

    def _consider(self, request: Mend) -> None:
        self._page.look_closer(
            lambda game, now: outcome(game, now, request),
            lambda found: self._page.shell.open_sheet(OutcomeSheet(self._page, found)),
        )


class CashLine(Card):
    """Somebody's cash before and after."""

    name = StringProperty("")
    before = StringProperty("")
    after = StringProperty("")


class OutcomeSheet(Sheet):
    """What would be booked, and what everybody would have then."""

    note = StringProperty("")
    possible = BooleanProperty(False)

    def __init__(self, page: BankPage, found: Outcome) -> None:
        super().__init__(title=theme.say(found.what), possible=not found.why_not)
        self._page, self._found = page, found
        self.note = " ".join(theme.say(text) for text in (found.why_not, found.remedy) if text)
        rows = self.ids.moves.rows
        for one in found.cash:
            before, after = money(one.before), money(one.after)
            rows.add_widget(CashLine(name=theme.say(one.name), before=before, after=after))
        for move in found.things:
            rows.add_widget(MoveLine.of(move))

    def book(self, press_id: str) -> None:
        """Book it, and tell it: under a filter the new entry may not be in sight."""
        have = ", ".join(
            theme.tr("{who} now has {amount}", who=theme.say(one.name), amount=money(one.after))
            for one in self._found.cash
        )
        told = theme.tr("Put right: {what}.", what=have) if have else theme.tr("Put right.")

        def booked(_answer: object) -> None:
            self._page.shell.close_sheets()
            self._page.shell.tell(told)

        self._page.ask(self._found.request, press_id, booked)


load_kv(Path(__file__).with_name("mending.kv"))
