"""The pages of a board with districts, and when each of them comes by itself."""

from __future__ import annotations

from typing import Any

from companion.faces.views import View
from companion.unit.unit import Phase


def _permits(view: View) -> Any:
    return getattr(view.game, "permits", None)


def _free(view: View) -> bool:
    """A board with districts, and no auction that everybody watches."""
    return _permits(view) is not None and getattr(view.game, "auction", None) is None


def has_map(view: View) -> bool:
    """Shown while a board with districts is on the table."""
    return _permits(view) is not None


def can_build(view: View) -> bool:
    """Shown while blocks may be built with what the unit shows."""
    return _free(view) and _permits(view).left != 0


def can_lay(view: View) -> bool:
    """Shown while the unit's railroad may be put down."""
    return _free(view) and _permits(view).railroad and _permits(view).left == 0


def can_ride(view: View) -> bool:
    """Shown while the player who is up may go on by railroad."""
    return _free(view) and _permits(view).ride


def _pressed(before: View, now: View) -> bool:
    """The running light has stopped, or Build was pressed once more."""
    stopped = now.unit.phase is Phase.SHOWN and before.unit.phase is not Phase.SHOWN
    again = bool(now.unit.why) and now.unit.why != before.unit.why
    return before.game is not None and (stopped or again)


def light_stopped(before: View, now: View) -> bool:
    """The unit shows a number of blocks."""
    return _pressed(before, now) and can_build(now)


def railroad_shown(before: View, now: View) -> bool:
    """The unit shows the railroad."""
    return _pressed(before, now) and can_lay(now)


def ride_came(before: View, now: View) -> bool:
    """Somebody landed on a railroad and all that is due there is paid."""
    return before.game is not None and can_ride(now) and not can_ride(before)


def planning_came(before: View, now: View) -> bool:
    """Somebody has landed on planning permission."""
    return _task(now) == "planning" and before.game is not None and _task(before) != "planning"


def auction_asked(before: View, now: View) -> bool:
    """The auction space, or the Auction key without anything to auction."""
    if before.game is None or not _free(now):
        return False
    if _task(now) == "auction" and _task(before) != "auction":
        return True
    lit = now.unit.phase is Phase.AUCTION and before.unit.phase is not Phase.AUCTION
    return lit and now.game is not None and not now.unit.paused


def _task(view: View) -> str:
    permits = _permits(view)
    return permits.task if permits is not None else ""
