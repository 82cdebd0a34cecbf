"""Raising money and giving up at a table with a real game, by real touches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faces.evening import Evening
from tests.ui.bank_frontend import GameFrontend, cash, lay, words
from tests.ui.evenings import indebted_table
from tests.ui.layout import targets
from tests.ui.stage import Stage, stage


@pytest.fixture(scope="module")
def app() -> Iterator[Stage]:
    with stage(frontend=GameFrontend()) as made:
        yield made


def test_c86_the_page_shows_840_and_90_and_leads_to_paying(app: Stage) -> None:
    made = lay(app, indebted_table(), "raise")
    assert {"Ben owes Maximiliane 750", "50", "840", "90"} <= set(words(made))
    before = cash(made, "H")[0]
    for step in ("+ 450", "+ 110", "+ 110", "+ 120"):
        ways = [w for w in targets(made.root) if getattr(w, "text", "") == step]
        made.tap(ways[0])
        made.settle()
    made.tap("Pay 750 to Maximiliane")
    made.settle()
    assert cash(made, "B", "H") == [90, before + 750]
    assert made.root.page_id == "table"


def test_a_look_that_is_answered_too_late_is_not_drawn(
    app: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = lay(app, Evening(3), "raise")
    look, late = made.frontend.look, []
    monkeypatch.setattr(made.frontend, "look", lambda *asked: late.append(asked))
    made.root.page.about("A")
    made.root.page.about("B")
    for asked in reversed(late):
        look(*asked)
    made.settle()
    assert "Ben raises money" in words(made)


def test_c89_stray_touches_never_make_anybody_bankrupt(app: Stage) -> None:
    made = lay(app, indebted_table(), "raise")
    before = len(made.frontend.game.book)
    made.tap("Bankrupt…")
    made.settle()
    made.tap((made.window.width / 2, made.window.height / 2))
    made.tap((4, 4))
    assert len(made.frontend.game.book) == before
    made.tap("Back")
    assert len(made.frontend.game.book) == before and made.root.sheet is None


def test_c91_bankruptcy_shows_what_goes_where_then_asks_once(app: Stage) -> None:
    made = lay(app, indebted_table(), "raise")
    made.tap("Bankrupt…")
    made.settle()
    said = [getattr(w, "text", "") for w in made.root.sheet.walk()]
    assert "6 houses back to the bank: 450" in said
    assert "500 to Maximiliane" in said
    assert "Ben could still raise 840 in all, and owes 750." in said
    before = cash(made, "H")[0]
    made.tap("Ben is bankrupt")
    made.settle()
    assert cash(made, "B", "H") == [0, before + 500]
    assert made.root.page_id == "table"
    made.tap("undo")
    assert cash(made, "B") == [50]


def test_c73_a_purchase_goes_on_after_a_mortgage(app: Stage) -> None:
    evening = Evening(2)
    evening.own("A", 39)
    evening.cash("A", 200)
    evening.ask("land", who="A", pos=24)
    made = lay(app, evening, "raise")
    assert "Anna wants to buy Illinois Avenue for 240" in words(made)
    made.tap("+ 200")
    made.settle()
    made.tap("Buy Illinois Avenue for 240")
    made.settle()
    assert made.frontend.game.rules.owner(made.frontend.game.book, 24) == "A"
    assert cash(made, "A") == [160]
