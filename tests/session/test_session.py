"""The session: presses to lights, saved before shown, time that nothing can move."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.entry import Entry
from companion.locale import i18n
from companion.panels.panel import Key, Status
from companion.storage.journal import Journal, JournalFault
from companion.storage.settings import Settings
from companion.storage.writer import DirectWriter, Done
from companion.unit.unit import Phase
from tests.session.rig import Evening, short_of_room


def test_c106_build_works_from_power_on_without_a_game() -> None:
    evening = Evening(draws=(2,))
    evening.tap(Key.BUILD)
    evening.advance(900)
    unit = evening.session.view.unit
    assert (unit.phase, unit.result) == (Phase.SHOWN, 3)
    assert [entry.reason for entry in evening.entries()] == ["unit_build"]


def test_the_result_is_on_no_view_before_it_is_saved() -> None:
    waiting: list[Done] = []

    class Slow(DirectWriter):
        def save(self, entry: Entry, done: Done) -> None:
            waiting.append(done)

    evening = Evening(draws=(1,), writer=Slow)
    evening.tap(Key.BUILD)
    evening.advance(5_000)
    marks = [frame.marks for _, frame in evening.panel.shown]
    assert marks[-1] != (0, 255, 0, 0), "the light waits on a mark that is not the result"
    assert evening.session.view.unit.result == 0
    waiting.pop()("")
    evening.advance(1)
    assert evening.session.view.unit.result == 2
    assert evening.panel.shown[-1][1].marks in ((0, 255, 0, 0), (0, 0, 0, 0))


def test_a_full_disk_says_so_and_the_roll_is_void() -> None:
    class Full(DirectWriter):
        def save(self, entry: Entry, done: Done) -> None:
            done("The disk is full, free some space and repeat.")

    evening = Evening(writer=Full)
    evening.tap(Key.BUILD)
    evening.advance(2_000)
    view = evening.session.view
    assert view.unit.phase is Phase.IDLE
    assert "disk is full" in view.shell.notice.english()
    evening.tap(Key.AUCTION)
    assert evening.session.view.unit.phase is Phase.AUCTION, "the light works without the disk"


def test_a_press_handled_late_counts_from_the_moment_of_the_finger() -> None:
    evening = Evening()
    evening.panel.key(Key.AUCTION)
    evening.clock.advance(400)  # the machine was busy meanwhile
    evening.session.step()
    evening.advance(49_599)
    assert evening.session.view.unit.phase is Phase.AUCTION
    evening.advance(1)
    assert evening.session.view.unit.phase is Phase.SOLD


def test_an_auction_with_its_lights_and_sounds() -> None:
    evening = Evening()
    evening.advance(1_000)
    evening.tap(Key.AUCTION)
    start = evening.clock.now() - 50
    evening.advance(52_000)
    offsets = [(at - start, tone) for at, tone in evening.panel.tones()[1:]]
    assert offsets == [
        (0, "start"),
        (45_000, "signal"),
        (46_000, "second"),
        (47_000, "second"),
        (48_000, "second"),
        (49_000, "second"),
        (50_000, "long"),
    ]
    dark = [at - start for at, frame in evening.panel.shown if at > start and frame.ring == 0]
    assert dark[-1] == 50_000 or 50_000 in dark
    assert evening.session.view.unit.phase is Phase.IDLE
    assert [entry.reason for entry in evening.entries()] == ["unit_auction", "unit_auction_over"]


def test_hold_ends_an_auction_but_the_starting_press_does_not() -> None:
    evening = Evening()
    evening.tap(Key.AUCTION, held_ms=3_000)
    assert evening.session.view.unit.phase is Phase.AUCTION
    evening.tap(Key.AUCTION, held_ms=999)
    assert evening.session.view.unit.phase is Phase.AUCTION
    evening.tap(Key.AUCTION, held_ms=1_000)
    assert evening.session.view.unit.phase is Phase.SOLD


@pytest.mark.parametrize("left", [27, 1, 49])
def test_c107_killed_in_mid_auction_the_next_start_offers_the_rest(
    tmp_path: Path, left: int
) -> None:
    path = tmp_path / "unit.companion"
    evening = Evening(path)
    evening.tap(Key.AUCTION)
    evening.advance((50 - left) * 1000 - 50)
    # No close: the process is gone. A reader beside it sees what a restart would.
    again = Evening(path)
    unit = again.session.view.unit
    assert (unit.seconds, unit.paused, unit.offer_resume) == (left, True, True)
    again.advance(3_600_000)
    assert again.session.view.unit.seconds == left, "it waits"
    again.session.command("resume")
    again.advance(left * 1000 - 1)
    assert again.session.view.unit.phase is Phase.AUCTION
    again.advance(1)
    assert again.session.view.unit.phase is Phase.SOLD


def test_c107_the_lamp_test_of_a_restart_does_not_stay_on(tmp_path: Path) -> None:
    """Play time stands still until somebody says go on: lamps on it would never go out."""
    path = tmp_path / "unit.companion"
    evening = Evening(path)
    evening.tap(Key.AUCTION)
    evening.advance(10_000)
    again = Evening(path)
    again.advance(5_000)
    assert again.panel.shown[-1][1].marks == (0, 0, 0, 0)
    assert again.panel.shown[-1][1].ring == 255, "paused: the ring is steady"
    again.session.command("resume")
    again.advance(0)
    assert again.panel.shown[-1][1].marks == (0, 0, 0, 0)


def test_an_auction_that_could_not_be_saved_is_tried_again_each_second(tmp_path: Path) -> None:
    room = [False]
    evening = Evening(tmp_path / "unit.companion", writer=short_of_room(room))
    evening.tap(Key.AUCTION)
    evening.advance(10_000)
    assert evening.entries() == []
    room[0] = True
    evening.advance(1_000)
    assert [entry.reason for entry in evening.entries()] == ["unit_auction"]
    assert Evening(tmp_path / "unit.companion").session.view.unit.offer_resume


def test_a_rest_of_an_auction_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "unit.companion"
    evening = Evening(path)
    evening.tap(Key.AUCTION)
    evening.advance(10_000)
    again = Evening(path)
    again.session.command("cancel")
    again.advance(10)
    assert again.session.view.unit.phase is Phase.IDLE
    assert not again.session.view.unit.offer_resume
    third = Evening(path)
    assert not third.session.view.unit.offer_resume


def test_pause_stops_the_auction_and_the_play_clock() -> None:
    evening = Evening()
    evening.tap(Key.AUCTION)
    evening.advance(20_000)
    evening.session.command("pause")
    evening.advance(7_200_000)
    assert evening.session.view.unit.paused
    assert evening.panel.shown[-1][1].ring == 255
    assert not [tone for _, tone in evening.panel.tones() if tone == "chime"]
    evening.session.command("resume")
    evening.advance(29_949)
    assert evening.session.view.unit.phase is Phase.AUCTION
    evening.advance(2)
    assert evening.session.view.unit.phase is Phase.SOLD


def test_c109_c157_chimes_follow_play_time_only() -> None:
    evening = Evening(settings=Settings(weights=(1, 0, 0, 0)))
    evening.tap(Key.BUILD)
    start = evening.clock.now() - 50
    evening.advance(3 * 3_600_000)
    chimes = [at - start for at, tone in evening.panel.tones() if tone == "chime"]
    assert chimes == [3_600_000, 7_200_000, 10_800_000]


def test_idle_asks_for_no_wake_and_writes_nothing() -> None:
    evening = Evening()
    evening.advance(1_000)
    assert evening.session.step() is None
    assert evening.entries() == []


def test_muted_names_no_tone_and_lights_still_signal() -> None:
    evening = Evening(settings=Settings(mute=True))
    evening.tap(Key.AUCTION)
    evening.advance(46_000)
    assert evening.panel.tones() == []
    assert evening.session.view.unit.last_five


def test_brightness_dims_every_light() -> None:
    evening = Evening(settings=Settings(brightness=50))
    evening.tap(Key.AUCTION)
    evening.advance(46_000)
    assert max(max(frame.ring, *frame.marks) for _, frame in evening.panel.shown) == 127


def test_c112_looking_away_moves_no_deadline() -> None:
    evening = Evening()
    evening.tap(Key.AUCTION)
    evening.clock.advance(60_000)  # nobody stepped the session meanwhile
    evening.session.step()
    over = evening.entries()[-1]
    assert over.reason == "unit_auction_over"
    assert evening.session.view.unit.phase is Phase.IDLE


def test_a_slow_card_never_delays_the_end_of_an_auction() -> None:
    class Stuck(DirectWriter):
        """A card that answers no save and no note of the time."""

        def save(self, entry: Entry, done: Done) -> None:
            pass

        def note_play_time(self, at: int) -> None:
            pass

    evening = Evening(writer=Stuck)
    evening.tap(Key.AUCTION, held_ms=0)
    start = evening.clock.now()
    evening.advance(60_000)
    ended = [(at - start, frame.ring) for at, frame in evening.panel.shown if frame.tone == "long"]
    assert ended[0] == (50_000, 0)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(JournalFault, match="check the folder"):
        Journal(tmp_path / "file" / "unit.companion")


def test_a_panel_that_changes_by_itself_is_looked_at_again() -> None:
    evening = Evening()
    evening.advance(1_000)
    before = len(evening.views)
    evening.panel.health = Status(False, "Panel lost.", "Check the cable.")
    evening.panel.changed()
    evening.session.step()
    panel = evening.session.view.shell.panels[0]
    assert (panel.ready, panel.remedy.english()) == (False, "Check the cable.")
    assert len(evening.views) == before + 1


def test_a_full_disk_is_told_in_german_too(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()

    def full(*_: object) -> None:
        raise JournalFault(evening.journal._sentence(OSError("database or disk is full")))

    monkeypatch.setattr(evening.journal, "append", full)
    evening.tap(Key.BUILD)
    evening.advance(1_000)
    notice = evening.session.view.shell.notice
    assert notice.english().startswith("The disk is full")
    assert i18n.load("de").say(notice).startswith("Der Speicher ist voll")
