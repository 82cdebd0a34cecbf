"""A program to be told to end in the midst of a beep; run by test_gpio_ends.py."""

from __future__ import annotations

import json
import signal
import threading
import time

from companion.panels.gpio import GpioPanel
from companion.panels.pins import OUTPUTS, load
from companion.sounds import tones
from companion.unit.frame import LEVEL_MAX, Frame
from tests.pins import recorded_pins


def main() -> None:
    pins, factory = load(), recorded_pins()
    panel = GpioPanel(pins, tones.load(), factory)
    panel.open(lambda edge: None)
    panel.show(Frame())
    ended = threading.Event()

    def end(signum: int, stack: object) -> None:
        panel.close()
        states = {use: float(factory.pin(pins[use]).state) for use in OUTPUTS}
        print(json.dumps({"low_at": time.monotonic(), "states": states}), flush=True)
        ended.set()

    signal.signal(signal.SIGTERM, end)
    panel.show(Frame(marks=(LEVEL_MAX,) * 4, ring=110, tone="long", tone_no=1))
    buzzer = factory.pin(pins["buzzer"])
    buzzer.wait(lambda: buzzer.sounds)
    print("beeping", flush=True)
    while not ended.is_set():
        # Ever new frames, so that the signal finds the panel at work.
        panel.show(Frame(marks=(LEVEL_MAX,) * 4, ring=110, tone="long", tone_no=1))
        panel.show(Frame(marks=(LEVEL_MAX,) * 4, ring=190, tone="long", tone_no=1))


if __name__ == "__main__":
    main()
