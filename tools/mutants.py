"""Do the tests notice? Makes single faults, runs the tests of their room, counts who was caught.

    python tools/mutants.py                      150 faults spread over all rooms
    python tools/mutants.py --seconds 600        as many of them as ten minutes allow
    python tools/mutants.py --room panels --room firmware --count 40
    python tools/mutants.py --all                a fault in every line (a night, or two)

The same ``--seed`` makes the same faults in the same order. Nothing happens in this folder: every
job works in a copy of it. A fault counts as caught when a test fails with it and passes without.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from faults import Fault, faults

ROOT = Path(__file__).resolve().parents[1]

ROOMS: dict[str, tuple[str, str]] = {
    "catalogues": ("companion/*/de*.po", "locale"),
    "firmware": (
        "firmware/*.c",
        "firmware/test_keys.py firmware/test_corners.py firmware/test_alone.py"
        " firmware/test_vectors.py firmware/test_attached.py firmware panels contract",
    ),
    "ui": ("companion/ui/*.py companion/games/*_page.py", "ui"),
    "core": ("companion/core/*.py", "core games evenings oracles faces cli"),
    "games": ("companion/games/*.py", "games faces core evenings oracles ui"),
    "faces": ("companion/faces/*.py", "faces ui"),
    "unit": ("companion/unit/*.py", "unit firmware/test_vectors.py panels session ui"),
    "panels": ("companion/panels/*.py", "panels contract evenings cli"),
    "storage": ("companion/storage/*.py", "storage session cli ui/test_stick_page.py pi"),
    "session": ("companion/session/*.py", "session evenings storage cli app ui"),
    "locale": ("companion/locale/*.py", "locale ui"),
    "sounds": ("companion/sounds/*.py", "sounds ui"),
    "app": ("companion/*.py", "app cli session ui"),
}
"""Room, its files (a file lives in the first room it fits), and where under tests/ it is tried."""
NO_PROGRAM = ("firmware/sim/*", "firmware/test/*", "firmware/fuzz/*")

TEST_S = 60
"""A test that takes longer than this hangs."""
LATE = "the time was up"
MEMORY_BYTES = 6 << 30
"""What a test may take of the machine; a sanitizer reserves more, and is left alone."""
AVR = "avr-gcc -mmcu=atmega328p -DF_CPU=16000000UL -Os -std=gnu11 -fshort-enums -Wall -Wextra"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fault: ``caught`` or not, and by what; None if the time was up before."""

    room: str
    fault: Fault
    caught: bool | None
    how: str


@dataclass(slots=True)
class Known:
    """What all jobs learn of the tests as they are: those seen green, those red by themselves."""

    green: set[str] = field(default_factory=set)
    red: set[str] = field(default_factory=set)


def every_fault() -> dict[str, dict[str, list[Fault]]]:
    """Every fault there is, by room and file."""
    found: dict[str, dict[str, list[Fault]]] = {room: {} for room in ROOMS}
    for path in _listed():
        fits = (room for room, (files, _) in ROOMS.items() if _matches(path, files.split()))
        room = next(fits, None)
        if room and not _matches(path, NO_PROGRAM):
            found[room][path] = faults(path, (ROOT / path).read_text(encoding="utf-8"))
    return found


def _matches(path: str, patterns: list[str] | tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def _listed() -> list[str]:
    """The project's files as they are now, those git does not know yet too."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted(path for path in done.stdout.splitlines() if (ROOT / path).is_file())


def in_order(rooms: dict[str, dict[str, list[Fault]]], seed: int) -> Iterator[tuple[str, Fault]]:
    """One fault of every line, the lines shuffled, the rooms taking turns.

    A room has its turn as often as the root of its lines says: a big one oftener than a small
    one, and none is left out.
    """
    chance = random.Random(seed)
    waiting: dict[str, list[Fault]] = {}
    for room, files in rooms.items():
        lines: dict[tuple[str, int], list[Fault]] = {}
        for fault in (fault for of_file in files.values() for fault in of_file):
            lines.setdefault((fault.path, fault.line), []).append(fault)
        waiting[room] = [chance.choice(of_line) for of_line in lines.values()]
        chance.shuffle(waiting[room])
    share = {room: len(left) ** 0.5 for room, left in waiting.items() if left}
    taken = dict.fromkeys(share, 0)
    while share:
        room = min(share, key=lambda room: (taken[room] + 1) / share[room])
        taken[room] += 1
        yield room, waiting[room].pop()
        if not waiting[room]:
            del share[room]


class Workshop:
    """A copy of the project in which one fault at a time is made and tried."""

    def __init__(self, place: Path, limit_s: float, known: Known) -> None:
        self._place = place
        self._limit_s = limit_s
        self._known = known
        for path in _listed():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, place / path)
        (place / ".venv").symlink_to(ROOT / ".venv")
        (place / "tmp").mkdir()

    def tried(self, room: str, fault: Fault) -> Verdict | None:
        """What the room's tests say to ``fault``; None if it is none: the same program, or none."""
        before = (self._place / fault.path).read_text(encoding="utf-8")
        if fault.path.endswith(".c") and not self._is_another(fault.path, before, fault):
            return None
        while True:
            self._write(fault.path, fault.put_into(before))
            how, test = self._run(room, self._ordered(room, fault.path))
            self._write(fault.path, before)
            if test and test in self._known.red:
                return Verdict(room, fault, False, f"{test} is red without it too")
            if not test or self._passes_without(room, test):
                return Verdict(room, fault, None if how == LATE else bool(how), test or how)

    def _write(self, path: str, text: str) -> None:
        file = self._place / path
        file.write_text(text, encoding="utf-8")
        # Byte code is told from its source by size and whole second: a fault has often both.
        for stale in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            stale.unlink()

    def _is_another(self, path: str, before: str, fault: Fault) -> bool:
        """Whether the compiler takes the fault, and makes another program of it."""
        made = []
        for text in (before, fault.put_into(before)):
            self._write(path, text)
            out = self._place / "tmp" / "one.o"
            command = [*AVR.split(), "-Werror", "-c", "-o", str(out), path]
            done = subprocess.run(command, cwd=self._place, capture_output=True, check=False)
            made.append(b"" if done.returncode else out.read_bytes())
        self._write(path, before)
        return bool(made[1]) and made[0] != made[1]

    def _ordered(self, room: str, path: str) -> list[str]:
        """The room's test files: first those named after the module, then those that name it."""
        stem = Path(path).stem
        word = re.compile(rf"\b{re.escape(stem)}\b")
        tests: list[Path] = []
        # The quick ones are named first in ROOMS, and none runs twice.
        for under in ROOMS[room][1].split():
            place = self._place / "tests" / under
            tests += sorted(place.rglob("test_*.py")) if place.is_dir() else [place]

        def near(test: Path) -> int:
            if stem in test.stem:
                return 0
            return 1 if word.search(test.read_text(encoding="utf-8")) else 2

        return [
            str(test.relative_to(self._place)) for test in sorted(dict.fromkeys(tests), key=near)
        ]

    def _passes_without(self, room: str, test: str) -> bool:
        if test not in self._known.green:
            how, _ = self._run(room, [test])
            (self._known.red if how else self._known.green).add(test)
        return test in self._known.green

    def _run(self, room: str, tests: list[str]) -> tuple[str, str]:
        """How the tests failed ("" if they did not), and the first that did, if it has a name."""
        command = [str(self._place / ".venv" / "bin" / "python"), "-m", "pytest", "-x", "-q"]
        command += ["-p", "no:cacheprovider", f"--timeout={TEST_S}", "--tb=no"]
        command += [f"--basetemp={self._place / 'tmp' / 'tests'}", *tests]
        command += [f"--deselect={test}" for test in sorted(self._known.red)]
        env = {**os.environ, "CI": "1", "PYTHONPATH": str(self._place)}
        env["TMPDIR"] = str(self._place / "tmp")
        with (self._place / "tmp" / "said").open("w+", encoding="utf-8") as said:
            process = subprocess.Popen(
                command, cwd=self._place, env=env, stdin=subprocess.DEVNULL, stdout=said,
                stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            if room != "firmware":
                resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
            try:
                status: int | None = process.wait(self._limit_s)
            except subprocess.TimeoutExpired:
                status = None
            _end_all_of(process)
            said.seek(0)
            return _outcome(status, said.read())


def _end_all_of(process: subprocess.Popen[bytes]) -> None:
    """Whatever the tests started ends with them."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        process.wait()


def _outcome(status: int | None, said: str) -> tuple[str, str]:
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, flags=re.M)
    if status == 0:
        return "", ""
    if failed:
        return "failed", failed[1]
    if status is None:  # not a single test was done: the program hangs when it is loaded
        return (LATE, "") if re.search(r"^[.sx]+", said, flags=re.M) else ("hangs", "")
    return "ended", ""


def run(asked: argparse.Namespace) -> list[Verdict]:
    """Try faults until there are enough of them or the time is up; say each as it is tried."""
    rooms = {room: files for room, files in every_fault().items() if room in asked.room}
    order = in_order(rooms, asked.seed)
    until = time.monotonic() + asked.seconds if asked.seconds else None
    verdicts: list[Verdict] = []
    lock = threading.Lock()
    begun = 0

    def work(shop: Workshop) -> None:
        nonlocal begun
        while True:
            with lock:
                enough = not asked.all and begun >= asked.count
                chosen = None if enough or _is_past(until) else next(order, None)
                begun += 1
            if chosen is None:
                return
            since = time.monotonic()
            verdict = shop.tried(*chosen)
            with lock:
                if verdict is None:
                    begun -= 1
                    continue
                verdicts.append(verdict)
                said = {True: "caught  ", False: "SURVIVED", None: "late    "}[verdict.caught]
                place = f"{verdict.fault.path}:{verdict.fault.line}"
                took = time.monotonic() - since
                print(f"{len(verdicts):4} {took:4.0f} s {said} {place}  {verdict.how}", flush=True)

    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        known = Known()
        shops = [Workshop(Path(folder) / str(n), asked.limit, known) for n in range(asked.jobs)]
        jobs = [threading.Thread(target=work, args=(shop,)) for shop in shops]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
    for test in sorted(known.red):
        print(f"Red without any fault, and left out: {test}")
    return verdicts


def _is_past(until: float | None) -> bool:
    return until is not None and time.monotonic() > until


def report(verdicts: list[Verdict], seed: int) -> str:
    """Caught and survived by room, and what the survivors changed; the late ones count for none."""
    lines = [
        "",
        f"{'room':<12}{'caught':>8}{'survived':>10}{'late':>6}{'caught %':>10}   (seed {seed})",
    ]
    for room in [*ROOMS, "all"]:
        found = [verdict.caught for verdict in verdicts if room in (verdict.room, "all")]
        caught, survived, late = (found.count(it) for it in (True, False, None))
        if caught + survived:
            share = 100 * caught / (caught + survived)
            lines.append(f"{room:<12}{caught:>8}{survived:>10}{late:>6}{share:>9.0f} %")
    for verdict in sorted(verdicts, key=lambda verdict: (verdict.room, verdict.fault.path)):
        if verdict.caught is False:
            lines += ["", *changed(verdict.fault)]
    return "\n".join(lines)


def changed(fault: Fault) -> list[str]:
    """A fault as a person reads it: the place, the lines before and after."""
    text = (ROOT / fault.path).read_text(encoding="utf-8")
    start, end, new = fault.edit
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    said = [f"{fault.path}:{fault.line}"]
    said += [f"- {line}" for line in text[first:last].split("\n")]
    return said + [f"+ {line}" for line in (text[first:start] + new + text[end:last]).split("\n")]


def main() -> int:
    """Read the command line, try, report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--count", type=int, default=150, help="how many faults (150)")
    parser.add_argument("--seconds", type=float, help="begin no other fault after this time")
    parser.add_argument("--all", action="store_true", help="one fault in every line")
    parser.add_argument("--room", action="append", choices=list(ROOMS), help="only this one")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once (2)")
    parser.add_argument("--limit", type=float, default=240, help="seconds for one fault (240)")
    asked = parser.parse_args()
    asked.room = asked.room or list(ROOMS)
    print(report(run(asked), asked.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
