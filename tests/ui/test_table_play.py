"""The usual things counted in touches, and every landing, on the real session and journal."""

from __future__ import annotations

from companion.core.queries import table_state
from tests.ui.glass import NAMES, Evening, bid_button, build_button

# --- touches -------------------------------------------------------------------------------


def test_buying_takes_two_touches(play: Evening) -> None:
    play.tap(39)
    play.tap("Buy for 400")
    assert play.touches == 2
    assert (play.cash("A"), play.game.rules.owner(play.game.book, 39)) == (1_100, "A")
    assert play.page_id == "table"


def test_paying_rent_takes_two_touches(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    assert {"Anna pays Ben rent", "16"} <= play.read()
    play.tap("Pay 16 to Ben")
    assert play.touches == 2
    assert (play.cash("A"), play.cash("B")) == (1_484, 1_316)


def test_passing_go_takes_one_touch(play: Evening) -> None:
    play.tap("Pass GO")
    assert play.touches == 1
    assert play.cash("A") == 1_700


def test_a_house_takes_three_touches(play: Evening) -> None:
    for pos in (6, 8, 9):
        play.ask("buy", who="A", deed=pos)
    play.tap("seat A")
    play.tap("Build and mortgage")
    play.tap(build_button(play, "Oriental Avenue"))
    assert play.touches == 3
    assert play.game.rules.level(play.game.book, 6) == 1
    assert play.cash("A") == 1_500 - 100 - 100 - 120 - 50


def test_undo_takes_one_touch_and_c10_the_log_shows_both(play: Evening) -> None:
    play.ask("pay", source="A", target="B", amount=200)
    before = table_state(play.game)["cash"]
    assert (before["A"], before["B"]) == (1_300, 1_700)
    play.tap("Undo")
    assert play.touches == 1
    assert (play.cash("A"), play.cash("B")) == (1_500, 1_500)
    assert [entry.reason for entry in play.game.book.entries][-2:] == ["pay", "undo"]


def test_a_bid_takes_one_touch_and_any_other_two_and_the_pad(play: Evening) -> None:
    play.tap(24)
    play.tap("Do not buy: auction")
    play.settle()
    play.tap(bid_button(play, "C", 1))
    assert play.touches == 1
    assert play.page.high == "20"
    play.tap(bid_button(play, "B", 0))
    assert play.page.high == "21"
    assert {"20 Cleo · 21 Ben"} <= play.read()


# --- landings ------------------------------------------------------------------------------


def test_c28_a_utility_asks_for_the_dice(play: Evening) -> None:
    """Seven on one utility is 28; 1 and 13 are not offered."""
    play.ask("buy", who="B", deed=12)
    play.tap(12)
    offered = {text for text in play.read() if text.isdigit() and int(text) < 14}
    assert {str(total) for total in range(2, 13)} <= offered
    assert not {"1", "13"} & {b.text for b in play.page.ids.dice.children}
    play.tap("7")
    play.tap("Pay 28 to Ben")
    assert (play.cash("A"), play.cash("B")) == (1_472, 1_378)


def test_a_card_doubles_the_station(play: Evening) -> None:
    for pos in (5, 15):
        play.ask("buy", who="B", deed=pos)
    before = play.cash("B")
    play.tap(5)
    play.tap("Card says × 2")
    play.tap("Pay 100 to Ben")
    assert play.cash("B") - before == 100


def test_a_card_multiplies_the_dice_by_ten(play: Evening) -> None:
    play.ask("buy", who="B", deed=12)
    play.tap(12)
    play.tap("Card says × 10")
    play.tap("7")
    play.tap("Pay 70 to Ben")
    assert play.cash("A") == 1_430


def test_no_rent_asked_closes_the_landing(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    play.tap("No rent asked")
    assert play.cash("A") == 1_500
    assert play.page_id == "table"
    assert play.game.book.fact("rent") is None


def test_c07_another_amount_is_the_one_on_the_pad_and_never_nothing(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    play.tap("Another amount")
    assert not play.stage.find(kind="usual", text="Pay").enabled
    play.key("150")
    play.tap(play.stage.find(kind="usual", text="Pay"))
    assert (play.cash("A"), play.cash("B")) == (1_350, 1_450)
    assert play.game.book.entries[-1].detail["amount"] == 150


def test_tax_is_paid_with_two_touches(play: Evening) -> None:
    play.tap("Income Tax")
    play.tap("Pay 200")
    assert play.touches == 2
    assert play.cash("A") == 1_300


def test_a_landing_by_mistake_is_taken_back(play: Evening) -> None:
    play.tap(39)
    play.tap("Undo the landing")
    assert play.page_id == "table"
    assert play.game.book.fact("offer_buy") is None
    assert play.game.book.fact("at:A") == 0


def test_a_rent_beyond_the_cash_opens_the_debt_and_where_to_raise_it(play: Evening) -> None:
    play.ask("buy", who="B", deed=39)
    play.ask("pay", source="A", target="bank", amount=1_490)
    play.tap(39)
    play.tap("Pay 50 to Ben")
    assert play.page_id == "raise"
    assert table_state(play.game)["debts"][0]["amount"] == 50
    assert (play.cash("A"), play.cash("B")) == (10, 1_100)


def test_going_to_jail_and_paying_out_of_it(play: Evening) -> None:
    play.tap("Go to jail")
    for _ in NAMES:
        play.tap(play.page.ids.next)
    assert "Anna is in jail" in play.read()
    play.tap("Out of jail…")
    play.tap("Pay 50 and roll")
    assert play.cash("A") == 1_450
    assert play.game.book.fact("jail:A") is None


def test_dice_lead_to_the_landing_by_themselves(play: Evening) -> None:
    """5 and 4 from GO is Connecticut Avenue, 120."""
    play.tap("dice")
    play.tap("die 1: 5")
    play.tap("die 2: 4")
    assert play.page_id == "landing"
    play.tap("Buy for 120")
    assert play.game.rules.owner(play.game.book, 9) == "A"


def test_a_card_by_its_effect(play: Evening) -> None:
    play.tap("Card")
    play.tap("Everybody pays Anna")
    play.key("10")
    play.tap("Done")
    assert [play.cash(who) for who in "ABCD"] == [1_530, 1_490, 1_490, 1_490]


def test_a_card_that_moves_the_token_pays_go_on_the_way(play: Evening) -> None:
    play.ask("land", who="A", pos=20)
    for _ in "ABCD":
        play.ask("end_turn")
    play.tap("Card")
    play.tap("On to a space: GO pays")
    play.tap(6)
    assert play.page_id == "landing"
    assert play.cash("A") == 1_700


def test_my_card_says_another_rent_and_it_is_kept(play: Evening) -> None:
    play.ask("buy", who="B", deed=19)
    play.tap(19)
    play.tap("card")
    play.tap(play.stage.find(text="Rent", under="16"))
    play.key("18")
    play.tap("My card says so")
    assert play.game.rules.at(play.game.book).deeds[19].rents[0] == 18


def test_the_yellow_button_is_the_next_step(play: Evening) -> None:
    button = play.page.ids.next
    assert (button.text, button.kind) == ("End turn", "plain")
    play.tap("Free parking")
    assert (button.text, button.kind) == ("End turn", "usual")
    play.tap(button)
    assert play.game.book.fact("turn") == "B"
    assert "Ben: roll, then tap where you are" in play.read()


def test_what_is_open_is_asked_again_from_the_table(play: Evening) -> None:
    play.tap(39)
    play.stage.root.open("table")
    play.settle()
    play.tap("Buy Boardwalk?")
    assert play.page_id == "landing"
    play.tap("Buy for 400")
    assert play.cash("A") == 1_100


def test_looking_at_a_card_does_not_hide_what_is_open(play: Evening) -> None:
    play.ask("buy", who="A", deed=1)
    play.ask("land", who="A", pos=39)
    play.tap("seat A")
    play.tap("Build and mortgage")
    play.tap("Card…")
    assert play.page.title == "Mediterranean Avenue"
    play.stage.root.open("table")
    play.settle()
    play.tap("Buy Boardwalk?")
    assert play.page.title == "Anna may buy Boardwalk"
