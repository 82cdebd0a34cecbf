"""The writer's own thread: nothing is told as saved that is not, and the end waits for it."""

from __future__ import annotations

import threading
from pathlib import Path

from companion.core.entry import Entry
from companion.storage.journal import Journal, JournalFault
from companion.storage.writer import ThreadWriter


def entry(number: int) -> Entry:
    return Entry(f"#{number}", number, "note", ())


class Gate(Journal):
    """A card that takes an entry when it is let, and then fails if it is told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.let, self.fault = threading.Event(), ""

    def append(self, entry: Entry) -> None:
        assert self.let.wait(10)
        if self.fault:
            raise JournalFault(self.fault)
        super().append(entry)


def test_nothing_is_told_as_saved_before_it_is(tmp_path: Path) -> None:
    journal = Gate(tmp_path / "a.companion")
    told: list[tuple[str, int]] = []
    answered = threading.Event()

    def done(fault: str) -> None:
        told.append((fault, journal.count()))
        answered.set()

    writer = ThreadWriter(journal)
    writer.save(entry(1), done)
    assert told == [], "the caller is not kept waiting, and is told nothing yet"
    journal.let.set()
    assert answered.wait(10) and told == [("", 1)]
    writer.close()


def test_a_failed_save_is_told_as_one(tmp_path: Path) -> None:
    journal = Gate(tmp_path / "a.companion")
    journal.fault = "The disk is full."
    journal.let.set()
    told: list[str] = []
    writer = ThreadWriter(journal)
    writer.save(entry(1), told.append)
    writer.close()
    assert told == ["The disk is full."]
    assert Journal(tmp_path / "a.companion").count() == 0


def test_the_end_saves_what_still_waits(tmp_path: Path) -> None:
    journal = Gate(tmp_path / "a.companion")
    told: list[str] = []
    writer = ThreadWriter(journal)
    for number in range(1, 30):
        writer.save(entry(number), told.append)
    journal.let.set()
    writer.close()
    assert told == [""] * 29
    assert [one.id for one in Journal(tmp_path / "a.companion").entries()][-1] == "#29"
