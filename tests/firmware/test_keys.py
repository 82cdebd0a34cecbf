"""The firmware's debounce and hold are the host's: what counts, since when, and when what next."""

from __future__ import annotations

import random
import subprocess

from companion.panels.keys import HOLD_MS, KeyAction, KeyEvent, Keys
from companion.panels.panel import Edge, Key
from tests.sim.build import built

LETTERS = {KeyAction.PRESS: "P", KeyAction.HOLD: "H", KeyAction.RELEASE: "R"}
GAPS_MS = (0, 1, 2, 6, 13, 14, 15, 16, 30, 200, 970, 984, 999, 1000, 1001, 1015, 3000)
MOVES = 4_000
CLOSES_AGAIN_OVER_THE_HOLD = [(10, True), (1_020, False), (1_030, True), (1_050, True)]


def moves() -> list[tuple[int, bool, bool]]:
    """When a contact is looked at, how it stands, and whether it moved since the last look."""
    chance, now = random.Random(1), 0
    found = [(at, down, True) for at, down in CLOSES_AGAIN_OVER_THE_HOLD]
    now = found[-1][0] + 20
    for _ in range(MOVES):
        now += chance.choice(GAPS_MS)
        found.append((now, chance.random() < 0.6, chance.random() < 0.3))
    return found


def by_the_host() -> list[str]:
    """What the host's own rule answers to each move."""
    keys, was, answers = Keys(), False, []
    for now, down, moved in moves():
        steps = [down] if down != was else [not down, down] if moved else []
        was = down
        told: list[KeyEvent] = keys.tick(now)
        for step in steps:
            told += keys.edge(Edge(Key.AUCTION, step, "serial", ""), now)
        due = keys.next_deadline()
        counted = "".join(f"{LETTERS[it.action]}{it.at} " for it in told)
        answers.append(counted + (str(due) if due is not None else ""))
    return answers


def by_the_firmware() -> list[str]:
    requests = [f"k {HOLD_MS[Key.AUCTION]}"]
    requests += [f"c {now} {int(down)} {int(moved)}" for now, down, moved in moves()]
    done = subprocess.run(
        [built() / "vectors"], input="\n".join(requests), capture_output=True, text=True, timeout=20
    )
    return done.stdout.splitlines()[1:]


def test_the_firmware_counts_as_the_host_does() -> None:
    host, firmware = by_the_host(), by_the_firmware()
    wrong = [it for it in zip(moves(), host, firmware, strict=True) if it[1] != it[2]]
    assert wrong == []
    assert {letter for answer in host for letter in answer if letter.isalpha()} == set("PHR")


def test_a_hold_counts_from_when_the_contact_stands_again() -> None:
    """It bounced just as its second was full: neither let go, nor held before it stands."""
    assert by_the_firmware()[:3] == ["25", "P25 1035", "H1030 "]
