"""Everything around the games, walked on the screen in German: setup, list, settings, mishaps."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.game import Game
from companion.faces.views import PanelView, ShellView, Text, View
from companion.storage.settings import Settings
from tests.ui.layout import problems
from tests.ui.stage import stage
from tests.ui.walk import Walk, start

TABLE = ("Tisch", "Einheit", "Buch", "Stand")
FOUR = ", ".join(f"Spieler {letter}" for letter in "ABCD")


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    """The program after power-on, with an empty folder."""
    with start(tmp_path, name="around") as walk:
        yield walk


def new_game(walk: Walk, game: str) -> None:
    """A game of four with the usual names, from wherever we are."""
    if not walk.can("Neues Spiel"):
        walk.touch("Menü")
    walk.touch("Neues Spiel")
    walk.touch(game)
    walk.touch("Spiel starten")


def menu(walk: Walk, entry: str, name: str = "Menü") -> None:
    walk.touch(name)
    walk.touch(entry)


def resumed(walk: Walk) -> None:
    """What ``companion`` does right after it has opened."""
    walk.parts.frontend.resume(walk.parts.session.tell)
    walk.wait(0)
    walk.stage.clock.advance(1000)


# --- setting up


def test_two_touches_start_a_game_and_browsing_the_games_loses_no_name(walk: Walk) -> None:
    walk.touch("Neues Spiel")
    for _ in range(4):
        walk.press(seat(walk, ""))
    walk.press(seat(walk, "H"))
    walk.type("Hannes")
    walk.touch("Fertig")
    for game, most in (("Mega", 8), ("City", 6), ("Anti", 6), ("Deal", 5)):
        walk.touch(game)
        assert len(seats(walk)) == most and walk.usual and "starten" in walk.usual[0]
    walk.touch("Classic")
    assert walk.says("Hannes") and len(seats(walk)) == 8
    assert walk.count(lambda: walk.touch("Spiel starten")) == 1
    assert walk.page == "table" and walk.says("Hannes", *TABLE)


def seats(walk: Walk) -> list[Any]:
    return [w for w in walk.stage.root.walk(restrict=True)
            if type(w).__name__ == "SeatTile" and w.letter]  # fmt: skip


def seat(walk: Walk, letter: str) -> Any:
    """The tile of a seat, "" for one player more."""
    return next(w for w in walk.stage.root.page.ids.seats.children if w.letter == letter)


def test_the_bar_below_setup_has_no_hole_where_there_is_nothing_to_check(walk: Walk) -> None:
    walk.touch("Neues Spiel")
    walk.touch("City")
    assert walk.can("4 Karten prüfen")
    walk.touch("Classic")
    rules, begin = walk.find("Hausregeln"), walk.find("Spiel starten")
    assert begin.x - rules.right < 30


def test_cards_to_check_are_asked_and_what_is_said_counts(walk: Walk) -> None:
    walk.touch("Neues Spiel")
    walk.touch("City")
    walk.touch("4 Karten prüfen")
    walk.touch("10 Mio.")
    walk.touch("Andere", nth=0)
    walk.key("3 Mio.")
    walk.next()
    walk.sees("Was steht auf euren Karten?", "3 Mio.")
    walk.touch("Fertig")
    walk.touch("Spiel starten")
    walk.touch("Über Los")
    assert walk.cash("A") == 37_700_000 + 3_000_000


def test_another_kind_of_game_takes_the_place_of_the_one_on_the_table(walk: Walk) -> None:
    """The card table must not look for cards in a game that has none."""
    new_game(walk, "Deal")
    assert walk.page == "cards"
    menu(walk, "Neues Spiel")
    walk.touch("City")
    walk.touch("Spiel starten")
    assert walk.page == "table" and walk.says("37,7 Mio.")
    menu(walk, "Neues Spiel")
    walk.touch("Deal")
    walk.touch("Spiel starten")
    assert walk.page == "cards" and walk.says("spielt noch 3 Karten")


def test_a_picture_that_cannot_be_drawn_is_not_the_end_of_the_bank(walk: Walk) -> None:
    new_game(walk, "Classic")
    seen: list[Any] = []

    def broken(game: Game, now: int) -> str:
        raise KeyError("no such thing in this game")

    walk.parts.frontend.look(broken, seen.append)
    walk.wait(0)
    assert seen == [None]
    walk.touch("Über Los")
    assert walk.cash("A") == 1700


def test_names_and_house_rules_are_changed_in_the_middle_told_and_taken_back(walk: Walk) -> None:
    new_game(walk, "Classic")
    menu(walk, "Namen und Hausregeln")
    walk.sees("Strafen und Steuern kommen in einen Topf, den Frei Parken auszahlt.")

    def pot() -> Any:
        rows = walk.stage.root.page.ids.rows.rows.children
        return next(row for row in rows if row.name == "parking_pot").children[0]

    walk.touch("Spieler B")
    walk.type("Oma")
    walk.touch("Fertig")
    walk.press(pot())
    assert walk.fact("option:parking_pot") is True
    walk.touch("Buch")
    walk.sees(
        "Hausregel Frei-Parken-Topf: an",
        "Spieler B heißt jetzt Oma",
    )
    walk.touch("Rückgängig")
    menu(walk, "Namen und Hausregeln")
    assert not pot().active and not walk.fact("option:parking_pot")
    walk.touch("Stand")
    walk.touch("Spiel beenden")
    walk.touch("Spiel beenden")
    menu(walk, "Namen und Hausregeln")
    walk.press(pot())
    walk.sees("Das Spiel ist zu Ende.")
    assert not pot().active, "what was refused does not look as if it counted"


def test_a_printing_of_ones_own_is_offered_and_a_faulty_one_named(tmp_path: Path) -> None:
    own = tmp_path / "editions"
    own.mkdir()
    (own / "oma.toml").write_text(
        'base = "classic_de"\nlabel = "Classic, Omas Brett"\n[names]\n39 = "Omas Allee"\n'
        '[short]\n39 = "Omas Allee"\n', encoding="utf-8",
    )  # fmt: skip
    (own / "kaputt.toml").write_text('base = "classic_de"\nlabel = "Kaputt\n', encoding="utf-8")
    with start(tmp_path) as walk:
        walk.touch("Neues Spiel")
        walk.sees("kaputt.toml ist in Zeile 2 kein TOML; oft fehlt ein Anführungszeichen")
        walk.touch("Omas Brett")
        walk.touch("Spiel starten")
        walk.sees("Omas Allee")


# --- the list of games


def test_games_are_named_put_away_gone_on_with_and_deleted(walk: Walk) -> None:
    walk.touch("Spiele")
    walk.sees("Es gibt noch keine Spiele.")
    assert walk.usual == ["Neues Spiel"]
    new_game(walk, "Deal")
    menu(walk, "Spiele")
    walk.sees("Kartenspiel Deal", f"{FOUR} · 0:00 · liegt auf dem Tisch")
    walk.touch("edit")
    walk.sees("Name des Spiels", "Kartenspiel Deal_")
    walk.touch("Fertig")
    walk.touch("edit")
    walk.type("Oma")
    walk.touch("Fertig")
    walk.sees("Oma")
    walk.touch("trash")
    walk.sees("Dieses Spiel liegt auf dem Tisch; erst weglegen.")
    walk.touch("Zum Tisch")
    assert walk.page == "cards" and walk.stage.root.ids.bar.title == "Oma"
    menu(walk, "Spiele")
    walk.touch("Spiel weglegen")
    assert not walk.says("Tisch")
    walk.touch("Weiterspielen")
    assert walk.page == "cards"
    menu(walk, "Spiele")
    walk.touch("Spiel weglegen")
    walk.touch("trash")
    walk.sees("Oma", "Dieses Spiel wird endgültig gelöscht; es kommt nicht wieder.")
    walk.touch("Zurück")
    assert walk.says("Oma")
    walk.touch("trash")
    walk.touch("Löschen")
    walk.sees("Es gibt noch keine Spiele.")


def test_after_a_power_cut_the_game_lies_there_again(tmp_path: Path) -> None:
    with start(tmp_path) as walk:
        new_game(walk, "Deal")
        walk.touch("Karte zur Bank")
        walk.touch("5 Mio.")
        cut = tmp_path.with_name("cut")
        shutil.copytree(tmp_path, cut)
    with start(cut) as walk:
        resumed(walk)
        assert walk.page == "cards"
        walk.sees("Kartenspiel Deal", "spielt noch 2 Karten", "5 Mio.")
        walk.touch("Rückgängig")
        walk.sees("spielt noch 3 Karten")


# --- settings


def test_the_language_changes_while_somebody_has_to_answer(walk: Walk) -> None:
    new_game(walk, "Deal")
    for words in ("Karte zur Bank", "5 Mio.", "Zug beenden", "Aktionskarte", "Geburtstag"):
        walk.touch(words)
    walk.sees("Spieler A zahlt Spieler B 2 Mio.", "5 Mio. für 2 Mio.: Wechselgeld gibt es nicht.")
    assert walk.usual == ["5 Mio. zahlen"], "one card needs no choosing"
    menu(walk, "Einstellungen")
    walk.touch("English")
    walk.touch("Table")
    walk.sees("Spieler A pays Spieler B 2M", "5M for 2M: no change is given.")
    walk.next()
    walk.touch("Menu")
    walk.touch("Settings")
    walk.touch("Deutsch")
    walk.touch("Tisch")
    walk.sees("Spieler A zahlt Spieler B mit Karten im Wert von 5 Mio.")


def test_who_reads_no_english_finds_german_with_two_touches(tmp_path: Path) -> None:
    with start(tmp_path, language="en") as walk:
        walk.sees("BUILD")
        assert walk.count(lambda: menu(walk, "Deutsch", "Menu")) == 2
        walk.sees("Menü", "Einstellungen")
        walk.touch("Zurück")
        walk.sees("BAUEN", "Neues Spiel")


def test_touch_test_and_sound_have_a_way_back(walk: Walk) -> None:
    menu(walk, "Berührungstest")
    for corner in ("top left", "top right", "bottom left", "bottom right"):
        walk.touch(corner)
    walk.sees("Berührung und Bild passen zusammen.")
    menu(walk, "Ton aus")
    menu(walk, "Ton an")
    assert not walk.parts.frontend.settings.mute
    walk.touch("Einheit")
    assert walk.can("BAUEN") and walk.can("AUKTION")


# --- mishaps


def test_a_second_companion_plays_and_says_that_it_keeps_nothing(
    tmp_path: Path, walk: Walk
) -> None:
    with start(tmp_path) as second:
        second.sees(f"Ein anderer Companion benutzt {tmp_path} schon")
        second.touch("BAUEN")
        second.wait(1000)
        second.sees("Blöcke höchstens")
        new_game(second, "Deal")
        second.sees("Dieses Spiel wird nicht aufgehoben: Es ist weg, wenn Companion beendet wird.")
        second.touch("Karte zur Bank")
        second.touch("5 Mio.")
        second.sees("spielt noch 2 Karten")
        menu(second, "Spiele")
        second.sees("Es gibt noch keine Spiele.")
    walk.touch("Spiele")
    walk.sees("Es gibt noch keine Spiele.")


def test_where_nothing_can_be_written_the_games_are_lent(tmp_path: Path) -> None:
    """A card that has gone read-only: what lay on the table lies there again, and says so."""
    with start(tmp_path) as walk:
        new_game(walk, "Deal")
        walk.touch("Karte zur Bank")
        walk.touch("5 Mio.")
    journal = next((tmp_path / "games").glob("*.companion"))
    before = journal.read_bytes()
    (tmp_path / "in-use").unlink()
    (tmp_path / "in-use").mkdir()
    with start(tmp_path) as walk:
        walk.sees("lässt sich nicht beschreiben", "darum bleibt nichts gespeichert")
        resumed(walk)
        walk.sees("Dieses Spiel wird nicht aufgehoben", "spielt noch 2 Karten", "5 Mio.")
        walk.touch("Karte zur Bank")
        walk.touch("10 Mio.")
        walk.sees("spielt noch 1 Karte", "15 Mio.")
        menu(walk, "Spiele")
        walk.sees(f"{FOUR} · 0:00 · liegt auf dem Tisch")
        walk.touch("Spiel weglegen")
        walk.touch("trash")
        walk.touch("Löschen")
        walk.sees("Diesmal wird nichts gespeichert, darum lässt sich nichts ändern.")
        walk.touch("Weiterspielen")
        walk.sees("spielt noch 2 Karten")
    assert journal.read_bytes() == before


def test_a_damaged_game_comes_back_from_its_copy_and_says_so(tmp_path: Path) -> None:
    with start(tmp_path) as walk:
        new_game(walk, "Deal")
    journal = next((tmp_path / "games").glob("*.companion"))
    journal.write_bytes(b"nothing of this is a game" * 400)
    with start(tmp_path) as walk:
        resumed(walk)
        walk.sees("ist beschädigt", "gerettet", "Bitte die letzten Buchungen prüfen.")
        walk.touch("Zug beenden")
        walk.sees("Spieler B zieht zuerst 2 Karten, mit leerer Hand 5.")


def test_a_panel_that_is_lost_is_told_where_one_plays() -> None:
    gone = PanelView("serial", False, Text("The cable to the panel is out."), Text("Plug it in."))
    shell = ShellView("City", 60, panels=(PanelView("serial", True), PanelView("screen", True)))
    with stage(View(1, shell), settings=Settings(language="de")) as made:
        assert made.root.notice == ""
        lost = replace(shell, panels=(gone, PanelView("screen", True)))
        made.frontend.publish(shell=lost)
        made.settle()
        assert "Plug it in." in made.root.notice and problems(made.root) == []
        made.root.tell("")
        made.frontend.publish(shell=replace(lost, play_seconds=120))
        made.settle()
        assert made.root.notice == "", "told once"
