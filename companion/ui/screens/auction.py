"""The auction: seconds, the highest bid, and a bid from anybody in one tap."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.core.requests import Bid, Close
from companion.faces.auction import AuctionView, Bidder, RaiseButton
from companion.faces.money import Amount
from companion.faces.table import GameView
from companion.faces.views import View
from companion.session.commit import Answer
from companion.ui.bankpage import BankPage
from companion.ui.screens.amount import AmountSheet
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, TapCard
from companion.unit.unit import Phase

ROWS_MOST = 4
"""Up to so many players each have their own buttons; more share them and tap their names."""
USUAL_RAISE = 1
"""Which button counts for all until one is tapped; the first of all bids opens at the least."""


class BidderCard(TapCard):
    """A bidder: letter, name, and what he could pay at most."""

    letter = StringProperty("")
    name = StringProperty("")
    limit = StringProperty("")
    leads = BooleanProperty(False)
    out = BooleanProperty(False)
    says = StringProperty("")

    def put(self, bidder: Bidder) -> None:
        """Show a bidder as he stands now."""
        self.letter, self.name, self.says = bidder.letter, bidder.name, f"bidder {bidder.letter}"
        most = theme.tr("up to {amount}", amount=bidder.limit)
        self.limit = theme.tr("out: {most}", most=most) if bidder.out else most
        self.leads, self.out = bidder.leads, bidder.out


class BidRow(BoxLayout):
    """One bidder with his buttons."""


class AuctionPage(BankPage):
    """Shows the running auction; leaves by itself when it is over.

    ``compact``: there are too many players for buttons of their own. Then one of the common
    buttons is on, and a tap on a name bids what it says.
    """

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
    asks = StringProperty("")
    compact = BooleanProperty(False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._cards: list[BidderCard] = []
        self._buttons: list[list[BigButton]] = []
        self._wanted: int | None = None
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
        game = self.frontend.view.game
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
        """When it is over and not sold and paid, what became of it stands over the next page."""
        super().leave()
        game = self.frontend.view.game
        if self.auction is not None and isinstance(game, GameView) and game.auction is None:
            self.auction = self._wanted = None
            if game.sold is None or game.debts:
                self.shell.tell(theme.say(game.last))

    # -- drawing

    def _show_bidders(self, seen: AuctionView) -> None:
        compact = len(seen.bidders) > ROWS_MOST
        letters = [bidder.letter for bidder in seen.bidders]
        if [card.letter for card in self._cards] != letters or compact != self.compact:
            self._lay_out(seen, compact)
        for card, bidder in zip(self._cards, seen.bidders, strict=True):
            card.put(bidder)
        self._show_buttons(seen)

    def _lay_out(self, seen: AuctionView, compact: bool) -> None:
        self.compact = compact
        self._cards = [BidderCard(letter=bidder.letter) for bidder in seen.bidders]
        self._buttons = []
        rows, grid, common = self.ids.rows, self.ids.grid, self.ids.common
        for place in (rows, grid, common):
            place.clear_widgets()
        if compact:
            for card in self._cards:
                card.bind(on_tap=self._call)
                grid.add_widget(card)
            self._buttons = [self._make_buttons(common)]
            for number, button in enumerate(self._buttons[0]):
                button.bind(on_tap=partial(self._want, number))
            return
        for card in self._cards:
            row = BidRow()
            row.add_widget(card)
            card.bind(on_tap=partial(self._ask_amount, card.letter))
            buttons = self._make_buttons(row)
            for number, button in enumerate(buttons[:-1]):
                button.bind(on_tap=partial(self._bid, number, card.letter))
            buttons[-1].bind(on_tap=partial(self._ask_amount, card.letter))
            self._buttons.append(buttons)
            rows.add_widget(row)

    def _make_buttons(self, place: BoxLayout) -> list[BigButton]:
        """A button for each raise and one for any other."""
        assert self.auction is not None
        buttons = [BigButton(size_max=17, lines=1, side_pad=3) for _ in self.auction.raises]
        buttons.append(BigButton(text="…", size_max=20, size_hint_x=0.85))
        for button in buttons:
            place.add_widget(button)
        return buttons

    def _show_buttons(self, seen: AuctionView) -> None:
        """Only bids the bank would take can be tapped; common ones can be chosen."""
        for buttons in self._buttons:
            for button, step in zip(buttons, seen.raises, strict=False):
                button.text, button.under = self._words(step)
        self.asks = ""
        if self.compact:
            on = self._raise(seen)
            for number, button in enumerate(self._buttons[0]):
                button.kind = "chosen" if number == on else "plain"
            asks = theme.tr("Who bids another amount? Tap the name.")
            if on < len(seen.raises):
                asks = theme.tr("Who bids {amount}? Tap the name.", amount=seen.raises[on].bid)
            self.asks = asks
            return
        for bidder, buttons in zip(seen.bidders, self._buttons, strict=True):
            for button, step in zip(buttons, seen.raises, strict=False):
                button.enabled = seen.may_bid(bidder, step.bid.value)
            buttons[-1].enabled = seen.may_bid(bidder, seen.least.value)

    def _raise(self, seen: AuctionView) -> int:
        """Which of the common buttons is on."""
        if self._wanted is not None:
            return self._wanted
        return USUAL_RAISE if seen.leader else 0

    @staticmethod
    def _words(step: RaiseButton) -> tuple[str, str]:
        if step.by.value:
            return "+" + money(step.by), money(step.bid)
        return money(step.bid), ""

    @staticmethod
    def _bidder(seen: AuctionView, letter: str) -> Bidder | None:
        return next((bidder for bidder in seen.bidders if bidder.letter == letter), None)

    # -- what is tapped

    def _want(self, number: int, _button: BigButton) -> None:
        """From now on a tap on a name raises by this."""
        self._wanted = number
        if self.auction is not None:
            self._show_buttons(self.auction)

    def _call(self, card: BidderCard) -> None:
        """A name was called: he bids what the button says that is on, or as he can."""
        seen = self.auction
        bidder = self._bidder(seen, card.letter) if seen else None
        if seen is None or bidder is None:
            return
        on = self._raise(seen)
        if on < len(seen.raises) and seen.may_bid(bidder, seen.raises[on].bid.value):
            self._book(card.letter, seen.raises[on].bid, card.press_id)
        else:
            self._ask_amount(card.letter, card)

    def _bid(self, number: int, letter: str, button: BigButton) -> None:
        if self.auction is not None:
            self._book(letter, self.auction.raises[number].bid, button.press_id)

    def _ask_amount(self, letter: str, _widget: object) -> None:
        """Any bid, on the pad."""
        seen = self.auction
        bidder = self._bidder(seen, letter) if seen else None
        if seen is None or bidder is None or not seen.may_bid(bidder, seen.least.value):
            return
        sheet = AmountSheet(
            title=theme.tr("{who} bids", who=bidder.name),
            note=theme.tr(
                "{least} or more, up to {most}" if seen.capped else "{least} or more",
                least=seen.least,
                most=bidder.limit,
            ),
            done=theme.tr("Bid"),
            short=seen.least.short,
            low=seen.least.value,
            high=bidder.limit.value if seen.capped else 0,
            aside=True,
            dim=0.3,
        )
        sheet.bind(on_amount=partial(self._book_typed, bidder.letter))
        self.shell.open_sheet(sheet)

    def _book_typed(self, letter: str, _sheet: AmountSheet, amount: int, press_id: str) -> None:
        """A bid from the pad; the next ones are raises again."""
        if self.auction is not None and self._wanted == len(self.auction.raises):
            self._wanted = None
            self._show_buttons(self.auction)
        self._book(letter, Amount(amount), press_id)

    def _book(self, letter: str, amount: Amount, press_id: str) -> None:
        request = Bid(who=letter, amount=amount.value)
        self.ask(request, press_id, partial(self._booked, letter))

    def _booked(self, letter: str, answer: Answer) -> None:
        """A bid beyond the cash stands; what he would have to raise for it is said."""
        beyond = answer.entry.detail.get("beyond_cash") if answer.entry else None
        bidder = self._bidder(self.auction, letter) if self.auction else None
        if self.auction is not None and bidder is not None and isinstance(beyond, int):
            amount = Amount(beyond, self.auction.least.short)
            said = theme.tr(
                "{who} has too little cash: {amount} would have to be raised.",
                who=bidder.name,
                amount=amount,
            )
            self.shell.tell(said)

    def sell(self, press_id: str) -> None:
        """Sold, or nobody wants it: over before the time."""
        self.ask(Close(), press_id)

    def cancel(self, press_id: str) -> None:
        """Void: nothing is booked."""
        self.shell.command("cancel", press_id)

    def pause(self, press_id: str) -> None:
        """Stop the clock, or let it go on."""
        self.shell.command("resume" if self.paused else "pause", press_id)


load_kv(Path(__file__).with_name("auction.kv"))
