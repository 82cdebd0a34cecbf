"""A list of any length: only the rows that can be seen exist, whatever the length."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect
from kivy.properties import NumericProperty
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.ui.theme import theme

SPARE = 2
"""Rows kept ready above and below what is seen."""


class RowWindow(ScrollView):
    """Rows of one height, newest on top, drawn by a few widgets that take turns.

    ``make`` builds an empty row, ``fill(row, n)`` writes the n-th on it (0 is the top one).
    ``wants(first, count)`` is called when other rows come into sight; set ``total`` for the
    length and call ``refill`` when the rows' contents are there or have changed.
    """

    total = NumericProperty(0)
    row_height = NumericProperty(60)
    """Design pixels from one row to the next."""

    def __init__(
        self,
        make: Callable[[], Widget],
        fill: Callable[[Any, int], bool],
        wants: Callable[[int, int], None],
        **kwargs: Any,
    ) -> None:
        self._make, self._fill, self._wants = make, fill, wants
        self._pool: list[Widget] = []
        self._span = (-1, -1)
        super().__init__(
            do_scroll_x=False, bar_width=4, scroll_timeout=120, effect_cls=ScrollEffect, **kwargs
        )
        self._field = RelativeLayout(size_hint_y=None)
        self.add_widget(self._field)
        self._later = Clock.create_trigger(self._place, -1)
        for name in ("size", "scroll_y", "total", "row_height"):
            self.fbind(name, self._later)
        theme.bind(u=self._soon)
        self._later()

    @property
    def span(self) -> tuple[int, int]:
        """The first row now wanted, and how many."""
        return self._span

    @property
    def rows(self) -> list[Widget]:
        """The rows that can be seen, in no order."""
        return [row for row in self._pool if row.opacity]

    def refill(self) -> None:
        """Write the rows in sight anew."""
        self._later()

    def to_top(self) -> None:
        """Show the newest."""
        self.scroll_y = 1

    def _soon(self, *_: object) -> None:
        self._later()

    def _place(self, *_: object) -> None:
        step = self.row_height * theme.u
        self.bar_width = theme.u * 4
        self.bar_color, self.bar_inactive_color = theme.button_down, theme.button
        self.scroll_distance = theme.u * 12
        self._field.height = max(self.height, self.total * step)
        hidden = (self._field.height - self.height) * (1 - self.scroll_y)
        first = max(0, int(hidden / step) - SPARE)
        count = min(ceil(self.height / step) + 2 * SPARE + 1, int(self.total) - first)
        asked = (first, max(0, count))
        if asked != self._span:
            self._span = asked
            self._wants(*asked)
        self._lay_out(first, asked[1], step)

    def _lay_out(self, first: int, count: int, step: float) -> None:
        while len(self._pool) < count:
            row = self._make()
            row.size_hint = (1, None)
            self._pool.append(row)
            self._field.add_widget(row)
        top = self._field.height
        for place, row in enumerate(self._pool):
            n = first + place
            there = place < count and self._fill(row, n)
            row.opacity = 1 if there else 0
            row.height = step - theme.u * 6
            row.y = top - (n + 1) * step + theme.u * 6 if there else -10 * step
