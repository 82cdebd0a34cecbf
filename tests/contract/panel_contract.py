"""What every panel must do, whatever it is made of. Each backend brings a rig and runs all of it.

A test module makes a subclass of PanelContract (and of SoundContract where the panel itself makes
sounds) with a fixture ``rig``. The rig moves the real contacts and looks at the real outputs; the
panel is never asked what it thinks it shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.panels.panel import Edge, Key, Panel
from companion.sounds import tones
from companion.unit.frame import DARK, LEVEL_MAX, Frame

Marks = tuple[bool, bool, bool, bool]
NOTES = {name: [note for note in pattern if note[0]] for name, pattern in tones.load().items()}
NOTE_MS_LATE = 150
"""A machine with more to do than cores may wake a thread this late; never may it be early."""


class Rig(Protocol):
    """One panel, not yet open, with somebody's hands at its keys and eyes on its outputs.

    ``edges`` is what the panel has told since the first opening. Every method returns when what
    it did has arrived: a shown frame at the outputs, a moved contact at ``edges``.
    ``ring_tolerance`` is how far an in-between ring level may be off; 0 and 255 are exact.
    """

    panel: Panel
    edges: list[Edge]
    ring_tolerance: int

    def open(self) -> None:
        """Open the panel with ``edges.append`` and wait until it is ready."""

    def show(self, frame: Frame) -> None:
        """Show a frame."""

    def key(self, key: Key, down: bool) -> None:
        """Close or open a contact without bouncing, and leave it so for long enough to count."""

    def marks(self) -> Marks:
        """Which of the marks 1, 2, 3 and railroad are lit."""

    def ring(self) -> int:
        """How bright the ring is, 0-255."""


class SoundRig(Rig, Protocol):
    """A rig whose panel has a beeper."""

    def until_sounding(self) -> None:
        """Wait until the beeper sounds."""

    def until_silent(self) -> None:
        """Wait until everything asked for so far has been played."""

    def heard(self) -> Sequence[tuple[int, int]]:
        """Every note since the first opening: measured frequency in Hz, length in ms."""


levels = st.sampled_from([0, 1, 127, 254, LEVEL_MAX])
frames = st.builds(
    Frame, marks=st.tuples(levels, levels, levels, levels), ring=st.integers(0, LEVEL_MAX)
)


def is_shown(rig: Rig, frame: Frame) -> None:
    assert rig.marks() == tuple(level > 0 for level in frame.marks)
    exact = frame.ring in (0, LEVEL_MAX)
    assert rig.ring() == pytest.approx(frame.ring, abs=0 if exact else rig.ring_tolerance)


def tap(rig: Rig, key: Key) -> None:
    rig.key(key, True)
    rig.key(key, False)


def told(rig: Rig) -> list[tuple[Key, bool]]:
    return [(edge.key, edge.down) for edge in rig.edges]


class PanelContract:
    """Keys, lights and state of health."""

    def test_a_panel_not_yet_open_says_in_a_sentence_that_it_is_not_ready(self, rig: Rig) -> None:
        status = rig.panel.status()
        assert not status.ready
        assert status.text().endswith(".")

    def test_opened_it_is_ready_and_everything_is_dark(self, rig: Rig) -> None:
        rig.open()
        assert rig.panel.status().ready
        assert rig.panel.status().text() == ""
        is_shown(rig, DARK)
        assert rig.edges == []

    @pytest.mark.parametrize("mark", range(4))
    def test_each_mark_has_its_own_light(self, rig: Rig, mark: int) -> None:
        rig.open()
        one, two, three, rail = (LEVEL_MAX * (mark == light) for light in range(4))
        rig.show(Frame(marks=(one, two, three, rail)))
        assert rig.marks() == tuple(mark == light for light in range(4))
        assert rig.ring() == 0

    def test_the_ring_grows_brighter_with_its_level(self, rig: Rig) -> None:
        rig.open()
        seen = []
        for level in (0, 40, 110, 190, LEVEL_MAX):
            rig.show(Frame(ring=level))
            is_shown(rig, Frame(ring=level))
            seen.append(rig.ring())
        assert seen == sorted(set(seen))

    def test_from_any_frame_to_any_frame(self, rig: Rig) -> None:
        rig.open()

        @settings(
            max_examples=40,
            deadline=None,
            database=None,
            suppress_health_check=[HealthCheck.too_slow],
        )
        @given(frames)
        def any_frame(frame: Frame) -> None:
            rig.show(frame)
            is_shown(rig, frame)
            rig.show(frame)
            is_shown(rig, frame)

        any_frame()

    def test_a_press_is_told_once_when_it_comes_and_once_when_it_goes(self, rig: Rig) -> None:
        rig.open()
        rig.key(Key.BUILD, True)
        assert told(rig) == [(Key.BUILD, True)]
        rig.key(Key.BUILD, False)
        assert told(rig) == [(Key.BUILD, True), (Key.BUILD, False)]
        assert {edge.source for edge in rig.edges} == {rig.panel.name}

    def test_presses_are_told_in_order_and_exactly_once(self, rig: Rig) -> None:
        rig.open()
        presses = [Key.BUILD, Key.AUCTION, Key.AUCTION, Key.BUILD] * 3
        for key in presses:
            tap(rig, key)
        assert told(rig) == [(key, down) for key in presses for down in (True, False)]

    def test_both_keys_can_be_down_at_once(self, rig: Rig) -> None:
        rig.open()
        moves = [(Key.BUILD, True), (Key.AUCTION, True), (Key.BUILD, False), (Key.AUCTION, False)]
        for key, down in moves:
            rig.key(key, down)
        assert told(rig) == moves

    def test_keys_work_while_lights_change(self, rig: Rig) -> None:
        rig.open()
        for level in (0, 190, LEVEL_MAX):
            frame = Frame(marks=(level, 0, level, 0), ring=level)
            rig.show(frame)
            tap(rig, Key.AUCTION)
            is_shown(rig, frame)
        assert told(rig) == [(Key.AUCTION, True), (Key.AUCTION, False)] * 3

    def test_a_key_held_down_while_opening_is_no_press(self, rig: Rig) -> None:
        rig.key(Key.BUILD, True)
        rig.open()
        assert (Key.BUILD, True) not in told(rig)
        rig.key(Key.BUILD, False)
        tap(rig, Key.BUILD)
        assert told(rig).count((Key.BUILD, True)) == 1

    def test_closed_it_is_dark_and_deaf(self, rig: Rig) -> None:
        rig.open()
        rig.show(Frame(marks=(LEVEL_MAX,) * 4, ring=190))
        rig.panel.close()
        is_shown(rig, DARK)
        rig.key(Key.BUILD, True)
        assert rig.edges == []
        assert not rig.panel.status().ready

    def test_closing_twice_and_showing_when_closed_do_no_harm(self, rig: Rig) -> None:
        rig.panel.close()
        rig.open()
        rig.panel.close()
        rig.panel.close()
        rig.panel.show(Frame(marks=(LEVEL_MAX,) * 4, ring=LEVEL_MAX))
        is_shown(rig, DARK)

    def test_it_can_be_opened_again_after_closing(self, rig: Rig) -> None:
        rig.open()
        rig.show(Frame(ring=LEVEL_MAX))
        rig.panel.close()
        rig.open()
        is_shown(rig, DARK)
        rig.show(Frame(marks=(0, LEVEL_MAX, 0, 0)))
        tap(rig, Key.BUILD)
        is_shown(rig, Frame(marks=(0, LEVEL_MAX, 0, 0)))
        assert told(rig) == [(Key.BUILD, True), (Key.BUILD, False)]

    def test_opened_twice_it_starts_afresh_and_tells_each_press_once(self, rig: Rig) -> None:
        rig.open()
        rig.show(Frame(ring=LEVEL_MAX))
        rig.open()
        is_shown(rig, DARK)
        tap(rig, Key.BUILD)
        assert told(rig) == [(Key.BUILD, True), (Key.BUILD, False)]


def assert_heard(rig: SoundRig, *names: str) -> None:
    wanted = [note for name in names for note in NOTES[name]]
    got = list(rig.heard())
    assert [hertz for hertz, _ in got] == [pytest.approx(hertz, rel=0.03) for hertz, _ in wanted]
    for (_, length), (_, heard) in zip(wanted, got, strict=True):
        assert length - 1 <= heard <= length + NOTE_MS_LATE


class SoundContract:
    """The beeper."""

    def test_the_first_frame_only_tells_where_the_count_stands(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(Frame(tone="long", tone_no=41))
        rig.show(Frame(tone="tick", tone_no=42))
        rig.until_silent()
        assert_heard(rig, "tick")

    def test_opened_again_the_first_frame_again_only_tells_the_count(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(DARK)
        rig.open()
        rig.show(Frame(tone="long", tone_no=1))
        rig.show(Frame(tone="tick", tone_no=2))
        rig.until_silent()
        assert_heard(rig, "tick")

    def test_a_tone_is_played_once_for_each_new_number(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(DARK)
        for number in (1, 2, 3):
            for level in (0, 190, LEVEL_MAX):
                rig.show(Frame(ring=level, tone="second", tone_no=number))
            rig.until_silent()
        assert_heard(rig, "second", "second", "second")

    @pytest.mark.parametrize("name", sorted(NOTES))
    def test_every_tone_sounds_as_the_table_says(self, rig: SoundRig, name: str) -> None:
        rig.open()
        rig.show(DARK)
        rig.show(Frame(tone=name, tone_no=1))
        rig.until_silent()
        assert_heard(rig, name)

    def test_lights_change_while_a_tone_sounds(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(DARK)
        rig.show(Frame(ring=LEVEL_MAX, tone="signal", tone_no=1))
        rig.until_sounding()
        frame = Frame(marks=(0, 0, LEVEL_MAX, 0), ring=110, tone="signal", tone_no=1)
        rig.show(frame)
        is_shown(rig, frame)
        rig.until_silent()
        assert_heard(rig, "signal")

    def test_a_new_tone_takes_the_place_of_the_old_one(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(DARK)
        rig.show(Frame(tone="long", tone_no=1))
        rig.until_sounding()
        rig.show(Frame(tone="tick", tone_no=2))
        rig.until_silent()
        (_, cut), (_, tick) = rig.heard()
        assert cut < NOTES["long"][0][1] // 2
        assert tick <= NOTES["tick"][0][1] + NOTE_MS_LATE

    def test_muting_silences_at_once_and_unmuting_plays_nothing_again(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(DARK)
        rig.show(Frame(tone="long", tone_no=1))
        rig.until_sounding()
        rig.show(Frame(tone="none", tone_no=1))
        rig.until_silent()
        rig.show(Frame(tone="long", tone_no=1))
        rig.show(Frame(tone="none", tone_no=2))
        rig.show(Frame(tone="tick", tone_no=3))
        rig.until_silent()
        (_, cut), (hertz, _) = rig.heard()
        assert cut < NOTES["long"][0][1] // 2
        assert hertz == pytest.approx(NOTES["tick"][0][0], rel=0.03)

    def test_a_name_without_a_sound_is_silence(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(DARK)
        rig.show(Frame(tone="of a newer version", tone_no=1))
        rig.show(Frame(tone="tick", tone_no=2))
        rig.until_silent()
        assert_heard(rig, "tick")

    def test_closing_silences_a_tone(self, rig: SoundRig) -> None:
        rig.open()
        rig.show(DARK)
        rig.show(Frame(tone="long", tone_no=1))
        rig.until_sounding()
        rig.panel.close()
        rig.until_silent()
        ((_, cut),) = rig.heard()
        assert cut < NOTES["long"][0][1] // 2
