"""The screen on the real session: real unit, real journal, a clock moved by hand."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.app.wiring import Options, Parts, build
from companion.faces.views import Text, UnitView
from companion.session.clock import ManualClock
from companion.session.stepping import advance
from companion.unit.unit import Phase
from tests.ui.layout import seen
from tests.ui.stage import Stage, StillFrontend, stage
from tests.ui.views import auction


class Table:
    """A whole program on one thread: a finger on the glass at the one end, a view at the other."""

    def __init__(self, made: Stage, parts: Parts, clock: ManualClock) -> None:
        self.stage, self.parts, self.clock = made, parts, clock

    def advance(self, ms: int) -> None:
        advance(self.parts.session, self.clock, ms)
        self.stage.clock.advance(ms)
        self.stage.settle()

    def tap(self, name: str) -> None:
        self.stage.clock.advance(700)  # a key that booked, and a page that came, rest so long
        finger = self.stage.finger(self.stage.button(name)).down()
        self.advance(60)
        finger.up()
        self.advance(0)
        self.stage.clock.advance(200)

    def read(self) -> set[str]:
        """Every word on the screen."""
        return {w.text for w in seen(self.stage.root) if getattr(w, "text", "")}

    @property
    def unit(self) -> UnitView:
        return self.parts.session.view.unit


@contextmanager
def table(data: Path, seed: int = 1) -> Iterator[Table]:
    clock = ManualClock(5_000_000)
    parts = build(Options(data, seed=seed, lang="en"), clock=clock, threaded=False)
    parts.session.open()
    advance(parts.session, clock, 400)
    try:
        with stage(frontend=parts.frontend) as made:
            play = Table(made, parts, clock)
            play.advance(0)
            yield play
    finally:
        parts.session.close()
        parts.session.step()
        parts.close_folder()


def test_build_is_pressed_and_its_number_read_from_the_screen(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("build")
        assert play.unit.phase is Phase.ROLLING
        play.advance(1_000)
        assert play.unit.phase is Phase.SHOWN
        ring = play.stage.root.page.ids.ring
        assert [mark > 0.5 for mark in ring.marks].index(True) == play.unit.result - 1
        if play.unit.result < 4:
            assert play.stage.root.page.number_words == str(play.unit.result)


def test_c112_changing_pages_does_not_slow_an_auction(tmp_path: Path) -> None:
    """Eight page changes within one auction; it still ends 50.0 s after the press."""
    with table(tmp_path) as play:
        start = play.clock.now()
        play.tap("auction")
        for _ in range(4):
            play.advance(3_000)
            play.stage.root.open("settings")
            play.advance(3_000)
            play.stage.root.open("unit")
        play.advance(start + 49_999 - play.clock.now())
        assert play.unit.phase is Phase.AUCTION
        play.advance(1)
        assert play.unit.phase is Phase.SOLD


def test_c145_the_countdown_changes_every_second_without_a_touch(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        start = play.clock.now()
        play.tap("auction")
        shown = []
        for second in range(1, 31):
            play.advance(start + second * 1_000 - play.clock.now())
            shown.append(play.stage.root.page.number_words)
        assert shown == [str(50 - second) for second in range(1, 31)]


def test_holding_auction_on_the_glass_ends_it_and_a_tap_does_not(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("auction")
        play.advance(5_000)
        play.tap("auction")
        assert play.unit.phase is Phase.AUCTION
        finger = play.stage.finger(play.stage.button("auction")).down()
        play.advance(990)
        assert play.unit.phase is Phase.AUCTION
        play.advance(20)
        assert play.unit.phase is Phase.SOLD
        finger.up()


def test_cancel_voids_the_auction(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("auction")
        play.advance(5_000)
        play.tap("Cancel")
        play.advance(10)
        assert play.unit.phase is Phase.IDLE


def test_pause_stops_the_countdown_and_continue_goes_on(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.tap("auction")
        play.advance(20_000)
        play.tap("Pause")
        before = play.unit.seconds
        play.advance(60_000)
        assert play.unit.seconds == before
        assert "paused" in play.read()
        play.tap("Continue")
        play.advance(2_000)
        assert play.unit.seconds == before - 2


def test_c107_after_a_cut_the_auction_waits_paused_with_both_ways_out(tmp_path: Path) -> None:
    """The plug is pulled with 27 seconds left: nothing is closed, only the folder's lock goes."""
    with table(tmp_path) as play:
        start = play.clock.now()
        play.tap("auction")
        play.advance(start + 23_000 - play.clock.now())
    with table(tmp_path) as play:
        assert "Auction paused at 27 s" in play.read()
        assert play.stage.root.page.number_words == "27"
        assert play.stage.button("Continue").enabled
        assert play.stage.button("Cancel auction").enabled
        play.advance(5_000)
        assert play.unit.seconds == 27
        play.tap("Continue")
        play.advance(26_900)
        assert play.unit.phase is Phase.AUCTION
        play.advance(200)
        assert play.unit.phase is Phase.SOLD


def test_settings_change_the_next_auction_and_survive_a_restart(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.stage.root.open("settings")
        play.advance(400)
        rows = play.stage.root.page.walk()
        row = next(w for w in rows if getattr(w, "msgid", "") == "Auction length")
        stepper = row.children[0]
        play.stage.root.page.ids.list.scroll_to(row, animate=False)
        play.advance(400)
        for _ in range(2):
            finger = play.stage.finger(stepper.ids.more).down()
            finger.up()
            play.stage.clock.advance(300)
        play.advance(0)
        assert stepper.shown == "60 s"
        play.stage.root.open("unit")
        play.advance(400)
        play.tap("auction")
        assert play.unit.total_ms == 60_000
    with table(tmp_path) as play:
        assert play.parts.frontend.settings.auction_s == 60


def test_a_group_of_settings_goes_back_as_delivered_and_leaves_the_others(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        page = play.stage.root.open("settings")
        play.advance(400)
        for name, value in (("auction_s", 60), ("signal_s", 8), ("volume", 50)):
            page.change(name, value)
        play.advance(400)
        groups = [w for w in seen(play.stage.root) if type(w).__name__ == "SettingGroup"]
        assert [group.msgid for group in groups if group.changed] == ["Sound and light", "Auctions"]
        page.ids.list.scroll_to(groups[2], animate=False)
        play.advance(400)
        reset = next(w for w in groups[2].walk() if getattr(w, "text", "") == "As delivered")
        play.stage.tap(reset)
        play.advance(400)
        settings = play.parts.frontend.settings
        assert (settings.auction_s, settings.signal_s, settings.volume) == (50, 5, 50)


def test_language_changes_at_run_time_everywhere_on_the_screen(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        assert {"BUILD", "AUCTION", "Ready", "Unit"} <= play.read()
        play.stage.root.page.leave()
        play.stage.root.open("settings").change("language", "de")
        play.advance(10)
        play.stage.root.open("unit")
        play.advance(10)
        assert {"BAUEN", "AUKTION", "Bereit", "Einheit"} <= play.read()
        assert not {"BUILD", "AUCTION", "Ready", "Unit"} & play.read()


def test_a_refused_setting_is_told_and_changes_nothing(tmp_path: Path) -> None:
    with table(tmp_path) as play:
        play.stage.root.open("settings").change("weights", (0, 0, 0, 0))
        play.advance(10)
        assert "not all 0" in play.stage.root.notice
        assert play.parts.frontend.settings.weights == (1, 1, 1, 1)


def flips(made: Stage) -> list[Any]:
    drawn: list[Any] = []
    made.window.bind(on_flip=lambda *_: drawn.append(1))
    return drawn


def test_an_idle_screen_draws_nothing_and_waits_for_nothing() -> None:
    from kivy.clock import Clock

    with stage() as made:
        made.frames(5)
        drawn = flips(made)
        for _ in range(20):
            made.frontend.publish()
            made.frames(3)
        assert drawn == []
        mine = [e for e in Clock.get_events() if "companion" in repr(e.get_callback())]
        assert [e.get_callback().__name__ for e in mine] == ["_check_blank"]


def test_views_from_another_thread_are_drawn_in_kivys_and_the_newest_wins() -> None:
    frontend = StillFrontend()
    with stage(frontend=frontend) as made:
        where: list[str] = []
        page, show = made.root.page, made.root.page.show
        page.show = lambda view: (where.append(threading.current_thread().name), show(view))

        def publish() -> None:
            for left in range(50, 0, -1):
                frontend.publish(unit=auction(seconds=left))

        thread = threading.Thread(target=publish, name="session")
        thread.start()
        thread.join()
        made.frames(1)
        assert page.number_words == "1"
        assert where == [threading.main_thread().name]


def test_an_old_view_never_overtakes_a_newer_one() -> None:
    frontend = StillFrontend()
    with stage(frontend=frontend) as made:
        old = frontend.view
        frontend.publish(unit=auction(seconds=9))
        made.app._arrived(old)
        made.frames(1)
        assert made.root.page.number_words == "9"


def test_notices_appear_can_be_put_away_and_do_not_come_back() -> None:
    from companion.faces.views import ShellView

    with stage() as made:
        text = Text("The journal could not be saved to {file}.", (("file", "disk"),))
        made.frontend.publish(shell=ShellView(notice=text))
        made.frames(2)
        assert made.root.notice == "The journal could not be saved to disk."
        made.clock.advance(700)
        made.tap("The journal could not be saved to disk.")
        assert made.root.notice == ""
        made.frontend.publish(shell=ShellView(play_seconds=5, notice=text))
        made.frames(2)
        assert made.root.notice == ""
