"""Every screen, both languages, every size, turned: no cut words, no small or stacked targets."""

from __future__ import annotations

import pytest

from companion.faces.views import View
from companion.storage.settings import Settings
from tests.ui.layout import problems
from tests.ui.stage import Stage, everywhere, stage
from tests.ui.views import BAR, UNIT_VIEWS


@pytest.mark.parametrize("name", UNIT_VIEWS)
def test_unit_screen_fits(name: str) -> None:
    assert everywhere({name: UNIT_VIEWS[name]}) == []


def test_settings_fit() -> None:
    for settings in (None, Settings(auction_s=60, mute=True, motion=False, weights=(2,) * 4)):
        views = {"settings": View(1, BAR)}
        assert everywhere(views, lambda s: s.root.open("settings"), settings=settings) == []


def test_touch_test_fits_and_agrees_once_all_corners_answered() -> None:
    assert everywhere({"touch": View(1, BAR)}, lambda s: s.root.open("touch")) == []
    with stage(View(1, BAR)) as made:
        page = made.root.open("touch")
        made.frames(2)
        made.clock.advance(700)
        for corner in ("top left", "top right", "bottom left"):
            made.tap(corner)
            assert not page.agreed
        made.tap("bottom right")
        assert page.agreed
        made.tap("Unit")
        assert not page.agreed


def test_menu_fits() -> None:
    assert everywhere({"menu": View(1, BAR)}, lambda s: s.root.open_menu()) == []


def faults(kind: str, build: object) -> list[str]:
    """The faults of a page with something wrong put on it, those of ``kind`` only."""
    with stage() as made:
        made.root.page.add_widget(build)
        made.frames(2)
        return [fault for fault in problems(made.root) if kind in fault]


def test_the_check_finds_cut_words() -> None:
    from kivy.uix.label import Label

    from companion.ui.widgets import Words

    long = "Donaudampfschifffahrtsgesellschaft"
    box = {"size_hint": (None, None), "size": (60, 20), "pos": (300, 60)}
    assert faults("shortened", Words(text=long, **box))
    assert faults("cut", Label(text=long, **box))


def test_the_check_finds_small_stacked_and_lost_targets() -> None:
    from companion.ui.widgets import BigButton

    def button(x: int, width: int) -> BigButton:
        return BigButton(text="x", size_hint=(None, None), size=(width, 60), pos=(x, 60))

    assert faults("too small", button(300, 40))
    assert faults("overlap", button(20, 100))
    assert faults("outside", button(780, 100))


def test_the_check_finds_words_over_words() -> None:
    from companion.ui.widgets import Words

    assert faults("over each other", Words(text="Hello", halign="center"))


def test_menu_with_the_programs_own_entries_fits() -> None:
    from companion.ui.pages import MenuAction

    done: list[str] = []
    action = MenuAction("power", "Switch off", lambda: done.append("off"), "Everything is saved.")

    def prepare(made: Stage) -> None:
        made.root._actions = (action, action)
        made.root.open_menu()

    assert everywhere({"menu": View(1, BAR)}, prepare) == []
    with stage(View(1, BAR)) as made:
        made.root._actions = (action,)
        made.root.open_menu()
        made.frames(2)
        made.clock.advance(700)
        made.tap("Switch off")
        assert done == []
        assert problems(made.root) == []
        made.tap("Back")
        assert done == []
        assert made.root.sheet is None
        made.root.open_menu()
        made.frames(2)
        made.clock.advance(700)
        made.tap("Switch off")
        made.tap("Switch off")
        assert done == ["off"]


def test_number_pad_fits_and_hands_over_what_was_typed() -> None:
    from companion.ui.numberpad import NumberPad
    from companion.ui.pad import THOUSANDS
    from companion.ui.widgets import Sheet

    got: list[int] = []

    def prepare(made: Stage) -> None:
        sheet = Sheet()
        pad = NumberPad(units=list(THOUSANDS), done="Einen Betrag überweisen")
        pad.size_hint, pad.pos_hint = (0.9, 0.85), {"center_x": 0.5, "center_y": 0.5}
        pad.bind(on_amount=lambda _, value: got.append(value))
        sheet.add_widget(pad)
        made.root.open_sheet(sheet)
        made.frames(2)
        made.clock.advance(700)

    assert everywhere({"pad": View(1, BAR)}, prepare) == []
    with stage(View(1, BAR)) as made:
        prepare(made)
        for key in ("2", "0", "0", "Einen Betrag überweisen"):
            if key in " ".join(made.names()):
                made.tap(key)
        assert got == []
        made.tap("K")
        made.tap("Einen Betrag überweisen")
        assert got == [200_000]


def test_a_dimmed_ring_is_one_colour_where_its_round_end_lies_on_the_arc() -> None:
    """Drawn half transparent twice, the end would stand out as a brighter spot."""
    with stage(UNIT_VIEWS["auction"]) as made:
        ring = made.root.page.ids.ring
        colours = [ring.arc_colour(0.5, glow / 10) for glow in range(11)]
        assert {colour[3] for colour in colours} == {1.0}
        assert [colour[0] for colour in colours] == sorted(colour[0] for colour in colours)
        assert ring.arc_colour(0.0, 1.0)[3] == 0, "no auction, no light"


def test_a_notice_lies_beside_the_panels_word_not_on_it() -> None:
    """Half a word under the strip is a cut word."""
    from companion.ui.widgets import Notice

    with stage(UNIT_VIEWS["auction"], settings=Settings(language="de")) as made:
        made.root.tell("Nach /home/pi/.local/share/companion/export/montag.csv geschrieben.")
        made.frames(2)
        strip = next(child for child in made.root.children if isinstance(child, Notice))
        assert strip.right <= made.root.ids.bar.ids.status.x
        assert strip.width > made.root.width / 2
