"""The table, landings, auctions: every size, both languages, two and eight long-named seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.game import Game
from companion.core.requests import parse
from companion.core.table import opening
from companion.editions import load
from companion.settings import Settings
from tests.ui.bankdesk import GameDesk
from tests.ui.layout import problems
from tests.ui.stage import SIZES, Stage, stage

NAMES = (
    "Maximiliane", "Christopher", "Anna-Lena", "Benedikt", "Theodora", "Konstantin", "Friederike",
    "Alexander",
)  # fmt: skip


def ask(game: Game, **request: Any) -> None:
    game.apply(game.ask(parse(request), 0))


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
    "jail": sheet(lambda page: page._jail("")),
    "card's move": sheet(lambda page: page.move_by_card()),
}


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("seats", [2, 8])
def test_every_screen_fits(name: str, seats: int) -> None:
    language = {2: "en", 8: "de"}[seats]
    edition = {2: "classic_us", 8: "classic_de"}[seats]
    found = []
    with stage(desk=GameDesk(busy(seats, edition), Settings(language=language))) as made:
        SCREENS[name](made)
        for size in SIZES if seats == 8 else SIZES[:1]:
            made.resize(size)
            found += [f"{size}: {fault}" for fault in problems(made.root)]
    assert found == []


@pytest.mark.parametrize("edition", ["classic_us", "classic_uk", "classic_de"])
def test_the_table_fits_in_every_printing_and_language(edition: str) -> None:
    for language in ("en", "de"):
        with stage(desk=GameDesk(busy(5, edition), Settings(language=language))) as made:
            look(made)
            assert problems(made.root) == [], language


def test_every_space_can_be_reached() -> None:
    game = busy(8)
    with stage(desk=GameDesk(game)) as made:
        look(made)
        page = made.root.page
        deeds = {tile.tile.pos for tile in page._tiles.values()}
        assert deeds == set(game.rules.edition.deeds)
        kinds = {spot.spot.kind for spot in page._spots}
        assert {"go", "tax", "jail", "free_parking", "go_to_jail"} <= kinds
        assert sum(spot.spot.card for spot in page._spots) == 1


def test_an_idle_table_draws_nothing() -> None:
    """The same view again, and a minute on the play clock: no widget of the page is redrawn."""
    from dataclasses import replace

    desk = GameDesk(busy(8))
    with stage(desk=desk) as made:
        look(made)
        made.frames(10)
        drawn: list[int] = []
        made.window.bind(on_flip=lambda *_: drawn.append(1))
        desk.publish()
        made.frames(20)
        assert drawn == [] or len(drawn) <= 2
        desk.publish(shell=replace(desk.view.shell, play_seconds=60))
        made.frames(3)


def test_c68_a_mortgage_shows_without_colour() -> None:
    """A word, an icon and a pattern on the tile."""
    with stage(desk=GameDesk(busy(4))) as made:
        look(made)
        tile = made.root.page._tiles[39]
        words = {getattr(w, "text", "") for w in tile.walk()}
        icons = {getattr(w, "name", "") for w in tile.walk()}
        assert "mortgaged" in words
        assert "lock" in icons
        assert tile.mortgaged
        assert not made.root.page._tiles[37].mortgaged


def test_c23_the_bank_cannot_be_mistaken_for_a_player() -> None:
    """An icon, the word and a place of its own; letters are the players' only."""
    with stage(desk=GameDesk(busy(8))) as made:
        look(made)
        made.root.page.open_transfer()
        made.frames(2)
        badges = made.root.sheet._badges["source"]
        banks = [badge for badge in badges if badge.end == "bank"]
        assert [(badge.letter, badge.icon, badge.name) for badge in banks] == [("", "bank", "Bank")]
        assert badges[-1] is banks[0]
        letters = [badge.letter for badge in badges if badge.letter]
        assert letters == list("ABCDEFGH")
