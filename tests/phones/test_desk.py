"""Whatever a phone sends: the desk goes on, and nothing is booked for another seat."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.requests import KINDS, Request, parse
from companion.faces.table import game_view
from companion.faces.views import View
from companion.phones.desk import PhoneDesk
from companion.phones.rights import Bound
from companion.session.commit import Answer
from companion.storage.settings import Settings
from tests.faces.evening import Evening

PLAIN = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from("ABC")
ANY = st.recursive(PLAIN, lambda one: st.lists(one, max_size=3) | st.dictionaries(
    st.text(max_size=6), one, max_size=3
), max_leaves=6)  # fmt: skip
MESSAGES = st.lists(
    st.dictionaries(
        st.sampled_from(("sit", "code", "id", "who", "amount", "from", "to", "by", "x")), ANY
    )
    | st.fixed_dictionaries(
        {"do": st.sampled_from(sorted(KINDS)), "id": ANY},
        optional={
            "who": st.sampled_from("ABC"), "amount": st.integers(1, 500), "deed": st.just(39),
            "from": st.sampled_from(("A", "B", "bank")), "to": st.sampled_from(("A", "B", "bank")),
        },
    ),
    max_size=12,
)  # fmt: skip


class Phone:
    def __init__(self, token: str) -> None:
        self.token = token
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def end(self) -> None:
        """Nothing is open."""


class Table:
    """A bank that answers at once, as the session would."""

    open_id = "0001"
    settings = Settings()

    def __init__(self) -> None:
        self.evening = Evening(3)
        self.view = self.seen()
        self.booked_for: set[str] = set()

    def seen(self) -> View:
        return View(len(self.evening.game.book), game=game_view(self.evening.game, 0))

    def ask(
        self,
        request: Mapping[str, Any],
        press_id: str,
        answer: Callable[[Answer], None],
        bind: Callable[[Request], Bound],
    ) -> None:
        game = self.evening.game
        try:
            own = bind(parse(request, game.rules.words))
            own.check(game)
            entry = game.ask(own.request, 0)
        except Refused as no:
            answer(Answer(refused=no))
            return
        game.apply(entry)
        self.booked_for.add(own.seat)
        answer(Answer(entry=entry))

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        return lambda: None


@settings(max_examples=150, deadline=None)
@given(MESSAGES)
def test_the_desk_goes_on_and_answers_everybody(messages: list[dict[str, Any]]) -> None:
    table = Table()
    desk = PhoneDesk(table, None, lambda: 0.0, lambda act: act(), lambda _: None)
    desk.show(table.view)
    anna, stranger = Phone("anna"), Phone("stranger")
    for phone in (anna, stranger):
        desk.came(phone)
    desk._seats.sit("anna", "A")
    for message in messages:
        if "sit" not in message:
            desk.heard(anna, dict(message))
            assert "ok" in anna.heard[-1]
        desk.heard(stranger, dict(message))
        assert desk._seats.seat_of("stranger") == ""
    assert table.booked_for <= {"A"}
    cash = {who: table.evening.game.book.held(who, "money") for who in "BC"}
    assert min(cash.values()) >= 1500, "nobody but A has paid"
