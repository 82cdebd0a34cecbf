"""The city's screens: nothing cut, small or stacked, with 2 and with 6 seats, at every size.

The longer language at every size, the other one at that of the design.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from companion.storage.settings import Settings
from tests.games.city_table import RAILROAD, CityTable
from tests.ui.bank_frontend import GameFrontend
from tests.ui.city import busy_city
from tests.ui.stage import SIZES, Stage, misfits, stage

Prepare = Callable[[Stage, CityTable], None]


@pytest.fixture(scope="module")
def made(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """One app per language."""
    with stage(frontend=GameFrontend(settings=Settings(language=request.param))) as made:
        yield made


def opened(page: str) -> Prepare:
    def prepare(made: Stage, table: CityTable) -> None:
        made.root.open(page)

    return prepare


def build(made: Stage, table: CityTable) -> None:
    table.press(3)
    made.frontend.lay(table.game)
    page = made.root.open("build")
    made.frames(3)
    page._count(13, "industrial_block", None, 2)


def build_nowhere(made: Stage, table: CityTable) -> None:
    table.do("end_turn")
    table.press(1)
    made.frontend.lay(table.game)
    made.root.open("build")


def rails(made: Stage, table: CityTable) -> None:
    table.press(RAILROAD)
    made.frontend.lay(table.game)
    made.root.open("rails")


def district(made: Stage, table: CityTable) -> None:
    made.root.open("district").about(37)


def by_card(made: Stage, table: CityTable) -> None:
    district(made, table)
    made.frames(3)
    made.root.page.open_card()


def renaming(made: Stage, table: CityTable) -> None:
    district(made, table)
    made.frames(3)
    made.root.page.rename()


def dodging(made: Stage, table: CityTable) -> None:
    table.do("end_turn")
    who = str(table.fact("turn"))
    table.do("take", who=who, what="rent_dodge")
    table.do("land", who=who, pos=37)
    made.frontend.lay(table.game)
    made.root.open("landing")


def riding(made: Stage, table: CityTable) -> None:
    table.do("land", who="B", pos=37)
    made.frontend.lay(table.game)
    made.frames(2)
    assert made.root.page_id == "ride"


def planning(made: Stage, table: CityTable) -> None:
    table.do("land", who="B", pos=5)
    made.frontend.lay(table.game)
    made.frames(2)
    assert made.root.page_id == "planning"


def planning_where(made: Stage, table: CityTable) -> None:
    planning(made, table)
    made.root.page._take("power_station", None)


def which(made: Stage, table: CityTable) -> None:
    table.do("land", who="B", pos=12)
    made.frontend.lay(table.game)
    made.frames(2)
    assert made.root.page_id == "which"


def industry_tax(made: Stage, table: CityTable) -> None:
    table.do("land", who="B", pos=4)
    made.frontend.lay(table.game)
    made.root.open("landing")


def auction(made: Stage, table: CityTable) -> None:
    table.do("auction", deed=26)
    table.do("bid", who="A", amount=1_500_000)
    made.frontend.lay(table.game)
    made.root.open("auction")


def estate(made: Stage, table: CityTable) -> None:
    made.root.open("estate").about("B")


def card(made: Stage, table: CityTable) -> None:
    made.root.open("table")
    made.frames(2)
    made.root.page._open_cards()


def dice(made: Stage, table: CityTable) -> None:
    made.root.open("table")
    made.frames(2)
    made.root.page.open_dice()


def ledger(made: Stage, table: CityTable) -> None:
    table.do("pay", **{"from": "B", "to": "A", "amount": 1_230_000})
    made.frontend.lay(table.game)
    made.root.open("ledger")


SCREENS: dict[str, Prepare] = {
    "table": opened("table"), "map": opened("map"), "auction or deal": opened("which"),
    "standings": opened("standings"), "deal": opened("deal"), "raise": opened("raise"),
    "build": build, "nowhere to build": build_nowhere, "railroad": rails, "district": district,
    "by card": by_card, "rename": renaming, "rent dodge": dodging, "ride": riding,
    "planning": planning, "planning where": planning_where, "auction space": which,
    "industry tax": industry_tax, "auction": auction, "estate": estate, "card": card,
    "ledger": ledger, "dice": dice,
}  # fmt: skip


SHARED = ("standings", "deal", "raise", "ledger", "card", "auction", "industry tax", "dice")
"""Screens every board has; the other sizes are tested with those."""
SAID_MOST = ("build", "district", "rent dodge", "ride", "planning", "auction space")
"""Screens with sentences of their own."""


@pytest.mark.parametrize("made", ["de"], indirect=True)
@pytest.mark.parametrize("name", SCREENS)
def test_with_six_players_it_fits_at_every_size(made: Stage, name: str) -> None:
    sizes = (SIZES[0], SIZES[-1]) if name in SHARED else SIZES
    assert faults(made, SCREENS[name], 6, sizes) == []


@pytest.mark.parametrize("made", ["en"], indirect=True)
@pytest.mark.parametrize("name", SAID_MOST)
def test_with_two_players_it_fits(made: Stage, name: str) -> None:
    assert faults(made, SCREENS[name], 2, SIZES[:1]) == []


@pytest.mark.parametrize("made", ["de"], indirect=True)
def test_the_raises_of_four_fit(made: Stage) -> None:
    """With more players they stand in one row for all, with fewer beside each."""
    assert faults(made, auction, 4, SIZES[:1]) == []


def faults(
    made: Stage, prepare: Prepare, seats: int, sizes: Sequence[tuple[int, int]]
) -> list[str]:
    """What is wrong with a screen of a fresh city."""
    made.root.close_sheets()
    made.frontend.lay(None)
    made.frames(2)
    table = busy_city(seats)
    made.frontend.lay(table.game)
    made.frames(2)
    made.root._made = {"table": made.root._made["table"]}
    prepare(made, table)
    made.frames(3)
    return misfits(made, sizes)


@pytest.mark.parametrize("made", ["en"], indirect=True)
def test_the_tables_tiles_show_what_the_map_shows(made: Stage) -> None:
    """A sewage plant halves a rent: whoever lands there sees it without opening the map."""
    made.frontend.lay(busy_city(4).game)
    made.root.open("table")
    made.frames(2)
    tiles = {w.says: w for w in made.root.page.walk() if type(w).__name__ == "DeedTile"}
    drawn = {
        name: [icon.name for icon in reversed(tile.ids.landmarks.children)]
        for name, tile in tiles.items()
        if tile.ids.landmarks.children
    }
    assert drawn == {
        "Summergate": ["tree"],
        "Old Town": ["train"],
        "Middleton": ["train"],
        "Fortune Valley": ["hazard", "train"],
        "Diamond Hills": ["build"],
    }
