"""The kiosk under a service manager: stalled, broken, told to end. The manager does what systemd
does: it listens for signs of life, and kills and restarts what falls silent."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.wiring import Options, build
from companion.storage import settings as settings_file
from companion.storage.journal import Journal
from companion.storage.library import NewGame
from companion.storage.settings import Settings
from tools.xvfb import VirtualScreen

ROOT = Path(__file__).resolve().parents[2]
WATCHDOG_S = 3.0
LOADED_S = 30
"""How long anything may take on a busy machine before the test gives up."""


class Manager:
    """Starts the app, hears it, and starts it again when it is silent for WATCHDOG_S."""

    def __init__(self, data: Path, address: str, audio: str) -> None:
        self._data, self._address, self._audio = data, address, audio
        self._heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._heard.bind("\0" + address[1:] if address.startswith("@") else address)
        self.screen: VirtualScreen
        self.silences = 0
        self.logs = ""
        self.statuses: list[str] = []
        self.start()

    def start(self) -> None:
        self._last: float | None = None
        wanted = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY_", "SDL_"))}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ui.kioskapp", "--kiosk", "--data", str(self._data),
             "--lang", "en"],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={
                **wanted, "SDL_AUDIODRIVER": self._audio, "INVOCATION_ID": "test",
                "NOTIFY_SOCKET": self._address, "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6)),
            },
        )  # fmt: skip

    def send(self, number: signal.Signals) -> float:
        self.process.send_signal(number)
        return time.monotonic()

    def wait_for(self, word: str) -> None:
        """Listen until ``word`` is said; meanwhile, silence means death."""
        until = time.monotonic() + LOADED_S
        while time.monotonic() < until:
            quiet = None if self._last is None else self._last + WATCHDOG_S - time.monotonic()
            ready, _, _ = select.select([self._heard], [], [], 1 if quiet is None else quiet)
            if not ready and quiet is not None:
                self._restart()
                if word == "silence":
                    return
                continue
            assert self.process.poll() is None or ready, self.gone()
            for state in self._heard.recv(4096).decode().splitlines() if ready else ():
                if state in ("READY=1", "WATCHDOG=1"):
                    self._last = time.monotonic()
                if state.startswith("STATUS="):
                    self.statuses.append(state)
                if state == word:
                    return
        raise AssertionError(f"never said {word}; {self.statuses} {self.gone()}")

    def wait_for_game(self, status: str) -> None:
        """Listen until the game and its turn are told, if they have not been."""
        if f"STATUS={status}" not in self.statuses:
            self.wait_for(f"STATUS={status}")

    def ended(self) -> tuple[int, str]:
        """Exit status and what it printed, once it has ended by itself."""
        out, _ = self._collect()
        return self.process.returncode, out

    def gone(self) -> str:
        self.process.kill()
        self._collect()
        return self.logs

    def _restart(self) -> None:
        self.silences += 1
        self.process.send_signal(signal.SIGABRT)
        self._collect()
        assert self.process.returncode == -signal.SIGABRT
        self.start()

    def _collect(self) -> tuple[str, str]:
        out, self.logs = self.process.communicate(timeout=LOADED_S)
        return out, self.logs


@contextmanager
def managed(data: Path, address: str, audio: str = "dummy") -> Iterator[Manager]:
    with VirtualScreen() as screen:
        manager = Manager(data, address, audio)
        manager.screen = screen
        try:
            yield manager
        finally:
            manager.process.kill()
            manager.process.wait(LOADED_S)


def a_city_game(data: Path) -> None:
    """A game on the table, Anna's turn."""
    parts = build(Options(data, lang="en"), threaded=False)
    parts.frontend.new_game(NewGame("city_us", ("Anna", "Ben"), title="Friday"), lambda fault: None)
    parts.session.step()
    parts.session.close()
    parts.session.step()
    parts.close_folder()


@pytest.mark.timeout(110)
def test_c161_a_stalled_screen_or_session_is_started_again_into_the_same_game(
    tmp_path: Path,
) -> None:
    a_city_game(tmp_path / "data")
    with managed(tmp_path / "data", f"@companion-test-{os.getpid()}") as manager:
        for _ in range(2):
            manager.wait_for("WATCHDOG=1")
        manager.wait_for_game("Friday, Anna")
        for fault, thread in ((signal.SIGUSR1, "kioskapp.py"), (signal.SIGUSR2, "session")):
            manager.send(fault)
            manager.wait_for("silence")
            assert "Fatal Python error: Aborted" in manager.logs and thread in manager.logs
            manager.statuses.clear()
            manager.wait_for("READY=1")
            manager.wait_for_game("Friday, Anna")
        assert manager.silences >= 2, "a busy machine may be silent once more"
        told = manager.send(signal.SIGTERM)
        manager.wait_for("STOPPING=1")
        status, out = manager.ended()
        assert status == 0
        assert float(out.split()[-1]) - told < 0.2, "no light outlives the word to end"
        said = manager.logs.splitlines()
        assert said[0].startswith("<6>companion ") and ", kiosk" in said[0]
        for words in (
            "language en",
            "is opened",
            "watchdog: ",
            "told to end (SIGTERM)",
            "ended, status 0",
        ):
            assert any(words in line for line in said), words


@pytest.mark.timeout(110)
@pytest.mark.parametrize("fault", [signal.SIGALRM, signal.SIGVTALRM], ids=["screen", "session"])
def test_what_breaks_off_is_logged_goes_dark_and_ends_with_a_status_to_start_again(
    tmp_path: Path, fault: signal.Signals
) -> None:
    with managed(tmp_path / "data", str(tmp_path / "notify")) as manager:
        manager.wait_for("READY=1")
        manager.send(fault)
        status, out = manager.ended()
    assert status == 1
    assert "dark" in out
    assert "<2>RuntimeError: something nobody thought of" in manager.logs
    assert all(line.startswith("<") for line in manager.logs.splitlines())


def build_pressed(manager: Manager, data: Path, x: int, y: int) -> bool:
    """Whether a touch at ``x``, ``y`` reaches the journal as a press of Build."""
    until = time.monotonic() + LOADED_S
    while time.monotonic() < until:
        manager.screen.down(x, y)
        manager.screen.up()
        store = Journal(data / "unit.companion")
        found = any(entry.reason == "unit_build" for entry in store.entries())
        store.close()
        if found:
            return True
    return False


@pytest.mark.timeout(110)
def test_c140_c149_c152_turned_without_sound_and_nothing_on_a_keyboard_closes_it(
    tmp_path: Path,
) -> None:
    """Somebody has plugged in a keyboard, the screen hangs upside down, no speaker anywhere."""
    data = tmp_path / "data"
    data.mkdir()
    settings_file.save(data / "settings.toml", Settings(rotation=180))
    with managed(data, str(tmp_path / "notify"), audio="no-such-driver") as manager:
        manager.wait_for("READY=1")
        for key in ("Escape", "F1", "alt+F4", "ctrl+q", "ctrl+c"):
            manager.screen.key(key)
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGHUP):
            manager.send(number)
        where = subprocess.run(
            ["xdotool", "search", "--class", ".", "getwindowgeometry"],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert "Geometry: 800x480" in where and "Position: 0,0" in where
        assert build_pressed(manager, data, 800 - 86, 480 - 260)
        manager.wait_for("WATCHDOG=1")
        assert (manager.process.poll(), manager.silences) == (None, 0)
        manager.send(signal.SIGTERM)
        assert manager.ended()[0] == 0
    assert "<4>panel speaker: No sound" in manager.logs
