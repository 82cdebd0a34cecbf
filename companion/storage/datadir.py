"""The folder everything is kept in, and who may use it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import TextIO


class InUse(Exception):
    """Another Companion works in this folder; the text is one sentence for the user."""


def default_data_dir() -> Path:
    """``$XDG_DATA_HOME/companion``, else ``~/.local/share/companion``."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "companion"


class DataDir:
    """The data folder, claimed for this process until ``close``.

    Raises InUse when another Companion has it, OSError when it cannot be made or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._lock: TextIO = (path / "in-use").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            self._lock.close()
            raise InUse(f"Another Companion already uses {path}.") from fault

    @property
    def unit(self) -> Path:
        """The journal of the trading unit without a game."""
        return self.path / "unit.companion"

    @property
    def games(self) -> Path:
        """The folder of the games' journals."""
        return self.path / "games"

    def close(self) -> None:
        """Let another Companion have it."""
        self._lock.close()
