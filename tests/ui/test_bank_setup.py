"""Setting up a game and the list of games, by real touches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.storage.library import NewGame
from tests.faces.evening import Evening
from tests.ui.bank_frontend import GameFrontend
from tests.ui.evenings import INFOS
from tests.ui.layout import targets
from tests.ui.stage import Stage, stage


@pytest.fixture(scope="module")
def app() -> Iterator[Stage]:
    with stage(frontend=GameFrontend()) as made:
        yield made


@pytest.fixture
def made(app: Stage) -> Stage:
    """The app as after power-on: no game, no pages made yet."""
    frontend: GameFrontend = app.frontend
    frontend.infos, frontend.fault = (), ""
    frontend.calls.clear()
    frontend.lay(None)
    app.root.close_sheets()
    app.root.tell("")
    app.root.open("unit")
    app.root._made.clear()
    app.settle()
    app.clock.advance(700)
    return app


def new_games(made: Stage) -> list[NewGame]:
    return [call[1] for call in made.frontend.calls if call[0] == "new"]


def test_two_touches_from_power_on_start_a_game(made: Stage) -> None:
    made.tap("New game")
    made.tap("Start · 1,500 each")
    assert new_games(made) == [
        NewGame("classic_us", ("Player A", "Player B", "Player C", "Player D"))
    ]
    assert made.root.page_id == "table"


def test_game_length_players_and_house_rules_are_a_touch_each(made: Stage) -> None:
    made.tap("New game")
    made.tap("US board")
    made.tap("1½ hours")
    made.tap("Player")
    made.tap("House rules")
    rows = {w.title: w.text for w in made.root.sheet.walk() if type(w).__name__ == "RuleRow"}
    assert rows["Free Parking jackpot"] == (
        "Fines and taxes are collected in a pot that Free Parking pays out."
    )
    toggles = [w for w in made.root.sheet.walk() if type(w).__name__ == "Toggle"]
    made.tap(toggles[0])
    made.tap("Done")
    assert made.button("House rules: 1")
    made.tap("Start · 1,500 each")
    (setup,) = new_games(made)
    assert (setup.edition, setup.minutes, len(setup.names)) == ("classic_us", 90, 5)
    assert dict(setup.options) == {"parking_pot": True}


def test_c151_a_name_is_typed_on_keys_of_our_own_and_stays_in_sight(made: Stage) -> None:
    made.tap("New game")
    made.tap("Player B")
    sheet = made.root.sheet
    for letter in "lina":
        made.tap(next(w for w in sheet.walk() if getattr(w, "key", "") == letter))
    field = next(w for w in sheet.walk() if getattr(w, "text", "") == "Lina_")
    keys = [w for w in sheet.walk() if type(w).__name__ == "LetterKey"]
    assert field.y > max(key.top for key in keys)
    assert field.top <= made.window.height
    made.tap("Done")
    made.tap("Start · 1,500 each")
    assert new_games(made)[0].names[1] == "Lina"


def test_a_keyboard_types_the_name_and_presses_no_unit_button(made: Stage) -> None:
    made.tap("New game")
    made.tap("Player A")
    made.frontend.touches.clear()
    for letter in "bab":
        made.window.dispatch("on_key_down", ord(letter), 5, letter, [])
        made.window.dispatch("on_key_up", ord(letter), 5)
    made.window.dispatch("on_key_down", 8, 5, "", [])
    made.window.dispatch("on_key_down", 13, 5, "", [])
    made.settle()
    assert made.root.sheet is None
    assert made.frontend.touches == []
    assert made.button("Ba")


def test_a_player_is_removed_and_two_of_one_name_cannot_start(made: Stage) -> None:
    made.tap("New game")
    made.tap("Player D")
    made.tap("Remove player")
    page = made.root.page
    page.change(page.draft.named(1, "Player A"))
    made.settle()
    start = next(w for w in page.walk() if getattr(w, "kind", "") == "go")
    assert not start.enabled
    assert start.text == "Two players are called Player A: change one of them."
    assert new_games(made) == []


def test_a_card_that_says_something_else_is_corrected_before_the_start(made: Stage) -> None:
    made.tap("New game")
    made.tap("London board")
    made.tap("Check 1 card")
    made.tap("22")
    made.tap("Done")
    made.tap("Start · 1,500 each")
    made.settle()
    game = made.frontend.game
    deed = next(deed for deed in game.rules.at(game.book).deeds.values() if deed.pos == 29)
    assert deed.rents[0] == 22


def test_any_other_value_is_typed_on_the_pad(made: Stage) -> None:
    made.tap("New game")
    made.tap("London board")
    made.tap("Check 1 card")
    made.tap("Other")
    for key in ("2", "3"):
        made.tap(key)
    made.tap("Done")
    assert made.button("23").kind == "chosen"


def test_a_game_that_cannot_be_made_is_one_sentence_and_can_be_tried_again(made: Stage) -> None:
    made.tap("New game")
    made.frontend.fault = "The disk is full: free some space, then start again."
    made.tap("Start · 1,500 each")
    made.settle()
    assert made.root.notice == made.frontend.fault
    assert made.root.page_id == "setup"
    made.frontend.fault = ""
    made.tap("Start · 1,500 each")
    assert made.root.page_id == "table"


def test_a_double_tap_on_start_makes_one_game(made: Stage) -> None:
    answers: list[Any] = []
    frontend = made.frontend
    made.tap("New game")
    usual = frontend.new_game
    frontend.new_game = lambda setup, answer: answers.append(setup)
    try:
        start = made.button("Start · 1,500 each")
        made.tap(start)
        made.tap(start)
    finally:
        frontend.new_game = usual
    assert len(answers) == 1


def test_the_names_of_the_last_game_are_filled_in(made: Stage) -> None:
    made.frontend.infos = INFOS[1:2]
    made.tap("New game")
    made.settle()
    assert made.button("Anna") and made.button("Ben")


# --- the list of games ---


def test_going_on_with_the_last_game_is_the_yellow_button(made: Stage) -> None:
    made.frontend.infos = INFOS
    made.tap("Games")
    made.settle()
    usual = [w for w in targets(made.root) if getattr(w, "kind", "") == "usual"]
    assert [w.text for w in usual] == ["Go on"]
    made.frontend.game = Evening(2).game
    made.tap(usual[0])
    assert made.frontend.calls == [("open", "0003")]


def test_a_broken_file_shows_its_sentence_and_can_be_rescued(made: Stage) -> None:
    made.frontend.infos = INFOS
    made.frontend.fault = "0001-classic_us.game cannot be read."
    made.tap("Games")
    made.settle()
    words = [getattr(w, "text", "") for w in made.root.page.walk()]
    assert INFOS[2].broken in words
    made.tap("Rescue")
    made.settle()
    assert made.frontend.calls == [("open", "0001")]
    assert made.root.notice == made.frontend.fault and made.root.page_id == "games"


def test_deleting_asks_a_second_time(made: Stage) -> None:
    made.frontend.infos = INFOS[:1]
    made.tap("Games")
    made.settle()
    made.tap("trash")
    assert made.frontend.calls == []
    made.tap("Back")
    assert made.frontend.calls == []
    made.tap("trash")
    made.tap("Delete")
    made.settle()
    assert made.frontend.calls == [("delete", "0003")]
    assert made.root.page.empty == "There are no games yet."


def test_a_game_gets_another_name(made: Stage) -> None:
    made.frontend.infos = INFOS[:1]
    made.tap("Games")
    made.settle()
    made.tap("edit")
    sheet = made.root.sheet
    assert sheet.text == "Sunday at Grandmother's"
    for letter in "zoo":
        made.tap(next(w for w in sheet.walk() if getattr(w, "key", "") == letter))
    made.tap("Done")
    assert made.frontend.calls == [("rename", "0003", "Zoo")]
