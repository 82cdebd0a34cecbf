"""Further inputs of the kinds the cases name."""

from __future__ import annotations

from tests.core.table import Table, allowed, bidders, ledger


def test_c22_c77_who_falls_into_debt_during_an_auction_bids_no_more() -> None:
    table = Table()
    table.do("auction", deed=39)
    table.do("bid", who="B", amount=10)
    table.do("fine", who="A", amount=2000)
    assert table.no("bid", who="A", amount=11).code == "debt_open"
    assert [row["who"] for row in bidders(table.game) if row["out"]] == ["A"]
    table.do("bid", who="C", amount=11)


def test_what_can_make_sense_now_is_listed() -> None:
    table = Table()

    def words() -> set[str]:
        return set(allowed(table.game))

    assert {"roll", "land", "buy", "end_turn"} <= words() and not {"undo", "rent"} & words()
    table.do("land", who="A", pos=39)
    assert {"buy", "decline", "undo"} <= words() and not {"roll", "end_turn", "bid"} & words()
    assert table.do("decline").reason == "decline"
    assert words() == {"undo", "bid", "close", "cancel", "sell", "mortgage", "rename"}
    table.do("bid", who="B", amount=1400)
    table.do("close")
    table.do("land", who="C", pos=39)
    assert {"rent", "waive", "end_turn"} <= words() and not {"buy", "settle"} & words()
    table.do("fine", who="A", amount=5000)
    table.do("undo")
    assert "redo" in words() and "settle" not in words()
    table.do("redo")
    assert "settle" in words() and "redo" not in words()


def test_c97_nothing_is_on_offer_after_the_end() -> None:
    table = Table("AB")
    table.do("land", who="A", pos=39)
    table.do("bankrupt", who="B", to="bank", confirm=True)
    assert table.state()["ended"] and table.state()["open"] is None
    table.do("undo")
    assert table.state()["open"]["deed"] == 39


def test_c37_who_cannot_pay_everybody_owes_it_to_each_and_the_line_says_so() -> None:
    table = Table()
    table.cash("A", 50)
    table.do("pays_each", who="A", amount=30)
    assert [debt["amount"] for debt in table.state()["debts"]] == [30, 30]
    assert table.cash("A") == 50 and ledger(table.game, 1)[0]["text"] == "A owes everybody 30"
    table.do("each_pays", who="B", amount=20)
    assert table.cash("B") == 1520
    assert ledger(table.game, 1)[0]["text"] == "Everybody pays B 20, or owes it"


def test_c20_my_card_says_another_rent_and_another_tax() -> None:
    table = Table()
    table.own("A", 39)
    table.do("correct", deed=39, field="rents.0", value=62)
    assert table.due("B", 39) == 62
    table.do("correct", deed=4, field="amount", value=150)
    assert ledger(table.game, 1)[0]["text"] == (
        "Income Tax: The card says: amount to pay is 150, not 200"
    )


def test_c55_a_card_that_spares_the_houses() -> None:
    table = Table()
    table.own("A", 1, 3)
    table.build("A", _1=5, _3=4)
    table.do("repairs", who="A", house=0, hotel=115)
    assert table.cash("A") == 1385


def test_c94_mortgaged_deeds_and_cards_are_not_given_away_either() -> None:
    table = Table()
    table.own("A", 39, 37)
    table.mortgage("A", 39)
    table.do("take", who="A")
    table.pay("A", "B", 5000, reason="rent")
    for gift, worth in (({"deeds": [39]}, 200), ({"cards": {"jail_card": 1}}, 50)):
        deal = {"a": "A", "b": "C", "a_gives": gift}
        assert table.no("deal", **deal).code == "gives_away"
        refused = table.no("deal", **deal, b_gives={"cash": worth - 1})
        assert refused.code == "gives_away" and refused.facts["least"] == 1
        table.do("deal", **deal, b_gives={"cash": worth})
    assert table.cash("A") == 1750


def test_c94_a_debtor_gives_up_to_a_creditor_and_not_to_a_friend() -> None:
    table = Table()
    table.pay("A", "B", 5000, reason="rent")
    assert table.no("bankrupt", who="A", to="C", confirm=True).code == "no_debt"
    table.do("bankrupt", who="A")
    assert table.cash("B") == 3000


def test_c29_what_the_card_says_may_be_told_with_the_rent() -> None:
    table = Table()
    table.own("B", 5, 15, 12)
    table.do("land", who="A", pos=5)
    table.do("rent", who="A", deed=5, times=2)
    assert table.cash("A") == 1400 and table.state()["open"] is None
    table.do("land", who="A", pos=12, dice=4)
    table.do("rent", dice=7, times=10)
    assert table.cash("A") == 1330 and table.state()["open"] is None
