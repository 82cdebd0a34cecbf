"""The flashed firmware as the host's panel, over a good line, a bad line and no line at all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.panels.keys import LONG_MS
from companion.panels.panel import Key
from companion.panels.wire import PROTOCOL
from companion.unit.frame import Frame
from companion.unit.unit import Event, UnitRules
from tests.sim.chip import Chip, Seen, booted
from tests.sim.lockstep import Faults, Table

SILENCE_MS = PROTOCOL.timing_ms["silence"]
GRACE_MS = PROTOCOL.timing_ms["grace"]
LINE_LATE_MS = 20
"""A line takes its time to be said."""


@pytest.fixture
def chip() -> Iterator[Chip]:
    with booted() as board:
        yield board


@pytest.fixture
def table(chip: Chip) -> Table:
    table = Table(chip)
    table.until_attached()
    table.run(50)
    chip.seen()
    return table


def presses(table: Table) -> list[tuple[str, bool]]:
    return [(it.key, it.down) for it in table.edges]


def finger(table: Table, key: Key, ms: int = 40) -> None:
    table.chip.press(key)
    table.run(ms)
    table.chip.release(key)
    table.run(ms)


def ring_out(table: Table, seen: list[Seen]) -> float:
    return table.ms([it.cycle for it in seen if it.pin == "ring" and not it.value][-1])


def notes(seen: list[Seen], hertz: int) -> int:
    return len([it for it in seen if it.pin == "buzzer" and abs(it.value - hertz) < hertz / 30])


LONG = 1319


def test_an_auction_of_the_host_shows_and_ends_on_the_chip(table: Table) -> None:
    table.event(Event.AUCTION)
    began = table.now
    table.run(52_000)
    seen = table.chip.seen()
    assert ring_out(table, seen) - began == pytest.approx(50_000, abs=LINE_LATE_MS)
    assert notes(seen, LONG) == 2, "the start and the long beep"
    assert notes(seen, 1760) == 6
    assert table.talk.attached


def test_a_thousand_presses_over_a_bad_line_are_a_thousand_in_order(chip: Chip) -> None:
    faults = Faults(lost=0.05, doubled=0.05, garbled=0.05, chance=random.Random(5))
    table = Table(chip, faults=faults)
    table.until_attached()
    chance = random.Random(6)
    wanted = []
    for _ in range(1000):
        key = chance.choice(list(Key))
        finger(table, key, chance.choice([20, 30, 45]))
        wanted += [(str(key), True), (str(key), False)]
    table.run(1000)
    assert presses(table) == wanted
    assert table.talk.greetings == 1
    assert faults.done > 500, "the line was bad indeed"
    assert len({it.press_id for it in table.edges}) == 1000


def test_cut_lines_lose_nothing_either(chip: Chip) -> None:
    table = Table(chip, faults=Faults(cut=0.2, garbled=0.1, chance=random.Random(8)))
    table.until_attached()
    for _ in range(50):
        finger(table, Key.BUILD, 100)
    table.run(1000)
    assert presses(table) == [("build", True), ("build", False)] * 50


@pytest.mark.parametrize("dies_at", [100, 20_000, 44_990, 46_500, 49_000, 49_990])
def test_the_host_dies_and_the_running_auction_ends_on_time(table: Table, dies_at: int) -> None:
    table.event(Event.AUCTION)
    began = table.now
    table.run(dies_at)
    table.plugged = False
    table.run(53_000 - dies_at)
    seen = table.chip.seen()
    late = ring_out(table, seen) - began - 50_000
    assert -LINE_LATE_MS <= late <= GRACE_MS + LINE_LATE_MS
    assert notes(seen, LONG) == 2
    assert notes(seen, 1760) == 6


def test_left_alone_it_is_a_trading_unit_and_back_again_there_is_no_phantom(table: Table) -> None:
    table.plugged = False
    table.run(SILENCE_MS + 50)
    finger(table, Key.BUILD)
    table.run(1000)
    assert table.chip.pins()[0] != 0, "it rolled by itself"
    table.replug()
    table.until_attached()
    table.run(100)
    assert table.chip.pins() == (0, 0, 0), "the host's frame wins"
    assert table.edges == []
    finger(table, Key.AUCTION)
    assert presses(table) == [("auction", True), ("auction", False)]


def test_what_was_pressed_while_nobody_listened_is_forgotten(table: Table) -> None:
    table.plugged = False
    table.run(300)
    finger(table, Key.BUILD)
    finger(table, Key.AUCTION)
    table.run(SILENCE_MS)
    table.replug()
    table.until_attached()
    table.run(500)
    assert table.edges == []


def test_a_key_down_while_the_cable_goes_is_let_go_before_it_counts_as_held(table: Table) -> None:
    table.chip.press(Key.AUCTION)
    table.run(100)
    table.plugged = False
    table.run(990)
    assert presses(table) == [("auction", True), ("auction", False)]


@pytest.mark.parametrize("lost", [0.0, 0.05])
def test_c158_a_key_held_for_long_stays_down_for_the_host_also_on_a_bad_line(
    chip: Chip, lost: float
) -> None:
    """The host times every hold, so the wire need only not let go of a key by itself."""
    table = Table(chip, faults=Faults(lost=lost))
    table.until_attached()
    table.run(50)
    table.chip.press(Key.BUILD)
    table.run(LONG_MS[Key.BUILD] + 1_000)
    assert presses(table) == [("build", True)]
    table.chip.release(Key.BUILD)
    table.run(500)
    assert presses(table) == [("build", True), ("build", False)]


def test_a_blocked_session_delays_neither_light_nor_beep(table: Table) -> None:
    """The link's thread still says that it is there; the chip does what it was told is due."""
    table.event(Event.AUCTION)
    began = table.now
    table.run(48_000)
    table.session_blocked = True
    table.run(4_000)
    seen = table.chip.seen()
    assert 0 <= ring_out(table, seen) - began - 50_000 <= GRACE_MS + LINE_LATE_MS
    table.session_blocked = False
    table.run(2_000)
    seen += table.chip.seen()
    assert notes(seen, LONG) == 2
    assert table.chip.pins() == (0, 0, 0)


def test_a_result_not_yet_shown_by_the_host_is_never_shown_by_the_chip(table: Table) -> None:
    """It may not be saved yet. The chip does not even know it."""
    table.event(Event.BUILD, drawn=2)
    table.run(500)
    table.session_blocked = True
    table.run(1_500)
    lights = [it for it in table.chip.seen() if it.pin.startswith("mark")]
    assert table.ms(lights[-1].cycle) < table.now - 1_400
    table.plugged = False
    table.run(SILENCE_MS + 100)
    assert table.chip.pins() == (0, 0, 0)


def test_a_result_shown_by_the_host_flashes_on_without_it(table: Table) -> None:
    table.event(Event.BUILD, drawn=2)
    table.run(1_000)
    table.plugged = False
    table.run(400)
    table.chip.seen()
    table.run(3_000)
    flashes = [it for it in table.chip.seen() if it.pin == "mark_2"]
    assert len(flashes) == 12, "2 Hz: on and off twice a second"


def test_a_paused_auction_waits_until_a_key_goes_on(table: Table) -> None:
    table.event(Event.AUCTION)
    table.run(10_000)
    table.event(Event.PAUSE)
    table.run(100)
    table.plugged = False
    table.run(120_000)
    assert table.chip.pins()[1] == 255, "the steady ring of a pause"
    table.chip.seen()
    finger(table, Key.BUILD)
    went_on = table.now
    table.run(45_000)
    seen = table.chip.seen()
    assert ring_out(table, seen) - went_on == pytest.approx(40_000, abs=100)


def test_a_pause_that_looks_like_nothing_new_is_told_all_the_same(table: Table) -> None:
    """Paused while the ring happened to be at its brightest, as it is in a pause."""
    table.event(Event.AUCTION)
    table.run(450)
    assert table.chip.pins()[1] == 255
    table.event(Event.PAUSE)
    table.run(60_000)
    table.chip.seen()
    table.run(5_000)
    assert table.chip.seen() == []
    assert table.chip.pins()[1] == 255


def test_a_late_bid_just_before_the_end_moves_the_end_on_the_chip(chip: Chip) -> None:
    table = Table(chip, UnitRules(bank=True, late_bid_cap_ms=60_000))
    table.until_attached()
    table.run(50)
    table.event(Event.AUCTION)
    began = table.now
    table.run(49_900)
    table.event(Event.BID)
    table.run(8_000)
    seen = chip.seen()
    assert ring_out(table, seen) - began == pytest.approx(54_900, abs=LINE_LATE_MS)
    assert notes(seen, LONG) == 2


def test_the_play_clock_goes_on_and_chimes(table: Table) -> None:
    table.event(Event.AUCTION)
    began = table.now
    table.run(60_000)
    table.chip.seen()
    table.plugged = False
    table.run(10_000)
    table.chip.run(3_545_000)
    chimes = [it for it in table.chip.seen() if it.pin == "buzzer" and abs(it.value - 1047) < 30]
    assert [table.ms(it.cycle) - began for it in chimes] == [pytest.approx(3_600_000, abs=100)]


def test_bye_is_dark_at_once_and_alone_at_once(table: Table) -> None:
    table.event(Event.AUCTION)
    table.run(2_000)
    table.session_blocked = True
    table.talk.say_bye(table.now)
    table.run(20)
    assert table.talk.bye_heard
    assert table.chip.pins() == (0, 0, 0)
    table.plugged = False
    finger(table, Key.BUILD)
    table.run(1000)
    assert table.chip.pins()[0] != 0


def test_a_chip_that_starts_anew_is_greeted_and_shows_the_frame_again(table: Table) -> None:
    table.event(Event.AUCTION)
    table.run(5_000)
    table.chip.ask("reset")
    table.run(600)
    assert table.talk.greetings == 2
    assert table.chip.pins()[1] > 0
    assert table.edges == []
    finger(table, Key.AUCTION)
    assert presses(table) == [("auction", True), ("auction", False)]


def test_fifty_times_unplugged_during_auctions(chip: Chip) -> None:
    """Every auction ends on time, and the lights are the host's within three seconds."""
    table = Table(chip, UnitRules(bank=True, auction_ms=10_000, signal_ms=3_000))
    table.until_attached()
    chance = random.Random(50)
    for _ in range(50):
        chip.seen()
        table.event(Event.AUCTION)
        began = table.now
        table.run(chance.randrange(50, 9_950))
        table.plugged = False
        table.run(chance.randrange(10, 6_000))
        table.replug()
        back = table.now
        table.until_attached()
        table.run(60)
        assert table.now - back <= 3_000
        assert table.talk.settled
        table.run(max(0, began + 11_000 - table.now))
        late = ring_out(table, chip.seen()) - began - 10_000
        assert -LINE_LATE_MS <= late <= GRACE_MS + LINE_LATE_MS
        assert table.unit.phase == "idle"
    assert table.edges == []


def test_a_tone_is_not_played_again_after_a_greeting(table: Table) -> None:
    table.talk.show(Frame(tone="long", tone_no=9), table.now)
    table.session_blocked = True
    table.run(1_500)
    table.replug()
    table.talk.show(Frame(tone="long", tone_no=9), table.now)
    table.until_attached()
    table.run(1_500)
    assert notes(table.chip.seen(), LONG) <= 1
