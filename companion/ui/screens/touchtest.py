"""Whether the touch glass and the picture agree: four corners to touch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.pages import Page
from companion.ui.theme import load_kv
from companion.ui.widgets import Tap


class Corner(Tap, Widget):
    """A target in one corner, lit once touched."""

    lit = BooleanProperty(False)
    says = StringProperty("")


class TouchTestPage(Page):
    """Shows where a finger is felt; agreed once every corner was touched."""

    felt = ListProperty([])
    agreed = BooleanProperty(False)

    def on_touch_down(self, touch: Any) -> bool:
        """Mark the place, then let the corner have it."""
        if self.collide_point(*touch.pos):
            self.felt = [touch.x, touch.y]
        return bool(super().on_touch_down(touch))

    def check(self, corner: Corner) -> None:
        """A corner was tapped."""
        corner.lit = True
        self.agreed = all(other.lit for other in self._corners())

    def leave(self) -> None:
        """Dark again for the next time."""
        self.felt = []
        self.agreed = False
        for corner in self._corners():
            corner.lit = False

    def _corners(self) -> list[Corner]:
        return [child for child in self.children if isinstance(child, Corner)]


load_kv(Path(__file__).with_name("touchtest.kv"))
