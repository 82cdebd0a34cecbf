"""A finger rests on a GPIO button while Kivy's wheel turns; run by test_gpio_ends.py."""

from __future__ import annotations

import json
import threading
import time

from kivy.clock import Clock

from companion.faces.views import View
from companion.panels.gpio import GpioPanel
from companion.panels.panel import Key
from companion.panels.pins import load
from companion.panels.screen import ScreenPanel
from companion.session.clock import SystemClock
from companion.session.commit import UnitBook
from companion.session.session import Session, Table
from companion.sounds import tones
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from companion.storage.writer import DirectWriter
from tests.pins import recorded_pins

TURNS = 20


def main() -> None:
    pins, factory = load(), recorded_pins()
    screen = ScreenPanel()
    session = Session(
        clock=SystemClock(),
        randbelow=lambda n: 0,
        table=Table(UnitBook(), DirectWriter(Journal(None)), 0),
        panels=(screen, GpioPanel(pins, tones.load(), factory)),
        settings=Settings(),
    )
    opened, auction = threading.Event(), threading.Event()

    def seen(view: View) -> None:
        opened.set()
        if view.unit.phase == "auction":
            auction.set()

    session.subscribe(seen)
    thread = threading.Thread(target=session.run)
    thread.start()
    opened.wait(5)
    factory.pin(pins[Key.AUCTION]).contact(True)
    auction.wait(5)
    waits: list[float] = []
    for _ in range(TURNS):
        asked = time.monotonic()
        Clock.schedule_once(lambda dt, asked=asked: waits.append(time.monotonic() - asked))
        Clock.tick()
    session.command("cancel")
    session.close()
    thread.join()
    print(json.dumps({"auction": auction.is_set(), "waits_ms": [1000 * wait for wait in waits]}))


if __name__ == "__main__":
    main()
