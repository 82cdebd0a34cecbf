"""How the ledger tells what only a City game books."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "jump": "{who} takes the railroad to {pos}",
    "dodge": "{who} pays no rent for {deed}, with the card",
    "place": "{who} puts a building on {deed}: {piece}",
    "clear": "{who} has a building removed from {deed} for {amount}: {piece}",
}
LABELS: Mapping[str, str] = {
    "jump": "the railroad's ride",
    "dodge": "the rent not paid",
    "place": "the building put down",
    "clear": "the building removed",
}
