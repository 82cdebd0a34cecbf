"""The GPIO panel in a process of its own: told to end in a beep, and held while Kivy runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from companion.panels.pins import OUTPUTS


def test_c122_told_to_end_in_a_beep_every_output_is_low_within_200_ms() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.panels.beep"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "beeping\n"
        told = time.monotonic()
        process.send_signal(signal.SIGTERM)
        report = json.loads(process.stdout.readline())
        process.wait(10)
    assert report["states"] == dict.fromkeys(OUTPUTS, 0.0)
    assert report["low_at"] - told < 0.2
    assert process.returncode == 0


def test_c124_while_a_button_is_held_down_the_screen_reacts_within_100_ms(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "KIVY_HOME": str(tmp_path),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_CONSOLELOG": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.panels.held"],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["auction"]
    assert len(report["waits_ms"]) == 20
    assert max(report["waits_ms"]) < 100
