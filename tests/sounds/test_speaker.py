"""What comes out of the speaker, as samples: the audio goes into a file instead of a card."""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

from companion.sounds import tones

RATE = 44_100
QUIET = 300
GAP = RATE // 25
"""Silence this long separates two sounds; the rests within a sound are longer than a fade."""


def play(
    tmp_path: Path, *names: str, driver: str = "disk", hurry: bool = True
) -> tuple[dict[str, Any], Path]:
    """Play in a process of its own; in a hurry the file takes samples faster than a card."""
    raw = tmp_path / "heard.raw"
    env = {
        **os.environ,
        "SDL_AUDIODRIVER": driver,
        "SDL_DISKAUDIOFILE": str(raw),
        **({"SDL_DISKAUDIODELAY": "1"} if hurry else {}),
        "KIVY_HOME": str(tmp_path),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_CONSOLELOG": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.sounds.speak", str(raw), *names],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1]), raw


def notes(raw: Path, gap: int = GAP) -> list[tuple[int, int]]:
    """Each burst of sound as (frequency in Hz, length in ms)."""
    samples = array("h", raw.read_bytes()[: raw.stat().st_size // 4 * 4])[::2]
    loud = [index for index, sample in enumerate(samples) if abs(sample) > QUIET]
    if not loud:
        return []
    edges = [0, *(i for i in range(1, len(loud)) if loud[i] - loud[i - 1] > gap), len(loud)]
    found = []
    for first, last in itertools.pairwise(edges):
        burst = samples[loud[first] : loud[last - 1] + 1]
        crossings = sum((a < 0) != (b < 0) for a, b in itertools.pairwise(burst))
        found.append((crossings * RATE // (2 * len(burst)), 1000 * len(burst) // RATE))
    return found


def test_c148_ten_beeps_in_a_row_are_ten_beeps_heard_while_the_screen_is_busy(
    tmp_path: Path,
) -> None:
    report, raw = play(tmp_path, *["second"] * 10)
    assert report["ready"], report["says"]
    assert not report["too_early"], "the first frame only tells where the count stands"
    bursts = notes(raw)
    assert len(bursts) == 10
    for hertz, length in bursts:
        assert hertz == pytest.approx(1760, rel=0.02)
        assert length == pytest.approx(60, abs=5)
    assert statistics.median(report["starts"]) <= 20


def test_every_sound_is_heard_as_its_notes(tmp_path: Path) -> None:
    table = tones.load()
    report, raw = play(tmp_path, *table)
    assert report["ready"], report["says"]
    written = [note for pattern in table.values() for note in pattern if note[0]]
    heard = notes(raw, RATE * 15 // 1000)
    assert len(heard) == len(written)
    for (hertz, length), (is_hertz, is_length) in zip(written, heard, strict=True):
        assert is_hertz == pytest.approx(hertz, rel=0.02)
        assert is_length == pytest.approx(length, abs=6)


def test_muting_ends_the_sound_at_once(tmp_path: Path) -> None:
    report, raw = play(tmp_path, "long!", "none", hurry=False)
    assert report["ready"], report["says"]
    ((hertz, length),) = notes(raw)
    assert hertz == pytest.approx(1319, rel=0.02)
    assert length < 400


def test_a_new_sound_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    report, raw = play(tmp_path, "long!", "void", hurry=False)
    assert report["ready"], report["says"]
    (_, both), (hertz, length) = notes(raw)
    assert both < 400 + 150
    assert (hertz, length) == (pytest.approx(392, rel=0.02), pytest.approx(250, abs=6))


def test_c149_without_an_audio_device_it_starts_silent_and_says_so(tmp_path: Path) -> None:
    report, raw = play(tmp_path, "tick", driver="nosuchdriver")
    assert not report["ready"]
    assert report["says"].startswith("No sound: this computer has no working audio output.")
    assert "lights" in report["says"]
    assert report["ms"] < 5_000
    assert not raw.exists()


OPENED_BY = """
import threading
from kivy.clock import Clock
from kivy.core.audio.audio_sdl2 import SoundSDL2
from companion.ui.speaker import SpeakerPanel

seen = []
SoundSDL2.extensions = staticmethod(lambda: seen.append(threading.current_thread().name))
panel = SpeakerPanel()
panel.open(lambda edge: None)
while not seen:
    Clock.tick()
print(*seen)
"""


def test_the_device_is_opened_by_the_thread_that_draws(tmp_path: Path) -> None:
    # Elsewhere Python's lock and SDL's are taken in the other order than by the window's events,
    # and now and then the app stood still as it started.
    told = subprocess.run(
        [sys.executable, "-c", OPENED_BY],
        env={**os.environ, "KIVY_HOME": str(tmp_path), "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1"},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert told.stdout.split() == ["MainThread"]


BLOCKS = """
import os, time
from kivy.clock import Clock
from companion.ui import speaker

speaker.PATIENCE_S = 0.2
panel = speaker.SpeakerPanel()
told = []
panel.changed = lambda: told.append(panel.status().text())
panel.open(lambda edge: None)
longest = 0.0
while not told:
    began = time.monotonic()
    Clock.tick()
    longest = max(longest, time.monotonic() - began)
assert longest < 1.5, longest
os.close(os.open(os.environ["CARD"], os.O_RDONLY | os.O_NONBLOCK))
print(*told)
"""
CARD = """
pcm.!default {{
    type file
    slave.pcm {{ type null }}
    file "{fifo}"
    format raw
}}
"""


def test_a_sound_card_that_blocks_is_told_and_holds_nothing_up(tmp_path: Path) -> None:
    fifo, conf = tmp_path / "card", tmp_path / "asound.conf"
    os.mkfifo(fifo)
    conf.write_text(CARD.format(fifo=fifo))
    done = subprocess.run(
        [sys.executable, "-c", BLOCKS],
        env={
            **os.environ, "SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": str(conf),
            "CARD": str(fifo), "KIVY_HOME": str(tmp_path), "KIVY_NO_ARGS": "1",
            "KIVY_NO_FILELOG": "1",
        },
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.startswith("No sound: the sound card does not answer.")
