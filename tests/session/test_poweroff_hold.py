"""Build held for five seconds: the box asks, waits ten, and any press says no."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from companion.app.wiring import Options, Parts, build
from companion.panels import pins
from companion.panels.panel import Edge, Key
from companion.session.clock import ManualClock
from companion.session.poweroff_hold import ASK_MS, PowerOffHold
from companion.session.stepping import advance
from companion.unit.unit import Phase
from tests.session.rig import MemoryPanel


class Box:
    """The whole program in the kiosk, stepped by hand; it notes when it would switch off."""

    def __init__(self, data: Path, kiosk: bool = True) -> None:
        self.clock = ManualClock(1_000_000)
        self.pins = MockFactory(pin_class=MockPWMPin)
        # A serial panel's edges have been debounced by its chip, as this one's need not be.
        self.chip = MemoryPanel(self.clock, name="serial")
        self.offs: list[int] = []
        self.parts: Parts = build(
            Options(data, panel="gpio", kiosk=kiosk, seed=1),
            clock=self.clock,
            threaded=False,
            extra_panels=(self.chip,),
            pin_factory=self.pins,
            off=lambda: self.offs.append(self.clock.now()),
        )
        self.session = self.parts.session
        self.session.subscribe(lambda view: None)
        self.session.open()
        self.advance(1_000)

    def advance(self, ms: int) -> None:
        advance(self.session, self.clock, ms)

    def key(self, panel: str, key: Key, down: bool) -> None:
        """A finger on a key of the screen, of the pins or of the microcontroller."""
        if panel == "screen":
            self.parts.frontend.touch(key, down, f"touch-{key}")
        elif panel == "gpio":
            pin = self.pins.pin(pins.load()[key])
            pin.drive_low() if down else pin.drive_high()
        else:
            self.chip.key(key, down)
        self.advance(20)

    @property
    def off_s(self) -> int:
        return self.session.view.shell.off_s


@pytest.mark.parametrize("panel", ["screen", "gpio", "serial"])
def test_c158_build_held_on_any_panel_asks_and_switches_off_if_nobody_says_no(
    tmp_path: Path, panel: str
) -> None:
    box = Box(tmp_path)
    box.key(panel, Key.BUILD, True)
    assert box.session.view.unit.phase is Phase.ROLLING, "the press itself acts at once"
    box.advance(4_900)
    assert box.off_s == 0
    box.advance(100)
    assert box.off_s == 10
    box.advance(5_000)
    assert box.off_s == 5
    box.key(panel, Key.BUILD, False)
    assert box.off_s == 5, "letting go says nothing"
    box.advance(5_000)
    assert len(box.offs) == 1
    assert box.off_s == 0
    box.advance(60_000)
    assert len(box.offs) == 1


@pytest.mark.parametrize("asked_on", ["screen", "gpio", "serial"])
@pytest.mark.parametrize("key", list(Key))
def test_any_press_says_no_and_does_nothing_else(tmp_path: Path, asked_on: str, key: Key) -> None:
    box = Box(tmp_path)
    box.key(asked_on, Key.BUILD, True)
    box.advance(6_000)
    box.key(asked_on, Key.BUILD, False)
    box.advance(60)
    assert box.off_s == 9
    before = box.session.view.unit.result
    box.key("gpio", key, True)
    box.key("gpio", key, False)
    assert box.off_s == 0
    assert box.session.view.unit.phase is Phase.SHOWN
    assert box.session.view.unit.result == before
    box.advance(60_000)
    assert box.offs == []


def test_a_touch_on_the_screen_says_no(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.key("gpio", Key.BUILD, True)
    box.advance(6_000)
    box.parts.frontend.command("stay", "t1")
    box.advance(30_000)
    assert box.offs == []


def test_not_in_a_running_auction(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.key("gpio", Key.AUCTION, True)
    box.key("gpio", Key.AUCTION, False)
    box.key("gpio", Key.BUILD, True)
    box.advance(9_000)
    assert box.session.view.unit.phase is Phase.AUCTION
    assert box.off_s == 0
    box.advance(60_000)
    assert box.offs == []


def test_a_lost_cable_is_no_finger_that_holds(tmp_path: Path) -> None:
    """The link takes a key as let go when its chip is not heard; then nothing was held."""
    box = Box(tmp_path)
    box.chip.key(Key.BUILD, True)
    box.advance(4_000)
    assert box.chip.press is not None
    box.chip.press(Edge(Key.BUILD, False, "serial"))
    box.advance(60_000)
    assert box.offs == []


def test_without_the_kiosk_nothing_is_ever_switched_off(tmp_path: Path) -> None:
    box = Box(tmp_path, kiosk=False)
    box.key("gpio", Key.BUILD, True)
    box.advance(60_000)
    assert (box.off_s, box.offs) == (0, [])


@given(st.lists(st.tuples(st.sampled_from(["ask", "refuse", "tick"]), st.integers(0, 12_000))))
def test_it_only_ever_goes_off_ten_seconds_after_a_question_nobody_refused(
    steps: list[tuple[str, int]],
) -> None:
    offs: list[int] = []
    now, asked = 0, None
    key = PowerOffHold(lambda: offs.append(now))
    for name, wait in steps:
        now += wait
        if name == "ask":
            key.ask(now)
            asked = now if asked is None else asked
        elif name == "refuse":
            assert key.refuse() is (asked is not None)
            asked = None
        else:
            before = len(offs)
            key.tick(now)
            due = asked is not None and now - asked >= ASK_MS
            assert (len(offs) > before) is due
            asked = None if due else asked
        left = key.wait_ms(now)
        assert (left is None) is (asked is None) is (key.seconds(now) == 0)
        assert left is None or 0 <= left <= 1_000
