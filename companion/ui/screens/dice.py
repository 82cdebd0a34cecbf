"""Entering what the dice show, and the ways out of jail. Nobody has to enter dice."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.graphics import Color, SmoothEllipse
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.core.requests import LeaveJail, Roll, RollAgain
from companion.faces.parts import Seat
from companion.faces.table import GameView
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import BigButton, Sheet, Tap

if TYPE_CHECKING:
    from companion.ui.screens.tablehost import TableHost

FACE_MOST = 6
PIPS = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Where the pips of each face lie, on a grid of three by three."""


THIRD_WORDS = {"mr_monopoly": "Mr. Monopoly", "bus": "Bus"}
"""What else than points a third die may show."""


class DieFace(Tap, Widget):
    """One face of a die to tap."""

    face = NumericProperty(1)
    chosen = NumericProperty(0)
    says = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.canvas.after:
            Color(*theme.paper_ink)
            self._pips = [SmoothEllipse() for _ in PIPS[int(self.face)]]
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        side = min(self.size)
        left, bottom = self.center_x - side / 2, self.center_y - side / 2
        pip = side * 0.17
        for ellipse, (x, y) in zip(self._pips, PIPS[int(self.face)], strict=True):
            ellipse.size = (pip, pip)
            ellipse.pos = (
                left + side * (0.25 + 0.25 * x) - pip / 2,
                bottom + side * (0.25 + 0.25 * y) - pip / 2,
            )


class DiceSheet(Sheet):
    """Two dice, and the third one where the game has it; the last one that is told enters them."""

    dice = ListProperty([0, 0])
    third = StringProperty("")
    hint = StringProperty("")
    rows = NumericProperty(2)
    rolled_on_table = BooleanProperty(False)
    """The player has moved without dice being entered; after a double he is up once more."""

    def __init__(self, page: TableHost, game: GameView) -> None:
        super().__init__(title=theme.tr("What did {who} roll?", who=game.turn_name))
        self._page, self._who = page, game.turn
        seat = game.seat(game.turn)
        jailed = seat is not None and seat.jailed
        self._third = () if jailed else game.third_die
        self._buttons = [self._third_face(face) for face in self._third]
        self.rows = 3 if self._third else 2
        self.rolled_on_table = game.landed and not game.rolled
        self._faces: list[list[DieFace]] = []
        for number, row in enumerate((self.ids.first, self.ids.second)):
            faces = [
                DieFace(face=face, says=f"die {number + 1}: {face}")
                for face in range(1, FACE_MOST + 1)
            ]
            for widget in faces:
                widget.bind(on_tap=partial(self._choose, number, widget.face))
                row.add_widget(widget)
            self._faces.append(faces)
        self._mark()

    def _choose(self, number: int, face: int, widget: DieFace) -> None:
        dice = list(self.dice)
        dice[number] = face
        self.dice = dice
        self._mark()
        self._told(widget.press_id)

    def _third_face(self, face: str) -> BigButton:
        """A face of the third die: points, or what else it shows."""
        button = BigButton(text=theme.tr(THIRD_WORDS.get(face, face)), size_max=16)
        button.bind(on_tap=partial(self._choose_third, face))
        self.ids.third.add_widget(button)
        return button

    def _choose_third(self, face: str, button: BigButton) -> None:
        self.third = face
        self._mark()
        self._told(button.press_id)

    def _mark(self) -> None:
        for faces, shown in zip(self._faces, self.dice, strict=True):
            for widget in faces:
                widget.chosen = int(widget.face == shown)
        for button, face in zip(self._buttons, self._third, strict=True):
            button.kind = "chosen" if face == self.third else "plain"
        self.hint = theme.tr("Tap all dice") if self._third else theme.tr("Tap both dice")

    def _told(self, press_id: str) -> None:
        """Enter the dice, once none is missing."""
        if not all(self.dice) or (self._third and not self.third):
            return
        points = (int(self.third),) if self.third.isdigit() else ()
        special = "" if points else self.third
        self._roll(Roll(who=self._who, dice=(*self.dice, *points), special=special), press_id)

    def double(self, press_id: str) -> None:
        """He is up again; the trading unit is free for him, and so is a third die."""
        self.close()
        self._page.ask(RollAgain(), press_id)

    def roll_for_us(self, press_id: str) -> None:
        """The app rolls."""
        self._roll(Roll(who=self._who), press_id)

    def _roll(self, request: Roll, press_id: str) -> None:
        self.close()
        self._page.ask(request, press_id, self._page.rolled)


def held_words(seat: Seat) -> str:
    """Who is held up, and where."""
    return str(theme.tr("{who} is {within}", who=seat.name, within=seat.corner.within))


class JailSheet(Sheet):
    """In jail at the start of the turn: pay, a card, a double, or stay."""

    fine = StringProperty("")
    stay_words = StringProperty("")

    def __init__(self, page: TableHost, game: GameView, seat: Seat) -> None:
        super().__init__(title=held_words(seat))
        self._page, self._who = page, seat.letter
        self.fine = theme.tr("Pay {amount} and roll", amount=game.jail_fine)
        self._last = seat.last_try
        self.stay_words = (
            theme.tr("No double: pay {amount} and move", amount=game.jail_fine)
            if seat.last_try
            else theme.tr("No double: stays there")
        )
        if "jail_card" not in seat.cards:
            self.ids.ways.remove_widget(self.ids.by_card)

    def leave(self, how: str, press_id: str) -> None:
        """``fine``, ``card`` or ``double``."""
        request = LeaveJail(who=self._who, how=how)
        self._page.ask(request, press_id, lambda _: self.close())

    def enter_dice(self) -> None:
        """The dice decide: the bank follows the tries and the third one's fine."""
        self.close()
        self._page.open_dice(in_jail=True)

    def stay(self, press_id: str) -> None:
        """No double: the next player is up; after the last try the fine is due and he moves."""
        if self._last:
            self.leave("fine", press_id)
            return
        self.close()
        self._page.next_player(press_id)


load_kv(Path(__file__).with_name("dice.kv"))
