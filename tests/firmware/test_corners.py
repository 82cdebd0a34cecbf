"""The flashed firmware where counts run round, memory is full and hosts come and go at once."""

from __future__ import annotations

import binascii
import struct
import subprocess
from collections.abc import Iterator

import pytest

from companion.panels.panel import Key
from companion.panels.wire import PROTOCOL, Line, Reader, encode
from companion.unit.unit import Event, UnitRules
from tests.firmware.test_alone import diagnosis
from tests.firmware.test_attached import notes
from tests.sim.build import built
from tests.sim.chip import Chip, booted
from tests.sim.lockstep import Table

PRESSES_KEPT = 16
SIGNAL_HERTZ = 1760


@pytest.fixture
def chip() -> Iterator[Chip]:
    with booted() as board:
        yield board


def hear(chip: Chip, ms: float = 30) -> list[Line]:
    chip.run(ms)
    return Reader().feed(chip.heard())


def greet(chip: Chip, number: int) -> Line:
    """The identity with which the board answers hello."""
    chip.send(encode(Line("hello", number, (PROTOCOL.version,))))
    return next(line for line in hear(chip) if line.name == "identity" and line.number == number)


def frame(number: int, mark: int) -> bytes:
    marks = tuple(255 * (mark == it) for it in (1, 2, 3, 4))
    return encode(Line("frame", number, (*marks, 0, 0, 0)))


def kept(serial: int, weights: tuple[int, int, int, int]) -> str:
    """Settings as they lie in the EEPROM, in hexadecimal."""
    body = struct.pack("<H4B?H", serial, *weights, False, 7)
    return (body + struct.pack("<H", binascii.crc_hqx(body, 0))).hex()


def test_numbers_of_lines_run_round_and_an_older_line_changes_nothing(chip: Chip) -> None:
    greet(chip, 65_530)
    for number, mark, shown in ((65_535, 1, 0b1), (3, 2, 0b10), (65_534, 3, 0b10), (4, 4, 0b1000)):
        chip.send(frame(number, mark))
        assert [line.name for line in hear(chip) if line.number == number] == ["ack"]
        assert chip.pins()[0] == shown


def test_the_newer_settings_count_also_when_their_count_has_run_round(chip: Chip) -> None:
    older, newer = (9, 1, 1, 1), (1, 2, 3, 4)
    chip.ask("eeprom", 0, kept(0, newer) + kept(65_535, older))
    chip.ask("power")
    chip.run(400)
    assert diagnosis(chip).values[4:8] == newer


def test_odds_said_again_are_not_written_again(chip: Chip) -> None:
    chip.send(encode(Line("odds", 1, (3, 1, 1, 5, 0))))
    chip.run(200)
    before = chip.ask("eeprom")
    for number in range(2, 6):
        chip.send(encode(Line("odds", number, (3, 1, 1, 5, 0))))
        chip.run(200)
    assert chip.ask("eeprom") == before
    chip.send(encode(Line("odds", 6, (3, 1, 1, 4, 0))))
    chip.run(200)
    assert chip.ask("eeprom") != before


def test_what_there_is_no_room_to_say_is_dropped_whole(chip: Chip) -> None:
    """Sixty questions at once: an answer is a line, or it is not there."""
    asked = range(1, 61)
    chip.send(b"".join(encode(Line("query", number)) for number in asked))
    chip.run(500)
    reader = Reader()
    numbers = [line.number for line in reader.feed(chip.heard())]
    assert reader.errors == 0
    assert 2 < len(numbers) < len(asked)
    assert numbers == sorted(numbers)
    assert diagnosis(chip).number == 7, "and it answers on"


def test_a_host_that_greets_again_is_not_told_what_was_pressed_before(chip: Chip) -> None:
    greet(chip, 1)
    chip.tap(Key.BUILD)
    assert any(line.name == "press" for line in hear(chip))
    identity = greet(chip, 2)
    assert [line for line in hear(chip, 200) if line.name == "press"] == []
    chip.tap(Key.AUCTION)
    told = next(line for line in hear(chip) if line.name == "press")
    assert told.number == identity.values[3] + 1, "the count goes on from what it said"
    assert told.values == (PROTOCOL.keys.index("auction"), 1)


def test_with_no_room_left_a_press_is_dropped_and_never_a_release(chip: Chip) -> None:
    greet(chip, 1)
    chip.press(Key.AUCTION)
    first = next(line for line in hear(chip, 40) if line.name == "press")
    chip.send(encode(Line("ack", first.number)))
    for _ in range(PRESSES_KEPT):
        chip.tap(Key.BUILD, 17)
        chip.send(encode(Line("query", 1)))
    chip.release(Key.AUCTION)
    chip.run(20)
    told: list[tuple[int, ...]] = []
    for number in range(first.number + 1, first.number + PRESSES_KEPT):
        line = next(it for it in hear(chip, 60) if it.number == number)
        told.append(line.values)
        chip.send(encode(Line("ack", number)))
    build, auction = PROTOCOL.keys.index("build"), PROTOCOL.keys.index("auction")
    assert told == [(build, 1), (build, 0)] * 7 + [(auction, 0)]


def test_left_alone_an_auction_keeps_the_signal_it_was_given(chip: Chip) -> None:
    table = Table(chip, UnitRules(bank=True, auction_ms=20_000, signal_ms=10_000))
    table.until_attached()
    table.run(50)
    table.event(Event.AUCTION)
    began = table.now
    table.run(3_000)
    chip.seen()
    table.plugged = False
    table.run(18_000)
    seen = chip.seen()
    first = next(it for it in seen if it.pin == "buzzer" and it.value)
    assert table.ms(first.cycle) - began == pytest.approx(10_000, abs=60)
    assert notes(seen, SIGNAL_HERTZ) == 11


@pytest.mark.parametrize("late_ms", [0, 1, 20])
def test_the_press_that_started_an_auction_never_ends_it(late_ms: int) -> None:
    """Also when the board was busy, and counts the hold only some milliseconds later."""
    done = subprocess.run([built() / "late", str(late_ms)], capture_output=True, text=True)
    assert PROTOCOL.phases[int(done.stdout)] == "auction"


def test_the_frame_of_the_host_is_shown_until_its_next_word_is_late(chip: Chip) -> None:
    """A ring that the host has dimmed stays dim; only then the board goes on by itself."""
    greet(chip, 1)
    state = (PROTOCOL.phases.index("auction"), 0, 0, 50_000, 5_000, 3_600_000, 0)
    chip.send(encode(Line("state", 2, state)))
    chip.send(encode(Line("frame", 3, (0, 0, 0, 0, 7, 0, 0))))
    chip.run(20)
    assert chip.pins()[1] == 7
    chip.run(PROTOCOL.timing_ms["coast"])
    assert chip.pins()[1] > 7
