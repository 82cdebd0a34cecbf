"""The game on the table was damaged while the box was off: it goes on, and the screen says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.wiring import Options, build
from companion.session.clock import ManualClock
from tests.storage.spoilt import GAME, table
from tests.ui.stage import stage


@pytest.mark.parametrize(
    ("lang", "says"),
    [("de", "25 Einträge sind gerettet, die 5 danach fehlen"), ("en", "the 5 after them are miss")],
)
def test_c163_the_rescue_is_told_on_the_screen_in_the_tables_language(
    tmp_path: Path, lang: str, says: str
) -> None:
    (tmp_path / "games").mkdir()
    path = table(tmp_path / "games")
    path.write_bytes(path.read_bytes().replace(b'"money",25,', b'"money",35,'))
    (tmp_path / "on-the-table").write_text(GAME)
    parts = build(Options(tmp_path, lang=lang), clock=ManualClock(5_000_000), threaded=False)
    parts.session.open()
    parts.frontend.resume(parts.session.tell)
    parts.session.step()
    with stage(frontend=parts.frontend) as made:
        parts.session.step()
        made.settle()
        assert made.root.page_id == "table"
        assert says in made.root.notice
        assert f"{GAME}.companion.1.bad" in made.root.notice
    parts.session.close()
    parts.session.step()
    parts.close_folder()
