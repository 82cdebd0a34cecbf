"""Build and SOLD: what the whole table is to see fills the screen, and no finger slips through."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage.library import NewGame
from companion.unit.unit import RAILROAD, Phase
from tests.ui.test_city_play import city
from tests.ui.walk import LONG_NAMES, Walk, start


def test_build_takes_one_touch_and_its_number_is_seen_before_the_sheet(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        heard: list[str] = []
        play.stage.app._sound = heard.append
        root = play.stage.root
        play.ask("land", who="A", pos=11)
        play.ask("buy", who="A", deed=11)
        rail = list(root._items)
        play.touches = 0
        play.tap("Build")
        assert play.touches == 1 and play.unit.phase is Phase.ROLLING
        seen = set()
        for _ in range(17):
            play.advance(50)
            moment = root.sheet
            seen.add(moment.figure or moment.icon)
            assert not moment.who and list(root._items) == rail, "nothing is told early"
            tap(play, moment)
            assert root.sheet is moment, "the light is not waved away"
        play.advance(200)
        assert seen == {"1", "2", "3", "train"}
        assert len(heard) >= 9 and set(heard[:-1]) == {"tick"}
        railroad = play.unit.result == RAILROAD
        assert heard[-1] == ("chime" if railroad else "start")
        moment = root.sheet
        assert (moment.figure, moment.icon) == (("", "train") if railroad
                                                else (str(play.unit.result), ""))  # fmt: skip
        assert moment.who == "Anna"
        assert play.at == ("rails" if railroad else "build"), "the sheet waits below"
        tap(play, moment)
        assert root.sheet is moment, "a finger that was on its way"
        play.advance(1_900)
        assert root.sheet is moment
        play.advance(100)
        assert root.sheet is None


def tap(play: object, widget: object) -> None:
    """A touch just now, without waiting as hands do."""
    finger = play.stage.finger(widget)  # type: ignore[attr-defined]
    finger.down()
    finger.up()
    play.stage.settle()  # type: ignore[attr-defined]


def test_a_tap_is_enough_of_it(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        play.ask("land", who="A", pos=11)
        play.ask("buy", who="A", deed=11)
        play.tap("Build")
        play.advance(1_000)
        play.advance(700)
        tap(play, play.stage.root.sheet)
        assert play.stage.root.sheet is None and play.at in ("build", "rails")


@pytest.mark.parametrize("language", ["de", "en"])
def test_sold_fills_the_screen_and_swallows_the_bidding_finger(
    tmp_path: Path, language: str
) -> None:
    words = {
        "de": ("Nicht kaufen: Auktion", "VERKAUFT", "für 10"),
        "en": ("Do not buy: auction", "SOLD", "for 10"),
    }
    decline, sold, price = words[language]
    with start(tmp_path, language, name=f"sold-{language}") as walk:
        setup = NewGame("classic_us", LONG_NAMES)
        walk.parts.frontend.new_game(setup, lambda _: None)
        walk.wait(700)
        name = LONG_NAMES[2]
        walk.press(walk.stage.root.page._tiles[24])
        walk.touch(decline)
        bidder = walk.find(name)
        place = bidder.to_window(*bidder.center)
        walk.press(bidder)
        walk.wait(48_000)
        for _ in range(9):
            hammer(walk, place)
        assert walk.stage.root.sheet is not None
        walk.look("sold")
        walk.sees(sold, name, price)
        assert walk.owner(24) == "C" and walk.cash("C") == 1_490
        booked = len(walk.game.book)
        for _ in range(3):
            hammer(walk, place, 150)
        assert (walk.page, len(walk.game.book)) == ("table", booked)
        walk.wait(2_000)
        assert walk.stage.root.sheet is None


def hammer(walk: Walk, place: tuple[float, float], ms: int = 400) -> None:
    """A finger that taps on at one place."""
    finger = walk.stage.finger(place).down()
    walk.wait(60)
    finger.up()
    walk.wait(ms - 60)


def test_the_plain_unit_says_sold_too(tmp_path: Path) -> None:
    with start(tmp_path, name="unit-sold") as walk:
        finger = walk.stage.finger(walk.stage.button("auction")).down()
        walk.wait(60)
        finger.up()
        ring = walk.stage.root.page
        walk.wait(44_900)
        assert not ring.urgent
        walk.wait(200)
        assert ring.urgent, "the last five seconds look otherwise"
        walk.look("last five")
        walk.wait(4_900)
        walk.look("sold")
        assert walk.stage.root.sheet is not None
        walk.sees("VERKAUFT", "Das höchste Gebot")
