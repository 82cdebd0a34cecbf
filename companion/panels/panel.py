"""What every panel can do: tell of keys, show a whole frame, say how it is."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeAlias

from msgspec import Struct

from companion.unit.frame import Frame


class Key(StrEnum):
    """The two buttons of the trading unit."""

    BUILD = "build"
    AUCTION = "auction"


class Edge(Struct, frozen=True):
    """A key's contact closed (``down``) or opened. ``source`` names the panel it came from.

    ``press_id`` is set by panels whose presses can arrive twice (a touch reported by two
    providers, a repeated serial line): the same id counts once. Empty = every edge is new.
    """

    key: Key
    down: bool
    source: str
    press_id: str = ""


class Status(Struct, frozen=True):
    """How a panel is. ``sentence`` is an English template for the user, "" when ``ready``.

    ``remedy`` says what to do; ``facts`` fill the {named} fields of both.
    """

    ready: bool
    sentence: str = ""
    remedy: str = ""
    facts: tuple[tuple[str, object], ...] = ()

    def text(self) -> str:
        """Sentence and remedy in English, fields filled in."""
        facts = dict(self.facts)
        return " ".join(part.format(**facts) for part in (self.sentence, self.remedy) if part)


def trouble(sentence: str, remedy: str = "", /, **facts: object) -> Status:
    """What is wrong and what to do."""
    return Status(False, sentence, remedy, tuple(facts.items()))


Press: TypeAlias = Callable[[Edge], None]
"""What a panel calls with an edge, from any thread; the callee only queues it."""


def nobody() -> None:
    """Nobody wants to know."""


class Panel(Protocol):
    """One way of having a trading unit's keys, lights and beeper.

    No method raises because of hardware: trouble is told by ``status``. ``show`` is called
    from the session's thread and returns at once, whatever the hardware does.
    """

    name: str
    debounce_ms: int
    changed: Callable[[], None]
    """Called, from any thread, when ``status`` has changed by itself; ``nobody`` until set."""

    def open(self, press: Press) -> None:
        """Claim the hardware, put every output low, and report edges to ``press``."""

    def show(self, frame: Frame) -> None:
        """Make lights and sound as ``frame`` says; the same frame twice changes nothing."""

    def status(self) -> Status:
        """How the panel is now."""

    def close(self) -> None:
        """Put every output low and let the hardware go; may be called twice."""
