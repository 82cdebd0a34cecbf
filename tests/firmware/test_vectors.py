"""The C unit passes exactly the file the Python unit passes, on the host and on the chip."""

from __future__ import annotations

import subprocess

import pytest

from companion.panels.keys import DEBOUNCE_MS
from companion.panels.panel import Key
from companion.panels.wire import Line, encode
from companion.sounds import tones
from tests.firmware.vectors import Case, Row, cases
from tests.sim.build import built
from tests.sim.chip import CYCLES_PER_MS, PINS, Chip, Seen

CASES = cases()
NOTES = tones.load()


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
    """The same sources as the firmware, compiled for the AVR, on the simulated chip."""
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


HOLD_OF = {"auction_held": (Key.AUCTION, 1000), "build_held": (Key.BUILD, 3000)}
LATE_MS = 2
"""The chip's milliseconds need not begin with ours, and it needs a moment to act."""


def presses(case: Case) -> list[tuple[Key, int, int]] | None:
    """What fingers do to make the case happen: key, down from, down to. None: they cannot."""
    found: list[tuple[Key, int, int]] = []
    if any(row.event == "build_held" for row in case.rows) and not case.rules.get("alone"):
        return None
    for before, row in zip([None, *case.rows], case.rows, strict=False):
        if row.event in HOLD_OF:
            key, hold = HOLD_OF[row.event]
            began = row.at - hold
            if (key, began) in {(it[0], it[1]) for it in found}:
                found = [(k, a, row.at + 50 if (k, a) == (key, began) else b) for k, a, b in found]
            elif before and before.state == "auction" and before.at < began:
                found.append((key, began, row.at + 50))
            else:
                return None
        elif row.event in ("build", "auction"):
            found.append((Key(row.event), row.at, row.at + 50))
        elif row.event not in ("power_on", "-"):
            return None
    return found


def playable() -> list[tuple[Case, list[tuple[Key, int, int]]]]:
    """The cases that fingers can play on a board without a host, within an hour or so."""
    return [
        (case, found)
        for case in CASES
        if set(case.rules) <= {"alone"}
        and case.rows[-1].at < 3_700_000
        and (found := presses(case)) is not None
    ]


class Moments:
    """What stood at the pins at any moment of a case, from what the chip was seen to do."""

    def __init__(self, seen: list[Seen], zero_ms: float) -> None:
        self._seen = [(it.ms - zero_ms, it.pin, it.value) for it in seen]

    def shown(self, at: float) -> set[tuple[int, bool]]:
        """Marks and whether the ring is lit, at every moment from ``at`` to LATE_MS later."""
        lit = dict.fromkeys(PINS[:5], 0)
        states = set()
        for ms, pin, value in [*self._seen, (float("inf"), "buzzer", 0)]:
            if ms > at:
                marks = sum(lit[mark] << bit for bit, mark in enumerate(PINS[:4]))
                states.add((marks, bool(lit["ring"])))
            if ms > at + LATE_MS:
                return states
            if pin in lit:
                lit[pin] = value
        return states

    def notes(self) -> list[int]:
        """Every note that began, in Hz."""
        return [value for _, pin, value in self._seen if pin == "buzzer" and value]


def drawn_at(case: Case, at: int) -> Row | None:
    return next((row for row in case.rows if row.at == at and row.event == "build"), None)


def play(case: Case, fingers: list[tuple[Key, int, int]]) -> Moments:
    """Play a case on the flashed firmware. The odds are set so that each draw is the case's."""
    with Chip() as chip:
        chip.run(20)
        lamp_test = chip.seen()
        zero = lamp_test[0].ms - 1
        if case.rows[0].event != "power_on":
            lamp_test = []
            chip.run(400)
            chip.seen()
            zero = 500.0
        acts = sorted(
            [(down - DEBOUNCE_MS, key, True) for key, down, _ in fingers]
            + [(up - DEBOUNCE_MS, key, False) for key, _, up in fingers]
        )
        for number, (at, key, down) in enumerate(acts):
            row = drawn_at(case, at + DEBOUNCE_MS)
            if down and row:
                weights = tuple(int(row.drawn == result) for result in (1, 2, 3, 4))
                chip.send(encode(Line("odds", number, (*weights, 0))))
            chip.run(zero + at - chip.usage()[1] / CYCLES_PER_MS)
            chip.press(key) if down else chip.release(key)
        chip.run(zero + case.rows[-1].at + 1000 - chip.usage()[1] / CYCLES_PER_MS)
        return Moments(lamp_test + chip.seen(), zero)


@pytest.mark.parametrize(("case", "fingers"), playable(), ids=lambda it: getattr(it, "name", ""))
def test_the_flashed_firmware_alone_plays_the_case(
    case: Case, fingers: list[tuple[Key, int, int]]
) -> None:
    moments = play(case, fingers)
    for row in case.rows:
        assert (row.marks, row.ring > 0) in moments.shown(row.at), f"{row}"
    audible = [tone for row in case.rows for tone in row.tones if "!" not in row.state]
    notes = [hertz for tone in audible for hertz, _ in NOTES[tone] if hertz]
    assert moments.notes()[: len(notes)] == [pytest.approx(hertz, rel=0.02) for hertz in notes]


def test_fingers_can_play_most_of_what_needs_no_host() -> None:
    assert len(playable()) >= 12
