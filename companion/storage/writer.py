"""Who saves: at once in tests and the pipe, or on a thread so a slow card freezes nothing."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Protocol, TypeAlias

from companion.core.entry import Entry
from companion.storage.journal import Journal, JournalFault
from companion.storage.snapshots import Copier

Done: TypeAlias = Callable[[str], None]
"""Called with "" once an entry is durable, or with the sentence that says why it is not."""


class Writer(Protocol):
    """Saves entries in the order given."""

    def save(self, entry: Entry, done: Done) -> None:
        """Save ``entry``, then call ``done``, perhaps from another thread."""

    def note_play_time(self, at: int) -> None:
        """Note play time when there is time for it; a newer one replaces an older."""

    def close(self) -> None:
        """Save what is still waiting, note the last pulse, then close the journal."""


class MakeWriter(Protocol):
    """What makes a writer for a journal; a ``copier`` is told of every durable entry."""

    def __call__(self, journal: Journal, copier: Copier | None = None) -> Writer:
        """A writer that has ``store`` from now on."""


class DirectWriter:
    """Saves before it returns."""

    def __init__(self, journal: Journal, copier: Copier | None = None) -> None:
        self._journal, self._copier = journal, copier

    def save(self, entry: Entry, done: Done) -> None:
        """Save ``entry`` and call ``done`` before returning."""
        fault = _append(self._journal, entry)
        done(fault)
        if self._copier is not None and not fault:
            self._copier.booked()

    def note_play_time(self, at: int) -> None:
        """Note play time now."""
        _pulse(self._journal, at)

    def close(self) -> None:
        """Close the journal."""
        if self._copier is not None:
            self._copier.close()
        self._journal.close()


class ThreadWriter:
    """Saves on a thread of its own; nobody waits for the card but the entry itself."""

    def __init__(self, journal: Journal, copier: Copier | None = None) -> None:
        self._journal, self._copier = journal, copier
        self._jobs: queue.SimpleQueue[tuple[Entry, Done] | None] = queue.SimpleQueue()
        self._pulse_at: int | None = None
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def save(self, entry: Entry, done: Done) -> None:
        """Queue ``entry``; ``done`` is called from the writer's thread."""
        self._jobs.put((entry, done))

    def note_play_time(self, at: int) -> None:
        """Note play time after what is queued."""
        self._pulse_at = at
        self._jobs.put((_NOTHING, _ignore))

    def close(self) -> None:
        """Save what waits and end the thread; waits at most two seconds for a stuck card."""
        self._jobs.put(None)
        self._thread.join(2)
        if self._copier is not None:
            self._copier.close()
        if not self._thread.is_alive():
            self._journal.close()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            entry, done = job
            if entry is not _NOTHING:
                fault = _append(self._journal, entry)
                done(fault)
                if self._copier is not None and not fault:
                    self._copier.booked()
            at, self._pulse_at = self._pulse_at, None
            if at is not None:
                _pulse(self._journal, at)


_NOTHING = Entry("", 0, "", ())


def _ignore(fault: str) -> None:
    """A pulse asks for no answer."""


def _append(journal: Journal, entry: Entry) -> str:
    try:
        journal.append(entry)
    except JournalFault as fault:
        return fault.sentence
    return ""


def _pulse(journal: Journal, at: int) -> None:
    try:
        journal.note_play_time(at)
    except JournalFault:
        return  # only costs the play clock some seconds after a crash; the next save will say it
