"""A Mega evening of eight, walked on the screen in German: by words read and buttons touched.

What is asserted could be checked by a player against the deeds and the rule book.
"""

from __future__ import annotations

from pathlib import Path

from tests.ui.walk import Walk, start

END = "Zug beenden"


def roll(walk: Walk, first: int, second: int, third: str) -> None:
    """Enter the three dice: four touches, whatever they show."""
    walk.touch("dice")
    walk.touch(f"die 1: {first}")
    walk.touch(f"die 2: {second}")
    walk.touch(third)


def land(walk: Walk, space: str, then: str = "") -> None:
    """Tap the space the player stands on, do the usual thing, end the turn."""
    walk.touch(space)
    if then:
        walk.touch(then)
    elif walk.page == "landing":
        walk.next()
    walk.touch(END)


def and_on(walk: Walk, space: str) -> None:
    """Land and buy; the third die then leads on to the next free deed, bought too."""
    walk.touch(space)
    walk.next()
    walk.touch("Dritter Würfel")
    walk.touch("Mr. Monopoly")
    walk.next()
    walk.touch(END)


def turns_to(walk: Walk, who: str) -> None:
    """The others rest on Free Parking until ``who`` is up."""
    while walk.fact("turn") != who:
        if walk.can("Aus dem Gefängnis"):
            walk.touch("Aus dem Gefängnis")
            walk.touch("Kein Pasch")
            continue
        for words in ("Frei Parken", END):
            walk.press(walk.find(words), looks=False)


def bid(walk: Walk, who: str, amount: str) -> None:
    """Any amount, on the pad."""
    walk.touch("…")
    walk.touch(who)
    walk.key(amount)
    walk.touch("Bieten")


def estate(walk: Walk, who: str) -> None:
    walk.touch(f"seat {who}")
    walk.touch("Bauen und beleihen")


def build(walk: Walk, what: str, lots: tuple[str, ...], times: int) -> None:
    """Evenly, one touch each."""
    for _ in range(times):
        for lot in lots:
            walk.press(walk.find(f"{what} bauen", on=lot), looks=False)
    walk.look(f"{what} {lots[0]}")


def first_round(walk: Walk) -> None:
    """A with dice, B to D by tapping, everything the corners and own spaces ask."""
    roll(walk, 6, 4, "Mr. Monopoly")
    walk.sees("Anna-Katharina kann Gas Company kaufen", "Gehört noch niemandem.")
    walk.touch("Für 150 kaufen")
    assert walk.page == "ask" and walk.says("Der dritte Würfel zieht Anna-Katharina weiter")
    walk.touch("Weiter auf Vermont Avenue")
    walk.touch("Nicht kaufen: Auktion")
    assert walk.count(lambda: walk.touch("Cleopatra")) == 1, "a bid is one touch on a name"
    bid(walk, "Benjamin", "60")
    walk.touch("Zuschlag für Benjamin")
    assert walk.owner(11) == "B" and walk.cash("B") == 2500 - 60
    walk.touch(END)
    and_on(walk, "Oriental Avenue")
    assert (walk.owner(8), walk.owner(12)) == ("B", "B"), "11 is sold, so it is 12"
    and_on(walk, "Maryland Avenue")
    and_on(walk, "St. James Place")
    walk.touch("Auktion")
    walk.sees("Elisabeth wählt, was versteigert wird")
    walk.touch("Boardw.")
    bid(walk, "Elisabeth", "2250")
    walk.touch("Zuschlag für Elisabeth")
    assert walk.owner(51) == "E" and walk.cash("E") == 250
    walk.touch(END)
    walk.touch("Geburtstag")
    walk.sees("Friedrich bekommt ein Geburtstagsgeschenk", "100 von der Bank")
    walk.touch("Busticket")
    walk.sees("1 Bus", "Friedrich nimmt das Geburtstagsgeschenk: Busticket")
    walk.touch(END)
    roll(walk, 2, 2, "2")
    walk.sees("Dreimal das Gleiche: Wohin zieht Gwendolyn?")
    walk.touch("Park Pl.")
    walk.touch("Für 350 kaufen")
    walk.touch(END)
    land(walk, "Ins Gefängnis")
    walk.sees("Anna-Katharina: würfeln und Feld antippen")


def second_round(walk: Walk) -> None:
    """Rents, taxes, a ride by bus, a deal, a try to leave jail."""
    and_on(walk, "Mediterranean Avenue")
    land(walk, "Massachusetts Avenue")
    land(walk, "Virginia Avenue")
    land(walk, "New York Avenue")
    walk.touch("Oriental Avenue")
    walk.sees("Benjamin hat die ganze Farbe: Miete mal 3")
    walk.touch("18 an Benjamin zahlen")
    walk.touch(END)
    assert walk.count(lambda: (walk.touch("Bus nehmen"), walk.touch("Los"))) == 2
    assert walk.cash("F") == 2500 + 200 and walk.fact("at:F") == 0
    walk.touch(END)
    walk.touch("Einkommensteuer")
    walk.sees("Gwendolyn zahlt: Einkommensteuer", "10 Prozent von 2.500")
    walk.touch("Anteil 250")
    walk.next()
    assert walk.cash("G") == 2500 - 350 - 250
    walk.touch(END)
    walk.touch("Aus dem Gefängnis")
    walk.touch("Würfel eingeben")
    assert not walk.can("Mr. Monopoly"), "the third die is left aside in jail"
    walk.touch("die 1: 1")
    walk.touch("die 2: 2")
    assert walk.fact("jail:H") == 1
    walk.touch(END)


def skyscraper(walk: Walk) -> None:
    """All of a colour: four houses and a hotel on every lot, then a skyscraper."""
    walk.touch("Arctic Avenue")
    walk.sees("Angaben schwanken: Karte ansehen")
    walk.next()
    estate(walk, "A")
    browns = ("Mediterranean", "Baltic", "Arctic")
    build(walk, "Haus", browns, 4)
    walk.sees("20 Häuser", "12 Hotels")
    build(walk, "Hotel", browns[:2], 1)
    walk.touch("Wolkenkratzer bauen", on="Baltic")
    walk.sees("Zuerst auf Arctic Avenue bauen.")
    build(walk, "Hotel", browns[2:], 1)
    build(walk, "Wolkenkratzer", browns[1:2], 1)
    walk.sees("32 Häuser", "10 Hotels", "7 Wolkenkratzer")
    assert walk.cash("A") == 2350 - 60 - 60 - 80 - 16 * 50
    walk.touch("Fertig")
    walk.touch(END)


def shortage(walk: Walk) -> None:
    """The last house goes, two ask for one, and the bank auctions what comes back."""
    estate(walk, "B")
    blues = ("Oriental", "Vermont", "Connecticut", "Massachusetts")
    build(walk, "Haus", blues, 3)
    build(walk, "Haus", blues[:3], 1)
    rest(walk)
    estate(walk, "C")
    build(walk, "Haus", ("Maryland", "St. Charles", "Virginia"), 4)
    rest(walk)
    estate(walk, "D")
    build(walk, "Haus", ("St. James", "Tennessee", "New York"), 1)
    build(walk, "Haus", ("St. James", "Tennessee"), 1)
    walk.sees("0 Häuser")
    walk.touch("Ausverkauft: vormerken", on="New York")
    rest(walk)
    estate(walk, "B")
    walk.touch("Ausverkauft: vormerken", on="Massachusetts")
    walk.touch("Fertig")
    estate(walk, "C")
    walk.touch("Haus verkaufen", on="Maryland")
    walk.touch("Fertig")
    walk.touch("Gebäude versteigern")
    walk.sees("Haus")
    bid(walk, "Dominik", "120")
    walk.touch("Zuschlag für Dominik")
    assert walk.game.rules.level(walk.game.book, 24) == 2


def rest(walk: Walk) -> None:
    walk.touch("Fertig")
    walk.touch("Frei Parken")
    walk.touch(END)


def debt(walk: Walk) -> None:
    """G is short of a rent, raises money and pays it."""
    turns_to(walk, "G")
    walk.touch("Pacific Avenue")
    walk.touch("Nicht kaufen: Auktion")
    bid(walk, "Gwendolyn", "1100")
    walk.touch("Zuschlag für Gwendolyn")
    assert walk.cash("G") == 1900 - 1100
    walk.touch(END)
    turns_to(walk, "G")
    walk.touch("Baltic Avenue")
    walk.sees("950", "Gwendolyn hat 800: 150 zu wenig.")
    walk.touch("Geld beschaffen")
    walk.sees("Gwendolyn")
    walk.next()
    walk.touch("950 an Anna-Katharina zahlen")
    assert (walk.cash("G"), walk.cash("A")) == (0, 2300)
    walk.touch(END)


def ruin(walk: Walk) -> None:
    """E cannot pay even with everything mortgaged: all goes to A, deed as it is."""
    turns_to(walk, "E")
    walk.touch("Baltic Avenue")
    walk.touch("Geld beschaffen")
    walk.sees("Auch mit allem verkauft und beliehen reicht es nicht.")
    walk.touch("Pleite")
    walk.sees("Boardwalk")
    walk.touch("Elisabeth ist pleite")
    assert walk.owner(51) == "A" and walk.cash("A") == 2300 + 232
    walk.sees("pleite · Platz 8", "Elisabeth ist pleite, alles geht an Anna-Katharina")


def book(walk: Walk) -> None:
    """The ledger in words, an undo and its undo, a figure the card prints otherwise."""
    walk.touch("Buch")
    walk.sees("Elisabeth ist pleite")
    walk.touch("Rückgängig")
    assert walk.owner(51) == "E"
    walk.touch("redo")
    assert walk.owner(51) == "A"
    walk.touch("Tisch")
    estate(walk, "A")
    walk.touch("Karte …", on="Arctic")
    walk.touch("Angaben schwanken")
    walk.touch("500")
    walk.key("450")
    walk.touch("So steht es da")
    assert walk.game.rules.at(walk.game.book).deeds[4].rents[5] == 450


def ending(walk: Walk) -> None:
    """The table ends the game: the richest has won, and the next game is two touches away."""
    walk.touch("Stand")
    walk.touch("Spiel beenden")
    walk.touch("Spiel beenden")
    deeds, pieces = 60 + 60 + 80 + 150 + 400, 16 * 50
    assert walk.cash("A") + deeds + pieces == 4082
    walk.sees("Anna-Katharina gewinnt", "4.082", "bar 2.532 · Karten 750 · Gebäude 800")
    walk.next()
    walk.sees("Wer spielt mit?")


def test_an_evening_of_eight(tmp_path: Path) -> None:
    with start(tmp_path, name="mega") as walk:
        walk.new_game("Mega")
        assert [walk.cash(seat) for seat in "ABCDEFGH"] == [2500] * 8
        first_round(walk)
        second_round(walk)
        skyscraper(walk)
        shortage(walk)
        debt(walk)
        ruin(walk)
        book(walk)
        ending(walk)
