"""A real Kivy window without a display: SDL's offscreen driver, set before Kivy is imported."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.ui.glass import Evening

if "kivy" not in sys.modules:
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    os.environ.update(
        KIVY_HOME=tempfile.mkdtemp(prefix="kivy-test-"),
        KIVY_NO_ARGS="1",
        KIVY_NO_CONFIG="1",
        KIVY_NO_FILELOG="1",
        KIVY_NO_ENV_CONFIG="1",
    )
    from kivy.config import Config

    Config.set("kivy", "log_level", "warning")
    Config.set("graphics", "multisamples", "0")
    # Frames are run by hand: no waiting for the next sixtieth of a second.
    Config.set("graphics", "maxfps", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")


@pytest.fixture(scope="module")
def glass(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The program with its screen, for a file's tests one after the other."""
    from tests.ui.glass import evening

    with evening(tmp_path_factory.mktemp("games")) as made:
        yield made


@pytest.fixture
def play(glass: Evening) -> Evening:
    """A fresh game on the table."""
    glass.begin()
    return glass
