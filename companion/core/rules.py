"""The questions a game of this family answers, the usual way; editions override a few.

Rules never post: they return a value, or raise Refused with the reason and the remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from companion.core.book import BANK, MONEY, Book, Holdings
from companion.core.build import Building
from companion.core.edition import Deed, TaxSpace
from companion.core.errors import Refused
from companion.core.facts import AT, DOUBLES, FREED, JAILED
from companion.core.requests import KINDS, Request, Trade
from companion.core.values import (
    JAIL,
    Badge,
    Corner,
    Extra,
    Money,
    Movement,
    Phrase,
    Pieces,
    Question,
    Quote,
    Way,
    Worth,
)


class Rules(Building):
    """The rules of one printing, the usual way."""

    handlers: ClassVar[Mapping[type[Request], Callable[..., None]]] = {}
    """Requests only this edition knows: how each is worked out."""
    sentences: ClassVar[Mapping[str, str]] = {}
    """Templates for reasons only this edition books."""
    undo_labels: ClassVar[Mapping[str, str]] = {}
    """What an undo calls these."""
    tasks: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """What a space (``task``) or a die (``bonus``) may oblige a player to: the reason and remedy
    while it is not yet done."""
    final_requests: ClassVar[tuple[type[Request], ...]] = ()
    """What may be asked while the end is held (``holds_end``)."""
    shared: ClassVar[frozenset[type[Request]] | None] = None
    """Which of the usual requests this game takes beside its own; None: all of them."""
    put_right: ClassVar[Phrase] = Phrase("")
    """What to do about a slip in a game whose entries are not put right one by one."""
    goes_with_entry: ClassVar[frozenset[str]] = frozenset()
    """Facts that are as before once the entry that noted them is taken back."""
    never: ClassVar[frozenset[str]] = frozenset()
    """Do-words of other games that make no sense in this one."""
    coloured: ClassVar[frozenset[str]] = frozenset({"street"})
    """Kinds of deeds whose groups are called colours."""
    prints_mortgage: ClassVar[bool] = True
    """Whether a card tells what its mortgage brings."""
    rebates: ClassVar[bool] = True
    """Whether a rent may be given away."""
    auctions_estate: ClassVar[bool] = True
    """Whether the bank auctions what is not bought or left to it, or just keeps it on offer."""

    @cached_property
    def words(self) -> Mapping[str, type[Request]]:
        """Every request of this game by its do-word; its own stand before those games share."""
        return {**KINDS, **{kind.do: kind for kind in self.handlers}}

    # --- amounts ---

    def salary(self, book: Holdings, who: str, exact: bool) -> int:
        """What GO pays; twice on it where ``double_go`` is played."""
        return self.at(book).number("go_salary") * (
            2 if exact and self.option(book, "double_go") else 1
        )

    def jail_fine(self, book: Holdings, who: str) -> int:
        """What it costs to leave jail."""
        return self.at(book).number("jail_fine")

    def tax(self, book: Holdings, who: str, tax: TaxSpace, choice: str, dice: int | None) -> Quote:
        """What ``who`` pays on a tax space; the share counts cash, prices and buildings.

        A mortgaged deed counts with its whole printed price (US leaflet, "Income Tax").
        """
        if (choice or tax.ways[0]) == "percent":
            owned = self.worth(book, who)
            prices = sum(deed.price for deed in self.deeds_of(book, who))
            worth = owned.total - owned.deeds + prices
            return Quote(
                self.share(book, worth, tax.percent),
                BANK,
                Phrase("{percent} percent of {worth}", percent=tax.percent, worth=Money(worth)),
            )
        return Quote(tax.amount, BANK, Phrase("the sum printed on the space"))

    # --- mortgages and handing over ---

    def may_mortgage(self, book: Holdings, who: str, deed: Deed) -> None:
        """Raises Refused while buildings of his stand in the colour."""
        self._no_buildings(book, deed, "mortgaged")

    def may_change_hands(self, book: Holdings, deed: Deed) -> None:
        """Raises Refused while buildings of the owner stand in the colour."""
        self._no_buildings(book, deed, "traded")

    def _no_buildings(self, book: Holdings, deed: Deed, what: str) -> None:
        counts: dict[str, int] = {}
        total = 0
        for pos in self.mortgage_group(book, self.owner(book, deed.pos), deed.pos):
            for piece, n in self.pieces_on(book, pos).items():
                counts[piece] = counts.get(piece, 0) + n
            total += self.resale_value(book, pos)[1]
        if counts:
            raise Refused(
                "set_built",
                "{deed} cannot be mortgaged while buildings stand in its colour."
                if what == "mortgaged"
                else "{deed} cannot change hands while buildings stand in its colour.",
                "Sell {pieces} to the bank first: +{amount}.",
                deed=deed.name,
                pieces=Pieces.of(counts),
                amount=Money(total),
            )

    # --- auctions, worth, raising ---

    def auction_terms(self, book: Holdings, pos: int) -> tuple[int, int]:
        """The first bid and the smallest raise for a deed."""
        printed = self.at(book)
        return printed.number("auction_start"), printed.number("auction_raise")

    def worth(self, book: Holdings, who: str) -> Worth:
        """Cash, printed prices (half if mortgaged) and buildings at cost."""
        deeds = buildings = 0
        for deed in self.deeds_of(book, who):
            deeds += deed.price // 2 if self.mortgaged(book, deed.pos) else deed.price
            buildings += self.cost_value(book, deed.pos)
        return Worth(who, book.held(who, MONEY), deeds, buildings)

    def raise_ways(self, book: Holdings, who: str) -> list[Way]:
        """Every way to raise money: buildings at half, then mortgages; what is legal now first."""
        ways: list[Way] = []
        later: list[Way] = []
        groups: dict[str, int] = {}
        for deed in self.deeds_of(book, who):
            amount = self.resale_value(book, deed.pos)[1]
            if amount:
                groups[deed.group] = groups.get(deed.group, 0) + amount
        ways += [Way("sell", -1, group, amount, True) for group, amount in groups.items()]
        for deed in self.deeds_of(book, who):
            if not self.mortgaged(book, deed.pos):
                amount = self.mortgage_value(book, deed.pos)
                now = self._allowed(self.may_mortgage, book, who, deed)
                (ways if now else later).append(Way("mortgage", deed.pos, "", amount, now))
        return ways + later

    @staticmethod
    def _allowed(question: Callable[..., None], *args: object) -> bool:
        try:
            question(*args)
        except Refused:
            return False
        return True

    def raiseable(self, book: Holdings, who: str) -> int:
        """Cash and everything that could be raised, all in all."""
        return book.held(who, MONEY) + sum(way.amount for way in self.raise_ways(book, who))

    # --- dice ---

    def movement(self, book: Holdings, who: str, dice: tuple[int, ...], special: str) -> Movement:
        """Where the dice take ``who`` (classic rule summary, "Dein Zug & Pasch", "Gefängnis")."""
        printed = self.edition
        double = dice[0] == dice[1]
        tries = book.get(JAILED(who))
        doubles = book.get(DOUBLES) or 0
        if tries is not None:
            if not double and tries + 1 < printed.number("jail_max_tries"):
                return Movement(None, tries=tries + 1)
            pos, passed = self.ahead(book, who, sum(dice))
            return Movement(pos, salary=passed, fine=not double)
        if double and doubles + 1 >= printed.number("doubles_to_jail"):
            return Movement(None, jail=True)
        pos, passed = self.ahead(book, who, sum(dice))
        double = double and book.get(FREED) != who
        return Movement(pos, salary=passed, again=double, doubles=doubles + 1 if double else 0)

    def throw(self, book: Holdings, randbelow: Callable[[int], int]) -> tuple[tuple[int, ...], str]:
        """What the app's own dice show; ``randbelow(n)`` is a uniform number in 0..n-1."""
        return (1 + randbelow(6), 1 + randbelow(6)), ""

    def ahead(self, book: Holdings, who: str, steps: int) -> tuple[int, bool]:
        """The space ``steps`` ahead, and whether GO was passed (not landed on) on the way."""
        here = book.get(AT(who)) or 0
        there = here + steps
        size = len(self.edition.spaces)
        return there % size, there > size

    def end_ranking(self, book: Holdings) -> list[Worth]:
        """Everybody still playing by worth, best first; ties keep the seats' order."""
        worths = [self.worth(book, who) for who in self.playing(book)]
        return sorted(worths, key=lambda worth: -worth.total)

    def over(self, book: Holdings) -> str:
        """Why the game is over after a bankruptcy, or ""."""
        return "last_standing" if len(self.playing(book)) == 1 else ""

    def ruined_lot(self, book: Holdings, pos: int, to_bank: bool) -> tuple[Mapping[str, int], int]:
        """Pieces that leave a bankrupt's lot, and what the bank pays his creditor for them."""
        return self.pieces_on(book, pos), 0 if to_bank else self.resale_value(book, pos)[1]

    def allowed(self, book: Holdings) -> list[str] | None:
        """The do-words that can make sense now; None: the usual ones of a board game."""
        return None

    def more(self, book: Holdings) -> dict[str, Any]:
        """What only this game has on the table, as plain data."""
        return {}

    def extra(self, book: Book) -> Extra:
        """What this game adds to the picture of the table, for its own pages."""
        return Extra()

    @property
    def scarce(self) -> tuple[str, ...]:
        """Pieces the bank may run out of."""
        return tuple(self.edition.stock)

    @property
    def marks(self) -> tuple[str, ...]:
        """Pieces drawn on a tile, in the order of their marks."""
        return tuple(self.edition.stock)

    def landmark(self, piece: str) -> str:
        """What a piece that has no mark is drawn as."""
        return piece

    @property
    def third_die(self) -> tuple[str, ...]:
        """The six faces of a third die; none where two are all."""
        return ()

    def in_short(self, pieces: Mapping[str, int]) -> Phrase | None:
        """A player's buildings in few words; None: piece by piece."""
        return None

    def corner(self, book: Holdings, who: str) -> Corner:
        """What it is called where ``who`` is held up."""
        return JAIL

    def card_for(self, book: Holdings, pos: int, who: str) -> Deed:
        """A deed nobody has, as its card would count for ``who``."""
        return self.at(book).deeds[pos]

    def badge(self, book: Holdings, who: str) -> Badge:
        """What everybody at the table must see of a player in this game."""
        return Badge()

    def question(self, book: Holdings) -> Question | None:
        """What only this game asks a player now, with every answer there is."""
        return None

    def awaits(self, book: Holdings) -> bool:
        """Whether the game waits for what somebody has to answer."""
        found = self.question(book)
        return found is not None and found.must

    def build_turn(self, book: Holdings, who: str) -> None:
        """Raises Refused where buildings may not be bought now (classic: at any time)."""

    def may_trade(self, book: Holdings, deal: Trade) -> None:
        """Raises Refused where a deal is no deal, or comes at a wrong time (classic: none does)."""

    def kept_card(self, what: str) -> str:
        """A kind of card players keep. Raises Refused for one the edition does not have."""
        if what not in self.edition.cards:
            raise Refused(
                "no_card",
                "There is no card '{what}' in this edition.",
                "Cards to keep: {known}.",
                what=what,
                known=", ".join(self.edition.cards),
            )
        return what
