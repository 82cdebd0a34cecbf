"""Setup, games, ledger, standings, deal and raising money: nothing cut, small or stacked.

Eight seats with the longest names a player may have, both languages, every screen size, turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.errors import Sentence
from companion.core.requests import Mend
from companion.faces.setup import SetupDraft as Setup
from companion.faces.trade import Side, TradeDraft
from companion.games.loader import available
from companion.storage.library import GameInfo, StickView
from companion.storage.settings import Settings
from tests.faces.evening import Evening
from tests.ui.bank_frontend import GameFrontend, StillStick
from tests.ui.evenings import INFOS, LONG, full_table, indebted_table
from tests.ui.layout import problems
from tests.ui.stage import LANGUAGES, Stage, misfits, stage


@pytest.fixture(scope="module", params=LANGUAGES)
def made(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """One app per language for the whole module."""
    frontend = GameFrontend(settings=Settings(language=request.param))
    frontend.infos = INFOS
    with stage(frontend=frontend) as made:
        yield made


def opened(made: Stage, page_id: str) -> Any:
    page = made.root.open(page_id)
    made.settle()
    made.settle()
    return page


def setup(made: Stage) -> None:
    opened(made, "setup").change(Setup("classic_uk", LONG, 90, (("parking_pot", True),)))


def house_rules(made: Stage) -> None:
    setup(made)
    made.root.page.open_rules()


def cards_to_check(made: Stage) -> None:
    setup(made)
    made.root.page.open_checks()


def a_name(made: Stage) -> None:
    setup(made)
    made.root.page.edit_seat(0)


def same_names(made: Stage) -> None:
    opened(made, "setup").change(Setup("classic_us", ("Maximilian-Alexander",) * 2))


def games(made: Stage) -> None:
    opened(made, "games")


def no_stick(made: Stage) -> None:
    made.frontend.stick = StillStick()
    opened(made, "games")
    opened(made, "stick")


def stick(made: Stage) -> None:
    files = (
        GameInfo("a", "Sunday at Grandmother's", "Classic, German board", LONG),
        GameInfo("b", "photo.jsonl", broken=Sentence("{file} is no game of Companion.", file="b")),
    )
    made.frontend.stick.view = StickView("GRANDMA'S STICK", 12_345, files)
    opened(made, "games")
    opened(made, "stick")


def no_games(made: Stage) -> None:
    made.frontend.infos = ()
    opened(made, "games").reload()
    made.frontend.infos = INFOS


def ledger(made: Stage) -> None:
    opened(made, "ledger")


def an_entry(made: Stage) -> None:
    page = opened(made, "ledger")
    page.open_row(next(row for row in page.list.rows if row.source and row.amount))


def a_mend(made: Stage) -> None:
    an_entry(made)
    made.settle()
    made.root.sheet._consider(Mend(entry=made.root.sheet._entry.entry))


def who_was_paid(made: Stage) -> None:
    page = opened(made, "ledger")
    page.open_row(next(row for row in page.list.rows if row.amount == "200" and row.target))
    made.settle()
    made.root.sheet._ask_who("payee")


def export(made: Stage) -> None:
    opened(made, "ledger").open_export()


def standings(made: Stage) -> None:
    opened(made, "standings")


def rules_in_play(made: Stage) -> None:
    opened(made, "rules")


def limit(made: Stage) -> None:
    opened(made, "standings").open_limit()


def finish(made: Stage) -> None:
    opened(made, "standings").ask_finish()


def deal(made: Stage) -> None:
    page = opened(made, "deal")
    side = Side("A", 150, (39,)).with_cards("jail_card", 1)
    page.change(TradeDraft(side, Side("C", 0, (1, 3))))


def impossible_deal(made: Stage) -> None:
    opened(made, "deal").change(TradeDraft(Side("A", 15_000), Side("C", 0, (1,))))


def who_deals(made: Stage) -> None:
    page = opened(made, "deal")
    page.columns[0].ids.head.dispatch("on_tap")


def an_offer(made: Stage) -> None:
    page = opened(made, "deal")
    page.change(TradeDraft(Side("A", 150, (39, 5)), Side("C", 0, (1, 3))))
    page.timed = True
    page.make_offer("offer")


def raising(made: Stage) -> None:
    opened(made, "raise")


def bankruptcy(made: Stage) -> None:
    opened(made, "raise").give_up()


def to_whom(made: Stage) -> None:
    page = opened(made, "raise")
    page.preview("A", "")


def the_end(made: Stage) -> None:
    for seat in "BCDEFGH":
        request = {"do": "bankrupt", "who": seat, "to": "A", "confirm": True}
        made.frontend.ask(request, "", lambda _answer: None)
    opened(made, "standings")


NO_GAME = (setup, house_rules, cards_to_check, a_name, same_names, games, no_games, no_stick, stick)
PEACE = (games, stick, rules_in_play, ledger, an_entry, a_mend, who_was_paid, export, standings,
         limit, finish, deal, impossible_deal, who_deals, an_offer, to_whom, the_end)  # fmt: skip
DEBT = (raising, bankruptcy)


def faults(made: Stage, prepare: Callable[[Stage], None]) -> list[str]:
    prepare(made)
    made.settle()
    found = misfits(made)
    made.root.close_sheets()
    made.root.open("unit")
    made.root._made.clear()  # hidden pages would be laid out with every resize
    return found


@pytest.mark.parametrize("prepare", NO_GAME, ids=lambda f: f.__name__)
def test_without_a_game_it_fits(made: Stage, prepare: Callable[[Stage], None]) -> None:
    made.frontend.lay(None)
    assert faults(made, prepare) == []


@pytest.mark.parametrize("prepare", PEACE, ids=lambda f: f.__name__)
def test_in_a_game_it_fits(made: Stage, prepare: Callable[[Stage], None]) -> None:
    made.frontend.lay(full_table(long_names=True).game)
    assert faults(made, prepare) == []


@pytest.mark.parametrize("prepare", DEBT, ids=lambda f: f.__name__)
def test_in_debt_it_fits(made: Stage, prepare: Callable[[Stage], None]) -> None:
    made.frontend.lay(indebted_table(long_names=True).game)
    assert faults(made, prepare) == []


def test_every_printing_has_its_ledger_standings_deals_and_raising() -> None:
    """Whatever the game: the pages open, and read well on the small screen."""
    found = []
    with stage(frontend=GameFrontend(settings=Settings(language="de"))) as made:
        for listed in available():
            made.frontend.lay(Evening(listed.number("players_max"), listed.id).game)
            for page in ("ledger", "standings", "deal", "raise"):
                opened(made, page)
                found += [f"{listed.id} {page}: {fault}" for fault in problems(made.root)]
    assert found == []
