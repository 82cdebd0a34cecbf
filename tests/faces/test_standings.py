"""Standings: parts add up, ties share a rank, the picture tells the truth at any length."""

from __future__ import annotations

from itertools import pairwise

from companion.core.book import Book
from companion.faces.standings import POINTS_MAX, SCALE, History, standings_view
from tests.faces.evening import Evening, said


def history(evening: Evening) -> History:
    made = History(evening.game.rules)
    made.feed(evening.game.book.entries)
    return made


def test_worth_is_cash_prices_half_if_mortgaged_and_buildings_at_cost() -> None:
    evening = Evening()
    evening.own("C", 1, 3, 39)
    evening.cash("C", 2015)
    evening.ask("mortgage", who="C", deed=39)
    evening.ask("build", who="C", lots=[{"deed": 1, "n": 1}, {"deed": 3, "n": 1}])
    first = standings_view(evening.game, 0).rows[0]
    # cash 2015 + 200 mortgage - 100 houses; deeds 60 + 60 + 400 / 2; buildings 2 x 50
    assert (first.letter, first.total.value) == ("C", 2115 + 320 + 100)
    assert said(first.parts) == "2,115 cash · 320 deeds · 100 buildings"
    assert said(first.parts, "de") == "bar 2.115 · Karten 320 · Gebäude 100"


def test_equal_worth_shares_a_rank_and_the_bankrupt_come_last() -> None:
    evening = Evening(3)
    evening.ask("bankrupt", who="B", to="bank", confirm=True)
    rows = standings_view(evening.game, 0).rows
    assert [(row.rank, row.letter, row.out) for row in rows] == [
        (1, "A", False), (1, "C", False), (3, "B", True),
    ]  # fmt: skip
    assert said(rows[2].parts) == "bankrupt"


def test_c97_the_last_bankruptcy_names_the_winner() -> None:
    evening = Evening(2)
    entry = evening.ask("bankrupt", who="A", to="B", confirm=True)
    view = standings_view(evening.game, 0)
    assert view.ended and said(view.title) == "Ben wins"
    assert said(view.why) == "Everybody else is bankrupt."
    assert [(row.letter, row.wins) for row in view.rows] == [("B", True), ("A", False)]
    assert entry.detail["ended"] == "last_standing"


def test_a_tie_at_the_time_limit_has_two_winners() -> None:
    evening = Evening(3, time_limit_min=60)
    evening.ask("fine", who="C", amount=1)
    assert [row.rank for row in standings_view(evening.game, 0).rows] == [1, 1, 3]
    left = [standings_view(evening.game, at * 30_000).left for at in (29, 30, 31, 119)]
    assert left == [46, 45, 45, 1], "a minute that has begun is still there"
    entry = evening.game.tick(60 * 60_000)
    assert entry is not None
    evening.game.apply(entry)
    view = standings_view(evening.game, 60 * 60_000)
    assert said(view.title) == "Anna, Ben share the first place"
    assert [row.wins for row in view.rows] == [True, True, False]


def test_the_picture_starts_at_the_start_cash_and_ends_at_the_worth_of_now() -> None:
    evening = Evening(2)
    evening.now = 60_000
    evening.ask("pay", **{"from": "A", "to": "B", "amount": 500})
    evening.now = 120_000
    evening.ask("salary", who="B")
    chart = history(evening).chart()
    assert (chart.start, chart.end) == ("0:00", "0:02")
    lines = dict(chart.lines)
    top = next(tick for tick in chart.ticks if tick.y == SCALE).amount.value
    assert top >= 2200 and chart.ticks[0].amount.value == 0
    assert lines["A"][0] == (0, 1500 * SCALE // top)
    assert lines["A"][-1] == (SCALE, 1000 * SCALE // top)
    assert lines["B"][-1] == (SCALE, 2200 * SCALE // top)


def test_fed_in_parts_or_at_once_the_picture_is_the_same() -> None:
    evening = Evening(3)
    for n in range(700):
        evening.now += 1000
        evening.ask("pay", **{"from": "ABC"[n % 3], "to": "BCA"[n % 3], "amount": 1 + n % 7})
    entries = evening.game.book.entries
    parts = History(evening.game.rules)
    for start in range(0, len(entries), 37):
        parts.feed(entries[start : start + 37])
    assert parts.chart() == history(evening).chart()
    across = [x for x, _ in parts.chart().lines[0][1]]
    gaps = [right - left for left, right in pairwise(across)][:-1]
    assert max(gaps) - min(gaps) <= 1, "as dense at its end as at its beginning"
    assert all(len(points) <= POINTS_MAX + 2 for _, points in parts.chart().lines)


def test_the_picture_changes_nothing() -> None:
    evening = Evening(2)
    before = evening.game.book.state()
    history(evening).chart()
    assert evening.game.book.state() == before
    assert History(evening.game.rules).chart().lines == ()
    assert Book(evening.game.book.entries).state() == before
