"""`make kiosk-check`: setup.sh in a fresh Debian, the box under the real systemd, and the box with
a kernel, a screen and a sound card of its own in an emulated PC.

Needs root, debootstrap, qemu and a Debian mirror, and an hour. What only a real Pi can show is
listed at the end.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.pi import virtual_box
from tests.pi.debian import Booted, Debian, NotAsItShould, Tree, booted, differences, memory_stick

ROOT = Path(__file__).parents[2]
PI = ROOT / "hardware/pi"
PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
SETUP = "/mnt/stick/repo/hardware/pi/setup.sh"
BOX = "/usr/local/bin/companion-box"
GAMES = "/var/lib/companion/games"
WATCHDOG_S = 10

NO_SCREEN = """\
[Service]
Environment=SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy
"""
STAND_IN = """\
[Service]
ExecStart=
ExecStart=/usr/bin/python3 -c "{}"
"""
READY = (
    "import os, socket, sys, time;"
    " s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM);"
    " s.sendto(b'READY=1', os.environ['NOTIFY_SOCKET'].replace('@', chr(0)));"
)
ON_A_PI_ONLY = (
    "the Pi's own graphics driver, a real touchscreen and its rotation",
    "pins, a real sound card, backlight and the USB cable to the microcontroller",
    "a stick plugged in and pulled out, FAT and exFAT (mounting an ext4 one is checked)",
    "the kernel's command line in effect (the file is checked)",
    "the desktop's return on Raspberry Pi OS Desktop (the login's is checked)",
)

# What installing and removing packages, and running at all, leaves behind in Debian.
LEFT_BY_DEBIAN = re.compile(
    r"/var/(lib/(dpkg|apt|ucf|pam|alsa)|lib/systemd|cache|log)(/|$)"
    r"|/etc/((sub|)[ug]id-|passwd-|group-|g?shadow-|ld\.so\.cache$|\.pwd\.lock$|xml$)"
    r"|/(etc|var)/\.updated$|/usr/share/polkit-1/rules\.d$|/var/lib(/polkit-1)?$"
    r"|/usr/(lib|share)(/.*)?/__pycache__(/|$)|\.pyc$"
)
ACCOUNTS = ("/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow")
"""Debian keeps the accounts of removed packages, here polkitd's."""


def say(text: str) -> None:
    """One line of the protocol, with the seconds since the start."""
    print(f"{time.monotonic() - STARTED:6.1f} s  {text}", flush=True)


STARTED = time.monotonic()


def expect(true: bool, what: str) -> None:
    """Raise NotAsItShould unless ``true``."""
    if not true:
        raise NotAsItShould(what)


def make_stick(folder: Path, suite: str) -> Path:
    """What bundle.sh makes, for this machine and the suite's Python."""
    stick = folder / f"stick-{suite}"
    shutil.rmtree(stick, ignore_errors=True)
    subprocess.run(
        [PI / "bundle.sh", stick],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={
            **os.environ,
            "BUNDLE_MACHINES": platform.machine(),
            "BUNDLE_PYTHONS": PYTHONS[suite],
        },
    )
    return stick


def release(stick: Path, name: str, path: str, old: str, new: str) -> str:
    """A further release on the stick that differs in one place; its folder as seen inside."""
    folder = stick / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(stick / "repo", folder / "repo")
    (folder / "wheels").symlink_to("../wheels")
    file = folder / "repo" / path
    text = file.read_text()
    expect(old in text, f"{path} has no {old!r} any more; mend this check")
    file.write_text(text.replace(old, new, 1))
    return f"/mnt/stick/{name}"


def set_up(debian: Debian) -> Tree:
    """Dry run, first and second setup; returns what the machine was like before."""
    before = debian.tree()
    debian.run(SETUP, "--from", "/mnt/stick", "--dry-run")
    changed = differences(before, debian.tree())
    expect(changed == [], f"--dry-run changed {changed}")
    say("setup.sh --dry-run changes no file")
    said = debian.run(SETUP, "--from", "/mnt/stick")
    print(said)
    after = debian.tree()
    say(f"setup.sh: {len(differences(before, after))} places are new or changed")
    said = debian.run(SETUP, "--from", "/mnt/stick")
    changed = differences(after, debian.tree())
    expect(changed == [] and "Nothing had to be changed." in said, f"again: {changed}\n{said}")
    say(f"setup.sh a second time: 0 of {len(after)} places changed")
    units = [f"companion{name}.service" for name in ("", "-given-up", "-trouble", "-stick@sda1")]
    said = debian.run("systemd-analyze", "verify", *units)
    expect(not re.search(r"companion", said), f"systemd-analyze verify: {said}")
    say("systemd-analyze verify is silent")
    for unit in units:
        rating = debian.run("systemd-analyze", "security", "--offline=true", unit)
        say(rating.strip().splitlines()[-1].lstrip("→ "))
    return before


def put_game(debian: Debian) -> None:
    """A game that lay on the table when the power went off."""
    debian.run(
        "runuser", "-u", "companion", "--", "sh", "-c",
        f"mkdir -p {GAMES} && cd {GAMES} && echo '{{\"do\":\"land\",\"who\":\"A\",\"pos\":39}}' |"
        " /opt/companion/current/.venv/bin/companion pipe --edition classic_us --players A,B"
        " --game evening.companion && printf evening >../on-the-table",
    )  # fmt: skip


def drop_in(system: Booted, text: str) -> None:
    """Change the service for the check, as an admin would."""
    folder = "/etc/systemd/system/companion.service.d"
    system.run("sh", "-c", f"mkdir -p {folder}; cat >{folder}/check.conf <<'END'\n{text}END\n")
    system.run("systemctl", "daemon-reload")
    system.run("systemctl", "reset-failed", "companion.service")


def watchdog(system: Booted) -> None:
    """The real app comes up, is stalled, and comes back into the same game."""
    took = system.until("the kiosk draws", lambda: system.shown("ActiveState") == "active", 60)
    say(f"the kiosk is up {took:.1f} s after the system; status: {system.shown('StatusText')}")
    games = 'game evening "'
    system.until("the game is opened", lambda: games in system.said(), 10)
    pid = system.shown("MainPID")
    system.run("systemctl", "kill", "--kill-who=main", "--signal=STOP", "companion.service")
    took = system.until(
        "the stalled app is started again",
        lambda: (
            system.shown("MainPID") not in (pid, "0") and system.shown("ActiveState") == "active"
        ),
        WATCHDOG_S + 15,
    )
    system.until("into the same game", lambda: system.said().count(games) == 2, 10)
    say(f"stalled: killed and back in the same game after {took:.1f} s (WatchdogSec={WATCHDOG_S})")
    pid = system.shown("MainPID")
    system.run("systemctl", "kill", "--kill-who=main", "--signal=KILL", "companion.service")
    took = system.until(
        "the killed app is started again",
        lambda: (
            system.shown("MainPID") not in (pid, "0") and system.shown("ActiveState") == "active"
        ),
        20,
    )
    say(f"killed: back after {took:.1f} s")


def leaving(system: Booted) -> None:
    """Exit status 0 opens the login; stopping, restarting and crashing do not."""
    drop_in(system, NO_SCREEN + STAND_IN.format(READY + " time.sleep(2); sys.exit(0)"))
    system.clear()
    system.run("systemctl", "restart", "companion.service")
    system.until("a login after exit status 0", lambda: "login:" in system.screen(), 20)
    expect(system.shown("ActiveState") == "inactive", "the kiosk came back by itself")
    say("exit status 0: the login is on the screen, the kiosk stays away")
    drop_in(system, NO_SCREEN)
    system.run(BOX, "enter")
    expect(system.shown("ActiveState", "getty@tty1.service") == "inactive", "login beside kiosk")
    say("companion-box enter: the kiosk is back, the login gone")
    system.clear()
    system.run("systemctl", "restart", "companion.service")
    time.sleep(3)
    expect("login:" not in system.screen(), "a restart showed the login")
    system.run(BOX, "leave")
    system.until("a login after leave", lambda: "login:" in system.screen(), 20)
    say("companion-box leave: the login is on the screen")


def crash_loop(system: Booted) -> None:
    """A program that only crashes ends in a readable screen, and Enter tries again."""
    drop_in(system, NO_SCREEN + STAND_IN.format("import sys; sys.exit('<3>no memory left')"))
    system.clear()
    system.run("systemctl", "--no-block", "restart", "companion.service")
    took = system.until("the trouble screen", lambda: "startet nicht" in system.screen(), 40)
    system.until("the reason on it", lambda: "no memory left" in system.screen(), 10)
    shown = system.screen()
    starts = int(system.shown("NRestarts"))
    expect(starts >= 4, f"given up after {starts} restarts")
    say(f"crash loop: after {starts} restarts and {took:.1f} s this stands on the screen:")
    print("\n".join("        " + line for line in shown.split("\033c")[-1].splitlines()))
    drop_in(system, NO_SCREEN)
    system.type("\n")
    system.until("Enter starts again", lambda: system.shown("ActiveState") == "active", 30)
    say("Enter on that screen: the kiosk runs again")


def missing_disk(system: Booted) -> None:
    """The games' own disk is not there: said on the screen, and no empty table."""
    unit = "/run/systemd/system/var-lib-companion.mount"
    text = "[Mount]\nWhat=/run/no-disk\nWhere=/var/lib/companion\nType=ext4\nOptions=loop\n"
    system.run("systemctl", "stop", "companion.service")
    # In a container systemd makes no units of /etc/fstab, so here is one by hand.
    system.run("sh", "-c", f"cp /etc/fstab /run/fstab; printf '{text}' >{unit}")
    system.run("sh", "-c", "echo '/run/no-disk /var/lib/companion ext4 nofail 0 2' >>/etc/fstab")
    system.run("systemctl", "daemon-reload")
    system.clear()
    system.run("systemctl", "start", "companion.service", fails=True)
    system.until("the missing disk is told", lambda: "Spielen fehlt" in system.screen(), 20)
    expect(system.shown("ActiveState") != "active", "an empty table")
    system.run("sh", "-c", f"cat /run/fstab >/etc/fstab; rm {unit}")
    system.run("systemctl", "daemon-reload")
    system.run(BOX, "enter")
    say("the games' own disk is missing: told on the screen, no empty table")


def updates(system: Booted, stick: Path) -> None:
    """A refused, a failing and a good update, and the way back."""
    first = Path(system.run("readlink", "/opt/companion/current").strip()).name

    def current() -> str:
        return Path(system.run("readlink", "/opt/companion/current").strip()).name

    mute = release(stick, "mute", "companion/cli/pipe.py", "import", "imp ort")
    said = system.run(BOX, "update", mute, fails=True)
    expect("does not pass its check" in said and current() == first, said)
    say("update to a release that cannot bank: refused, nothing switched")
    spoilt = release(stick, "spoilt", "README.md", "Companion", "Companion again")
    (stick / "spoilt/wheels").unlink()
    shutil.copytree(stick / "wheels", stick / "spoilt/wheels")
    with next((stick / "spoilt/wheels").glob("idna-*")).open("ab") as wheel:
        wheel.write(b"x")
    said = system.run(BOX, "update", spoilt, fails=True)
    expect("could not be built" in said and current() == first, said)
    say("update from a stick with a package that was changed: refused, nothing switched")
    start = "    logs.begin"
    broken = release(stick, "broken", "companion/app/run.py", start, f"    raise OSError\n{start}")
    began = time.monotonic()
    said = system.run(BOX, "update", broken, fails=True)
    expect("runs again and no game was touched" in said and current() == first, said)
    expect(system.shown("ActiveState") == "active", "the old release does not run")
    took = time.monotonic() - began
    say(f"update to a release that does not start: back by itself in {took:.0f} s")
    good = release(stick, "good", "companion/__init__.py", '__version__ = "', '__version__ = "9.')
    began = time.monotonic()
    system.run(BOX, "update", good)
    expect(current().startswith("9."), f"{current()} is current")
    expect(f"release    {current()}" in system.run(BOX, "status"), system.run(BOX, "status"))
    say(f"update to a good release: {time.monotonic() - began:.0f} s")
    system.run(BOX, "rollback")
    expect(current() == first and system.shown("ActiveState") == "active", "rollback")
    expect("evening.companion" in system.run("ls", GAMES), "the game is gone")
    say("rollback: the first release runs, the game is there")


def memory(system: Booted) -> None:
    """A memory stick is there for the running app, and goes without a trace."""
    script = "/usr/local/lib/companion/companion-stick"
    place = "/media/companion-FAMILYPHOTOS"
    system.run(script, "mount", "sdz1")
    app = system.shown("MainPID")
    save = f"echo saved >{place}/game.jsonl"
    inside = [
        "nsenter",
        "-t",
        app,
        "-m",
        "-r",
        "-w",
        "-S",
        system.run("id", "-u", "companion").strip(),
    ]
    system.run(*inside, "sh", "-c", save)
    system.run(*inside, "sh", "-c", f"cp /bin/true {place}/run")
    system.run(*inside, f"{place}/run", fails=True)
    system.run(script, "unmount", "sdz1")
    expect(system.run("ls", "/media") == "", "the stick left a folder")
    system.run(script, "mount", "sdz1")
    expect("saved" in system.run("cat", f"{place}/game.jsonl"), "what was saved is gone")
    system.run(script, "unmount", "sdz1")
    say("an ext4 stick: the app saves a game on it, nothing on it runs, it goes without a trace")


def switch_off(system: Booted) -> None:
    """The app's user may switch off, another may not."""
    said = system.run(
        "runuser", "-u", "nobody", "--", "systemctl", "--no-ask-password", "poweroff", fails=True
    )
    expect(not system.is_off(), said)
    order = "import subprocess; subprocess.run(['systemctl', '--no-ask-password', 'poweroff'])"
    drop_in(system, NO_SCREEN + STAND_IN.format(f"{READY} {order}; time.sleep(60)"))
    system.run("systemctl", "--no-block", "restart", "companion.service")
    took = system.until("the system is off", system.is_off, 60)
    say(f"poweroff asked for by the service: off after {took:.1f} s; by nobody: refused")


def take_down(debian: Debian, before: Tree) -> None:
    """Uninstall gives the machine back; the games stay, and go with --purge."""
    shutil.rmtree(debian.path / "etc/systemd/system/companion.service.d")
    print(debian.run("/opt/companion/current/source/hardware/pi/setup.sh", "--uninstall"))
    left = [
        place
        for place in differences(before, debian.tree())
        if not place.startswith("/var/lib/companion") and not LEFT_BY_DEBIAN.search(place)
        if not (place in ACCOUNTS and "companion" not in (debian.path / place[1:]).read_text())
    ]
    expect(left == [], f"uninstall left or took: {left}")
    expect((debian.path / GAMES[1:] / "evening.companion").exists(), "uninstall took the games")
    say("setup.sh --uninstall: every place as it was before; the games are kept")
    debian.run(SETUP, "--uninstall", "--purge")
    expect(not (debian.path / "var/lib/companion").exists(), "--purge left the games")
    say("setup.sh --uninstall --purge: the games are gone too")


def main() -> int:
    """Run every check in turn; 1 at the first that is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="bookworm", choices=sorted(PYTHONS))
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/kiosk")
    options = parser.parse_args()
    if os.geteuid() or not all(map(shutil.which, ("debootstrap", "qemu-system-x86_64"))):
        print("This needs root: sudo apt-get install debootstrap qemu-system-x86, then sudo make.")
        return 1
    options.folder.mkdir(parents=True, exist_ok=True)
    stick = make_stick(options.folder.resolve(), options.suite)
    say("bundle.sh has made a stick")
    try:
        debian = Debian.fresh(options.folder.resolve(), stick, options.suite, options.mirror)
        say(f"a fresh Debian {options.suite}")
        before = set_up(debian)
        virtual_box.make_disk(debian, options.folder.resolve() / "vm")
        say("the same as a disk for the emulated PC")
        put_game(debian)
        (debian.path / "etc/systemd/system/companion.service.d").mkdir()
        (debian.path / "etc/systemd/system/companion.service.d/check.conf").write_text(NO_SCREEN)
        with (
            memory_stick(options.folder / "stick.ext4", "FAMILY PHOTOS") as disk,
            booted(debian, disk) as system,
        ):
            steps: tuple[Callable[[Booted], None], ...] = (
                watchdog,
                memory,
                leaving,
                crash_loop,
                missing_disk,
            )
            for step in steps:
                step(system)
            updates(system, stick)
            switch_off(system)
        take_down(debian, before)
        virtual_box.check(options.folder.resolve() / "vm", say)
    except NotAsItShould as fault:
        say(f"NOT AS IT SHOULD BE: {fault}")
        return 1
    say("all as it should be. Left out, since only a real Pi can show it:")
    for part in ON_A_PI_ONLY:
        print(f"          - {part}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
