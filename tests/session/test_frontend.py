"""What the touchscreen asks of the session: one touch counts once, however often it is told."""

from __future__ import annotations

from pathlib import Path

from companion.app.wiring import Options, build
from companion.core.book import MONEY
from companion.session.clock import ManualClock
from companion.storage.library import NewGame


def test_a_touch_that_is_told_twice_counts_once(tmp_path: Path) -> None:
    parts = build(Options(tmp_path, lang="en"), clock=ManualClock(1_000), threaded=False)
    session, frontend = parts.session, parts.frontend
    session.open()
    frontend.new_game(NewGame("classic_us", ("Anna", "Ben")), lambda fault: None)
    session.step()

    def cash() -> int:
        session.step()
        assert session.game is not None
        return session.game.book.held("A", MONEY)

    for press in ("salary-1", "salary-1", "salary-2"):
        frontend.ask({"do": "salary", "who": "A"}, press, lambda answer: None)
    assert cash() == 1900
    for _ in range(2):
        frontend.command("undo", "undo-1")
    assert cash() == 1700
    frontend.command("undo", "undo-2")
    assert cash() == 1500
