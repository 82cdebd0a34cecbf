"""Damaged journals of every kind: what was saved goes on or its loss is told, and never in silence.

A real game of thirty entries; the damage is done to the bytes on the disk.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.core.entry import Entry, Move
from companion.core.errors import Fault
from companion.games import loader
from companion.storage.format import wal_path
from companion.storage.journal import Broken, Journal, JournalFault
from companion.storage.library import Library, NewGame
from companion.storage.recovery import open_or_rescue, rescue
from companion.storage.snapshots import copies, make_copy
from tests.storage.spoilt import COPIED, ENTRIES, GAME, STATES, opened, table

# -- the ways a file goes bad


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def cut_in_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1000)


def zero_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:8192] = bytes(4096)
    path.write_bytes(data)


def flipped_amount(path: Path) -> None:
    data = path.read_bytes()
    place = data.index(b'"money",25,')
    path.write_bytes(data[: place + 8] + b"3" + data[place + 9 :])


def garbage_header(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(random.Random(1).randbytes(100))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").write_text("else")


def gone(path: Path) -> None:
    path.unlink()


def another_program(path: Path) -> None:
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE photo (name TEXT)")
    db.commit()
    db.close()


def garbage_wal(path: Path) -> None:
    wal_path(path).write_bytes(random.Random(2).randbytes(20_000))


def wal_is_a_folder(path: Path) -> None:
    wal_path(path).mkdir()


def sold_twice(path: Path) -> None:
    add(path, Entry("bad", 9, "buy", (Move("deed:39", 1, "bank", "A"),)),
        Entry("worse", 9, "buy", (Move("deed:39", 1, "bank", "B"),)))  # fmt: skip


def from_nothing(path: Path) -> None:
    add(path, Entry("bad", 9, "pay", (Move("money", 99_999, "A", "B"),)))


def undone_too_often(path: Path) -> None:
    journal = Journal(path)
    for number in range(ENTRIES + 1):
        journal.append(Entry(f"u{number}", 9, "undo", ()))
    journal.close()


def add(path: Path, *entries: Entry) -> None:
    """Entries that are saved properly and still cannot be."""
    journal = Journal(path)
    for entry in entries:
        journal.append(entry)
    journal.close()


DAMAGES = (
    cut, cut_in_a_page, zero_page, flipped_amount, garbage_header, empty, a_folder, gone,
    another_program, garbage_wal, wal_is_a_folder,
)  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_c163_damage_is_told_and_the_most_that_can_be_trusted_goes_on(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path = table(tmp_path)
    damage(path)
    before = path.read_bytes() if path.is_file() else b""
    assert [info.id for info in Library(tmp_path).games()] == [GAME]
    found = opened(path)
    assert found.rescued and found.title == "Sunday"
    n = len(found.game.book)
    assert n >= COPIED
    assert found.game.book.state() == STATES[n]
    bad = tmp_path / f"{GAME}.companion.1.bad"
    assert str(bad) in found.rescued or damage is gone
    if before:
        assert bad.read_bytes() == before
    assert opened(path).rescued == "", "it is told once"


@pytest.mark.parametrize(
    ("damage", "kept", "missing"),
    [(sold_twice, ENTRIES + 1, 1), (from_nothing, ENTRIES, 1), (undone_too_often, None, None)],
    ids=["sold_twice", "from_nothing", "undone_too_often"],
)
def test_an_entry_that_cannot_be_ends_what_is_trusted(
    tmp_path: Path, damage: Callable[[Path], None], kept: int | None, missing: int | None
) -> None:
    path = table(tmp_path)
    damage(path)
    found = opened(path)
    assert "contradicts itself" in found.rescued
    found.game.book.audit()
    if kept is not None:
        assert len(found.game.book) == kept
        assert f"the {missing} after them are missing" in found.rescued


def test_a_second_damage_never_overwrites_what_the_first_left(tmp_path: Path) -> None:
    path = table(tmp_path)
    for number in (1, 2, 3):
        garbage_header(path)
        spoilt = path.read_bytes()
        opened(path)
        assert (tmp_path / f"{GAME}.companion.{number}.bad").read_bytes() == spoilt


def test_without_a_copy_the_entries_before_the_first_bad_one_go_on(tmp_path: Path) -> None:
    path = table(tmp_path, copied=0)
    flipped_amount(path)
    found = opened(path)
    assert len(found.game.book) == 25
    assert "the 5 after them are missing" in found.rescued
    assert "from entry 26 on" in found.rescued


def test_with_nothing_left_it_is_told_and_there_is_no_new_game(tmp_path: Path) -> None:
    path = table(tmp_path, copied=0)
    garbage_header(path)
    with pytest.raises(Fault, match="Nothing of it can be read; it is kept as"):
        opened(path)
    assert Library(tmp_path).games() == ()
    assert list(tmp_path.glob("*.bad"))


def test_without_its_printing_a_damaged_game_waits_and_nothing_of_it_goes(
    tmp_path: Path,
) -> None:
    """A wrong letter in one's own printing must not cost the copies of an evening played on it."""
    own = tmp_path / "editions" / "own.toml"
    own.parent.mkdir()
    own.write_text('base = "classic_us"\nlabel = "Ours"\n')
    loader.look_in(own.parent)
    library = Library(tmp_path / "games")
    game = library.create(NewGame("own", ("Anna", "Ben")))
    game.journal.close()
    path = tmp_path / "games" / f"{game.id}.companion"
    make_copy(path)
    garbage_header(path)
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    own.write_text('base = "classic_us\n')
    loader.look_in(tmp_path)
    loader.look_in(own.parent)
    with pytest.raises(Fault, match=r"own\.toml is no TOML"):
        library.open(game.id)
    assert {one.name: one.read_bytes() for one in path.parent.iterdir()} == before
    own.write_text('base = "classic_us"\nlabel = "Ours"\n')
    loader.look_in(tmp_path)
    loader.look_in(own.parent)
    found = library.open(game.id)
    found.journal.close()
    assert len(found.game.book) == 1


def test_copies_of_which_nothing_can_be_read_are_kept_too(tmp_path: Path) -> None:
    path = table(tmp_path)
    (copy,) = copies(path)
    for one in (path, copy):
        garbage_header(one)
    spoilt = {one.read_bytes() for one in (path, copy)}
    with pytest.raises(Fault, match="Nothing of it can be read"):
        opened(path)
    assert {one.read_bytes() for one in tmp_path.glob("*.bad")} == spoilt
    assert Library(tmp_path).games() == ()


def test_the_trading_unit_alone_starts_afresh_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "unit.companion"
    path.write_bytes(b"not a database at all, but long enough to be one" * 40)
    journal, told = open_or_rescue(path)
    assert journal.count() == 0
    assert "0 entries could be rescued" in told
    assert (tmp_path / "unit.companion.1.bad").exists()


def test_a_power_cut_in_mid_rescue_ends_in_the_rescued_game(tmp_path: Path) -> None:
    """Before its last step the rescued journal lies beside the damaged one."""
    path = table(tmp_path)
    flipped_amount(path)
    spoilt = path.read_bytes()
    rescue(path, Broken("It is damaged from entry 26 on."))
    path.rename(tmp_path / f"{GAME}.companion.rescued")
    path.write_bytes(spoilt)
    garbage_wal(path)
    found = opened(path)
    assert len(found.game.book) == 25
    assert "from entry 26 on" in found.rescued
    assert not list(tmp_path.glob("*.rescued"))


def test_a_copy_that_went_bad_is_passed_over(tmp_path: Path) -> None:
    path = table(tmp_path, copied=10)
    make_copy(path)
    garbage_header(copies(path)[0])
    garbage_header(path)
    assert len(opened(path).game.book) == 10


@contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Whoever runs the tests: from here on somebody who may not do everything."""
    user = os.geteuid()
    for one in (folder, *folder.iterdir()):
        os.chown(one, 65534 if user == 0 else user, -1)
    folder.chmod(0o755)
    try:
        if user == 0:
            os.seteuid(65534)
        yield
    finally:
        os.seteuid(user)


def test_a_file_that_may_not_be_read_is_left_where_it_is(tmp_path: Path) -> None:
    place = Path("/tmp") / f"companion-{os.getpid()}"
    place.mkdir()
    try:
        path = table(place)
        with as_nobody(place):
            path.chmod(0)
            with pytest.raises(Fault, match="mend its rights"):
                opened(path)
            assert stat.S_IMODE(path.stat().st_mode) == 0
            path.chmod(0o600)
            assert len(opened(path).game.book) == ENTRIES
        assert not list(place.glob("*.bad"))
    finally:
        shutil.rmtree(place)


def test_a_folder_that_may_not_be_written_leaves_the_damaged_file_alone(tmp_path: Path) -> None:
    place = Path("/tmp") / f"companion-ro-{os.getpid()}"
    place.mkdir()
    try:
        path = table(place)
        flipped_amount(path)
        spoilt = path.read_bytes()
        with as_nobody(place):
            place.chmod(0o555)
            with pytest.raises(Fault):
                opened(path)
            place.chmod(0o755)
            assert path.read_bytes() == spoilt
            assert len(opened(path).game.book) == 25
    finally:
        shutil.rmtree(place)


def test_a_store_fault_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.journal.WAIT_S", 0.1)
    path = table(tmp_path)
    busy = sqlite3.connect(path, isolation_level=None)
    busy.execute("PRAGMA journal_mode = DELETE")
    busy.execute("BEGIN EXCLUSIVE")
    with pytest.raises(JournalFault, match="in use by another Companion"):
        Journal(path)
    busy.close()
    assert opened(path).rescued == ""
