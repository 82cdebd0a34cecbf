"""The card game: what can be asked, how it is told, and the table as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec.structs import asdict

from companion.core.book import BANK, Holdings
from companion.core.requests import Correct, EndTurn, Finish, Option, Rename, Request
from companion.core.values import Phrase
from companion.games.deal import answers, moves
from companion.games.deal.facts import CARDS_PLAYED
from companion.games.deal.requests import (
    BankCard,
    Concede,
    Flip,
    Lay,
    PayCards,
    Play,
    Put,
    SayNo,
)
from companion.games.deal.table import CardTable, claims, set_of

SENTENCES: Mapping[str, str] = {
    "bank_card": "{who} puts into the bank: {what}",
    "lay_card": "{who} lays down: {what}",
    "lay_wild": "{who} lays down for {group}: {what}",
    "flip_card": "{who} turns a card to {group}: {what}",
    "put_on": "Put right: {to} has this too: {what}",
    "put_off": "Put right: {who} does not have this: {what}",
    "put_over": "Put right: this card of {who} lies before {to}: {what}",
    "card_draw": "{who} draws two more cards",
    "card_rent": "{who} asks {amount} rent for {group}",
    "card_collect": "{who} asks {amount}: {what}",
    "card_take": "{who} wants a card of {to}: {piece}",
    "card_swap": "{who} wants to swap with {to}: {gives} for {piece}",
    "card_take_set": "{who} wants the set of {to}: {group}",
    "card_build": "{who} builds on {group}: {what}",
    "say_no": "{who} says no to {to}",
    "no_stands": "{to} accepts the no of {who}",
    "done_take": "{who} takes a card of {to}: {piece}",
    "done_swap": "{who} swaps with {to}: {gives} for {piece}",
    "done_take_set": "{who} takes the set of {to}: {group}",
    "pay_cards": "{who} pays {to} with cards worth {amount}",
}
LABELS: Mapping[str, str] = {
    "bank_card": "the card in the bank",
    "lay_card": "the card laid out",
    "lay_wild": "the card laid out",
    "flip_card": "the card turned",
    "put_on": "the card put right",
    "put_off": "the card put right",
    "put_over": "the card put right",
    "card_draw": "the two cards",
    "card_rent": "the rent asked for",
    "card_collect": "the money asked for",
    "card_take": "the card asked for",
    "card_swap": "the swap asked for",
    "card_take_set": "the set asked for",
    "card_build": "the building",
    "say_no": "the no",
    "no_stands": "the no that stands",
    "done_take": "the card taken",
    "done_swap": "the swap",
    "done_take_set": "the set taken",
    "pay_cards": "the payment",
}


class Deal(CardTable):
    """The rules of the card game."""

    handlers: ClassVar[Mapping[type[Request], Callable[..., None]]] = {
        BankCard: moves.bank,
        Lay: moves.lay,
        Play: moves.play,
        Flip: moves.flip,
        Put: moves.put,
        EndTurn: moves.end_turn,
        PayCards: answers.pay_cards,
        SayNo: answers.say_no,
        Concede: answers.concede,
    }
    shared: ClassVar[frozenset[type[Request]] | None] = frozenset({Correct, Finish, Option, Rename})
    sentences = SENTENCES
    undo_labels = LABELS
    put_right = Phrase("Touch the player's row at the table, then the card: it is put right there.")

    def allowed(self, book: Holdings) -> list[str] | None:
        """Answers while somebody has to answer, else cards and the end of the turn."""
        words = ["flip", *(kind.do for kind in self.shared or ())]
        if claims(book):
            return [*words, "concede", "pay_cards", "say_no"]
        used = book.get(CARDS_PLAYED) or 0
        more = used < self.at(book).number("plays_per_turn")
        return [*words, "end_turn", "put", *(("bank", "lay", "play") if more else ())]

    def more(self, book: Holdings) -> dict[str, Any]:
        """Every card on the table, the rest, what is asked and what is left of the turn."""
        used = book.get(CARDS_PLAYED) or 0
        printed = self.at(book)
        return {
            "table": {who: self._player(book, who) for who in self.seats(book)},
            "rest": self.holdings(book, BANK),
            "claims": [{**asdict(claim), "answers": claim.answers} for claim in claims(book)],
            "plays_left": printed.number("plays_per_turn") - used,
            "draw": printed.number("draw_per_turn"),
            "draw_if_hand_empty": printed.number("draw_if_hand_empty"),
            "hand_max": printed.number("hand_max"),
        }

    def _player(self, book: Holdings, who: str) -> dict[str, Any]:
        return {
            "bank": self.holdings(book, who),
            "sets": {
                group: {
                    "cards": cards,
                    "size": self.size(group),
                    "complete": bool(self.full(book, who, group)),
                    "rent": self.set_rent(book, who, group),
                }
                for group in self.sets
                if (cards := self.holdings(book, set_of(who, group)))
            },
            "complete": self.complete(book, who),
        }


RULES = Deal
