"""What a game needed goes back to the system when it is put away."""

from __future__ import annotations

import contextlib
import ctypes


def give_back() -> None:
    """Hand free memory back. The C library would keep it, a little more after every game.

    Takes some milliseconds, the interpreter going on meanwhile. Does nothing where the C library
    knows no such thing.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
