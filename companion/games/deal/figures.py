"""The figures only the card game has; its deck adds values, sums and rents."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.figures import COUNT, FIGURES, Figure

OWN: Mapping[str, Figure] = {
    **FIGURES,
    "draw_per_turn": COUNT,
    "draw_if_hand_empty": COUNT,
    "start_hand": COUNT,
    "hand_max": COUNT,
    "plays_per_turn": COUNT,
    "rent_factor": COUNT,
}
