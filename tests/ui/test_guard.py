"""The touch gate and the dark screen, on numbers alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.ui.guard import (
    CAME_MS,
    HAMMER_MS,
    KEY_PX,
    LATE_MS,
    LOCK_MS,
    RESULT_MS,
    SAME_MS,
    SAME_PX,
    STUCK_MS,
    BlankTimer,
    TouchGuard,
)


@given(
    st.integers(0, 800), st.integers(0, 480), st.integers(-SAME_PX, SAME_PX),
    st.integers(-SAME_PX, SAME_PX), st.integers(0, SAME_MS),
)  # fmt: skip
def test_a_second_report_of_a_finger_never_counts(
    x: int, y: int, dx: int, dy: int, ms: int
) -> None:
    guard = TouchGuard()
    assert guard.down(x, y, 1_000)
    assert not guard.down(x + dx, y + dy, 1_000 + ms)


@given(st.integers(SAME_MS + 1, 10_000))
def test_a_later_touch_at_the_same_place_counts_under_its_own_id(ms: int) -> None:
    guard = TouchGuard()
    assert guard.down(10, 10, 0) != guard.down(10, 10, ms) != ""


def test_two_fingers_at_once_both_count() -> None:
    guard = TouchGuard()
    assert guard.down(100, 100, 0)
    assert guard.down(100 + SAME_PX + 1, 100, 0)


def test_a_third_report_30_ms_after_the_second_is_still_the_same_finger() -> None:
    guard = TouchGuard()
    assert guard.down(10, 10, 0)
    assert not guard.down(10, 10, 20)
    assert not guard.down(10, 10, 45)


def test_the_lock_holds_for_its_time_and_no_longer() -> None:
    guard = TouchGuard()
    guard.lock(1_000)
    assert not guard.down(1, 1, 1_000 + LOCK_MS - 1)
    assert guard.down(400, 1, 1_000 + LOCK_MS)


@given(st.integers(80, 600), st.integers(0, 40), st.integers(-KEY_PX, KEY_PX))
def test_a_double_tap_on_a_key_that_books_counts_once(ms: int, answer: int, dx: int) -> None:
    guard = TouchGuard()
    first = guard.down(200, 200, 1_000)
    guard.books(first, 1_060)
    guard.booked(first, 1_060 + answer)
    assert not guard.down(200 + dx, 200, 1_000 + ms)
    assert guard.down(200, 260, 1_000 + ms), "another key is no double tap"


def test_a_key_that_books_is_dead_until_the_result_has_been_seen() -> None:
    guard = TouchGuard()
    first = guard.down(200, 200, 1_000)
    guard.books(first, 1_060)
    assert not guard.down(200, 200, 3_000), "a slow card"
    guard.booked(first, 3_500)
    assert not guard.down(200, 200, 3_500 + RESULT_MS - 1)
    assert guard.down(210, 210, 3_500 + RESULT_MS)


def test_a_booking_nobody_answers_leaves_its_key_after_a_while() -> None:
    guard = TouchGuard()
    guard.books(guard.down(200, 200, 1_000), 1_060)
    assert guard.down(200, 200, 1_060 + STUCK_MS)


def test_a_page_that_came_by_itself_takes_no_touch_for_a_moment() -> None:
    guard = TouchGuard()
    guard.came(1_000)
    guard.lock(1_100)
    assert guard.down(400, 1, 1_000 + CAME_MS)


@given(st.integers(0, 2_000))
def test_a_slow_page_eats_no_quick_finger_and_no_double_tap_hits_it(drawn: int) -> None:
    guard = TouchGuard()
    guard.down(200, 200, 1_000)
    guard.changed(1_000 + drawn)
    late = max(1_000 + drawn, min(1_000 + drawn + LOCK_MS, 1_000 + LATE_MS))
    assert not guard.down(210, 200, 1_000 + drawn + RESULT_MS - 1), "the same place"
    assert guard.down(200, 300, late), "another key"


def test_a_finger_that_goes_on_tapping_means_the_page_before() -> None:
    guard = TouchGuard()
    guard.came(1_000)
    assert not any(guard.down(1, 1, at) for at in range(1_100, 1_000 + HAMMER_MS, 400))
    assert guard.down(1, 1, 1_000 + HAMMER_MS)
    guard.came(10_000)
    assert not guard.down(1, 1, 10_100)
    assert guard.down(1, 1, 10_100 + CAME_MS), "it has paused"


def test_touch_ids_differ_between_runs() -> None:
    assert TouchGuard("touch-a").down(1, 1, 0) != TouchGuard("touch-b").down(1, 1, 0)


def test_the_screen_goes_dark_after_its_time_and_a_touch_wakes_it_once() -> None:
    blank = BlankTimer(60_000)
    assert not blank.check(59_999, keep_awake=False)
    assert blank.check(60_000, keep_awake=False)
    assert blank.touch(61_000) is True
    assert blank.touch(61_100) is False
    assert blank.due_in(61_100) == 60_000


def test_it_never_goes_dark_when_off_or_while_something_must_be_seen() -> None:
    assert BlankTimer(0).due_in(10**9) is None
    blank = BlankTimer(60_000)
    assert not blank.check(120_000, keep_awake=True)
    assert blank.due_in(120_000) == 60_000
