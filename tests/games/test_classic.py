"""The printed figures: what a rule book or a look at the box would tell."""

from __future__ import annotations

import pytest

from companion.core.edition import EditionFault
from companion.core.edition_file import parse_edition
from companion.games.loader import _data, available, load

PRINTINGS = [listed.id for listed in available() if listed.game == "classic"]


@pytest.mark.parametrize("name", PRINTINGS)
def test_c20_the_deeds_of_a_classic_box(name: str) -> None:
    edition = load(name).edition
    kinds = [deed.kind for deed in edition.deeds.values()]
    assert [kinds.count(kind) for kind in ("street", "railroad", "utility")] == [22, 4, 2]
    assert len(edition.spaces) == 40 and edition.stock == {"house": 32, "hotel": 12}
    assert sum(deed.price for deed in edition.deeds.values()) == 5690
    streets = {group: lots for group, lots in edition.groups.items() if group not in _OTHERS}
    assert sorted(len(lots) for lots in streets.values()) == [2, 2, 3, 3, 3, 3, 3, 3]
    for deed in edition.deeds.values():
        assert deed.mortgage * 2 == deed.price
        assert edition.spaces[deed.pos].name == deed.name
        assert list(deed.rents) == sorted(set(deed.rents))
        assert len(deed.rents) == {"street": 6, "railroad": 4, "utility": 0}[deed.kind]


_OTHERS = ("railroad", "utility")


@pytest.mark.parametrize("name", PRINTINGS)
def test_the_figures_of_the_rule_book(name: str) -> None:
    edition = load(name).edition
    for key, value in {
        "start_cash": 1500, "go_salary": 200, "jail_fine": 50, "auction_start": 10,
        "auction_raise": 1, "players_min": 2, "players_max": 8,
    }.items():  # fmt: skip
        assert edition.number(key) == value
    assert [tax.amount for tax in edition.taxes.values()] == [200, 100]
    assert edition.find("jail") == 10 and edition.find("go_to_jail") == 30


def test_disputed_figures_are_named_with_the_other_value() -> None:
    disputed = load("classic_uk").edition.disputed
    assert [(one.pos, one.key, one.candidates) for one in disputed] == [(29, "rents.0", (24, 22))]


def test_the_german_board_has_german_streets() -> None:
    names = {deed.name for deed in load("classic_de").edition.deeds.values()}
    assert {"Badstraße", "Schlossallee", "Südbahnhof", "Wasserwerk"} <= names


@pytest.mark.parametrize("name", PRINTINGS)
def test_every_house_rule_has_a_sentence_and_a_fitting_default(name: str) -> None:
    for spec in load(name).edition.options:
        assert spec.text.endswith(".")
        kind = {"switch": bool, "number": int, "choice": str}[spec.kind]
        assert isinstance(spec.default, kind)
        assert spec.kind != "choice" or spec.default in spec.choices


def test_a_faulty_edition_file_says_what_is_wrong() -> None:
    good = {**_data("classic"), **_data("classic_us")}
    deeds = [dict(deed) for deed in good["deed"]]
    del deeds[3]["price"]
    with pytest.raises(EditionFault, match="price"):
        parse_edition("mine", {**good, "deed": deeds})
    deeds = [dict(deed) for deed in good["deed"]]
    deeds[0]["rents"] = [2, 10, 30, 90, 1600, 250]
    with pytest.raises(EditionFault, match="do not rise"):
        parse_edition("mine", {**good, "deed": deeds})
    with pytest.raises(EditionFault, match="There is no edition"):
        load("draughts")
