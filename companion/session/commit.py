"""Saved, then applied, then told: one entry on its way at a time."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from companion.core.book import Book
from companion.core.entry import Entry
from companion.core.errors import Corrupt, Refused
from companion.storage.writer import Writer

log = logging.getLogger(__name__)


class Answer(Struct, frozen=True):
    """What came of a request: the entry booked, a refusal, or the value of a question."""

    entry: Entry | None = None
    refused: Refused | None = None
    value: Any = None


class Saved(Struct, frozen=True):
    """The writer's word on an entry: ``fault`` is "" when it is durable."""

    entry: Entry
    fault: str


MakeEntry: TypeAlias = "Callable[[], Entry | None]"
OnAnswer: TypeAlias = Callable[[Answer], None]


class Bookable(Protocol):
    """What entries are applied to: a game, or the book of the trading unit alone."""

    book: Book

    def apply(self, entry: Entry) -> bool:
        """Book a durable entry."""


class UnitBook:
    """The book of the trading unit without a game."""

    def __init__(self, entries: tuple[Entry, ...] = ()) -> None:
        self.book = Book(entries)

    def apply(self, entry: Entry) -> bool:
        """Book a durable entry."""
        return self.book.post(entry)


def _mistake(fault: Exception) -> Refused:
    if isinstance(fault, Corrupt):
        return Refused(
            "corrupt",
            "The book does not allow that: {fault}.",
            "Nothing was booked. Undo the last entry, or report this.",
            fault=str(fault),
        )
    return Refused(
        "fault",
        "Companion made a mistake with this request ({kind}).",
        "Nothing was booked. Enter it another way, and report this.",
        kind=type(fault).__name__,
    )


class CommitQueue:
    """Proposals in their order, each made only when all before it are durable.

    So each is proven on what is really there, and a save that fails leaves no gap behind it.
    """

    def __init__(self, held: Bookable, writer: Writer, put: Callable[[Saved], None]) -> None:
        self.held = held
        self._writer = writer
        self._put = put
        self._waiting: deque[tuple[MakeEntry, OnAnswer]] = deque()
        self._told: OnAnswer | None = None
        self._fault = ""

    @property
    def idle(self) -> bool:
        """Nothing on its way and nothing waiting."""
        return self._told is None and not self._waiting

    def propose(self, make: MakeEntry, told: OnAnswer) -> None:
        """Save what ``make`` returns when its turn comes; None means there is nothing to do."""
        self._waiting.append((make, told))
        self._next()

    def saved(self, saved: Saved) -> bool:
        """The writer has answered; True when the entry is applied now."""
        told, self._told = self._told, None
        self._log(saved.fault)
        if saved.fault:
            remedy = "The game goes on from the last saved entry."
            answer = Answer(refused=Refused("not_saved", "{fault}", remedy, fault=saved.fault))
        else:
            self.held.apply(saved.entry)
            answer = Answer(entry=saved.entry)
        if told is not None:
            told(answer)
        self._next()
        return not saved.fault

    def close(self) -> None:
        """Save what is on its way and let the store go."""
        self._writer.close()

    def note_play_time(self, at: int) -> None:
        """Note play time."""
        self._writer.note_play_time(at)

    def _next(self) -> None:
        while self._told is None and self._waiting:
            make, told = self._waiting.popleft()
            try:
                entry = make()
            except Refused as refused:
                told(Answer(refused=refused))
                continue
            except Exception as fault:  # a mistake of ours costs one touch, never the evening
                log.exception("a request ended in a mistake")
                told(Answer(refused=_mistake(fault)))
                continue
            if entry is None or self.held.book.find(entry.id) is not None:
                told(Answer(entry=entry))
                continue
            self._told = told
            self._save(entry)

    def _log(self, fault: str) -> None:
        """A line when saving begins to fail, and one when it works again."""
        if fault and fault != self._fault:
            log.error("not saved: %s", fault)
        elif self._fault and not fault:
            log.info("saving works again")
        self._fault = fault

    def _save(self, entry: Entry) -> None:
        self._writer.save(entry, lambda fault: self._put(Saved(entry, fault)))
