"""What goes to a phone: small, in the table's language, with the words of the table."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from companion.core.table import SEATS
from companion.faces.phone import phone_view
from companion.faces.table import game_view
from companion.faces.views import ShellView, View
from companion.locale.i18n import load as language
from companion.phones import wire
from companion.phones.page import FILES, WORDS
from tests.faces.evening import Evening
from tests.games.city_table import CityTable
from tests.ui.city import busy_city

LEAST_ROOM = 4096


def sent(evening: Evening | CityTable, seat: str, code: str) -> dict[str, Any]:
    view = View(1, ShellView("Sunday"), game=game_view(evening.game, 0))
    seen = phone_view(view, seat, lambda _: True)
    assert seen is not None
    return wire.of_seat(seen, language(code))


def full() -> Evening:
    """Eight long names, every deed sold, an auction running."""
    names = [f"{name}-Maximiliane" for name in ("Anna", "Ben", "Cleo", "Dan", "Emma", "Finn")]
    evening = Evening(8, "classic_de", (*names, "Greta-Friederike", "Hans-Christophorus"))
    deeds = list(evening.game.rules.edition.deeds)
    for n, deed in enumerate(deeds[1:]):
        evening.own(SEATS[n % 8], deed)
    evening.ask("auction", deed=deeds[0])
    return evening


@pytest.mark.parametrize("code", ["de", "en"])
def test_a_full_table_is_small(code: str) -> None:
    for evening, seats in ((full(), SEATS), (busy_city(6), SEATS[:6])):
        for seat in seats:
            size = len(json.dumps(sent(evening, seat, code), ensure_ascii=False).encode())
            assert size <= LEAST_ROOM, f"{seat}: {size}"


def test_city_counts_blocks_and_writes_its_money_short() -> None:
    seen = sent(busy_city(6), "B", "en")
    assert (seen["cash"], seen["short"]) == ("32.88M", True)
    built = {deed["name"]: deed["built"] for deed in seen["deeds"] if "built" in deed}
    assert built["Old Town"] == "■■▬▬" and built["Harbor H."] == "■■"


def test_every_word_of_the_page_is_in_german() -> None:
    german = language("de")
    assert [text for text in WORDS if text not in german.messages] == []


def test_the_first_page_is_small() -> None:
    """Phones on a slow net: at most 40 kB and four requests."""
    assert len(FILES) <= 4
    assert sum(len(gzip.compress(content())) for content, _ in FILES.values()) < 40_000
