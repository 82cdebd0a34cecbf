"""What only a while needed goes back to the system afterwards."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def trim() -> None:
    """Let go of what nobody uses, and hand it back to the system.

    Holds the interpreter up for a moment, so it is for when nobody plays.
    """
    gc.collect()
    give_back()


def give_back() -> None:
    """The C library keeps free memory, a little more after every game; now it does not."""
    with contextlib.suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
