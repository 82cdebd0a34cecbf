"""Sticks, settings and printings of strangers: nothing is written elsewhere, nothing hangs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from companion.core.edition import EditionFault
from companion.games import loader
from companion.storage.settings import Settings
from companion.storage.settings import load as load_settings
from companion.storage.usb import FOLDER
from tests.storage.test_usb import Box


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_a_link_where_the_file_is_made_is_not_followed(box: Box, tmp_path: Path) -> None:
    game_id, victim = box.game(), tmp_path / "victim"
    victim.write_text("mine")
    stick = box.plug("S")
    (stick / FOLDER).mkdir()
    for end in ("jsonl", "csv"):
        (stick / FOLDER / f"{game_id}.{end}.new").symlink_to(victim)
    assert "You can pull the stick out now" in box.save(game_id)
    assert victim.read_text() == "mine"
    assert not (stick / FOLDER / f"{game_id}.jsonl").is_symlink()


def test_a_link_in_place_of_the_folder_is_not_followed(box: Box, tmp_path: Path) -> None:
    game_id, stick, victim = box.game(), box.plug("S"), tmp_path / "victim"
    victim.mkdir()
    (stick / FOLDER).symlink_to(victim)
    assert "You can pull" not in box.save(game_id)
    assert not list(victim.iterdir())


@pytest.mark.parametrize("kind", ["pipe", "device", "loop", "folder"])
def test_what_is_no_file_is_neither_waited_for_nor_replaced(box: Box, kind: str) -> None:
    game_id, stick = box.game(), box.plug("S")
    folder = stick / FOLDER
    folder.mkdir()
    there = folder / f"{game_id}.jsonl"
    match kind:
        case "pipe":
            os.mkfifo(there)
        case "device":
            there.symlink_to("/dev/zero")
        case "loop":
            there.symlink_to(there.name)
        case _:
            there.mkdir()
    assert "You can pull the stick out now" in box.save(game_id)
    assert (folder / f"{game_id}-2.jsonl").is_file()
    assert [Path(file.id).name for file in box.look().files] == [f"{game_id}-2.jsonl"]
    assert "cannot be read" in box.take(there)


def test_an_endless_file_is_not_read_to_its_end(box: Box) -> None:
    stick = box.plug("S")
    sparse = stick / "big.jsonl"
    sparse.touch()
    os.truncate(sparse, 1 << 33)
    assert "cannot be read" in box.take(sparse)
    assert box.look().files[0].broken


def test_letters_no_screen_can_draw_are_no_game(box: Box) -> None:
    game_id, stick = box.game(), box.plug("S")
    box.save(game_id)
    saved = stick / FOLDER / f"{game_id}.jsonl"
    head, _, rest = saved.read_text().partition("\n")
    named = json.dumps({**json.loads(head), "title": "\ud800"})
    (stick / "a.jsonl").write_text(f"{named}\n{rest}")
    os.rename(saved, os.fsencode(stick) + b"/\xff.jsonl")
    (file,) = box.look().files
    assert file.broken


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 3000, "volume = " + "9" * 6000, "\ufeffvolume = 10"]
)
def test_settings_of_any_kind_start_the_app(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    settings, faults = load_settings(path, Settings())
    assert (settings.volume == 10 and not faults) or (settings == Settings() and faults)


def test_a_pipe_for_settings_or_a_printing_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    assert load_settings(tmp_path / "settings.toml", Settings())[0] == Settings()
    os.mkfifo(tmp_path / "own.toml")
    loader.look_in(tmp_path)
    with pytest.raises(EditionFault, match="cannot be read"):
        loader.load("own")
    loader.look_in(tmp_path / "nowhere")
