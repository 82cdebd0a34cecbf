"""The reader of requests: every fault is one sentence, every request reads back as written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.requests import Basket, Build, Item, Pay, Roll, parse, to_dict
from companion.core.requests.base import Line, Request
from companion.games import loader

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
GAMES = {one.game: loader.load(one.id).words for one in loader.available()}
FIELDS = sorted({name for words in GAMES.values() for kind in words.values()
                 for name in kind.__struct_fields__})  # fmt: skip
asked = st.dictionaries(st.sampled_from([*FIELDS, "from", "house", "x"]), plain, max_size=5)


@given(st.sampled_from(sorted(GAMES)), st.data(), asked)
def test_whatever_is_sent_is_a_request_or_one_sentence(
    game: str, draw: st.DataObject, data: dict[str, Any]
) -> None:
    words = GAMES[game]
    word = draw.draw(st.sampled_from(sorted(words)))
    try:
        request = parse({"do": word, **data}, words)
    except Refused as no:
        assert no.code == "bad_request" and no.reason and no.remedy and "\n" not in no.reason
    else:
        assert parse(to_dict(request), words) == request


@given(plain)
def test_whatever_stands_in_place_of_a_request(data: Any) -> None:
    try:
        parse(data)
    except Refused as no:
        assert no.code == "bad_request" and no.reason


def test_short_and_long_forms_are_the_same() -> None:
    short = parse({"do": "build", "who": "A", "deed": 39, "n": 2})
    assert short == parse({"do": "build", "who": "A", "lots": [{"deed": 39, "n": 2}]})
    assert short == Build(who="A", lots=(Item(39, 2),))
    repairs = {"do": "repairs", "who": "A"}
    asked = parse({**repairs, "rates": {"house": 25, "hotel": 100}})
    assert asked == parse({**repairs, "house": 25, "hotel": 100})
    assert to_dict(asked)["rates"] == {"house": 25, "hotel": 100}
    assert parse({"do": "pay", "from": "A", "to": "B", "amount": 5}) == Pay(
        source="A", target="B", amount=5
    )
    deal = parse({"do": "deal", "a": "A", "b": "B", "a_gives": {"cash": 5, "deeds": [1]}})
    assert to_dict(deal)["a_gives"] == {"cash": 5, "deeds": [1], "cards": {}}
    assert getattr(deal, "b_gives") == Basket()  # noqa: B009


class Ring(Request, frozen=True, kw_only=True):
    """A request two games may define, each in its own way."""

    do = "ring"
    who: Line


class Roar(Roll, frozen=True, kw_only=True):
    """A game's own way to ask what all games ask."""

    do = "roll"


def test_a_games_own_words_stand_before_the_shared_ones() -> None:
    words = {"ring": Ring, "roll": Roar}
    assert parse({"do": "ring", "who": "A"}, words) == Ring(who="A")
    assert type(parse({"do": "roll", "dice": [1, 2]}, words)) is Roar
    assert type(parse({"do": "roll", "dice": [1, 2]})) is Roll
    with pytest.raises(Refused) as no:
        parse({"do": "ring", "who": "A"})
    assert no.value.code == "not_in_game"


def test_a_fault_names_the_field_what_was_sent_and_what_it_should_be() -> None:
    for sent, said in (
        ({"do": "buy", "who": "A"}, "'buy' needs the field 'deed'."),
        ({"do": "buy", "who": "A", "deed": 1, "colour": 2}, "'buy' has no field 'colour'."),
        ({"do": "buy", "who": "A", "deed": True},
         "'deed' of 'buy' is True, but it must be the number of a space on the board."),
        ({"do": "pay", "from": "A", "to": "B", "amount": 1.5},
         "'amount' of 'pay' is 1.5, but it must be a whole number of money, 1 or more."),
        ({"do": "roll", "dice": [1, 7]},
         "'dice' of 'roll' is [1, 7], but it must be a list such as [3, 4]."),
        ({"do": "deal", "a": "A", "b": "B", "a_gives": {"deeds": [1, 1]}},
         "'a_gives' of 'deal' is {'deeds': [1, 1]}, but it must be an object such as "
         '{"cash": 100, "deeds": [39]}.'),
        ({"do": "bankrupt", "who": "A", "lift": [5, 5]},
         "'lift' of 'bankrupt' is [5, 5], but it must be a list that names each deed once."),
        ({"do": "rename", "who": "A", "name": "two\nlines"},
         r"'name' of 'rename' is 'two\nlines', but it must be a short text of one line."),
    ):  # fmt: skip
        with pytest.raises(Refused) as no:
            parse(sent)
        assert no.value.reason == said


def test_a_misspelt_word_is_guessed() -> None:
    for wrong, right in (("biuld", "build"), ("bankrup", "bankrupt"), ("undoo", "undo")):
        try:
            parse({"do": wrong})
        except Refused as no:
            assert right in no.remedy


def test_null_stands_for_what_is_usual() -> None:
    for do in ("take", "give_back"):
        assert parse({"do": do, "who": "A", "n": None}) == parse({"do": do, "who": "A"})
    want = {"do": "want", "who": "A", "deed": 1}
    assert parse({**want, "n": None}) == parse(want)
