"""The flashed firmware alone with its batteries: times to the cycle, sleep, memory, settings."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest

from companion.panels.keys import DEBOUNCE_MS
from companion.panels.panel import Key
from companion.panels.wire import Line, Reader, encode
from companion.unit.unit import LAMP_TEST_MS, SHOWN_MS, UnitRules
from tests.sim.build import ROOT
from tests.sim.chip import CYCLES_PER_MS, Chip, Seen, booted

RULES = UnitRules()
RAM_END = 0x8FF
MUTED_AT = 9
"""Where the answer to a query says whether the unit is muted."""


@pytest.fixture
def chip() -> Iterator[Chip]:
    with booted() as board:
        yield board


def changes(seen: list[Seen], pin: str, value: int) -> list[float]:
    return [it.ms for it in seen if it.pin == pin and it.value == value]


def diagnosis(chip: Chip) -> Line:
    chip.heard()
    chip.send(encode(Line("query", 7)))
    chip.run(10)
    lines = Reader().feed(chip.heard())
    return next(line for line in lines if line.name == "diagnosis")


def test_power_on_shows_a_lamp_test_and_is_ready_at_once() -> None:
    with Chip() as chip:
        chip.run(500)
        seen = chip.seen()
        lit = [changes(seen, pin, 1)[0] for pin in ("mark_1", "mark_rail", "ring")]
        assert max(lit) < 20
        dark = [changes(seen, pin, 0)[0] for pin in ("mark_1", "mark_rail", "ring")]
        assert max(dark) - min(lit) == pytest.approx(LAMP_TEST_MS, abs=2)
        assert [it.value for it in seen if it.pin == "buzzer"] == [pytest.approx(2000, rel=0.02), 0]
        chip.tap(Key.BUILD)
        assert chip.pins()[0] != 0


def test_fifty_seconds_are_fifty_seconds(chip: Chip) -> None:
    chip.tap(Key.AUCTION)
    chip.run(60_000)
    seen = chip.seen()
    began, out = changes(seen, "ring", 1)[0], changes(seen, "ring", 0)[-1]
    assert out - began == pytest.approx(RULES.auction_ms, abs=1)
    notes = [(it.ms - began, it.value) for it in seen if it.pin == "buzzer" and it.value]
    assert notes[1] == (
        pytest.approx(RULES.auction_ms - RULES.signal_ms, abs=1),
        pytest.approx(1760, rel=0.02),
    )
    seconds = [at for at, _ in notes[3:7]]
    assert seconds == [pytest.approx(second, abs=1) for second in range(46_000, 50_000, 1000)]
    assert notes[-1] == (pytest.approx(50_000, abs=1), pytest.approx(1319, rel=0.02))


@pytest.mark.parametrize("key", Key)
@pytest.mark.parametrize("offset_ms", [0, 0.3, 0.9, 7.77])
def test_a_press_shows_within_25_ms_debounce_included(
    chip: Chip, key: Key, offset_ms: float
) -> None:
    chip.run(offset_ms)
    pressed = chip.press(key) / CYCLES_PER_MS
    chip.run(40)
    lit = min(it.ms for it in chip.seen() if it.value and it.pin != "buzzer")
    assert DEBOUNCE_MS - 1 <= lit - pressed <= 25


@pytest.mark.parametrize("spike_ms", [0.01, 2, 13.9])
def test_a_spike_is_no_press(chip: Chip, spike_ms: float) -> None:
    chip.press(Key.BUILD)
    chip.run(spike_ms)
    chip.release(Key.BUILD)
    chip.run(100)
    assert chip.seen() == []


def test_a_bouncing_press_is_one_press_and_a_bouncing_release_none(chip: Chip) -> None:
    for gap in (1, 1, 2, 4, 2):
        chip.press(Key.AUCTION)
        chip.run(gap)
        chip.release(Key.AUCTION)
        chip.run(1)
    chip.press(Key.AUCTION)
    chip.run(2000)
    for gap in (1, 3, 2):
        chip.release(Key.AUCTION)
        chip.run(gap)
        chip.press(Key.AUCTION)
        chip.run(1)
    chip.release(Key.AUCTION)
    chip.run(1000)
    notes = [it.value for it in chip.seen() if it.pin == "buzzer" and it.value]
    assert len(notes) == 1, "one start tone, and the hold of the starting press ends nothing"


def test_a_key_stuck_at_power_on_is_no_press() -> None:
    with Chip() as chip:
        chip.press(Key.BUILD)
        chip.run(5000)
        assert chip.pins()[0] == 0
        chip.release(Key.BUILD)
        chip.run(50)
        chip.tap(Key.BUILD)
        assert chip.pins()[0] != 0


def test_asleep_at_least_99_percent_of_an_idle_minute(chip: Chip) -> None:
    asleep, cycles, _ = chip.usage()
    chip.run(60_000)
    asleep_after, cycles_after, _ = chip.usage()
    assert (asleep_after - asleep) / (cycles_after - cycles) >= 0.99


def test_memory_is_within_its_bounds() -> None:
    done = subprocess.run(
        ["make", "-s", "-C", str(ROOT / "firmware"), "size"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    flash, ram = map(int, re.findall(r"(\d+) of", done.stdout))
    assert flash <= 12 * 1024
    assert ram <= 1024


def test_the_stack_at_its_deepest_leaves_half_of_the_memory_free(chip: Chip) -> None:
    """Everything at once: greeted, frames, presses on their way, a tone, a change of odds."""
    for number in range(3, 30, 3):
        chip.send(encode(Line("hello", number, (1,))))
        chip.send(encode(Line("state", number + 1, (4, 2, 100, 900, 5000, 60_000, 29))))
        chip.send(encode(Line("frame", number + 2, (255, 0, 255, 0, 110, 2, number))))
        chip.send(encode(Line("odds", number, (3, 1, 1, 5, 0))) + b"x" * 70 + b"\n")
        chip.tap(Key.BUILD, 20)
        chip.tap(Key.AUCTION, 20)
        chip.run(2500 if number % 2 else 700)
    stack = RAM_END - chip.usage()[2]
    assert 0 < stack <= 300


def test_build_held_is_seen_to_mute_until_the_power_goes(chip: Chip) -> None:
    """Whoever leaned on the button sees it, and finds no unit silent another day."""
    chip.send(encode(Line("odds", 5, (1, 1, 1, 1, 0))))
    chip.press(Key.BUILD)
    chip.run(2_900)
    chip.seen()
    chip.run(300)
    assert chip.pins() == (0b1111, 255, 0), "all lights, and silent"
    chip.release(Key.BUILD)
    chip.run(100)
    chip.tap(Key.AUCTION)
    chip.tap(Key.AUCTION, 1_100)
    chip.run(2_000)
    assert not [it for it in chip.seen() if it.pin == "buzzer" and it.value]
    chip.ask("power")
    chip.run(400)
    chip.seen()
    chip.tap(Key.AUCTION)
    assert [it for it in chip.seen() if it.pin == "buzzer" and it.value]


def test_mute_and_odds_that_were_set_outlive_the_power(chip: Chip) -> None:
    chip.send(encode(Line("odds", 5, (0, 0, 3, 0, 1))))
    chip.run(200)
    chip.ask("power")
    chip.run(400)
    chip.seen()
    assert diagnosis(chip).values[4:] == (0, 0, 3, 0, 1)
    chip.tap(Key.BUILD)
    chip.run(1000)
    assert chip.pins()[0] == 0b100
    assert not [it for it in chip.seen() if it.pin == "buzzer"]


@pytest.mark.parametrize("damage", ["FF" * 64, "00" * 64, "01" * 64])
def test_damaged_settings_become_even_odds_with_sound(chip: Chip, damage: str) -> None:
    chip.ask("eeprom", 0, damage)
    chip.ask("power")
    chip.run(400)
    assert diagnosis(chip).values[4:] == (1, 1, 1, 1, 0)


def test_a_power_cut_while_settings_are_written_leaves_the_older_ones(chip: Chip) -> None:
    chip.send(encode(Line("odds", 5, (3, 1, 1, 5, 0))))
    chip.run(200)
    kept = "".join(chip.ask("eeprom"))
    chip.send(encode(Line("odds", 6, (9, 9, 9, 9, 1))))
    chip.run(200)
    now = "".join(chip.ask("eeprom"))
    changed = [at for at in range(0, 64, 2) if kept[at : at + 2] != now[at : at + 2]]
    # Tear the newer copy at every byte: as if the write had got so far and no further.
    for at in changed:
        torn = now[: at + 2] if kept[at + 2 :] == now[at + 2 :] else now[:at] + kept[at:]
        chip.ask("eeprom", 0, torn)
        chip.ask("power")
        chip.run(30)
        assert diagnosis(chip).values[4:] in ((3, 1, 1, 5, 0), (9, 9, 9, 9, 1))


def test_a_hanging_core_is_restarted_with_everything_dark(chip: Chip) -> None:
    chip.tap(Key.AUCTION)
    chip.run(1000)
    starts = diagnosis(chip).values[2]
    chip.ask("hang")
    chip.run(2600)
    chip.run(400)
    after = diagnosis(chip)
    assert after.values[2] == starts + 1
    assert after.values[3] == 1, "it says that the watchdog started it"
    assert chip.pins() == (0, 0, 0)
    chip.tap(Key.BUILD)
    assert chip.pins()[0] != 0


def test_results_go_dark_and_the_chip_sleeps_again(chip: Chip) -> None:
    chip.tap(Key.BUILD)
    chip.run(SHOWN_MS + 2000)
    chip.seen()
    chip.run(60_000)
    assert chip.seen() == []
