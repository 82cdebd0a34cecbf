"""The C unit passes exactly the file the Python unit passes, on the host and on the chip."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from companion.core.unit import Event
from companion.panels.panel import Key
from companion.panels.wire import Line, encode
from tests.firmware.vectors import Case, Row, cases
from tests.sim.build import built
from tests.sim.chip import Chip, booted

CASES = cases()
BY_BUTTON = {"power_on", "build", "auction", "auction_held", "build_held", "-"}


def wanted() -> tuple[list[str], list[str]]:
    """All requests and the answers the file asks for."""
    requests, answers = [], []
    for case in CASES:
        requests.append(case.request())
        answers.append(".")
        requests += [row.request() for row in case.rows]
        answers += [row.answer() for row in case.rows]
    return requests, answers


def told(answers: list[str], wanted_answers: list[str]) -> list[str]:
    """Where they differ, by case and time."""
    where = [
        f"{case.name} {at}"
        for case in CASES
        for at in ("start", *(f"at {row.at} after {row.event}" for row in case.rows))
    ]
    pairs = zip(where, answers, wanted_answers, strict=True)
    return [f"{at}: {got!r} not {want!r}" for at, got, want in pairs if got.strip() != want.strip()]


def test_host_build_passes_every_vector() -> None:
    requests, answers = wanted()
    done = subprocess.run(
        [built() / "vectors"], input="\n".join(requests), capture_output=True, text=True, timeout=20
    )
    assert told(done.stdout.splitlines(), answers) == []


def test_chip_passes_every_vector() -> None:
    """The same objects as in the firmware, compiled for the AVR, on the simulated chip."""
    requests, answers = wanted()
    got = []
    with Chip(built() / "vectors.elf") as chip:
        chip.run(1)
        for request in requests:
            chip.send(request.encode() + b"\n")
            heard = b""
            while not heard.endswith(b"\n"):
                chip.run(3)
                heard += chip.heard()
            got.append(heard.decode())
    assert told(got, answers) == []


class Alone:
    """The flashed firmware alone, led through a case by its buttons and looked at."""

    def __init__(self, case: Case) -> None:
        self.chip = booted() if case.rows[0].event != Event.POWER_ON else Chip()
        self._down: set[Key] = set()
        self._zero: float | None = None
        self._now = 0.0

    def to(self, ms: float) -> None:
        """Let time pass up to ``ms`` of the case."""
        if ms > self._now:
            self.chip.run(ms - self._now)
            self._now = ms


@pytest.fixture
def odds() -> Iterator[Chip]:
    with booted() as chip:
        yield chip


def alone_cases() -> list[Case]:
    """The cases that fingers can play on a board without a host."""
    return [
        case
        for case in CASES
        if {row.event for row in case.rows} <= BY_BUTTON
        and set(case.rules) <= {"alone"}
        and not any(row.event == "build_held" and not case.rules for row in case.rows)
    ]


def row_ids(case: Case) -> str:
    return case.name
