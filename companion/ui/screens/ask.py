"""What only this game asks a player: one question, a button for every answer."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.properties import ColorProperty, NumericProperty, StringProperty

from companion.core.requests import Request
from companion.core.requests.base import OfDice
from companion.faces.asked import Answering, Asked, with_dice
from companion.faces.table import GameView
from companion.session.commit import Answer
from companion.ui.bankpage import BankPage
from companion.ui.screens.pieces import group_colour
from companion.ui.theme import load_kv, theme
from companion.ui.widgets import TapCard

COLUMNS = ((2, 2), (6, 3), (12, 4), (30, 6))
"""Up to so many answers stand in so many columns."""
MOST_COLUMNS = 9
UPRIGHT_COLUMNS = 5


class AnswerTile(TapCard):
    """One answer; a deed's carries its colour, the only one there is is the usual one.

    ``sign``: the icon that stands for it, "" for none.
    """

    says = StringProperty("")
    size_max = NumericProperty(22)
    band = ColorProperty(theme.clear)
    kind = StringProperty("plain")
    sign = StringProperty("")

    def __init__(self, answer: Answering, size_max: int, kind: str) -> None:
        band = group_colour(answer.group) if answer.group else theme.clear
        super().__init__(
            says=theme.say(answer.words), size_max=size_max, band=band, kind=kind, sign=answer.sign
        )
        self.answer = answer


class AskPage(BankPage):
    """Shows the question of the newest view; every answer is a request."""

    title = StringProperty("")
    columns = NumericProperty(2)
    back = StringProperty("")

    def __init__(self, *args: object, **kwargs: object) -> None:
        self._count = 0
        super().__init__(*args, **kwargs)
        theme.bind(portrait=self._turned)

    def refresh(self) -> None:
        """Lay out the answers."""
        game = self.frontend.view.game
        asked = game.asked if isinstance(game, GameView) else None
        if asked is None:
            self.ids.answers.clear_widgets()
            self.title = theme.tr("Nothing is asked now.")
            self.back = theme.tr("Back to the table")
            return
        self._lay_out(asked)

    def _lay_out(self, asked: Asked) -> None:
        self.title = theme.say(asked.title)
        self.back = "" if asked.must else theme.tr("Not now")
        self.ids.answers.clear_widgets()
        n = self._count = len(asked.answers)
        self._turned()
        for answer in asked.answers:
            kind = "usual" if n == 1 and asked.must else "plain"
            tile = AnswerTile(answer, 28 if n <= 6 else 20 if n <= 16 else 14, kind)
            tile.bind(on_tap=self._tap)
            self.ids.answers.add_widget(tile)

    def _turned(self, *_: object) -> None:
        wide = next((columns for most, columns in COLUMNS if self._count <= most), MOST_COLUMNS)
        self.columns = min(wide, UPRIGHT_COLUMNS) if theme.portrait else wide

    def _tap(self, tile: AnswerTile) -> None:
        request = tile.answer.request
        self.ask(request, tile.press_id, self._answered, partial(self._refused, request))

    def _refused(self, request: Request, answer: Answer) -> None:
        """Where a rent hangs on the dice, their total is asked for, then the same once more."""
        asked = getattr(self.frontend.view.game, "asked", None)
        hangs = answer.refused is not None and answer.refused.code == "needs_dice"
        if asked is not None and hangs and isinstance(request, OfDice):
            self.shell.tell("")
            self._lay_out(with_dice(asked, request))

    def _answered(self, answer: Answer) -> None:
        """Go where the answer leads: another question, a landing, an auction, the table."""
        game, entry = self.frontend.view.game, answer.entry
        if not isinstance(game, GameView) or entry is None:
            return
        if game.auction:
            self.shell.open("auction")
        elif game.opened and not (game.asked and game.asked.must):
            self.shell.open("landing").about(game.opened.who, game.opened.pos)
        elif game.ended:
            self.shell.open("standings")
        else:
            self.home()

    def not_now(self) -> None:
        """On with the usual."""
        self.shell.open("table")


load_kv(Path(__file__).with_name("ask.kv"))
