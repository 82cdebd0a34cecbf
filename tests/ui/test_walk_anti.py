"""An Anti-Monopoly evening of six, walked on the screen in German: by words and touches.

What is asserted could be checked by a player against the deeds and the rules.
"""

from __future__ import annotations

from pathlib import Path

from tests.ui.walk import LONG_NAMES, Walk, start

END = "Zug beenden"
SIX = LONG_NAMES[:6]


def buy(walk: Walk, *spaces: str) -> None:
    """One player after the other lands and buys."""
    for space in spaces:
        walk.touch(space)
        walk.next()
        walk.touch(END)


def rest(walk: Walk, until: str) -> None:
    """The others go sightseeing until it is the turn of ``until``."""
    while walk.fact("turn") != until:
        if any(walk.can(words) for words in ("Aus dem Preiskrieg", "Aus dem Gefängnis")):
            walk.next()
            walk.touch("Kein Pasch")
            continue
        for words in ("Stadtrundfahrt", END):
            walk.press(walk.find(words), looks=False)


def sides(walk: Walk) -> None:
    """Each chooses in seating order; where it must be so, the rest follows by itself."""
    walk.sees("Anna-Katharina wählt eine Seite")
    walk.touch("Antworten …")
    for place, side in enumerate(("Monopolist", "Konkurrent", "Monopolist", "Monopolist")):
        walk.sees(f"{SIX[place]} wählt eine Seite")
        walk.touch(side)
    assert walk.page == "table", "three monopolists: the others are competitors"
    assert [walk.fact(f"side:{seat}")[0] for seat in "ABCDEF"] == list("mcmmcc")
    walk.sees("Mono.", "Konk.")


def first_round(walk: Walk) -> None:
    """Buying or not, both income taxes, the foundation by side, prison and price war."""
    walk.touch("Rush Street")
    walk.sees("mit zwei der Farbe", "280", "1.080")
    walk.next()
    walk.touch(END)
    walk.touch("Electric")
    walk.sees("Angaben schwanken: Karte ansehen")
    assert not walk.says("Würfel × 100"), "Benjamin is a competitor"
    walk.touch("Nicht kaufen")
    assert not walk.owner(12) and walk.page == "table", "no auction in these rules"
    walk.touch(END)
    walk.touch("Einkommensteuer")
    walk.sees("Cleopatra zahlt: Einkommensteuer", "20 Prozent vom Bargeld 15.000")
    walk.touch("2.000", "zahlen")
    assert walk.cash("C") == 13000
    walk.touch(END)
    walk.touch("Stiftung")
    walk.sees("Dominik zahlt: Stiftung")
    walk.touch("1.600 zahlen")
    walk.touch(END)
    walk.touch("Stiftung")
    walk.sees("Elisabeth wirft einen Würfel für die Stiftung")
    walk.sees("1: 250", "3: nichts")
    assert walk.count(lambda: walk.touch("2: 500")) == 1
    assert walk.cash("E") == 15000 + 500
    walk.sees("Elisabeth wirft eine 2 und bekommt 500 von der Stiftung")
    walk.touch(END)
    walk.touch("Karte")
    assert not walk.can("Freikarte"), "there are no such cards"
    walk.touch("Vor auf ein Feld: Los zahlt")
    walk.touch("Preiskrieg")
    walk.sees("Friedrich gerät in einen Preiskrieg")
    walk.touch(END)


def second_round(walk: Walk) -> None:
    """What each side builds and earns: monopoly, transport, utility, price war, no gifts."""
    walk.touch("State Street")
    walk.next()
    walk.touch("seat A")
    walk.touch("Bauen und beleihen")
    for _ in range(3):
        walk.press(walk.find("Haus bauen", on="Rush"), looks=False)
    walk.look("three houses on the field M")
    walk.touch("Hotel bauen", on="Rush")
    walk.sees("35 Häuser", "14 Hotels")
    assert walk.cash("A") == 15000 - 1400 - 1400 - 4 * 1000
    walk.touch("Fertig")
    walk.touch(END)
    walk.touch("State Street")
    walk.sees("Anna-Katharina hat in dieser Stadt ein Monopol: Miete mal 2")
    assert not walk.can("Keine Miete verlangt"), "no rebates"
    walk.touch("280 an Anna-Katharina zahlen")
    walk.touch(END)
    buy(walk, "Railroad", "Air Line", "Gas Co.")
    walk.sees("Friedrich ist im Preiskrieg")
    walk.touch("Aus dem Preiskrieg")
    walk.touch("500 zahlen und würfeln")
    assert walk.cash("F") == 15000 - 500
    walk.touch("Wall St")
    walk.touch("Für 4.000 kaufen")
    walk.touch(END)


def third_round(walk: Walk) -> None:
    """Deals come before the dice; rents by side; prison brings no rent."""
    walk.touch("Zahlung")
    walk.touch("target B")
    walk.key("100")
    walk.touch("Zahlen")
    walk.sees("In diesem Spiel leihen oder schenken Spieler einander kein Geld.")
    walk.touch("In diesem Spiel leihen")
    walk.touch("Zurück")
    walk.touch("Gefängnis")
    walk.sees("Anna-Katharina geht ins Gefängnis")
    walk.touch("seat A")
    walk.touch("Handel")
    walk.touch("+ Geld", nth=0)
    walk.key("500")
    walk.touch("Fertig")
    walk.sees("Gehandelt wird vor dem Würfeln.")
    assert not walk.can("Benjamin fragen")
    walk.touch("Tisch")
    walk.touch(END)
    walk.touch("Rush Street")
    walk.sees("Anna-Katharina sitzt im Gefängnis und nimmt nichts ein")
    walk.touch("Weiter")
    walk.touch(END)
    walk.touch("Railroad")
    walk.next()
    walk.touch(END)
    walk.touch("Railroad")
    walk.sees("Dominik zahlt Miete an Cleopatra", "400")
    walk.next()
    walk.touch(END)
    walk.touch("Air Line")
    walk.sees("Elisabeth zahlt Miete an Dominik", "400")
    walk.next()
    walk.touch(END)
    walk.touch("Gas Co.")
    walk.touch("9")
    walk.sees("Friedrich zahlt Miete an Elisabeth")
    walk.next()
    assert walk.cash("F") == 14500 - 4000 - 40, "four times nine is 36, in whole notes 40"
    walk.touch(END)


def sides_fall(walk: Walk) -> None:
    """All monopolists go bankrupt by the bank: the competitors win, once the dice are thrown."""
    for seat in "ACD":
        walk.touch(f"seat {seat}")
        walk.touch("Pleite")
        walk.touch("Bank")
        walk.touch("ist pleite")
    walk.sees("Schlussrechnung: Elisabeth würfelt für U.S. Gas Company")
    walk.touch("9")
    assert walk.page == "standings"
    walk.sees("Benjamin gewinnt", "14.720", "Alle Monopolisten sind", "13.680", "10.860")
    assert walk.cash("E") + 40 == 13680, "what the utility would earn with nine, in whole notes"
    assert walk.cash("F") + 400 == 10860, "what Wall Street would earn"


def book(walk: Walk) -> None:
    """The ledger has both corners by their names; the end is taken back and done again."""
    walk.touch("Buch")
    walk.sees("In der Schlussrechnung fällt für U.S. Gas Company eine 9")
    walk.touch("Rückgängig")
    assert not walk.fact("ended")
    walk.touch("redo")
    assert walk.fact("ended")
    walk.touch("Stand")
    walk.next()
    walk.sees("Wer spielt mit?")


def test_an_evening_of_six(tmp_path: Path) -> None:
    with start(tmp_path, name="anti") as walk:
        walk.new_game("Anti", names=SIX)
        sides(walk)
        first_round(walk)
        second_round(walk)
        third_round(walk)
        sides_fall(walk)
        book(walk)
