"""An evening in the city by touch: six long names in German, the unit, the light, and its end.

Every figure can be checked against the rule book and the district cards. WALK_PICTURES=folder
leaves a picture of every step.
"""

from __future__ import annotations

from pathlib import Path

from companion.unit.unit import RAILROAD, Phase
from tests.ui.walk import LONG_NAMES, Walk, start

K, M = 1_000, 1_000_000
CHANCE = 260
"""Build shows 2, 1 and two railroads."""
WESTLANDS, STONESIDE, SUMMERGATE = 6, 3, 1


def test_an_evening_of_six_in_german(tmp_path: Path) -> None:
    with start(tmp_path, name="city", seed=CHANCE) as walk:
        cards_are_checked(walk)
        walk.new_game("City", names=LONG_NAMES[:6])
        assert [walk.cash(seat) for seat in "ABCDEF"] == [37_700 * K] * 6
        buying_and_the_first_blocks(walk)
        fifty_seconds(walk)
        every_space(walk)
        a_skyscraper_and_a_hazard(walk)
        a_deal_by_the_light_and_the_tower(walk)
        railroads(walk)
        jail(walk)
        debt_and_the_end(walk)


def cards_are_checked(walk: Walk) -> None:
    walk.touch("Neues Spiel")
    walk.touch("City")
    walk.touch("4 Karten prüfen")
    walk.sees("Was steht auf euren Karten?", "Gehalt auf LOS", "Industriesteuer", "New Town")
    walk.touch("Fertig")
    walk.touch("Einheit")


def end_turn(walk: Walk) -> None:
    walk.touch("Zug beenden")


def press_build(walk: Walk) -> int:
    """One touch from the table: the yellow button."""
    assert walk.usual == ["Bauen"]
    assert walk.count(walk.next) == 1
    walk.wait(1_000)
    walk.look("light")
    walk.stage.watch()
    return int(walk.parts.session.view.unit.result)


def buy(walk: Walk, *names: str) -> None:
    """Two touches each; a second landing in one turn is asked about."""
    for name in names:
        asked = "dice" not in walk.usual
        assert walk.count(lambda name=name: walk.touch(name)) == 1
        if asked:
            walk.touch("Noch einmal")
        assert walk.count(walk.next) == 1


def buying_and_the_first_blocks(walk: Walk) -> None:
    walk.sees("Anna-Katharina: würfeln und Feld antippen", "Bank: 2 Stadien · 1 Turm")
    buy(walk, "Summergate")
    assert (walk.cash("A"), walk.owner(SUMMERGATE)) == (37_100 * K, "A")
    assert press_build(walk) == 2
    walk.sees("Anna-Katharina baut bis zu 2 Blöcke", "0 gesetzt, 2 frei")
    walk.touch("Summergate residential_block +")
    walk.touch("Summergate industrial_block +")
    assert walk.usual == ["2 Blöcke für 1,5 Mio. bauen"]
    walk.next()
    assert walk.cash("A") == 35_600 * K
    assert walk.usual == ["Zug beenden"]
    end_turn(walk)


def fifty_seconds(walk: Walk) -> None:
    """A bid within the last five seconds counts; the light's end books the highest."""
    walk.touch("Stoneside")
    walk.touch("Nicht kaufen: Auktion")
    walk.sees("Wer bietet 10 Tsd.? Namen antippen.", "Kaufpreis 600 Tsd.")
    walk.touch("Dominik")
    walk.touch("Elisabeth")
    walk.wait(45_500)
    assert walk.parts.session.view.unit.last_five
    walk.touch("Friedrich")
    walk.sees("210 Tsd.", "10 Tsd. Dominik · 110 Tsd. Elisabeth · 210 Tsd. Friedrich")
    walk.wait(6_000)
    walk.look("sold")
    assert (walk.owner(STONESIDE), walk.cash("F")) == ("F", 37_490 * K)
    walk.sees("VERKAUFT", "Stoneside", "Friedrich", "für 210 Tsd.")
    end_turn(walk)


def every_space(walk: Walk) -> None:
    walk.touch("Industriesteuer")
    walk.sees("Cleopatra kommt auf Industriesteuer und muss nichts zahlen")
    end_turn(walk)
    walk.touch("Baugenehmigung")
    walk.sees("Dominik hat eine Baugenehmigung", "Entfernen 1,5 Mio.")
    walk.touch("Park")
    walk.touch("Westlands")
    end_turn(walk)
    walk.touch("Auktion", nth=1)
    walk.sees("Elisabeth wählt einen freien Stadtteil; alle bieten.")
    walk.touch("Bayview Dock")
    walk.touch("Cleopatra")
    assert walk.usual == ["Zuschlag für Cleopatra"]
    walk.next()
    assert (walk.owner(8), walk.cash("C")) == ("C", 37_690 * K)
    end_turn(walk)
    walk.touch("Frei Parken")
    walk.sees("Friedrich kommt auf Frei Parken und nimmt eine Karte: Mietfrei-Karte")
    end_turn(walk)
    walk.touch("Industriesteuer")
    walk.touch("2 Mio. zahlen")
    assert walk.cash("A") == 33_600 * K, "there is an industrial block now"


def a_skyscraper_and_a_hazard(walk: Walk) -> None:
    buy(walk, "Old Town", "Harbor Heights", "Central Quay")
    walk.touch("Stadt")
    walk.touch("Old Town")
    walk.sees("Wer hier landet, zahlt", "100 Tsd.")
    walk.touch("Bauen: 1 Wolkenkratzer", "−3 Mio.")
    walk.sees("durch den Wolkenkratzer auf Old Town verdoppelt = 200 Tsd.")
    walk.touch("Fertig")
    walk.touch("Tisch")
    end_turn(walk)
    walk.touch("Baugenehmigung")
    walk.touch("Kläranlage")
    walk.touch("Old Town")
    end_turn(walk)
    cash = walk.cash("C"), walk.cash("A")
    walk.touch("Old Town")
    walk.touch("200 Tsd. an Anna-Katharina zahlen")
    assert (walk.cash("C"), walk.cash("A")) == (cash[0] - 200 * K, cash[1] + 200 * K)
    end_turn(walk)
    end_turn(walk)
    end_turn(walk)
    walk.touch("Old Town")
    walk.touch("Keine Miete, mit der Mietfrei-Karte")
    walk.sees("Friedrich zahlt mit der Karte keine Miete für Old Town")
    end_turn(walk)
    walk.touch("Stadt")
    walk.touch("Old Town")
    cash = walk.cash("A"), 0
    walk.touch("Entfernen: 1 Kläranlage", "−1,5 Mio.")
    assert walk.cash("A") == cash[0] - 1_500 * K
    walk.touch("Tisch")


def a_deal_by_the_light_and_the_tower(walk: Walk) -> None:
    """Auction also times a deal; Stoneside makes the second colour, so the tower may stand."""
    walk.touch("Einheit")
    walk.touch("AUKTION")
    walk.touch("Ein Handel")
    assert walk.parts.session.view.unit.phase is Phase.AUCTION
    walk.press(walk.stage.root.page.ids.right.ids.head, "other side")
    walk.touch("Friedrich")
    walk.touch("Stoneside")
    walk.touch("+ Geld", nth=0)
    walk.key("1 Mio.")
    walk.touch("Fertig")
    walk.sees("Das Licht gibt noch")
    walk.touch("Friedrich fragen")
    walk.touch("Friedrich ist einverstanden")
    assert walk.owner(STONESIDE) == "A"
    assert walk.parts.session.view.unit.phase is not Phase.AUCTION
    walk.touch("Stadt")
    walk.touch("Old Town")
    walk.touch("Bauen: 1 Turm", "−7 Mio.")
    walk.touch("Fertig")
    walk.touch("Summergate")
    walk.sees("durch den Turm auf Old Town verdoppelt = 400 Tsd.")
    cash = walk.cash("A")
    walk.touch("Beleihen", "+400 Tsd.")
    assert walk.cash("A") == cash + 400 * K, "a mortgage brings what the rent is now"
    walk.touch("Ablösen", "−400 Tsd.")
    assert walk.cash("A") == cash
    walk.touch("Tisch")
    end_turn(walk)


def railroads(walk: Walk) -> None:
    """Turns go by until the unit has shown two railroads; the second one makes a line."""
    for name in ("Westlands", "Diamond Hills"):
        for _ in range(30):
            walk.touch("Nur zu Besuch")
            if press_build(walk) == RAILROAD:
                break
            walk.touch("Tisch")
            end_turn(walk)
        walk.sees("Kostenlos, eigener oder freier Stadtteil; sonst verfällt sie.")
        walk.touch(name)
        end_turn(walk)
    who = str(walk.fact("turn"))
    buy(walk, "Diamond Hills")
    assert walk.page == "ride"
    walk.sees("darf mit der Bahn fahren")
    walk.touch("Westlands")
    walk.next()
    assert (walk.fact(f"at:{who}"), walk.owner(WESTLANDS)) == (WESTLANDS, who)
    end_turn(walk)


def jail(walk: Walk) -> None:
    """Friedrich may build from jail, and pays his way out."""
    walk.touch("Ins Gefängnis")
    for _ in range(6):
        end_turn(walk)
    assert walk.usual == ["Aus dem Gefängnis …"]
    assert walk.can("Bauen")
    walk.next()
    walk.touch("500 Tsd. zahlen und würfeln")
    assert walk.cash("F") == 37_990 * K
    walk.sees("Friedrich: würfeln und Feld antippen")
    end_turn(walk)


def debt_and_the_end(walk: Walk) -> None:
    """Somebody without money stands on Old Town, has nothing to pawn and gives up."""
    while walk.fact("turn") != "D":
        end_turn(walk)
    walk.touch("Zahlung")
    walk.key("37,6 Mio.")
    walk.touch("Zahlen")
    for _ in range(3):
        if walk.cash("D") >= 400 * K:
            walk.touch("Zahlung")
            walk.key("100 Tsd.")
            walk.touch("Zahlen")
    walk.touch("Old Town")
    assert walk.usual == ["Geld beschaffen …"]
    walk.next()
    walk.sees("Auch mit allem verkauft und beliehen reicht es nicht.")
    walk.touch("Pleite …")
    walk.touch("Dominik ist pleite")
    walk.sees("pleite · Platz 6")
    walk.touch("Rückgängig")
    assert not walk.says("pleite · Platz 6"), "a slip is taken back"
    walk.touch("redo")
    walk.touch("Stand")
    walk.touch("Spiel beenden")
    walk.touch("Spiel beenden")
    # The tower doubles: Summergate 200, Stoneside 40, purple 100, 100 and 120, all in thousands.
    walk.sees("Friedrich gewinnt", "37,99 Mio.", "bar 17 Mio. · Karten 1,12 Mio.")
    assert walk.usual == ["Neues Spiel"]
