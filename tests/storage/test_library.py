"""Several games on disk: list, resume, rename, delete, and what to do with a broken one."""

from __future__ import annotations

import os
from datetime import date, datetime
from pathlib import Path

import pytest

from companion.app.wiring import Options, build
from companion.core.errors import Fault
from companion.core.requests import parse
from companion.games.loader import look_in
from companion.storage.export import export
from companion.storage.format import write_journal
from companion.storage.library import Library, NewGame, OpenGame, phones_of
from companion.storage.snapshots import make_copy

SETUP = NewGame("classic_us", ("Anna", "Ben"), minutes=90, title="Sunday")


def played(library: Library, setup: NewGame = SETUP) -> OpenGame:
    opened = library.create(setup)
    pay = {"do": "pay", "from": "A", "to": "B", "amount": 100}
    entry = opened.game.ask(parse(pay), 120_000)
    opened.journal.append(entry)
    opened.game.apply(entry)
    opened.journal.close()
    return opened


def test_a_game_is_listed_and_goes_on(tmp_path: Path) -> None:
    library = Library(tmp_path)
    first = played(library)
    info = library.games()[0]
    assert (info.id, info.title, info.players) == (first.id, "Sunday", ("Anna", "Ben"))
    assert (info.play_minutes, info.ended, info.broken) == (2, False, "")
    again = library.open(first.id)
    assert again.game.book.state() == first.game.book.state()
    assert again.game.book.fact("limit") == 90 * 60_000


def test_ended_games_say_so(tmp_path: Path) -> None:
    library = Library(tmp_path)
    opened = library.create(SETUP)
    entry = opened.game.ask(parse({"do": "finish"}), 1_000)
    opened.journal.append(entry)
    opened.game.apply(entry)
    opened.journal.close()
    last = datetime(2026, 12, 24, 20).timestamp()
    os.utime(next(tmp_path.glob("*.companion")), (last, last))
    [info] = library.games()
    assert info.ended and info.winners == ("Anna", "Ben") and info.day == date(2026, 12, 24)
    again = library.open(opened.id)
    entry = again.game.ask(parse({"do": "undo"}), 2_000)
    again.journal.append(entry)
    again.journal.close()
    assert not library.games()[0].ended


def test_the_list_knows_names_changed_in_the_middle(tmp_path: Path) -> None:
    library = Library(tmp_path)
    opened = library.create(SETUP)
    named = []
    for at, request in enumerate(({"do": "rename", "who": "B", "name": "Bea"}, {"do": "undo"})):
        entry = opened.game.ask(parse(request), at)
        opened.journal.append(entry)
        opened.game.apply(entry)
        named.append(library.games()[0].players)
    assert named == [("Anna", "Bea"), ("Anna", "Ben")]
    opened.journal.close()


def test_looking_at_the_list_does_not_change_its_order(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for number in range(3):
        opened = played(library)
        os.utime(tmp_path / f"{opened.id}.companion", (number, number))
    orders = [[info.id for info in library.games()] for _ in range(3)]
    assert orders[0] == sorted(orders[0], reverse=True) == orders[1] == orders[2]


def test_several_games_keep_apart(tmp_path: Path) -> None:
    library = Library(tmp_path)
    ids = {played(library).id for _ in range(3)}
    assert len(ids) == 3
    library.delete(sorted(ids)[1])
    assert {info.id for info in library.games()} == ids - {sorted(ids)[1]}
    new = played(library)
    assert new.id in {info.id for info in library.games()}


def test_rename_and_delete(tmp_path: Path) -> None:
    library = Library(tmp_path)
    game = played(library)
    library.rename(game.id, "  Family  ")
    assert library.games()[0].title == "Family"
    with pytest.raises(Fault, match="1 to 40 Latin"):
        library.rename(game.id, " ")
    phones_of(tmp_path / f"{game.id}.companion").write_text("{}")
    library.delete(game.id)
    assert library.games() == ()
    assert not list(tmp_path.iterdir())


def test_what_was_exported_of_a_deleted_game_is_not_overwritten_by_a_new_one(
    tmp_path: Path,
) -> None:
    """Exports are called after their game."""
    library = Library(tmp_path / "games")
    game = played(library)
    (tmp_path / "export").mkdir()
    (tmp_path / "export" / f"{game.id}.csv").write_text("an evening to remember")
    library.delete(game.id)
    assert played(library).id != game.id


@pytest.mark.parametrize(
    ("good", "bad"),
    [("Anna", "\\ud800"), ('"at":0', '"at":' + "9" * 30), ('"lines"', '"x":' + "[" * 50_000)],
)
def test_an_import_no_file_can_hold_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, good: str, bad: str
) -> None:
    library = Library(tmp_path)
    game = played(library)
    text = export(*library.read(game.id), "jsonl")
    before = sorted(tmp_path.glob("*.companion*"))
    with pytest.raises(Fault):
        library.take_in(text.replace(good, bad, 1))
    assert sorted(tmp_path.glob("*.companion*")) == before


def test_an_import_the_table_could_not_show_is_one_sentence(tmp_path: Path) -> None:
    """One wrong letter, in a word every entry after it leaves alone."""
    library = Library(tmp_path)
    game = library.create(NewGame("anti_us", ("Anna", "Ben")))
    game.journal.close()
    text = export(*library.read(game.id), "jsonl")
    with pytest.raises(Fault, match="Export it again"):
        library.take_in(text.replace('"side:A",null,"competitor"', '"side:A",null,"competitoZ"'))
    assert [info.id for info in library.games()] == [game.id]


def test_one_wrong_letter_in_the_end_of_a_game_hides_no_other(tmp_path: Path) -> None:
    library = Library(tmp_path)
    whole, spoilt = played(library), library.create(SETUP)
    entry = spoilt.game.ask(parse({"do": "finish"}), 1_000)
    spoilt.journal.append(entry)
    spoilt.journal.close()
    path = tmp_path / f"{spoilt.id}.companion"
    data = path.read_bytes()
    place = data.rindex(b"lines", 0, data.index(b'["mark","ended",'))
    path.write_bytes(data[:place] + b"linex" + data[place + 5 :])
    assert {info.id for info in library.games()} == {whole.id, spoilt.id}


@pytest.mark.parametrize("word", ['"lines"', '"mark"', '"players"', '"at"'])
def test_one_wrong_letter_in_a_game_hides_no_other_from_the_list(tmp_path: Path, word: str) -> None:
    library = Library(tmp_path)
    whole, spoilt = played(library), played(library)
    path = tmp_path / f"{spoilt.id}.companion"
    data = path.read_bytes()
    path.write_bytes(data.replace(word.encode(), word[:-2].encode() + b'x"', 1))
    assert {info.id for info in library.games()} == {whole.id, spoilt.id}


def test_a_game_that_has_only_its_copies_is_rescued_before_it_is_renamed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    game = played(library)
    path = tmp_path / f"{game.id}.companion"
    make_copy(path)
    path.unlink()
    with pytest.raises(Fault, match="open it to rescue"):
        library.rename(game.id, "Family")
    assert not path.exists()
    assert "goes on from its last copy" in library.open(game.id).rescued


@pytest.mark.parametrize("game_id", ["../../etc/passwd", "nothing", "", "a/b", "../elsewhere"])
def test_a_name_that_is_no_game_is_one_sentence(tmp_path: Path, game_id: str) -> None:
    write_journal(tmp_path / "elsewhere.companion")
    (tmp_path / "games").mkdir()
    library = Library(tmp_path / "games")
    for act in (library.open, library.delete):
        with pytest.raises(Fault, match="no game"):
            act(game_id)


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        (NewGame("classic_us", ("Anna",)), "2 to 8 players"),
        (NewGame("classic_us", tuple("123456789")), "2 to 8 players"),
        (NewGame("classic_us", ("Anna", "anna")), "cannot be a player's name"),
        (NewGame("classic_us", ("Anna", "")), "cannot be a player's name"),
        (NewGame("classic_xx", ("Anna", "Ben")), "no edition"),
        (NewGame("classic_us", ("Anna", "Ben"), options=(("nonsense", True),)), "no house rule"),
    ],
)
def test_a_setup_that_cannot_be_is_one_sentence(tmp_path: Path, setup: NewGame, says: str) -> None:
    with pytest.raises(Fault, match=says):
        Library(tmp_path).create(setup)
    assert Library(tmp_path).games() == ()


def test_c163_a_broken_game_is_named_and_never_a_new_one(tmp_path: Path) -> None:
    library = Library(tmp_path)
    game = played(library)
    path = tmp_path / f"{game.id}.companion"
    make_copy(path)
    path.write_bytes(b"this was a game once" * 300)
    assert "damaged" in library.games()[0].broken
    rescued = library.open(game.id)
    assert ".bad" in rescued.rescued
    assert rescued.game.book.held("B", "money") == 1600
    assert list(tmp_path.glob("*.bad"))


def test_a_broken_game_without_a_copy_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "0001-classic_us.companion").write_bytes(b"nothing of value" * 300)
    with pytest.raises(Fault, match="kept as"):
        Library(tmp_path).open("0001-classic_us")
    assert list(tmp_path.glob("*.bad"))


def test_a_game_on_a_printing_of_ones_own_is_lent_where_nothing_can_be_written(
    tmp_path: Path,
) -> None:
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions/own.toml").write_text('base = "classic_us"\nlabel = "Ours"\n')
    look_in(tmp_path / "editions")
    game = Library(tmp_path / "games").create(NewGame("own", ("Anna", "Ben")))
    game.journal.close()
    look_in(tmp_path)
    (tmp_path / "in-use").mkdir()
    parts = build(Options(tmp_path), threaded=False)
    assert "own" in {edition.id for edition in parts.frontend.editions}
    said: list[str] = []
    parts.frontend.open_game(game.id, said.append)
    parts.session.step()
    assert said == [""]
    parts.session.close()
    parts.session.step()


def test_a_log_that_goes_while_the_games_are_listed_hides_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite removes it when the last one lets go of the game, such as the copy's thread."""
    library = Library(tmp_path)
    game = played(library)
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert [info.id for info in library.games()] == [game.id]
