"""The pages of a board with districts, and when each of them comes by itself."""

from __future__ import annotations

from companion.faces.views import View
from companion.games.city.permits import Permits
from companion.ui.pages import PageSpec
from companion.unit.unit import Phase


def _permits(view: View) -> Permits | None:
    extra = getattr(view.game, "extra", None)
    return extra if isinstance(extra, Permits) else None


def _offer(view: View) -> Permits | None:
    """What may be built and done, while no auction and no running light is watched."""
    watched = getattr(view.game, "auction", None) or view.unit.phase is Phase.ROLLING
    return None if watched else _permits(view)


def has_map(view: View) -> bool:
    """Shown while a board with districts is on the table."""
    return _permits(view) is not None


def can_build(view: View) -> bool:
    """Shown while blocks may be built with what the unit shows."""
    offer = _offer(view)
    return offer is not None and offer.left != 0


def can_lay(view: View) -> bool:
    """Shown while the unit's railroad may be put down."""
    offer = _offer(view)
    return offer is not None and offer.railroad and offer.left == 0


def can_ride(view: View) -> bool:
    """Shown while the player who is up may go on by railroad."""
    offer = _offer(view)
    return offer is not None and offer.ride


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
    if before.game is None or _offer(now) is None:
        return False
    if _task(now) == "auction" and _task(before) != "auction":
        return True
    lit = now.unit.phase is Phase.AUCTION and before.unit.phase is not Phase.AUCTION
    return lit and now.game is not None and not now.unit.paused


def _task(view: View) -> str:
    permits = _permits(view)
    return permits.task if permits is not None else ""


_HERE = __package__

PAGES = (
    PageSpec(
        "build",
        "build",
        "Build",
        f"{_HERE}.build_page",
        "BuildPage",
        shown=can_build,
        opens_by_itself=light_stopped,
        waits=has_map,
        after="auction",
    ),
    PageSpec(
        "rails",
        "train",
        "Railroad line",
        f"{_HERE}.picks_page",
        "RailsPage",
        "hidden",
        can_lay,
        railroad_shown,
        parent="build",
        replaces="build",
        after="auction",
    ),
    PageSpec(
        "ride",
        "train",
        "Ride",
        f"{_HERE}.picks_page",
        "RidePage",
        "hidden",
        can_ride,
        ride_came,
        parent="build",
        replaces="build",
        after="auction",
    ),
    PageSpec(
        "map", "map", "City", f"{_HERE}.picks_page", "MapPage", shown=has_map, after="auction"
    ),
    PageSpec(
        "district",
        "house",
        "District",
        f"{_HERE}.district_page",
        "DistrictPage",
        "hidden",
        has_map,
        parent="map",
        after="auction",
    ),
    PageSpec(
        "planning",
        "tree",
        "Planning permission",
        f"{_HERE}.picks_page",
        "PlanningPage",
        "hidden",
        has_map,
        planning_came,
        parent="table",
        after="auction",
        task="planning",
        prompt="Planning permission…",
    ),
    PageSpec(
        "which",
        "auction",
        "Auction",
        f"{_HERE}.picks_page",
        "AuctionChoicePage",
        "hidden",
        has_map,
        auction_asked,
        parent="auction",
        replaces="auction",
        after="auction",
        task="auction",
        prompt="Choose what is auctioned",
    ),
)
"""The pages only a City game has."""
