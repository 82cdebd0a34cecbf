"""The table, landings, auctions: every size, both languages, two and eight long-named seats."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.edition import Edition
from companion.core.game import Game
from companion.core.requests import parse
from companion.core.table import opening
from companion.games.loader import available, load
from companion.storage.settings import Settings
from tests.ui.bank_frontend import GameFrontend
from tests.ui.layout import problems
from tests.ui.stage import Stage, misfits, stage

NAMES = (
    "Maximiliane", "Christopher", "Anna-Lena", "Benedikt", "Theodora", "Konstantin", "Friederike",
    "Alexander",
)  # fmt: skip


def ask(game: Game, **request: Any) -> None:
    game.apply(game.ask(parse(request, game.rules.words), 0))


def busy(seats: int, edition: str = "classic_de") -> Game:
    """A table in the middle of an evening: sets, houses, a hotel, a mortgage, someone in jail."""
    letters = "ABCDEFGH"[:seats]
    game = Game(
        load(edition), [opening(load(edition), letters, dict(zip(letters, NAMES, strict=False)))]
    )
    for who, deeds in (("A", (6, 8, 9, 39)), ("B", (16, 18, 19, 12, 5, 15))):
        ask(game, do="pay", **{"from": "bank", "to": who, "amount": 4000})
        for pos in deeds:
            ask(game, do="buy", who=who, deed=pos)
    ask(game, do="build", who="A", lots=[{"deed": pos, "n": 1} for pos in (6, 8, 9)])
    ask(game, do="build", who="B", lots=[{"deed": 16, "n": 4}, {"deed": 18, "n": 4},
                                         {"deed": 19, "n": 5}])  # fmt: skip
    ask(game, do="mortgage", who="A", deed=39)
    ask(game, do="jail", who="B")
    return game


def tap_deed(made: Stage, pos: int) -> None:
    made.tap(made.root.page._tiles[pos])


def look(made: Stage, _pos: int = 0) -> None:
    made.root.open("table")
    made.frames(2)
    made.clock.advance(700)


def buying(made: Stage) -> None:
    look(made)
    tap_deed(made, 24)


def renting(made: Stage) -> None:
    look(made)
    tap_deed(made, 19)


def dicing(made: Stage) -> None:
    look(made)
    tap_deed(made, 12)


def carded(made: Stage) -> None:
    dicing(made)
    made.tap("7")


def resting(made: Stage) -> None:
    look(made)
    tap_deed(made, 6)


def bidding(made: Stage) -> None:
    buying(made)
    made.tap(made_words("Do not buy: auction"))


def outbid(made: Stage) -> None:
    bidding(made)
    page = made.root.page
    page._book("A", page.auction.raises[2].bid, "")
    made.frames(2)


def padded(made: Stage) -> None:
    bidding(made)
    made.root.page._ask_amount("A", None)
    made.frames(2)


def made_words(msgid: str) -> str:
    from companion.ui.theme import theme

    return str(theme.tr(msgid))


def sheet(opener: Callable[[Any], None]) -> Callable[[Stage], None]:
    def prepare(made: Stage) -> None:
        look(made)
        opener(made.root.page)
        made.frames(2)

    return prepare


def fixing(made: Stage) -> None:
    renting(made)
    made.tap("card")


SCREENS: dict[str, Callable[[Stage], None]] = {
    "table": look,
    "buy": buying,
    "rent": renting,
    "dice total": dicing,
    "card's ten times": carded,
    "nothing due": resting,
    "auction": bidding,
    "auction with a bid": outbid,
    "any bid": padded,
    "my card says": fixing,
    "estate": lambda made: (look(made), made.root.open("estate").about("B")) and made.frames(2),
    "transfer": sheet(lambda page: page.open_transfer()),
    "dice": sheet(lambda page: page.open_dice()),
    "cards": sheet(lambda page: page._open_cards()),
    "seat": sheet(lambda page: page._tap_seat(page._seats[0])),
    "jailed seat": sheet(lambda page: page._tap_seat(page._seats[1])),
    "jail": sheet(lambda page: page.open_jail("")),
    "card's move": sheet(lambda page: page.move_by_card("on")),
}


@pytest.fixture(scope="module")
def glass() -> Iterator[Stage]:
    with stage(frontend=GameFrontend(busy(2))) as made:
        yield made


def deal(made: Stage, game: Game, language: str = "en") -> None:
    """Another game on the same screen."""
    made.root.close_sheets()
    made.root.moments.end()
    made.frontend.settings = Settings(language=language)
    made.frontend.game = game
    made.frontend._shown()
    made.frames(2)
    made.clock.advance(700)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("seats", [2, 8])
def test_every_screen_fits(name: str, seats: int, glass: Stage) -> None:
    language = {2: "en", 8: "de"}[seats]
    deal(glass, busy(seats, {2: "classic_us", 8: "classic_de"}[seats]), language)
    SCREENS[name](glass)
    assert misfits(glass) == []


PRINTINGS = [edition for edition in available() if edition.deeds]
"""Every printing with a board."""


@pytest.mark.parametrize("printing", PRINTINGS, ids=lambda listed: str(listed.id))
def test_the_table_fits_in_every_printing(printing: Edition, glass: Stage) -> None:
    """As many players as may play, and every landing from the first deed on."""
    rules = load(printing.id)
    letters = "ABCDEFGH"[: printing.number("players_max")]
    names = dict(zip(letters, NAMES, strict=False))
    for language in ("en", "de"):
        deal(glass, Game(rules, [opening(rules, letters, names)]), language)
        look(glass)
        assert problems(glass.root) == [], language
    tap_deed(glass, min(rules.edition.deeds))
    assert problems(glass.root) == []


def test_every_space_can_be_reached(glass: Stage) -> None:
    game = busy(8)
    deal(glass, game)
    look(glass)
    page = glass.root.page
    deeds = {tile.tile.pos for tile in page._tiles.values()}
    assert deeds == set(game.rules.edition.deeds)
    kinds = {spot.spot.kind for spot in page._spots}
    assert {"go", "tax", "jail", "free_parking", "go_to_jail"} <= kinds
    assert sum(spot.spot.card for spot in page._spots) == 1


def test_an_idle_table_draws_nothing(glass: Stage) -> None:
    """The same table again, however often it is sent: no frame is drawn."""
    deal(glass, busy(8))
    look(glass)
    glass.frames(10)
    drawn: list[int] = []
    glass.window.bind(on_flip=lambda *_: drawn.append(1))
    for _ in range(5):
        glass.frontend.publish()
        glass.frames(4)
    assert drawn == []


def test_a_screen_turned_upright_and_back_is_as_before(glass: Stage) -> None:
    deal(glass, busy(8))
    look(glass)
    for size in ((480, 800), (800, 480)):
        glass.resize(size)
        assert problems(glass.root) == [], size


def test_another_name_is_another_badge_at_once(glass: Stage) -> None:
    game = busy(4)
    deal(glass, game)
    look(glass)
    card = next(card for card in glass.root.page._seats if card.letter == "C")
    ask(game, do="rename", who="C", name="Zoe")
    glass.frontend._shown()
    glass.frames(2)
    assert [words.text for words in card.ids.badge.children] == ["Z"]


def test_c68_a_mortgage_shows_without_colour(glass: Stage) -> None:
    """A word and a pattern on the tile."""
    deal(glass, busy(4))
    look(glass)
    tile = glass.root.page._tiles[39]
    words = {getattr(w, "text", "") for w in tile.walk()}
    assert "mortgaged" in words
    assert tile.mortgaged
    assert not glass.root.page._tiles[37].mortgaged


def test_c23_the_bank_cannot_be_mistaken_for_a_player(glass: Stage) -> None:
    """An icon, the word and a place of its own; letters are the players' only."""
    deal(glass, busy(8))
    look(glass)
    glass.root.page.open_transfer()
    glass.frames(2)
    badges = glass.root.sheet._badges["source"]
    banks = [badge for badge in badges if badge.end == "bank"]
    assert [(badge.letter, badge.icon, badge.name) for badge in banks] == [("", "bank", "Bank")]
    assert badges[-1] is banks[0]
    letters = [badge.letter for badge in badges if badge.letter]
    assert letters == list("ABCDEFGH")


def test_a_closed_sheet_is_let_go(glass: Stage) -> None:
    """An evening opens hundreds of sheets; none of them stays in memory."""
    from companion.ui.screens.amount import TransferSheet

    deal(glass, busy(4))
    look(glass)
    for _ in range(3):
        glass.root.page.open_transfer()
        glass.frames(2)
        glass.root.close_sheets()
    glass.frames(2)
    gc.collect()
    assert not [one for one in gc.get_objects() if type(one) is TransferSheet]
