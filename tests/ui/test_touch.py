"""Fingers on the glass: real motion events through the real window, one touch one press."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.faces.views import ShellView, Text, UnitView, View
from companion.panels.panel import Key
from companion.unit.unit import Phase
from tests.ui.stage import StillFrontend, everywhere, stage
from tests.ui.views import BAR, auction

RUNNING = View(1, BAR, auction())


def test_c106_power_on_shows_build_without_a_tap() -> None:
    with stage() as made:
        made.finger(made.button("build")).down()
        assert [key for key, down, _ in made.frontend.touches if down] == [Key.BUILD]


def test_unit_buttons_act_when_touched_not_when_let_go() -> None:
    with stage() as made:
        finger = made.finger(made.button("auction")).down()
        assert [(key, down) for key, down, _ in made.frontend.touches] == [(Key.AUCTION, True)]
        finger.up()
        assert [(key, down) for key, down, _ in made.frontend.touches][1:] == [(Key.AUCTION, False)]
        assert len({press_id for _, _, press_id in made.frontend.touches}) == 1


def test_a_finger_sliding_off_a_unit_button_still_holds_it() -> None:
    with stage(RUNNING) as made:
        finger = made.finger(made.button("auction")).down().move((300, 240))
        assert [down for _, down, _ in made.frontend.touches] == [True]
        finger.up()
        assert [down for _, down, _ in made.frontend.touches] == [True, False]


def test_two_buttons_can_be_held_at_once() -> None:
    with stage() as made:
        made.finger(made.button("build")).down()
        made.clock.advance(5)
        made.finger(made.button("auction")).down()
        assert [key for key, _, _ in made.frontend.touches] == [Key.BUILD, Key.AUCTION]


@pytest.mark.parametrize("name", ["build", "auction", "Continue", "Undo", "menu"])
def test_c137_one_finger_from_two_providers_is_one_press(name: str) -> None:
    """Mouse and touch driver report the same finger 3 px and 12 ms apart."""
    with stage(View(1, BAR, UnitView(paused=name == "Continue"))) as made:
        widget = made.button(name)
        x, y = widget.to_window(*widget.center)
        first = made.finger((x, y), "mouse").down()
        made.clock.advance(12)
        second = made.finger((x + 3, y - 2), "mtdev").down()
        made.clock.advance(80)
        first.up()
        second.up()
        made.frames(2)
        pressed = [press for press in made.frontend.touches if press[1]]
        sheets = 1 if made.root.sheet else 0
        assert len(pressed) + len(made.frontend.commands) + sheets == 1
        lifted = [press for press in made.frontend.touches if not press[1]]
        assert len(lifted) == len(pressed)


def test_c137_a_later_touch_at_the_same_place_counts() -> None:
    with stage() as made:
        build = made.button("build")
        made.tap(build)
        made.tap(build)
        presses = [press_id for _, down, press_id in made.frontend.touches if down]
        assert len(presses) == len(set(presses)) == 2


@pytest.mark.parametrize(("after_ms", "counts"), [(0, 0), (149, 0), (151, 1)])
def test_c139_a_touch_just_after_a_page_change_fires_nothing(after_ms: int, counts: int) -> None:
    with stage() as made:
        made.root.open("settings")
        made.root.open("unit")
        made.frames(2)
        made.clock.advance(after_ms)
        made.finger(made.button("build")).down().up()
        assert len([press for press in made.frontend.touches if press[1]]) == counts


def test_c139_a_sheet_closing_does_not_let_the_finger_through() -> None:
    with stage() as made:
        made.root.open_menu()
        made.frames(2)
        made.clock.advance(200)
        close = made.button("close")
        place = close.to_window(*close.center)
        made.finger(place).down().up()
        made.clock.advance(40)
        made.finger(made.button("build")).down().up()
        assert made.root.sheet is None
        assert made.frontend.touches == []


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_c140_turned_picture_and_touch_agree(rotation: int) -> None:
    """Fingers in the four corners of the picture, through the raw coordinates of the glass."""
    frontend = StillFrontend()
    with stage(frontend=frontend) as made:
        frontend.change_setting("rotation", rotation)
        made.root.apply(frontend.settings)
        made.frames(3)
        made.clock.advance(1_000)
        hits: list[tuple[float, float]] = []
        made.root.on_touch_down = lambda touch: hits.append(touch.pos)
        width, height = made.window.size
        corners = [(9, 9), (width - 9, 9), (9, height - 9), (width - 9, height - 9)]
        for corner in corners:
            made.finger(corner).down()
        assert [(round(x), round(y)) for x, y in hits] == corners


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_c140_buttons_are_hit_where_they_are_seen(rotation: int) -> None:
    frontend = StillFrontend(View(1, BAR, UnitView()))
    with stage(frontend=frontend) as made:
        frontend.change_setting("rotation", rotation)
        made.root.apply(frontend.settings)
        made.frames(3)
        made.clock.advance(1_000)
        made.tap("build")
        made.tap("auction")
        made.tap("Undo" if rotation == 180 else "undo")
        assert [key for key, down, _ in frontend.touches if down] == [Key.BUILD, Key.AUCTION]
        assert [name for name, _ in frontend.commands] == ["undo"]


def test_a_picture_turned_by_mistake_turns_back_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever cannot read it, or no longer reaches the settings, does nothing."""
    from companion.ui.screens import settings
    from companion.ui.screens.settings import KEEP_S, KeepSheet

    # The seconds are counted by hand, however long this machine takes over a picture.
    still = SimpleNamespace(cancel=lambda: None)
    monkeypatch.setattr(settings, "Clock", SimpleNamespace(schedule_interval=lambda *_: still))
    assert everywhere({"keep": View(1, BAR)}, lambda made: made.root.open_sheet(KeepSheet(0))) == []
    with stage() as made:
        made.root.open("settings")
        made.settle()
        made.clock.advance(1_000)
        made.tap("180°")
        assert made.window.rotation == 180
        made.clock.advance(1_000)
        made.tap("Keep it")
        assert (made.window.rotation, made.frontend.settings.rotation) == (180, 180)
        for word in ("Back", ""):
            made.clock.advance(1_000)
            made.tap("90°")
            assert made.window.rotation == 90
            made.clock.advance(1_000)
            for _ in range(0 if word else KEEP_S):
                made.root.sheet.second()
            if word:
                made.tap(word)
            assert made.root.sheet is None
            assert (made.window.rotation, made.frontend.settings.rotation) == (180, 180)


def test_c142_dragging_the_list_changes_no_setting() -> None:
    with stage() as made:
        made.root.open("settings")
        made.frames(3)
        made.clock.advance(200)
        before = made.frontend.settings
        toggle = made.root.page._toggles["chime"]
        x, y = toggle.to_window(*toggle.center)
        finger = made.finger((x, y)).down()
        for step in range(1, 9):
            finger.move((x, y + 10 * step))
            made.frames(1)
        finger.up()
        made.frames(12)
        assert made.frontend.settings == before


def test_c142_dragging_off_a_button_and_back_fires_nothing() -> None:
    with stage(RUNNING) as made:
        cancel = made.button("Cancel")
        x, y = cancel.to_window(*cancel.center)
        made.finger((x, y)).down().move((x - 60, y)).move((x, y)).up()
        assert made.frontend.commands == []


def test_a_shaky_finger_is_still_a_tap() -> None:
    with stage(RUNNING) as made:
        cancel = made.button("Cancel")
        x, y = cancel.to_window(*cancel.center)
        made.finger((x, y)).down().move((x + 4, y - 3)).up()
        assert [name for name, _ in made.frontend.commands] == ["cancel"]


def test_a_stray_tap_on_build_during_an_auction_goes_to_the_unit_only() -> None:
    """The unit ignores it; the screen must not turn it into anything else."""
    with stage(RUNNING) as made:
        made.tap("build")
        assert [key for key, down, _ in made.frontend.touches if down] == [Key.BUILD]
        assert made.frontend.commands == []


@pytest.mark.parametrize("key", [27, 282])
def test_c152_escape_and_f1_do_nothing(key: int) -> None:
    from kivy.base import EventLoop

    with stage() as made:
        taken = made.window.dispatch("on_keyboard", key, 0, None, [])
        made.frames(2)
        assert taken
        assert not EventLoop.quit
        assert made.root.page_id == "unit"
        assert made.app.open_settings() is False


def test_b_and_a_press_the_buttons_once_while_held() -> None:
    with stage() as made:
        for key, letter in ((98, "b"), (97, "a")):
            made.window.dispatch("on_key_down", key, 5, letter, [])
            made.window.dispatch("on_key_down", key, 5, letter, [])
            made.window.dispatch("on_key_up", key, 5)
        assert [(key, down) for key, down, _ in made.frontend.touches] == [
            (Key.BUILD, True), (Key.BUILD, False), (Key.AUCTION, True), (Key.AUCTION, False),
        ]  # fmt: skip


def test_c155_the_touch_that_wakes_the_screen_presses_nothing() -> None:
    with stage() as made:
        build = made.button("build")
        made.clock.advance(10 * 60_000)
        made.root._check_blank()
        assert made.root.is_dark
        made.finger(build).down().up()
        assert not made.root.is_dark
        assert made.frontend.touches == []
        made.clock.advance(300)
        made.tap(build)
        assert [down for _, down, _ in made.frontend.touches] == [True, False]


def test_c110_an_auction_wakes_the_screen_and_keeps_it_lit() -> None:
    with stage() as made:
        made.clock.advance(10 * 60_000)
        made.root._check_blank()
        assert made.root.is_dark
        made.frontend.publish(unit=auction())
        made.frames(2)
        assert not made.root.is_dark
        made.clock.advance(60 * 60_000)
        made.root._check_blank()
        assert not made.root.is_dark


def test_a_press_on_the_real_panel_wakes_the_screen() -> None:
    with stage() as made:
        made.clock.advance(10 * 60_000)
        made.root._check_blank()
        made.frontend.publish(unit=UnitView(Phase.ROLLING))
        made.frames(2)
        assert not made.root.is_dark


def test_cancel_pause_and_resume_reach_the_session_with_an_id_each() -> None:
    with stage(RUNNING) as made:
        made.tap("Pause")
        made.tap("Cancel")
        made.frontend.publish(unit=auction(paused=True))
        made.frames(2)
        made.clock.advance(700)
        made.tap("Continue")
        made.tap("Cancel auction")
        assert [name for name, _ in made.frontend.commands] == [
            "pause",
            "cancel",
            "resume",
            "cancel",
        ]
        assert all(press_id for _, press_id in made.frontend.commands)
        assert len({press_id for _, press_id in made.frontend.commands}) == 4


def test_build_held_opens_the_menu_and_the_menu_has_no_dead_ends() -> None:
    with stage(View(1, BAR)) as made:
        made.frontend.publish(shell=ShellView("City", 10, menu_asked=1))
        made.frames(2)
        made.clock.advance(700)
        made.tap("Sound off")
        assert [name for name, _ in made.frontend.commands] == ["mute"]
        assert made.root.sheet is None
        made.tap("menu")
        made.tap("Settings")
        assert made.root.page_id == "settings"
        made.tap("Unit")
        assert made.root.page_id == "unit"


@pytest.mark.parametrize(("after_ms", "counts"), [(0, 0), (149, 0), (151, 1)])
def test_c139_a_page_slow_to_fill_locks_from_then_on(after_ms: int, counts: int) -> None:
    """An impatient finger's touch is handed on only when the page is there."""
    with stage() as made:
        made.root.open("settings")
        unit = made.root._made["unit"]
        fill = unit.show

        def slow(view: View) -> None:
            made.clock.advance(700)
            fill(view)

        unit.show = slow
        made.root.open("unit")
        made.clock.advance(after_ms)
        made.finger(made.button("build")).down()
        assert len(made.frontend.touches) == counts


def test_a_sentence_goes_by_itself_once_read_and_the_sessions_own_stays() -> None:
    with stage() as made:
        told = made.root._told_enough
        made.root.tell("Written to /home/pi/games/export/monday.csv.")
        assert made.root.notice and 5 < told.timeout < 15 and told.is_triggered
        told.cancel()
        told.timeout = 0
        told()
        made.frames(2)
        assert made.root.notice == ""
        made.root.say(Text("Another Companion already uses the folder."), stays=True)
        made.frames(2)
        assert made.root.notice and not told.is_triggered
