"""The screen's own light, as Linux offers it under ``/sys/class/backlight``."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path("/sys/class/backlight")
_ON, _OFF = "0", "4"
"""What ``bl_power`` calls a lit and an unlit screen."""


class Backlight:
    """Every light of ``folder`` we may set. Without one ``shine`` changes nothing; a black
    picture then has to do."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._lights = sorted(folder.glob("*")) if folder.is_dir() else []

    def shine(self, percent: int) -> None:
        """As bright as ``percent`` (1-100) of what it can; 0 is dark. Never raises."""
        for light in self._lights:
            power = light / "bl_power"
            if percent or not os.access(power, os.W_OK):
                self._level(light, percent)
            _write(power, _ON if percent else _OFF)

    @staticmethod
    def _level(light: Path, percent: int) -> None:
        try:
            most = int((light / "max_brightness").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return
        # Rounded up: the smallest setting must not come out as dark.
        _write(light / "brightness", str(-(-most * percent // 100)))


def _write(path: Path, text: str) -> None:
    try:
        if path.exists():
            path.write_text(text, encoding="ascii")
    except OSError:
        return
