"""Nobody reads English by accident: every message of the program has a German text."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from companion.locale import i18n

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "messages.py"))
CATALOGUES = sorted((ROOT / "companion").rglob("*.po"))


def ids(path: Path) -> list[tuple[str, ...]]:
    """The messages of a catalogue; one that counts something has two forms."""
    with path.open("rb") as file:
        found: Any = [message.id for message in read_po(file) if message.id]
    return [tuple(one) if isinstance(one, list | tuple) else (one,) for one in found]


@pytest.fixture(scope="module")
def messages() -> dict[str, str]:
    found: dict[str, str] = TOOL["messages"]()
    return found


def test_every_message_has_a_german_text(messages: dict[str, str]) -> None:
    """``python tools/messages.py --missing`` prints them ready to paste into a ``de.po``."""
    de = i18n.load("de")
    assert set(messages) - de.messages.keys() - de.plurals.keys() == set()


def test_the_list_of_messages_is_up_to_date(messages: dict[str, str]) -> None:
    """``python tools/messages.py --update`` writes it."""
    assert set(TOOL["template"]()) == set(messages)


def test_no_catalogue_has_a_text_for_what_nobody_says(messages: dict[str, str]) -> None:
    strays = [
        f"{path.name}: {forms[0]}"
        for path in CATALOGUES
        for forms in ids(path)
        if not set(forms) & messages.keys()
    ]
    assert strays == []


def test_the_search_finds_messages_in_code_kv_and_house_rules(messages: dict[str, str]) -> None:
    assert messages["hold to end"] == "ui/screens/unit.kv"
    assert "how many blocks?" in messages
    assert "{who} pays {amount} tax" in messages
    assert "Stopping exactly on GO pays the salary twice." in messages
