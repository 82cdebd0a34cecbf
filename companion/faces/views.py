"""What the screens show: one frozen picture each, texts as templates the catalogue can turn."""

from __future__ import annotations

from msgspec import Struct

from companion.unit.frame import DARK, Frame
from companion.unit.unit import Phase


class Text(Struct, frozen=True):
    """A sentence for a player: an English template and what goes into its {named} fields."""

    template: str = ""
    facts: tuple[tuple[str, object], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.template)

    def english(self) -> str:
        """The sentence in English."""
        facts = {
            name: value.english() if isinstance(value, Text) else value
            for name, value in self.facts
        }
        return self.template.format(**facts)


class Amount(Struct, frozen=True):
    """``value`` whole units of money; ``short``: written as 1.5M and 500K."""

    value: int
    short: bool = False


class PanelView(Struct, frozen=True):
    """One panel's health for the top bar: whether it is ready, if not why, and what to do."""

    name: str
    ready: bool
    text: Text = Text()
    remedy: Text = Text()


class UnitView(Struct, frozen=True):
    """The trading-unit screen.

    ``left_ms``/``total_ms`` of a running or paused auction, ``seconds`` its big number.
    ``player`` whose turn it is and ``subject`` what is auctioned, "" without a game.
    ``offer_resume``: an auction was found running at the start and waits, paused.
    ``why``: one sentence about the last press, such as why Build showed the same number.
    """

    phase: Phase = Phase.IDLE
    result: int = 0
    seconds: int = 0
    left_ms: int = 0
    total_ms: int = 0
    paused: bool = False
    muted: bool = False
    last_five: bool = False
    offer_resume: bool = False
    player: str = ""
    subject: str = ""
    why: Text = Text()
    frame: Frame = DARK


class ShellView(Struct, frozen=True):
    """The top bar: game name ("" without one), play clock in whole seconds, panels, notice.

    ``presses`` of keys so far, on whatever panel; ``awaits``: the game asks somebody something;
    ``off_s``: whole seconds until the box switches itself off, 0 when nobody asked for that.
    """

    title: str = ""
    play_seconds: int = 0
    paused: bool = False
    panels: tuple[PanelView, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    notice: Text = Text()
    menu_asked: int = 0
    presses: int = 0
    awaits: bool = False
    off_s: int = 0


class View(Struct, frozen=True):
    """Everything a screen may show at one moment. ``number`` grows with every new view."""

    number: int = 0
    shell: ShellView = ShellView()
    unit: UnitView = UnitView()
    game: object | None = None
