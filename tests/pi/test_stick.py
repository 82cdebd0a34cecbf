"""A memory stick: where the app finds it, with which rights, and that it goes without a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pi.machine import Machine


def put_in(box: Machine, kind: str, label: str = "FAMILY") -> Path:
    box.put("kind", kind)
    box.put("label", label)
    box.stick("mount", "sda1")
    return box.root / "media"


@pytest.mark.parametrize("kind", ["vfat", "exfat", "ext4"])
def test_a_stick_is_there_for_the_app_and_runs_nothing(box: Machine, kind: str) -> None:
    media = put_in(box, kind)
    assert (media / "companion-FAMILY").is_dir()
    (order,) = [line for line in box.told().splitlines() if line.startswith(f"mount -t {kind}")]
    assert "nosuid,nodev,noexec,nosymfollow" in order
    assert ("uid=999,gid=999" in order) is (kind != "ext4")
    box.stick("unmount", "sda1")
    assert list(media.iterdir()) == []
    assert list((box.root / "run/companion-sticks").iterdir()) == []


def test_on_a_stick_with_owners_the_app_gets_a_folder_of_its_own(box: Machine) -> None:
    put_in(box, "ext4")
    here = f"{box.root}/run/companion-sticks/sda1/companion"
    assert f"install -d -o companion -g companion -m 755 {here}" in box.told()
    assert f"mount --bind {here} {box.root}/media/companion-FAMILY" in box.told()


def test_a_link_in_place_of_that_folder_opens_nothing_and_changes_nothing(box: Machine) -> None:
    """A stranger's stick: what its link names would be given away, as root."""
    target = box.root / "var/lib/target"
    target.mkdir(mode=0o700)
    here = box.root / "run/companion-sticks/sda1"
    here.mkdir(parents=True)
    (here / "companion").symlink_to(target)
    box.put("kind", "ext4")
    box.put("label", "EVIL")
    assert "is no folder" in box.stick("mount", "sda1", status=1)
    assert target.stat().st_mode & 0o777 == 0o700
    assert "install" not in box.told() and "--bind" not in box.told()
    assert list((box.root / "media").iterdir()) == []


@pytest.mark.parametrize(
    ("label", "folder"),
    [("", "companion-sda1"), ("../ETC x", "companion-ETCx"), ("a/b", "companion-ab")],
)
def test_a_label_becomes_a_plain_name(box: Machine, label: str, folder: str) -> None:
    assert [path.name for path in put_in(box, "vfat", label).iterdir()] == [folder]


def test_two_sticks_of_one_name_do_not_hide_each_other(box: Machine) -> None:
    media = put_in(box, "vfat")
    box.stick("mount", "sdb1")
    found = sorted(path.name for path in media.iterdir())
    assert found == ["companion-FAMILY", "companion-FAMILY-sdb1"]


def test_the_machines_own_disk_is_left_alone(box: Machine) -> None:
    (box.fake / "own-disk").touch()
    assert "left alone" in box.stick("mount", "sda1")
    assert "mount -t" not in box.told()


@pytest.mark.parametrize("kind", ["vfat", "ext4"])
def test_a_damaged_stick_is_one_sentence(box: Machine, kind: str) -> None:
    """And no folder of the memory's stands for it: what is written there is gone at night."""
    (box.fake / "damaged").write_text(f"mount -t {kind}")
    box.put("kind", kind)
    box.put("label", "OLD")
    said = box.stick("mount", "sda1", status=1)
    assert said.count("\n") == 1 and "check it on another computer" in said
    assert list((box.root / "media").iterdir()) == []
