"""The table's page about phones: on, who asks, taking back, off; it fits with eight seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.phones.view import Asking, Desk
from companion.storage.settings import Settings
from tests.ui.bank_frontend import GameFrontend
from tests.ui.evenings import full_table
from tests.ui.stage import LANGUAGES, Stage, misfits, stage

URL = "http://192.168.178.23:8642/"
DESK = Desk(
    "0aBUFLf9S395Ua1x9HGz_w",
    "answer",
    tuple(zip("ABCDEFGH", (1, 0, 2, 0, 1, 0, 0, 1), strict=True)),
    (Asking(3, "B", "Maximilian-Alexander"),),
)


class StillPhones:
    """Phones that remember what the table said."""

    def __init__(self) -> None:
        self.urls: tuple[str, ...] = ()
        self.desk = Desk()
        self.watch: Callable[[Desk], None] = lambda _: None
        self.calls: list[Any] = []
        self.fault = ""

    def switch_on(self) -> str:
        if not self.fault:
            self.urls, self.desk = (URL,), DESK
        return self.fault

    def switch_off(self) -> None:
        self.urls, self.desk = (), Desk()

    def set_level(self, level: str) -> None:
        self.calls.append(level)

    def answer(self, number: int, yes: bool) -> None:
        self.calls.append((number, yes))

    def take_back(self, letter: str) -> None:
        self.calls.append(letter)

    def fresh_code(self) -> None:
        self.calls.append("code")


@pytest.fixture
def made(request: pytest.FixtureRequest) -> Iterator[Stage]:
    settings = Settings(language=getattr(request, "param", "en"))
    frontend: Any = GameFrontend(full_table(long_names=True).game, settings)
    frontend.phones = StillPhones()
    with stage(frontend=frontend) as made:
        made.frontend.lay(frontend.game)
        made.frames(2)
        yield made


def opened(made: Stage) -> None:
    made.root.open("phones")
    made.frames(2)
    made.clock.advance(1_000)


@pytest.mark.parametrize("made", LANGUAGES, indirect=True)
def test_on_and_off_fit(made: Stage) -> None:
    made.root.open("phones")
    made.frames(2)
    assert misfits(made) == []
    made.root.page.switch(True)
    made.frames(2)
    assert misfits(made) == []
    assert made.root.page.code == f"{URL}#code={DESK.code}"


def test_who_asks_is_answered_and_a_seat_is_taken_back_in_two_touches(made: Stage) -> None:
    phones = made.frontend.phones
    opened(made)
    made.tap("Let phones in")
    assert made.frontend.settings.phones, "they are let in again after a restart"
    rows = {row.letter: row for row in made.root.page.ids.rows.rows.children}
    made.tap(rows["B"].ids.yes)
    made.tap(rows["A"].ids.no)
    made.tap("Look only")
    assert [call for call in phones.calls if call != "code"] == [(3, True), "A", "look"]
    made.tap("Phones off")
    assert phones.urls == () and not made.frontend.settings.phones
    assert made.button("Let phones in")


def test_what_cannot_be_is_a_sentence_and_nothing_is_switched(made: Stage) -> None:
    made.frontend.phones.fault = "This computer is in no net."
    opened(made)
    made.tap("Let phones in")
    assert made.root.notice == "This computer is in no net."
    assert not made.frontend.settings.phones and made.root.page.code == ""
