"""Words, numbers and money in both languages; fields filled, nothing rounded."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.faces.views import Amount, Text
from companion.locale import i18n

EN, DE = i18n.load("en"), i18n.load("de")


@pytest.mark.parametrize(
    ("amount", "english", "german"),
    [
        (1_500_000, "1.5M", "1,5 Mio."),
        (500_000, "500K", "500 Tsd."),
        (37_700_000, "37.7M", "37,7 Mio."),
        (10_000, "10K", "10 Tsd."),
        (8_650_000, "8.65M", "8,65 Mio."),
        (1_010_000, "1.01M", "1,01 Mio."),
        (120_000_000, "120M", "120 Mio."),
        (-2_000_000, "-2M", "-2 Mio."),
        (0, "0", "0"),
    ],
)
def test_money_of_an_edition_that_counts_in_millions(
    amount: int, english: str, german: str
) -> None:
    assert EN.money(amount, short=True) == english
    assert DE.money(amount, short=True) == german


def test_an_amount_with_a_full_stop_of_its_own_ends_the_sentence() -> None:
    two, half = Amount(2_000_000, True), Amount(500_000, True)
    facts = (("who", "Ann"), ("cash", two), ("left", half))
    said = Text("{who} has {cash} and keeps {left}.", facts)
    assert EN.say(said) == "Ann has 2M and keeps 500K."
    assert DE.say(said) == "Ann hat 2 Mio. und behält 500 Tsd."
    assert EN.tr("{path} is no file.", path="../box") == "../box is no file."


def test_plain_money_and_numbers_are_grouped() -> None:
    assert (EN.money(1240), DE.money(1240)) == ("1,240", "1.240")
    assert (EN.number(75), DE.number(1_000_000)) == ("75", "1.000.000")


@given(st.integers(-(10**12), 10**12), st.booleans())
def test_no_two_amounts_are_written_alike(amount: int, short: bool) -> None:
    """What is read back from the words is what was written: nothing is rounded away."""
    for language, point in ((EN, "."), (DE, ",")):
        words = language.money(amount, short)
        digits = re.sub(r"[^0-9.,-]", "", words.replace("Mio.", "").replace("Tsd.", ""))
        whole, _, part = digits.partition(point) if short else (digits, "", "")
        unit = 10**6 if words.endswith(("M", "Mio.")) else 1
        unit = 10**3 if words.endswith(("K", "Tsd.")) else unit
        scaled = int(re.sub(r"[.,]", "", whole) + part) * unit
        assert scaled == amount * 10 ** len(part)


def test_play_clock() -> None:
    assert [EN.play_clock(s) for s in (0, 59, 4_323, 36_000)] == ["0:00", "0:00", "1:12", "10:00"]


def test_one_and_many() -> None:
    text = Text("blocks at most, {player}", (("n", 1), ("player", "Ben")))
    assert EN.say(text) == "block at most, Ben"
    assert DE.say(Text(text.template, (("n", 3), ("player", "Ben")))) == "Blöcke höchstens, Ben"
    assert DE.tr("{n} house", n=1) == "1 Haus"
    assert DE.tr("{n} house", n=4) == "4 Häuser"
    assert EN.tr("{n} house", n=4) == "4 houses"


def test_facts_are_turned_too() -> None:
    inner = Text("{n} hotel", (("n", 2),))
    facts = (("who", "Ben"), ("pieces", inner), ("amount", Amount(2_000_000, True)))
    text = Text("{who} builds {pieces} for {amount}", facts)
    assert DE.say(text) == "Ben baut 2 Hotels für 2 Mio."
    assert EN.say(text) == "Ben builds 2 hotels for 2M"


def test_a_name_with_braces_is_only_a_name() -> None:
    assert EN.tr("{who} bids {amount}", who="{x}", amount=5) == "{x} bids 5"


def test_an_unknown_message_stays_english() -> None:
    assert DE.tr("no such message {n}", n=1000) == "no such message 1.000"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(KeyError):
        i18n.load("fr")


def test_a_broken_catalogue_names_file_and_line() -> None:
    with pytest.raises(i18n.CatalogueFault, match=r"de\.po, line 2"):
        list(i18n._entries("de.po", 'msgid "a"\nmsgstr oops\n'))


def test_translations_fill_the_same_fields() -> None:
    """A field the translation lacks loses a fact; one it invents would crash the screen."""
    fields = re.compile(r"\{(\w+)\}")
    for language in (DE, EN):
        pairs = list(language.messages.items())
        pairs += [(key, form) for key, forms in language.plurals.items() for form in forms]
        for msgid, text in pairs:
            assert set(fields.findall(text)) == set(fields.findall(msgid)), msgid
