"""Files that are there wholly or not at all, whatever happens to the power."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write ``data``; when this returns it survives a power cut. ``mode`` is who may read it, as
    far as the umask lets. Raises OSError, and leaves what was there before."""
    fresh = fresh_name(path)
    try:
        with open(fresh, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        put_in_place(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise


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
