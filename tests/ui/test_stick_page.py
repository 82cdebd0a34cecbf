"""The USB stick on the screen: a game saved by touch, taken in by touch, and every fault told."""

from __future__ import annotations

from pathlib import Path

from companion.storage.library import StickView
from companion.storage.usb import FOLDER, Sticks
from tests.ui.test_flow import Table, table

LINE = "40 24 8:1 / {path} rw,nosuid shared:9 - vfat /dev/sda1 rw\n"


def stick_in(play: Table, folder: Path) -> Path:
    """A stick is plugged in; where it is mounted."""
    path = folder / "media" / "companion-OMA"
    path.mkdir(parents=True, exist_ok=True)
    mounts = folder / "mountinfo"
    mounts.write_text(LINE.format(path=path))
    play.parts.frontend.stick.sticks = Sticks(mounts, (folder / "media",))
    return path


def a_game(play: Table) -> None:
    play.tap("New game")
    play.advance(0)
    play.tap("Start · 1,500 each")
    play.advance(0)


def test_a_game_is_saved_on_the_stick_and_taken_in_again(tmp_path: Path) -> None:
    with table(tmp_path / "data") as play:
        path = stick_in(play, tmp_path)
        a_game(play)
        play.tap("Ledger")
        play.advance(0)
        play.tap("Export")
        play.tap("To a USB stick")
        play.advance(0)
        assert any("OMA" in words for words in play.read())
        play.tap("Save this game on the stick")
        play.advance(0)
        assert play.stage.root.notice == "The game is on OMA. You can pull the stick out now."
        assert len(list((path / FOLDER).iterdir())) == 2
        play.tap("Take in")
        play.advance(0)
        assert play.stage.root.page_id == "games"
        assert len(play.stage.root.page.list.rows) == 2


def test_all_games_are_saved_from_the_list(tmp_path: Path) -> None:
    with table(tmp_path / "data") as play:
        path = stick_in(play, tmp_path)
        a_game(play)
        play.parts.frontend.close_game(lambda _: None)
        play.advance(0)
        play.advance(400)  # a page that has just come up is not touched yet
        a_game(play)
        play.tap("menu")
        play.tap("Games")
        play.advance(0)
        play.tap("USB stick")
        play.advance(0)
        play.tap("Save all games on the stick")
        play.advance(0)
        assert "2 games are on OMA" in play.stage.root.notice
        assert len(list((path / FOLDER).glob("*.jsonl"))) == 2


def test_without_a_stick_it_says_what_to_do_and_finds_one_by_itself(tmp_path: Path) -> None:
    with table(tmp_path / "data") as play:
        play.parts.frontend.stick.sticks = Sticks(tmp_path / "none")
        play.tap("Games")
        play.advance(0)
        play.tap("USB stick")
        play.advance(0)
        page = play.stage.root.page
        assert "plug one in" in page.head and not page.ready
        stick_in(play, tmp_path)
        looked: list[StickView] = []
        play.parts.frontend.stick.look(looked.append)
        page._look()  # the page's own clock does this every two seconds
        play.advance(0)
        assert page.ready and page.head.startswith("OMA: ")
        page.leave()


def test_a_fault_is_one_sentence_on_the_screen(tmp_path: Path) -> None:
    with table(tmp_path / "data") as play:
        path = stick_in(play, tmp_path)
        (path / "photo.jsonl").write_text("no game")
        a_game(play)
        play.stage.root.open("stick")
        play.advance(400)
        play.advance(0)
        assert "photo.jsonl is no game of Companion." in play.read()
        play.parts.frontend.stick.sticks = Sticks(tmp_path / "none")
        play.tap("Save this game on the stick")
        play.advance(0)
        assert "plug one in" in play.stage.root.notice
