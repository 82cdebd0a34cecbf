"""Nothing moves under a finger, and everybody at the table sees whose turn it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.facts import TURN
from companion.ui.theme import theme
from tests.ui.glass import Evening, build_button
from tests.ui.test_city_play import City, city


def place(widget: Any) -> tuple[int, ...]:
    at = (*widget.to_window(widget.x, widget.y), widget.width, widget.height)
    return tuple(round(number) for number in at)


def test_end_turn_and_the_rail_stay_where_they_are(play: Evening) -> None:
    root = play.stage.root
    first = place(root.page.ids.next), [place(item) for item in root._items.values()]
    for step in (39, "Buy for 400", "End turn", 24, "Do not buy: auction", "Nobody bids"):
        play.tap(step)
        now = place(root._made["table"].ids.next), [place(item) for item in root._items.values()]
        assert now == first
    assert not root._items["auction"].enabled


def test_the_citys_rail_stays_too_and_counts_the_auctions_seconds(tmp_path: Path) -> None:
    with city(tmp_path) as play:
        root = play.stage.root
        first = [place(item) for item in root._items.values()]
        rail = list(root._items)
        play.ask("land", who="A", pos=11)
        play.ask("buy", who="A", deed=11)
        for _ in range(8):
            play.tap("Build")
            play.advance(1_000)
            assert list(root._items) == rail
            assert play.at in ("build", "rails") and root._items["build"].current is (
                play.at == "build" or "build" in root._specs["rails"].parent
            )
            who = play.game.book.fact("turn")
            play.ask("end_turn")
            play.stage.watch()
            play.ask("land", who="ABC"["ABC".index(who) - 2], pos=10)
            root.open("table")
            play.advance(700)
        a_light_alone_is_not_forgotten(play)
        assert [place(item) for item in root._items.values()] == first


def a_light_alone_is_not_forgotten(play: City) -> None:
    """Auction was pressed and nobody said of what: the turn cannot slip away meanwhile."""
    root, turn = play.stage.root, play.game.book.fact("turn")
    root.open("unit")
    play.tap("AUCTION")
    assert play.at == "which" and "50 s left · A free one, or a deal?" in play.read()
    root.open("table")
    play.advance(3_000)
    assert root._items["auction"].figure == str(play.unit.seconds) != "0"
    assert root.page.ids.next.text == "Choose what is auctioned"
    play.tap("Choose what is auctioned")
    assert play.at == "which" and play.game.book.fact("turn") == turn
    play.tap("Cancel")
    assert root._items["auction"].figure == "" and play.at == "table"
    assert root.page.ids.next.text == "End turn"


def test_whose_turn_it_is_is_seen_on_every_page(play: Evening) -> None:
    root = play.stage.root
    page = root.page
    assert page.heading == "Anna: roll, then tap where you are"
    assert (page.dice_kind, page.next_kind) == ("usual", "plain")
    play.tap("Just visiting")
    assert (page.dice_kind, page.next_kind) == ("plain", "usual")
    play.tap("End turn")
    ben = page._seats[1]
    assert tuple(ben.fill) == theme.seat("B") and not page._seats[0].current
    for name in ("unit", "ledger", "standings", "table"):
        root.open(name)
        assert root.ids.bar.turn == "B", "its colour runs along the top"


def test_a_second_landing_in_one_turn_is_asked_first(play: Evening) -> None:
    play.tap("Just visiting")
    booked = len(play.game.book)
    play.tap(39)
    assert len(play.game.book) == booked
    assert "Anna has moved already" in play.read()
    play.tap("Back")
    play.tap("End turn")
    assert play.game.book.get(TURN) == "B"
    play.tap("Just visiting")
    play.tap(39)
    play.tap("Once more")
    assert play.page_id == "landing" and "Boardwalk" in play.read()


def test_build_sell_and_mortgage_have_columns_of_their_own(play: Evening) -> None:
    for pos in (6, 8, 9, 5):
        play.ask("buy", who="A", deed=pos)
    play.tap("seat A")
    play.tap("Build and mortgage")

    def columns() -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for row in play.page.ids.list.rows.children:
            for button in row.ids.buttons.children:
                word = getattr(button, "text", "").split(" ")[0]
                found.setdefault(word, set()).add(round(button.x))
        return found

    before = columns()
    play.tap(build_button(play, "Oriental Avenue"))
    after = columns()
    assert all(len(after[word]) == 1 for word in ("Build", "Sell", "Mortgage"))
    assert before["Build"] == after["Build"] and before["Mortgage"] == after["Mortgage"]


@pytest.mark.parametrize("slow_ms", [0, 300, 550])
def test_a_quick_finger_is_heard_however_slowly_the_page_was_drawn(
    play: Evening, slow_ms: int
) -> None:
    """The page takes ``slow_ms`` to draw; a touch elsewhere half a second after the last counts."""
    root = play.stage.root
    play.tap(39)
    buy = play.stage.button("Buy for 400")
    play.tap("Table")
    finger = play.stage.finger(play.page._tiles[39]).down()
    started = play.stage.clock.now()
    finger.up()
    play.stage.clock.advance(slow_ms)
    play.advance(0)
    assert play.page_id == "landing"
    play.stage.clock.advance(max(0, started + 560 - play.stage.clock.now()))
    quick = play.stage.finger(buy)
    quick.down()
    quick.up()
    play.advance(0)
    assert play.game.rules.owner(play.game.book, 39) == "A"
    assert root.page_id == "table"
