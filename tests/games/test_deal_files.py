"""A card evening as files: kept by the library, cut off in the pipe, exported, checked."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from beancount import loader

from companion.core.game import Game
from companion.core.values import Phrase
from companion.faces.mending import detail
from companion.faces.money import spoken
from companion.locale import i18n
from companion.storage.export import export, from_jsonl
from companion.storage.library import Library, NewGame
from tests.evenings.runner import Evening
from tests.games.deal_table import CardTable

HERE = Path(__file__).parents[1] / "evenings"


def test_every_export_of_a_card_evening() -> None:
    evening = Evening(HERE / "deal_broken_set.txt")
    evening.play()
    assert evening.session
    game = evening.session.game
    entries, errors, _ = loader.load_string(export(game.rules, tuple(game.book), "beancount"))
    assert not errors and len(entries) > 60
    rows = export(game.rules, tuple(game.book), "csv").splitlines()
    last = {row.split(",")[1]: row.split(",")[3:] for row in rows[-4:]}
    assert last["A"] == ["0", "0"] and last["B"][1] == "27000000", "as in the ranking"
    banks = {who: game.rules.cash(game.book, who) for who in "AB"}
    assert banks["B"] and {who: int(last[who][0]) for who in "AB"} == banks, "cash is the bank"
    assert sum(int(cells[0]) for cells in last.values()) == 0
    edition, told = from_jsonl(export(game.rules, tuple(game.book), "jsonl"))
    assert edition == "deal" and Game(game.rules, told).book.state() == game.book.state()


def test_a_value_the_card_says_counts_in_payments_and_in_the_ranking() -> None:
    table = CardTable("AB")
    table.do("correct", field="value_rent_any", value=1_000_000)
    table.do("bank", what="rent_any")
    assert table.rules.cash(table.game.book, "A") == 1_000_000
    game = table.game
    assert game.rules.worth(game.book, "A").total == 1_000_000


def test_every_card_has_a_german_name() -> None:
    german = i18n.load("de")
    for card in CardTable().rules.deck.values():
        if isinstance(card.name, Phrase):
            said = german.say(spoken(card.name, True))
            assert said != str(card.name), f"{card.id} is called {said} at a German table"


def test_nobody_is_offered_another_payee_for_cards() -> None:
    """Whoever played the card is paid; a card asked for by mistake is undone."""
    table = CardTable("ABC")
    table.do("bank", what="its_my_birthday")
    assert table.no("correct_payee", entry=table.game.book.entries[-1].id, to="C").code
    sheet = detail(table.game, 0, len(table.game.book) - 1)
    assert sheet.ways == () and "put right there" in sheet.note.english()


def test_the_library_starts_and_goes_on_with_cards(tmp_path: Path) -> None:
    library = Library(tmp_path)
    setup = NewGame("deal", ("Anna", "Ben", "Cleo"), 30, (("win_sets", 1),))
    opened = library.create(setup)
    state = opened.game.book.state()
    opened.journal.close()
    again = library.open(opened.id)
    assert again.game.book.state() == state
    assert again.game.next_deadline() == 30 * 60_000
    assert again.game.book.held("bank", "money_1") == 6
    again.journal.close()
    assert library.games()[0].players == ("Anna", "Ben", "Cleo")


def test_a_killed_pipe_goes_on_with_every_card_where_it_lay(tmp_path: Path) -> None:
    path = tmp_path / "cards.companion"
    with pipe(path) as first:
        for request in (
            {"do": "bank", "what": "money_5"},
            {"do": "lay", "what": "wild_any", "group": "red"},
            {"do": "play", "what": "its_my_birthday"},
            {"do": "end_turn"},
            {"do": "bank", "what": "money_2"},
            {"do": "play", "what": "its_my_birthday"},
        ):
            assert asked(first, request)["ok"]
        before = asked(first, {"do": "state"})["answer"]
        first.send_signal(signal.SIGKILL)
    with pipe(path) as second:
        after = asked(second, {"do": "state"})["answer"]
        assert after == before
        assert [claim["who"] for claim in after["claims"]] == ["A"]
        paid = asked(second, {"do": "pay_cards", "who": "A", "cards": ["money_5"]})
        assert paid["entry"]["detail"]["amount"] == 5_000_000
        refused = asked(second, {"do": "bank", "what": "money_7"})
        assert refused["code"] == "no_card" and refused["remedy"]


def pipe(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "companion", "pipe", "--edition", "deal", "--players", "A,B"]
    return subprocess.Popen(
        [*command, "--clock", "manual", "--game", str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def asked(process: subprocess.Popen[str], request: dict[str, Any]) -> Any:
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())
