"""Work that may wait for the disk, beside the caller's thread; it is run_guarded in any case."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeAlias

from companion.core.errors import Fault, Sentence

Executor: TypeAlias = Callable[[Callable[[], None]], None]
"""Runs something that may wait for the disk, not on the caller's thread."""

log = logging.getLogger(__name__)


def run_guarded(run: Executor, work: Callable[[], None], failed: Callable[[str], None]) -> None:
    """Run ``work``, which answers by itself; a fault is its sentence for ``failed``, and so is a
    mistake of ours: without it the screen would wait for ever for an answer."""

    def careful() -> None:
        try:
            work()
        except Fault as fault:
            failed(fault.sentence)
        except Exception as fault:  # costs one touch, and no screen hangs on it
            log.exception("something asked for ended in a mistake")
            failed(
                Sentence(
                    "Companion made a mistake there ({kind}); nothing saved is lost. Try it "
                    "another way, and report this.",
                    kind=type(fault).__name__,
                )
            )

    run(careful)
