"""The trading unit on gpiozero's mock pins: bounce, busy pins, missing chips, broken wires."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, Device, PinUnknownPi
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from companion.panels.gpio import GpioPanel
from companion.panels.panel import Edge, Key
from companion.panels.pins import OUTPUTS, USES, Pins, load
from companion.panels.screen import ScreenPanel
from companion.panels.trouble import factory_status
from companion.session.clock import ManualClock
from companion.sounds import tones
from companion.unit.frame import LEVEL_MAX, Frame
from tests.pins import RecordedPin, recorded_pins
from tests.session.rig import Evening

PINS = load()
ALL_ON = Frame(marks=(LEVEL_MAX,) * 4, ring=LEVEL_MAX)


class Table:
    """A trading unit at the pins and on the screen, its session stepped by hand."""

    def __init__(self, pins: Pins = PINS, factory: Any = None, wait_ms: int = 1_000) -> None:
        self.factory = factory or recorded_pins()
        self.gpio = GpioPanel(pins, tones.load(), self.factory)
        self.screen = ScreenPanel()
        self.evening = Evening(panels=(self.screen, self.gpio), clock=ManualClock(5_000))
        self.evening.advance(wait_ms)

    def contact(self, key: Key, closed: bool) -> None:
        self.factory.pin(PINS[key]).contact(closed)

    def bounce(self, key: Key, closes: bool) -> None:
        """Edges at 0, 1, 2, 4 and 8 ms, the last one for good."""
        for wait, closed in (
            (0, closes),
            (1, not closes),
            (1, closes),
            (2, not closes),
            (4, closes),
        ):
            self.evening.advance(wait)
            self.contact(key, closed)

    def results(self) -> list[object]:
        """Every result that was saved, in order."""
        return [
            line.after
            for entry in self.evening.entries()
            for line in entry.lines
            if getattr(line, "what", "") == "unit.roll" and line.after
        ]

    @property
    def phase(self) -> str:
        return self.evening.session.view.unit.phase


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.gpio.close()


def test_at_power_on_all_lights_are_tested_for_300_ms_with_one_tick() -> None:
    table = Table(wait_ms=0)
    lights = [table.factory.pin(PINS[use]) for use in OUTPUTS[:5]]
    buzzer = table.factory.pin(PINS["buzzer"])
    buzzer.wait(lambda: len(buzzer.notes()) == 1)
    assert buzzer.notes()[0][0] == 2000
    assert [pin.state for pin in lights] == [1, 1, 1, 1, 1]
    table.evening.advance(300)
    assert [pin.state for pin in lights] == [0, 0, 0, 0, 0]
    table.gpio.close()


def test_c113_a_bouncing_button_is_one_build(table: Table) -> None:
    table.bounce(Key.BUILD, True)
    table.evening.advance(2_000)
    table.bounce(Key.BUILD, False)
    table.evening.advance(500)
    assert len(table.results()) == 1
    assert table.phase == "shown"


@pytest.mark.parametrize("debounce_ms", [0, 15, 500])
def test_c115_the_debounce_is_ours_and_never_asked_of_the_pin_library(debounce_ms: int) -> None:
    table = Table(replace(PINS, debounce_ms=debounce_ms))
    assert table.factory.pin(PINS[Key.BUILD]).bounce is None
    table.contact(Key.BUILD, True)
    table.evening.advance(debounce_ms)
    assert table.phase == "rolling"
    table.gpio.close()


def test_c116_a_spike_of_2_ms_is_nothing(table: Table) -> None:
    for key in Key:
        table.contact(key, True)
        table.evening.advance(2)
        table.contact(key, False)
        table.evening.advance(500)
    assert table.phase == "idle"
    assert table.results() == []


def test_c118_a_released_auction_button_ends_no_auction_later(table: Table) -> None:
    table.contact(Key.AUCTION, True)
    table.evening.advance(100)
    table.contact(Key.AUCTION, False)
    table.evening.advance(400)
    table.contact(Key.AUCTION, True)
    table.evening.advance(900)
    table.contact(Key.AUCTION, False)
    table.evening.advance(30_000)
    assert table.phase == "auction"
    table.contact(Key.AUCTION, True)
    table.evening.advance(1_015)
    assert table.phase == "sold"


@pytest.mark.parametrize("use", USES)
def test_c119_a_busy_pin_is_named_with_its_number_and_what_to_do(use: str) -> None:
    factory = recorded_pins()
    other = LED(PINS[use], pin_factory=factory)
    table = Table(factory=factory)
    status = table.gpio.status()
    assert not status.ready
    assert status.text() == (
        f"GPIO{PINS[use]} ({use}) is in use by another program. "
        f"Close that program, or give {use} another pin in pins.toml."
    )
    table.screen.touch(Key.BUILD, True, "touch 1")
    table.evening.advance(0)
    assert table.phase == "rolling"
    other.close()
    table.gpio.open(lambda edge: None)
    assert table.gpio.status().ready
    table.gpio.close()


def test_c119_started_twice_the_second_names_a_pin_and_the_first_goes_on(table: Table) -> None:
    second = Table(factory=table.factory)
    assert "is in use by another program" in second.gpio.status().text()
    second.screen.touch(Key.AUCTION, True, "touch 1")
    second.evening.advance(0)
    assert second.phase == "auction"
    second.gpio.close()
    table.contact(Key.AUCTION, True)
    table.evening.advance(15)
    assert table.phase == "auction"
    assert table.factory.pin(PINS["ring"]).state > 0


def test_c119_a_pin_the_kernel_calls_busy_is_named_too() -> None:
    class Busy(MockFactory):  # type: ignore[misc]
        def pin(self, name: Any, *args: Any, **kwargs: Any) -> Any:
            if name == PINS["buzzer"]:
                raise RuntimeError("'GPIO busy'")
            return super().pin(name, *args, **kwargs)

    panel = GpioPanel(PINS, tones.load(), Busy(pin_class=RecordedPin))
    panel.open(lambda edge: None)
    assert panel.status().text().startswith("GPIO13 (buzzer) is in use by another program.")


def test_a_pin_the_board_does_not_have_is_named() -> None:
    first_pi = MockFactory(revision="0002", pin_class=RecordedPin)
    panel = GpioPanel(PINS, tones.load(), first_pi)
    panel.open(lambda edge: None)
    assert panel.status().text() == (
        "GPIO12 (ring) does not exist on this board. Give ring another pin in pins.toml."
    )


def test_pins_that_cannot_be_dimmed_are_named() -> None:
    panel = GpioPanel(PINS, tones.load(), MockFactory())
    panel.open(lambda edge: None)
    assert panel.status().text() == (
        "GPIO12 (ring) can only be switched on and off by this pin library. "
        "Use the pin library lgpio."
    )


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (PinUnknownPi("no revision"), "this computer is not a Raspberry Pi. Use the buttons on"),
        (ImportError("No module named 'lgpio'"), "lgpio is missing or too old. Install it: sudo"),
        (AttributeError("lgpio has no SET_PULL_NONE"), "lgpio is missing or too old."),
        (PermissionError("denied"), "cannot be opened (denied). Join the group gpio: sudo"),
    ],
)
def test_c121_without_gpio_one_sentence_names_the_buttons_and_what_to_do(
    fault: Exception, says: str
) -> None:
    status = factory_status("lgpio", PINS[Key.BUILD], PINS[Key.AUCTION], fault, [Path("/dev/null")])
    assert status.text().startswith("No buttons at GPIO17 and GPIO27: ")
    assert says in status.text()


@pytest.mark.parametrize(
    ("library", "chips", "says"),
    [
        ("lgpio", [], "the system offers no pins (can not open gpiochip). Bring it up to date"),
        ("lgpio", ["gone"], "the pins cannot be opened (can not open gpiochip). Join the group"),
        ("lgpio", ["null"], "looks for the pins at another number than the kernel has them"),
        ("rpigpio", ["null"], "rpigpio does not know this computer (can not open gpiochip). Use"),
    ],
)
def test_c121_pins_that_are_not_there_not_allowed_or_at_another_number(
    library: str, chips: list[str], says: str
) -> None:
    fault, places = RuntimeError("can not open gpiochip"), [Path("/dev", chip) for chip in chips]
    status = factory_status(library, PINS[Key.BUILD], PINS[Key.AUCTION], fault, places)
    assert says in status.text()


@pytest.mark.parametrize("name", ["lgpio", "native", "no such library"])
def test_c121_a_pin_library_is_never_replaced_by_another(name: str) -> None:
    panel = GpioPanel(PINS, tones.load(), name)
    panel.open(lambda edge: None)
    assert panel.status().ready or "GPIO17 and GPIO27" in panel.status().text()
    assert Device.pin_factory is None
    panel.show(ALL_ON)
    panel.close()


def test_c121_an_unknown_pin_library_is_named() -> None:
    panel = GpioPanel(PINS, tones.load(), "no such library")
    panel.open(lambda edge: None)
    assert "there is no pin library no such library. Use lgpio" in panel.status().text()


def test_c121_the_mock_library_can_be_chosen_by_name_without_a_pi() -> None:
    panel = GpioPanel(PINS, tones.load(), "mock")
    panel.open(lambda edge: None)
    assert panel.status().ready
    panel.show(ALL_ON)
    panel.close()


def test_c122_what_a_killed_predecessor_left_on_is_low_before_anything_else_happens() -> None:
    factory = recorded_pins()
    for use in OUTPUTS:
        pin = factory.pin(PINS[use])
        pin.function = "output"
        pin.frequency = 440
        pin.state = 1
    panel = GpioPanel(PINS, tones.load(), factory)
    panel.open(lambda edge: None)
    for use in OUTPUTS:
        pin = factory.pin(PINS[use])
        left_on = max(index for index, (_, _, state) in enumerate(pin.record) if state)
        assert pin.record[left_on][1] == 440
        assert (pin.state, pin.frequency, pin.function) == (0, None, "output")
    panel.close()


def test_only_the_pins_of_lights_that_changed_are_written(table: Table) -> None:
    marks = [table.factory.pin(PINS[use]) for use in OUTPUTS[:4]]
    writes = [pin.writes for pin in marks]
    table.gpio.show(Frame(marks=(0, LEVEL_MAX, 0, 0)))
    table.gpio.show(Frame(marks=(0, LEVEL_MAX, 0, 0), ring=40))
    table.gpio.show(Frame(marks=(0, LEVEL_MAX, 0, 0)))
    grown = [pin.writes - before for pin, before in zip(marks, writes, strict=True)]
    assert grown == [0, 1, 0, 0]


def test_dimmed_lights_need_pwm_only_while_they_are_on(table: Table) -> None:
    pin = table.factory.pin(PINS["mark_3"])
    table.gpio.show(Frame(marks=(0, 0, 51, 0)))
    assert (round(pin.state, 2), pin.frequency) == (0.2, 200)
    table.gpio.show(Frame())
    assert (pin.state, pin.frequency) == (0, None)


def test_closing_drives_every_output_low_before_letting_it_go(table: Table) -> None:
    table.gpio.show(Frame(marks=(LEVEL_MAX, 51, 0, 0), ring=110, tone="long", tone_no=99))
    outputs = [table.factory.pin(PINS[use]) for use in OUTPUTS]
    outputs[-1].wait(lambda: outputs[-1].frequency == 1319)
    table.gpio.close()
    assert [pin.left_at for pin in outputs] == [(None, 0.0)] * 6


def test_a_buzzer_that_is_silent_needs_no_pwm(table: Table) -> None:
    buzzer = table.factory.pin(PINS["buzzer"])
    buzzer.wait(lambda: len(buzzer.notes()) == 1 and buzzer.frequency is None)
    assert buzzer.state == 0


def test_the_pipe_of_lgpio_goes_where_a_service_may_write(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    GpioPanel(PINS, {}, "no such library").open(lambda edge: None)
    assert Path(os.environ["LG_WD"]) == Path(tempfile.gettempdir())
    monkeypatch.setenv("LG_WD", str(tmp_path))
    GpioPanel(PINS, {}, "no such library").open(lambda edge: None)
    assert os.environ["LG_WD"] == str(tmp_path)


def test_an_active_buzzer_is_only_switched_on_and_off() -> None:
    factory = recorded_pins()
    panel = GpioPanel(replace(PINS, buzzer_kind="active"), tones.load(), factory)
    panel.open(lambda edge: None)
    panel.show(Frame())
    panel.show(Frame(tone="signal", tone_no=1))
    pin = factory.pin(PINS["buzzer"])
    pin.wait(lambda: [state for _, _, state in pin.record][-4:] == [1, 0, 1, 0])
    assert {frequency for _, frequency, _ in pin.record} == {None}
    panel.close()


class BreakablePin(RecordedPin):
    """A pin whose chip can go away."""

    broken = False

    def _set_state(self, value: float) -> None:
        if self.broken:
            raise OSError("chip gone")
        super()._set_state(value)


def breakable() -> tuple[GpioPanel, Any]:
    factory = MockFactory(pin_class=BreakablePin)
    panel = GpioPanel(PINS, tones.load(), factory)
    panel.open(lambda edge: None)
    panel.show(Frame())
    return panel, factory


def test_a_light_that_stops_answering_is_told_and_nothing_raises() -> None:
    panel, factory = breakable()
    panel.show(Frame(marks=(LEVEL_MAX, 0, 0, 0)))
    factory.pin(PINS["mark_2"]).broken = True
    panel.show(ALL_ON)
    assert panel.status().text() == (
        "The pins stopped answering: chip gone. Check the wires, then start again."
    )
    assert not factory.pin(PINS["mark_1"]).state
    panel.show(Frame())
    panel.close()


def test_a_buzzer_that_stops_answering_is_named_and_the_lights_go_on() -> None:
    panel, factory = breakable()
    buzzer = factory.pin(PINS["buzzer"])
    buzzer.broken = True
    panel.show(Frame(tone="tick", tone_no=1))
    buzzer.wait(lambda: not panel.status().ready)
    assert panel.status().text().startswith("GPIO13 (buzzer) cannot be used: chip gone.")
    panel.show(replace(ALL_ON, tone="tick", tone_no=2))
    assert factory.pin(PINS["ring"]).state == 1
    panel.close()


def test_edges_come_in_order_from_any_thread_without_waiting_for_the_session() -> None:
    factory = recorded_pins()
    panel = GpioPanel(PINS, {}, factory)
    edges: list[Edge] = []
    panel.open(edges.append)
    pin = factory.pin(PINS[Key.AUCTION])
    for closed in (True, False) * 50:
        pin.contact(closed)
    assert edges == [Edge(Key.AUCTION, closed, "gpio") for closed in (True, False) * 50]
    panel.close()
