"""A game nobody has heard of: the whole game of docs/editions.md, put into a folder and played."""

from __future__ import annotations

from companion.faces.asked import asked_now
from companion.faces.table import game_view
from companion.games import loader
from companion.locale import i18n
from tests.cli.test_pipe import pipe
from tests.core.table import Table
from tests.games.sixth_game import lottery as lottery


def test_a_game_in_a_folder_of_its_own_is_played(lottery: None) -> None:
    assert "lottery_us" in {one.id for one in loader.available()}
    argv = ("--edition", "lottery_us", "--players", "A,B", "--clock", "manual")
    drawn, fault, undone, state = pipe(
        {"do": "draw", "who": "A"}, {"do": "draw"}, {"do": "undo"}, {"do": "state"}, argv=argv
    )
    assert drawn["entry"]["text"] == "A draws a ticket and wins 200"
    assert fault["code"] == "bad_request" and "'who'" in fault["reason"]
    assert undone["entry"]["text"] == "Undone: the ticket"
    assert state["answer"]["cash"] == {"A": 1500, "B": 1500}
    (elsewhere,) = pipe({"do": "draw", "who": "A"})
    assert elsewhere["code"] == "not_in_game"


def test_the_screen_offers_it_and_tells_it_in_german(lottery: None) -> None:
    table = Table("AB", edition="lottery_us")
    asked = asked_now(table.game)
    assert asked is not None and asked.label.english() == "Ticket…"
    table.do(**asked.answers[0].request)
    told = i18n.load("de").say(game_view(table.game, 0).last)
    assert "zieht ein Los und gewinnt 200" in told
