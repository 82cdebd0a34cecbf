"""setup.sh on a machine of files: what it says, what it changes, and that it gives all back."""

from __future__ import annotations

import pytest

from tests.pi.machine import CMDLINE, Machine

STEPS = ("Packages", "User", "Release", "Box", "Console", "Boot", "Start")


def test_a_dry_run_says_every_step_and_changes_nothing(machine: Machine) -> None:
    before = machine.tree()
    machine.put("uid", "1000")
    said = machine.setup("--dry-run")
    assert machine.tree() == before
    for step in STEPS:
        assert f"\n{step}: " in said
    assert "would: installs" in said and "libgbm1" in said
    assert "would: builds release 1.0-" in said
    assert "Nothing was changed" in said
    for word in ("install ", "useradd", "enable ", "set-default"):
        assert f" {word}" not in machine.told() and f"\n{word}" not in machine.told()


def test_a_second_setup_changes_nothing(machine: Machine) -> None:
    first = machine.setup()
    assert "Restart once" in first
    after = machine.tree()
    machine.forget()
    again = machine.setup()
    assert "Nothing had to be changed." in again and "Restart once" not in again
    assert machine.tree() == after
    assert "systemctl --no-block restart" not in machine.told(), "the table was interrupted"


def test_after_setup_the_table_starts_with_the_power(box: Machine) -> None:
    assert (box.fake / "enabled/companion.service").exists()
    assert not (box.fake / "enabled/getty@tty1.service").exists()
    assert (box.fake / "active").exists()
    groups = (box.fake / "user").read_text().split()
    assert groups == ["dialout", "gpio", "input", "video", "render", "audio"]


def test_groups_that_are_not_there_are_left_out_and_named(machine: Machine) -> None:
    machine.put("groups", "dialout\nvideo\naudio")
    assert "There is no group gpio here" in machine.setup()


def test_a_desktop_does_not_start_with_the_power_and_does_again_afterwards(
    machine: Machine,
) -> None:
    (machine.root / "etc/systemd/system/display-manager.service").touch()
    (machine.fake / "desktop").touch()
    machine.setup()
    assert (machine.fake / "default").read_text().strip() == "multi-user.target"
    machine.setup("--uninstall")
    assert not (machine.root / "etc/systemd/system/default.target").is_symlink()
    assert "systemctl --no-block start display-manager.service" in machine.told()


def test_without_a_desktop_the_start_is_not_changed(machine: Machine) -> None:
    machine.setup()
    assert "set-default" not in machine.told()


@pytest.mark.parametrize("line", [CMDLINE, CMDLINE.strip(), "consoleblank=300 quiet\n"])
def test_the_kernels_line_stays_one_line(machine: Machine, line: str) -> None:
    file = machine.root / "boot/firmware/cmdline.txt"
    file.write_text(line)
    machine.setup()
    words = file.read_text().split("\n")
    assert [word for word in words[1:] if word] == []
    assert line.split() == [word for word in words[0].split() if word != "consoleblank=0"]
    assert "consoleblank" in words[0]
    machine.setup("--uninstall")
    assert file.read_text().strip() == line.strip()


def test_a_card_without_the_graphics_driver_is_told(machine: Machine) -> None:
    (machine.root / "boot/firmware/config.txt").write_text("dtoverlay=vc4-fkms-v3d\n")
    assert "dtoverlay=vc4-kms-v3d: without it there is no picture" in machine.setup()


def test_what_needs_a_running_machine_is_left_out_by_name(machine: Machine) -> None:
    (machine.root / "run/systemd/system").rmdir()
    (machine.root / "boot/firmware/cmdline.txt").unlink()
    said = machine.setup()
    assert "- starting the kiosk" in said
    assert "- the kernel's command line: there is no /boot/firmware/cmdline.txt" in said


def test_uninstall_gives_the_machine_back_and_keeps_the_games(machine: Machine) -> None:
    before = machine.tree()
    installed = (machine.fake / "installed").read_text()
    machine.setup()
    game = machine.root / "var/lib/companion/evening.companion"
    game.write_text("a game")
    said = machine.setup("--uninstall")
    assert "The games are kept" in said
    left = {place for place in machine.tree() if place not in before}
    assert left == {"var/lib/companion", "var/lib/companion/evening.companion"}
    assert {place: machine.tree()[place] for place in before} == before
    assert (machine.fake / "installed").read_text() == installed
    assert not (machine.fake / "user").exists()
    assert (machine.fake / "enabled/getty@tty1.service").exists()
    assert not (machine.fake / "enabled/companion.service").exists()
    machine.setup("--uninstall", "--purge")
    assert not game.exists()


def test_a_dry_uninstall_changes_nothing(box: Machine) -> None:
    before = box.tree()
    said = box.setup("--uninstall", "--dry-run")
    assert "would: removes /opt/companion" in said
    assert box.tree() == before


def test_the_panel_is_kept_in_the_box_and_can_be_changed(machine: Machine) -> None:
    conf = machine.root / "etc/companion/box.conf"
    machine.setup("--panel", "gpio")
    assert "PANEL=gpio\n" in conf.read_text()
    conf.write_text(conf.read_text() + "ALSA_CARD=Headphones\n")
    machine.setup()
    assert "PANEL=gpio\n" in conf.read_text() and "ALSA_CARD=Headphones" in conf.read_text()
    machine.setup("--panel", "serial:/dev/companion-unit")
    assert "PANEL=serial:/dev/companion-unit\n" in conf.read_text()


@pytest.mark.parametrize(
    ("what", "value", "words", "sentence"),
    [
        ("uid", "1000", (), "run it with: sudo"),
        ("architecture", "armhf", (), "64 bits only"),
        ("python", "3.9", (), "Python is 3.9 here and has to be 3.11 to 3.13"),
        ("python", "3.14", (), "Python is 3.14 here"),
        ("uid", "0", ("--panel", "keyboard"), "'keyboard' is no panel"),
        ("uid", "0", ("--purge",), "only goes with --uninstall"),
        ("uid", "0", ("--from", "/no/stick"), "there is no folder /no/stick"),
        ("uid", "0", ("--from",), "--from needs a word behind it"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    machine: Machine, what: str, value: str, words: tuple[str, ...], sentence: str
) -> None:
    machine.put(what, value)
    before = machine.tree()
    said = machine.setup(*words, status=1)
    told = [line for line in said.splitlines() if line.startswith("companion: ")]
    assert len(told) == 1 and sentence in told[0]
    assert machine.tree() == before


def test_a_release_cut_off_while_it_was_built_is_built_anew(box: Machine) -> None:
    name = box.link("current")
    (box.root / f"opt/companion/releases/{name}/complete").unlink()
    assert f"builds release {name}" in box.setup()
    assert (box.root / f"opt/companion/releases/{name}/complete").exists()


def test_a_release_that_cannot_be_built_leaves_nothing_half(machine: Machine) -> None:
    machine.fault("build")
    said = machine.setup(status=1)
    assert "could not be built" in said and "bundle.sh" in said
    assert list((machine.root / "opt/companion/releases").iterdir()) == []


def test_packages_others_need_by_now_stay(box: Machine) -> None:
    fake = box.fake / "needed"
    fake.touch()
    said = box.setup("--uninstall")
    assert "The packages stay, since these need them by now: kodi" in said
    assert "libgbm1" in (box.fake / "installed").read_text()


def test_from_a_stick_nothing_is_asked_of_the_network(machine: Machine) -> None:
    stick = machine.repo.parent / "stick"
    (stick / "wheels").mkdir(parents=True)
    (stick / "debs").mkdir()
    (stick / "debs/libgbm1.deb").touch()
    machine.repo.rename(stick / "repo")
    machine.run(stick / "repo/hardware/pi/setup.sh", "--from", str(stick))
    assert "apt-get update" not in machine.told()
    assert f"{stick}/debs/libgbm1.deb" in machine.told()


def test_a_stick_may_be_named_from_where_one_stands(machine: Machine) -> None:
    stick = machine.repo.parent / "stick"
    stick.mkdir()
    machine.repo.rename(stick / "repo")
    machine.run("bash", "-c", f"cd {stick} && repo/hardware/pi/setup.sh --from . --dry-run")


def test_a_user_who_was_there_before_is_there_afterwards(machine: Machine) -> None:
    """Somebody may log in under this name."""
    (machine.fake / "user").touch()
    machine.setup()
    machine.setup()
    machine.setup("--uninstall")
    assert (machine.fake / "user").exists()


def test_a_bundle_overwrites_no_folder_of_somebody_else(machine: Machine) -> None:
    """`bundle.sh ~` where ~/repo is somebody's work, perhaps this very program."""
    said = machine.run(machine.repo / "hardware/pi/bundle.sh", str(machine.repo.parent), status=1)
    assert "has a folder repo already" in said
    assert (machine.repo / "companion/__init__.py").exists()


def test_a_later_setup_whose_release_does_not_start_leaves_the_one_that_runs(box: Machine) -> None:
    old = box.link("current")
    box.version("2.0")
    box.fault("start")
    assert f"{old} runs again" in box.setup(status=1)
    assert box.link("current") == old and (box.fake / "active").exists()
    (box.repo / "companion/fault").unlink()
    box.setup()
    assert box.link("current").startswith("2.0-") and box.link("previous") == old
