"""The trading unit against the vectors the firmware must pass too, and what they cannot say."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.book import Book, Draft
from companion.unit import unit as units
from companion.unit.face import frame, next_change
from companion.unit.facts import LIGHT
from companion.unit.unit import Event, Phase, Tone, Unit, UnitRules

VECTORS = Path(__file__).parents[1] / "vectors" / "unit.txt"

Case = tuple[str, UnitRules, list[list[str]]]


def _cases() -> list[Case]:
    cases: list[Case] = []
    for raw in VECTORS.read_text(encoding="utf-8").splitlines():
        words = raw.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "case":
            cases.append((words[1], UnitRules(), []))
        elif words[0] == "rules":
            values = {key: int(n) for key, n in (word.split("=") for word in words[1:])}
            name, _, rows = cases[-1]
            cases[-1] = (name, UnitRules(**values), rows)  # type: ignore[arg-type]
        else:
            cases[-1][2].append(words)
    return cases


def _tones(
    unit: Unit, event: str, now: int, rules: UnitRules, drawn: int
) -> tuple[Unit, list[str]]:
    """The unit at ``now`` and every tone begun on the way there, in order."""
    heard = []

    def listen(after: Unit, before: Unit) -> Unit:
        if after.tone_no != before.tone_no:
            assert after.tone_no == before.tone_no + 1
            heard.append(str(after.tone))
        return after

    while (due := units.next_deadline(unit, rules)) is not None and due <= now:
        unit = listen(units.tick(unit, due, rules), unit)
    if event != "-":
        unit = listen(units.step(unit, Event(event), now, rules, drawn), unit)
    return unit, heard


@pytest.mark.parametrize(("name", "rules", "rows"), _cases(), ids=lambda value: str(value)[:40])
def test_vectors(name: str, rules: UnitRules, rows: list[list[str]]) -> None:
    unit = Unit()
    for at, event, drawn, state, result, marks, ring, tones in rows:
        now = int(at)
        unit, heard = _tones(unit, event, now, rules, 0 if drawn == "-" else int(drawn))
        lights = frame(unit, rules, now)
        shown = (
            unit.phase + ("+" if unit.paused else "") + ("!" if unit.muted else ""),
            str(unit.result),
            "".join("#" if level else "." for level in lights.marks),
            str(lights.ring),
            ",".join(heard) or "-",
        )
        assert shown == (state, result, marks, ring, tones), f"{name} at {at} after {event}"


def test_every_state_and_event_stands_in_the_vectors() -> None:
    rows = [row for _, _, rows in _cases() for row in rows]
    assert {row[1] for row in rows} == {*Event, "-"}
    assert {row[3].rstrip("+!") for row in rows} == set(Phase)
    assert {tone for row in rows for tone in row[7].split(",")} == ({*Tone} - {"none"}) | {"-"}


@pytest.mark.parametrize("weights", [(1, 1, 1, 1), (3, 1, 1, 5)])
def test_c103_hundred_thousand_draws_follow_the_weights(weights: tuple[int, int, int, int]) -> None:
    below = random.Random(20).randrange
    n = 100_000
    seen = Counter(units.draw(weights, below) for _ in range(n))
    assert set(seen) == {1, 2, 3, units.RAILROAD}
    expected = [n * weight / sum(weights) for weight in weights]
    chi2 = sum(
        (seen[result] - want) ** 2 / want
        for result, want in zip(units.RESULTS, expected, strict=True)
    )
    assert chi2 < 16.27, f"p < 0.001 with 3 degrees of freedom: {seen}"


def test_a_weight_of_nothing_is_never_drawn() -> None:
    assert {units.draw((0, 0, 7, 0), lambda n, k=k: k) for k in range(7)} == {3}


def test_c109_a_thousand_auctions_end_at_fifty_seconds_to_the_millisecond() -> None:
    rules, now, unit = UnitRules(), 0, Unit()
    for number in range(1000):
        now += 1 + number * 37 % 7919
        unit = units.step(unit, Event.AUCTION, now, rules)
        ends = now + 50_000
        assert units.tick(unit, ends - 1, rules).phase is Phase.AUCTION
        unit = units.tick(unit, ends, rules)
        assert (unit.phase, unit.since) == (Phase.SOLD, ends)
        now = ends + units.SOLD_MS
        unit = units.tick(unit, now, rules)


EVENTS = st.lists(
    st.tuples(st.sampled_from(Event), st.integers(0, 60_000), st.integers(1, 4)), max_size=40
)
RULES = st.builds(
    UnitRules,
    auction_ms=st.integers(10, 180).map(lambda s: s * 1000),
    signal_ms=st.integers(1, 10).map(lambda s: s * 1000),
    late_bid_cap_ms=st.sampled_from([0, 60_000]),
    bank=st.booleans(),
    alone=st.booleans(),
)


@given(EVENTS, RULES)
def test_late_ticks_change_nothing_and_lights_hold_still_between_changes(
    events: list[tuple[Event, int, int]], rules: UnitRules
) -> None:
    eager, lazy, now = Unit(), Unit(), 0
    for event, gap, drawn in events:
        then = now + gap
        while (due := units.next_deadline(eager, rules)) is not None and due <= then:
            eager = units.tick(eager, due, rules)
        change = next_change(eager, rules, now) if not eager.paused else None
        if change is not None and now < change - 1 <= then and eager == lazy:
            assert frame(eager, rules, now) == frame(eager, rules, change - 1)
        if not eager.paused:
            now = then
        eager = units.step(eager, event, now, rules, drawn)
        lazy = units.step(lazy, event, now, rules, drawn)
        assert eager == lazy


@given(EVENTS, RULES)
def test_what_a_restart_keeps(events: list[tuple[Event, int, int]], rules: UnitRules) -> None:
    unit, now = Unit(), 0
    for event, gap, drawn in events:
        now += 0 if unit.paused else gap
        unit = units.step(unit, event, now, rules, drawn)
    draft = Draft(Book())
    units.note(unit, draft, light=True)
    back = units.restored(draft, draft.get(LIGHT), now, rules)
    assert back.seconds_left(now) == unit.seconds_left(now)
    assert back.paused == (unit.phase is Phase.AUCTION)
    assert back.play_ms(now) == unit.play_ms(now)
    if rules.bank:
        assert back.result == unit.result
    resumed = units.step(back, Event.RESUME, now, rules)
    if unit.phase is Phase.AUCTION:
        assert units.tick(resumed, unit.ends, rules).phase is Phase.SOLD
