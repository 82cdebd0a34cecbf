"""The table: every seat, every deed, whose turn it is; tap a deed and the player landed there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.core.entry import Mark
from companion.core.requests import GoTo, Land, Salary
from companion.faces.parts import Spot, Tile
from companion.faces.spaces import CARD_SPACES
from companion.faces.table import GameView
from companion.panels.panel import Key
from companion.session.commit import Answer
from companion.ui.measure import whole_parts
from companion.ui.pages import Page
from companion.ui.screens import moneymoves
from companion.ui.screens.amount import TransferSheet
from companion.ui.screens.cards import CardSheet, WhereSheet
from companion.ui.screens.dice import DiceSheet
from companion.ui.screens.nextstep import UNIT_PAGE, NextStep
from companion.ui.screens.pieces import DeedTile, SeatCard, SpotTile, money
from companion.ui.screens.seat import SeatSheet
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Confirm

TIGHT_FROM = 5
"""From so many players on the seats stand in two columns."""
WIDE_FROM = 36
"""From so many spaces on the board has eight columns."""


class TablePage(NextStep):
    """Shows a GameView; every touch is a request or opens the sheet for one."""

    last = StringProperty("")
    stock = StringProperty("")
    salary = StringProperty("")
    seat_count = NumericProperty(2)
    columns = NumericProperty(7)
    over = BooleanProperty(False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        self._tiles: dict[int, DeedTile] = {}
        self._spots: list[SpotTile] = []
        self._seats: list[SeatCard] = []
        self._table: tuple[str, ...] = ()
        super().__init__(*args, **kwargs)

    def refresh(self) -> None:
        """Draw the table of the newest view."""
        game = self.frontend.view.game
        if not isinstance(game, GameView):
            return
        self.game = game
        self.over = game.ended is not None
        self.last = theme.say(game.last)
        stock = theme.tr("Bank: {stock}", stock=game.stock) if game.stock else ""
        self.stock = whole_parts(stock)
        self.salary = money(game.salary)
        self._show_seats(game)
        self._show_board(game)
        self.show_next(game)

    def leave(self) -> None:
        """A card's move that was not finished is given up."""
        super().leave()
        self.moving = ""

    # -- drawing

    def _show_seats(self, game: GameView) -> None:
        self.seat_count = len(game.seats)
        table = (game.edition, *(seat.name for seat in game.seats))
        if self._table != table:
            self._table = table
            self.ids.seats.clear_widgets()
            self._seats = [SeatCard() for _ in game.seats]
            for card in self._seats:
                card.bind(on_tap=self._tap_seat)
                self.ids.seats.add_widget(card)
        for card, seat in zip(self._seats, game.seats, strict=True):
            card.put(seat, len(game.seats) >= TIGHT_FROM)
        cash = {card: seat.cash for card, seat in zip(self._seats, game.seats, strict=True)}
        moneymoves.show(self, self.ids.bank, cash)

    def _show_board(self, game: GameView) -> None:
        wanted = [tile.pos for tile in game.tiles]
        if list(self._tiles) != wanted or len(self._spots) != len(game.spots):
            self._lay_out(game)
        for tile in game.tiles:
            self._tiles[tile.pos].put(tile)
        for widget, spot in zip(self._spots, game.spots, strict=True):
            widget.put(spot)

    def _lay_out(self, game: GameView) -> None:
        board = self.ids.board
        board.clear_widgets()
        self._tiles = {tile.pos: DeedTile() for tile in game.tiles}
        self._spots = [SpotTile() for _ in game.spots]
        self.columns = 7 if len(self._tiles) + len(self._spots) < WIDE_FROM else 8
        for deed in self._tiles.values():
            deed.bind(on_tap=self._tap_deed)
            board.add_widget(deed)
        for spot in self._spots:
            spot.bind(on_tap=self._tap_spot)
            board.add_widget(spot)

    # -- landing

    def _tap_deed(self, widget: DeedTile) -> None:
        tile, game = widget.tile, self.game
        if tile is None or game is None or self._blocked(game):
            return
        if self._unsure(tile.pos):
            self._place_first(lambda: self._tap_deed(widget))
        elif self._moved(game):
            self._ask_again(tile.name, partial(self._land_on, tile, game))
        else:
            self._land_on(tile, game, widget.press_id)

    def _land_on(self, tile: Tile, game: GameView, press_id: str) -> None:
        if tile.dice and tile.owner not in ("", game.turn) and not tile.mortgaged:
            self._landing().ask_dice(self._arrival(tile.pos))
        else:
            self.ask(self._arrival(tile.pos), press_id, partial(self._landed, tile.pos))

    def _moved(self, game: GameView) -> bool:
        """Whether a landing now would be the second of one turn."""
        return game.landed and not game.again and not self.moving

    def _ask_again(self, where: str, land: Callable[[str], object]) -> None:
        """``land`` only when that is meant: mostly it is the next player's, or a slip."""
        assert self.game is not None
        sheet = Confirm(
            title=theme.tr("{who} has moved already", who=self.game.turn_name),
            question=theme.tr("Once more in this turn, to {deed}?", deed=where),
            yes=theme.tr("Once more"),
            yes_kind="plain",
        )
        sheet.bind(on_agreed=lambda _: land(sheet.ids.yes.press_id))
        self.shell.open_sheet(sheet)

    def _tap_spot(self, widget: SpotTile) -> None:
        spot, game = widget.spot, self.game
        if spot is None or game is None:
            return
        if spot.card and game.on_card and not (self.moving or game.opened or game.auction):
            self._open_cards()
            return
        if self._blocked(game):
            return
        pos = spot.behind if self.moving == "back" else spot.pos
        if self._unsure(pos) or (self.moving == "back" and game.places):
            self._place_first(lambda: self._tap_spot(widget))
            return
        request = self._arrival(pos, unsure=spot.unsure)
        land = partial(self.ask, request, then=partial(self._at_spot, spot, pos))
        if self._moved(game):
            self._ask_again(theme.say(spot.name), land)
        else:
            land(widget.press_id)

    def _arrival(self, pos: int, unsure: bool = False) -> Land | GoTo:
        """Where the player is now: by his dice, on by a card, or back by one, past no GO."""
        assert self.game is not None
        if self.moving:
            return GoTo(who=self.game.turn, pos=pos, salary=self.moving != "back")
        return Land(who=self.game.turn, pos=pos, unsure=unsure)

    def _unsure(self, pos: int) -> bool:
        """Whether it hangs on where the player stands if a card takes him over GO."""
        assert self.game is not None
        ways = {0 < pos < place for place, _ in self.game.places}
        return self.moving == "on" and len(ways) > 1

    def _place_first(self, then: Callable[[], object]) -> None:
        """``then``, once it is known on which of several spaces the player stands."""
        if self.game is not None and self.game.places:
            self.shell.open_sheet(WhereSheet(self, self.game, then))
        else:
            then()

    def _landed(self, pos: int, _answer: Answer) -> None:
        self.moving = ""
        if self.game is not None:
            self._landing().about(self.game.turn, pos)

    def _at_spot(self, spot: Spot, pos: int, answer: Answer) -> None:
        self.moving = ""
        entry = answer.entry
        asked = entry.detail.get("next") if entry is not None else ""
        if self._must_answer():
            self.shell.open("ask")
        elif self.shell.task_page(asked):
            self.shell.open(self.task_page(asked))
        elif asked:
            self._landed(pos, answer)
        elif spot.card:
            self._open_cards()
        self.refresh()

    def _blocked(self, game: GameView) -> bool:
        """Whether something else comes first; then that is shown."""
        seat = game.seat(game.turn)
        if game.ended:
            self.shell.tell(theme.tr("The game is over. Undo to play on."))
        elif game.auction:
            self.shell.open("auction")
        elif self._must_answer() and not (self.moving and game.opened is None):
            self.shell.open("ask")
        elif game.opened:
            self.shell.open(self.task_page(game.opened.kind))
        elif seat is not None and seat.jailed:
            self.open_jail("")
        else:
            return False
        return True

    def _must_answer(self) -> bool:
        """Whether this game's own question comes before anything else."""
        asked = getattr(self.frontend.view.game, "asked", None)
        return asked is not None and asked.must

    def _landing(self) -> Page:
        return self.shell.open("landing")

    # -- the other buttons

    def pass_go(self, press_id: str) -> None:
        """The salary for the player whose turn it is."""
        if self.game is not None:
            self.ask(Salary(who=self.game.turn), press_id)

    def do_aside(self, press_id: str) -> None:
        """What may be done before the turn ends: Build rolls at once."""
        page = self.aside_page
        if page == UNIT_PAGE:
            self.shell.guard.books(press_id, self.shell.now())
            for down in (True, False):
                self.frontend.touch(Key.BUILD, down, press_id)
        elif page == "deal" and self.game is not None:
            self.shell.open(page).about(self.game.turn)
        elif page == "ask":
            self._place_first(lambda: self.shell.open(page))
        else:
            self.shell.open(page)

    def move_by_card(self, way: str) -> None:
        """The next tap on a space is where a card takes the player, "on" or "back"."""
        self.moving = way
        self.refresh()

    def open_transfer(self, source: str = "") -> None:
        """Money from one to another."""
        if self.game is not None:
            self.shell.open_sheet(TransferSheet(self, self.game, source or self.game.turn))

    def open_dice(self, in_jail: bool = False) -> None:
        """What the dice show; nobody has to enter it."""
        if self.game is not None and (in_jail or not self._blocked(self.game)):
            self._place_first(self._open_dice)

    def _open_dice(self) -> None:
        if self.game is not None:
            self.shell.open_sheet(DiceSheet(self, self.game))

    def rolled(self, answer: Answer) -> None:
        """The dice are entered: go where they lead."""
        entry = answer.entry
        if entry is None or self.game is None:
            return
        here = f"at:{entry.detail['who']}"
        marks = (line for line in entry.lines if isinstance(line, Mark) and line.what == here)
        pos = next((line.after for line in marks), None)
        asked = str(entry.detail.get("next", ""))
        if entry.detail.get("space") in CARD_SPACES and not entry.detail.get("jailed"):
            self._open_cards()
        elif self._must_answer():
            self.shell.open("ask")
        elif self.shell.task_page(asked):
            self.shell.open(self.task_page(asked))
        elif asked and isinstance(pos, int):
            self._landed(pos, answer)
        self.refresh()

    def _open_cards(self) -> None:
        if self.game is not None:
            self.shell.open_sheet(CardSheet(self, self.game, self.game.turn))

    def _tap_seat(self, widget: SeatCard) -> None:
        seat = self.game.seat(widget.letter) if self.game else None
        if self.game is not None and seat is not None:
            self.shell.open_sheet(SeatSheet(self, self.game, seat))


load_kv(Path(__file__).with_name("table.kv"))
