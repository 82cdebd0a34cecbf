"""What only Mega and Anti-Monopoly ask: every question fits, is answered by touch, and leads on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from companion.storage.settings import Settings
from tests.faces.evening import NAMES, Evening
from tests.ui.bank_frontend import GameFrontend
from tests.ui.layout import problems, seen
from tests.ui.stage import LANGUAGES, Stage, misfits, stage


@pytest.fixture(scope="module", params=LANGUAGES)
def made(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """One app per language for the whole module."""
    with stage(frontend=GameFrontend(settings=Settings(language=request.param))) as made:
        yield made


@pytest.fixture(scope="module")
def english() -> Iterator[Stage]:
    """One app to play on."""
    with stage(frontend=GameFrontend(settings=Settings(language="en"))) as made:
        yield made


def mega(seats: int = 8) -> Evening:
    return Evening(seats, "mega_us", names=NAMES)


def anti(seats: int = 6) -> Evening:
    return Evening(seats, "anti_x10", names=NAMES)


def birthday() -> Evening:
    table = mega()
    table.ask("land", who="A", pos=47)
    return table


def what_to_auction() -> Evening:
    table = mega()
    table.ask("land", who="A", pos=14)
    return table


def a_triple() -> Evening:
    table = mega()
    table.ask("roll", dice=[1, 1, 1])
    return table


def a_ticket() -> Evening:
    table = mega()
    table.ask("take", who="A", what="bus_ticket")
    return table


def a_ticket_drawn() -> Evening:
    table = mega()
    table.ask("take", who="B", what="bus_ticket")
    table.ask("roll", dice=[3, 3], special="bus")
    table.ask("buy", who="A", deed=6)
    return table


def a_bonus() -> Evening:
    table = mega()
    table.ask("roll", dice=[6, 4], special="mr_monopoly")
    table.ask("buy", who="A", deed=10)
    return table


def sides() -> Evening:
    return anti()


def foundation() -> Evening:
    table = anti()
    table.ask("land", who="A", pos=20)
    return table


def final_dice() -> Evening:
    table = anti(2)
    table.ask("buy", who="B", deed=12)
    table.ask("bankrupt", who="A", to="bank", confirm=True)
    return table


QUESTIONS = (
    birthday, what_to_auction, a_triple, a_ticket, a_ticket_drawn, a_bonus, sides, foundation,
    final_dice,
)  # fmt: skip


def opened(made: Stage, page: str) -> Any:
    found = made.root.open(page)
    made.settle()
    made.settle()
    made.clock.advance(1_000)  # a new page takes no touch at once
    return found


@pytest.mark.parametrize("table", QUESTIONS, ids=lambda f: f.__name__)
def test_every_question_fits(made: Stage, table: Callable[[], Evening]) -> None:
    made.frontend.lay(table().game)
    opened(made, "ask")
    found = misfits(made)
    opened(made, "table")
    found += [f"table: {fault}" for fault in problems(made.root)]
    assert found == []


def test_three_dice_fit(made: Stage) -> None:
    made.frontend.lay(mega().game)
    opened(made, "table").open_dice()
    made.settle()
    assert misfits(made) == []
    made.root.close_sheets()


def play(made: Stage, table: Evening, *taps: str) -> Any:
    """The game goes on by these touches alone; the page that is open then."""
    made.frontend.lay(table.game)
    made.settle()
    opened(made, "table")
    for words in taps:
        made.tap(words)
        made.settle()
    return made.root.page


def answers(made: Stage) -> list[str]:
    return [tile.says for tile in made.root.page.ids.answers.children][::-1]


def test_a_birthday_gift_in_three_touches(english: Stage) -> None:
    table = mega(2)
    page = play(english, table, "Birthday")
    assert type(page).__name__ == "AskPage", "the question comes by itself"
    assert answers(english) == ["100 from the bank", "bus ticket"]
    english.tap("bus ticket")
    assert table.game.book.held("A", "bus_ticket") == 1
    assert type(english.root.page).__name__ == "TablePage"
    english.tap("End turn")
    assert table.game.book.fact("turn") == "B"


def test_the_dice_with_mr_monopoly_lead_on(english: Stage) -> None:
    table = mega(2)
    page = play(english, table)
    page.open_dice()
    english.settle()
    english.clock.advance(1_000)
    for face in ("die 1: 6", "die 2: 4", "Mr. Monopoly"):
        english.tap(face)
    english.settle()
    english.tap("Buy for 150")
    english.settle()
    assert type(english.root.page).__name__ == "AskPage"
    english.tap(answers(english)[0])
    english.settle()
    assert table.game.book.fact("at:A") == 11
    english.tap("Buy for 100")
    english.settle()
    english.tap("End turn")
    assert table.game.book.fact("turn") == "B"


def test_a_ride_to_a_utility_asks_what_the_dice_show(english: Stage) -> None:
    table = mega(2)
    table.own("B", 10)
    table.ask("take", who="A", what="bus_ticket")
    play(english, table, "Take the bus…", "Gas")
    assert english.root.page.title == "What do the dice show together?"
    assert answers(english) == [str(n) for n in range(2, 16)] and problems(english.root) == []
    english.tap("7")
    english.settle()
    assert type(english.root.page).__name__ == "LandingPage"
    english.tap("Pay 28 to Ben")
    english.settle()
    assert table.game.book.fact("at:A") == 10 and table.game.book.held("A", "bus_ticket") == 0


def test_sides_are_asked_for_one_after_the_other(english: Stage) -> None:
    table = anti(4)
    play(english, table, "Answer…")
    assert [tile.sign for tile in english.root.page.ids.answers.children] == ["factory", "tag"]
    english.tap("Monopolist (blue)")
    english.settle()
    assert english.root.page.title == "Ben chooses a side"
    english.tap("Monopolist (blue)")
    english.settle()
    assert type(english.root.page).__name__ == "TablePage", "the rest follows from it"
    found = table.game.rules.more(table.game.book)["sides"]
    assert "".join(side[0] for side in found.values()) == "mmcc"


def test_nobody_is_offered_a_card_he_does_not_have(english: Stage) -> None:
    table = anti(2)
    table.ask("land", who="A", pos=30)
    table.ask("end_turn")
    table.ask("land", who="B", pos=1)
    table.ask("decline")
    table.ask("end_turn")
    page = play(english, table)
    assert page.heading == "Anna is in a price war"
    english.tap("Out of the price war…")
    english.settle()
    shown = {w.text for w in seen(english.root) if getattr(w, "text", "")}
    assert "Pay 500 and roll" in shown and "Use the jail card" not in shown


def test_what_is_not_bought_is_left_without_an_auction(english: Stage) -> None:
    table = anti(2)
    table.ask("role", who="A", side="competitor")
    page = play(english, table)
    page.ask(page._arrival(39), "", partial(page._landed, 39))
    english.settle()
    english.clock.advance(1_000)
    english.tap("Do not buy")
    english.settle()
    assert type(english.root.page).__name__ == "TablePage" and not table.game.book.fact("offer_buy")


def test_the_final_dice_end_the_game(english: Stage) -> None:
    table = final_dice()
    play(english, table, "Answer…")
    english.tap("9")
    english.settle()
    assert table.game.book.fact("ended")
    assert type(english.root.page).__name__ == "StandingsPage"
