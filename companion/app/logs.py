"""What happened, one line each, on standard error: for a person, or for the journal."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping

_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


class JournalLines(logging.Formatter):
    """Each line begins with ``<N>``, the priority as the system's journal reads it."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, a traceback included, line by line."""
        number = next((n for level, n in _PRIORITIES if record.levelno >= level), 7)
        text = super().format(record)
        return "\n".join(f"<{number}>{line}" for line in text.splitlines())


def begin(environ: Mapping[str, str]) -> None:
    """Log to standard error from now on; in a service as the journal wants it, without a time."""
    handler = logging.StreamHandler(sys.stderr)
    if environ.get("JOURNAL_STREAM") or environ.get("INVOCATION_ID"):
        handler.setFormatter(JournalLines("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    handler.addFilter(_worth_a_line)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Ours always; of the libraries only what is wrong."""
    return record.name.startswith("companion") or record.levelno >= logging.WARNING
