"""A classic evening by touch: eight long names in German, and three in English on a tall screen.

Every figure can be checked against the rule book and the German cards; what is touched is found
by its words. WALK_PICTURES=folder leaves a picture of every step.
"""

from __future__ import annotations

from pathlib import Path

from tests.ui.walk import Walk, start

DONE = ["Zug beenden"]


def test_an_evening_of_eight_in_german(tmp_path: Path) -> None:
    with start(tmp_path, name="classic") as walk:
        walk.new_game("Classic", "Deutsches Brett")
        assert [walk.cash(seat) for seat in "ABCDEFGH"] == [1_500] * 8
        first_landings(walk)
        utility_card_and_jail(walk)
        dice_and_a_double(walk)
        a_round_of_buying(walk)
        deal_and_houses(walk)
        mortgage_and_a_corrected_card(walk)
        debt_and_bankruptcy(walk)
        ledger_and_undo(walk)
        standings_and_the_end(walk)


def end_turn(walk: Walk) -> None:
    """The yellow button is the one that ends the turn."""
    assert walk.usual == DONE
    walk.next()


def buy(walk: Walk, name: str, price: int) -> None:
    """Two touches, as often as anything happens in an evening."""
    assert walk.count(lambda: (walk.touch(name), walk.next())) == 2
    walk.sees(f"kauft {name} für {price}")
    end_turn(walk)


def first_landings(walk: Walk) -> None:
    walk.sees("Anna-Katharina: würfeln und Feld antippen", "Bank: 32 Häuser")
    buy(walk, "Badstraße", 60)
    assert (walk.cash("A"), walk.owner(1)) == (1_440, "A")
    walk.sees("Benjamin: würfeln und Feld antippen")
    walk.touch("Turmstraße")
    walk.touch("Nicht kaufen: Auktion")
    walk.sees("Wer bietet 10? Namen antippen.", "50")
    assert walk.count(lambda: walk.touch("Dominik")) == 1, "a bid is one touch"
    walk.sees("10 Dominik", "Wer bietet 20?")
    walk.touch("+1")
    walk.touch("Cleopatra")
    walk.touch("…")
    walk.touch("Hannes")
    walk.key("75")
    walk.touch("Bieten")
    walk.sees("10 Dominik · 11 Cleopatra · 75 Hannes", "Wer bietet 85?")
    assert walk.usual == ["Zuschlag für Hannes"]
    walk.next()
    assert (walk.cash("H"), walk.owner(3)) == (1_425, "H")
    walk.sees("VERKAUFT", "Turmstraße", "Hannes", "für 75")
    walk.stage.watch()
    end_turn(walk)
    walk.touch("Einkommensteuer")
    walk.touch("200 zahlen")
    assert walk.cash("C") == 1_300
    end_turn(walk)
    assert walk.count(lambda: (walk.touch("Badstraße"), walk.next())) == 2
    assert (walk.cash("D"), walk.cash("A")) == (1_498, 1_442)
    end_turn(walk)


def utility_card_and_jail(walk: Walk) -> None:
    buy(walk, "Südbahnhof", 200)
    buy(walk, "Elektrizitätswerk", 150)
    walk.touch("Elektrizitätswerk")
    walk.sees("Was zeigen die Würfel zusammen?")
    walk.touch("7")
    walk.sees("4 mal 7 Augen, denn Friedrich hat 1 davon.")
    walk.touch("28 an Friedrich zahlen")
    assert (walk.cash("F"), walk.cash("G")) == (1_378, 1_472)
    end_turn(walk)
    walk.touch("Karte")
    walk.sees("Hannes zieht eine Karte")
    walk.touch("Alle zahlen an Hannes")
    walk.key("10")
    walk.touch("Fertig")
    assert walk.cash("H") == 1_495
    end_turn(walk)
    walk.touch("Ins Gefängnis")
    walk.sees("Anna-Katharina geht ins Gefängnis")
    end_turn(walk)


def dice_and_a_double(walk: Walk) -> None:
    """3 and 3 from Turmstraße is Poststraße; once more, 1 and 2 is the power station."""
    walk.touch("dice")
    walk.touch("die 1: 3")
    walk.touch("die 2: 3")
    walk.touch("Für 120 kaufen")
    walk.sees("Pasch: Benjamin ist noch mal dran")
    walk.touch("dice")
    walk.touch("die 1: 1")
    walk.touch("die 2: 2")
    walk.touch("12 an Friedrich zahlen")
    assert (walk.cash("B"), walk.cash("F"), walk.owner(9)) == (1_358, 1_380, "B")
    end_turn(walk)


def a_round_of_buying(walk: Walk) -> None:
    round_of_six = {
        "Parkstraße": 350, "Schlossallee": 400, "Seestraße": 140,
        "Museumstraße": 220, "Theaterstraße": 220, "Opernplatz": 240,
    }  # fmt: skip
    for name, price in round_of_six.items():
        buy(walk, name, price)
    assert walk.usual == ["Aus dem Gefängnis …"]
    walk.next()
    walk.touch("Kein Pasch: bleibt sitzen")
    walk.sees("Benjamin: würfeln und Feld antippen")
    walk.touch("Frei Parken")
    end_turn(walk)


def deal_and_houses(walk: Walk) -> None:
    """Cleopatra gets the second dark blue street and builds evenly."""
    walk.touch("Cleopatra")
    walk.touch("Handel")
    walk.sees("Antippen, was jeder gibt")
    walk.touch("Schlossallee")
    walk.touch("+ Geld")
    walk.key("450")
    walk.touch("Fertig")
    walk.sees("Cleopatra gibt: 450", "Dominik gibt: Schlossallee", "hat dann 490")
    walk.touch("Dominik fragen")
    walk.touch("Dominik ist einverstanden")
    assert (walk.cash("C"), walk.cash("D"), walk.owner(39)) == (490, 1_538, "C")
    walk.touch("Cleopatra")
    walk.touch("Bauen und beleihen")
    walk.touch("Haus bauen", on="Parkstraße")
    walk.sees("290", "Bank: 31 Häuser")
    walk.touch("Haus bauen", on="Parkstraße")
    walk.sees("ungleichmäßig", "Zuerst auf Schlossallee bauen.")
    walk.touch("Fertig")
    walk.touch("Zusatzsteuer")
    walk.touch("100 zahlen")
    assert walk.cash("C") == 190
    end_turn(walk)
    walk.touch("Parkstraße")
    walk.sees("1 Haus auf Parkstraße")
    walk.touch("175 an Cleopatra zahlen")
    assert (walk.cash("C"), walk.cash("D")) == (365, 1_363)
    end_turn(walk)
    walk.touch("Los")
    assert walk.cash("E") == 1_350, "the salary comes by itself"
    end_turn(walk)


def mortgage_and_a_corrected_card(walk: Walk) -> None:
    walk.touch("Friedrich")
    walk.touch("Bauen und beleihen")
    walk.touch("Beleihen", on="Museumstraße")
    assert walk.cash("F") == 1_270
    assert walk.can("Ablösen", "−121")
    walk.touch("Fertig")
    walk.touch("Schlossallee")
    walk.touch("Antippen, wenn eure Karte abweicht")
    walk.touch("Miete")
    walk.key("60")
    walk.touch("So steht es da")
    walk.sees("120 an Cleopatra zahlen")
    walk.next()
    assert (walk.cash("F"), walk.cash("C")) == (1_150, 485)
    end_turn(walk)


def debt_and_bankruptcy(walk: Walk) -> None:
    """Gwendolyn mortgages to pay; Hannes could, and gives up."""
    walk.touch("Zahlung")
    walk.touch("target B")
    walk.key("1200")
    walk.touch("Zahlen")
    walk.touch("Schlossallee")
    walk.sees("Gwendolyn hat 42: 78 zu wenig.")
    assert walk.usual == ["Geld beschaffen …"]
    walk.next()
    walk.sees("78 fehlen: etwas verkaufen oder beleihen.", "152", "32")
    walk.touch("+ 110", "Beleihen")
    walk.touch("120 an Cleopatra zahlen")
    assert (walk.cash("G"), walk.cash("C")) == (32, 605)
    end_turn(walk)
    walk.touch("Zahlung")
    walk.sees("Hannes zahlt an die Bank")
    walk.key("1255")
    walk.touch("Zahlen")
    walk.sees("Hannes zahlt 1.255 an die Bank")
    walk.touch("Schlossallee")
    walk.next()
    walk.touch("Pleite …")
    walk.sees("Hannes könnte noch insgesamt 150 beschaffen und schuldet 120.",
              "An Cleopatra: Turmstraße, Opernplatz")  # fmt: skip
    walk.touch("Zurück")
    walk.touch("Pleite …")
    walk.touch("Hannes ist pleite")
    assert (walk.owner(3), walk.owner(24), walk.cash("H")) == ("C", "C", 0)
    walk.sees("pleite · Platz 8")
    assert walk.usual == ["Aus dem Gefängnis …"], "Anna-Katharina is up"
    walk.next()
    walk.touch("50 zahlen und würfeln")
    buy(walk, "Berliner Straße", 200)


def ledger_and_undo(walk: Walk) -> None:
    walk.touch("Buch")
    walk.touch("Gwendolyn")
    walk.touch("1.200")
    walk.sees("Gwendolyn zahlt 1.200 an Benjamin")
    walk.touch("Anderer Empfänger")
    walk.touch("Dominik")
    walk.sees("2.558", "1.358", "1.363", "2.563")
    walk.touch("Berichtigen")
    walk.sees("Berichtigt: Benjamin hat jetzt 1.358, Dominik hat jetzt 2.563.")
    assert (walk.cash("B"), walk.cash("D")) == (1_358, 2_563)
    walk.touch("Tisch")
    walk.touch("Rückgängig")
    walk.sees("Zurückgenommen: die Berichtigung")
    assert (walk.cash("B"), walk.cash("D")) == (2_558, 1_363)
    walk.touch("redo")
    assert walk.cash("D") == 2_563


def standings_and_the_end(walk: Walk) -> None:
    walk.touch("Stand")
    walk.sees("bar 605", "Karten 1.050", "Gebäude 200")
    walk.touch("Spiel beenden")
    walk.touch("Spiel beenden")
    walk.sees("Dominik gewinnt")
    walk.touch("Tisch")
    walk.sees("Dominik hat gewonnen")
    walk.touch("Badstraße")
    walk.sees("Das Spiel ist aus.")
    walk.touch("Stand", nth=0)
    assert walk.usual == ["Neues Spiel"]
    walk.next()
    walk.sees("Wer spielt mit?", "Anna-Katharina", "Hannes")
    assert walk.usual == ["Spiel starten · je 1.500"], "everything is filled in for the next game"


def test_three_in_english_on_a_tall_screen(tmp_path: Path) -> None:
    """London: hotels, every kind of card, jail by card and by double, a timed end."""
    with start(tmp_path, language="en", size=(480, 800), name="london") as walk:
        walk.new_game("Classic", "London board", "1½ h", names=("Ada", "Bert", "Cleo"))
        two_streets_and_two_hotels(walk)
        cards_and_jail(walk)
        the_time_is_up(walk)


def two_streets_and_two_hotels(walk: Walk) -> None:
    walk.touch("Old Kent Road")
    walk.next()
    walk.touch("Whitechapel Road")  # she rolled a double and nobody entered the dice
    walk.sees("Ada has moved already", "Once more in this turn, to Whitechapel Road?")
    walk.touch("Once more")
    walk.next()
    walk.touch("Ada")
    walk.touch("Build and mortgage")
    for piece, times in (("house", 4), ("hotel", 1)):
        for _ in range(times):
            for name in ("Old Kent Road", "Whitechapel Road"):
                assert walk.count(lambda: walk.touch(f"Build {piece}", on=name)) == 1  # noqa: B023
    walk.sees("Bank: 32 houses · 10 hotels")
    assert walk.cash("A") == 1_500 - 120 - 10 * 50
    walk.touch("Sell hotel", on="Whitechapel Road")
    walk.sees("Bank: 28 houses · 11 hotels")
    assert walk.cash("A") == 905
    walk.touch("Done")
    walk.next()
    walk.touch("Old Kent Road")
    walk.touch("Pay 250 to Ada")
    assert (walk.cash("A"), walk.cash("B")) == (1_155, 1_250)
    walk.next()


def cards_and_jail(walk: Walk) -> None:
    walk.touch("Card")
    walk.touch("Keep a card: jail card")
    walk.next()
    walk.touch("Card")
    walk.touch("On to a space: GO pays")
    walk.sees("A card takes Ada to…")
    walk.touch("Mayfair")
    walk.touch("Buy for 400")
    assert walk.cash("A") == 755, "GO was not passed"
    walk.next()
    walk.touch("Go to jail")
    walk.next()
    walk.touch("Go to jail")
    walk.next()
    walk.touch("Card")
    walk.touch("Repairs")
    walk.key("25")
    walk.touch("Next")
    walk.key("100")
    walk.touch("Done")
    assert walk.cash("A") == 755 - 4 * 25 - 100
    walk.next()
    assert walk.usual == ["Out of jail…"]
    walk.next()
    walk.touch("Rolled a double: out")
    walk.touch("Bow Street")
    walk.next()
    walk.touch("End turn")
    walk.next()
    walk.touch("Use the jail card")
    walk.touch("King's Cross Station")
    walk.next()
    assert (walk.cash("B"), walk.cash("C")) == (1_070, 1_300)
    walk.next()


def the_time_is_up(walk: Walk) -> None:
    """Cash, printed prices and buildings at cost: 555 + 520 + 450 beats 1,500 and 1,250."""
    walk.wait(90 * 60_000)
    walk.look("time")
    walk.sees("Ada wins", "The time is up", "1,525", "1,500", "1,250")
    assert walk.usual == ["New game"]
