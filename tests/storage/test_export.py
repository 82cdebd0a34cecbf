"""Exports: complete and re-importable, as a table, and as a ledger another program checks."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from companion.core.errors import Fault
from companion.core.game import Game
from companion.locale import i18n
from companion.storage.export import FORMATS, export, from_jsonl
from companion.storage.library import Library
from tests.cli.evening_log import played
from tests.core.table import Table

BEAN_CHECK = Path(sys.executable).with_name("bean-check")


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


def text(game: Game, form: str) -> str:
    return export(game.rules, tuple(game.book), form)


def test_json_lines_come_back_complete(game: Game) -> None:
    edition, entries = from_jsonl(text(game, "jsonl"))
    again = Game(game.rules, entries)
    assert edition == "classic_us"
    assert again.book.state() == game.book.state()
    assert list(again.book) == list(game.book)


def test_c166_the_cash_of_every_turn_adds_up_to_nothing_made(game: Game) -> None:
    rows = list(csv.DictReader(io.StringIO(text(game, "csv"))))
    by_turn: dict[str, int] = defaultdict(int)
    for row in rows:
        by_turn[row["turn"]] += int(row["cash"])
    assert len(by_turn) > 3
    assert set(by_turn.values()) == {0}
    last = {row["seat"]: row for row in rows if row["turn"] == rows[-1]["turn"]}
    for seat in "ABC":
        assert int(last[seat]["cash"]) == game.book.held(seat, "money")
        assert int(last[seat]["worth"]) == game.rules.worth(game.book, seat).total
    assert last["C"]["player"] == 'Cleo "C" \\ Ünal'


def test_a_turn_is_told_as_it_was_when_it_ended() -> None:
    """What begins the next turn, a salary on the way, belongs to that one."""
    table = Table("AB")
    table.pay("A", "B", 100)
    table.do("land", who="B", pos=10, passed_go=True)
    rows = csv.DictReader(io.StringIO(text(table.game, "csv")))
    found = [(row["turn"], row["seat"], row["cash"]) for row in rows if row["seat"] in "AB"]
    assert found == [
        ("1", "A", "1400"), ("1", "B", "1600"), ("2", "A", "1400"), ("2", "B", "1800"),
    ]  # fmt: skip


def test_bean_check_accepts_the_ledger_and_its_balances(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.beancount"
    path.write_text(text(game, "beancount"), encoding="utf-8")
    done = subprocess.run([BEAN_CHECK, "--no-cache", path], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert f"Assets:Player:A  {game.book.held('A', 'money')} MONEY" in path.read_text()


def test_bean_check_would_notice_a_wrong_sum(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.beancount"
    cash = game.book.held("A", "money")
    wrong = text(game, "beancount").replace(
        f"Assets:Player:A  {cash} MONEY", f"Assets:Player:A  {cash + 1} MONEY"
    )
    path.write_text(wrong, encoding="utf-8")
    assert subprocess.run([BEAN_CHECK, "--no-cache", path], capture_output=True).returncode != 0


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda lines: lines[:1], "holds no entry"),
        (lambda lines: [], "holds no entry"),
        (lambda lines: ["{}", *lines[1:]], "Line 1 cannot be read"),
        (lambda lines: [*lines[:3], lines[3][:-9]], "Line 4 cannot be read"),
        (lambda lines: [*lines[:3], "[1]"], "Line 4 cannot be read"),
        (lambda lines: [lines[0].replace("1", "9", 1), *lines[1:]], "no export of Companion"),
    ],
)
def test_a_damaged_export_is_one_sentence_with_its_line(game: Game, damage, says: str) -> None:  # type: ignore[no-untyped-def]
    lines = damage(text(game, "jsonl").splitlines())
    with pytest.raises(Fault, match=says) as fault:
        from_jsonl("\n".join(lines))
    german = i18n.load("de").translated(fault.value.args[0])
    assert german.endswith(("Noch einmal ausgeben.", "die Ausgeben geschrieben hat."))


def test_an_import_becomes_a_game_in_the_list(game: Game, tmp_path: Path) -> None:
    library = Library(tmp_path)
    opened = library.take_in(text(game, "jsonl"))
    assert opened.game.book.state() == game.book.state()
    opened.journal.close()
    names = [game.rules.name(game.book, seat) for seat in "ABC"]
    assert library.games()[0].players == tuple(names)
    assert library.open(opened.id).game.book.state() == game.book.state()


def test_an_import_that_does_not_add_up_is_refused(game: Game, tmp_path: Path) -> None:
    lines = [line for line in text(game, "jsonl").splitlines() if '"reason":"buy"' not in line]
    with pytest.raises(Fault, match="does not hold together"):
        Library(tmp_path).take_in("\n".join(lines))
    assert Library(tmp_path).games() == ()


def test_every_format_has_a_file_ending() -> None:
    assert set(FORMATS) == {"jsonl", "csv", "beancount"}


def test_an_export_that_went_through_other_programs_comes_back(game: Game) -> None:
    plain = text(game, "jsonl")
    for changed in (plain.replace("\n", "\r\n"), "\ufeff" + plain, plain + "\n\n"):
        assert from_jsonl(changed)[1] == list(game.book)


def test_an_export_under_the_name_of_another_edition_is_refused(game: Game, tmp_path: Path) -> None:
    changed = text(game, "jsonl").replace("classic_us", "city_us", 1)
    with pytest.raises(Fault, match="names another game"):
        Library(tmp_path).take_in(changed)
    assert not Library(tmp_path).games()
