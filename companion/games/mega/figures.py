"""The figures only Mega has."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.figures import COUNT, FIGURES, MONEY, Figure

OWN: Mapping[str, Figure] = {
    **FIGURES,
    "birthday_gift": MONEY,
    "depot_rent_factor": COUNT,
    "majority_rent_factor": COUNT,
    "side_spaces": COUNT,
}
