"""A screen that rests: when it goes dark, what wakes it, and what the touch that wakes it does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.faces.views import ShellView, UnitView, View
from companion.panels.panel import Key
from companion.storage.settings import Settings
from companion.unit.frame import Frame
from tests.ui.kioskbox import kiosk, light
from tests.ui.stage import Stage, StillFrontend, stage
from tests.ui.views import BAR, auction


def darken(made: Stage) -> None:
    made.clock.advance(10 * 60_000)
    made.root._check_blank()
    made.frames(1)


def test_the_dark_screen_is_dark_and_as_bright_as_set_when_lit() -> None:
    with kiosk(settings=Settings(brightness=60)) as made:
        assert light(made)[-1] == 60
        darken(made)
        assert made.root.is_dark
        assert light(made)[-1] == 0
        made.frontend.change_setting("brightness", 30)
        made.root.apply(made.frontend.settings)
        assert light(made)[-1] == 0, "a setting does not light it"
        made.finger((400, 240)).down().up()
        assert light(made)[-1] == 30
        darken(made)
    assert light(made)[-1] == 30, "whoever comes after us finds a lit screen"


@pytest.mark.parametrize(
    "view",
    [
        View(1, BAR, auction()),
        View(1, BAR, auction(paused=True, offer_resume=True)),
        View(1, replace(BAR, awaits=True)),
        View(1, replace(BAR, off_s=3)),
    ],
    ids=["auction", "offered rest", "somebody is asked", "switching off"],
)
def test_c110_it_never_goes_dark_while_somebody_waits_for_it(view: View) -> None:
    with stage(view) as made:
        for _ in range(3):
            darken(made)
            assert not made.root.is_dark
        made.frontend.publish(shell=BAR, unit=UnitView())
        made.frames(2)
        darken(made)
        assert made.root.is_dark


@pytest.mark.parametrize(
    "parts",
    [
        {"shell": replace(BAR, presses=1)},
        {"unit": UnitView(frame=Frame(tone="chime", tone_no=1))},
        {"unit": UnitView(frame=Frame(tone="none", tone_no=1))},
        {"shell": replace(BAR, off_s=10)},
    ],
    ids=["a key of the box", "the hour's chime", "a muted chime", "switching off"],
)
def test_c110_the_dark_screen_wakes_by_itself(parts: dict[str, object]) -> None:
    with kiosk() as made:
        darken(made)
        assert made.root.is_dark
        made.frontend.publish(**parts)
        made.frames(2)
        assert not made.root.is_dark
        assert light(made)[-1] == 100


def test_c155_a_whole_hand_that_wakes_the_screen_presses_nothing() -> None:
    with stage() as made:
        darken(made)
        build = made.button("build")
        first = made.finger((400, 240)).down()
        made.clock.advance(40)
        second = made.finger(build).down()
        first.up()
        second.up()
        assert made.frontend.touches == []
        made.clock.advance(300)
        made.tap(build)
        assert [key for key, down, _ in made.frontend.touches if down] == [Key.BUILD]


def test_a_dark_screen_draws_nothing_and_shows_the_newest_when_it_wakes() -> None:
    with kiosk() as made:
        darken(made)
        made.frames(2)
        drawn: list[object] = []
        made.window.bind(on_draw=drawn.append)
        try:
            for minute in range(1, 6):
                made.frontend.publish(shell=ShellView("City", 60 * minute))
                made.frames(3)
            assert drawn == []
            assert made.root.ids.bar.clock_words != "0:05"
            made.finger((400, 240)).down().up()
            made.frames(2)
            assert made.root.ids.bar.clock_words == "0:05"
        finally:
            made.window.unbind(on_draw=drawn.append)


def test_a_key_of_the_keyboard_wakes_the_screen_and_acts() -> None:
    with stage(frontend=StillFrontend(View(1, BAR))) as made:
        darken(made)
        made.window.dispatch("on_key_down", 98, 5, "b", [])
        made.window.dispatch("on_key_up", 98, 5)
        assert not made.root.is_dark
        assert [(key, down) for key, down, _ in made.frontend.touches] == [
            (Key.BUILD, True),
            (Key.BUILD, False),
        ]
