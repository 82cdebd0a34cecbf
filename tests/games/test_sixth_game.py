"""A game nobody has heard of: the whole game of docs/editions.md, put into a folder and played."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.faces.asked import asked_now
from companion.faces.table import game_view
from companion.games import loader
from companion.locale import i18n
from tests.cli.test_pipe import pipe
from tests.core.table import Table

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "editions.md"
CACHES = (loader._ours, loader._our_names, loader._available, loader._loaded_of_ours)


@pytest.fixture
def lottery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The files of the guide in a folder of their own, found as any game is."""
    folder = tmp_path / "lottery"
    folder.mkdir()
    text = GUIDE.read_text("utf-8").partition("### A whole game")[2]
    for name, content in re.findall(r"`([\w.]+)`:\n\n```\w+\n(.*?)```", text, re.DOTALL):
        (folder / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    for cached in CACHES:
        cached.cache_clear()
    yield
    for cached in CACHES:
        cached.cache_clear()
    for name in [name for name in sys.modules if name.startswith("companion.games.lottery")]:
        del sys.modules[name]


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
