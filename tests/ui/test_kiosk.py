"""The app alone on its computer: switching off, the way out, signs of life."""

from __future__ import annotations

import time
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.faces.views import View
from companion.storage.settings import Settings
from companion.ui.corners import Corners
from companion.ui.pinlock import LONGEST_WAIT_MS, PinLock
from tests.ui.kioskbox import Box, kiosk, orders
from tests.ui.layout import problems
from tests.ui.stage import Stage, everywhere, stage
from tests.ui.views import BAR

ENTRIES = {"Switch off", "Restart", "Leave the kiosk"}


def enter(made: Stage, pin: str) -> None:
    for digit in pin:
        made.tap(digit)
    made.tap("check")


def leave(made: Stage, pin: str) -> None:
    enter(made, pin)
    made.tap("Leave now")


def words(made: Stage) -> str:
    from tests.ui.layout import seen

    return " ".join(w.text for w in seen(made.root) if getattr(w, "text", ""))


def test_the_kiosks_entries_are_in_its_menu_and_nowhere_else() -> None:
    with stage(View(1, BAR)) as plain:
        plain.root.open_menu()
        plain.frames(2)
        assert not ENTRIES & set("/".join(plain.names()).split("/"))
    with kiosk() as made:
        made.root.open_menu()
        made.frames(2)
        assert set("/".join(made.names()).split("/")) >= ENTRIES
        assert problems(made.root) == []


def test_menu_pin_and_countdown_fit() -> None:
    from companion import games
    from companion.ui.kiosk import Kiosk, OffSheet
    from companion.ui.pages import always, registry

    box = Box()

    def fresh(made: Stage) -> Kiosk:
        added = Kiosk(box, box)
        added._shell = made.root
        return added

    def menu(made: Stage) -> None:
        made.root._actions = fresh(made).actions
        made.root.open_menu()

    def pin(made: Stage) -> None:
        added = fresh(made)
        added._lock = PinLock(wrong=9, free_at=10**9)
        added.ask_pin()
        for key in ("1", "enter", *"12345678"):
            made.root.sheet._press(key)

    def way(made: Stage) -> None:
        added = fresh(made)
        added.ask_pin()
        for key in (*"2580", "enter"):
            made.root.sheet._press(key)

    def new_pin(made: Stage) -> None:
        fresh(made).ask_new_pin()
        for key in ("1", "enter", *"12345678"):
            made.root.sheet._press(key)

    def off(made: Stage) -> None:
        sheet = OffSheet()
        sheet.seconds = 10
        made.root.open_sheet(sheet)

    # As many entries as the menu can ever have: in a game the first pages stand there too.
    fullest = [
        replace(page, place="menu", shown=always) if page.place in ("menu", "start") else page
        for page in registry(games.pages())
    ]
    assert everywhere({"menu": View(1, BAR)}, menu, pages=fullest) == []
    for prepare in (pin, way, new_pin, off):
        assert everywhere({prepare.__name__: View(1, BAR)}, prepare) == []


@pytest.mark.parametrize(("entry", "order"), [("Switch off", "off"), ("Restart", "restart")])
def test_c158_switching_off_is_asked_once_and_can_be_taken_back(entry: str, order: str) -> None:
    with kiosk() as made:
        made.tap("menu")
        made.tap(entry)
        assert orders(made) == []
        made.tap("Back")
        assert (orders(made), made.root.sheet) == ([], None)
        made.tap("menu")
        made.tap(entry)
        made.tap(entry)
        assert orders(made) == [order]


def test_c137_c142_switching_off_needs_one_whole_tap() -> None:
    """A finger that slides off does nothing; one that two drivers report is one."""
    with kiosk() as made:
        made.tap("menu")
        x, y = made.button("Switch off").to_window(*made.button("Switch off").center)
        made.finger((x, y)).down().move((x, y + 90)).up()
        made.frames(2)
        made.clock.advance(700)
        assert "Everything is saved" not in words(made)
        made.tap("Switch off")
        yes = made.button("Switch off")
        place = yes.to_window(*yes.center)
        fingers = [made.finger(place, device) for device in ("mouse", "mtdev")]
        for finger in fingers:
            finger.down()
            made.clock.advance(10)
        for finger in fingers:
            finger.up()
        made.frames(2)
        assert orders(made) == ["off"]


def test_c139_the_finger_that_ends_the_pin_hits_nothing_below() -> None:
    with kiosk() as made:
        made.app._kiosk.ask_pin()
        made.frames(2)
        made.clock.advance(700)
        close = made.button("close")
        made.finger(close.to_window(*close.center)).down().up()
        made.clock.advance(40)
        made.finger(made.button("build")).down().up()
        assert (made.root.sheet, made.frontend.touches) == (None, [])


def test_c160_the_right_pin_leads_out_a_wrong_one_is_a_sentence() -> None:
    with kiosk(settings=Settings(pin="0071")) as made:
        made.tap("menu")
        made.tap("Leave the kiosk")
        enter(made, "71")
        assert "not the PIN" in words(made)
        enter(made, "2580")
        assert orders(made) == []
        for digit in "0072":
            made.tap(digit)
        assert "0072" not in words(made), "nobody reads it over a shoulder"
        made.tap("erase")
        enter(made, "1")
        made.tap("Back")
        assert (orders(made), made.root.sheet) == ([], None)
        made.root._actions[-1].act()
        made.frames(2)
        made.clock.advance(700)
        leave(made, "0071")
        assert orders(made) == ["leave"]
        assert made.root.sheet is None


def test_the_pin_can_be_changed_by_whoever_knows_it() -> None:
    with kiosk() as made:
        made.app._kiosk.ask_pin()
        made.frames(2)
        made.clock.advance(700)
        enter(made, "2580")
        made.tap("Another PIN")
        enter(made, "123")
        assert "4 to 8 digits" in words(made)
        for digit in "0815":
            made.tap(digit)
        assert "0815" in words(made)
        made.tap("check")
        assert made.frontend.settings.pin == "0815"
        assert made.root.sheet is None
        assert "new PIN" in made.root.notice


def test_guessing_gets_slow_also_when_the_sheet_is_opened_anew() -> None:
    with kiosk() as made:
        for _ in range(4):
            made.clock.advance(5_000)
            made.tap("menu")
            made.tap("Leave the kiosk")
            enter(made, "1111")
            made.tap("close")
        made.tap("menu")
        made.tap("Leave the kiosk")
        enter(made, "2580")
        assert orders(made) == []
        assert "the next try counts in" in words(made)
        made.clock.advance(10_000)
        leave(made, "2580")
        assert orders(made) == ["leave"]


@given(st.lists(st.tuples(st.integers(0, 70_000), st.booleans()), max_size=40))
def test_a_pin_lock_opens_for_the_pin_and_nothing_else_and_never_shuts_for_good(
    tries: list[tuple[int, bool]],
) -> None:
    lock, now = PinLock(), 0
    for wait, right in tries:
        now += wait
        waits = lock.wait_ms(now)
        assert lock.opens("2580" if right else "2581", "2580", now) is (right and not waits)
        assert lock.wait_ms(now) <= LONGEST_WAIT_MS
    assert lock.opens("2580", "2580", now + LONGEST_WAIT_MS)


def corners(made: Stage) -> tuple[tuple[float, float], tuple[float, float]]:
    width, height = made.window.size
    return (20, height - 20), (width - 20, height - 20)


def hold_is_over(made: Stage) -> None:
    """The five seconds have passed."""
    held = made.app._kiosk._held_long
    assert held.is_triggered and held.timeout == 5
    held.cancel()
    held.timeout = 0
    held()
    made.frames(2)
    held.timeout = 5


def test_c160_two_fingers_in_the_upper_corners_find_the_way_out_without_a_menu() -> None:
    from companion.ui.widgets import Sheet

    with kiosk() as made:
        made.root.open_sheet(Sheet())  # something that hides everything and has no way out
        made.frames(2)
        made.clock.advance(700)
        left, right = corners(made)
        fingers = [made.finger(left).down(), made.finger(right).down()]
        hold_is_over(made)
        for finger in fingers:
            finger.up()
        made.frames(2)
        made.clock.advance(700)
        leave(made, "2580")
        assert orders(made) == ["leave"]


def test_the_gesture_presses_nothing_that_lies_below_it() -> None:
    with kiosk() as made:
        left, right = corners(made)
        fingers = [made.finger(left).down(), made.finger(right).down()]
        hold_is_over(made)
        sheet = made.root.sheet
        for finger in fingers:
            finger.up()
        made.frames(2)
        assert made.root.sheet is sheet and "PIN" in words(made), "the menu's button was held"
        assert made.frontend.commands == []


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_c140_the_corners_are_those_of_the_picture_however_it_is_turned(rotation: int) -> None:
    with kiosk() as made:
        made.frontend.change_setting("rotation", rotation)
        made.root.apply(made.frontend.settings)
        made.frames(2)
        made.clock.advance(700)
        left, right = corners(made)
        made.finger(left).down()
        made.finger(right).down()
        assert made.app._kiosk._held_long.is_triggered


def test_one_finger_or_a_lifted_one_finds_nothing() -> None:
    with kiosk() as made:
        held = made.app._kiosk._held_long
        left, right = corners(made)
        one = made.finger(left).down()
        assert not held.is_triggered
        other = made.finger(right).down()
        assert held.is_triggered
        one.up()
        assert not held.is_triggered
        one = made.finger(left).down()
        assert held.is_triggered
        other.move((400, 240))
        assert not held.is_triggered, "it slid away"
        one.up()
        other.up()


def test_c137_two_reports_of_one_finger_are_not_two_corners() -> None:
    seen = Corners()
    for finger in ("mouse", "mtdev"):
        seen.down(finger, (10, 470), (800, 480), 64)
    assert not seen.both
    seen.down("other", (790, 470), (800, 480), 64)
    assert seen.both
    seen.up("mouse")
    assert seen.both
    seen.up("mtdev")
    assert not seen.both


def test_c152_nobody_closes_the_window_of_a_kiosk() -> None:
    with stage() as plain:
        assert not plain.window.dispatch("on_request_close")
    with kiosk() as made:
        assert made.window.dispatch("on_request_close")
        assert made.window.dispatch("on_keyboard", 27, 0, None, [])
        assert made.app.open_settings() is False
    with stage() as plain:
        assert not plain.window.dispatch("on_request_close")


def asking(made: Stage, seconds: int) -> None:
    made.frontend.publish(shell=replace(BAR, off_s=seconds))
    made.frames(2)
    made.clock.advance(700)


def test_the_countdown_is_shown_and_a_touch_anywhere_says_no() -> None:
    with kiosk() as made:
        made.root.open_menu()
        asking(made, 10)
        assert problems(made.root) == []
        assert "10" in words(made).split()
        sheet = made.root.sheet
        asking(made, 9)
        assert "9" in words(made).split()
        assert made.root.sheet is sheet
        made.finger((20, 20)).down().up()
        assert [name for name, _ in made.frontend.commands] == ["stay"]
        asking(made, 0)
        assert made.root.sheet is None
        asking(made, 10)
        assert made.root.sheet is not None, "asked again, it is shown again"
        made.root.tell("A sentence lies over the question.")
        made.frames(2)
        made.finger(made.root._notice).down().up()
        assert [name for name, _ in made.frontend.commands] == ["stay", "stay"]


def test_signs_of_life_draw_nothing() -> None:
    class Listener:
        beat_s = 0.01
        told: ClassVar[list[str]] = []

        def drawn(self) -> None:
            self.told.append("drawn")

        def beat(self) -> None:
            self.told.append("beat")

    listener = Listener()
    with stage(View(1, BAR), watchdog=listener) as made:
        made.frames(3)
        assert listener.told[0] == "drawn"
        drawn: list[object] = []
        made.window.bind(on_draw=drawn.append)
        try:
            while listener.told.count("beat") < 5:
                made.frames(1)
        finally:
            made.window.unbind(on_draw=drawn.append)
        assert drawn == []
    before = len(listener.told)
    with stage(View(1, BAR)) as made:
        until = time.monotonic() + 0.05
        while time.monotonic() < until:
            made.frames(1)
    assert len(listener.told) == before, "an app that has gone says nothing"
    assert listener.told.count("drawn") == 1
