"""What a game needed goes back to the system when it is put away."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def give_back() -> None:
    """Let go of what nobody uses, and hand it back to the system.

    The collector passes over what was there when a game came to the table, and the C library keeps
    free memory, a little more after every game. Holds the interpreter up for a moment, so it is
    for when nobody plays.
    """
    gc.unfreeze()
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
