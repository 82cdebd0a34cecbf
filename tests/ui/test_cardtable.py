"""The card table: every size, both languages, two to five seats; the usual in few touches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.storage.settings import Settings
from tests.games.deal_table import CardTable, M
from tests.ui.bank_frontend import GameFrontend
from tests.ui.stage import LANGUAGES, SIZES, Stage, misfits, stage

NAMES = {
    "A": "Wilhelmina-Charlotte", "B": "Maximilian", "C": "Anna-Lena", "D": "Benedikt",
    "E": "Konstantin",
}  # fmt: skip


def table(seats: str) -> CardTable:
    """An evening in its middle; Maximilian is up."""
    cards = CardTable(seats, win_sets=3)
    for seat in seats:
        cards.do("rename", who=seat, name=NAMES[seat])
    cards.has("A", "property_dark_blue", "property_dark_blue", "property_green",
              "property_railroad", "property_railroad",
              "wild_railroad_utility@railroad", "wild_any@yellow", "money_5",
              "money_4")  # fmt: skip
    cards.has("B", *["property_orange"] * 3, "house@orange", "property_red", "wild_red_yellow@red",
              "property_light_blue", "rent_any", "pass_go", "money_1", "money_10")  # fmt: skip
    if "C" in seats:
        cards.has("C", *["property_pink"] * 2, *["property_utility"] * 2, "money_5", "money_1",
                  "deal_breaker", "hotel")  # fmt: skip
    cards.up("B")
    return cards


@pytest.fixture(scope="module", params=LANGUAGES)
def made(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """One app per language for the whole module."""
    frontend = GameFrontend(table("ABC").game, Settings(language=request.param))
    with stage(frontend=frontend) as made:
        yield made


def lay(made: Stage, cards: CardTable) -> None:
    made.root.close_sheets()
    made.frontend.lay(cards.game)
    made.root.open("table")
    made.settle()
    made.clock.advance(1_000)


def act(name: str) -> Callable[[Stage], None]:
    return lambda made: made.root.page.act(name, "")


def second(name: str, place: int) -> Callable[[Stage], None]:
    """A sheet's card that leads on, tapped."""

    def prepare(made: Stage) -> None:
        made.root.page.act(name, "")
        made.frames(2)
        made.tap(list(reversed(made.root.sheet.ids.picks.children))[place])

    return prepare


def player(made: Stage) -> None:
    made.root.page.look_at(made.root.page.view.seats[1])


def asking(**play: Any) -> Callable[[Stage], None]:
    def prepare(made: Stage) -> None:
        made.frontend.ask({"do": "play", **play}, "", lambda _answer: None)

    return prepare


def refused(made: Stage) -> None:
    asking(what="sly_deal", to="A", takes="property_green")(made)
    made.frontend.ask({"do": "say_no", "who": "A"}, "", lambda _answer: None)


def over(made: Stage) -> None:
    made.frontend.ask({"do": "finish"}, "", lambda _answer: None)
    made.root.open("table")


SCREENS: dict[str, Callable[[Stage], None]] = {
    "table": lambda _made: None,
    "bank": act("bank"),
    "property": act("lay"),
    "a colour for it": second("lay", 10),
    "any colour": second("lay", 17),
    "rent": act("rent"),
    "action": act("action"),
    "take which": second("action", 2),
    "player": player,
    "pay": asking(what="rent_pink_orange", group="orange"),
    "hand over a set": asking(what="deal_breaker", to="A", group="dark_blue"),
    "swap": asking(what="forced_deal", to="A", takes="property_green", gives="property_red"),
    "no": refused,
    "over": over,
}


@pytest.mark.parametrize("seats", ["AB", "ABCDE"])
def test_nothing_is_cut_small_or_on_top_of_others(made: Stage, seats: str) -> None:
    found = []
    for name, prepare in SCREENS.items():
        lay(made, table(seats))
        prepare(made)
        made.settle()
        sizes = SIZES if len(seats) > 2 else SIZES[:1]
        found += [f"{name} {fault}" for fault in misfits(made, sizes)]
    assert found == []


# --- the usual things, by finger


def words(msgid: str, **facts: Any) -> str:
    from companion.ui.theme import theme

    return str(theme.tr(msgid, **facts))


def millions(n: int) -> str:
    from companion.ui.theme import theme

    return str(theme.money(n * M, True))


class Taps:
    """A finger that counts its touches."""

    def __init__(self, made: Stage) -> None:
        self.made, self.count = made, 0

    def on(self, msgid: str, **facts: Any) -> None:
        self.at(self.made.button(words(msgid, **facts)))

    def card(self, under: str, label: str = "") -> None:
        """The card with this value, of the ones shown."""
        page = self.made.root.page
        grid = (self.made.root.sheet or page.ids.body.children[0]).ids
        cards = grid.picks if "picks" in grid else grid.cards
        self.at(next(c for c in cards.children if (c.label, c.under) == (label, under)))

    def at(self, widget: Any) -> None:
        self.made.tap(widget)
        self.made.settle()
        self.count += 1


def test_a_rent_with_a_two_card_payment_takes_five_touches(made: Stage) -> None:
    cards = table("AB")
    lay(made, cards)
    paid, kept = cards.worth("B"), cards.worth("A")
    finger = Taps(made)
    finger.on("Demand rent")
    finger.on("Orange")  # everybody: 5, and 3 for the house
    finger.card(millions(5))
    finger.card(millions(4))
    finger.on("Pay {amount}", amount=millions(9))
    assert finger.count == 5
    assert made.root.page.view.claim is None
    assert (cards.worth("B"), cards.worth("A")) == (paid + 9, kept - 9)


def test_an_any_colour_rent_doubled_asks_one_player(made: Stage) -> None:
    cards = table("ABCDE")
    lay(made, cards)
    finger = Taps(made)
    finger.on("Demand rent")
    finger.on(NAMES["C"])
    finger.on("Doubled")
    finger.card(millions(16), words("Orange"))
    claim = made.root.page.view.claim
    assert (claim.answers, claim.owed.value, claim.kind) == ("C", 16 * M, "pay")
    assert finger.count == 4


def test_banking_and_laying_out_take_two_touches_each(made: Stage) -> None:
    cards = table("ABC")
    lay(made, cards)
    finger = Taps(made)
    finger.on("Bank a card")
    finger.card(millions(3))
    finger.on("Play a property")
    finger.on("Brown")
    assert finger.count == 4
    assert cards.lies("B")["money_3"] == 1 and cards.lies("B", "brown") == {"property_brown": 1}
    assert made.root.sheet is None


def test_the_cards_that_were_all_used_cannot_be_chosen(made: Stage) -> None:
    cards = table("ABC")
    lay(made, cards)
    Taps(made).on("Bank a card")
    ten = next(c for c in made.root.sheet.ids.picks.children if c.under == millions(10))
    assert ten.dim and not ten.enabled


def test_a_card_is_taken_when_the_other_lets_it_happen(made: Stage) -> None:
    cards = table("ABC")
    lay(made, cards)
    finger = Taps(made)
    finger.on("Action card")
    finger.card("", words("take a card").capitalize())
    finger.card(NAMES["A"], words("Green"))
    finger.on("Hand it over")
    assert finger.count == 4
    assert cards.lies("B", "green") == {"property_green": 1}


def test_no_is_answered_by_no_until_one_stands(made: Stage) -> None:
    cards = table("ABC")
    lay(made, cards)
    cards.do("play", what="sly_deal", to="A", takes="property_green")
    lay(made, cards)
    finger = Taps(made)
    for _ in range(3):
        finger.on("Say no")
    assert not made.root.page.ids.body.children[0].no, "all three are played"
    finger.on("Accept the no")
    assert cards.lies("A", "green") == {"property_green": 1}
    assert made.root.page.view.claim is None


def test_who_cannot_pay_it_all_gives_all_with_one_touch(made: Stage) -> None:
    cards = CardTable("AB", win_sets=3)
    cards.has("B", "money_1", "property_brown")
    cards.asks("A", "debt_collector")
    lay(made, cards)
    Taps(made).on("Pay {amount}", amount=millions(2))
    assert cards.worth("B") == 0 and cards.worth("A") == 2


def test_several_cards_of_a_kind_are_counted_by_touch(made: Stage) -> None:
    cards = CardTable("AB", win_sets=3)
    cards.has("B", "money_1", "money_1", "money_1")
    cards.asks("A", "its_my_birthday")
    lay(made, cards)
    finger = Taps(made)
    for _ in range(2):
        finger.card(millions(1))
    finger.on("Pay {amount}", amount=millions(2))
    assert (cards.worth("A"), cards.worth("B")) == (2, 1)


def test_a_card_of_two_colours_is_turned_from_the_players_row(made: Stage) -> None:
    cards = table("ABC")
    lay(made, cards)
    finger = Taps(made)
    finger.at(made.button("seat B"))
    finger.card(millions(3), f"{words('Red')} / {words('Yellow')}")
    finger.on("Yellow")
    assert cards.lies("B", "yellow") == {"wild_red_yellow": 1}


def test_a_refusal_is_told_and_nothing_changes(made: Stage) -> None:
    cards = table("AB")
    lay(made, cards)
    cards.asks("B", "debt_collector", to="A")
    lay(made, cards)
    before = len(cards.game.book)
    made.root.page.act("end", "")
    made.settle()
    assert NAMES["A"] in made.root.notice and len(cards.game.book) == before
    made.root.tell("")


def test_the_end_of_the_game_opens_the_standings(made: Stage) -> None:
    cards = CardTable("AB", win_sets=1)
    cards.has("A", "property_brown")
    cards.up("A")
    lay(made, cards)
    finger = Taps(made)
    finger.on("Play a property")
    finger.on("Brown")
    assert made.root.page_id == "standings"
    lay(made, cards)
    assert made.root.page_id == "cards"
    made.root.page.act("end", "")
    assert made.root.page_id == "standings"


def test_an_idle_card_table_draws_nothing(made: Stage) -> None:
    lay(made, table("ABCDE"))
    made.frames(4)
    drawn: list[object] = []
    made.window.bind(on_draw=lambda *_: drawn.append(1))
    made.frames(5)
    assert not drawn


def test_a_look_at_a_game_that_was_put_away_opens_nothing(
    made: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(made, table("AB"))
    page = made.root.page
    monkeypatch.setattr(made.frontend, "look", lambda _face, answer: answer(None))
    for open_sheet in (act("bank"), act("lay"), act("action"), player):
        open_sheet(made)
        made.frames(2)
        assert made.root.sheet is None and made.root.page is page
    page.act("rent", "")
    made.frames(2)
