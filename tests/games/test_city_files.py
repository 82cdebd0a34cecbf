"""A City evening as files: kept by the library, exported, and accepted by an independent ledger."""

from __future__ import annotations

from pathlib import Path

from beancount import loader

from companion.core.game import Game
from companion.storage.export import export, from_jsonl
from companion.storage.library import Library, NewGame
from tests.evenings.runner import Evening

HERE = Path(__file__).parents[1] / "evenings"


def test_every_export_of_a_city_evening() -> None:
    evening = Evening(HERE / "city_bankrupt_to_the_bank.txt")
    evening.play()
    assert evening.session
    game = evening.session.game
    entries, errors, _ = loader.load_string(export(game.rules, tuple(game.book), "beancount"))
    assert not errors and len(entries) > 100
    rows = export(game.rules, tuple(game.book), "csv").splitlines()
    assert rows[-5:-2] == [
        "14,A,Anna,35190000,38150000",
        "14,B,Ben,0,0",
        "14,C,Cleo,53400000,53740000",
    ], "cash and worth of the ranking"
    edition, told = from_jsonl(export(game.rules, tuple(game.book), "jsonl"))
    assert edition == "city_us" and Game(game.rules, told).book.state() == game.book.state()


def test_the_library_starts_and_goes_on_with_a_city(tmp_path: Path) -> None:
    library = Library(tmp_path)
    opened = library.create(NewGame("city_us", ("Anna", "Ben")))
    state = opened.game.book.state()
    opened.journal.close()
    again = library.open(opened.id)
    assert again.game.book.state() == state
    assert isinstance(again.game, Game) and again.game.book.held("A", "money") == 37_700_000
    again.journal.close()
