"""A USB stick: found among the mounts, games written to it and read from it."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from companion.core.errors import Fault, Sentence
from companion.storage.atomic import write_whole

MOUNTS = Path("/proc/self/mountinfo")
UNDER = (Path("/media"), Path("/run/media"))
"""Where desktops and ``hardware/pi`` mount what is plugged in."""
FOLDER = "Companion"
FILES_MOST = 200
HEAD_MOST = 1 << 16
"""Bytes of a file that are read to say what it is."""


class Stick(Struct, frozen=True):
    """A mounted stick."""

    path: Path

    @property
    def name(self) -> str:
        """Its label, as far as the place it is mounted at tells."""
        return self.path.name.removeprefix("companion-")

    @property
    def free_mb(self) -> int:
        """Free megabytes. Raises OSError."""
        return shutil.disk_usage(self.path).free // 1_000_000


class Sticks:
    """Looks for sticks in ``mounts`` (a file like /proc/self/mountinfo), below ``under``."""

    def __init__(self, mounts: Path = MOUNTS, under: Iterable[Path] = UNDER) -> None:
        self._mounts, self._under = mounts, tuple(under)

    def found(self) -> tuple[Stick, ...]:
        """Every stick that is plugged in now, in the order of their places."""
        try:
            lines = self._mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        except OSError:
            return ()
        paths = {Path(_plain(line.split(" ")[4])) for line in lines if line.count(" ") > 4}
        return tuple(
            Stick(path) for path in sorted(paths) if any(top in path.parents for top in self._under)
        )

    def the_one(self) -> Stick:
        """The stick to use. Raises Fault where there is none, or more than one."""
        found = self.found()
        if not found:
            raise Fault("No USB stick was found; plug one in and wait a few seconds.")
        if len(found) > 1:
            raise Fault("There are several USB sticks; leave only one plugged in.")
        return found[0]

    def put(self, stick: Stick, files: Mapping[str, bytes]) -> None:
        """Write ``files`` into the folder FOLDER; each is whole on the stick or not there at all.

        A file of the same name is replaced only by a later state of the same game. When this
        returns, the stick may be pulled out. Raises Fault.
        """
        try:
            folder = stick.path / FOLDER
            self._still(stick)
            if folder.is_symlink():
                raise OSError(errno.EPERM, "a link lies there in place of the folder")
            folder.mkdir(exist_ok=True)
            for stem, names in _by_stem(files).items():
                free = _free_stem(folder, stem, files)
                for name in names:
                    write_whole(folder / f"{free}{Path(name).suffix}", files[name])
            self._still(stick)
        except OSError as fault:
            raise Fault(self._sentence(stick, fault)) from fault

    def games(self, stick: Stick) -> list[Path]:
        """The games on the stick, the newest first. Raises Fault when it cannot be read."""
        try:
            found = [
                (one.stat().st_mtime, one)
                for folder in (stick.path / FOLDER, stick.path)
                for one in folder.glob("*.jsonl")
                if one.is_file() and str(one).isprintable()
            ]
        except OSError as fault:
            raise Fault(self._sentence(stick, fault)) from fault
        return [one for _, one in sorted(found, reverse=True)[:FILES_MOST]]

    def _still(self, stick: Stick) -> None:
        # Below a stick that was pulled out lies an empty folder of the computer itself.
        if stick not in self.found():
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    def _sentence(self, stick: Stick, fault: OSError) -> Sentence:
        if stick not in self.found():
            return Sentence(
                "{stick} was pulled out before it was done; plug it in and repeat.",
                stick=stick.name,
            )
        if fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            return Sentence(
                "{stick} is full; free some space on it, or take another one, and repeat.",
                stick=stick.name,
            )
        if fault.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            return Sentence(
                "{stick} is write-protected; slide its switch, or take another one, and repeat.",
                stick=stick.name,
            )
        return Sentence(
            "{stick} does not answer ({why}); pull it out, plug it in and repeat.",
            stick=stick.name,
            why=fault.strerror or fault,
        )


def head(path: Path) -> list[str]:
    """The first two lines of a file. Raises OSError or UnicodeDecodeError."""
    with path.open("rb") as file:
        start = file.read(HEAD_MOST)
    # Cut first: what was read may end in the middle of a letter.
    return [line.decode("utf-8") for line in start.split(b"\n")[:2]]


def _by_stem(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    stems: dict[str, list[str]] = {}
    for name in files:
        stems.setdefault(Path(name).stem, []).append(name)
    return stems


def _free_stem(folder: Path, stem: str, files: Mapping[str, bytes]) -> str:
    """``stem``, or with a number where another game has that name on the stick."""
    whole = files.get(f"{stem}.jsonl", b"")
    number, free = 1, stem
    while not _is_earlier(folder / f"{free}.jsonl", whole):
        number += 1
        free = f"{stem}-{number}"
    return free


def _is_earlier(path: Path, whole: bytes) -> bool:
    """Whether nothing is lost when ``whole`` takes the place of the file."""
    if not os.path.lexists(path):
        return True
    if path.is_symlink() or not path.is_file() or path.stat().st_size > len(whole) + HEAD_MOST:
        return False
    # A title may have changed; the entries after it may only have become more.
    _, _, before = path.read_bytes().partition(b"\n")
    _, _, now = whole.partition(b"\n")
    return now.startswith(before)


def _plain(mount: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), mount)
