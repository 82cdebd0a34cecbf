"""The facts only Anti-Monopoly notes; see ``companion.core.facts``."""

from __future__ import annotations

from companion.core.fact import Fact, Facts

SIDE = Facts("side:{who}", str, 'a player\'s side: "competitor" or "monopolist"')
DECLARED = Fact("declared", tuple[str, ...], "who has chosen a side")
COUNT = Facts("count:{deed}", int, "the dice thrown for a utility in the final count")
