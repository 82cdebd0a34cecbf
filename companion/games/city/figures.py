"""The figures only City has."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.figures import FIGURES, FIXED, MONEY, Figure

OWN: Mapping[str, Figure] = {
    **FIGURES,
    "blocks_max": FIXED,
    "stadium_districts": FIXED,
    "tower_groups": FIXED,
    "hazard_block_cost": MONEY,
    "stadium_cost": MONEY,
    "stadium_go_bonus": MONEY,
    "tower_cost": MONEY,
}
