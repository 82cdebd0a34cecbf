"""The card game's table: cards are the money and the property, and lie in one of three places.

A seat holds its bank, ``set:A:red`` A's red cards with their buildings, the bank all the rest:
pile, hands and played cards. So no card is ever in two places, and nobody's hand is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core import bankruptcy
from companion.core.book import BANK, BOX, Holdings
from companion.core.edition import Edition
from companion.core.errors import Refused
from companion.core.figures import NUMBER, Figure, Kind
from companion.core.values import Phrase, Way, Worth
from companion.core.work import GameRules, Work
from companion.games.deal.cards import Card, deck, lies_in
from companion.games.deal.facts import CLAIMS, Claim


def claims(book: Holdings) -> list[Claim]:
    """Everything still to be answered, in the order it is answered."""
    return [*(book.get(CLAIMS) or ())]


def note_claims(work: Work, left: list[Claim]) -> None:
    """These are the open claims now."""
    work.draft.mark(CLAIMS, tuple(left) or None)


def set_of(who: str, group: str) -> str:
    """The holder of a player's cards of one colour."""
    return f"set:{who}:{group}"


def group_of(place: str) -> str:
    """The colour of a holder, "" for a player's bank."""
    return place.rpartition(":")[2] if ":" in place else ""


class CardTable(GameRules):
    """Reads the card game's table; amounts stand in the figures: a card can correct them."""

    figures: ClassVar[Mapping[str, Figure]] = {
        "draw_per_turn": NUMBER,
        "draw_if_hand_empty": NUMBER,
        "start_hand": NUMBER,
        "hand_max": NUMBER,
        "plays_per_turn": NUMBER,
        "rent_factor": NUMBER,
    }

    def __init__(self, edition: Edition) -> None:
        self.deck = deck(edition)
        self.sets: dict[str, Any] = {raw["id"]: raw for raw in edition.tables["set"]}
        # To look only for what can lie at a place makes every look at the table twice as quick.
        self._may_lie = {
            group: tuple(card.id for card in self.deck.values() if lies_in(card, group))
            for group in ("", *self.sets)
        }
        figures = {f"value_{card.id}": card.value for card in self.deck.values()}
        figures |= {f"amount_{card.id}": card.amount for card in self.deck.values() if card.amount}
        for group, raw in self.sets.items():
            figures |= {f"rent_{group}_{n}": rent for n, rent in enumerate(raw["rents"], 1)}
        money = {name: figure * edition.unit for name, figure in figures.items()}
        declared = {name: Figure(Kind.MONEY, words) for name, words in self._words()}
        figures = {**edition.figures, **money}
        super().__init__(replace(edition, figures=figures, declared=declared))

    def _words(self) -> Iterator[tuple[str, Phrase]]:
        """What every figure is called where a card of the table says another one."""
        for card in self.deck.values():
            yield f"value_{card.id}", Phrase("worth of a card: {card}", card=card.name)
            yield f"amount_{card.id}", Phrase("sum on a card: {card}", card=card.name)
        for group, raw in self.sets.items():
            for n in range(1, len(raw["rents"]) + 1):
                words = Phrase("rent, row {row}: {colour}", row=n, colour=Phrase(raw["name"]))
                yield f"rent_{group}_{n}", words

    def set_up(self, work: Work) -> None:
        """The whole deck comes out of the box."""
        for card in self.deck.values():
            work.draft.move(card.id, card.count, BOX, BANK)

    def card(self, what: str) -> Card:
        """A kind of card. Raises Refused for one the deck does not have."""
        card = self.deck.get(what)
        if card is None:
            raise Refused(
                "no_card", "There is no card '{what}'.", "The cards are {known}.",
                what=what, known=", ".join(self.deck),
            )  # fmt: skip
        return card

    def kind(self, effect: str) -> Card:
        """The first kind of card with this effect."""
        return next(card for card in self.deck.values() if card.effect == effect)

    def named(self, what: str) -> object:
        """A card or a colour as sentences name it."""
        if what in self.deck:
            return self.deck[what].name
        return Phrase(self.sets[what]["name"]) if what in self.sets else super().named(what)

    # --- one player's cards

    def value(self, book: Holdings, what: str) -> int:
        """What a card pays."""
        return self.at(book).number(f"value_{what}")

    def places(self, who: str) -> Iterator[str]:
        """His bank, then his colours in the order of the printed rents."""
        yield who
        for group in self.sets:
            yield set_of(who, group)

    def size(self, group: str) -> int:
        """How many cards make the set complete."""
        return len(self.sets[group]["rents"])

    def cards_in(self, book: Holdings, who: str, group: str) -> list[str]:
        """The property cards in a colour: its own first, those of any colour last."""
        place = set_of(who, group)
        return [
            what
            for what in self._may_lie[group]
            if self.deck[what].effect == "property"
            for _ in range(book.held(place, what))
        ]

    def full(self, book: Holdings, who: str, group: str) -> int:
        """How many complete sets lie in a colour; cards of any colour alone make none."""
        cards = self.cards_in(book, who, group)
        own = any(len(self.deck[what].groups) < len(self.sets) for what in cards)
        return len(cards) // self.size(group) if own else 0

    def complete(self, book: Holdings, who: str) -> list[str]:
        """The colours ``who`` has a complete set of."""
        return [group for group in self.sets if self.full(book, who, group)]

    def tops(self) -> list[Card]:
        """Buildings, what goes on others last."""
        return [card for card in self.deck.values() if card.effect == "build"]

    def set_rent(self, book: Holdings, who: str, group: str) -> int:
        """The rent of a colour: by its cards, more on a complete set with buildings."""
        printed = self.at(book)
        n = min(len(self.cards_in(book, who, group)), self.size(group))
        on = [card.id for card in self.tops() if book.held(set_of(who, group), card.id)]
        rent = printed.number(f"rent_{group}_{n}") if n else 0
        return rent + sum(printed.number(f"amount_{what}") for what in on)

    def holdings(self, book: Holdings, place: str) -> dict[str, int]:
        """Every card at a place."""
        kinds = self.deck if place == BANK else self._may_lie[group_of(place)]
        return {what: n for what in kinds if (n := book.held(place, what))}

    def find(self, book: Holdings, who: str, named: str) -> tuple[str, str]:
        """Where a card of ``who`` lies, named "what" or "what@colour", in his bank first."""
        what, _, group = named.partition("@")
        card = self.card(what)
        wanted = (set_of(who, group),) if group else tuple(self.places(who))
        there = [place for place in wanted if book.held(place, what)]
        facts = {"who": self.name(book, who), "card": card.name}
        if not there:
            raise Refused(
                "not_there", "{who} has no such card on the table: {card}.",
                "Choose one that lies before {who}.", **facts,
            )  # fmt: skip
        if len(there) > 1 and card.effect == "property":
            raise Refused(
                "which", "{who} has this card in several colours: {card}.",
                "Name the colour it lies in.", **facts,
            )  # fmt: skip
        return what, there[0]

    def awaits(self, book: Holdings) -> bool:
        """Whether a claim still has to be answered."""
        return bool(claims(book))

    # --- what the engine asks

    def cash(self, book: Holdings, who: str) -> int:
        """The value of a player's bank; the table's bank has given all of them out."""
        if who == BANK:
            return -sum(self.worth(book, seat).cash for seat in self.seats(book))
        return self.worth(book, who).cash

    def worth(self, book: Holdings, who: str) -> Worth:
        """Bank, property cards and buildings at the values printed on the cards."""
        parts = [0, 0, 0]
        for place in self.places(who):
            for what, n in self.holdings(book, place).items():
                at = 0 if place == who else 1 if self.deck[what].effect == "property" else 2
                parts[at] += n * self.value(book, what)
        return Worth(who, *parts)

    def raise_ways(self, book: Holdings, who: str) -> list[Way]:
        """Every card that can pay."""
        return [
            Way("pay_cards", -1, what, n * self.value(book, what), True)
            for place in self.places(who)
            for what, n in self.holdings(book, place).items()
            if self.value(book, what)
        ]

    def watch(self, work: Work, *whose: str) -> None:
        """Buildings that lost their set become money; who has enough complete sets has won."""
        book = work.draft
        for who in whose:
            for group in self.sets:
                place, room = set_of(who, group), self.full(book, who, group)
                for top in self.tops():
                    over = book.held(place, top.id) - room
                    book.move(top.id, max(0, over), place, who)
                    room = book.held(place, top.id)
        for who in whose:
            if len(self.complete(book, who)) >= self.option(book, "win_sets"):
                bankruptcy.end(work, "sets", who)
                return


def table_of(work: Work) -> CardTable:
    """The rules of a request in this game."""
    assert isinstance(work.rules, CardTable)
    return work.rules
