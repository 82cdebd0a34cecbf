"""The game in the session: the unit follows it, keys feed it, restarts and full disks spare it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.book import MONEY
from companion.core.entry import Entry
from companion.core.game import Game
from companion.faces.views import View
from companion.panels.panel import Key
from companion.session.clock import ManualClock
from companion.session.commit import Answer
from companion.session.game_bank import GameBank
from companion.session.session import Session, Table
from companion.session.stepping import advance
from companion.storage.journal import Journal
from companion.storage.library import Library, NewGame
from companion.storage.settings import Settings
from companion.storage.writer import DirectWriter, Done, Writer
from companion.unit.unit import Phase
from tests.session.rig import MemoryPanel, short_of_room


class Evening:
    """A classic game on a table, with the unit's keys and lights."""

    def __init__(
        self, folder: Path, game_id: str = "", writer: type[DirectWriter] = DirectWriter
    ) -> None:
        library = Library(folder)
        opened = (
            library.open(game_id)
            if game_id
            else library.create(NewGame("classic_us", ("Anna", "Ben", "Cleo")))
        )
        self.id, self.game, self.journal = opened.id, opened.game, opened.journal
        self.clock = ManualClock(77)
        self.panel = MemoryPanel(self.clock)
        self.writer: Writer = writer(self.journal)
        table = Table(self.game, self.writer, self.journal.last_play_ms(), opened.title, GameBank)
        self.session = Session(
            self.clock, lambda n: 1 % n, table, (self.panel,), Settings(auction_s=50)
        )
        self.views: list[View] = []
        self.session.subscribe(self.views.append)
        self.session.open()

    def ask(self, **request: Any) -> Answer:
        answers: list[Answer] = []
        self.session.ask(request, answers.append)
        self.session.step()
        return answers[0]

    def done(self, **request: Any) -> Entry:
        answer = self.ask(**request)
        assert answer.refused is None, answer.refused
        assert answer.entry is not None
        return answer.entry

    def advance(self, ms: int) -> None:
        advance(self.session, self.clock, ms)

    def tap(self, key: Key, held_ms: int = 50) -> None:
        self.panel.key(key, True)
        self.advance(held_ms)
        self.panel.key(key, False)
        self.advance(0)

    def cash(self, who: str) -> int:
        return self.game.book.held(who, MONEY)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_declined_deed_starts_the_light_and_the_light_sells_it(evening: Evening) -> None:
    evening.done(do="land", who="A", pos=39)
    evening.done(do="decline", who="A")
    unit = evening.session.view.unit
    assert (unit.phase, unit.seconds, unit.subject) == (Phase.AUCTION, 50, "Boardwalk")
    evening.advance(20_000)
    evening.done(do="bid", who="B", amount=100)
    evening.advance(29_999)
    assert evening.session.view.unit.phase is Phase.AUCTION
    evening.done(do="bid", who="C", amount=110)
    evening.advance(1)
    assert evening.session.view.unit.phase is Phase.SOLD
    assert evening.cash("C") == 1500 - 110
    assert evening.game.rules.owner(evening.game.book, 39) == "C"
    late = evening.ask(do="bid", who="A", amount=500)
    assert late.refused is not None and late.refused.code == "no_auction"


def test_the_auction_key_after_a_landing_auctions_that_deed(evening: Evening) -> None:
    evening.done(do="land", who="A", pos=1)
    evening.tap(Key.AUCTION)
    assert evening.session.view.unit.subject == "Mediterranean Avenue"
    evening.done(do="bid", who="B", amount=10)
    evening.advance(10_000)
    evening.tap(Key.AUCTION, held_ms=1_000)
    assert evening.game.rules.owner(evening.game.book, 1) == "B"
    assert [tone for _, tone in evening.panel.tones()][-1] == "long"


def test_the_auction_key_without_a_landing_is_the_light_alone(evening: Evening) -> None:
    evening.tap(Key.AUCTION)
    evening.advance(60_000)
    assert not [entry for entry in evening.game.book if entry.reason in ("auction", "sold")]


def test_c83_a_cancelled_auction_books_nothing_and_is_in_the_ledger(evening: Evening) -> None:
    evening.done(do="land", who="A", pos=39)
    evening.done(do="decline", who="A")
    evening.done(do="bid", who="B", amount=100)
    evening.session.command("cancel")
    evening.advance(10)
    assert evening.session.view.unit.phase is Phase.IDLE
    assert evening.cash("B") == 1500
    assert "cancel" in [entry.reason for entry in evening.game.book]
    assert [tone for _, tone in evening.panel.tones()][-1] == "void"


def test_undoing_the_opening_of_an_auction_stops_the_light(evening: Evening) -> None:
    evening.done(do="land", who="A", pos=39)
    evening.done(do="decline", who="A")
    evening.advance(5_000)
    evening.session.command("undo")
    evening.advance(10)
    assert evening.session.view.unit.phase is Phase.IDLE
    evening.session.command("redo")
    evening.advance(10)
    assert evening.session.view.unit.phase is Phase.AUCTION


def test_c104_build_counts_once_a_turn(evening: Evening) -> None:
    evening.done(do="roll", dice=[3, 4])
    evening.tap(Key.BUILD)
    evening.advance(1_000)
    first = evening.session.view.unit.result
    evening.tap(Key.BUILD)
    unit = evening.session.view.unit
    assert unit.result == first == 2
    assert "once a turn" in unit.why.english()
    evening.done(do="land", who="B", pos=20)
    assert evening.session.view.unit.phase is Phase.IDLE
    evening.tap(Key.BUILD)
    assert evening.session.view.unit.phase is Phase.ROLLING
    rolls = [entry for entry in evening.game.book if entry.reason == "unit_build"]
    assert len(rolls) == 2


def test_undo_steps_over_the_unit(evening: Evening) -> None:
    evening.done(do="pay", **{"from": "A"}, to="B", amount=100)
    evening.tap(Key.BUILD)
    evening.advance(1_000)
    evening.session.command("undo")
    evening.advance(10)
    assert evening.cash("A") == 1500
    assert evening.session.view.unit.result == 2, "what was drawn was drawn"


def test_an_id_counts_once(evening: Evening) -> None:
    first = evening.done(do="pay", **{"from": "A"}, to="B", amount=100, id="touch-1")
    again = evening.done(do="pay", **{"from": "A"}, to="B", amount=100, id="touch-1")
    assert again == first
    assert evening.cash("B") == 1600


def test_c107_a_game_killed_in_mid_auction_goes_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.done(do="land", who="A", pos=39)
    evening.done(do="decline", who="A")
    evening.done(do="bid", who="B", amount=100)
    evening.advance(23_000)
    again = Evening(tmp_path, evening.id)
    unit = again.session.view.unit
    assert (unit.offer_resume, unit.seconds, unit.subject) == (True, 27, "Boardwalk")
    again.advance(10_000_000)
    again.session.command("resume")
    again.advance(26_999)
    assert again.session.view.unit.phase is Phase.AUCTION
    again.advance(1)
    assert again.cash("B") == 1400


def test_c167_opening_three_times_deals_no_second_start_money(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.done(do="pay", **{"from": "A"}, to="B", amount=250)
    for _ in range(3):
        evening = Evening(tmp_path, evening.id)
        assert [evening.cash(who) for who in "ABC"] == [1250, 1750, 1500]


def test_a_full_disk_keeps_the_game_at_the_last_saved_entry(tmp_path: Path) -> None:
    class Full(DirectWriter):
        full = False

        def save(self, entry: Entry, done: Done) -> None:
            if self.full:
                done("The disk is full, free some space and repeat.")
            else:
                super().save(entry, done)

    evening = Evening(tmp_path, writer=Full)
    evening.done(do="pay", **{"from": "A"}, to="B", amount=100)
    Full.full = True
    answer = evening.ask(do="pay", **{"from": "A"}, to="B", amount=100)
    assert answer.refused is not None and "disk is full" in answer.refused.reason
    assert evening.cash("A") == 1400
    Full.full = False
    evening.done(do="pay", **{"from": "A"}, to="B", amount=100)
    assert evening.cash("A") == 1300
    assert [entry.id for entry in evening.journal.entries()] == [
        entry.id for entry in evening.game.book
    ]


def test_a_sale_by_hand_that_cannot_be_saved_sells_nothing_and_leaves_the_light(
    tmp_path: Path,
) -> None:
    room = [True]
    evening = Evening(tmp_path, writer=short_of_room(room))
    evening.done(do="land", who="A", pos=39)
    evening.done(do="decline", who="A")
    evening.done(do="bid", who="B", amount=100)
    evening.advance(10_000)
    room[0] = False
    evening.tap(Key.AUCTION, held_ms=1_000)
    view = evening.session.view
    assert view.unit.phase is Phase.AUCTION and "disk is full" in view.shell.notice.english()
    assert evening.panel.shown[-1][1].ring > 0
    assert evening.game.rules.owner(evening.game.book, 39) == ""
    room[0] = True
    evening.done(do="bid", who="C", amount=110)
    evening.tap(Key.AUCTION, held_ms=1_000)
    assert evening.session.view.unit.phase is Phase.SOLD
    assert evening.game.rules.owner(evening.game.book, 39) == "C"


def test_an_end_that_cannot_be_saved_takes_no_later_bid(tmp_path: Path) -> None:
    room = [True]
    evening = Evening(tmp_path, writer=short_of_room(room))
    evening.done(do="land", who="A", pos=39)
    evening.done(do="decline", who="A")
    evening.done(do="bid", who="B", amount=100)
    room[0] = False
    evening.advance(50_000)
    room[0] = True
    late = evening.ask(do="bid", who="C", amount=200)
    assert late.refused is not None and late.refused.code == "too_late"
    evening.advance(10)
    assert evening.game.rules.owner(evening.game.book, 39) == "B" and evening.cash("B") == 1400


def test_a_late_bid_on_its_way_keeps_the_light_until_it_is_saved(tmp_path: Path) -> None:
    waiting: list[Callable[[], None]] = []

    class Slow(DirectWriter):
        slow = False

        def save(self, entry: Entry, done: Done) -> None:
            if self.slow:
                waiting.append(lambda: DirectWriter.save(self, entry, done))
            else:
                super().save(entry, done)

    evening = Evening(tmp_path, writer=Slow)
    evening.done(do="option", name="late_bid_cap_s", value=60)
    evening.done(do="land", who="A", pos=39)
    evening.done(do="decline", who="A")
    evening.advance(49_900)
    Slow.slow = True
    evening.session.ask({"do": "bid", "who": "B", "amount": 100}, lambda _: None)
    evening.session.step()
    evening.advance(400)
    assert evening.session.view.unit.phase is Phase.AUCTION
    Slow.slow = False
    waiting.pop()()
    evening.advance(4_599)
    assert evening.session.view.unit.phase is Phase.AUCTION
    evening.advance(1)
    assert evening.session.view.unit.phase is Phase.SOLD and evening.cash("B") == 1400
    assert [tone for _, tone in evening.panel.tones()].count("start") == 1


def test_a_question_changes_nothing_and_answers_at_once(evening: Evening) -> None:
    before = len(evening.game.book)
    answer = evening.ask(do="due", who="B", deed=39, dice=7)
    assert answer.value is not None
    assert len(evening.game.book) == before


def test_a_mistake_of_ours_costs_one_touch_and_never_the_evening(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Game, "ask", lambda *_: {}["no such key"])
        refused = evening.ask(do="salary", who="A").refused
    assert refused is not None and refused.code == "fault" and "KeyError" in refused.reason
    evening.done(do="salary", who="A")
    assert evening.game.book.held("A", MONEY) == 1700


def test_without_a_game_the_bank_says_so(tmp_path: Path) -> None:
    from tests.session.rig import Evening as UnitEvening

    evening = UnitEvening()
    answers: list[Answer] = []
    evening.session.ask({"do": "undo"}, answers.append)
    evening.session.step()
    assert answers[0].refused is not None and answers[0].refused.code == "no_game"


def test_changing_tables_in_the_midst_saves_both(tmp_path: Path) -> None:
    first = Evening(tmp_path)
    first.done(do="pay", **{"from": "A"}, to="B", amount=100)
    opened = Library(tmp_path).create(NewGame("classic_uk", ("X", "Y")))
    changed: list[bool] = []
    table = Table(opened.game, DirectWriter(opened.journal), 0, opened.title, GameBank)
    first.session.take_table(table, lambda: changed.append(True))
    first.session.step()
    assert changed == [True]
    game = first.session.game
    assert isinstance(game, Game) and game.rules.edition.id == "classic_uk"
    assert first.session.view.shell.title == opened.title
    journal = Journal(tmp_path / f"{first.id}.companion")
    assert journal.count() == len(first.game.book)


def test_the_hour_chime_follows_the_game_clock(evening: Evening) -> None:
    start = evening.clock.now()
    evening.advance(2 * 3_600_000)
    chimes = [at - start for at, tone in evening.panel.tones() if tone == "chime"]
    assert chimes == [3_600_000, 7_200_000]
