"""What many tests share: a session stepped by hand, and panels that only remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.core.entry import Entry
from companion.faces.views import View
from companion.panels.panel import Edge, Key, Panel, Press, Status, nobody
from companion.session.clock import ManualClock
from companion.session.commit import UnitBook
from companion.session.session import Session, Table
from companion.session.stepping import advance
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from companion.storage.writer import DirectWriter, Done, Writer
from companion.unit.frame import Frame


@dataclass
class MemoryPanel:
    """Remembers every frame with the moment it was shown."""

    clock: ManualClock
    name: str = "memory"
    debounce_ms: int = 0
    shown: list[tuple[int, Frame]] = field(default_factory=list)
    opened: int = 0
    closed: int = 0
    press: Press | None = None
    changed: Callable[[], None] = nobody
    health: Status = field(default_factory=lambda: Status(ready=True))

    def open(self, press: Press) -> None:
        self.press = press
        self.opened += 1

    def show(self, frame: Frame) -> None:
        self.shown.append((self.clock.now(), frame))

    def status(self) -> Status:
        return self.health

    def close(self) -> None:
        self.closed += 1

    def key(self, key: Key, down: bool = True) -> None:
        assert self.press is not None
        self.press(Edge(key, down, self.name))

    def tones(self) -> list[tuple[int, str]]:
        """Each tone once, with the moment it began."""
        heard: list[tuple[int, str]] = []
        last = 0
        for at, frame in self.shown:
            if frame.tone_no != last and frame.tone != "none":
                heard.append((at, frame.tone))
            last = frame.tone_no
        return heard


class Evening:
    """A session on a manual clock, its panel and its journal."""

    def __init__(
        self,
        path: Path | None = None,
        settings: Settings | None = None,
        draws: tuple[int, ...] = (),
        writer: Callable[[Journal], Writer] = DirectWriter,
        panels: tuple[Panel, ...] = (),
        clock: ManualClock | None = None,
    ) -> None:
        self.clock = clock or ManualClock(1_000_000)
        self.panel = MemoryPanel(self.clock)
        self.journal = Journal(path)
        self.views: list[View] = []
        numbers = iter(draws)
        self.session = Session(
            clock=self.clock,
            randbelow=lambda n: next(numbers, 0) % n,
            table=Table(
                UnitBook(tuple(self.journal.entries())),
                writer(self.journal),
                self.journal.last_play_ms(),
            ),
            panels=(self.panel, *panels),
            settings=settings or Settings(),
        )
        self.session.subscribe(self.views.append)
        self.session.open()

    def tap(self, key: Key, held_ms: int = 50) -> None:
        self.panel.key(key, True)
        self.advance(held_ms)
        self.panel.key(key, False)
        self.advance(0)

    def advance(self, ms: int) -> None:
        advance(self.session, self.clock, ms)

    def entries(self) -> list[Entry]:
        return list(self.journal.entries())

    @property
    def unit(self) -> object:
        return self.session.view.unit


def short_of_room(room: list[bool]) -> type[DirectWriter]:
    """A writer whose disk is full until ``room`` holds True."""

    class Short(DirectWriter):
        def save(self, entry: Entry, done: Done) -> None:
            if room[0]:
                super().save(entry, done)
            else:
                done("The disk is full.")

    return Short
