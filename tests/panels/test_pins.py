"""The pin table: what it says, and what is said about a bad one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.locale import i18n
from companion.panels import pins
from companion.panels.panel import Key

OTHERS = {2, 3, 7, 8, 9, 10, 11, 14, 15}
"""I2C (touchscreens), SPI and the serial console."""


def own(tmp_path: Path, was: str = "", becomes: str = "") -> Path:
    """A user's own table: ours with one change."""
    text = pins.PINS_FILE.read_text(encoding="utf-8")
    assert was in text
    path = tmp_path / "pins.toml"
    path.write_text(text.replace(was, becomes, 1), encoding="utf-8")
    return path


def test_our_table_gives_every_use_a_pin_of_its_own_that_nothing_else_needs() -> None:
    table = pins.load()
    numbers = [table[use] for use in pins.USES]
    assert len(set(numbers)) == len(numbers) == 8
    assert not OTHERS & set(numbers)
    assert (table[Key.BUILD], table[Key.AUCTION]) == (17, 27)


def test_the_header_pins_named_beside_the_bcm_numbers_are_right() -> None:
    header = MockFactory().board_info.headers["J8"].pins
    lines = re.findall(r"^\w+ = (\d+) .*header pin (\d+)", pins.PINS_FILE.read_text(), re.M)
    assert len(lines) == 8
    for bcm, number in lines:
        assert header[int(number)].name == f"GPIO{bcm}"


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("build = 17", "build = 28", "build is 28; it must be a whole number 2 to 27"),
        ("build = 17", "build = 1", "build is 1;"),
        ("build = 17", 'build = "GPIO17"', "build is 'GPIO17';"),
        ("build = 17", "build = true", "build is True;"),
        ("build = 17", "", "build is missing;"),
        ("build = 17", "build = 27", "GPIO27 is given to both build and auction"),
        ("ring = 12", "ring = 13", "GPIO13 is given to both ring and buzzer"),
        ("build = 17", "biuld = 17", "unknown key biuld"),
        ('"passive" ', '"loud" ', 'buzzer_kind must be "passive" or "active", not \'loud\''),
        ("debounce_ms = 15", "debounce_ms = 501", "debounce_ms is 501; it must be a whole number"),
        ("debounce_ms = 15", "debounce_ms = -1", "debounce_ms is -1;"),
        ("[gpio]", "[pins]", "has no table [gpio]"),
        ("[gpio]", "[gpio", "cannot be read"),
    ],
)
def test_a_bad_table_is_one_sentence_that_names_file_and_key(
    tmp_path: Path, was: str, becomes: str, says: str
) -> None:
    with pytest.raises(pins.PinsFault, match=r"^pins\.toml") as fault:
        pins.load(own(tmp_path, was, becomes))
    assert says in str(fault.value)
    assert str(fault.value).endswith(".")
    german = i18n.load("de").translated(fault.value.sentence)
    assert german.startswith("pins.toml") or "In pins.toml" in german
    assert not re.search(r"\b(the|must|is|has)\b", german)


def test_a_table_that_is_not_there_or_not_text_is_a_sentence_too(tmp_path: Path) -> None:
    with pytest.raises(pins.PinsFault, match="cannot be read"):
        pins.load(tmp_path / "pins.toml")
    (tmp_path / "pins.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(pins.PinsFault, match="cannot be read"):
        pins.load(tmp_path / "pins.toml")


def test_buzzer_and_debounce_may_be_left_out(tmp_path: Path) -> None:
    text = re.sub(r"^(buzzer_kind|debounce_ms).*$", "", pins.PINS_FILE.read_text(), flags=re.M)
    (tmp_path / "pins.toml").write_text(text)
    table = pins.load(tmp_path / "pins.toml")
    assert (table.buzzer_kind, table.debounce_ms) == ("passive", 15)


def test_the_wiring_table_in_the_docs_is_the_table_we_use() -> None:
    header = {
        pin.name: number for number, pin in MockFactory().board_info.headers["J8"].pins.items()
    }
    text = (Path(pins.__file__).parents[2] / "docs" / "gpio.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ \| `(\w+)` \| (GPIO\d+) \| (\d+) \|$", text, re.M)
    table = pins.load()
    told = [(str(use), f"GPIO{table[use]}", str(header[f"GPIO{table[use]}"])) for use in pins.USES]
    assert rows == told + told, "the table stands there in English and in German"
    of_gpiozero = {number: header[f"GPIO{number}"] for number in pins.HEADER_PINS}
    assert of_gpiozero == pins.HEADER_PINS
    grounds = re.search(r"Ground is at header pins ([\d, and]+), 5 V", text)
    assert grounds is not None
    named = {int(number) for number in re.findall(r"\d+", grounds.group(1))}
    everywhere = MockFactory().board_info.headers["J8"].pins
    assert named == {number for number, pin in everywhere.items() if pin.name == "GND"}
