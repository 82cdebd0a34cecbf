"""An evening with cards, walked on the screen: five players with long names, in German."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.faces.views import Text
from companion.games.loader import load
from companion.locale import i18n
from tests.ui.walk import LONG_NAMES, Walk, start

NAMES = LONG_NAMES[:5]
ANNA, BEN, CLEO, DOMINIK, ELISABETH = NAMES
M = 1_000_000


class Evening:
    """The cards as the five lay them; what lies where is read from the book."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk

    def bank(self, card: str) -> None:
        self.walk.touch("Karte zur Bank")
        self.walk.touch(card)

    def lay(self, card: str, colour: str = "") -> None:
        self.walk.touch("Grundstück legen")
        self.walk.touch(card)
        if colour:
            self.walk.sees("Für welche Farbe zählt sie?")
            self.walk.touch(colour)

    def action(self, *steps: str | tuple[str, ...]) -> None:
        self.walk.touch("Aktionskarte")
        for step in steps:
            self.walk.touch(*((step,) if isinstance(step, str) else step))

    def end(self) -> None:
        self.walk.touch("Zug beenden")

    def pay(self, *cards: str | tuple[str, ...]) -> None:
        for card in cards:
            self.walk.touch(*((card,) if isinstance(card, str) else card))
        self.walk.next()

    def up(self, name: str) -> None:
        """It is ``name``'s turn, which the screen says."""
        self.walk.sees(f"{name} zieht zuerst 2 Karten, mit leerer Hand 5.")

    @property
    def game(self) -> Game:
        return self.walk.game

    def banked(self, seat: str) -> int:
        """What a player's bank is worth, in millions."""
        return int(self.game.rules.cash(self.game.book, seat)) // M

    def lies(self, seat: str, group: str) -> int:
        """How many property cards lie in a colour."""
        rules: Any = self.game.rules
        return len(rules.cards_in(self.game.book, seat, group))

    def held(self, seat: str, card: str, group: str = "") -> int:
        return self.game.book.held(f"set:{seat}:{group}" if group else seat, card)


def test_an_evening_of_five_in_german(tmp_path: Path) -> None:
    with start(tmp_path, name="deal") as walk:
        walk.new_game("Deal", names=NAMES)
        evening = Evening(walk)
        the_first_cards_are_laid_and_the_turn_goes_round(evening)
        a_birthday_asks_only_who_has_something_and_gives_no_change(evening)
        no_is_said_to_no_before_a_card_is_taken_or_swapped(evening)
        a_debt_is_paid_with_cards_of_a_kind_one_by_one(evening)
        a_doubled_rent_is_answered_by_everybody_in_turn(evening)
        a_set_is_taken_whole(evening)
        a_wild_card_is_turned_and_turned_back(evening)
        a_rent_with_one_card_of_payment_from_one_player(evening)
        a_payment_with_a_set_can_win_the_game(evening)
        the_ledger_tells_it_in_words_and_the_next_game_has_the_same_players(evening)


def the_first_cards_are_laid_and_the_turn_goes_round(evening: Evening) -> None:
    walk = evening.walk
    evening.up(ANNA)
    assert not walk.can("Miete verlangen"), "nothing lies there to ask rent for"
    assert walk.count(lambda: evening.bank("5 Mio.")) == 2
    assert walk.count(lambda: evening.lay("Rot")) == 2
    assert walk.count(lambda: evening.lay("Rot / Gelb", "Rot")) == 3
    walk.sees(f"{ANNA} behält höchstens 7 Karten auf der Hand.", "spielt noch 0 Karten")
    assert walk.usual == ["Zug beenden"] and not walk.can("Karte zur Bank")
    evening.end()
    evening.up(BEN)
    assert (evening.banked("A"), evening.lies("A", "red")) == (5, 2)


def a_birthday_asks_only_who_has_something_and_gives_no_change(evening: Evening) -> None:
    walk = evening.walk
    evening.action("Geburtstag")
    walk.sees(f"{ANNA} zahlt {BEN} 2 Mio.", "Karten antippen, bis 2 Mio. zusammen sind.")
    assert not walk.can("Zahlen")
    evening.pay("5 Mio.")
    assert (evening.banked("A"), evening.banked("B")) == (0, 5)
    evening.lay("Orange")
    evening.lay("Orange")
    evening.end()
    evening.lay("Bahnhof")
    evening.lay("Bahnhof")
    evening.bank("4 Mio.")
    evening.end()
    assert evening.lies("C", "railroad") == 2


def no_is_said_to_no_before_a_card_is_taken_or_swapped(evening: Evening) -> None:
    walk = evening.walk
    evening.up(DOMINIK)
    evening.lay("Dunkelblau")
    evening.action("Karte nehmen", ("Rot / Gelb", ANNA))
    walk.touch("Nein sagen")
    walk.sees(f"{ANNA} sagt Nein. Sagt {DOMINIK} Nein dazu?")
    walk.touch("Nein sagen")
    walk.touch("Hergeben")
    assert (evening.lies("A", "red"), evening.lies("D", "red")) == (1, 1)
    evening.action("Karten tauschen", ("Orange", BEN), "Dunkelblau")
    walk.sees(f"{DOMINIK} tauscht mit {BEN}: Karte Dunkelblau gegen Karte Orange")
    walk.touch("Hergeben")
    assert (evening.lies("B", "orange"), evening.lies("B", "dark_blue")) == (1, 1)
    assert (evening.lies("D", "orange"), evening.lies("D", "dark_blue")) == (1, 0)
    evening.end()


def a_debt_is_paid_with_cards_of_a_kind_one_by_one(evening: Evening) -> None:
    evening.up(ELISABETH)
    evening.action("Schulden eintreiben", CLEO)
    evening.pay("4 Mio.", "Bahnhof")
    assert (evening.banked("C"), evening.banked("E")) == (0, 4)
    assert (evening.lies("C", "railroad"), evening.lies("E", "railroad")) == (1, 1)
    evening.lay("Hellblau")
    evening.lay("Hellblau / Bahnhof", "Hellblau")
    evening.end()
    evening.lay("Braun")
    evening.lay("Braun / Hellblau", "Braun")
    evening.action("Haus", "Braun")
    assert evening.held("A", "house", "brown") == 1
    evening.end()


def a_doubled_rent_is_answered_by_everybody_in_turn(evening: Evening) -> None:
    walk = evening.walk
    evening.up(BEN)
    for words in ("Miete verlangen", "Doppelt", "Dunkelblau"):
        walk.touch(words)
    walk.sees(f"{CLEO} zahlt {BEN} 6 Mio. Miete", "Alles, was da liegt: 2 Mio. von 6 Mio.")
    walk.next()
    walk.sees(f"{DOMINIK} zahlt", "Alles, was da liegt: 5 Mio. von 6 Mio.")
    walk.next()
    walk.touch("Nein sagen")
    assert not walk.says("4 Mio."), "what she could have paid with is nobody's business now"
    walk.touch("Nein hinnehmen")
    evening.pay("Haus", "Rot")
    assert evening.banked("B") == 8, "5, and the house is worth 3 as money"
    assert evening.lies("A", "brown") == 2 and evening.lies("B", "red") == 2
    evening.lay("Grün")
    evening.end()


def a_set_is_taken_whole(evening: Evening) -> None:
    walk = evening.walk
    evening.up(CLEO)
    walk.touch(CLEO)
    walk.sees("Hier fehlt eine Karte")
    walk.touch("Schließen")
    evening.lay("Versorger")
    evening.lay("Versorger")
    evening.bank("10 Mio.")
    evening.end()
    evening.action("Satz nehmen", ("Versorger", CLEO))
    walk.sees(f"{DOMINIK} nimmt den Satz von {CLEO}: Versorger")
    walk.touch("Hergeben")
    assert (evening.lies("C", "utility"), evening.lies("D", "utility")) == (0, 2)
    evening.lay("Jede Farbe", "Rosa")
    evening.lay("Rosa")
    evening.end()


def a_wild_card_is_turned_and_turned_back(evening: Evening) -> None:
    walk = evening.walk
    evening.up(ELISABETH)
    evening.action("Zwei Karten ziehen")
    evening.lay("Hellblau")
    evening.action("Haus", "Hellblau")
    evening.end()
    for words in (ANNA, "Braun / Hellblau", "Hellblau"):
        walk.touch(words)
    assert (evening.lies("A", "brown"), evening.lies("A", "light_blue")) == (1, 1)
    walk.touch("Rückgängig")
    assert (evening.lies("A", "brown"), evening.lies("A", "light_blue")) == (2, 0)
    evening.lay("Gelb")
    evening.end()


def a_rent_with_one_card_of_payment_from_one_player(evening: Evening) -> None:
    walk = evening.walk
    evening.lay("Orange")
    evening.lay("Dunkelblau")
    evening.action("Haus", "Orange")
    evening.end()
    evening.end()
    for words in ("Miete verlangen", BEN, "Versorger"):
        walk.touch(words)
    evening.pay(("Haus",))
    assert (evening.banked("B"), evening.banked("D")) == (5, 3)
    evening.end()


def a_payment_with_a_set_can_win_the_game(evening: Evening) -> None:
    walk = evening.walk
    evening.action("Hotel", "Hellblau")
    walk.touch("Miete verlangen")
    walk.touch("Hellblau")
    walk.sees(f"{ANNA} zahlt {ELISABETH} 10 Mio. Miete", "Alles, was da liegt: 5 Mio. von 10 Mio.")
    walk.next()
    walk.touch("Nein sagen")
    walk.next()
    walk.next()
    walk.next()
    assert walk.page == "standings"
    walk.sees(
        f"{ELISABETH} gewinnt", "Der Gewinner hat die nötigen vollen Sätze.", "43 Mio.", "34 Mio."
    )
    assert walk.usual == ["Neues Spiel"]
    walk.touch("Tisch")
    walk.sees("3 von 3 Sätzen")
    assert walk.usual == ["Stand"]
    walk.touch("Rückgängig")
    assert evening.game.book.fact("ended") is None
    walk.touch("redo")
    walk.sees(f"{ELISABETH} gewinnt")


def the_ledger_tells_it_in_words_and_the_next_game_has_the_same_players(
    evening: Evening,
) -> None:
    walk = evening.walk
    walk.touch("Buch")
    walk.sees(f"{DOMINIK} zahlt {ELISABETH} mit Karten im Wert von 9 Mio.")
    walk.touch("Stand")
    walk.touch("Neues Spiel")
    walk.sees(*NAMES)
    assert walk.usual == ["Spiel starten"]


def test_every_card_and_colour_has_a_german_name() -> None:
    """Names out of the data are no sentences of the program, so nothing else would miss one."""
    german, tables = i18n.load("de"), load("deal").edition.tables
    names = [one["name"] for one in (*tables["set"], *tables["action"])]
    same = {"Orange", "Hotel", "hotel"}
    assert [n for n in names if n not in same and german.say(Text(n)) == n] == []
