"""A deal between two players: what each gives, what both have afterwards, offer and answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from msgspec.structs import replace

from companion.core.game import Game
from companion.core.requests import Accept, Withdraw
from companion.faces.trade import (
    Given,
    SideView,
    TradeCard,
    TradeDeed,
    TradeDraft,
    TradeView,
    first_draft,
    trade_view,
)
from companion.faces.views import View
from companion.ui.bankpage import BankPage
from companion.ui.measure import on_two_lines
from companion.ui.screens.amount import AmountSheet
from companion.ui.screens.pieces import group_colour
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Card, Sheet, TapCard
from companion.unit.unit import Phase

TABLE_PAGE = "table"
NAME_USUAL = 11
"""Letters of a name that leaves room beside it."""


class SideColumn(BoxLayout):
    """One player's side: who, his cash, his deeds and cards, and what it comes to."""

    letter = StringProperty("")
    name = StringProperty("")
    has = StringProperty("")
    gives_cash = StringProperty("")
    basket = StringProperty("")
    after = StringProperty("")
    tight = BooleanProperty(False)
    """A long name needs the room of the pencil."""


class ThingRow(TapCard):
    """Something that can be put in: a deed, kept cards, or a mortgage to pay off at once."""

    what = StringProperty("")
    note = StringProperty("")
    band = ColorProperty(theme.clear)
    chosen = BooleanProperty(False)


class GivenCard(Card):
    """Something that changes hands, drawn as the card it is."""

    what = StringProperty("")
    band = ColorProperty(theme.clear)


class GivesColumn(BoxLayout):
    """One side of an offer: who gives, and what."""

    letter = StringProperty("")
    title = StringProperty("")

    def put(self, letter: str, name: str, given: Sequence[Given]) -> None:
        """Show what player ``letter`` gives."""
        self.letter, self.title = letter, theme.tr("{name} gives", name=name)
        rows = self.ids.things.rows
        rows.clear_widgets()
        for one in given:
            band = group_colour(one.group) if one.group else theme.clear
            rows.add_widget(GivenCard(what=theme.say(one.label), band=band))


class DealPage(BankPage):
    """Puts a deal together, or shows the offer that waits for an answer."""

    fault = StringProperty("")
    offer_words = StringProperty("")
    deal_words = StringProperty("")
    ready = BooleanProperty(False)
    debt_between = BooleanProperty(False)
    settles = BooleanProperty(False)
    clock_s = NumericProperty(0)
    timed = BooleanProperty(False)
    waiting = BooleanProperty(False)
    answer_title = StringProperty("")
    charge_words = StringProperty("")
    seconds = StringProperty("")
    yes_words = StringProperty("")
    light_words = StringProperty("")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._who = ""
        self._draft: TradeDraft | None = None
        self._number = 0
        self._lit, self._left_ms = False, 0
        self._second = Clock.create_trigger(self._tick, 1)
        self.columns = [self.ids.left, self.ids.right]
        for place, column in enumerate(self.columns):
            column.ids.head.bind(on_tap=partial(self._choose_player, place))
            column.ids.cash.bind(on_tap=partial(self._ask_cash, place))

    def about(self, who: str) -> None:
        """``who`` deals with somebody."""
        self._who, self._draft = who, None
        self.refresh()

    def leave(self) -> None:
        """A half-made deal is forgotten; an offer waits in the book."""
        super().leave()
        self._lit = False
        self._who, self._draft, self.timed = "", None, False
        self._second.cancel()

    def show(self, view: View) -> None:
        """The trading unit's light may give the time for a deal; when it is out, it is over."""
        unit = view.unit
        lit = unit.phase is Phase.AUCTION and getattr(view.game, "auction", None) is None
        ran_out = self._lit and unit.phase is not Phase.AUCTION
        self._lit, self._left_ms = lit, unit.left_ms if lit else 0
        self.light_words = theme.tr("The light gives {n} more s", n=unit.seconds) if lit else ""
        super().show(view)
        if ran_out:
            self.shell.open(TABLE_PAGE)
            self.shell.tell(theme.tr("Time is up: no deal, nothing was booked."))

    def refresh(self) -> None:
        """Look at both sides and at what waits for an answer."""
        draft, who = self._draft, self._who

        def face(game: Game, now: int) -> tuple[TradeDraft, TradeView]:
            known = draft if draft is not None else first_draft(game, who)
            return known, trade_view(game, now, known)

        self.look(face, self._draw)

    def change(self, draft: TradeDraft) -> None:
        """Another deal."""
        self._draft = draft
        self.refresh()

    def toggle_settles(self) -> None:
        """The creditor takes it as payment of the debt, or not."""
        if self._draft is not None:
            self.change(replace(self._draft, settles=not self._draft.settles))

    def toggle_clock(self) -> None:
        """The other must agree before the time is over, or may think as long as he likes."""
        self.timed = not self.timed

    def make_deal(self, press_id: str) -> None:
        """Both have said yes before this screen."""
        if self._draft is not None:
            self.ask(self._draft.trade(), press_id, self._agreed)

    def make_offer(self, press_id: str) -> None:
        """Offer it; nothing moves yet."""
        if self._draft is None:
            return
        clock_ms = int(self.clock_s) * 1000 if self.timed else 0
        self.ask(self._draft.offer(self._left_ms or clock_ms or None), press_id)

    def accept(self, press_id: str) -> None:
        """The other agrees."""
        request = Accept(offer=self._number)
        self.ask(request, press_id, self._agreed)

    def _agreed(self, _answer: object) -> None:
        """Booked; the light has done its work."""
        if self._lit:
            self.frontend.command("cancel", "")
        self.shell.open(TABLE_PAGE)

    def withdraw(self, press_id: str) -> None:
        """No deal."""
        self.ask(Withdraw(offer=self._number), press_id)

    def _tick(self, *_: object) -> None:
        self.refresh()

    def _draw(self, looked: tuple[TradeDraft, TradeView]) -> None:
        self._draft, view = looked
        self._second.cancel()
        self.waiting = bool(view.offers)
        if view.offers:
            self._draw_offer(view)
            return
        parts = (theme.say(view.fault), theme.say(view.remedy))
        self.fault = " ".join(part for part in parts if part)
        self.ready = view.ready
        self.debt_between, self.settles = view.debt_between, view.settles
        self.clock_s = view.clock_ms // 1000
        other = view.sides[1].name
        self.offer_words = theme.tr("Offer it to {name}", name=on_two_lines(other, 68))
        self.deal_words = theme.tr("Both agree")
        if not view.ready and not self.fault:
            self.deal_words = theme.tr("Tap what each one gives")
        for place, side in enumerate(view.sides):
            self._draw_side(place, side, view)

    def _draw_offer(self, view: TradeView) -> None:
        offer = view.offers[0]
        self._number = offer.number
        self.answer_title = theme.tr("{a} offers {b} a deal", a=offer.a_name, b=offer.b_name)
        self.ids.a_gives.put(offer.a, offer.a_name, offer.a_gives)
        self.ids.b_gives.put(offer.b, offer.b_name, offer.b_gives)
        self.charge_words = theme.say(offer.charges)
        self.yes_words = theme.tr("{name} agrees", name=offer.b_name)
        self.seconds = ""
        if offer.seconds >= 0:
            self.seconds = theme.tr("{value} s", value=offer.seconds)
            self._second()

    def _draw_side(self, place: int, side: SideView, view: TradeView) -> None:
        column = self.columns[place]
        column.letter, column.name = side.who, side.name
        column.tight = len(side.name) > NAME_USUAL
        column.has = theme.tr("has {amount}", amount=side.cash)
        tr = theme.tr
        column.gives_cash = (
            tr("Cash: {amount}", amount=side.gives) if side.gives.value else tr("+ Cash")
        )
        column.basket = tr("{name} gives: {what}", name=side.name, what=side.basket)
        column.after = theme.tr("then has {amount}", amount=side.after)
        if side.charge.value:
            words = "then has {amount}, {charge} of it went to the bank"
            column.after = theme.tr(words, amount=side.after, charge=side.charge)
        rows = column.ids.things.rows
        rows.clear_widgets()
        for lift in view.lifts:
            if any(deed.pos == lift.pos and deed.chosen for deed in view.sides[1 - place].deeds):
                row = ThingRow(what=theme.say(lift.label), chosen=lift.chosen)
                row.bind(on_tap=partial(self._lift, lift.pos))
                rows.add_widget(row)
        for deed in side.deeds:
            rows.add_widget(self._deed(place, deed))
        for card in side.cards:
            rows.add_widget(self._card(place, card))

    def _deed(self, place: int, deed: TradeDeed) -> ThingRow:
        row = ThingRow(what=deed.name, band=group_colour(deed.group), chosen=deed.chosen)
        if deed.mortgaged:
            row.note = theme.tr("mortgaged")
        if deed.blocked:
            row.note = theme.tr("buildings in its colour")
            row.bind(on_tap=lambda _: self.shell.tell(theme.say(deed.blocked)))
        else:
            row.bind(on_tap=partial(self._take_deed, place, deed.pos))
        return row

    def _card(self, place: int, card: TradeCard) -> ThingRow:
        words = theme.say(card.label)
        many = theme.tr("{n} of {held}", n=card.n, held=card.held) if card.held > 1 else ""
        row = ThingRow(what=words, note=many, chosen=card.n > 0)
        row.bind(on_tap=partial(self._take_card, place, card))
        return row

    def _take_deed(self, place: int, pos: int, _row: ThingRow) -> None:
        draft = self._draft
        if draft is not None:
            self.change(draft.with_side(place, (draft.a, draft.b)[place].with_deed(pos)))

    def _take_card(self, place: int, card: TradeCard, _row: ThingRow) -> None:
        """One more of the kind; after the last one none again."""
        draft = self._draft
        if draft is not None:
            n = (card.n + 1) % (card.held + 1)
            self.change(draft.with_side(place, (draft.a, draft.b)[place].with_cards(card.what, n)))

    def _lift(self, pos: int, _row: ThingRow) -> None:
        if self._draft is not None:
            self.change(self._draft.with_lift(pos))

    def _choose_player(self, place: int, _head: object) -> None:
        self.shell.open_sheet(PlayerSheet(self, place))

    def take_player(self, place: int, who: str) -> None:
        """Another player on one side."""
        if self._draft is not None:
            self.change(self._draft.between(place, who))

    def _ask_cash(self, place: int, _button: BigButton) -> None:
        draft = self._draft
        if draft is None:
            return
        side = (draft.a, draft.b)[place]
        if side.cash:
            self.change(draft.with_side(place, replace(side, cash=0)))
            return
        game: Any = self.frontend.view.game
        title = theme.tr("{name} gives how much?", name=self.columns[place].name)
        sheet = AmountSheet(game.short, title=title, done=theme.tr("Done"), chips=game.chips)
        sheet.bind(on_amount=lambda _s, amount, _id: self._take_cash(place, amount))
        self.shell.open_sheet(sheet)

    def _take_cash(self, place: int, amount: int) -> None:
        draft = self._draft
        if draft is not None:
            side = replace((draft.a, draft.b)[place], cash=amount)
            self.change(draft.with_side(place, side))


class PlayerSheet(Sheet):
    """Who deals on this side."""

    def __init__(self, page: DealPage, place: int) -> None:
        super().__init__(title=theme.tr("Who trades?"))
        seats: Any = getattr(page.frontend.view.game, "seats", ())
        for seat in seats:
            if not seat.out:
                chosen = seat.letter == page.columns[place].letter
                button = BigButton(
                    text=seat.name, kind="chosen" if chosen else "plain", size_max=16
                )
                button.bind(on_tap=lambda _, who=seat.letter: self._take(page, place, who))
                self.ids.players.add_widget(button)

    def _take(self, page: DealPage, place: int, who: str) -> None:
        self.close()
        page.take_player(place, who)


load_kv(Path(__file__).with_name("trade.kv"))
