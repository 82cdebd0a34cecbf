"""What only Anti-Monopoly asks: sides, the foundation's die, the dice of the final count."""

from __future__ import annotations

from companion.core.requests.base import Die, Line, OfDice, Pos, Request, Total


class Role(Request, frozen=True, kw_only=True):
    """``who`` declares his ``side`` before the game begins."""

    do = "role"
    who: Line
    side: Line


class Gift(Request, frozen=True, kw_only=True):
    """What the foundation gives ``who``, as the one ``die`` says."""

    do = "gift"
    who: Line
    die: Die | None = None


class Count(OfDice, frozen=True, kw_only=True):
    """For the final ranking the ``dice`` are thrown for the ``deed``."""

    do = "count"
    deed: Pos
    dice: Total
