"""What a dark screen must not hide: offers, claims, questions; and when it is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app.wiring import Options, build
from companion.core.requests import to_dict
from companion.faces.trade import Side, TradeDraft
from companion.session.clock import ManualClock
from companion.session.commit import Answer
from companion.session.stepping import advance
from companion.storage.library import NewGame
from tests.games.deal_table import CardTable


class Table:
    """A game in the whole program, stepped by hand."""

    def __init__(self, data: Path, edition: str) -> None:
        self.clock = ManualClock(1_000)
        parts = build(Options(data, lang="en"), clock=self.clock, threaded=False)
        self.session = parts.session
        self.session.subscribe(lambda view: None)
        self.session.open()
        parts.frontend.new_game(NewGame(edition, ("Anna", "Ben", "Cleo")), lambda fault: None)
        self.session.step()

    def ask(self, **request: Any) -> None:
        answers: list[Answer] = []
        self.session.ask(request, answers.append)
        self.session.step()
        assert answers[0].refused is None, answers[0].refused

    @property
    def awaits(self) -> bool:
        return self.session.view.shell.awaits


def test_an_offer_with_a_clock_is_waited_for_until_it_lapses(tmp_path: Path) -> None:
    table = Table(tmp_path, "classic_us")
    table.ask(do="land", who="A", pos=39)
    table.ask(do="buy", who="A", deed=39)
    assert not table.awaits
    table.ask(**to_dict(TradeDraft(Side("A", 0, (39,)), Side("B", 400)).offer(50_000)))
    assert table.awaits
    advance(table.session, table.clock, 49_999)
    assert table.awaits
    advance(table.session, table.clock, 1)
    assert not table.awaits


def test_a_question_only_this_game_asks_is_waited_for(tmp_path: Path) -> None:
    """Who is competitor, who monopolist: nobody moves before that is chosen."""
    table = Table(tmp_path, "anti_us")
    game = table.session.game
    assert game is not None
    while table.awaits:
        found = game.rules.question(game.book)
        assert found is not None and found.must
        table.ask(**to_dict(found.picks[0].request))
    found = game.rules.question(game.book)
    assert found is None or not found.must


@pytest.mark.parametrize("answer", ["pay", "no"])
def test_a_claim_between_cards_is_waited_for(answer: str) -> None:
    table = CardTable()
    table.has("A", "money_5")
    assert not table.rules.awaits(table.game.book)
    claims = table.asks("B", "debt_collector", to="A")
    assert claims and table.rules.awaits(table.game.book)
    if answer == "pay":
        table.do("pay_cards", who="A", cards=["money_5"])
        assert not table.rules.awaits(table.game.book)
    else:
        table.do("say_no", who="A")
        assert table.rules.awaits(table.game.book), "that no may be answered too"
