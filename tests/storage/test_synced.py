"""When a file is told as written: its bytes were synced before its name, its folder after."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.storage.atomic import copy_whole, write_whole
from companion.storage.format import write_journal
from companion.storage.recovery import rescue
from companion.storage.snapshots import make_copy
from tests.storage.spoilt import GAME, table


class Disk:
    """Notes what was made durable when, and asks for it where a file gets its name.

    A file SQLite has written is synced by SQLite itself, when it commits.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._synced: dict[int, tuple[int, int]] = {}
        self._waiting: set[Path] = set()
        self.named: list[str] = []
        self._fsync, self._replace = os.fsync, os.replace
        patch.setattr(os, "fsync", self.fsync)
        patch.setattr(os, "replace", self.replace)

    def fsync(self, handle: int) -> None:
        self._fsync(handle)
        state = os.fstat(handle)
        self._synced[state.st_ino] = state.st_size, state.st_mtime_ns
        self._waiting.discard(Path(os.readlink(f"/proc/self/fd/{handle}")))

    def replace(self, source: Path, target: Path) -> None:
        state = os.stat(source)
        by_sqlite = Path(source).read_bytes()[:6] == b"SQLite"
        whole = self._synced.get(state.st_ino) == (state.st_size, state.st_mtime_ns)
        assert by_sqlite or whole, f"{source} may be empty after a power cut"
        self._replace(source, target)
        self._waiting.add(Path(target).parent)
        self.named.append(Path(target).name)

    def settled(self) -> list[str]:
        """The names given, all of them durable."""
        assert not self._waiting, f"names in {self._waiting} may be gone after a power cut"
        return self.named


def settings(folder: Path) -> None:
    write_whole(folder / "settings.toml", b"volume = 3\n")


def evidence(folder: Path) -> None:
    (folder / "wal").write_bytes(b"x" * 5000)
    copy_whole(folder / "wal", folder / "wal.before")


def journal(folder: Path) -> None:
    write_journal(folder / "new.companion")


def copy(folder: Path) -> None:
    make_copy(table(folder, copied=0))


@pytest.mark.parametrize(
    ("write", "named"),
    [
        (settings, "settings.toml"),
        (evidence, "wal.before"),
        (journal, "new.companion"),
        (copy, f"{GAME}.companion.1.copy"),
    ],
)
def test_a_file_is_on_the_disk_before_its_name_and_its_name_before_it_is_told(
    write: Callable[[Path], None], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    write(tmp_path)
    assert disk.settled()[-1] == named


def test_what_is_kept_aside_is_on_the_disk_before_the_rescued_game_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table(tmp_path)
    path.write_bytes(b"no journal any more" * 100)
    disk = Disk(monkeypatch)
    rescue(path, ValueError("it is damaged"))
    first, *_, finished, last = disk.settled()
    assert (first, finished, last) == (f"{path.name}.1.bad", f"{path.name}.rescued", path.name)
