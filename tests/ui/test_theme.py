"""The colours, sizes and words every screen draws with, when they change under it."""

from __future__ import annotations

import gc


def test_a_change_passes_over_what_is_gone_and_reaches_the_rest() -> None:
    """A label that waits for its next picture may outlive the badge it stood on."""
    from companion.ui.theme import theme
    from companion.ui.widgets import SeatBadge

    gone, stays = SeatBadge(letter="A"), SeatBadge(letter="B")
    label = gone.children[0]
    gone.remove_widget(label)
    del gone
    gc.collect()
    before = theme.signs
    try:
        theme.signs = {"A": "Q", "B": "R"}
        assert (label.text, stays.children[0].text) == ("A", "R")
    finally:
        theme.signs = before
