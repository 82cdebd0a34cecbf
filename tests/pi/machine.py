"""A thrown-away root and commands that only write down what they are told."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PI = ROOT / "hardware/pi"
FAKES = (
    "apt-cache apt-get blkid chown dpkg dpkg-query findmnt getent id install journalctl mount "
    "mountpoint python3 runuser sleep stat systemctl udevadm umount useradd userdel usermod"
)
FOLDERS = (
    "boot/firmware etc/polkit-1/rules.d etc/systemd/system etc/udev/rules.d dev/dri media opt proc "
    "run/systemd/system usr/local/bin usr/local/lib var/lib var/log"
)
CMDLINE = "console=tty1 root=PARTUUID=1 rootwait\n"


class Machine:
    """A Raspberry Pi made of files. ``fake`` holds what the commands remember."""

    def __init__(self, folder: Path) -> None:
        self.root, self.fake, self.repo = folder / "root", folder / "fake", folder / "repo"
        commands = folder / "commands"
        self.environment = {
            "PATH": f"{commands}:{os.environ['PATH']}",
            "BOX_ROOT": str(self.root),
            "FAKE": str(self.fake),
        }
        if not folder.exists():
            commands.mkdir(parents=True)
            for name in FAKES.split():
                (commands / name).symlink_to(ROOT / "tests/pi/fakes.sh")
            self._make_machine()
            self._make_repo()

    def _make_machine(self) -> None:
        for place in FOLDERS.split():
            (self.root / place).mkdir(parents=True)
        (self.fake / "enabled").mkdir(parents=True)
        self.put("uid", "0")
        self.put("architecture", "arm64")
        self.put("python", "3.11")
        self.put("default", "graphical.target")
        self.put("groups", "dialout\ngpio\ninput\nvideo\nrender\naudio\ncompanion")
        self.put("installed", "python3\ndbus\nudev")
        self.put("owner", "root")
        self.put("enabled/getty@tty1.service", "")
        (self.root / "boot/firmware/cmdline.txt").write_text(CMDLINE)
        (self.root / "boot/firmware/config.txt").write_text("dtoverlay=vc4-kms-v3d\n")

    def _make_repo(self) -> None:
        """A small program with the real scripts around it."""
        (self.repo / "companion").mkdir(parents=True)
        (self.repo / "docs").mkdir()
        self.version("1.0")
        for name in ("docs/kiosk.md", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
            (self.repo / name).write_text(name)
        shutil.copytree(PI, self.repo / "hardware/pi")

    def version(self, version: str) -> None:
        """Change the program in the folder it is updated from."""
        (self.repo / "companion/__init__.py").write_text(f'__version__ = "{version}"\n')

    def fault(self, what: str) -> None:
        """Let the next release fail to ``build``, ``bank``, read its ``data`` or ``start``."""
        (self.repo / "companion/fault").write_text(what)

    def put(self, name: str, text: str) -> None:
        """Let the commands find ``text``."""
        (self.fake / name).write_text(text + "\n")

    def told(self) -> str:
        """Everything the commands were told."""
        return (self.fake / "told").read_text()

    def forget(self) -> None:
        """Begin a new page of what they are told."""
        (self.fake / "told").write_text("")

    def run(self, *words: str | Path, status: int = 0, **more: str) -> str:
        """What a script says; it has to end with ``status``."""
        done = subprocess.run(
            words,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        assert done.returncode == status, done.stdout
        return done.stdout

    def setup(self, *words: str, status: int = 0) -> str:
        """Run setup.sh from the repository."""
        return self.run(self.repo / "hardware/pi/setup.sh", *words, status=status)

    def box(self, *words: str, status: int = 0, **more: str) -> str:
        """Run companion-box as it was installed."""
        return self.run(self.root / "usr/local/bin/companion-box", *words, status=status, **more)

    def stick(self, *words: str, status: int = 0) -> str:
        """Run companion-stick as it was installed."""
        script = self.root / "usr/local/lib/companion/companion-stick"
        return self.run(script, *words, status=status)

    def tree(self) -> dict[str, str]:
        """Every file of the root with its rights and content."""
        return {
            path.relative_to(self.root).as_posix(): f"{path.lstat().st_mode:o} {_content(path)}"
            for path in self.root.rglob("*")
        }

    def link(self, name: str) -> str:
        """The release ``current`` or ``previous`` points at."""
        path = self.root / "opt/companion" / name
        return path.readlink().name if path.is_symlink() else ""


def _content(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    return path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine nobody has touched."""
    return Machine(tmp_path / "pi")


@pytest.fixture(scope="session")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a machine that was set up, with a game on it. Only copied from."""
    folder = tmp_path_factory.mktemp("set-up") / "pi"
    machine = Machine(folder)
    machine.setup()
    (machine.root / "var/lib/companion/games").mkdir()
    (machine.root / "var/lib/companion/games/evening.companion").write_text("a game")
    machine.forget()
    return folder


@pytest.fixture
def box(set_up: Path, tmp_path: Path) -> Machine:
    """A machine that was set up, with a game on it."""
    subprocess.run(["cp", "-a", set_up, tmp_path / "pi"], check=True)
    return Machine(tmp_path / "pi")
