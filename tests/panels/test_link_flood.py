"""A board that talks and never reads, or talks without end: no spin, no flood, a word about it."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from companion.panels.console import console
from companion.panels.link import READ_AGAIN_S
from companion.panels.ports import Port
from companion.panels.talk import PRESS_EACH_MS, PRESSES_AT_ONCE, Talk
from companion.panels.wire import PROTOCOL, Line, Reader, encode, pin_table
from companion.unit.frame import LEVEL_MAX, Frame
from tests.panels.cable import Cable, wait_for
from tests.panels.test_link import Bench, hello_number, identity, threads

SILENCE_MS = PROTOCOL.timing_ms["silence"]


def press(number: int) -> bytes:
    return encode(Line("press", number, (0, number % 2)))


@pytest.fixture
def wire() -> Iterator[Cable]:
    line = Cable()
    yield line
    line.close()


class Clock:
    """The panel's clock, moved by the test; ``looks``: how often it was looked at."""

    def __init__(self) -> None:
        self.now = self.looks = 0

    def __call__(self) -> int:
        self.looks += 1
        return self.now

    def looks_in(self, seconds: float) -> int:
        """How busy the panel is while so much real time passes."""
        before, end = self.looks, time.monotonic() + seconds
        wait_for(lambda: time.monotonic() >= end)
        return self.looks - before


def attach(bench: Bench, wire: Cable) -> None:
    wire.say(identity(hello_number(wire), PROTOCOL.version, PROTOCOL.firmware, pin_table()))
    wait_for(lambda: bench.status().ready)


def test_a_board_that_talks_but_never_reads_is_lost_and_costs_nothing(wire: Cable) -> None:
    clock = Clock()
    with Bench(wire.name, clock_ms=clock) as bench:
        attach(bench, wire)
        wire.fill()
        bench.panel.show(Frame(ring=LEVEL_MAX))
        assert clock.looks_in(0.2) < 100
        for number in range(1, 11):
            clock.now += SILENCE_MS // 8
            wire.say(press(number))
            wait_for(lambda number=number: len(bench.edges) >= number or not bench.status().ready)
        bench.says("The panel is lost.", "cable")
        clock.now += SILENCE_MS
        assert clock.looks_in(0.1) < 100
        assert "The panel is lost." in bench.status().text(), "also when it was opened anew"
        assert bench.edges[-1].down is False, "no key stays down"
        began = time.monotonic()
    assert time.monotonic() - began < 1
    assert threads() == []


def test_a_full_port_is_sent_to_again_as_soon_as_it_takes_something(wire: Cable) -> None:
    with Bench(wire.name) as bench:
        attach(bench, wire)
        wire.fill()
        bench.panel.show(Frame(ring=LEVEL_MAX))
        heard = Reader()

        def frame() -> bool:
            wire.say(press(1))
            return any(line.name == "frame" for line in heard.feed(wire.heard()))

        wait_for(frame)
        assert bench.status().ready


def test_a_typed_console_ends_also_when_the_board_never_reads(wire: Cable) -> None:
    wire.fill()
    began = time.monotonic()
    out = io.StringIO()
    assert console(wire.name, io.StringIO("query\n"), out, lambda: [Port(wire.name)]) == 1
    assert time.monotonic() - began < 3


def test_a_thousand_presses_at_once_are_as_many_as_fingers_could_make() -> None:
    talk = Talk(0)
    talk.run(0)
    talk.hear(identity(1, PROTOCOL.version, PROTOCOL.firmware, pin_table()), 0)
    talk.take_bytes()
    for number in range(1, 1001):
        talk.hear(press(number), 0)
    assert len(talk.take_edges()) == PRESSES_AT_ONCE
    acknowledged = [line.number for line in Reader().feed(talk.take_bytes())]
    assert acknowledged == list(range(1, PRESSES_AT_ONCE + 1)), "the others are asked for again"
    talk.hear(press(1001), PRESS_EACH_MS - 1)
    assert talk.take_edges() == []
    talk.hear(press(1001), PRESS_EACH_MS)
    assert [it.down for it in talk.take_edges()] == [True]
    talk.hear(press(1003), PRESS_EACH_MS + 1)
    assert talk.take_edges() == []


def test_a_machine_at_the_button_is_taken_at_its_own_speed() -> None:
    talk = Talk(0)
    talk.run(0)
    talk.hear(identity(1, PROTOCOL.version, PROTOCOL.firmware, pin_table()), 0)
    for number in range(1, 1001):
        talk.hear(press(number), number * PRESS_EACH_MS)
    assert len(talk.take_edges()) == 1000


def test_a_flooded_port_is_read_at_a_pace_and_frames_still_go_out(wire: Cable) -> None:
    clock = Clock()
    with Bench(wire.name, clock_ms=clock) as bench:
        attach(bench, wire)
        began = clock.looks
        until = time.monotonic() + 0.3
        number = 0

        def flood() -> bool:
            nonlocal number
            with suppress(BlockingIOError):
                while True:
                    wire.say(press(number % 1000 + 1) + b"noise\n" * 50)
                    number += 1
            return time.monotonic() >= until

        wait_for(flood)
        assert clock.looks - began < 6 * 0.3 / READ_AGAIN_S
        assert len(bench.edges) <= PRESSES_AT_ONCE
        bench.panel.show(Frame(ring=LEVEL_MAX))
        wait_for(lambda: b"\nF " in wire.heard())


def test_presses_alone_do_not_show_that_a_board_hears_us() -> None:
    talk = Talk(0)
    talk.run(0)
    talk.hear(identity(1, PROTOCOL.version, PROTOCOL.firmware, pin_table()), 0)
    for now in range(0, SILENCE_MS, 100):
        talk.hear(press(now // 100 + 1) + encode(Line("ack", 30_000)), now)
        talk.run(now)
        assert talk.attached
    talk.run(SILENCE_MS)
    assert talk.lost
