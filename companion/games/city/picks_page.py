"""One district is to be chosen: for a railroad, planning permission, an auction, a ride."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.core.requests import Auction
from companion.faces.money import piece_word
from companion.faces.views import View
from companion.games.city.district import (
    MapView,
    PickView,
    PieceChoice,
    auction_choice_view,
    map_view,
    planning_view,
    railroad_view,
    ride_view,
)
from companion.games.city.lots_page import LotCell
from companion.games.city.permits import permits_of
from companion.games.city.requests import Jump, Place
from companion.ui.bankpage import BankPage
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Card
from companion.unit.unit import Phase

TABLE = "table"


class WayCard(Card):
    """One of two ways: what it is, what it means, and its pieces to tap."""

    title = StringProperty("")
    note = StringProperty("")


class PickPage(BankPage):
    """A heading, and the city to tap a district in; subclasses say what for."""

    title = StringProperty("")
    note = StringProperty("")
    done = StringProperty("")
    extra = StringProperty("")
    clock = StringProperty("")
    """How long the light still runs, where it does."""
    choosing = BooleanProperty(True)

    def extra_tapped(self, press_id: str) -> None:
        """The further button."""

    def nothing(self, press_id: str) -> None:
        """No district."""
        self.shell.open(TABLE)

    def chosen(self, cell: LotCell) -> None:
        """This district."""

    def back(self, _answer: object) -> None:
        """It is booked: the table again."""
        self.shell.open(TABLE)


class MapPage(PickPage):
    """The whole city; a tap opens a district."""

    def refresh(self) -> None:
        """Look at every district."""
        self.look(map_view, self._draw)

    def _draw(self, seen: MapView) -> None:
        self.title = theme.tr("The city")
        self.note = theme.tr("Bank: {stock}", stock=seen.pieces) if seen.pieces else ""
        self.ids.grid.put(seen.groups)

    def chosen(self, cell: LotCell) -> None:
        """Look at it."""
        if cell.lot is not None:
            self.shell.open("district").about(cell.lot.pos)


class RailsPage(PickPage):
    """The unit shows the railroad: on any district, for nothing."""

    def refresh(self) -> None:
        """Look where one can be put down."""
        self.look(railroad_view, self._draw)

    def _draw(self, seen: PickView) -> None:
        self._who, self._piece = seen.who, seen.piece
        self.title = theme.tr("{who} puts down a railroad", who=seen.who_name)
        self.note = theme.tr("Free, on an own or a free district; not used, it is lost.")
        self.done = theme.tr("No railroad")
        self.ids.grid.put(seen.groups)

    def chosen(self, cell: LotCell) -> None:
        """Here."""
        if cell.lot is not None:
            request = Place(who=self._who, deed=cell.lot.pos, piece=self._piece)
            self.ask(request, cell.press_id, self.back)


class RidePage(PickPage):
    """Somebody landed on a railroad and may go on by it."""

    def refresh(self) -> None:
        """Look where it goes."""
        self.look(ride_view, self._draw)

    def _draw(self, seen: PickView) -> None:
        self._who = seen.who
        self.title = theme.tr("{who} may take the railroad", who=seen.who_name)
        self.note = theme.tr("To a district with a railroad; what is due there counts.")
        self.done = theme.tr("Stay here")
        self.ids.grid.put(seen.groups)

    def chosen(self, cell: LotCell) -> None:
        """To there: whatever that brings is shown."""
        if cell.lot is None:
            return
        pos = cell.lot.pos
        request = Jump(who=self._who, pos=pos)
        self.ask(request, cell.press_id, lambda _: self.shell.open("landing").about(self._who, pos))


class AuctionChoicePage(PickPage):
    """Which district is auctioned, or is it a deal? Also for the auction space."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._lit = False
        super().__init__(*args, **kwargs)

    def show(self, view: View) -> None:
        """The light may run already; when it goes out nothing has been sold."""
        lit = view.unit.phase is Phase.AUCTION
        went_out = self._lit and not lit
        self._lit = lit
        self.clock = theme.tr("{n} s left", n=view.unit.seconds) if lit else ""
        super().show(view)
        if went_out and getattr(view.game, "auction", None) is None:
            self.shell.open(TABLE)

    def leave(self) -> None:
        """The light is forgotten."""
        super().leave()
        self._lit = False

    def refresh(self) -> None:
        """Look which are free."""
        self.look(auction_choice_view, self._draw)

    def _draw(self, seen: PickView) -> None:
        game = self.frontend.view.game
        by_space = permits_of(getattr(game, "extra", None)).task == "auction"
        tr = theme.tr
        self.title = tr("Auction: which district?")
        if by_space:
            self.note = tr("{who} chooses a free district; everybody bids.", who=seen.who_name)
            self.done = ""
        else:
            self.note = tr("A free one, or a deal?")
            self.done = tr("A deal")
        self.extra = "" if by_space or not self._lit else tr("Cancel")
        self.ids.grid.put(seen.groups)

    def extra_tapped(self, press_id: str) -> None:
        """Pressed by mistake."""
        self.shell.command("cancel", press_id)
        self.shell.open(TABLE)

    def nothing(self, press_id: str) -> None:
        """No auction but a deal, in the time the light gives."""
        page = self.shell.open("deal")
        game = self.frontend.view.game
        page.about(getattr(game, "turn", ""))

    def chosen(self, cell: LotCell) -> None:
        """This one is auctioned."""
        if cell.lot is not None:
            request = Auction(deed=cell.lot.pos)
            self.ask(request, cell.press_id, lambda _: self.shell.open("auction"))


class PlanningPage(PickPage):
    """Planning permission: a bonus building or a hazard, which one, and where."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._piece = ""
        self._who = ""
        super().__init__(*args, **kwargs)
        self.choosing = False

    def leave(self) -> None:
        """A half-made choice is forgotten; the permission waits."""
        super().leave()
        self._piece = ""

    def refresh(self) -> None:
        """Look what can be put down, and where."""
        self.look(partial(planning_view, piece=self._piece), self._draw)

    def _draw(self, seen: PickView) -> None:
        tr = theme.tr
        self._who = seen.who
        self.choosing = bool(self._piece)
        self.ids.ways.clear_widgets()
        if self._piece:
            self.title = tr("Where to? {piece}", piece=tr(piece_word(self._piece)))
            self.note = tr("Only districts where it may stand can be tapped.")
            self.done = tr("Another building")
            self.ids.grid.put(seen.groups)
            return
        self.title = tr("{who} has planning permission", who=seen.who_name)
        self.note = ""
        self.done = ""
        bonus = tr("In a district of one's own or a free one. It keeps hazards out.")
        hazard = tr("In somebody else's district or a free one. Residential blocks "
                    "there bring nothing until it is removed.")  # fmt: skip
        self._way(tr("A bonus building"), bonus, seen.bonus)
        self._way(tr("A hazard"), hazard, seen.hazards)

    def _way(self, title: str, note: str, pieces: tuple[PieceChoice, ...]) -> None:
        card = WayCard(title=title, note=note)
        for choice in pieces:
            button = BigButton(
                text=theme.tr(piece_word(choice.piece)), under=theme.say(choice.note), size_max=15
            )
            button.bind(on_tap=partial(self._take, choice.piece))
            card.ids.pieces.add_widget(button)
        self.ids.ways.add_widget(card)

    def _take(self, piece: str, _button: BigButton) -> None:
        self._piece = piece
        self.refresh()

    def nothing(self, press_id: str) -> None:
        """Another piece."""
        self._piece = ""
        self.refresh()

    def chosen(self, cell: LotCell) -> None:
        """It stands here now."""
        if cell.lot is not None:
            request = Place(who=self._who, deed=cell.lot.pos, piece=self._piece)
            self.ask(request, cell.press_id, self.back)


load_kv(Path(__file__).with_name("picks_page.kv"))
