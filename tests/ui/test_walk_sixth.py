"""A game that is a folder of four files, set up, played and read on the screen in German."""

from __future__ import annotations

from pathlib import Path

from companion.ui.theme import theme
from tests.games.sixth_game import lottery as lottery
from tests.ui.walk import start


def test_a_game_in_a_folder_of_its_own_is_played_by_touch(lottery: None, tmp_path: Path) -> None:
    theme.speak("en")  # the German of the tests before knows of no lottery
    with start(tmp_path, name="sixth") as walk:
        walk.new_game("Lottery", names=("Anna", "Ben"))
        walk.touch("Ticket…")
        walk.touch("Draw a ticket")
        walk.sees("Anna zieht ein Los und gewinnt 200")
        assert walk.cash("A") == 1_700 and walk.cash("B") == 1_500
        walk.touch("Zug beenden")
        walk.touch("Ticket…")
        walk.sees("Ben may draw a ticket")
