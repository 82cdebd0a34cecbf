"""Files that are there wholly or not at all, whatever happens to the power."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write ``data``; when this returns it survives a power cut. ``mode`` is who may read it, as
    far as the umask lets. Raises OSError, and leaves what was there before."""
    fresh = fresh_name(path)
    try:
        fresh.unlink(missing_ok=True)
        only_new = os.O_EXCL | os.O_NOFOLLOW  # on a stranger's stick a link may lie there
        with open(
            fresh, "wb", opener=lambda name, flags: os.open(name, flags | only_new, mode)
        ) as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        put_in_place(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


def copy_whole(path: Path, kept: Path) -> None:
    """Copy ``path`` with its times; when this returns ``kept`` survives a power cut. Raises
    OSError."""
    fresh = fresh_name(kept)
    shutil.copy2(path, fresh)
    with fresh.open("rb") as copied:
        os.fsync(copied.fileno())
    put_in_place(fresh, kept)


def read_text(path: Path, most: int = 1 << 25) -> str:
    """The text of an ordinary file of at most ``most`` bytes, without a byte order mark.

    Raises UnicodeDecodeError, and OSError also where it is none: a pipe or a device would be
    waited for or read for ever.
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no ordinary file")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data.decode("utf-8-sig")


def fresh_name(path: Path) -> Path:
    """Where the next ``path`` is made; what is left of one that was never finished is junk."""
    return path.with_name(path.name + ".new")


def put_in_place(fresh: Path, path: Path) -> None:
    """Give a finished, synced file its name, durably. Raises OSError."""
    fresh.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make what was renamed or removed in ``folder`` durable. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as fault:
        # Some file systems know no such thing; there the rename is all there is.
        if fault.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)


_ALONE: dict[Path, int] = {}
_ONE_AT_A_TIME = threading.RLock()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """No other thread and no other Companion makes, opens or rescues files of ``folder``.

    May be entered again inside itself. Raises OSError where there is no such folder.
    """
    with _ONE_AT_A_TIME:
        if folder in _ALONE:
            yield
            return
        _ALONE[folder] = handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with suppress(OSError):  # some file systems know no locks
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            del _ALONE[folder]
            os.close(handle)


def in_use(path: Path, how: int) -> BinaryIO | None:
    """A handle that marks ``path`` as in use until it is closed, ``how`` being LOCK_SH or LOCK_EX.

    None where another program has it marked. Raises OSError where it cannot be read.
    """
    handle = path.open("rb")
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        return None
    except OSError:
        pass  # some file systems know no locks
    return handle
