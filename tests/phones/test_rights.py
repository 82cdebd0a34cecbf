"""What a phone may ask: every word of the bank has its right, and nobody asks for another seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.requests import KINDS, Request, parse
from companion.core.table import SEATS
from companion.games import loader
from companion.phones.rights import ACT, ANSWER, LEVELS, LOOK, NEVER, RIGHTS, bound, may
from tests.core.moves import Move, evenings, request
from tests.faces.evening import Evening


def words() -> Iterator[str]:
    yield from KINDS
    for listed in loader.available():
        yield from loader.load(listed.id).words


def test_every_word_of_every_game_has_a_right_and_no_right_is_of_a_word_there_is_not() -> None:
    assert set(words()) == set(RIGHTS)


def asked(data: dict[str, Any], seat: str, level: str) -> Request:
    return bound(parse(data), seat, level).request


def code(data: dict[str, Any], seat: str, level: str) -> str:
    with pytest.raises(Refused) as told:
        bound(parse(data), seat, level)
    return told.value.code


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_has_what_lower_ones_have_and_never_what_is_the_tables(level: str) -> None:
    for word, right in RIGHTS.items():
        wanted = right != NEVER and LEVELS.index(right) <= LEVELS.index(level)
        assert may(word, level) is wanted, word
    assert not may("something new", level)


def test_whom_a_phone_names_itself_does_not_count() -> None:
    assert asked({"do": "bid", "who": "B", "amount": 90}, "A", ANSWER).who == "A"  # type: ignore[attr-defined]
    deal = {"do": "offer", "a": "B", "b": "C", "a_gives": {"cash": 5}}
    assert asked(deal, "A", ANSWER).a == "A"  # type: ignore[attr-defined]
    rent = asked({"do": "rent", "who": "C", "deed": 39, "amount": 900}, "A", ANSWER)
    assert (rent.who, rent.deed, rent.amount) == ("", None, None)  # type: ignore[attr-defined]


def test_a_phone_pays_from_its_own_seat_and_only_wishes_for_money_of_the_bank() -> None:
    own = {"do": "pay", "from": "A", "to": "B", "amount": 5}
    assert asked(own, "A", ANSWER).by == "A"  # type: ignore[attr-defined]
    wish = {"do": "pay", "from": "bank", "to": "A", "amount": 5, "by": ""}
    assert asked(wish, "A", ANSWER).by == "A"  # type: ignore[attr-defined]
    assert code({"do": "pay", "from": "B", "to": "A", "amount": 5}, "A", ANSWER) == "not_yours"
    assert code({"do": "pay", "from": "bank", "to": "B", "amount": 5}, "A", ANSWER) == "not_yours"


def test_look_only_asks_for_nothing() -> None:
    assert code({"do": "bid", "who": "A", "amount": 90}, "A", LOOK) == "not_allowed"
    assert code({"do": "undo"}, "A", ACT) == "not_allowed"


def test_rent_offer_and_turn_are_looked_at_when_they_are_booked() -> None:
    evening = Evening()
    evening.ask("buy", who="B", deed=39)
    evening.ask("land", who="A", pos=39)

    def check(data: dict[str, Any], seat: str) -> str:
        try:
            bound(parse(data), seat, ACT).check(evening.game)
        except Refused as no:
            return no.code
        return ""

    assert check({"do": "rent"}, "B") == check({"do": "rent"}, "A") == ""
    assert check({"do": "rent"}, "C") == check({"do": "waive"}, "A") == "not_yours"
    assert check({"do": "end_turn"}, "B") == "not_your_turn"
    assert check({"do": "mortgage", "who": "B", "deed": 39}, "B") == "not_your_turn"
    evening.ask("rent")
    assert check({"do": "rent"}, "B") == "not_yours", "there is none any more"
    evening.ask("offer", a="A", b="B", a_gives={"cash": 5}, b_gives={"deeds": [39]})
    number = evening.game.book.fact("offers")[0][0]
    assert check({"do": "accept", "offer": number}, "B") == ""
    assert check({"do": "accept", "offer": number}, "A") == "not_yours"
    assert check({"do": "withdraw", "offer": number}, "A") == ""
    assert check({"do": "withdraw", "offer": number}, "C") == "not_yours"


@settings(max_examples=60, deadline=None)
@given(evenings(17, 60), st.lists(st.sampled_from("ABC"), min_size=60, max_size=60))
def test_no_phone_takes_another_ones_money(moves: list[Move], seats: list[str]) -> None:
    """Whatever three phones send: cash falls by own requests, or by a rent that is owed."""
    evening = Evening()
    for move, seat in zip(moves, seats, strict=False):
        data = request(evening.game, move)
        before = {who: evening.game.book.held(who, "money") for who in SEATS[:3]}
        rent: Any = evening.game.book.fact("rent")
        try:
            own = bound(parse(data, evening.game.rules.words), seat, ACT)
            own.check(evening.game)
            entry = evening.game.ask(own.request, 0)
        except Refused:
            continue
        evening.game.apply(entry)
        for who, cash in before.items():
            fell = evening.game.book.held(who, "money") < cash
            owed = rent and rent[0] == who and data["do"] in ("rent", "roll", "land")
            assert not fell or who == seat or owed or entry.reason in ("deal", "sold"), data
