"""companion-box on a machine of files: new releases and the way back, in and out of the kiosk."""

from __future__ import annotations

import tarfile

import pytest

from tests.pi.machine import Machine

GAME = "var/lib/companion/games/evening.companion"


def released(box: Machine, *versions: str) -> None:
    for version in versions:
        box.version(version)
        box.box("update", str(box.repo))


def test_a_new_release_runs_and_the_one_before_is_kept(box: Machine) -> None:
    old = box.link("current")
    box.version("2.0")
    said = box.box("update", str(box.repo))
    assert box.link("current").startswith("2.0-") and box.link("previous") == old
    assert (box.fake / "active").exists() and "companion-box rollback" in said
    with tarfile.open(box.root / "var/lib/companion/before-update.tar") as kept:
        assert "./games/evening.companion" in kept.getnames()


def test_the_copy_of_the_games_is_written_through_no_link_and_by_their_user(box: Machine) -> None:
    """The folder is the app's: root must not write where it could have put a link."""
    target = box.root / "etc/passwd"
    target.write_text("root")
    (box.root / "var/lib/companion/before-update.tar.new").symlink_to(target)
    (box.root / "var/lib/companion/before-update.tar").symlink_to(target)
    released(box, "2.0")
    assert target.read_text() == "root"
    assert not (box.root / "var/lib/companion/before-update.tar").is_symlink()
    writers = [line for line in box.told().splitlines() if "before-update" in line]
    assert writers and all(line.startswith("runuser -u companion --") for line in writers)


def test_only_two_releases_are_kept(box: Machine) -> None:
    released(box, "2.0", "3.0")
    kept = sorted(path.name[:3] for path in (box.root / "opt/companion/releases").iterdir())
    assert kept == ["2.0", "3.0"]


def test_the_release_that_runs_already_is_not_built_again(box: Machine) -> None:
    box.forget()
    assert "runs already" in box.box("update", str(box.repo))
    assert "systemctl stop" not in box.told() and "venv" not in box.told()


@pytest.mark.parametrize("fault", ["bank", "data"])
def test_a_release_that_fails_its_check_never_runs(box: Machine, fault: str) -> None:
    old = box.link("current")
    box.version("2.0")
    box.fault(fault)
    said = box.box("update", str(box.repo), status=1)
    assert f"does not pass its check, so {old} stays" in said
    assert box.link("current") == old
    assert "systemctl stop" not in box.told(), "the table was interrupted"


def test_a_release_that_does_not_start_is_taken_back_by_itself(box: Machine) -> None:
    old = box.link("current")
    unit = box.root / "etc/systemd/system/companion.service"
    before = unit.read_text()
    box.version("2.0")
    box.fault("start")
    new_unit = box.repo / "hardware/pi/files/companion.service"
    new_unit.write_text(before.replace("WatchdogSec=10", "WatchdogSec=1"))
    box.put("journal", "a module is missing")
    said = box.box("update", str(box.repo), status=1)
    assert "did not come up within 60 seconds" in said and "a module is missing" in said
    assert f"{old} runs again and no game was touched" in said
    assert box.link("current") == old and (box.fake / "active").exists()
    assert unit.read_text() == before, "the old program with the new service"
    assert (box.root / GAME).read_text() == "a game"
    assert not (box.root / "opt/companion/trial").exists()


def test_an_update_that_cannot_keep_the_games_leaves_the_table_running(box: Machine) -> None:
    """As on a card that is full."""
    old = box.link("current")
    (box.root / "var/lib/companion/before-update.tar.new").mkdir()
    box.version("2.0")
    said = box.box("update", str(box.repo), status=1)
    assert "could not be copied before the change; usually the card is full" in said
    assert box.link("current") == old and (box.fake / "active").exists()
    box.box("update", str(box.repo))
    assert box.link("current") != old


def test_rollback_and_forward_again(box: Machine) -> None:
    old = box.link("current")
    released(box, "2.0")
    (box.root / GAME).write_text("a game, played on")
    box.box("rollback")
    assert box.link("current") == old and box.link("previous").startswith("2.0")
    assert (box.root / GAME).read_text() == "a game, played on"
    box.box("rollback")
    assert box.link("current").startswith("2.0")


def test_without_an_earlier_release_there_is_no_way_back(box: Machine) -> None:
    assert "the one that runs is the first" in box.box("rollback", status=1)


def test_a_plug_pulled_in_mid_update_does_not_leave_a_box_that_does_not_start(
    box: Machine,
) -> None:
    old = box.link("current")
    released(box, "2.0")
    (box.root / "opt/companion/trial").write_text(old)
    said = box.box("trouble")
    assert f"going back to {old}" in said and box.link("current") == old
    assert (box.fake / "active").exists()


def test_the_screen_after_a_crash_loop_says_what_is_wrong_in_both_languages(box: Machine) -> None:
    (box.root / "dev/dri/card0").touch()
    plug = box.root / "sys/class/drm/card0-DSI-1/status"
    plug.parent.mkdir(parents=True)
    plug.write_text("connected\n")
    box.put("journal", "no memory left\nno memory left")
    said = box.box("trouble")
    assert "The trading unit does not start.  Your games are kept." in said
    assert "Die Handelseinheit startet nicht.  Eure Spiele sind da." in said
    assert said.count("no memory left") == 1
    assert all(len(line) <= 98 for line in said.splitlines()), "wider than a 7-inch console"
    assert said.count("\n") <= 28
    plug.write_text("disconnected\n")
    said = box.box("trouble")
    assert "No screen was found" in said and "kein Bildschirm gefunden" in said
    (box.root / "dev/dri/card0").unlink()
    assert "dtoverlay=vc4-kms-v3d" in box.box("trouble")
    (box.fake / "own-disk").touch()
    said = box.box("trouble")
    assert "partition with the games is missing" in said and "mit den Spielen fehlt" in said


@pytest.mark.parametrize(
    ("result", "code", "status", "job", "login"),
    [
        ("success", "exited", "0", "0", True),
        ("success", "exited", "0", "", True),
        ("success", "exited", "0", "4711", False),  # stopped, restarted or switched off
        ("exit-code", "exited", "1", "0", False),
        ("watchdog", "killed", "ABRT", "0", False),
        ("signal", "killed", "KILL", "0", False),
    ],
)
def test_only_a_player_leaving_opens_the_login(
    box: Machine, result: str, code: str, status: str, job: str, login: bool
) -> None:
    box.put("job", job)
    box.box("after-exit", SERVICE_RESULT=result, EXIT_CODE=code, EXIT_STATUS=status)
    assert ("start getty@tty1.service" in box.told()) is login


@pytest.mark.parametrize(
    ("state", "job", "told"),
    [
        ("failed", "0", True),
        ("inactive", "", True),  # what it needs, such as the games' disk, is not there
        ("activating", "0", False),  # it starts again by itself
        ("failed", "4711", False),  # somebody has asked for a start
    ],
)
def test_the_screen_tells_only_of_a_box_that_is_given_up(
    box: Machine, state: str, job: str, told: bool
) -> None:
    box.put("state", state)
    box.put("job", job)
    box.box("given-up")
    assert ("start companion-trouble.service" in box.told()) is told


def test_leaving_and_coming_back(box: Machine) -> None:
    box.box("leave")
    assert not (box.fake / "active").exists()
    assert (box.fake / "enabled/companion.service").exists(), "not there after power-on"
    assert "start getty@tty1.service" in box.told()
    box.box("leave", "--for-good")
    assert not (box.fake / "enabled/companion.service").exists()
    box.box("enter")
    assert (box.fake / "active").exists()
    assert (box.fake / "enabled/companion.service").exists()


def test_with_a_desktop_leaving_shows_the_desktop(box: Machine) -> None:
    (box.fake / "desktop").touch()
    box.box("leave")
    assert "start display-manager.service" in box.told() and "getty" not in box.told()


def test_status_in_one_look(box: Machine) -> None:
    said = box.box("status")
    assert f"release    {box.link('current')}" in said
    assert "panel      screen" in said and "games      1 in" in said
    assert "ActiveState active" in said


@pytest.mark.parametrize("command", ["update", "rollback", "leave", "enter"])
def test_who_may_not_change_the_machine_is_told_how(box: Machine, command: str) -> None:
    box.put("uid", "1000")
    before = box.tree()
    assert f"run it with: sudo companion-box {command}" in box.box(command, status=1)
    assert box.tree() == before


def test_an_update_from_nowhere_says_where_to_write_it(box: Machine) -> None:
    assert "write SOURCE= into" in box.box("update", status=1)
    said = box.box("update", str(box.root), status=1)
    assert "there is no Companion in" in said


def test_an_update_from_a_folder_in_the_settings(box: Machine) -> None:
    conf = box.root / "etc/companion/box.conf"
    conf.write_text(conf.read_text().replace("SOURCE=", f"SOURCE={box.repo}"))
    box.version("2.0")
    box.box("update")
    assert box.link("current").startswith("2.0-")


def test_a_branch_or_tag_is_fetched_from_where_the_settings_say(box: Machine) -> None:
    git = ("git", "-C", str(box.repo), "-c", "user.name=a", "-c", "user.email=a@b")
    box.version("2.0")
    box.run(*git, "init", "--quiet")
    box.run(*git, "add", "--all")
    box.run(*git, "commit", "--quiet", "-m", "2.0")
    box.run(*git, "tag", "v2.0")
    conf = box.root / "etc/companion/box.conf"
    conf.write_text(conf.read_text().replace("SOURCE=", f"SOURCE=file://{box.repo}"))
    assert "'v9' cannot be fetched" in box.box("update", "v9", status=1)
    box.box("update", "v2.0")
    assert box.link("current").startswith("2.0-")


def test_what_is_no_command_gets_the_list(box: Machine) -> None:
    assert "companion-box update" in box.box("upgrade", status=2)
    assert "companion-box rollback" in box.box("--help")
