"""Setup: sensible defaults, seats within the box, house rules as data, doubtful cards shown."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.edition import Disputed, Edition
from companion.faces.money import Amount
from companion.faces.setup import (
    SetupDraft,
    add_seat,
    first_draft,
    setup_view,
    take_edition,
    value_words,
)
from companion.games.loader import load
from companion.locale import i18n
from tests.faces.evening import said

PLAYER = "Player {letter}"


def box(game: str, name: str, most: int = 8) -> Edition:
    """Another printing with the classic board in it."""
    usual = load("classic_us").edition
    figures = {**usual.figures, "players_max": most}
    return replace(usual, id=name, game=game, label=f"{game}, {name}", figures=figures)


BOXES = (box("mega", "mega_us"), load("classic_uk").edition, load("classic_us").edition,
         box("city", "city_us", 6), box("zoo", "zoo_1", 3))  # fmt: skip


def test_everything_is_filled_in_at_the_start() -> None:
    draft = first_draft(BOXES, (), PLAYER)
    view = setup_view(BOXES, draft)
    assert [(card.title, card.chosen) for card in view.games] == [
        ("Classic", True), ("Mega", False), ("City", False), ("Zoo", False),
    ]  # fmt: skip
    assert [seat.name for seat in view.seats] == ["Player A", "Player B", "Player C", "Player D"]
    assert [(length.minutes, length.chosen) for length in view.lengths] == [
        (0, True), (60, False), (90, False), (120, False),
    ]  # fmt: skip
    assert view.cash.value == 1500 and not view.fault


def test_the_names_of_the_last_game_are_filled_in() -> None:
    assert first_draft(BOXES, ("Anna", "Ben"), PLAYER).names == ("Anna", "Ben")


def test_printings_are_offered_where_there_are_several() -> None:
    draft = first_draft(BOXES, (), PLAYER)
    assert [p.edition for p in setup_view(BOXES, draft).printings] == ["classic_uk", "classic_us"]
    assert setup_view(BOXES, take_edition(BOXES, draft, "city_us", PLAYER)).printings == ()


def test_another_game_seats_only_as_many_as_it_has_room_for() -> None:
    draft = SetupDraft("classic_us", tuple("ABCDEFGH"))
    assert len(take_edition(BOXES, draft, "zoo_1", PLAYER).names) == 3
    view = setup_view(BOXES, draft)
    assert not view.can_add and view.can_remove
    two = setup_view(BOXES, SetupDraft("classic_us", ("A", "B")))
    assert two.can_add and not two.can_remove


def test_a_new_seat_gets_a_name_nobody_has() -> None:
    draft = add_seat(BOXES, SetupDraft("classic_us", ("Anna", "player c")), PLAYER)
    assert draft.names == ("Anna", "player c", "Player D")
    assert add_seat(BOXES, SetupDraft("classic_us", ("A",) * 8), PLAYER).names == ("A",) * 8


def test_names_are_cut_to_what_the_bank_takes_and_an_empty_one_changes_nothing() -> None:
    draft = SetupDraft("classic_us", ("A", "B"))
    assert draft.named(1, "  Wilhelmina-Charlotte the Second ").names[1] == "Wilhelmina-Charlotte"
    assert draft.named(0, "   ") == draft


def test_two_players_of_one_name_cannot_start() -> None:
    view = setup_view(BOXES, SetupDraft("classic_us", ("Anna", "anna")))
    assert said(view.fault) == "Two players are called anna: change one of them."


def test_house_rules_come_from_the_edition_and_can_be_changed() -> None:
    draft = SetupDraft("classic_us", ("A", "B")).with_option("parking_pot", True)
    options = {option.name: option for option in setup_view(BOXES, draft).options}
    assert "time_limit_min" not in options
    assert options["parking_pot"].value is True and not options["parking_pot"].usual
    assert options["interest_rounding"].choices == ("up", "down")
    assert options["auction_s"].step == 5
    back = draft.with_option("auction_s", 30).with_option("parking_pot", False)
    assert sorted(back.options) == [("auction_s", 30), ("parking_pot", False)]
    options = {option.name: option for option in setup_view(BOXES, back).options}
    assert options["parking_pot"].value is False and options["parking_pot"].usual


def test_another_printing_forgets_house_rules_and_corrections() -> None:
    draft = SetupDraft("classic_us", ("A", "B"), 60, (("parking_pot", True),), ((39, "price", 1),))
    other = take_edition(BOXES, draft, "classic_uk", PLAYER)
    assert (other.options, other.corrections, other.minutes) == ((), (), 60)


def test_names_a_smaller_game_has_no_seat_for_come_back_with_a_larger_one() -> None:
    draft = SetupDraft("classic_us", tuple("ABCDEFGH"))
    small = take_edition(BOXES, draft, "city_us", PLAYER)
    assert small.names == tuple("ABCDEF") and small.waiting == ("G", "H")
    again = add_seat(BOXES, small.without_seat(0), PLAYER)
    assert again.names == tuple("BCDEFG") and again.waiting == ("H",)
    assert take_edition(BOXES, again, "classic_us", PLAYER).names == tuple("BCDEFGH")


def test_a_printed_value_is_called_by_what_stands_on_the_deed() -> None:
    mega, anti = load("mega_us").edition, load("anti_us").edition
    view = setup_view((mega,), SetupDraft("mega_us", ("A", "B")))
    assert [(c.pos, said(c.what)) for c in view.checks] == [
        (4, "rent: 1 hotel"), (37, "rent: 4 houses"), (38, "rent: 4 houses"),
    ]  # fmt: skip
    assert said(value_words(anti, "monopolist_rents.4", 1)) == "rent: 1 hotel"
    assert said(value_words(anti, "rents.1", 5)) == "rent with 2 owned"


def test_doubtful_values_are_listed_with_what_else_was_seen() -> None:
    view = setup_view(BOXES, SetupDraft("classic_uk", ("A", "B")))
    assert [(c.pos, said(c.what), c.value.value) for c in view.checks] == [(29, "rent", 24)]
    assert [other.value for other in view.checks[0].others] == [22]
    said_so = SetupDraft("classic_uk", ("A", "B")).with_correction(29, "rents.0", 22)
    check = setup_view(BOXES, said_so).checks[0]
    assert check.value.value == 22 and [other.value for other in check.others] == [24]


def test_cards_of_the_card_game_are_asked_about_by_their_names() -> None:
    deal = load("deal").edition
    view = setup_view(
        (deal,), SetupDraft("deal", ("A", "B")).with_correction(-1, "value_rent_any", 10**6)
    )
    german = i18n.load("de")
    assert [german.say(check.what) for check in view.checks] == [
        "Wert einer Karte: Nein sagen",
        "Wert einer Karte: Miete jeder Farbe",
        "Wert einer Karte: Karte Braun/Hellblau",
    ]
    assert [german.amount(check.value) for check in view.checks] == ["4 Mio.", "1 Mio.", "1 Mio."]


def test_a_count_sources_differ_on_is_no_money() -> None:
    deal = load("deal").edition
    doubt = Disputed(-1, "plays_per_turn", (4,), "")
    draft = SetupDraft("deal", ("A", "B"))
    check = setup_view((replace(deal, disputed=(doubt,)),), draft).checks[0]
    assert (check.value, check.others) == (Amount(3), (Amount(4),))


def test_a_value_that_is_nowhere_on_the_board_is_not_asked_about() -> None:
    odd = replace(BOXES[2], disputed=(Disputed(39, "no_such_figure", (1,), ""),))
    assert setup_view((odd,), SetupDraft("classic_us", ("A", "B"))).checks == ()
