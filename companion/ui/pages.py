"""Which pages there are. Adding one: a ``.py`` and a ``.kv`` in ``screens/``, a line in PAGES.

A game's own pages are listed in its folder; ``registry`` puts them among these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from kivy.uix.floatlayout import FloatLayout
from msgspec import Struct

from companion.faces.views import View

if TYPE_CHECKING:
    from companion.session.frontend import Frontend
    from companion.ui.host import Host


class Page(FloatLayout):
    """A page under the top bar. Subclasses show a view and forward requests; no sums, no rules.

    ``frontend`` takes requests, ``shell`` opens pages and sheets. ``show`` gets the newest
    view whenever it changed and when the page is opened: set properties there and let the
    ``.kv`` draw. A hidden page is not shown anything. A page does not start at 0, 0: give its
    outermost layout ``pos: root.pos``.
    """

    def __init__(self, frontend: Frontend, shell: Host, **kwargs: object) -> None:
        self.frontend = frontend
        self.shell = shell
        super().__init__(pos_hint={"x": 0, "y": 0}, **kwargs)

    def show(self, view: View) -> None:
        """Draw ``view``."""

    def begin_with(self, edition: str) -> None:
        """The command line named an edition; only a page that chooses one cares."""

    def leave(self) -> None:
        """The page is about to be hidden."""


def always(_view: View) -> bool:
    """Shown whether or not there is a game."""
    return True


def in_game(view: View) -> bool:
    """Shown while a game is on the table."""
    return view.game is not None


def in_auction(view: View) -> bool:
    """Shown while the bank auctions something."""
    return getattr(view.game, "auction", None) is not None


def on_board(view: View) -> bool:
    """Shown while a game with a board is on the table."""
    return in_game(view) and getattr(view.game, "board", True)


def auction_began(before: View, now: View) -> bool:
    """The bank has begun to auction something."""
    return in_auction(now) and before.game is not None and not in_auction(before)


def is_asked(view: View) -> bool:
    """The game asks a player something only it knows."""
    return _asked(view) is not None and not in_auction(view)


def ask_came(before: View, now: View) -> bool:
    """Something has to be answered before the game goes on; a card that was drawn comes first."""
    asked = _asked(now)
    carded = getattr(now.game, "on_card", False)
    return asked is not None and asked.must and not carded and asked != _asked(before)


def _asked(view: View) -> Any:
    return getattr(view.game, "asked", None)


def game_came(before: View, now: View) -> bool:
    """A game was laid out; one that waits in mid-auction is asked about on the unit's page."""
    return before.game is None and now.game is not None and not now.unit.offer_resume


def never_now(_view: View) -> bool:
    """Has no place of its own."""
    return False


def auctions(view: View) -> bool:
    """The bank of this game auctions what nobody buys."""
    return bool(getattr(view.game, "auctions", False))


def no_figure(_view: View) -> str:
    """Nothing is counted."""
    return ""


def seconds(view: View) -> str:
    """The seconds an auction has left."""
    return str(view.unit.seconds) if view.unit.seconds else ""


def never(_before: View, _now: View) -> bool:
    """The page waits to be opened."""
    return False


def just_ended(before: View, now: View) -> bool:
    """The game on the table has ended with this view."""
    return _ended(now) and before.game is not None and not _ended(before)


def _ended(view: View) -> bool:
    return getattr(view.game, "ended", None) is not None


class PageSpec(Struct, frozen=True):
    """One page of the registry.

    ``id`` names it for ``shell.open``; ``icon`` is one of ``icons.json``; ``msgid`` its name in
    the catalogue; ``module`` and ``cls`` where its class is (imported when first opened, so the
    first page is there sooner); ``place`` is ``rail``, ``menu``, ``start`` (in the rail until a
    game is on the table, then in the menu) or ``hidden`` (opened by other pages only); ``shown``
    says for a view whether the page makes sense now; ``opens_by_itself`` whether it does with
    the change from one view to the next; ``waits`` whether it keeps its place in the rail, dim,
    while it makes no sense; ``figure`` what stands there in place of the icon; ``parent`` the page
    whose place in the rail a hidden one shares; ``after`` the page a game's own page follows in
    the rail; ``replaces`` the one whose place it takes where that one does not suit; ``task`` what
    a space may ask of a player that is done here, and ``prompt`` the words on the way to it.
    """

    id: str
    icon: str
    msgid: str
    module: str
    cls: str
    place: str = "rail"
    shown: Callable[[View], bool] = always
    opens_by_itself: Callable[[View, View], bool] = never
    parent: str = ""
    waits: Callable[[View], bool] = never_now
    figure: Callable[[View], str] = no_figure
    after: str = ""
    replaces: str = ""
    task: str = ""
    prompt: str = ""

    def placement(self, view: View) -> str:
        """Where it can be opened now: "rail", "menu" or "" for neither."""
        if self.place == "hidden" or not (self.shown(view) or self.waits(view)):
            return ""
        if self.place == "start":
            return "menu" if in_game(view) else "rail"
        return self.place

    def make(self, frontend: Frontend, shell: Host) -> Page:
        """Build the page."""
        factory = cast("type[Page]", getattr(import_module(self.module), self.cls))
        return factory(frontend, shell)


class MenuAction(Struct, frozen=True):
    """An entry of the menu that is no page, such as switching off."""

    icon: str
    msgid: str
    act: Callable[[], None]
    question: str = ""
    """When set, asked once before acting."""


_SCREENS = "companion.ui.screens"

PAGES: tuple[PageSpec, ...] = (
    PageSpec(
        "table",
        "table",
        "Table",
        f"{_SCREENS}.table",
        "TablePage",
        "rail",
        on_board,
        game_came,
    ),
    PageSpec("unit", "unit", "Unit", f"{_SCREENS}.unit", "UnitPage"),
    PageSpec(
        "auction",
        "auction",
        "Auction",
        f"{_SCREENS}.auction",
        "AuctionPage",
        "rail",
        in_auction,
        opens_by_itself=auction_began,
        waits=auctions,
        figure=seconds,
    ),
    PageSpec(
        "ask",
        "gift",
        "Choose",
        f"{_SCREENS}.ask",
        "AskPage",
        "hidden",
        is_asked,
        ask_came,
        parent="table",
    ),
    PageSpec(
        "landing",
        "target",
        "Landing",
        f"{_SCREENS}.landing",
        "LandingPage",
        "hidden",
        in_game,
        parent="table",
    ),
    PageSpec(
        "estate",
        "house",
        "Deeds",
        f"{_SCREENS}.estate",
        "EstatePage",
        "hidden",
        in_game,
        parent="table",
    ),
    PageSpec("ledger", "ledger", "Ledger", f"{_SCREENS}.ledger", "LedgerPage", shown=in_game),
    PageSpec(
        "standings",
        "standings",
        "Standings",
        f"{_SCREENS}.standings",
        "StandingsPage",
        shown=in_game,
        opens_by_itself=just_ended,
    ),
    PageSpec(
        "deal",
        "transfer",
        "Trade",
        "companion.ui.screens.trade",
        "DealPage",
        "hidden",
        in_game,
        parent="table",
    ),
    PageSpec(
        "raise",
        "coins",
        "Raise money",
        f"{_SCREENS}.raise_money",
        "RaisePage",
        "hidden",
        in_game,
        parent="table",
    ),
    PageSpec("setup", "plus", "New game", f"{_SCREENS}.setup", "SetupPage", "start"),
    PageSpec("games", "play", "Games", f"{_SCREENS}.games", "GamesPage", "start"),
    PageSpec(
        "stick", "transfer", "USB stick", f"{_SCREENS}.stick", "StickPage", "hidden", parent="games"
    ),
    PageSpec(
        "rules",
        "people",
        "Names and house rules",
        f"{_SCREENS}.houserules",
        "HouseRulesPage",
        "menu",
        in_game,
    ),
    PageSpec("phones", "phone", "Phones", f"{_SCREENS}.phones", "PhonesPage", "menu"),
    PageSpec("settings", "settings", "Settings", f"{_SCREENS}.settings", "SettingsPage", "menu"),
    PageSpec("touch", "target", "Touch test", f"{_SCREENS}.touchtest", "TouchTestPage", "menu"),
)
"""Rail order from top to bottom, then the menu's. Without a game the unit page is the first."""


def registry(of_games: Iterable[PageSpec]) -> tuple[PageSpec, ...]:
    """The pages all games share and those ``of_games``, each where it belongs."""
    own = tuple(of_games)
    return tuple(page for one in PAGES for page in (one, *(p for p in own if p.after == one.id)))
