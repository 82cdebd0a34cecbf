"""The page of a game of cards alone, in the place of the table."""

from __future__ import annotations

from companion.faces.views import View
from companion.ui.pages import PageSpec, in_game, on_board


def with_cards(view: View) -> bool:
    """Shown while a game of cards alone is on the table."""
    return in_game(view) and not on_board(view)


PAGES = (
    PageSpec(
        "cards",
        "table",
        "Table",
        f"{__package__}.cardtable_page",
        "CardTablePage",
        shown=with_cards,
        after="table",
        replaces="table",
    ),
)
"""The page only the card game has."""
