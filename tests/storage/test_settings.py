"""Settings: ranges, faults as sentences, and a file that survives bad hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.locale import i18n
from companion.storage.settings import RANGES, SettingFault, Settings, changed, load, save


def test_saved_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    wanted = Settings(language="de", weights=(3, 1, 1, 5), auction_s=30, mute=True, rotation=270)
    save(path, wanted)
    assert load(path, Settings()) == (wanted, [])


german = i18n.load("de").translated


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("auction_s", 9, "from 10 to 180"),
        ("auction_s", 181, "from 10 to 180"),
        ("auction_s", "50", "whole number"),
        ("auction_s", 50.0, "whole number"),
        ("auction_s", True, "whole number"),
        ("signal_s", 0, "from 1 to 30"),
        ("weights", [1, 1, 1], "four whole numbers"),
        ("weights", [0, 0, 0, 0], "not all 0"),
        ("weights", [1, -1, 1, 1], "four whole numbers"),
        ("weights", "1111", "four whole numbers"),
        ("language", "fr", "one of de, en"),
        ("rotation", 45, "one of 0, 90, 180, 270"),
        ("chime", 1, "true or false"),
        ("volume", 101, "from 0 to 100"),
        ("colour", "red", "no setting 'colour'"),
    ],
)
def test_a_fault_is_one_sentence_naming_the_key(name: str, value: Any, says: str) -> None:
    with pytest.raises(SettingFault, match=says) as fault:
        changed(Settings(), name, value)
    assert name in str(fault.value)
    said = german(fault.value.args[0])
    assert name in said and (" muss" in said or " müssen " in said or "gibt es nicht" in said)


def test_one_bad_value_keeps_its_default_and_the_others_count(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('auction_s = 5\nlanguage = "de"\nnonsense = 1\n')
    settings, faults = load(path, Settings())
    assert (settings.auction_s, settings.language) == (50, "de")
    assert len(faults) == 2
    assert all(str(path) in fault for fault in faults)
    assert all("es gilt der übliche Wert" in german(fault) for fault in faults)


@pytest.mark.parametrize("text", ["auction_s = ", "\x00\x01", "[[[", "language = 'de"])
def test_a_file_that_is_no_toml_is_kept_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    settings, faults = load(path, Settings())
    assert settings == Settings()
    assert "settings.toml.bad" in faults[0]
    assert "kein TOML" in german(faults[0]) and "settings.toml.bad" in german(faults[0])
    assert (tmp_path / "settings.toml.bad").read_text() == text


def test_no_file_is_no_fault(tmp_path: Path) -> None:
    assert load(tmp_path / "none.toml", Settings(language="de")) == (Settings(language="de"), [])


@given(st.sampled_from(sorted(RANGES)), st.integers(-1000, 1000))
def test_ranges_hold_at_their_ends(name: str, value: int) -> None:
    low, high = RANGES[name]
    if low <= value <= high:
        assert getattr(changed(Settings(), name, value), name) == value
    else:
        with pytest.raises(SettingFault):
            changed(Settings(), name, value)


def test_a_signal_longer_than_the_auction_is_its_whole_length() -> None:
    rules = Settings(auction_s=10, signal_s=30).unit_rules(bank=False)
    assert rules.signal_ms == rules.auction_ms == 10_000
