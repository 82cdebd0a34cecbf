"""The plug pulled again and again: ``python -m benchmarks.powercut --kills 300``.

The real app on a virtual screen, somebody playing without rest, SIGKILL at random moments: a
fifth of them while it starts, the others in the middle of play. After each the app must come back
into the same game with every entry it had answered for, and as quickly as after a quiet end.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from companion.storage.snapshots import copies
from tools.xvfb import VirtualScreen

ROOT = Path(__file__).parents[1]
QUIET_EVERY = 10
PLAY_S = 1.5
START_S = 2.0
WAIT_S = 60


class Lost(Exception):
    """Something is not as it was; the text says what."""


@dataclass
class Report:
    """What came of it. Times in seconds from the start of the process to the game drawn."""

    kills: int = 0
    while_starting: int = 0
    acknowledged: int = 0
    entries: int = 0
    after_kill: list[float] = field(default_factory=list)
    after_quiet: list[float] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def ratio(self) -> float:
        """Median start after a kill against one after a quiet end."""
        return statistics.median(self.after_kill) / statistics.median(self.after_quiet)


class App:
    """One run of the app."""

    def __init__(self, data: Path, seed: str) -> None:
        self._began = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.powercut_child", str(data), seed],
            cwd=ROOT,
            env={**os.environ, "SDL_AUDIODRIVER": "dummy"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        self._out = self._process.stdout
        os.set_blocking(self._out.fileno(), False)
        self._rest = b""
        self.up: list[str] = []
        self.took = 0.0
        self.acks: list[tuple[int, str]] = []

    def listen(self, seconds: float, until_up: bool = False) -> None:
        """Read what it says for so long, or until the game is on the screen."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not (until_up and self.up):
            if self._process.poll() is not None:
                raise Lost(f"the app ended by itself, status {self._process.returncode}")
            if select.select([self._out], [], [], left)[0]:
                self._take(self._out.read() or b"")

    def end(self, number: signal.Signals) -> None:
        """Send the signal, and read what it had said before."""
        self._process.send_signal(number)
        self._process.wait(WAIT_S)
        self._take(self._out.read() or b"")
        self._out.close()

    def _take(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            word, _, rest = line.decode().partition(" ")
            if word == "up":
                self.took = time.monotonic() - self._began
                self.up = rest.split(" ", 2)
            elif word == "ack":
                number, _, name = rest.partition(" ")
                self.acks.append((int(number), name))


class Evening:
    """The whole of it in one data folder; raises Lost at the first thing that is missing."""

    def __init__(self, data: Path, seed: int) -> None:
        self._data, self._chance = data, random.Random(seed)
        self._runs = 0
        self._game = ""
        self._bodies: list[str] = []
        self.report = Report()

    def play(self, kills: int) -> Report:
        """Kill the app ``kills`` times; what came of it."""
        self._quietly([])
        while self.report.kills < kills:
            self._kill()
            if self.report.kills % QUIET_EVERY == 0:
                self._quietly(self.report.after_kill)
                self._quietly(self.report.after_quiet)
        self._quietly(self.report.after_kill)
        self.report.entries = len(self._bodies)
        return self.report

    def _kill(self) -> None:
        app = self._started()
        early = self._chance.random() < 0.2
        if early:
            app.listen(self._chance.uniform(0, START_S))
        else:
            self._seen(app, self.report.after_kill)
            app.listen(self._chance.uniform(0, PLAY_S))
        app.end(signal.SIGKILL)
        self.report.kills += 1
        self.report.while_starting += early
        self._check(app)

    def _quietly(self, times: list[float]) -> None:
        """A start, and a quiet end."""
        app = self._started()
        self._seen(app, times)
        app.end(signal.SIGTERM)
        self._check(app)

    def _started(self) -> App:
        self._runs += 1
        return App(self._data, f"r{self._runs}")

    def _seen(self, app: App, times: list[float]) -> None:
        app.listen(WAIT_S, until_up=True)
        if not app.up:
            raise Lost(f"run {self._runs}: no game on the screen after {WAIT_S} s")
        number, game, *notice = app.up
        times.append(app.took)
        self._game = self._game or game
        if game != self._game or int(number) < len(self._bodies):
            known = f"{self._game} with {len(self._bodies)}"
            raise Lost(f"run {self._runs}: {game} with {number} entries, not {known}")
        if notice and notice[0]:
            self.report.notices.append(notice[0])

    def _check(self, app: App) -> None:
        games = sorted(self._data.glob("games/*.companion"))
        if not games and not app.up:
            return  # killed before there was any
        if len(games) != 1 or list(self._data.glob("**/*.bad")):
            raise Lost(f"run {self._runs}: {[one.name for one in self._data.glob('games/*')]}")
        with tempfile.TemporaryDirectory() as place, closing(_as_left(games[0], place)) as db:
            rows = db.execute("SELECT id, body FROM entry ORDER BY seq").fetchall()
            if db.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise Lost(f"run {self._runs}: the journal is damaged")
        bodies = [body for _, body in rows]
        if bodies[: len(self._bodies)] != self._bodies:
            raise Lost(f"run {self._runs}: what was booked before has changed")
        for number, name in app.acks:
            if len(rows) < number or name not in {row[0] for row in rows}:
                raise Lost(f"run {self._runs}: entry {number} ({name}) was answered for, is gone")
        self._bodies = bodies
        self.report.acknowledged += len(app.acks)


def _as_left(path: Path, place: str) -> sqlite3.Connection:
    """A copy in ``place``: SQLite takes back there what was being saved, and not in the file."""
    for one in (path, *path.parent.glob(f"{path.name}-*")):
        shutil.copy(one, place)
    return sqlite3.connect(Path(place) / path.name)


def main() -> None:
    """Print the figures of docs/benchmarks.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with VirtualScreen(), tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        report = Evening(data, options.seed).play(options.kills)
        kept = len(copies(next(data.glob("games/*.companion"))))
    print(
        f"power cut: {report.kills} kills ({report.while_starting} while starting), the same game "
        f"each time, {report.acknowledged} entries answered for, {report.entries} kept, none lost"
    )
    print(
        f"power cut: start after a kill {report.ratio():.2f} x of one after a quiet end (wanted "
        f"1.1), longest {max(report.after_kill) / statistics.median(report.after_quiet):.2f} x; "
        f"{kept} copies, {len(report.notices)} notices {sorted(set(report.notices))}"
    )


if __name__ == "__main__":
    main()
