"""Anti-Monopoly's own rules: sides, prison and price war, taxes, what is forbidden."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.ledger_text import sentence
from companion.faces.landing import card_view, landing_view
from companion.faces.money import refusal, spoken
from companion.locale.i18n import load as language
from tests.core.table import Table


def anti(seats: str = "ABCD", name: str = "anti_x10", **options: Any) -> Table:
    """A and C play as competitors, B and D as monopolists."""
    return Table(seats, name, **options)


def sides(table: Table) -> str:
    return "".join(side[0] for side in table.state()["sides"].values())


def buy(table: Table, who: str, *deeds: int) -> None:
    """Bought, and the cash as before."""
    cash = table.cash(who)
    table.cash(who, 90_000)
    for deed in deeds:
        table.do("buy", who=who, deed=deed)
    table.do("pay", **{"from": who, "to": "bank", "amount": table.cash(who) - cash})


def turn_of(table: Table, who: str) -> None:
    while table.fact("turn") != who:
        table.do("end_turn", confirm=True)


# --- sides ---


@pytest.mark.parametrize(
    ("seats", "declared", "found"),
    (
        ("AB", (), "cm"),
        ("ABCDE", (), "cmcmc"),
        ("ABCD", (("A", "monopolist"),), "mcmc"),
        ("ABCD", (("A", "monopolist"), ("B", "monopolist")), "mmcc"),
        ("ABCDE", (("A", "monopolist"), ("B", "monopolist"), ("C", "monopolist")), "mmmcc"),
        ("ABC", (("B", "competitor"),), "ccm"),
    ),
)
def test_sides_are_declared_in_seating_order_and_stay_even(
    seats: str, declared: tuple[tuple[str, str], ...], found: str
) -> None:
    table = anti(seats)
    for who, side in declared:
        table.do("role", who=who, side=side)
    assert sides(table) == found
    assert abs(found.count("c") - found.count("m")) <= 1


def test_nobody_is_asked_for_the_only_side_that_is_left() -> None:
    table = anti()
    for who, side in (("A", "competitor"), ("B", "monopolist"), ("C", "competitor")):
        asked = table.rules.question(table.game.book)
        assert asked is not None and asked.who == who
        table.do("role", who=who, side=side)
    assert table.rules.question(table.game.book) is None and sides(table) == "cmcm"


def test_a_side_that_is_full_cannot_be_declared() -> None:
    table = anti()
    table.do("role", who="A", side="monopolist")
    table.do("role", who="B", side="monopolist")
    assert table.no("role", who="C", side="monopolist").code == "unbalanced"
    assert table.no("role", who="C", side="banker").code == "bad_request"
    table.do("land", who="A", pos=10)
    assert table.no("role", who="A", side="competitor").code == "too_late"


# --- building ---


def test_a_competitor_builds_on_a_single_street_unevenly() -> None:
    table = anti()
    buy(table, "A", 1, 3)
    table.do("build", who="A", deed=1, n=3)
    assert table.levels(1, 3) == (3, 0) and table.cash("A") == 15_000 - 1500
    table.do("mortgage", who="A", deed=3)
    table.do("build", who="A", deed=1)
    assert table.no("mortgage", who="A", deed=1).code == "set_built"
    table.do("sell", who="A", deed=1, n=4)
    table.do("mortgage", who="A", deed=1)


def test_a_monopolists_city_is_sold_before_any_of_it_is_mortgaged() -> None:
    table = anti()
    buy(table, "B", 1, 3)
    table.do("build", who="B", deed=1)
    assert table.no("mortgage", who="B", deed=3).code == "set_built"
    table.do("sell", who="B", deed=1)
    table.do("mortgage", who="B", deed=3)
    assert table.no("build", who="B", deed=1).code == "set_mortgaged"


def test_thirty_five_houses_and_fifteen_hotels() -> None:
    """C40."""
    table = anti()
    streets = [pos for pos, deed in table.rules.edition.deeds.items() if deed.kind == "street"]
    buy(table, "A", *streets)
    table.cash("A", 990_000)
    for pos in streets[:8]:
        table.do("build", who="A", deed=pos, n=4)
    table.do("build", who="A", deed=streets[8], n=3)
    assert table.no("build", who="A", deed=streets[9]).code == "none_left"
    for n, pos in enumerate(streets[:15]):
        table.do("build", who="A", deed=pos, n=5 - table.level(pos))
        assert table.stock("hotel") == 14 - n
    table.do("build", who="A", deed=streets[15], n=4)
    assert table.no("build", who="A", deed=streets[15]).code == "none_left"


# --- prison and price war ---


def test_a_monopolist_in_prison_earns_nothing_a_competitor_in_price_war_does() -> None:
    table = anti()
    buy(table, "A", 5)
    buy(table, "B", 15)
    table.do("land", who="A", pos=30)
    table.do("land", who="B", pos=30)
    assert table.state()["stuck"] == {"A": "price_war", "B": "prison"}
    table.do("land", who="C", pos=15)
    assert table.state()["open"] is None
    table.do("land", who="D", pos=5)
    assert table.state()["open"]["amount"] == 200


def test_the_ledger_calls_prison_and_price_war_by_their_names() -> None:
    table, german = anti(), language("de")

    def told() -> tuple[str, str]:
        words = sentence(table.rules, table.game.book, table.game.book.entries[-1])
        return str(words), german.say(spoken(words, False))

    table.do("land", who="A", pos=30)
    assert told() == ("A starts a price war", "A gerät in einen Preiskrieg")
    table.do("land", who="B", pos=30)
    assert told() == ("B goes to prison", "B geht ins Gefängnis")
    refused = table.no("land", who="B", pos=1)
    assert refused.reason == "B is in prison."
    assert german.say(refusal(refused, False)[0]) == "B ist im Gefängnis."
    table.do("leave_jail", who="A")
    assert told() == ("A pays 500 and ends the price war", "A zahlt 500 und beendet den Preiskrieg")
    table.do("undo")
    assert told() == (
        "Undone: the end of prison or price war",
        "Zurückgenommen: das Ende von Gefängnis oder Preiskrieg",
    )
    turn_of(table, "A")
    table.do("roll", dice=[1, 2])
    assert told()[1] == "A würfelt 1 + 2 und bleibt im Preiskrieg"


def test_out_by_a_double_in_the_first_two_rounds_and_once_more() -> None:
    table = anti()
    table.do("jail", who="A")
    table.do("end_turn")
    turn_of(table, "A")
    table.do("roll", dice=[1, 2])
    assert table.fact("jail:A") == 1
    table.do("end_turn")
    turn_of(table, "A")
    table.do("roll", dice=[5, 5])
    assert table.fact("jail:A") is None and table.fact("at:A") == 20 and table.fact("again")
    table.do("gift", who="A", die=6)
    table.do("roll", dice=[2, 2])
    assert table.fact("at:A") == 24 and not table.fact("again"), "a second double ends it"


def test_the_third_round_is_paid_whatever_the_dice_show() -> None:
    table = anti()
    table.do("jail", who="A")
    for _ in range(2):
        table.do("end_turn")
        turn_of(table, "A")
        table.do("roll", dice=[1, 2])
    table.do("end_turn")
    turn_of(table, "A")
    table.do("roll", dice=[4, 4])
    assert table.cash("A") == 14_500 and table.fact("at:A") == 18 and table.fact("again")


def test_out_at_once_for_500() -> None:
    table = anti()
    table.do("jail", who="B")
    table.do("leave_jail", who="B")
    assert table.cash("B") == 14_500


def test_no_third_roll_and_no_prison_for_doubles() -> None:
    table = anti()
    table.do("roll", dice=[5, 5])
    table.do("roll", dice=[5, 5])
    assert table.fact("at:A") == 20 and table.fact("jail:A") is None
    assert table.no("roll", dice=[1, 2]).code == "rolled"
    table = anti()
    table.do("land", who="A", pos=10)
    table.do("roll_again")
    assert table.no("roll_again").code == "no_double"


# --- taxes and the foundation ---


def test_income_tax_both_ways_by_the_german_summary() -> None:
    """2000, or 10 % of what is not mortgaged; or for a monopolist 20 % of his cash."""
    table = anti()
    buy(table, "A", 37, 39, 5)
    table.do("build", who="A", deed=39)
    table.do("mortgage", who="A", deed=5)
    table.cash("A", 15_000)
    table.do("land", who="A", pos=4)
    table.do("tax", who="A", choice="percent")
    assert table.cash("A") == 15_000 - (3500 + 4000 + 2000) // 10
    buy(table, "B", 1)
    table.do("land", who="B", pos=4)
    table.do("tax", who="B", choice="percent")
    assert table.cash("B") == 12_000
    for who in "CD":
        table.do("land", who=who, pos=4)
        table.do("tax", who=who)
        assert table.cash(who) == 13_000


def test_income_tax_by_the_us_board() -> None:
    """200, or 10 % (monopolists 20 %) of the cash and 10 % of what is not mortgaged."""
    table = anti(name="anti_us")
    for who, deed, cash in (("A", 39, 1000), ("B", 37, 1000)):
        buy(table, who, deed)
        table.cash(who, cash)
        table.do("land", who=who, pos=4)
        table.do("tax", who=who, choice="percent")
    assert (table.cash("A"), table.cash("B")) == (1000 - 140, 1000 - 235)
    table.do("correct", deed=39, field="price", value=405)
    table.cash("A", 1001)
    table.do("land", who="A", pos=4)
    table.do("tax", who="A", choice="percent")
    assert table.cash("A") == 1001 - 101 - 41, "each part is rounded as it is told"


@pytest.mark.parametrize(
    ("name", "who", "share"),
    (
        ("anti_x10", "A", "10 percent of 0 not mortgaged"),
        ("anti_x10", "B", "20 percent of the cash 15,000"),
        ("anti_us", "B", "20 percent of the cash 1,500 and 10 percent of 0 not mortgaged"),
    ),
)
def test_a_tax_says_what_its_share_is_of(name: str, who: str, share: str) -> None:
    table = anti(name=name)
    table.do("land", who=who, pos=4)
    flat, part = landing_view(table.game, 0, who, 4).taxes
    english = language("en")
    assert (english.say(flat.why), english.say(part.why)) == ("the sum printed on the space", share)


def test_property_tax() -> None:
    table = anti()
    table.do("land", who="A", pos=38)
    ways = landing_view(table.game, 0, "A", 38).taxes
    assert [(way.word, way.amount.value) for way in ways] == [("flat", 750)]
    table.do("tax", who="A")
    assert table.cash("A") == 14_250


@pytest.mark.parametrize(("die", "gets"), ((1, 250), (2, 500), (3, 0), (6, 0)))
def test_a_competitor_throws_one_die_for_the_foundation(die: int, gets: int) -> None:
    table = anti()
    table.do("land", who="A", pos=20)
    assert table.no("end_turn").code == "task_open"
    assert table.no("tax", who="A", pos=20).code == "no_tax"
    assert table.no("gift", who="A").code == "needs_dice"
    table.do("gift", who="A", die=die)
    assert table.cash("A") == 15_000 + gets
    assert table.no("gift", who="A", die=1).code == "no_gift"
    table.do("end_turn")


def test_a_monopolist_pays_1600_to_the_foundation() -> None:
    table = anti()
    table.do("land", who="B", pos=20)
    assert table.no("end_turn").code == "tax_open"
    table.do("tax", who="B")
    assert table.cash("B") == 13_400


def test_go_pays_1000() -> None:
    table = anti()
    table.do("land", who="A", pos=0)
    table.do("land", who="B", pos=10, passed_go=True)
    assert (table.cash("A"), table.cash("B")) == (16_000, 16_000)


def test_card_effects_by_kind() -> None:
    table = anti()
    table.do("fine", who="A", amount=250)
    table.do("pay", **{"from": "bank", "to": "A", "amount": 500})
    table.do("pays_each", who="A", amount=250)
    table.do("each_pays", who="B", amount=100)
    table.do("goto", who="A", pos=5)
    assert table.state()["open"]["kind"] == "buy"
    assert table.cash("A") == 15_000 - 250 + 500 - 750 - 100


# --- money and what is forbidden ---


def test_a_mortgage_pays_half_and_costs_55_percent_of_the_price() -> None:
    table = anti(name="anti_us")
    buy(table, "A", 12, 37)
    table.do("mortgage", who="A", deed=12)
    table.do("mortgage", who="A", deed=37)
    assert table.cash("A") == 1500 + 75 + 175
    table.do("lift", who="A", deed=12)
    table.do("lift", who="A", deed=37)
    assert table.cash("A") == 1500 - 8 - 18
    table.do("option", name="anti_interest", value=False)
    table.do("mortgage", who="A", deed=12)
    table.do("lift", who="A", deed=12)
    assert table.cash("A") == 1500 - 8 - 18


def test_a_mortgaged_deed_may_be_sold_and_stays_mortgaged() -> None:
    """C64."""
    table = anti()
    buy(table, "A", 39)
    table.do("mortgage", who="A", deed=39)
    table.do("deal", a="A", b="B", a_gives={"deeds": [39]}, b_gives={"cash": 500})
    assert table.owner(39) == "B" and table.fact("mortgage:39")
    assert table.cash("B") == 15_000 - 500 - 200


def test_no_loans_and_no_rebates() -> None:
    table = anti()
    buy(table, "B", 5)
    assert table.no("pay", **{"from": "A", "to": "B", "amount": 100}).code == "no_loans"
    table.do("land", who="A", pos=5)
    assert table.no("waive").code == "no_rebate"
    assert table.no("rent", amount=100).code == "no_rebate"
    assert table.no("end_turn").code == "rent_open"
    table.do("rent")
    assert table.cash("A") == 15_000 - 400


def test_deals_before_the_dice_only() -> None:
    table = anti()
    buy(table, "A", 5)
    deal = {"a": "A", "b": "B", "a_gives": {"deeds": [5]}, "b_gives": {"cash": 500}}
    table.do("land", who="A", pos=10)
    assert table.no("deal", **deal).code == "too_late"
    table.do("end_turn")
    table.do("offer", **deal)
    table.do("roll", dice=[4, 6])
    assert table.no("accept", offer=1).code == "too_late"
    table.do("end_turn")
    table.do("accept", offer=1)
    assert table.owner(5) == "B"


def test_what_is_not_bought_stays_with_the_bank() -> None:
    table = anti()
    table.do("land", who="A", pos=39)
    entry = table.do("decline")
    assert entry.reason == "pass_by" and not table.fact("auction") and table.owner(39) == ""
    table.do("end_turn")


def test_a_free_deed_shows_the_column_of_who_stands_on_it() -> None:
    """A is a competitor, B a monopolist; field M has three houses and a hotel."""
    table = anti(competitor_utility_factor="40")

    def shown(who: str, pos: int) -> list[int]:
        return [row.factor or row.value.value for row in card_view(table.game, 0, pos, who).rows]

    assert shown("A", 39) == [400, 600, 800, 1000, 1200, 1400]
    assert shown("B", 39) == [400, 800, 1200, 1600, 2000, 2400]
    assert (shown("A", 12), shown("B", 12)) == ([40, 40], [40, 100])
    buy(table, "B", 12)
    assert shown("A", 12) == [40, 100], "a deed somebody has counts for its owner"
