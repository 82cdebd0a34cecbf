"""The whole game of docs/editions.md, put into a folder and found there as any game is."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.games import loader

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "editions.md"
CACHES = (loader._ours, loader._our_names, loader._available, loader._loaded_of_ours)


@pytest.fixture
def lottery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The files of the guide in a folder of their own, found as any game is."""
    folder = tmp_path / "lottery"
    folder.mkdir()
    text = GUIDE.read_text("utf-8").partition("### A whole game")[2]
    for name, content in re.findall(r"`([\w.]+)`:\n\n```\w+\n(.*?)```", text, re.DOTALL):
        (folder / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    for cached in CACHES:
        cached.cache_clear()
    yield
    for cached in CACHES:
        cached.cache_clear()
    for name in [name for name in sys.modules if name.startswith("companion.games.lottery")]:
        del sys.modules[name]
