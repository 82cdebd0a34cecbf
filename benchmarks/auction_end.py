"""How far from its deadline an auction's light goes out, on the real clock, in bad company.

Three companies, one after the other: both cores kept busy by other processes; the thread that
would draw the screen never letting go of the interpreter; every save taking 400 ms. Several
sessions run side by side, so that 200 auctions do not take 200 times their length.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from collections.abc import Callable

from msgspec.structs import replace

from companion.app.run import SWITCH_S
from companion.core.entry import Entry
from companion.panels.panel import Edge, Key, Press, Status, nobody
from companion.session.clock import SystemClock
from companion.session.commit import UnitBook
from companion.session.session import Session, Table
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from companion.storage.writer import ThreadWriter
from companion.unit.frame import Frame
from companion.unit.unit import UnitRules

SESSIONS = 4
ROUNDS = 50
AUCTION_MS = 400
REST_S = 0.85
"""The long beep; presses do nothing meanwhile."""


class SlowStore(Journal):
    """A card on which every save takes 400 ms."""

    def append(self, entry: Entry) -> None:
        time.sleep(0.4)
        super().append(entry)

    def note_play_time(self, at: int) -> None:
        time.sleep(0.4)
        super().pulse(at)


class EndPanel:
    """Starts the next auction when one is over and notes when each light went out."""

    name = "end"
    debounce_ms = 0

    def __init__(self) -> None:
        self.changed: Callable[[], None] = nobody
        self.press: Press | None = None
        self.ends: list[float] = []
        self.done = threading.Event()

    def open(self, press: Press) -> None:
        self.press = press

    def show(self, frame: Frame) -> None:
        if frame.tone == "long":
            self.ends.append(time.monotonic())
            self.done.set()

    def status(self) -> Status:
        return Status(True)

    def close(self) -> None:
        self.press = None


def _burn() -> None:
    while True:
        pass


def measure(journal: type[Journal], hog: bool) -> list[float]:
    """Lateness of each auction's end in milliseconds."""
    panels = [EndPanel() for _ in range(SESSIONS)]
    sessions = [
        Session(
            clock=SystemClock(),
            randbelow=lambda n: 0,
            table=Table(UnitBook(), ThreadWriter(journal(None)), 0),
            panels=(panel,),
            settings=_Short(),
        )
        for panel in panels
    ]
    threads = [threading.Thread(target=session.run, daemon=True) for session in sessions]
    for thread in threads:
        thread.start()
    late: list[float] = []
    try:
        while not all(panel.press for panel in panels):
            time.sleep(0.01)
        for _ in range(ROUNDS):
            late += _round(panels, hog)
    finally:
        for session, thread in zip(sessions, threads, strict=True):
            session.close()
            thread.join(5)
    return late


def _round(panels: list[EndPanel], hog: bool) -> list[float]:
    starts = []
    for panel in panels:
        panel.done.clear()
        starts.append(time.monotonic())
        assert panel.press is not None
        panel.press(Edge(Key.AUCTION, True, panel.name))
        panel.press(Edge(Key.AUCTION, False, panel.name))
        time.sleep(0.013)
    while not all(panel.done.is_set() for panel in panels):
        if not hog:
            time.sleep(0.01)
    late = [
        (panel.ends[-1] - start) * 1000 - AUCTION_MS
        for panel, start in zip(panels, starts, strict=True)
    ]
    time.sleep(REST_S)
    return late


class _Short(Settings):
    """Settings whose auctions last a quarter of a second."""

    def unit_rules(self, bank: bool) -> UnitRules:
        return replace(super().unit_rules(bank), auction_ms=AUCTION_MS, signal_ms=100)


def main() -> None:
    """Print the figures of docs/benchmarks.md."""
    sys.setswitchinterval(SWITCH_S)
    burners = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(2)]
    for burner in burners:
        burner.start()
    try:
        _say("both cores loaded", measure(Journal, hog=False))
    finally:
        for burner in burners:
            burner.kill()
    _say("screen thread blocked", measure(Journal, hog=True))
    _say("every save takes 400 ms", measure(SlowStore, hog=False))


def _say(company: str, late: list[float]) -> None:
    late.sort()
    share = sum(value <= 20 for value in late) / len(late)
    print(
        f"auction end, {company}: {share:.1%} of {len(late)} within 20 ms "
        f"(median {late[len(late) // 2]:.1f} ms, worst {late[-1]:.1f} ms; wanted 99 %)"
    )


if __name__ == "__main__":
    main()
