"""What SQLite will not say: whether its ``-wal`` file has lost something that was saved.

SQLite takes from the file what holds together from its start and forgets the rest. That is right
after a power cut, when the rest is an entry nobody was told of. It is a loss in silence when a
page in the middle went bad. Here the rest is looked at first. The layout of the file is described
at https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

_HEAD = 32
_FRAME_HEAD = 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""The first number, and the order of the bytes its checksums are made in."""
_OLDER = 1 << 16
"""By how much less the salt of what an earlier round left behind may be."""


def cut_short(wal: Path) -> bool:
    """Whether ``wal`` holds saved pages that SQLite will not take. Call it before opening.

    A save that was cut off before its end is none: nobody was told of it. Raises OSError.
    """
    try:
        data = wal.read_bytes()
    except FileNotFoundError:
        return False
    except IsADirectoryError:
        return True
    if len(data) <= _HEAD:
        return False
    order = _MAGIC.get(int.from_bytes(data[:4], "big"))
    size = int.from_bytes(data[8:12], "big")
    sums = struct.unpack(">II", data[24:_HEAD])
    if order is None or not 512 <= size <= 65536 or _summed(order, data[:24], (0, 0)) != sums:
        return True
    salt = data[16:24]
    lost = False
    holds = True
    for frame in _frames(data, size):
        holds = holds and frame[8:16] == salt
        if holds:
            sums = _summed(order, frame[:8] + frame[_FRAME_HEAD:], sums)
            holds = struct.pack(">II", *sums) == frame[16:_FRAME_HEAD]
        if not holds and not _is_older(frame[8:12], salt[:4]):
            lost = lost or frame[4:8] != b"\0\0\0\0"  # the last page of something saved
    return lost


def _frames(data: bytes, size: int) -> Iterator[bytes]:
    step = _FRAME_HEAD + size
    for at in range(_HEAD, len(data) - step + 1, step):
        yield data[at : at + step]


def _is_older(found: bytes, now: bytes) -> bool:
    return 0 < (int.from_bytes(now, "big") - int.from_bytes(found, "big")) % 2**32 < _OLDER


def _summed(order: str, data: bytes, sums: tuple[int, ...]) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
