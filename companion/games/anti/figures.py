"""The figures only Anti-Monopoly has."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.figures import COUNT, FIGURES, MONEY, PERCENT, Figure

OWN: Mapping[str, Figure] = {
    **FIGURES,
    "competitor_asset_percent": PERCENT,
    "competitor_cash_percent": PERCENT,
    "monopolist_asset_percent": PERCENT,
    "monopolist_cash_percent": PERCENT,
    "monopoly_streets": COUNT,
    **{f"foundation_{die}": MONEY for die in range(1, 7)},
}
