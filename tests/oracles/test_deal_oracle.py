"""Every recorded card game: payments, overpayments, shortfalls, tables and sets agree."""

from __future__ import annotations

from collections import Counter

from companion.core.game import Game
from tests.facts import undeclared
from tests.oracles.deal_replay import MILLION, Replay, events, kind, patient


def test_every_recorded_card_game_agrees() -> None:
    deck, games = events()
    seen: Counter[str] = Counter()
    for game in games:
        replay = Replay(deck, game)
        replay.run()
        replay.game.book.audit()
        assert not undeclared(replay.game.book)
        again = Game(replay.rules, replay.game.book)
        assert again.book.state() == replay.game.book.state()
        seen += replay.seen
    assert len(games) == 16
    assert seen["paid"] == 841
    assert seen["dev"] == 8, "the engine adds 5 for a hotel; the card says 4"
    assert seen["tables"] == sum(len(game[0]["players"]) for game in games)
    assert seen["over"] > 100 and seen["short"] > 10 and seen["empty"] > 50


def test_the_engines_deck_is_ours_card_by_card_but_for_two_values() -> None:
    deck, _ = events()
    rules = patient()
    theirs = Counter(kind(card) for card in deck["cards"])
    assert theirs == {what: card.count for what, card in rules.deck.items()}
    wrong = {
        kind(card)
        for card in deck["cards"]
        if card["v"] * MILLION != rules.edition.figures[f"value_{kind(card)}"]
    }
    assert wrong == {"debt_collector", "just_say_no"}, "the engine never banks action cards"
