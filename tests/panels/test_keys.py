"""What counts as a press, told by a contact that bounces, sticks and is told of twice."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.panels.keys import DEBOUNCE_MAX_MS, HOLD_MS, LONG_MS, KeyAction, KeyEvent, Keys
from companion.panels.panel import Edge, Key
from companion.unit import unit

FAR = 100_000
LEVELS = (KeyAction.PRESS, KeyAction.RELEASE)
Move = tuple[int, Key, bool]


def feed(keys: Keys, moves: Iterable[Move], until: int = FAR) -> list[KeyEvent]:
    """Every event of the contact moves (time, key, closed), up to ``until``."""
    events: list[KeyEvent] = []
    for now, key, down in moves:
        events += keys.edge(Edge(key, down, "test"), now)
    return events + keys.tick(until)


def bounce(start: int, key: Key = Key.BUILD, *, closes: bool = True) -> list[Move]:
    """Five moves within 8 ms, the last one for good."""
    return [(start + at, key, closes ^ bool(n % 2)) for n, at in enumerate((0, 1, 2, 4, 8))]


def told(events: list[KeyEvent]) -> list[tuple[int, KeyAction]]:
    return [(event.at, event.action) for event in events]


def test_c113_a_bouncing_contact_is_one_press() -> None:
    assert told(feed(Keys(), bounce(0), until=900)) == [(23, KeyAction.PRESS)]


def test_c113_a_bouncing_release_after_a_long_hold_is_one_release() -> None:
    moves = [*bounce(0), *bounce(2_000, closes=False)]
    assert told(feed(Keys(), moves)) == [(23, KeyAction.PRESS), (2_023, KeyAction.RELEASE)]


@pytest.mark.parametrize("debounce_ms", [0, 1, 15, 200, DEBOUNCE_MAX_MS])
def test_c115_any_debounce_from_0_to_500_ms_works_alike(debounce_ms: int) -> None:
    moves = [(0, Key.BUILD, True), (900, Key.BUILD, False)]
    assert told(feed(Keys(debounce_ms), moves)) == [
        (debounce_ms, KeyAction.PRESS),
        (900 + debounce_ms, KeyAction.RELEASE),
    ]


@pytest.mark.parametrize("debounce_ms", [-1, DEBOUNCE_MAX_MS + 1])
def test_a_debounce_out_of_range_is_refused_with_the_range(debounce_ms: int) -> None:
    with pytest.raises(ValueError, match="must be 0 to 500"):
        Keys(debounce_ms)


@pytest.mark.parametrize("length", [1, 2, 14])
def test_c116_a_spike_shorter_than_the_debounce_is_nothing(length: int) -> None:
    assert feed(Keys(), [(10, Key.BUILD, True), (10 + length, Key.BUILD, False)]) == []


def test_c116_a_gap_of_2_ms_in_a_hold_is_nothing() -> None:
    moves = [(0, Key.AUCTION, True), (500, Key.AUCTION, False), (502, Key.AUCTION, True)]
    assert told(feed(Keys(), moves)) == [(15, KeyAction.PRESS), (1_015, KeyAction.HOLD)]


def test_a_hold_is_not_told_while_the_contact_stands_open() -> None:
    moves = [(0, Key.AUCTION, True), (1_012, Key.AUCTION, False), (1_018, Key.AUCTION, True)]
    assert told(feed(Keys(), moves)) == [(15, KeyAction.PRESS), (1_018, KeyAction.HOLD)]


@pytest.mark.parametrize(("key", "hold_ms"), [(Key.AUCTION, 1_000), (Key.BUILD, 3_000)])
def test_held_is_told_once_at_its_time(key: Key, hold_ms: int) -> None:
    assert told(feed(Keys(), [(0, key, True)], until=15 + hold_ms - 1)) == [(15, KeyAction.PRESS)]
    events = feed(Keys(), [(0, key, True), (60_000, key, False)])
    assert told(events) == [
        (15, KeyAction.PRESS),
        (15 + hold_ms, KeyAction.HOLD),
        *((15 + LONG_MS[k], KeyAction.LONG) for k in LONG_MS if k is key),
        (60_015, KeyAction.RELEASE),
    ]


def test_a_key_held_for_long_tells_that_too_and_the_other_key_cannot() -> None:
    assert told(feed(Keys(), [(0, Key.BUILD, True)])) == [
        (15, KeyAction.PRESS),
        (3_015, KeyAction.HOLD),
        (5_015, KeyAction.LONG),
    ]
    let_go = [(0, Key.BUILD, True), (4_990, Key.BUILD, False)]
    assert KeyAction.LONG not in {event.action for event in feed(Keys(), let_go)}
    assert told(feed(Keys(), [(0, Key.AUCTION, True)]))[-1] == (1_015, KeyAction.HOLD)


def test_the_hold_of_auction_is_the_units_own() -> None:
    assert HOLD_MS[Key.AUCTION] == unit.HOLD_MS


def test_c118_nothing_is_held_after_the_release() -> None:
    moves = [(0, Key.AUCTION, True), (1_010, Key.AUCTION, False)]
    assert told(feed(Keys(), moves)) == [(15, KeyAction.PRESS), (1_025, KeyAction.RELEASE)]


def test_the_two_keys_do_not_disturb_each_other() -> None:
    moves = sorted([*bounce(0, Key.BUILD), *bounce(3, Key.AUCTION)])
    events = feed(Keys(), moves, until=500)
    assert [(event.key, event.at) for event in events] == [(Key.BUILD, 23), (Key.AUCTION, 26)]


def touches(keys: Keys, *moves: tuple[int, bool, str]) -> list[tuple[int, KeyAction]]:
    events: list[KeyEvent] = []
    for now, down, press_id in moves:
        events += keys.edge(Edge(Key.BUILD, down, "screen", press_id), now)
    return told(events + keys.tick(moves[-1][0] + 500))


def test_c137_one_touch_from_two_providers_is_one_press() -> None:
    assert touches(
        Keys(0), (0, True, "t1"), (3, True, "t1"), (90, False, "t1"), (95, False, "t1")
    ) == [
        (0, KeyAction.PRESS),
        (90, KeyAction.RELEASE),
    ]


def test_a_press_told_again_after_its_release_does_not_count_again() -> None:
    assert touches(
        Keys(0), (0, True, "7"), (90, False, "7"), (95, True, "7"), (96, False, "7")
    ) == [
        (0, KeyAction.PRESS),
        (90, KeyAction.RELEASE),
    ]


def test_a_lost_release_does_not_swallow_the_next_press() -> None:
    assert touches(Keys(0), (0, True, "7"), (400, True, "8"), (480, False, "8")) == [
        (0, KeyAction.PRESS),
        (400, KeyAction.RELEASE),
        (400, KeyAction.PRESS),
        (480, KeyAction.RELEASE),
    ]


def test_the_late_release_of_an_earlier_press_does_not_end_the_new_one() -> None:
    assert touches(
        Keys(0), (0, True, "7"), (400, True, "8"), (410, False, "7"), (480, False, "8")
    ) == [
        (0, KeyAction.PRESS),
        (400, KeyAction.RELEASE),
        (400, KeyAction.PRESS),
        (480, KeyAction.RELEASE),
    ]


waits = st.sampled_from([0, 1, 2, 14, 15, 16, 40, 999, 1_000, 1_016, 3_100]) | st.integers(0, 60)
contacts = st.lists(st.tuples(waits, st.sampled_from(list(Key)), st.booleans()), max_size=40)
debounces = st.sampled_from([0, 1, 15, 100, 500])


def timed(steps: list[tuple[int, Key, bool]]) -> list[Move]:
    now, moves = 0, []
    for wait, key, down in steps:
        now += wait
        moves.append((now, key, down))
    return moves


def closed_at(moves: list[Move], key: Key, now: int) -> bool:
    return next((down for at, k, down in reversed(moves) if k is key and at <= now), False)


@given(contacts, debounces)
def test_however_a_contact_moves_presses_and_releases_alternate_and_each_was_stable(
    steps: list[tuple[int, Key, bool]], debounce_ms: int
) -> None:
    moves = timed(steps)
    events = feed(Keys(debounce_ms), moves, until=FAR * 10)
    for key in Key:
        mine = [event for event in events if event.key is key]
        levels = [event.action for event in mine if event.action in LEVELS]
        assert levels == [KeyAction.PRESS, KeyAction.RELEASE] * (len(levels) // 2) + [
            KeyAction.PRESS
        ] * (len(levels) % 2)
        for event in mine:
            if event.action not in LEVELS:
                continue
            down = event.action is KeyAction.PRESS
            start = event.at - debounce_ms
            inside = [d for at, k, d in moves if k is key and start < at < event.at]
            assert all(d is down for d in inside)
            assert debounce_ms == 0 or closed_at(moves, key, start) is down
        for before, event in itertools.pairwise(mine):
            if event.action not in LEVELS:
                first = event.action is KeyAction.HOLD
                assert before.action is (KeyAction.PRESS if first else KeyAction.HOLD)
                apart = HOLD_MS[key] if first else LONG_MS[key] - HOLD_MS[key]
                assert event.at >= before.at + apart - (0 if first else debounce_ms)
                closed_now = (event.at, key, True) in moves
                assert closed_now or closed_at(moves, key, event.at - 1)


@given(contacts, debounces)
def test_looking_late_or_at_every_deadline_finds_the_same(
    steps: list[tuple[int, Key, bool]], debounce_ms: int
) -> None:
    moves = timed(steps)
    late = feed(Keys(debounce_ms), moves)
    keys, punctual = Keys(debounce_ms), []
    for now, key, down in [*moves, (FAR, Key.BUILD, None)]:
        while (due := keys.next_deadline()) is not None and due <= now:
            told_now = keys.tick(due)
            assert told_now and all(event.at == due for event in told_now)
            punctual += told_now
        if down is not None:
            punctual += keys.edge(Edge(key, down, "test"), now)
    assert punctual == late
