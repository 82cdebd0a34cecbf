"""The USB stick: whole files or none, another game never overwritten, one sentence for a fault.

Folders stand in for mounts; what says which of them are mounted is a real mountinfo in form.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.core.errors import Fault
from companion.core.requests import parse
from companion.locale import i18n
from companion.session.stick_frontend import StickFrontend
from companion.storage import usb
from companion.storage.atomic import write_whole
from companion.storage.library import Library, NewGame, StickView
from companion.storage.usb import FOLDER, HEAD_MOST, Stick, Sticks

ROOT = Path(__file__).parents[2]
LINE = "{n} 24 8:1 / {path} rw,nosuid,nodev,noexec shared:9 - vfat /dev/sda1 rw,flush\n"


class Box:
    """A data folder with games, and places where sticks are plugged in."""

    def __init__(self, folder: Path) -> None:
        self.library = Library(folder / "games")
        self.media, self.mounts = folder / "media", folder / "mountinfo"
        self.plugged: list[Path] = []
        folder.mkdir(exist_ok=True)
        self._mount()
        self.frontend = StickFrontend(lambda: self.library, lambda work: work())
        self.frontend.sticks = Sticks(self.mounts, (self.media,))
        self.said: list[str] = []

    def plug(self, name: str) -> Path:
        path = self.media / name
        path.mkdir(parents=True, exist_ok=True)
        self.plugged.append(path)
        self._mount()
        return path

    def pull(self, path: Path) -> None:
        self.plugged.remove(path)
        self._mount()

    def game(self, pays: int = 3, title: str = "Sunday") -> str:
        opened = self.library.create(NewGame("classic_us", ("Anna", "Ben"), title=title))
        opened.journal.close()
        self.play(opened.id, pays)
        return opened.id

    def play(self, game_id: str, pays: int) -> None:
        opened = self.library.open(game_id)
        for amount in range(1, pays + 1):
            asked = {"do": "pay", "from": "A", "to": "B", "amount": amount}
            entry = opened.game.ask(parse(asked), amount * 1_000)
            opened.journal.append(entry)
            opened.game.apply(entry)
        opened.journal.close()

    def save(self, game_id: str = "") -> str:
        self.frontend.save(game_id, self.said.append)
        return self.said[-1]

    def take(self, path: Path) -> str:
        self.frontend.take(str(path), self.said.append)
        return self.said[-1]

    def look(self) -> StickView:
        found: list[StickView] = []
        self.frontend.look(found.append)
        return found[0]

    def _mount(self) -> None:
        lines = ["22 1 8:2 / / rw - ext4 /dev/mmcblk0p2 rw\n"]
        for n, path in enumerate(self.plugged, 40):
            lines.append(LINE.format(n=n, path=str(path).replace(" ", "\\040")))
        self.mounts.write_text("".join(lines))


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_a_game_goes_to_another_box_and_is_the_same_there(box: Box, tmp_path: Path) -> None:
    game_id = box.game()
    stick = box.plug("companion-GRANNY'S STICK")
    assert box.save(game_id) == ("The game is on GRANNY'S STICK. You can pull the stick out now.")
    assert {one.name for one in (stick / FOLDER).iterdir()} == {
        f"{game_id}.jsonl", f"{game_id}.csv",
    }  # fmt: skip
    other = Box(tmp_path / "other")
    other.plugged = [stick]
    other.media = box.media
    other.frontend.sticks = box.frontend.sticks
    view = other.look()
    assert (view.name, [file.title for file in view.files]) == ("GRANNY'S STICK", ["Sunday"])
    assert view.files[0].players == ("Anna", "Ben")
    assert other.take(Path(view.files[0].id)) == ""
    (info,) = other.library.games()
    assert info.title == "Sunday"
    mine, theirs = box.library.open(game_id), other.library.open(info.id)
    assert theirs.game.book.state() == mine.game.book.state()


def test_the_file_is_one_that_companion_import_takes(
    box: Box, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game_id = box.game()
    stick = box.plug("STICK")
    box.save()
    file = stick / FOLDER / f"{game_id}.jsonl"
    assert main(["--data", str(tmp_path / "data"), "import", str(file)]) == 0
    assert "Sunday is in the list of games now, with 4 entries" in capsys.readouterr().out


def test_all_games_are_written_and_a_damaged_one_is_named(box: Box) -> None:
    ids = [box.game(title=title) for title in ("One", "Two", "Three")]
    stick = box.plug("STICK")
    assert box.save() == "3 games are on STICK. You can pull the stick out now."
    path = next(box.library._folder.glob(f"{ids[1]}.companion"))
    path.write_bytes(b"no journal" * 900)
    assert "left out" in box.save() and ids[1] in box.said[-1]
    assert len(list((stick / FOLDER).glob("*.jsonl"))) == 3


def test_the_game_on_the_table_is_written_as_it_stands(box: Box) -> None:
    game_id = box.game(pays=0)
    open_one = box.library.open(game_id)
    entry = open_one.game.ask(parse({"do": "salary", "who": "A"}), 5)
    open_one.journal.append(entry)
    stick = box.plug("STICK")
    box.save(game_id)
    assert len((stick / FOLDER / f"{game_id}.jsonl").read_text().splitlines()) == 3
    open_one.journal.close()


def test_a_later_state_replaces_an_earlier_and_another_game_never(box: Box, tmp_path: Path) -> None:
    game_id = box.game(pays=2)
    stick = box.plug("STICK")
    box.save()
    box.library.rename(game_id, "Another name")
    box.play(game_id, 2)
    box.save()
    assert len(list((stick / FOLDER).iterdir())) == 2
    assert len((stick / FOLDER / f"{game_id}.jsonl").read_text().splitlines()) == 6
    other = Box(tmp_path / "other")
    assert other.game(pays=7) == game_id, "the first game of another box has the same name"
    other.plugged, other.frontend.sticks = [stick], box.frontend.sticks
    other.save()
    names = {one.name for one in (stick / FOLDER).glob("*.jsonl")}
    assert names == {f"{game_id}.jsonl", f"{game_id}-2.jsonl"}
    assert len((stick / FOLDER / f"{game_id}.jsonl").read_text().splitlines()) == 6


def test_none_and_several_are_one_sentence_each(box: Box) -> None:
    box.game()
    assert "plug one in" in box.save()
    assert box.look().name == "" and "plug one in" in box.look().said
    box.plug("ONE")
    box.plug("TWO")
    assert "only one" in box.save()
    german = i18n.load("de")
    assert german.translated(box.said[0]).startswith("Es ist kein USB-Stick da")


def test_what_is_mounted_elsewhere_is_no_stick(box: Box) -> None:
    box.mounts.write_text(LINE.format(n=1, path="/home/anna/media/x"))
    assert box.frontend.sticks.found() == ()
    box.mounts.write_text("nonsense\n\n1 2 3\n")
    assert box.frontend.sticks.found() == ()
    box.mounts.unlink()
    assert box.frontend.sticks.found() == ()


def test_pulled_out_meanwhile_nothing_lands_in_the_empty_folder_below(box: Box) -> None:
    path = box.plug("STICK")
    stick = box.frontend.sticks.the_one()
    box.pull(path)
    with pytest.raises(Fault, match="pulled out"):
        box.frontend.sticks.put(stick, {"a.jsonl": b"x"})
    assert not list(path.iterdir())


def test_pulled_out_before_the_last_byte_it_is_not_told_as_written(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = box.plug("STICK")
    stick = box.frontend.sticks.the_one()

    def and_pull(*given: Any) -> None:
        write_whole(*given)
        box.pull(path)

    monkeypatch.setattr(usb, "write_whole", and_pull)
    with pytest.raises(Fault, match="pulled out"):
        box.frontend.sticks.put(stick, {"a.jsonl": b"x"})


@pytest.mark.parametrize("shift", [0, 1])
def test_a_long_game_is_known_by_its_beginning(box: Box, shift: int) -> None:
    """What is read of it ends in the middle of a letter, in one of the two."""
    game_id = box.game(title="S" + "x" * shift)
    stick = box.plug("STICK")
    box.save()
    path = stick / FOLDER / f"{game_id}.jsonl"
    path.write_bytes(path.read_bytes() + "ä".encode() * HEAD_MOST)
    assert [file.broken for file in box.look().files] == [""]


def test_a_write_protected_stick_is_one_sentence(box: Box) -> None:
    box.game()
    path = box.plug("STICK")
    path.chmod(0o555)
    user = os.geteuid()
    try:
        if user == 0:  # who may do everything is nobody for a moment
            for one in (box.media.parent, *box.media.parents):
                if str(one).startswith("/tmp/"):
                    one.chmod(0o755)
            os.seteuid(65534)
        with pytest.raises(Fault, match=r"write-protected; slide its switch"):
            box.frontend.sticks.put(Stick(path), {"a.jsonl": b"x"})
    finally:
        os.seteuid(user)


def full(_handle: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_stick_is_one_sentence_and_keeps_what_was_on_it(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stick may say only at the end that there was no room."""
    game_id = box.game(pays=1)
    stick = box.plug("STICK")
    box.save()
    before = (stick / FOLDER / f"{game_id}.jsonl").read_bytes()
    box.play(game_id, 3)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        said = box.save()
    assert said == "STICK is full; free some space on it, or take another one, and repeat."
    assert (stick / FOLDER / f"{game_id}.jsonl").read_bytes() == before
    assert not list((stick / FOLDER).glob("*.new"))
    assert "pull the stick out now" in box.save()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"holiday photo",
        b"\xff\xfe\x00",
        b"{}\n{}",
        b"[1]\n",
        b'{"companion-game":1}',
        b'{"companion-game":1,"edition":"classic_us"}\n{"lines":[["mark"]]}\n',
        b'{"companion-game":1,"edition":"classic_us"}\n' + b"[" * 50_000,
    ],
)
def test_a_file_that_is_no_game_is_named_and_takes_nothing_in(box: Box, content: bytes) -> None:
    stick = box.plug("STICK")
    (stick / "photo.jsonl").write_bytes(content)
    (file,) = box.look().files
    assert "photo.jsonl is no game of Companion" in file.broken
    assert box.take(Path(file.id)) != ""
    assert box.library.games() == ()


def test_a_game_cut_off_on_the_stick_is_refused_and_nothing_is_taken_in(box: Box) -> None:
    game_id = box.game()
    stick = box.plug("STICK")
    box.save()
    file = stick / FOLDER / f"{game_id}.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    assert "Line 5 cannot be read" in box.take(file)
    assert "Zeile 5 lässt sich nicht lesen" in i18n.load("de").translated(box.said[-1])
    assert len(box.library.games()) == 1
    file.unlink()
    assert "cannot be read" in box.take(file)


MOUNTS = r"""
24 31 0:22 / /proc rw,nosuid,nodev,noexec,relatime shared:13 - proc proc rw
31 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw
84 31 179:1 / /boot/firmware rw,relatime shared:44 - vfat /dev/mmcblk0p1 rw,fmask=0022
51 24 0:38 / /proc/sys/fs/binfmt_misc rw,relatime shared:15 - autofs systemd-1 rw,fd=35
312 31 0:51 / /run/media rw,nosuid,nodev shared:170 - tmpfs tmpfs rw,size=800k
330 31 8:17 / /media/anna/GRANNY\040\134\040ME rw master:7 propagate_from:2 - vfat /dev/sdb1 rw
344 312 8:33 / /run/media/companion-GAMES rw,nosuid,nodev,noexec,sync - exfat /dev/sdc1 rw
"""
"""As the kernel of a Raspberry Pi writes it; a line may have any number of optional fields."""


def test_a_stick_is_found_where_the_kernel_says(tmp_path: Path) -> None:
    (tmp_path / "mountinfo").write_text(MOUNTS)
    found = Sticks(tmp_path / "mountinfo").found()
    assert [(str(stick.path), stick.name) for stick in found] == [
        (r"/media/anna/GRANNY \ ME", r"GRANNY \ ME"),
        ("/run/media/companion-GAMES", "GAMES"),
    ]


def test_a_mistake_of_ours_is_answered_and_the_screen_waits_for_nothing(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    box.game()
    stick = box.plug("STICK")
    monkeypatch.setattr(Library, "games", broken)
    monkeypatch.setattr(Library, "take_in", broken)
    (stick / "a.jsonl").write_text("x")
    german = i18n.load("de")
    for said in (box.save(), box.take(stick / "a.jsonl")):
        assert german.translated(said).startswith("Companion hat da einen Fehler gemacht (Zero")
