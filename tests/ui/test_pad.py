"""The number pad: what a typed amount is worth, and what it refuses to guess."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.pad import DIGITS_MAX, THOUSANDS, PadText


def typed(keys: str, units: bool = True) -> PadText:
    text = PadText(THOUSANDS if units else ())
    for key in keys.split():
        text = text.press(key)
    return text


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("2 0 0 K", 200_000),
        ("1 . 5 M", 1_500_000),
        ("1 . 5 K", 1_500),
        (". 5 M", 500_000),
        ("0 0 5 M", 5_000_000),
        ("2 0 0 K erase M", 200_000_000),
        ("2 0 0 K erase erase M", 20_000_000),
        ("3 M clear 1 K", 1_000),
        ("1 . 2 . 5 M", 1_250_000),
    ],
)
def test_c16_a_unit_makes_the_amount(keys: str, value: int) -> None:
    assert typed(keys).value == value


@pytest.mark.parametrize("keys", ["2 0 0", "1 . 5", "0 . 0 0 0 5 K", "K", "M M", ""])
def test_c16_without_a_unit_or_with_less_than_one_there_is_no_amount(keys: str) -> None:
    assert typed(keys).value is None


def test_c16_it_asks_which_unit() -> None:
    assert typed("2 0 0").asks_unit
    assert not typed("2 0 0 K").asks_unit
    assert not typed("1 5 0", units=False).asks_unit


def test_c07_plain_money_is_what_was_typed() -> None:
    assert typed("1 5 0", units=False).value == 150
    assert typed("1 . 5 K", units=False).value == 15
    assert typed("0 0 7", units=False).value == 7


@given(st.lists(st.sampled_from([*"0123456789.", "K", "M", "erase", "clear"]), max_size=30))
def test_no_order_of_keys_breaks_it(keys: list[str]) -> None:
    text = typed(" ".join(keys))
    assert text.value is None or text.value >= 0
    assert len(text.digits.replace(".", "")) <= DIGITS_MAX
