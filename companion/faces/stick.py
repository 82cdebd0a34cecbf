"""What lies on the USB stick, as the screen shows it."""

from __future__ import annotations

from msgspec import Struct


class StickFile(Struct, frozen=True):
    """A game on the stick. ``title`` "" = no usual one is known; ``broken`` "" or one sentence."""

    path: str
    title: str = ""
    edition: str = ""
    players: tuple[str, ...] = ()
    broken: str = ""


class StickView(Struct, frozen=True):
    """The stick that is plugged in; ``free_mb`` in megabytes. ``name`` "" = there is none to use,
    and ``said`` is the sentence that says why."""

    name: str = ""
    free_mb: int = 0
    files: tuple[StickFile, ...] = ()
    said: str = ""
