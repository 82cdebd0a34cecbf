"""The colours of table and phones, as hex."""

from __future__ import annotations

COLOURS = {
    "ink": "#0c0f14",
    "ground": "#12161d",
    "card": "#1c232d",
    "button": "#263140",
    "button_down": "#34435a",
    "line": "#2a3442",
    "text": "#edf0f4",
    "white": "#ffffff",
    "muted": "#a5b0be",
    "faint": "#929eae",
    "yellow": "#ffd166",
    "yellow_down": "#d9ac45",
    "green": "#43c586",
    "green_down": "#33a06b",
    "green_dim": "#245642",
    "red": "#ff8b8b",
    "red_ground": "#3a2226",
    "red_down": "#57323a",
    "paper": "#f4efe4",
    "paper_ink": "#1d1a14",
    "on_bright": "#101a14",
    "light": "#e5484d",
}
"""What things are drawn in, by name."""
SEATS = (
    "#ff6f5c", "#9acaef", "#b7e991", "#c68aff", "#ffbb37", "#68f0e1", "#e585bd", "#c6beae",
)  # fmt: skip
"""Told apart by every kind of colour-blind eye, as the groups' are (``docs/decisions.md``)."""
GROUPS = {
    "brown": "#8c5e48",
    "light_blue": "#9fd8f0",
    "pink": "#d7559f",
    "purple": "#7c5fd8",
    "orange": "#f28e35",
    "red": "#e81516",
    "yellow": "#f6d13b",
    "green": "#469b62",
    "dark_blue": "#2c4eae",
    "railroad": "#5b5b5e",
    "utility": "#c9bfae",
    "transport": "#5b5b5e",
}
"""The colour of each group of deeds; one that is not listed is grey."""
BUILT = "#217340"
