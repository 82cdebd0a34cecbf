"""A session without a thread: stepped by hand on a clock that is moved by hand."""

from __future__ import annotations

from companion.session.clock import ManualClock
from companion.session.session import Session


def advance(session: Session, clock: ManualClock, ms: int) -> None:
    """Move ``clock`` on by ``ms``, stopping at every deadline on the way."""
    end = clock.now() + ms
    while True:
        wait = session.step()
        left = end - clock.now()
        if wait is None or wait > left:
            clock.advance(left)
            session.step()
            return
        clock.advance(wait)
