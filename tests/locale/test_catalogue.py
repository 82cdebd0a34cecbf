"""Nobody reads English by accident: every message of the program has a German text."""

from __future__ import annotations

import runpy
from pathlib import Path

from companion.locale import i18n

TOOL = runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "messages.py"))


def test_every_message_has_a_german_text() -> None:
    """``python tools/messages.py --missing`` prints them ready to paste into a ``de*.po``."""
    assert TOOL["missing"](i18n.load("de")) == {}


def test_the_search_finds_messages_in_code_kv_and_house_rules() -> None:
    found = TOOL["messages"]()
    assert found["hold to end"] == "ui/screens/unit.kv"
    assert "how many blocks?" in found
    assert "{who} pays {amount}" in found
    assert "Stopping exactly on GO pays the salary twice." in found
