"""Plays through the real speaker panel into a file of samples; run by test_speaker.py.

The screen's thread never turns Kivy's wheel once the card is open: it is busy all the time.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from kivy.clock import Clock

from companion.sounds import tones
from companion.ui import speaker as ours
from companion.unit.frame import Frame

BYTES_PER_MS = 44_100 * 4 // 1000
LIMIT_S = 20


def main(raw: Path, wishes: list[str]) -> None:
    """Ask for each tone in turn; one with a "!" is not waited for once it has begun."""
    table = tones.load()
    ours.STALE_S = LIMIT_S  # The first wish may come while the sounds are still made.
    speaker = ours.SpeakerPanel()
    speaker.open(lambda edge: None)
    speaker.show(Frame(tone="long", tone_no=7))
    began = time.monotonic()
    while speaker.status().ready and size(raw) < 150 * BYTES_PER_MS:
        Clock.tick()
        wait(began)
    too_early = heard(raw, 0)
    starts = []
    for number, wish in enumerate(wishes, start=8):
        if not speaker.status().ready:
            break
        name = wish.rstrip("!")
        before = size(raw)
        asked = time.monotonic()
        frame = Frame(tone=name, tone_no=number)
        speaker.show(frame)
        speaker.show(frame)
        while name != "none" and not heard(raw, before):
            wait(asked)
        starts.append(1000 * (time.monotonic() - asked))
        if name == wish:
            rest = size(raw) + (tones.length_ms(table.get(name, ())) + 150) * BYTES_PER_MS
            while size(raw) < rest:
                wait(asked)
    took = 1000 * (time.monotonic() - began)
    status = speaker.status()
    speaker.close()
    speaker.close()
    report = {"ready": status.ready, "says": status.text(), "ms": took, "starts": starts}
    print(json.dumps({**report, "too_early": too_early}))


def size(raw: Path) -> int:
    return os.path.getsize(raw) if raw.exists() else 0


def heard(raw: Path, start: int) -> bool:
    if not raw.exists():
        return False
    with raw.open("rb") as file:
        file.seek(start)
        return any(file.read())


def wait(since: float) -> None:
    if time.monotonic() - since > LIMIT_S:
        raise SystemExit("nothing was heard")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
