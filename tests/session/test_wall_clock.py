"""A Raspberry Pi has no clock of its own: the wall clock jumps by weeks once it hears the time."""

from __future__ import annotations

import datetime
import os
import time
from pathlib import Path

import pytest

from companion.core.entry import Entry, Move
from companion.panels.keys import KeyAction
from companion.panels.panel import Key
from companion.session.clock import SystemClock
from companion.session.commit import UnitBook
from companion.session.session import Session, Table
from companion.storage.format import write_journal
from companion.storage.journal import Journal
from companion.storage.settings import Settings
from companion.storage.writer import DirectWriter
from companion.unit.unit import Phase
from tests.storage.spoilt import EVENING, GAME, opened, table

THREE_WEEKS_S = 21 * 24 * 3600


@pytest.mark.parametrize("jump_s", [THREE_WEEKS_S, -THREE_WEEKS_S])
def test_c157_a_jump_of_the_wall_clock_moves_no_timer(
    monkeypatch: pytest.MonkeyPatch, jump_s: int
) -> None:
    """The system's own clock, in mid-auction; only what tells the date is moved."""
    journal = Journal(None)
    held = UnitBook()
    session = Session(
        SystemClock(), lambda n: 0, Table(held, DirectWriter(journal), 0), (), Settings()
    )
    session.open()
    session.act(Key.AUCTION, KeyAction.PRESS)
    session.step()
    unit, before = session.unit_now()
    assert unit.phase is Phase.AUCTION
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + jump_s)
    monkeypatch.setattr(time, "time_ns", lambda: int((now + jump_s) * 1e9))

    class Jumped(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Jumped:
            return cls.fromtimestamp(now + jump_s, tz)

    monkeypatch.setattr(datetime, "datetime", Jumped)
    session.step()
    unit, after = session.unit_now()
    assert unit.phase is Phase.AUCTION
    assert 0 <= before - after < 5_000


def test_c157_entries_stand_in_the_order_they_were_booked_whatever_their_times(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.companion"
    times = (5_000, 90_000, 0, 1_814_400_000, 7)
    write_journal(
        path,
        [Entry(f"e{n}", at, "pay", (Move("money", 1, "A", "B"),)) for n, at in enumerate(times)],
    )
    journal = Journal(path)
    assert [entry.id for entry in journal.entries()] == ["e0", "e1", "e2", "e3", "e4"]
    assert journal.last_play_ms() == 1_814_400_000


def test_c157_a_game_goes_on_from_files_of_the_future_and_of_1970(tmp_path: Path) -> None:
    path = table(tmp_path)
    for moment in (0, time.time() + THREE_WEEKS_S):
        for one in tmp_path.iterdir():
            os.utime(one, (moment, moment))
        assert len(opened(path).game.book) == len(EVENING)
    path.write_bytes(b"damaged" * 999)
    os.utime(path, (0, 0))
    found = opened(path)
    assert found.id == GAME and "missing" in found.rescued
