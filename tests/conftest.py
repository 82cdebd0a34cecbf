"""Which tests need the machine to themselves; the others run side by side, one file each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How fast this machine is today says nothing about the program. On CI the same inputs come
# every time, so that a red run is about the change; at home new ones are tried.
settings.register_profile(
    "companion",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("companion")

ROOT = Path(__file__).parent
ALONE = (
    "contract",
    "panels/test_gpio",
    "panels/test_link",
    "session/test_soak.py",
    "sounds/test_speaker.py",
    "storage/test_powercut.py",
    "ui/test_bank_flow.py",
    "ui/test_flow.py",
    "ui/test_glass.py",
    "ui/test_real_app.py",
    "ui/test_watchdog.py",
)
"""Real clocks, real wires, real fingers: busy neighbours would change what they measure."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them, so that ``make test`` can run them after the others."""
    for item in items:
        place = item.path.relative_to(ROOT).as_posix()
        if place.startswith(ALONE):
            item.add_marker(pytest.mark.alone)
