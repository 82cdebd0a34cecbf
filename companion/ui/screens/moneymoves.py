"""Money that moves: balances count, and the sum flies from who paid to who gets it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.faces.money import Amount
from companion.ui.screens.pieces import SeatCard, money
from companion.ui.theme import theme

if TYPE_CHECKING:
    from kivy.animation import Animation

LASTS_S = 0.2
"""Nobody waits for it: everything can be touched meanwhile, and the books are long done."""


def show(place: Widget, bank: Widget, cards: Mapping[SeatCard, Amount]) -> None:
    """Lead every card to its new cash, and what was paid across ``place``.

    What one side alone got or gave comes from, or goes to, ``bank``.
    """
    gains: dict[Widget, Amount] = {}
    for card, cash in cards.items():
        before, card.has = card.has, cash
        gain = cash.value - before.value if before is not None else 0
        if gain and theme.motion and LASTS_S:
            gains[card] = Amount(gain, cash.short)
            card.grain = 10 ** max(0, len(str(abs(gain))) - 2)
            _move(card, shown=cash.value)
        else:
            card.shown = cash.value
            card.on_shown()
    givers = [card for card, gain in gains.items() if gain.value < 0]
    takers = [card for card, gain in gains.items() if gain.value > 0]
    if len(givers) <= 1:
        for taker in takers:
            _fly(place, givers[0] if givers else bank, taker, gains[taker])
    if len(givers) > 1 or not takers:
        for giver in givers:
            _fly(place, giver, takers[0] if takers else bank, gains[giver])


def _fly(place: Widget, start: Widget, end: Widget, amount: Amount) -> None:
    label = Label(
        text=money(Amount(abs(amount.value), amount.short)), bold=True, color=theme.yellow,
        font_size=theme.u * 28, outline_color=theme.ink, outline_width=int(theme.u * 2),
        size_hint=(None, None), size=(1, 1), center=start.center,
    )  # fmt: skip
    place.add_widget(label)
    flight = _move(label, center_x=end.center_x, center_y=end.center_y)
    flight.bind(on_complete=lambda *_: place.remove_widget(label))


def _move(widget: Widget, **ends: float) -> Animation:
    # Not needed before money has moved, and the first picture should not wait for it.
    from kivy.animation import Animation

    Animation.cancel_all(widget, *ends)
    moving = Animation(duration=LASTS_S, transition="in_out_quad", **ends)
    moving.start(widget)
    return moving
