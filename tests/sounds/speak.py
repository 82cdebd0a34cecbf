"""Plays through the real speaker panel into a file of samples; run by test_speaker.py.

The screen's thread never turns Kivy's wheel after the start: it is busy all the time.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from kivy.clock import Clock

from companion.faces.frame import Frame
from companion.sounds import tones
from companion.ui.speaker import SpeakerPanel

BYTES_PER_MS = 44_100 * 4 // 1000
LIMIT_S = 20


def main(raw: Path, names: list[str]) -> None:
    speaker = SpeakerPanel()
    speaker.open(lambda edge: None)
    speaker.show(Frame(tone="long", tone_no=7))
    Clock.tick()
    began = time.monotonic()
    while speaker.status().ready and not size(raw):
        wait(began)
    starts = []
    for number, name in enumerate(names, start=8):
        if not speaker.status().ready:
            break
        before = size(raw)
        asked = time.monotonic()
        frame = Frame(tone=name, tone_no=number)
        speaker.show(frame)
        speaker.show(frame)
        while not heard(raw, before):
            wait(asked)
        starts.append(1000 * (time.monotonic() - asked))
        rest = size(raw) + (tones.length_ms(tones.load()[name]) + 150) * BYTES_PER_MS
        while size(raw) < rest:
            wait(asked)
    took = 1000 * (time.monotonic() - began)
    status = speaker.status()
    speaker.close()
    speaker.close()
    print(json.dumps({"ready": status.ready, "says": status.text(), "ms": took, "starts": starts}))


def size(raw: Path) -> int:
    return os.path.getsize(raw) if raw.exists() else 0


def heard(raw: Path, start: int) -> bool:
    with raw.open("rb") as file:
        file.seek(start)
        return any(file.read())


def wait(since: float) -> None:
    if time.monotonic() - since > LIMIT_S:
        raise SystemExit("nothing was heard")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
