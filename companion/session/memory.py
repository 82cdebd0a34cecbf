"""What a game needs is left alone while it is played, and goes back to the system afterwards."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def trim() -> None:
    """Let go of what nobody uses, and hand it back to the system.

    The collector passes over what was there when a game came to the table, and the C library keeps
    free memory, a little more after every game. Holds the interpreter up for a moment, so it is
    for when nobody plays.
    """
    _collect_all()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def freeze() -> None:
    """Let the collector pass over what is there now: it need not look at a long game's entries
    again and again, only at those of the game before, once."""
    _collect_all()
    gc.freeze()


def _collect_all() -> None:
    gc.unfreeze()
    gc.collect()
