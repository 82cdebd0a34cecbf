"""A real Kivy window without a display: SDL's offscreen driver, set before Kivy is imported."""

from __future__ import annotations

import os
import sys
import tempfile

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
