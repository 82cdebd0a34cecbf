"""The serial panel at real ports: pseudo-terminals, the simulated chip behind them, and no luck."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from companion.panels import link, ports
from companion.panels.link import SerialPanel, open_port
from companion.panels.panel import Edge, Key, Status
from companion.panels.ports import Port
from companion.panels.wire import PROTOCOL, Line, encode, pin_table
from companion.unit.frame import LEVEL_MAX, Frame
from companion.unit.unit import Phase
from tests.panels.cable import Cable, wait_for
from tests.session.rig import Evening
from tests.sim.chip import LiveChip

NANO = (0x1A86, 0x7523)
LIT = Frame(marks=(LEVEL_MAX, 0, 0, LEVEL_MAX), ring=110)


@pytest.fixture
def wire() -> Iterator[Cable]:
    line = Cable()
    yield line
    line.close()


@pytest.fixture
def chip() -> Iterator[LiveChip]:
    with LiveChip() as board:
        yield board


class Bench:
    """A panel, the ports it finds, and what it told."""

    def __init__(
        self, wanted: str = "", ports: list[Port] | None = None, **options: object
    ) -> None:
        self.ports = ports or []
        self.edges: list[Edge] = []
        self.panel = SerialPanel(
            wanted,
            lambda: list(self.ports),
            look_again_s=0.02,
            **options,  # type: ignore[arg-type]
        )

    def __enter__(self) -> Bench:
        self.panel.open(self.edges.append)
        return self

    def __exit__(self, *fault: object) -> None:
        self.panel.close()

    def status(self) -> Status:
        return self.panel.status()

    def says(self, *words: str) -> None:
        """Wait until the status says all of it."""
        wait_for(lambda: all(word in self.status().text() for word in words))


def identity(number: int, version: int, firmware: int, pins: int) -> bytes:
    return encode(Line("identity", number, (version, firmware, pins, 0)))


def hello_number(wire: Cable) -> int:
    heard = b""

    def hello() -> bool:
        nonlocal heard
        heard += wire.heard()
        return heard.count(b"H ") > 0 and heard.endswith(b"\n")

    wait_for(hello)
    return int(heard.split(b"H ")[1].split()[0])


# -- finding the board


def test_no_board_at_all_is_said_and_the_panel_goes_on_looking(chip: LiveChip) -> None:
    with Bench(ports=[Port("/dev/ttyS0")]) as bench:
        bench.says("No microcontroller was found.", "--panel serial:PORT")
        bench.ports.append(Port(chip.plug(), *NANO))
        wait_for(lambda: bench.status().ready)


def test_the_program_that_takes_boards_away_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ports, "BRLTTY", (tmp_path,))
    with Bench(ports=[Port("/dev/ttyS0")]) as bench:
        bench.says("brltty", "sudo apt remove brltty")


def test_two_boards_are_asked_about_by_name(chip: LiveChip) -> None:
    with Bench(ports=[Port("/dev/ttyUSB0", *NANO), Port("/dev/ttyACM0", 0x2341, 0x43)]) as bench:
        bench.says("several boards", "/dev/ttyUSB0", "/dev/ttyACM0", "Which one")


def test_a_board_is_found_by_part_of_its_name_or_serial_number(chip: LiveChip) -> None:
    here = Port(chip.plug(), 0x9999, 1, serial="A50285BI", name="My Trading Unit")
    for wanted in ("trading unit", "a50285"):
        with Bench(wanted, [Port("/dev/ttyUSB7", *NANO), here]) as bench:
            wait_for(lambda bench=bench: bench.status().ready)


def test_c127_plugged_in_again_under_another_name_it_is_found(chip: LiveChip) -> None:
    first = Port(chip.plug(), *NANO, serial="7")
    with Bench(first.device, [first]) as bench:
        wait_for(lambda: bench.status().ready)
        chip.ask("unplug")
        bench.ports.clear()
        bench.says("The panel is lost.", "cable")
        other = LiveChip()
        second = Port(other.plug(), *NANO, serial="7")
        bench.ports += [Port("/dev/ttyACM0", *NANO, serial="8"), second]
        wait_for(lambda: bench.status().ready)
        other.close()


def test_c133_no_permission_names_the_group_and_the_command() -> None:
    def refuse(device: str) -> object:
        raise serial.SerialException(errno.EACCES, f"could not open port {device}")

    with Bench(ports=[Port("/dev/ttyUSB0", *NANO)], opener=refuse) as bench:
        bench.says("/dev/ttyUSB0", "dialout", "sudo usermod -aG dialout")


def test_a_port_in_use_is_said(wire: Cable) -> None:
    other = open_port(wire.name)
    with Bench(wire.name) as bench:
        bench.says(wire.name, "in use by another program")
    other.close()


def test_a_port_that_is_not_there_is_said() -> None:
    with Bench("/dev/ttyNOSUCH") as bench:
        bench.says("There is no port /dev/ttyNOSUCH.")


# -- who answers


def test_c134_a_login_prompt_is_recognised_with_what_to_do(wire: Cable) -> None:
    with Bench(wire.name) as bench:
        hello_number(wire)
        wire.say(b"\r\nRaspbian GNU/Linux 12 raspberrypi ttyS0\r\n\r\nraspberrypi login: ")
        bench.says("login prompt", "raspi-config")


def test_another_protocol_is_named_with_both_versions(wire: Cable) -> None:
    with Bench(wire.name) as bench:
        wire.say(identity(hello_number(wire), PROTOCOL.version + 1, 1, pin_table()))
        bench.says(
            f"version {PROTOCOL.version + 1}", f"program version {PROTOCOL.version}", "flash"
        )
        assert not bench.status().ready


@pytest.mark.parametrize(
    ("firmware", "pins", "words"),
    [(PROTOCOL.firmware + 1, None, "firmware"), (PROTOCOL.firmware, 0x1234, "pin table 1234")],
)
def test_another_firmware_or_pin_table_works_and_is_named(
    wire: Cable, firmware: int, pins: int | None, words: str
) -> None:
    with Bench(wire.name) as bench:
        table = pin_table() if pins is None else pins
        wire.say(identity(hello_number(wire), PROTOCOL.version, firmware, table))
        wait_for(lambda: bench.status().ready)
        assert words in bench.status().text()
        assert "flash" in bench.status().text()


def test_who_never_answers_is_said_after_the_boot_time(wire: Cable) -> None:
    now = 0
    with Bench(wire.name, clock_ms=lambda: now) as bench:
        bench.says("Waiting for the microcontroller")
        now = link.BOOT_MS
        wire.say(b"\n")
        bench.says("Nothing at", "make flash")


def test_c131_noise_endless_lines_and_binary_do_no_harm(chip: LiveChip) -> None:
    """And a line that never ends: the chip's answer behind it is still read."""
    wire = Cable()
    with Bench(wire.name) as bench:
        number = hello_number(wire)
        for _ in range(20):
            wire.say(b"x" * 200)
        wire.say(b"\n\xfe\xc2\xe0\n" + bytes(range(256)))
        wire.say(b"\n" + identity(number, PROTOCOL.version, PROTOCOL.firmware, pin_table()))
        wait_for(lambda: bench.status().ready)
    wire.close()


def test_c130_a_line_in_two_halves_is_one_press(wire: Cable) -> None:
    with Bench(wire.name) as bench:
        number = hello_number(wire)
        wire.say(identity(number, PROTOCOL.version, PROTOCOL.firmware, pin_table()))
        wait_for(lambda: bench.status().ready)
        press = encode(Line("press", 1, (0, 1)))
        wire.say(press[:4])
        wire.heard()
        wait_for(wire.heard)
        assert bench.edges == []
        wire.say(press[4:])
        wait_for(lambda: bench.edges)
        wire.say(press)
        wire.say(encode(Line("press", 2, (1, 1))))
        wait_for(lambda: len(bench.edges) == 2)
        assert [(it.key, it.down) for it in bench.edges] == [(Key.BUILD, True), (Key.AUCTION, True)]


def test_c128_opening_resets_the_board_and_no_press_appears(chip: LiveChip) -> None:
    """An Uno restarts when its port is opened; frames wait until it answers."""
    here = Port(chip.plug(), *NANO)
    with Bench(ports=[here]) as bench:
        chip.ask("reset")
        bench.panel.show(LIT)
        wait_for(lambda: bench.panel.arrived() and bench.status().ready, 3)
        wait_for(lambda: chip.pins()[0] == 0b1001)
        assert bench.edges == []


def test_on_loop_it_hears_only_itself_and_takes_that_for_nobody() -> None:
    with Bench("loop://") as bench:
        bench.says("Waiting for the microcontroller at loop://.")
        assert not bench.status().ready
        began = time.monotonic()
        bench.panel.close()
        assert time.monotonic() - began < 1


# -- losing the board


def threads() -> list[threading.Thread]:
    return [it for it in threading.enumerate() if it.name == "serial panel"]


def test_c125_an_auction_never_notices_the_cable(chip: LiveChip) -> None:
    ports = [Port(chip.plug(), *NANO)]
    panel = SerialPanel("", lambda: list(ports), look_again_s=0.02)
    evening = Evening(panels=(panel,))
    wait_for(lambda: panel.status().ready)
    evening.tap(Key.AUCTION)
    evening.advance(29_950)
    wait_for(lambda: chip.pins()[1] > 0)
    assert evening.session.view.unit.seconds == 20
    ports.clear()
    chip.ask("unplug")
    wait_for(lambda: not panel.status().ready)
    assert "cable" in panel.status().text()
    evening.advance(10_000)
    assert evening.session.view.unit.seconds == 10
    ports.append(Port(chip.plug(), *NANO))
    back = time.monotonic()
    wait_for(lambda: panel.status().ready and panel.arrived(), 3)
    assert time.monotonic() - back < 3
    wait_for(lambda: chip.pins()[1] > 0)
    evening.advance(10_000)
    assert evening.session.view.unit.phase is Phase.SOLD
    evening.session.close()
    evening.advance(0)
    assert threads() == []


def test_a_key_that_is_down_as_the_cable_goes_is_let_go(wire: Cable) -> None:
    with Bench(wire.name) as bench:
        wire.say(identity(hello_number(wire), PROTOCOL.version, PROTOCOL.firmware, pin_table()))
        wait_for(lambda: bench.status().ready)
        wire.say(encode(Line("press", 1, (1, 1))))
        wait_for(lambda: bench.edges)
        wire.pull()
        wait_for(lambda: len(bench.edges) == 2)
        assert [(it.key, it.down) for it in bench.edges] == [(Key.AUCTION, 1), (Key.AUCTION, 0)]


def test_unplugged_fifty_times_it_comes_back_and_leaves_no_thread(chip: LiveChip) -> None:
    bench = Bench(ports=[Port(chip.plug(), *NANO)])
    with bench:
        for turn in range(50):
            bench.panel.show(Frame(ring=LEVEL_MAX, tone_no=turn))
            wait_for(lambda: bench.status().ready and bench.panel.arrived(), 3)
            bench.ports.clear()
            chip.ask("unplug")
            wait_for(lambda: not bench.status().ready)
            bench.ports.append(Port(chip.plug(), *NANO))
        wait_for(lambda: bench.status().ready and bench.panel.arrived(), 3)
        wait_for(lambda: chip.pins()[1] == LEVEL_MAX)
        assert bench.edges == []
        assert len(threads()) == 1
    assert threads() == []


def test_c136_closing_takes_less_than_a_second_whatever_the_port_does(wire: Cable) -> None:
    for wanted in (wire.name, "/dev/ttyNOSUCH", "loop://"):
        with Bench(wanted) as bench:
            wait_for(lambda bench=bench: "Looking" not in bench.status().text())
            began = time.monotonic()
            bench.panel.close()
            assert time.monotonic() - began < 1
    assert threads() == []


def test_showing_never_waits_for_a_port_that_takes_nothing(wire: Cable) -> None:
    with Bench(wire.name) as bench:
        wire.say(identity(hello_number(wire), PROTOCOL.version, PROTOCOL.firmware, pin_table()))
        wait_for(lambda: bench.status().ready)
        longest = 0.0
        for number in range(2000):
            began = time.monotonic()
            bench.panel.show(Frame(ring=number % 256))
            longest = max(longest, time.monotonic() - began)
        assert longest < 0.2


def test_a_dead_silent_board_is_lost_after_two_seconds_of_silence(wire: Cable) -> None:
    now = 0
    with Bench(wire.name, clock_ms=lambda: now) as bench:
        wire.say(identity(hello_number(wire), PROTOCOL.version, PROTOCOL.firmware, pin_table()))
        wait_for(lambda: bench.status().ready)
        now = PROTOCOL.timing_ms["silence"]
        bench.panel.show(LIT)
        bench.says("The panel is lost.", "cable")


def test_probe_tells_of_every_board_and_leaves_it_alone(chip: LiveChip) -> None:
    here = Port(chip.plug(), *NANO)
    for wanted in ("", here.device):
        ((device, status),) = link.probe(wanted, lambda: [here, Port("/dev/ttyS0")])
        assert device == here.device
        assert status.ready
    ((device, status),) = link.probe("/dev/ttyNOSUCH", lambda: [here])
    assert "There is no port /dev/ttyNOSUCH." in status.text()
    assert threads() == []


def test_a_press_at_the_chip_rolls_on_the_chip(chip: LiveChip) -> None:
    """The whole way: contact, firmware, cable, session, saved, cable, light."""
    here = Port(chip.plug(), *NANO)
    panel = SerialPanel("", lambda: [here])
    evening = Evening(panels=(panel,), draws=(3,))
    wait_for(lambda: panel.status().ready and panel.arrived())
    evening.advance(400)
    wait_for(lambda: chip.pins() == (0, 0, 0))
    chip.press(Key.BUILD)

    def rolling() -> bool:
        evening.advance(0)
        return evening.session.view.unit.phase is Phase.ROLLING

    wait_for(rolling)
    chip.release(Key.BUILD)
    evening.advance(900)
    wait_for(lambda: panel.arrived() and chip.pins()[0] == 0b1000)
    assert evening.session.view.unit.result == 4
    assert evening.entries()[-1].lines
    evening.session.close()
    evening.advance(0)
    assert chip.pins() == (0, 0, 0)
