"""Names: whatever is taken can be drawn, and what cannot be is refused in a sentence."""

from __future__ import annotations

import importlib.util
import sys
import unicodedata
from pathlib import Path

import pytest
from PIL import ImageFont

from companion.core.letters import drawn
from tests.core.table import Table


def test_the_font_of_the_screens_has_every_letter_that_is_taken() -> None:
    spec = importlib.util.find_spec("kivy")  # found, not imported: a screen is set up first
    assert spec is not None and spec.origin is not None
    for weight in ("Regular", "Bold"):
        file = Path(spec.origin).parent / f"data/fonts/Roboto-{weight}.ttf"
        font = ImageFont.truetype(str(file), 20)
        empty = bytes(font.getmask("\N{HEBREW LETTER ALEF}"))
        letters = filter(drawn, map(chr, range(sys.maxunicode + 1)))
        assert not [letter for letter in letters if bytes(font.getmask(letter)) == empty]


@pytest.mark.parametrize("name", ["Jörg", "Zoë", "Łukasz", "Ñuñez", "Ελένη", "Наташа", "Phượng"])
def test_names_of_europe_and_accents_of_their_own_are_taken(name: str) -> None:
    table = Table()
    table.do("rename", who="A", name=unicodedata.normalize("NFD", name))
    assert table.rules.name(table.game.book, "A") == name


@pytest.mark.parametrize(
    "name", ["דנה", "سارة", "小明", "ひろし", "철수", "สมชาย", "Ann🙂", "a\u200bb"]
)
def test_names_no_screen_can_draw_are_refused(name: str) -> None:
    table = Table()
    refused = table.no("rename", who="A", name=name)
    assert refused.code in ("bad_name", "bad_request")
    assert table.rules.name(table.game.book, "A") == "A"
