"""The card table: every bank and colour, one row of actions, and the answer that is awaited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import (
    BooleanProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.core.game import Game
from companion.core.requests import EndTurn, Request
from companion.faces.views import Text
from companion.games.deal.cardpicks import (
    CardPick,
    RentView,
    action_picks,
    bank_picks,
    lay_picks,
    player_picks,
    rent_view,
)
from companion.games.deal.cardpieces_page import CardTile, ColourTile
from companion.games.deal.cardtable import (
    CardFace,
    CardSeat,
    CardsView,
    ClaimView,
    Payment,
    SetTile,
    cards_view,
    payment,
)
from companion.games.deal.requests import Concede, PayCards, SayNo
from companion.ui.bankpage import BankPage
from companion.ui.screens.pieces import money
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Choice, Sheet, TapCard

STANDINGS_PAGE = "standings"
LABELS = {
    "bank": "Bank a card",
    "lay": "Play a property",
    "rent": "Demand rent",
    "action": "Action card",
    "end": "End turn",
}
"""The actions of who is up, in their order."""
WORDS = {
    "bank": "Which card goes into the bank?",
    "lay": "Which property is laid out?",
    "rent": "Rent for which colour?",
    "action": "Which card is played?",
}
"""What the sheet of an action asks."""
FACTORS = ("Rent", "Doubled", "Doubled twice")

Picks = Callable[[Game, int], tuple[CardPick, ...]]
PICKS: dict[str, Picks] = {"bank": bank_picks, "lay": lay_picks, "action": action_picks}


class CardTablePage(BankPage):
    """Shows a CardsView; while somebody has to answer, what he can answer with."""

    view: CardsView | None = ObjectProperty(None, allownone=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._table = CardRows(self)
        self._answer = AnswerPanel(self)

    def refresh(self) -> None:
        """Look at the cards on the table."""
        self.look(cards_view, self._draw)

    def _draw(self, view: CardsView) -> None:
        self.view = view
        body = self._table if view.claim is None else self._answer
        if self.ids.body.children != [body]:
            self.ids.body.clear_widgets()
            self.ids.body.add_widget(body)
        if view.claim is None:
            self._table.put(view)
        else:
            self._answer.put(view.claim)

    # -- what a touch opens or asks

    def act(self, name: str, press_id: str) -> None:
        """One of the five actions below the table."""
        view = self.view
        if view is None:
            return
        if view.ended:
            self.shell.open(STANDINGS_PAGE)
        elif name == "end":
            self.ask(EndTurn(), press_id)
        elif name == "rent":
            self.shell.open_sheet(RentSheet(self, theme.tr(WORDS[name])))
        else:
            self.choose(theme.tr(WORDS[name]), PICKS[name])

    def choose(self, title: str, picks: Picks, dims: bool = True) -> None:
        """Open a sheet with these choices."""

        def opened(found: tuple[CardPick, ...]) -> None:
            self.shell.close_sheets()
            sheet = PickSheet(self, title, dims)
            sheet.put(found)
            self.shell.open_sheet(sheet)

        self.look_closer(picks, opened)

    def look_at(self, seat: CardSeat) -> None:
        """All cards of a player."""
        who = seat.letter
        self.choose(seat.name, lambda game, now: player_picks(game, now, who), dims=False)

    def book(self, request: Request, press_id: str) -> None:
        """Ask for what was chosen, and close the sheet when it is booked."""
        self.ask(request, press_id, lambda _: self.shell.close_sheets())


class CardRows(BoxLayout):
    """A row for every player, a hint, and the actions of who is up."""

    hint = StringProperty("")

    def __init__(self, page: CardTablePage) -> None:
        super().__init__()
        self._page = page
        self._rows: list[CardRow] = []
        self._buttons: dict[str, BigButton] = {}
        for name in LABELS:
            button = BigButton(size_max=15)
            button.bind(on_tap=partial(self._act, name))
            self._buttons[name] = button
            self.ids.actions.add_widget(button)

    def put(self, view: CardsView) -> None:
        """Show the table as it is now."""
        if len(self._rows) != len(view.seats):
            self.ids.rows.clear_widgets()
            self._rows = [CardRow() for _ in view.seats]
            for row in self._rows:
                row.bind(on_tap=self._tap)
                self.ids.rows.add_widget(row)
        for row, seat in zip(self._rows, view.seats, strict=True):
            row.put(seat)
        game = self._page.frontend.view.game
        said = view.hint or getattr(game, "last", Text())
        self.hint = "" if view.ended else theme.say(said)
        for name, button in self._buttons.items():
            button.text = theme.tr(LABELS[name])
            button.kind = "usual" if name == view.usual else "plain"
            can = view.plays > 0 and not view.ended and (name != "rent" or view.laid)
            button.enabled = name == "end" or can
        if view.ended:
            self._buttons["end"].text = theme.tr("Standings")
            self._buttons["end"].kind = "usual"

    def _tap(self, row: CardRow) -> None:
        if row.seat is not None:
            self._page.look_at(row.seat)

    def _act(self, name: str, button: BigButton) -> None:
        self._page.act(name, button.press_id)


class CardRow(TapCard):
    """A player: letter, name, bank, and a tile for every colour that lies before him."""

    seat: CardSeat | None = ObjectProperty(None, allownone=True)
    letter = StringProperty("")
    name = StringProperty("")
    under = StringProperty("")
    bank = StringProperty("")
    says = StringProperty("")
    current = BooleanProperty(False)

    def put(self, seat: CardSeat) -> None:
        """Show a player as he is now."""
        self.seat = seat
        self.letter, self.name, self.says = seat.letter, seat.name, f"seat {seat.letter}"
        self.under, self.bank = theme.say(seat.under), money(seat.bank)
        self.current = seat.current
        tiles: BoxLayout = self.ids.tiles
        if len(tiles.children) != len(seat.sets):
            tiles.clear_widgets()
            for _ in seat.sets:
                tiles.add_widget(ColourTile())
        for tile, lies in zip(reversed(tiles.children), seat.sets, strict=True):
            self._show(tile, lies)

    def _show(self, tile: ColourTile, lies: SetTile) -> None:
        tile.group, tile.count = lies.group, f"{lies.have}/{lies.size}"
        tile.complete, tile.tops = lies.complete, len(lies.tops)


class AnswerPanel(BoxLayout):
    """What somebody has to answer: the cards he pays with, no, or let it happen."""

    title = StringProperty("")
    chosen_words = StringProperty("")
    yes = StringProperty("")
    no = StringProperty("")
    enough = BooleanProperty(False)
    letter = StringProperty("")
    pays = BooleanProperty(False)

    def __init__(self, page: CardTablePage) -> None:
        super().__init__()
        self._page = page
        self._claim: ClaimView | None = None
        self._chosen: Counter[str] = Counter()
        self._tiles: dict[str, CardTile] = {}

    def put(self, claim: ClaimView) -> None:
        """Show a claim; cards already chosen for the same one stay chosen."""
        before, self._claim = self._claim, claim
        if before is None or (before.number, before.cards) != (claim.number, claim.cards):
            all_of_it = claim.kind == "pay" and claim.all_of_it
            self._chosen = Counter(
                {card.named: card.n for card in claim.cards} if all_of_it else {}
            )
        self.title, self.letter = theme.say(claim.title), claim.answers
        self.pays = claim.kind == "pay"
        self.no = theme.tr("Say no") if claim.can_say_no else ""
        self.ids.cards.clear_widgets()
        self._tiles = {}
        for card in claim.cards:
            tile = CardTile(label=theme.say(card.label), under=money(card.amount), many=card.n)
            tile.groups, tile.enabled = list(card.groups), self.pays
            tile.bind(on_tap=partial(self._tap, card))
            self._tiles[card.named] = tile
            self.ids.cards.add_widget(tile)
        self._count()

    def pay(self, press_id: str) -> None:
        """The yellow button: pay, or let it happen."""
        claim = self._claim
        if claim is None:
            return
        if claim.kind == "pay":
            cards = tuple(self._chosen.elements())
            self._page.ask(PayCards(who=claim.answers, cards=cards), press_id)
        else:
            asked = Concede(who=claim.answers, claim=claim.number)
            self._page.ask(asked, press_id)

    def say_no(self, press_id: str) -> None:
        """A card that says no is played."""
        if self._claim is not None:
            claim = self._claim
            asked = SayNo(who=claim.answers, claim=claim.number)
            self._page.ask(asked, press_id)

    def _tap(self, card: CardFace, _tile: CardTile) -> None:
        self._chosen[card.named] = (self._chosen[card.named] + 1) % (card.n + 1)
        self._count()

    def _count(self) -> None:
        claim = self._claim
        if claim is None:
            return
        for named, tile in self._tiles.items():
            tile.chosen = self._chosen[named]
        if claim.kind != "pay":
            self.chosen_words, self.yes, self.enough = "", theme.say(claim.yes), True
            return
        chosen = tuple(self._chosen.elements())

        def counted(paid: Payment) -> None:
            if self._claim is claim and tuple(self._chosen.elements()) == chosen:
                self._show_sum(claim, paid)

        who = claim.answers
        self._page.look_closer(lambda game, now: payment(game, now, who, chosen), counted)

    def _show_sum(self, claim: ClaimView, paid: Payment) -> None:
        self.enough = paid.enough
        some = paid.amount.value > 0
        self.yes = theme.tr("Pay {amount}", amount=paid.amount) if some else theme.say(claim.yes)
        facts = {"paid": paid.amount, "owed": claim.owed}
        if not some:
            self.chosen_words = theme.tr("Touch cards until they make {owed}.", **facts)
        elif paid.over:
            self.chosen_words = theme.tr("{paid} for {owed}: no change is given.", **facts)
        elif claim.all_of_it:
            self.chosen_words = theme.tr("All that lies here: {paid} of {owed}", **facts)
        else:
            self.chosen_words = theme.tr("{paid} of {owed}", **facts)


class PickSheet(Sheet):
    """Cards to choose from; one that leads on shows the next ones in its place."""

    back_icon = StringProperty("")

    def __init__(self, page: CardTablePage, title: str, dims: bool = True) -> None:
        super().__init__(title=title)
        self._page, self._dims = page, dims
        self._levels: list[tuple[str, Sequence[CardPick]]] = []

    def put(self, picks: Sequence[CardPick]) -> None:
        """Show the first choice."""
        self._levels = [(self.title, picks)]
        self._draw()

    def back(self) -> None:
        """To the choice before."""
        self._levels.pop()
        self._draw()

    def _draw(self) -> None:
        self.title, picks = self._levels[-1]
        self.back_icon = "back" if len(self._levels) > 1 else ""
        grid = self.ids.picks
        grid.clear_widgets()
        for pick in picks:
            words = theme.say(pick.label)
            tile = CardTile(label=words[:1].upper() + words[1:], under=theme.say(pick.under))
            tile.groups, tile.enabled = list(pick.groups), pick.possible
            tile.dim = self._dims and not pick.possible
            tile.bind(on_tap=partial(self._tap, pick))
            grid.add_widget(tile)

    def _tap(self, pick: CardPick, tile: CardTile) -> None:
        if pick.request is not None:
            self._page.book(pick.request, tile.press_id)
        elif pick.then:
            self._levels.append((theme.say(pick.question) or self.title, pick.then))
            self._draw()


class Payers(Choice):
    """Everybody or one player; below each other where names would not fit beside."""


class RentSheet(PickSheet):
    """The colours with their rent, asked of everybody or one, doubled or not."""

    def __init__(self, page: CardTablePage, title: str) -> None:
        super().__init__(page, title)
        self._payers, self._factors = Payers(value=""), Choice(value=0)
        for strip in (self._payers, self._factors):
            strip.bind(on_choose=self._choose)
            self.ids.strip.add_widget(strip)
        self._look()

    def _choose(self, strip: Choice, value: object) -> None:
        strip.value = value
        self._look()

    def _look(self) -> None:
        to, doubles = str(self._payers.value), int(self._factors.value)

        def seen(view: RentView) -> None:
            if (to, doubles) == (self._payers.value, self._factors.value):
                self._payers.options = [(who, theme.say(name)) for who, name in view.payers]
                words = FACTORS[: view.doubles + 1] if view.doubles else ()
                self._factors.height = theme.u * 48 * bool(words)
                self._factors.options = [(n, theme.tr(word)) for n, word in enumerate(words)]
                self.put(view.picks)

        self._page.look_closer(lambda game, now: rent_view(game, now, to, doubles), seen)


load_kv(Path(__file__).with_name("cardtable_page.kv"))
