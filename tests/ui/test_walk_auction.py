"""Auctions by touch with more players than have buttons of their own: late bids, empty pockets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.storage.library import NewGame
from companion.unit.unit import Phase
from tests.ui.walk import LONG_NAMES, Walk, start

SEVEN = LONG_NAMES[:7]
OPERNPLATZ = 24


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with start(tmp_path_factory.mktemp("auctions"), name="auction") as walk:
        yield walk


def table(app: Walk, **options: bool | int) -> Walk:
    """A new table of seven; Anna-Katharina is about to say where she stands."""
    said: list[str] = []
    setup = NewGame("classic_de", SEVEN, options=tuple(options.items()))
    app.parts.frontend.new_game(setup, said.append)
    app.wait(0)
    assert said == [""]
    app.stage.root.open("table")
    app.wait(500)
    return app


def give_away(walk: Walk, seat: str, amount: int) -> None:
    """Somebody has less money."""
    walk.touch("Zahlung")
    walk.touch(f"source {seat}")
    walk.touch("target bank")
    walk.key(str(amount))
    walk.touch("Zahlen")


def auction(walk: Walk) -> None:
    walk.touch("Opernplatz")
    if walk.can("Noch einmal"):
        walk.touch("Noch einmal")
    walk.touch("Nicht kaufen: Auktion")
    assert walk.page == "auction"


def high(walk: Walk) -> tuple[str, int]:
    leader, amount = walk.fact("bid")
    return str(leader), int(amount)


def test_c74_a_bid_is_one_touch_and_the_decliner_may_bid(app: Walk) -> None:
    walk = table(app)
    auction(walk)
    walk.sees("Wer bietet 10? Namen antippen.")
    assert walk.count(lambda: walk.touch("Anna-Katharina")) == 1
    assert high(walk) == ("A", 10)
    assert walk.count(lambda: walk.touch("Gwendolyn")) == 1
    assert high(walk) == ("G", 20), "10 more, as the yellow button says"
    walk.touch("Gwendolyn")
    assert high(walk) == ("G", 20), "nobody bids against himself"
    walk.touch("+1")
    walk.touch("Benjamin")
    walk.touch("Cleopatra")
    assert high(walk) == ("C", 22), "the raise stays as it was chosen"
    walk.touch("…")
    walk.touch("Friedrich")
    walk.sees("Friedrich bietet", "ab 23, höchstens 1.500")
    walk.key("22")
    assert not walk.can("Bieten"), "too little stays grey, and the pad stays open"
    clock, pad = walk.stage.root.page.ids.clock, walk.stage.root.sheet.ids.pad
    assert clock.right <= pad.to_window(pad.x, 0)[0], "the seconds stay in sight"
    walk.touch("Zurück")
    assert high(walk) == ("C", 22)
    walk.sees("10 Anna-Katharina · 20 Gwendolyn · 21 Benjamin · 22 Cleopatra")


def test_nobody_bids_and_the_card_stays_with_the_bank(app: Walk) -> None:
    walk = table(app)
    auction(walk)
    walk.touch("Niemand bietet")
    walk.sees("Niemand bietet auf Opernplatz; die Karte bleibt bei der Bank")
    assert walk.owner(OPERNPLATZ) == ""
    assert walk.usual == ["Zug beenden"]


def test_a_bid_in_the_last_tenth_counts_and_a_touch_after_the_light_books_nothing(
    app: Walk,
) -> None:
    walk = table(app)
    auction(walk)
    begun = walk.clock.now()
    walk.touch("Dominik")
    place = walk.find("Elisabeth")
    at = place.to_window(*place.center)
    walk.wait(begun + 49_800 - walk.clock.now())
    walk.press(place, "at 49.9 s")
    assert high(walk) == ("E", 20)
    walk.wait(begun + 50_000 - walk.clock.now())
    assert walk.page == "table"
    booked = len(walk.game.book)
    walk.stage.finger(at).down().up()
    walk.wait(60)
    assert len(walk.game.book) == booked, "the finger that came too late hits nothing below"
    assert (walk.owner(OPERNPLATZ), walk.cash("E")) == ("E", 1_480)
    walk.sees("VERKAUFT", "Opernplatz", "Elisabeth", "für 20")


def test_c79_late_bids_leave_five_seconds_and_no_more_than_the_cap(app: Walk) -> None:
    walk = table(app, late_bid_cap_s=54)
    auction(walk)
    begun = walk.clock.now()
    for at, name in ((47_000, "Dominik"), (51_000, "Elisabeth"), (53_500, "Friedrich")):
        walk.wait(begun + at - walk.clock.now())
        walk.touch(name)
    assert high(walk)[0] == "F"
    walk.wait(begun + 53_900 - walk.clock.now())
    assert walk.page == "auction"
    walk.wait(200)
    assert walk.page == "table"
    assert walk.owner(OPERNPLATZ) == "F"


def test_an_auction_without_a_clock_waits_for_the_hammer(app: Walk) -> None:
    walk = table(app, auction_s=0)
    auction(walk)
    walk.sees("bis zum Zuschlag")
    walk.touch("Dominik")
    walk.wait(300_000)
    assert walk.page == "auction"
    walk.next()
    assert walk.owner(OPERNPLATZ) == "D"


def test_c80_who_cannot_bid_is_out_and_who_can_bid_less_is_asked(app: Walk) -> None:
    walk = table(app)
    give_away(walk, "D", 1_460)
    give_away(walk, "E", 1_435)
    auction(walk)
    walk.touch("60")
    walk.touch("Anna-Katharina")
    walk.sees("raus: bis 40")
    walk.touch("+10")
    walk.touch("Dominik")
    assert walk.page == "auction" and walk.stage.root.sheet is None
    walk.touch("Elisabeth")
    walk.sees("Elisabeth bietet", "ab 61, höchstens 65")
    walk.key("65")
    walk.touch("Bieten")
    assert high(walk) == ("E", 65)
    walk.next()
    assert (walk.owner(OPERNPLATZ), walk.cash("E")) == ("E", 0)


def test_c77_money_that_is_bid_is_not_spent_elsewhere(app: Walk) -> None:
    walk = table(app)
    give_away(walk, "B", 1_200)
    auction(walk)
    walk.touch("…")
    walk.touch("Benjamin")
    walk.key("300")
    walk.touch("Bieten")
    walk.touch("Tisch")
    assert walk.usual == ["Auktion: Opernplatz"], "the way back is the yellow button"
    walk.touch("Zahlung")
    walk.touch("source B")
    walk.touch("target C")
    walk.key("50")
    walk.touch("Zahlen")
    walk.sees("Benjamin führt in der Auktion; vom Bargeld sind nur 0 frei, nicht 50.")
    assert walk.cash("B") == 300
    walk.touch("Benjamin führt")  # the sentence is read and put away
    walk.touch("Zurück")
    walk.next()
    walk.touch("Cleopatra")
    walk.touch("Tisch")
    give_away(walk, "B", 50)
    assert walk.cash("B") == 250, "he was overbid"


def test_c76_the_winner_cannot_pay_and_the_deed_is_auctioned_again(app: Walk) -> None:
    walk = table(app, bids_beyond_means=True)
    walk.touch("Chausseestraße")
    walk.next()
    give_away(walk, "A", 1_100)
    assert walk.cash("A") == 300
    auction(walk)
    walk.touch("…")
    walk.touch("Anna-Katharina")
    walk.key("400")
    walk.touch("Bieten")
    walk.sees("Anna-Katharina hat zu wenig Bargeld: 100 müssten beschafft werden.")
    walk.wait(50_000)
    assert walk.parts.session.view.unit.phase is not Phase.AUCTION
    assert (walk.cash("A"), walk.owner(OPERNPLATZ)) == (0, "")
    walk.stage.watch()
    walk.sees("Anna-Katharina ersteigert Opernplatz für 400 und kann noch nicht alles zahlen")
    assert walk.usual == ["Anna-Katharina schuldet 100"]
    walk.next()
    walk.sees("Auch mit allem verkauft und beliehen reicht es nicht.", "Chausseestraße")
    assert not walk.can("+ 120"), "what is not paid for cannot be pawned"
    walk.touch("Pleite …")
    walk.touch("Anna-Katharina ist pleite")
    assert walk.usual == ["Nächste Auktion: Opernplatz"]
    walk.next()
    assert not walk.says("Anna-Katharina")
    walk.touch("Benjamin")
    walk.next()
    assert (walk.owner(OPERNPLATZ), walk.cash("B")) == ("B", 1_490)
    walk.stage.watch()
    assert walk.usual == ["Nächste Auktion: Chausseestraße"]
    walk.next()
    walk.touch("Niemand bietet")
    walk.sees("Benjamin: würfeln und Feld antippen")
