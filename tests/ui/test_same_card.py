"""Two bookings that look alike are two: the screen shows the second as well."""

from __future__ import annotations

from pathlib import Path

from companion.storage.library import NewGame
from tests.ui.walk import start


def test_the_same_card_laid_twice_is_drawn_twice(tmp_path: Path) -> None:
    with start(tmp_path) as walk:
        walk.parts.frontend.new_game(NewGame("deal", ("Anna", "Ben")), lambda _: None)
        walk.wait(400)
        for laid in ("1/2", "2/2"):
            lay = {"do": "lay", "who": "A", "what": "property_dark_blue"}
            walk.parts.session.ask(lay, lambda _: None)
            walk.wait(400)
            walk.sees(laid)
        walk.sees("spielt noch 1 Karte")
