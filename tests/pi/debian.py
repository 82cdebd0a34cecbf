"""A Debian in a folder: made by debootstrap, run in, booted under its own service manager."""

from __future__ import annotations

import hashlib
import os
import pty
import select
import shutil
import signal
import subprocess
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = "python3,python3-venv,systemd,systemd-sysv,udev,dbus,ca-certificates"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootfstype=ext4 rootwait\n"
CONFIG = "dtparam=audio=on\ndisplay_auto_detect=1\ndtoverlay=vc4-kms-v3d\n"

NAMESPACES = ("-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w")
PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

Tree = dict[str, str]


class NotAsItShould(AssertionError):
    """What was found is not what the box promises."""


class Debian:
    """The root folder ``path``; ``stick`` is seen in it as /mnt/stick."""

    def __init__(self, path: Path, stick: Path) -> None:
        self.path = path
        self.stick = stick

    @classmethod
    def fresh(cls, folder: Path, stick: Path, suite: str, mirror: str) -> Debian:
        """Copy the base made by debootstrap, which is made the first time and kept."""
        base, root = folder / f"base-{suite}", folder / "root"
        if not (base / "complete").exists():
            shutil.rmtree(base, ignore_errors=True)
            subprocess.run(
                ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, base, mirror],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            (base / "complete").touch()
        shutil.rmtree(root, ignore_errors=True)
        subprocess.run(["cp", "-a", base, root], check=True)
        (root / "complete").unlink()
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        boot = root / "boot/firmware"
        boot.mkdir(parents=True)
        (boot / "cmdline.txt").write_text(CMDLINE)
        (boot / "config.txt").write_text(CONFIG)
        return cls(root, stick)

    def run(self, *command: str, fails: bool = False) -> str:
        """What the command prints in the root folder; it has to succeed, or with ``fails`` not."""
        words = ["unshare", "--mount", HERE / "inroot.sh", "run", self.path, self.stick, "-", "-"]
        return checked(subprocess.run([*words, *command], **CAPTURED), fails)

    def tree(self) -> Tree:
        """Every file's kind, rights, owner and content, but for what no setup is about."""
        found: Tree = {}
        for folder, folders, files in os.walk(self.path):
            for name in (*folders, *files):
                path = Path(folder, name)
                place = "/" + path.relative_to(self.path).as_posix()
                if not place.startswith(("/dev/", "/proc/", "/sys/", "/run/", "/mnt/", "/tmp/")):
                    found[place] = _state(path)
        return found


PRINTED = {"stdout": subprocess.PIPE, "text": True}
CAPTURED = {
    "stdout": subprocess.PIPE,
    "stderr": subprocess.STDOUT,
    "stdin": subprocess.DEVNULL,
    "text": True,
    "timeout": 900,
}


def checked(done: subprocess.CompletedProcess[str], fails: bool) -> str:
    """What it printed. Raises NotAsItShould when it succeeded or failed against expectation."""
    if (done.returncode != 0) != fails:
        raise NotAsItShould(f"{done.args[-1]} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def _state(path: Path) -> str:
    status = path.lstat()
    state = f"{status.st_mode:o} {status.st_uid}:{status.st_gid}"
    if path.is_symlink():
        return f"{state} -> {path.readlink()}"
    if path.is_file():
        return f"{state} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return state


def differences(one: Tree, two: Tree) -> list[str]:
    """The places that are not the same in both."""
    return sorted(place for place in one.keys() | two.keys() if one.get(place) != two.get(place))


class Booted:
    """The same system running; ``screen`` is what its first console shows."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self._master = master
        self._process = process
        self._pid = _first_child(process.pid)
        self._seen = bytearray()

    def run(self, *command: str, fails: bool = False) -> str:
        """What a command prints inside; it has to succeed, or with ``fails`` not."""
        return checked(self._do(command), fails)

    def is_up(self) -> bool:
        """Whether its service manager has begun to start services."""
        state = self._do(("systemctl", "is-system-running")).stdout.strip()
        return state in ("running", "degraded", "starting")

    def _do(self, command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        inside = ["nsenter", "-t", str(self._pid), *NAMESPACES]
        environment = ["env", "-i", f"PATH={PATH}", "HOME=/root"]
        return subprocess.run([*inside, *environment, *command], **CAPTURED)

    def shown(self, name: str, unit: str = "companion.service") -> str:
        """One property of a unit."""
        return self.run("systemctl", "show", "-p", name, "--value", unit).strip()

    def screen(self) -> str:
        """What came onto the first console since the last ``clear``."""
        while select.select([self._master], [], [], 0)[0]:
            try:
                self._seen += os.read(self._master, 65536)
            except OSError:  # Nobody has it open just now.
                break
        return self._seen.decode("utf-8", "replace")

    def clear(self) -> None:
        """Forget what the console showed."""
        self.screen()
        self._seen.clear()

    def type(self, text: str) -> None:
        """Type on the first console."""
        os.write(self._master, text.encode())

    def until(self, what: str, seen: Callable[[], bool], within_s: float) -> float:
        """The seconds until ``seen``. Raises NotAsItShould with ``what`` when it takes longer."""
        start = time.monotonic()
        while not seen():
            if time.monotonic() > start + within_s:
                raise NotAsItShould(f"not within {within_s} s: {what}\n{self.log()}{self.screen()}")
            time.sleep(0.2)
        return time.monotonic() - start

    def log(self) -> str:
        """The last lines of the system's log."""
        return self.run("journalctl", "--no-pager", "-n", "40", "-o", "short-monotonic")

    def said(self) -> str:
        """Everything the kiosk has said since the system is up."""
        return self.run("journalctl", "--no-pager", "-b", "-u", "companion.service", "-o", "cat")

    def is_off(self) -> bool:
        """Whether the system has switched itself off."""
        return self._process.poll() is not None


def _first_child(pid: int) -> int:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for _ in range(100):
        if text := children.read_text().split():
            return int(text[0])
        time.sleep(0.05)
    raise NotAsItShould("the system did not start")


@contextmanager
def memory_stick(file: Path, label: str) -> Iterator[str]:
    """The device of an ext4 stick that exists in ``file`` only."""
    with file.open("wb") as image:
        image.truncate(16_000_000)
    subprocess.run(["mkfs.ext4", "-q", "-L", label, file], check=True)
    attached = subprocess.run(["losetup", "--find", "--show", file], check=True, **PRINTED)
    try:
        yield attached.stdout.strip()
    finally:
        subprocess.run(["losetup", "--detach", attached.stdout.strip()], check=True)


@contextmanager
def booted(debian: Debian, disk: str) -> Iterator[Booted]:
    """The system running under systemd, in namespaces of its own, until the context is left.

    ``disk`` is seen in it as /dev/sdz1.
    """
    master, slave = pty.openpty()
    tty.setraw(slave)
    words = ["unshare", "--mount", "--pid", "--fork", "--cgroup", "--uts", "--ipc", "--net"]
    words += ["--kill-child", str(HERE / "inroot.sh"), "boot"]
    process = subprocess.Popen(
        [*words, debian.path, debian.stick, os.ttyname(slave), disk],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        system = Booted(process, master)
        system.until("the system is up", system.is_up, 30)
        yield system
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        os.close(master)
        os.close(slave)
