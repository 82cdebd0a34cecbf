"""A landing: the card, what is due and why, before and after, one button for the usual thing."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from msgspec.structs import replace

from companion.core.requests import Buy, Decline, GoTo, Land, Pay, Rent, Request, Tax, Waive
from companion.faces.landing import LandingView, landing_view
from companion.faces.money import piece_word
from companion.faces.table import GameView
from companion.session.commit import Answer
from companion.ui.bankpage import BankPage
from companion.ui.screens.amount import AmountSheet
from companion.ui.screens.card import CardPaper
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton

DODGE = "dodge"


class LandingPage(BankPage):
    """Somebody stands on ``pos``. Goes back to the table when all is paid."""

    seen: LandingView | None = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    figure = StringProperty("")
    why = StringProperty("")
    usual = StringProperty("")
    usual_kind = StringProperty("usual")
    short_of = BooleanProperty(False)
    other = StringProperty("")
    refuse = StringProperty("")
    back = StringProperty("")
    undoable = BooleanProperty(False)
    asks_dice = BooleanProperty(False)
    choices = ListProperty([])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._stand("", -1)
        self._looking = False
        self._request: Land | GoTo | None = None
        super().__init__(*args, **kwargs)
        self.paper: CardPaper = self.ids.paper
        self.paper.page = self

    # -- what is looked at

    def about(self, who: str, pos: int) -> None:
        """``who`` has just landed on ``pos``."""
        self._stand(who, pos)
        self._looking = False
        self.refresh()

    def leave(self) -> None:
        """A card that was only looked at is put away; what is open comes first next time."""
        super().leave()
        self._looking = False

    def ask_dice(self, request: Land | GoTo) -> None:
        """The landing ``request`` is about needs the dice first, for the rent hangs on them."""
        self.about(request.who, request.pos)
        self._request = request

    def only_card(self, who: str, pos: int) -> None:
        """Nobody landed: look at the card of ``pos``, to correct it or to see its rents."""
        self._stand(who, pos)
        self._looking = True
        self.refresh()

    def refresh(self) -> None:
        """Look at what is open, else at the space last landed on."""
        game = self.frontend.view.game
        if not isinstance(game, GameView):
            return
        opened = game.opened
        if self._looking:
            opened = None
        if opened is not None and (self._who, self._pos) != (opened.who, opened.pos):
            self._stand(opened.who, opened.pos)
        if self._pos < 0:
            return
        face = partial(
            landing_view, who=self._who, pos=self._pos, dice=self._dice, times=self._times,
            way=self._way,
        )  # fmt: skip
        self.look(face, self._draw)

    def _stand(self, who: str, pos: int) -> None:
        self._who, self._pos, self._dice, self._times, self._way = who, pos, 0, 1, ""

    # -- drawing

    def _draw(self, seen: LandingView) -> None:
        tr = theme.tr
        self.seen = seen
        name = tr(seen.name)
        self.paper.put(seen.card, name)
        self.asks_dice = seen.state == "dice" and not self._looking
        self.figure = money(seen.amount) if seen.amount.value else ""
        self.why = theme.say(seen.why)
        self.short_of = seen.lacks.value > 0 and seen.state in ("buy", "rent", "tax")
        self.other = self.refuse = ""
        facts = {"who": seen.who_name, "to": seen.to_name, "amount": seen.amount, "deed": name}
        match seen.state:
            case "buy":
                self.title = tr("{who} may buy {deed}", **facts)
                self.usual = tr("Buy for {amount}", **facts)
                self.other = tr("Another price")
                self.refuse = tr("Do not buy: auction") if seen.auctions else tr("Do not buy")
            case "rent":
                self.title = tr("{who} pays {to} rent", **facts)
                self.usual = tr("Pay {amount} to {to}", **facts)
                self.other = tr("Another amount")
                self.refuse = tr("No rent asked") if seen.rebates else ""
            case "tax":
                self.title = tr("{who} pays: {deed}", **facts)
                self.usual = tr("Pay {amount}", **facts)
                self.other = tr("Another amount")
            case "dice":
                self.title = tr("{who} on {deed}", **facts)
                self.usual = ""
            case _:
                self.title = name if self._looking else tr("{who} on {deed}", **facts)
                self.usual = tr("Continue")
        if seen.state in ("buy", "rent", "tax"):
            balance = self._balance(seen)
            end = "" if self.why.endswith((".", "?")) else "."
            self.why = f"{self.why[:1].upper()}{self.why[1:]}{end} {balance}"
        self.undoable = seen.undoable and not self._looking
        self.back = tr("Undo the landing") if self.undoable else tr("Back to the table")
        self._show_choices(seen)
        self._show_dice(seen)

    def _balance(self, seen: LandingView) -> str:
        if seen.lacks.value:
            return str(theme.tr("{who} has {cash}: {lacks} too little.", who=seen.who_name,
                                cash=seen.cash, lacks=seen.lacks))  # fmt: skip
        return str(theme.tr("{who} has {cash} and keeps {left}.", who=seen.who_name,
                            cash=seen.cash, left=seen.left))  # fmt: skip

    def _show_choices(self, seen: LandingView) -> None:
        """The card's "twice" or "ten times", the ways to pay a tax, the card that pays no rent."""
        tr = theme.tr
        if seen.dodge:
            self.choices = [(DODGE, tr("No rent, with the card: {card}",
                                       card=tr(piece_word(seen.dodge[0]))))]  # fmt: skip
        elif len(seen.times_choices) > 1:
            self.choices = [
                (times, tr("Normal rent") if times == 1 else tr("Card says × {n}", n=times))
                for times in seen.times_choices
            ]
        elif len(seen.taxes) > 1:
            self.choices = [
                (tax.word, tr("Flat {amount}" if tax.word == "flat" else "Share {amount}",
                              amount=tax.amount))
                for tax in seen.taxes
            ]  # fmt: skip
        else:
            self.choices = []
        times = seen.times if seen.times_choices else None
        self.ids.choice.value = seen.way if seen.taxes else times

    def _show_dice(self, seen: LandingView) -> None:
        grid = self.ids.dice
        most = seen.dice_most if self.asks_dice else 0
        if len(grid.children) == max(0, most - 1):
            return
        grid.clear_widgets()
        for total in range(2, most + 1):
            button = BigButton(text=str(total), size_max=22)
            button.bind(on_tap=lambda b, total=total: self.dice_shown(total, b.press_id))
            grid.add_widget(button)

    # -- what is tapped

    def dice_shown(self, total: int, press_id: str) -> None:
        """The total of the dice: now the landing can be entered."""
        if self._request is None:
            return
        request = replace(self._request, dice=total, times=max(1, self._times))
        self._dice = total
        self.ask(request, press_id, lambda _: self.refresh())

    def choose(self, value: object) -> None:
        """A card changes the rent, or the tax shall be paid the other way."""
        if isinstance(value, int):
            self._times = value
            self.refresh()
        elif value == DODGE and self.seen is not None and self.seen.dodge:
            self._then(self.seen.dodge[1], "")
        else:
            self._way = str(value)
            self.refresh()

    def pay(self, press_id: str) -> None:
        """The usual thing."""
        seen = self.seen
        if seen is None:
            return
        match seen.state:
            case "buy":
                self._then(Buy(who=seen.who, deed=seen.pos), press_id)
            case "rent" if seen.times > 1:
                self._then(Rent(amount=seen.amount.value), press_id)
            case "rent":
                self._then(Rent(), press_id)
            case "tax":
                self._then(Tax(who=seen.who, pos=seen.pos, choice=seen.way), press_id)
            case _:
                self.go_back("")

    def raise_money(self) -> None:
        """Sell and mortgage first; the payment waits."""
        page = self.shell.open("raise")
        page.about(self._who)

    def another(self) -> None:
        """Another amount than the book says."""
        seen, game = self.seen, self.frontend.view.game
        if seen is None or not isinstance(game, GameView):
            return
        sheet = AmountSheet(title=self.title, done=theme.tr("Pay"), short=game.short)
        sheet.bind(on_amount=self._pay_other)
        self.shell.open_sheet(sheet)

    def _pay_other(self, _sheet: AmountSheet, amount: int, press_id: str) -> None:
        seen = self.seen
        if seen is None:
            return
        request: Request = Pay(source=seen.who, target="bank", reason="tax", amount=amount)
        if seen.state == "buy":
            request = Buy(who=seen.who, deed=seen.pos, price=amount)
        elif seen.state == "rent":
            request = Rent(amount=amount)
        self._then(request, press_id)

    def decline(self, press_id: str) -> None:
        """Not bought, so it is auctioned; or nobody asked for the rent."""
        if self.seen is None:
            return
        if self.seen.state == "buy":
            self.ask(Decline(), press_id, self._declined)
        else:
            self._then(Waive(), press_id)

    def _declined(self, _answer: Answer) -> None:
        """It is auctioned, unless this game just leaves it with the bank."""
        if getattr(self.frontend.view.game, "auction", None) is not None:
            self.shell.open("auction")
        else:
            self.home()

    def go_back(self, press_id: str) -> None:
        """Nothing was due, or the landing was a slip: take it back."""
        if self._looking:
            self.shell.open("estate")
            return
        if self.undoable and press_id:
            self.shell.command("undo", press_id)
        self.shell.open("table")

    def _then(self, request: Request, press_id: str) -> None:
        self.ask(request, press_id, partial(self._paid, self._who))

    def _paid(self, who: str, answer: Answer) -> None:
        entry = answer.entry
        if entry is not None and entry.reason == "debt":
            self.shell.open("raise").about(who)
        else:
            self.home()


load_kv(Path(__file__).with_name("landing.kv"))
