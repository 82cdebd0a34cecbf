"""City: jail, cards by what they do, debts, bankruptcies and the last one standing."""

from __future__ import annotations

from companion.core.ledger_text import sentence
from tests.core.table import Table
from tests.games.city_table import CityTable

# --- jail ----------------------------------------------------------------------------------


def test_ways_out_of_jail() -> None:
    table = CityTable()
    table.do("jail", who="A")
    assert table.no("land", who="A", pos=14).code == "in_jail"
    table.do("leave_jail", who="A", how="fine")
    assert table.cash("A") == 37_200_000
    table.do("take", who="B")
    table.do("land", who="B", pos=30)
    assert table.no("leave_jail", who="B", how="card").code == "turn_over"
    for _ in "BCA":
        table.do("end_turn")
    table.do("leave_jail", who="B", how="card")
    assert table.cash("B") == 37_700_000
    table.do("land", who="C", pos=30)
    table.do("end_turn")
    for who in "AB":
        table.turn(who)
    table.do("end_turn")
    table.do("roll", dice=[2, 2])
    assert table.state()["jail"] == {} and table.state()["at"]["C"] == 14


def test_after_three_turns_in_jail_the_fine_is_paid_and_the_roll_counts() -> None:
    table = CityTable("AB")
    table.do("land", who="A", pos=30)
    for dice in ([1, 2], [3, 4], [4, 3]):
        table.do("end_turn")
        table.turn("B")
        table.do("end_turn")
        table.do("roll", dice=dice)
    assert table.state()["at"]["A"] == 17 and table.cash("A") == 37_200_000


def test_three_doubles_lead_to_jail_without_salary() -> None:
    table = CityTable()
    table.do("roll", dice=[5, 5])
    table.do("roll", dice=[5, 5])
    table.do("roll", dice=[5, 5])
    assert table.state()["at"]["A"] == 10 and table.state()["jail"] == {"A": 0}
    assert table.cash("A") == 37_700_000


# --- cards by what they do -----------------------------------------------------------------


def test_cards_pay_and_move() -> None:
    table = CityTable()
    table.turn("A")
    table.pay("B", "A", 1_000_000, reason="card")
    table.do("goto", who="A", pos=24)
    table.do("buy", who="A", deed=24)
    table.do("goto", who="A", pos=0)
    assert table.cash("A") == 37_700_000 + 1_000_000 - 2_400_000 + 2_000_000
    table.do("land", who="A", pos=36)
    table.do("land", who="A", pos=33)
    table.do("auction", deed=1)
    table.do("close")


def test_cards_give_and_take_districts_with_what_stands_there() -> None:
    table = CityTable()
    table.own("A", 14)
    table.blocks(14, residential=2, industrial=1)
    table.do("place", who="B", deed=14, piece="railroad", card=True)
    entry = table.do("hand_over", deed=14, to="B")
    assert str(sentence(table.rules, table.game.book, entry)) == "A card gives Central Quay to B"
    assert table.owner(14) == "B" and table.level(14) == 3
    assert table.no("hand_over", deed=14, to="B").code == "same_ends"
    table.do("hand_over", deed=14, to="bank")
    table.pay("bank", "B", 1_000_000)
    assert table.owner(14) == "" and table.on(14) == {"railroad": 1}
    table.do("land", who="C", pos=14)
    table.do("hand_over", deed=14, to="C")
    assert table.state()["open"] is None


def test_a_card_does_not_give_away_what_was_won_and_is_not_paid_yet() -> None:
    table = CityTable()
    table.own("A", 39)
    table.cash("A", 100_000)
    table.do("auction", deed=14)
    table.do("bid", who="A", amount=200_000)
    table.do("close")
    assert table.no("hand_over", deed=14, to="B").code == "pledged"
    table.do("mortgage", who="A", deed=39)
    table.do("settle", who="A")
    table.do("hand_over", deed=14, to="B")
    assert table.owner(14) == "B"


def test_a_mortgaged_district_taken_by_the_bank_is_free_of_it() -> None:
    table = CityTable()
    table.own("A", 14)
    table.do("mortgage", who="A", deed=14)
    table.do("hand_over", deed=14, to="bank")
    table.do("buy", who="B", deed=14)
    assert table.due("A", 14) == 120_000


def test_cards_give_blocks_and_destroy_bonus_buildings() -> None:
    table = CityTable()
    table.own("A", 14)
    table.blocks(14, residential=8)
    refused = table.no("place", who="A", deed=14, piece="residential_block", card=True)
    assert refused.code == "full"
    assert table.no("place", who="B", deed=14, piece="industrial_block", card=True).code == (
        "not_owner"
    )
    assert table.no("place", who="A", deed=14, piece="industrial_block").code == "wrong_piece"
    table.do("place", who="A", deed=14, piece="wind_farm", card=True)
    assert table.no("clear", who="A", deed=14, piece="wind_farm").code == "wrong_piece"
    table.do("clear", who="B", deed=14, piece="wind_farm", card=True)
    assert table.on(14) == {"residential_block": 8} and table.cash("B") == 37_700_000


# --- debts and bankruptcies ----------------------------------------------------------------


def test_a_rent_beyond_the_cash_is_raised_by_mortgages_or_a_deal() -> None:
    table = CityTable()
    table.own("A", 39)
    table.own("B", 14, 13)
    table.blocks(39, industrial=8)
    table.blocks(14, residential=5)
    table.cash("B", 16_000_000)
    table.do("land", who="B", pos=39)
    table.do("rent")
    assert table.ways("B")["total"] == 16_000_000 + 4_500_000 + 100_000
    assert table.no("end_turn").code == "debt_open"
    table.do("mortgage", who="B", deed=14)
    table.do("settle", who="B")
    assert table.cash("B") == 500_000 and table.level(14) == 5


def test_bankrupt_to_a_player_hands_over_everything_as_it_stands() -> None:
    table = CityTable()
    table.own("A", 39)
    table.own("B", 14, 13)
    table.blocks(39, industrial=8)
    table.blocks(14, residential=1, industrial=1)
    table.do("mortgage", who="B", deed=13)
    table.do("land", who="B", pos=20)
    table.do("land", who="C", pos=10)
    table.cash("B", 1_000_000)
    table.do("land", who="B", pos=39)
    table.do("rent")
    table.do("bankrupt", who="B")
    assert table.cash("A") == 38_700_000
    assert table.owner(14) == table.owner(13) == "A" and table.level(14) == 2
    assert table.state()["deeds"]["13"]["mortgaged"]
    assert table.state()["cards"]["rent_dodge"] == {"A": 1}
    assert table.state()["turn"] == "C"
    table.do("lift", who="A", deed=13)
    assert table.cash("A") == 38_600_000


def test_bankrupt_to_the_bank_auctions_the_districts() -> None:
    table = CityTable()
    table.own("B", 14, 13, 11)
    table.blocks(14, industrial=3)
    table.turn("B")
    table.build("B", (13, "skyscraper", 1))
    table.do("place", who="B", deed=14, piece="park", card=True)
    table.do("place", who="B", deed=14, piece="railroad", card=True)
    table.do("mortgage", who="B", deed=14)
    table.do("take", who="B")
    table.cash("B", 10_000)
    table.do("fine", who="B", amount=20_000_000)
    table.do("bankrupt", who="B")
    assert table.state()["queue"] == [11, 13, 14]
    assert table.on(14) == {"railroad": 1, "park": 1} and table.on(13) == {}
    assert not table.state()["deeds"]["14"]["mortgaged"]
    assert table.state()["cards"]["jail_card"] == {}
    for deed, winner in ((11, "A"), (13, "C"), (14, "")):
        table.do("auction")
        if winner:
            table.do("bid", who=winner, amount=50_000)
        table.do("close")
        assert table.owner(deed) == winner
    assert table.state()["queue"] == [] and table.state()["out"] == ["B"]


def test_the_last_one_standing_wins() -> None:
    table = CityTable("AB")
    table.cash("B", 100_000)
    table.do("fine", who="B", amount=1_000_000)
    table.do("bankrupt", who="B")
    assert table.state()["ended"] == "last_standing"
    assert table.state()["ranking"] == [[1, "A", 37_700_000], [2, "B", 0]]


def test_classic_knows_nothing_of_it() -> None:
    table = Table()
    for ask in (
        {"do": "place", "who": "A", "deed": 1, "piece": "park"},
        {"do": "jump", "who": "A", "pos": 1},
        {"do": "dodge"},
    ):
        assert table.no(**ask).code == "not_in_game"
