"""The reader of requests: every fault is one sentence, every request reads back as written."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.requests import KINDS, Basket, Build, Item, Pay, parse, to_dict

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
FIELDS = sorted({name for kind in KINDS.values() for name in kind.__dataclass_fields__})
asked = st.dictionaries(st.sampled_from([*FIELDS, "from", "house", "x"]), plain, max_size=5)


@given(st.sampled_from(sorted(KINDS)), asked)
def test_whatever_is_sent_is_a_request_or_one_sentence(word: str, data: dict[str, Any]) -> None:
    try:
        request = parse({"do": word, **data})
    except Refused as no:
        assert no.code == "bad_request" and no.reason and no.remedy and "\n" not in no.reason
    else:
        assert parse(to_dict(request)) == request


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
    assert parse({"do": "pay", "from": "A", "to": "B", "amount": 5}) == Pay(
        source="A", target="B", amount=5
    )
    deal = parse({"do": "deal", "a": "A", "b": "B", "a_gives": {"cash": 5, "deeds": [1]}})
    assert to_dict(deal)["a_gives"] == {"cash": 5, "deeds": [1], "cards": {}}
    assert getattr(deal, "b_gives") == Basket()  # noqa: B009


def test_other_words_people_use_for_a_field() -> None:
    assert parse({"do": "lay", "card": "wild_any", "colour": "red"}) == parse(
        {"do": "lay", "what": "wild_any", "group": "red"}
    )
    assert parse({"do": "bank", "player": "A", "card": "money_5"}) == parse(
        {"do": "bank", "who": "A", "what": "money_5"}
    )
    assert parse({"do": "role", "who": "A", "role": "monopolist"}) == parse(
        {"do": "role", "who": "A", "side": "monopolist"}
    )
    assert parse({"do": "gift", "who": "A", "choice": "money"}) == parse(
        {"do": "gift", "who": "A", "what": "money"}
    )
    assert to_dict(parse({"do": "place", "who": "A", "deed": 1, "piece": "park", "card": True}))[
        "card"
    ], "a field of that name stays what it is"


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
