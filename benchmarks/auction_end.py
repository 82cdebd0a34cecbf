"""How far from its deadline an auction's light goes out, on the real clock, in bad company.

Both cores are kept busy, every save takes 400 ms, and the thread that would draw the screen
is blocked; the figure is the 99th percentile of the lateness in milliseconds.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from dataclasses import replace

from companion.clock import SystemClock
from companion.core.entry import Entry
from companion.core.unit import UnitRules
from companion.faces.frame import Frame
from companion.keeper import UnitBook
from companion.panels.panel import Edge, Key, Press, Status
from companion.session import Session, Table
from companion.settings import Settings
from companion.store import Store
from companion.writer import ThreadWriter

AUCTIONS = 200
AUCTION_MS = 250


class SlowStore(Store):
    """A card on which every save takes 400 ms."""

    def append(self, entry: Entry) -> None:
        time.sleep(0.4)
        super().append(entry)

    def pulse(self, at: int) -> None:
        time.sleep(0.4)
        super().pulse(at)


class EndPanel:
    """Starts the next auction when one is over and notes when each light went out."""

    name = "end"
    debounce_ms = 0

    def __init__(self) -> None:
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


def measure() -> list[float]:
    """Lateness of each auction's end in milliseconds."""
    burners = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(2)]
    for burner in burners:
        burner.start()
    panel = EndPanel()
    session = Session(
        clock=SystemClock(),
        below=lambda n: 0,
        table=Table(UnitBook(), ThreadWriter(SlowStore(None)), 0),
        panels=(panel,),
        settings=_Short(),
    )
    thread = threading.Thread(target=session.run, daemon=True)
    thread.start()
    late = []
    try:
        while panel.press is None:
            time.sleep(0.01)
        for _ in range(AUCTIONS):
            panel.done.clear()
            start = time.monotonic()
            panel.press(Edge(Key.AUCTION, True, panel.name))
            panel.press(Edge(Key.AUCTION, False, panel.name))
            # The main thread stands for a blocked screen: it hogs the interpreter meanwhile.
            while not panel.done.is_set():
                pass
            late.append((panel.ends[-1] - start) * 1000 - AUCTION_MS)
            time.sleep(0.85)
    finally:
        session.close()
        thread.join(3)
        for burner in burners:
            burner.kill()
    return late


class _Short(Settings):
    """Settings whose auctions last a quarter of a second."""

    def unit_rules(self, bank: bool) -> UnitRules:
        return replace(super().unit_rules(bank), auction_ms=AUCTION_MS, signal_ms=100)


def main() -> None:
    """Print the figure of docs/benchmarks.md."""
    late = sorted(measure())
    share = sum(value <= 20 for value in late) / len(late)
    print(
        f"auction end, loaded machine: {share:.1%} of {len(late)} within 20 ms "
        f"(median {late[len(late) // 2]:.1f} ms, worst {late[-1]:.1f} ms; wanted 99 %)"
    )


if __name__ == "__main__":
    main()
