"""The auction: seconds, the highest bid, and a bid from anybody in at most two taps."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.core.unit import Phase
from companion.faces.auction import AuctionView, Bidder, Raise
from companion.faces.money import Amount
from companion.faces.table import GameView
from companion.faces.views import View
from companion.ui.bankpage import BankPage
from companion.ui.screens.amount import AmountSheet
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, TapCard

ROWS_MOST = 4
"""Up to so many players each have their own buttons; more are chosen first, then bid."""


class BidderCard(TapCard):
    """A bidder: letter, name, and what he could pay at most."""

    letter = StringProperty("")
    name = StringProperty("")
    limit = StringProperty("")
    leads = BooleanProperty(False)
    out = BooleanProperty(False)
    chosen = BooleanProperty(False)
    says = StringProperty("")

    def put(self, bidder: Bidder, chosen: bool) -> None:
        """Show a bidder as he stands now."""
        self.letter, self.name, self.says = bidder.letter, bidder.name, f"bidder {bidder.letter}"
        most = theme.tr("up to {amount}", amount=bidder.limit)
        self.limit = theme.tr("out: {most}", most=most) if bidder.out else most
        self.leads, self.out, self.chosen = bidder.leads, bidder.out, chosen


class BidRow(BoxLayout):
    """One bidder with his buttons."""


class AuctionPage(BankPage):
    """Shows the running auction; leaves by itself when it is over."""

    auction: AuctionView | None = ObjectProperty(None, allownone=True)
    subject = StringProperty("")
    price = StringProperty("")
    high = StringProperty("")
    leader = StringProperty("")
    leader_letter = StringProperty("")
    bids = StringProperty("")
    sell_words = StringProperty("")
    seconds = StringProperty("")
    arc = NumericProperty(0.0)
    urgent = BooleanProperty(False)
    paused = BooleanProperty(False)
    chosen = StringProperty("")
    compact = BooleanProperty(False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._cards: list[BidderCard] = []
        self._buttons: list[list[BigButton]] = []
        super().__init__(*args, **kwargs)

    def show(self, view: View) -> None:
        """The clock from the trading unit, the bids when something was booked."""
        unit = view.unit
        running = unit.phase is Phase.AUCTION
        self.seconds = str(unit.seconds) if running else ""
        self.arc = unit.left_ms / unit.total_ms if running and unit.total_ms else 0.0
        self.urgent, self.paused = unit.last_five, unit.paused
        super().show(view)

    def refresh(self) -> None:
        """Draw the newest bids; when the auction is over, go back to the table."""
        game = self.desk.view.game
        seen = game.auction if isinstance(game, GameView) else None
        if seen is None:
            if self.shell.page is self:
                self.shell.open("table")
            return
        self.auction = seen
        self.subject = theme.say(seen.subject)
        self.price = theme.tr("printed price {amount}", amount=seen.price) if seen.price else ""
        self.high = money(seen.high) if seen.high else "–"
        self.leader, self.leader_letter = seen.leader_name, seen.leader
        self.bids = " · ".join(f"{money(amount)} {name}" for name, amount in seen.bids)
        self.sell_words = (
            theme.tr("Sold to {who}", who=seen.leader_name)
            if seen.high
            else theme.tr("Nobody bids")
        )
        self._show_bidders(seen)

    def leave(self) -> None:
        """When it is over, who got it for how much stands over the next page."""
        super().leave()
        game = self.desk.view.game
        if self.auction is not None and isinstance(game, GameView) and game.auction is None:
            self.auction = None
            self.shell.tell(theme.say(game.last))

    # -- drawing

    def _show_bidders(self, seen: AuctionView) -> None:
        compact = len(seen.bidders) > ROWS_MOST
        letters = [bidder.letter for bidder in seen.bidders]
        if [card.letter for card in self._cards] != letters or compact != self.compact:
            self._lay_out(seen, compact)
        able = [bidder.letter for bidder in seen.bidders if not bidder.out and not bidder.leads]
        if self.chosen not in able:
            self.chosen = ""
        for card, bidder in zip(self._cards, seen.bidders, strict=True):
            card.put(bidder, compact and bidder.letter == self.chosen)
        self._show_buttons(seen)

    def _lay_out(self, seen: AuctionView, compact: bool) -> None:
        self.compact, self.chosen = compact, ""
        self._cards = [BidderCard(letter=bidder.letter) for bidder in seen.bidders]
        self._buttons = []
        rows, grid, common = self.ids.rows, self.ids.grid, self.ids.common
        for place in (rows, grid, common):
            place.clear_widgets()
        if compact:
            for card in self._cards:
                card.bind(on_tap=self._choose)
                grid.add_widget(card)
            self._buttons.append(self._make_buttons(common, ""))
            return
        for card in self._cards:
            row = BidRow()
            row.add_widget(card)
            card.bind(on_tap=partial(self._ask_amount, card.letter))
            self._buttons.append(self._make_buttons(row, card.letter))
            rows.add_widget(row)

    def _make_buttons(self, place: BoxLayout, letter: str) -> list[BigButton]:
        assert self.auction is not None
        buttons = []
        for number in range(len(self.auction.raises)):
            button = BigButton(size_max=17, lines=1)
            button.bind(on_tap=partial(self._bid, number, letter))
            place.add_widget(button)
            buttons.append(button)
        more = BigButton(text="…", size_max=20, size_hint_x=0.85)
        more.bind(on_tap=partial(self._ask_amount, letter))
        place.add_widget(more)
        return [*buttons, more]

    def _show_buttons(self, seen: AuctionView) -> None:
        """Only bids the bank would take can be tapped."""
        who = [self._bidder(seen, self.chosen)] if self.compact else list(seen.bidders)
        for bidder, buttons in zip(who, self._buttons, strict=True):
            for button, step in zip(buttons, seen.raises, strict=False):
                button.text, button.under = self._words(step)
                button.enabled = bidder is not None and seen.may_bid(bidder, step.bid.value)
            buttons[-1].enabled = bidder is not None and seen.may_bid(bidder, seen.least.value)

    @staticmethod
    def _words(step: Raise) -> tuple[str, str]:
        if step.by.value:
            return "+" + money(step.by), money(step.bid)
        return money(step.bid), ""

    @staticmethod
    def _bidder(seen: AuctionView, letter: str) -> Bidder | None:
        return next((bidder for bidder in seen.bidders if bidder.letter == letter), None)

    # -- what is tapped

    def _choose(self, card: BidderCard) -> None:
        if self.auction is None:
            return
        self.chosen = card.letter if not card.out and not card.leads else ""
        self._show_bidders(self.auction)

    def _bid(self, number: int, letter: str, button: BigButton) -> None:
        if self.auction is not None:
            self._book(letter or self.chosen, self.auction.raises[number].bid, button.press_id)

    def _ask_amount(self, letter: str, _widget: object) -> None:
        """Any bid, on the pad."""
        seen = self.auction
        bidder = self._bidder(seen, letter or self.chosen) if seen else None
        if seen is None or bidder is None or not seen.may_bid(bidder, seen.least.value):
            return
        sheet = AmountSheet(
            title=theme.tr("{who} bids", who=bidder.name),
            note=theme.tr("{least} or more, up to {most}", least=seen.least, most=bidder.limit),
            done=theme.tr("Bid"),
            short=seen.least.short,
        )
        sheet.bind(
            on_amount=lambda _, amount, press: self._book(bidder.letter, Amount(amount), press)
        )
        self.shell.open_sheet(sheet)

    def _book(self, letter: str, amount: Amount, press_id: str) -> None:
        if letter:
            self.ask({"do": "bid", "who": letter, "amount": amount.value}, press_id)

    def sell(self, press_id: str) -> None:
        """Sold, or nobody wants it: over before the time."""
        self.ask({"do": "close"}, press_id)

    def cancel(self, press_id: str) -> None:
        """Void: nothing is booked."""
        self.desk.command("cancel", press_id)

    def pause(self, press_id: str) -> None:
        """Stop the clock, or let it go on."""
        self.desk.command("resume" if self.paused else "pause", press_id)


load_kv(Path(__file__).with_name("auction.kv"))
