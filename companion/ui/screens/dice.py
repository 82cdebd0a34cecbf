"""Entering what the dice show, and the ways out of jail. Nobody has to enter dice."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.graphics import Color, SmoothEllipse
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.faces.parts import Seat
from companion.faces.table import GameView
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import Sheet, Tap

if TYPE_CHECKING:
    from companion.ui.screens.table import TablePage

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
    """Two dice; the button says where the sum leads only after both are chosen."""

    dice = ListProperty([0, 0])
    go = StringProperty("")

    def __init__(self, page: TablePage, game: GameView) -> None:
        super().__init__(title=theme.tr("What did {who} roll?", who=game.turn_name))
        self._page, self._who = page, game.turn
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

    def _choose(self, number: int, face: int, _widget: DieFace) -> None:
        dice = list(self.dice)
        dice[number] = face
        self.dice = dice
        self._mark()

    def _mark(self) -> None:
        for faces, shown in zip(self._faces, self.dice, strict=True):
            for widget in faces:
                widget.chosen = int(widget.face == shown)
        both = all(self.dice)
        self.go = theme.tr("Go {first} + {second}", first=self.dice[0], second=self.dice[1]) if (
            both) else theme.tr("Tap both dice")  # fmt: skip

    def roll(self, press_id: str) -> None:
        """Enter the two dice."""
        if all(self.dice):
            self._roll({"do": "roll", "who": self._who, "dice": list(self.dice)}, press_id)

    def roll_for_us(self, press_id: str) -> None:
        """The app rolls."""
        self._roll({"do": "roll", "who": self._who}, press_id)

    def _roll(self, request: dict[str, object], press_id: str) -> None:
        self.close()
        self._page.ask(request, press_id, self._page.rolled)


class JailSheet(Sheet):
    """In jail at the start of the turn: pay, a card, a double, or stay."""

    fine = StringProperty("")
    cards = NumericProperty(0)

    def __init__(self, page: TablePage, game: GameView, seat: Seat) -> None:
        super().__init__(title=theme.tr("{who} is in jail", who=seat.name))
        self._page, self._who = page, seat.letter
        self.fine = theme.tr("Pay {amount} and roll", amount=game.jail_fine)
        self.cards = seat.cards

    def leave(self, how: str, press_id: str) -> None:
        """``fine``, ``card`` or ``double``."""
        request = {"do": "leave_jail", "who": self._who, "how": how}
        self._page.ask(request, press_id, lambda _: self.close())

    def enter_dice(self) -> None:
        """The dice decide: the bank follows the tries and the third one's fine."""
        self.close()
        self._page.open_dice(in_jail=True)

    def stay(self, press_id: str) -> None:
        """No double: the next player is up."""
        self.close()
        self._page.next_player(press_id)


load_kv(Path(__file__).with_name("dice.kv"))
