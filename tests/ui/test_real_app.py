"""`companion` itself on a virtual screen: killed, ended, and started where nothing can be kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.wiring import Options, build
from companion.panels.panel import Key
from companion.storage.journal import Journal
from tools.xvfb import VirtualScreen

ROOT = Path(__file__).resolve().parents[2]
BUILD, AUCTION = (86, 260), (630, 260)
WAIT_S = 15


class App:
    """The running program, its screen and its journal."""

    def __init__(self, screen: VirtualScreen, data: Path) -> None:
        self.screen, self.data = screen, data
        wanted = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY_", "SDL_"))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "--data", str(data), "--lang", "en"],
            cwd=ROOT, env={**wanted, "SDL_AUDIODRIVER": "dummy"}, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def appears(self) -> None:
        """Wait for the window."""
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until and self.process.poll() is None:
            found = subprocess.run(["xdotool", "search", "--class", "."], capture_output=True)
            if found.stdout:
                return
        assert self.process.stderr is not None
        self.process.kill()
        raise AssertionError(f"no window: {self.process.stderr.read()}")

    def kept(self, reason: str) -> bool:
        """Touch Auction or Build until the journal says so; a window may not listen yet."""
        place = AUCTION if reason == "unit_auction" else BUILD
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            self.screen.down(*place)
            self.screen.up()
            path = self.data / "unit.companion"
            if path.exists() and any(e.reason == reason for e in Journal(path).entries()):
                return True
        return False


@contextmanager
def app(data: Path) -> Iterator[App]:
    with VirtualScreen() as screen:
        running = App(screen, data)
        try:
            running.appears()
            yield running
        finally:
            running.process.kill()
            running.process.wait(10)


@pytest.mark.timeout(60)
def test_c107_c169_killed_in_mid_auction_the_rest_is_offered(tmp_path: Path) -> None:
    with app(tmp_path) as running:
        assert running.kept("unit_auction")
        running.process.send_signal(signal.SIGKILL)
        running.process.wait(10)
    parts = build(Options(tmp_path), threaded=False)
    parts.session.subscribe(lambda view: None)
    parts.session.open()
    unit = parts.session.view.unit
    assert unit.offer_resume and unit.paused
    assert 45 <= unit.seconds <= 50
    parts.session.close()
    parts.session.step()
    parts.close_folder()


@pytest.mark.timeout(60)
def test_c136_told_to_end_it_is_gone_within_a_second(tmp_path: Path) -> None:
    with app(tmp_path) as running:
        assert running.kept("unit_build")
        start = time.monotonic()
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(10) == 0
        assert time.monotonic() - start < 1


@pytest.mark.timeout(60)
def test_a_data_folder_that_cannot_be_made_still_gives_a_trading_unit(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with app(tmp_path / "file" / "data") as running:
        assert running.process.poll() is None
    parts = build(Options(tmp_path / "file" / "data", lang="en"), threaded=False)
    parts.session.subscribe(lambda view: None)
    parts.session.open()
    assert "--data" in parts.session.view.shell.notice.english()
    parts.frontend.touch(Key.BUILD, True, "t1")
    parts.session.step()
    assert parts.session.view.unit.phase == "rolling"


@pytest.mark.timeout(60)
def test_without_a_screen_it_says_so_in_a_sentence_and_can_be_started_again(
    tmp_path: Path,
) -> None:
    wanted = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY_", "SDL_"))}
    wanted.pop("DISPLAY", None)
    for more, driver in (
        ([], {}),
        (["--kiosk"], {"SDL_VIDEODRIVER": "kmsdrm"}),
        (["--kiosk"], {"SDL_VIDEODRIVER": "no-such"}),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "companion", "--data", str(tmp_path), *more],
            cwd=ROOT, env={**wanted, **driver}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 1
        first, last = done.stderr.splitlines()
        assert "companion " in first, "anything more than the sentence"
        assert "No screen could be opened" in last and "companion doctor" in last
