"""What lies on the table: who owns what, who still plays, which level a lot has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core.book import BANK, MONEY, POT, Holdings
from companion.core.edition import Deed, Edition, corrected
from companion.core.errors import Refused
from companion.core.facts import BANKRUPT, CORRECTIONS, MORTGAGE, NAME, OPTION, PLAYERS, Correction
from companion.core.figures import FIGURES, Figure
from companion.core.values import Money, Phrase, Piece, Short


class TableReader:
    """Reads the holdings of one printing; holds no state but the edition."""

    figures: ClassVar[Mapping[str, Figure]] = {}
    """What the figures count that only this game has."""

    def __init__(self, edition: Edition) -> None:
        edition = self.edition = replace(
            edition, declared={**FIGURES, **self.figures, **edition.declared}
        )
        self._corrections: tuple[Correction, ...] = ()
        self._corrected = edition
        self._options = {spec.name: OPTION(spec.name) for spec in edition.options}
        self._pieces: dict[str, tuple[str, ...]] = {}
        self._levels: dict[str, dict[tuple[int, ...], int]] = {}
        for kind, steps in edition.ladders.items():
            pieces = tuple(dict.fromkeys(piece for step in steps for piece in step))
            self._pieces[kind] = pieces
            self._levels[kind] = {
                tuple(step.get(piece, 0) for piece in pieces): at
                for at, step in enumerate(({}, *steps))
            }

    def at(self, book: Holdings) -> Edition:
        """The edition as this table plays it, with every "my card says"."""
        corrections = book.get(CORRECTIONS)
        if not corrections:
            return self.edition
        if corrections is not self._corrections and corrections != self._corrections:
            self._corrected = corrected(self.edition, corrections)
        self._corrections = corrections
        return self._corrected

    def option(self, book: Holdings, name: str) -> Any:
        """A house rule's value; False for one this edition does not offer."""
        key = self._options.get(name)
        return False if key is None else book.get(key)

    def seats(self, book: Holdings) -> tuple[str, ...]:
        """All seats in playing order, bankrupt ones too."""
        return book.get(PLAYERS) or ()

    def out(self, book: Holdings) -> tuple[str, ...]:
        """Who is bankrupt, first one first."""
        return book.get(BANKRUPT) or ()

    def playing(self, book: Holdings) -> tuple[str, ...]:
        """Who is still in the game, in playing order."""
        out = self.out(book)
        return tuple(who for who in self.seats(book) if who not in out)

    def name(self, book: Holdings, who: str) -> str:
        """A player's name; the bank and the pot keep theirs."""
        return book.get(NAME(who)) or who

    def holder(self, book: Holdings, who: str) -> object:
        """As ``name``, but the bank and the pot as sentences call them."""
        return {BANK: Phrase("the bank"), POT: Phrase("the pot")}.get(who) or self.name(book, who)

    def cash(self, book: Holdings, who: str) -> int:
        """What a player can pay with at once."""
        return book.held(who, MONEY)

    def money(self, amount: int) -> Money:
        """An amount as plain sentences write it."""
        return (Short if self.edition.short_money else Money)(amount)

    def named(self, what: str) -> object:
        """A kind of piece or card as sentences name it."""
        return Piece(what)

    def owner(self, book: Holdings, pos: int) -> str:
        """The seat that owns the deed at ``pos``, or ""."""
        for holder, n in book.holders(self.edition.deeds[pos].key).items():
            if n > 0:
                return "" if holder == BANK else holder
        return ""

    def deeds_of(self, book: Holdings, who: str) -> list[Deed]:
        """The deeds ``who`` owns, in board order."""
        return [deed for deed in self.at(book).deeds.values() if book.held(who, deed.key)]

    def mortgaged(self, book: Holdings, pos: int) -> bool:
        """Whether the deed lies face down."""
        return book.get(MORTGAGE(pos)) is not None

    def owns_group(self, book: Holdings, who: str, group: str) -> bool:
        """Whether ``who`` has every deed of the colour."""
        deeds = self.edition.deeds
        return all(book.held(who, deeds[pos].key) for pos in self.edition.groups[group])

    def deed(self, book: Holdings, pos: int) -> Deed:
        """The deed at ``pos``. Raises Refused where there is none."""
        deed = self.at(book).deeds.get(pos)
        if deed is None:
            raise Refused(
                "no_deed",
                "Space {pos} has no title deed.",
                "Choose a street, a station or a utility.",
                pos=pos,
            )
        return deed

    def own_lot(self, book: Holdings, who: str, pos: int) -> Deed:
        """The deed at ``pos`` as one of ``who``'s. Raises Refused where it is not."""
        deed = self.deed(book, pos)
        if not book.held(who, deed.key):
            raise Refused(
                "not_owner",
                "{who} does not own {deed}.",
                "Choose one of {who}'s own deeds.",
                who=self.name(book, who),
                deed=deed.name,
            )
        return deed

    def ladder(self, deed: Deed) -> tuple[Mapping[str, int], ...]:
        """What can stand on a lot, step by step. Raises Refused where nothing can."""
        steps = self.edition.ladders.get(deed.ladder)
        if steps is None:
            raise Refused(
                "no_ladder",
                "Nothing can be built on {deed}.",
                "Choose a street.",
                deed=deed.name,
            )
        return steps

    def pieces_at(self, deed: Deed, level: int) -> Mapping[str, int]:
        """The pieces that stand on a lot of this level."""
        return self.ladder(deed)[level - 1] if level else {}

    def step_piece(self, deed: Deed, level: int) -> str:
        """The piece that brings a lot from ``level`` - 1 to ``level``."""
        below, above = self.pieces_at(deed, level - 1), self.pieces_at(deed, level)
        return next(piece for piece, n in above.items() if n > below.get(piece, 0))

    def step_cost(self, deed: Deed, level: int) -> int:
        """What the step to ``level`` costs, as printed on the deed."""
        return deed.costs[self.step_piece(deed, level)]

    def level(self, book: Holdings, pos: int) -> int:
        """The step of the ladder a lot stands on; 0 is bare."""
        deed = self.edition.deeds[pos]
        pieces = self._pieces.get(deed.kind)
        if pieces is None:
            return 0
        return self._levels[deed.kind][tuple(book.held(deed.lot, piece) for piece in pieces)]

    def pieces_on(self, book: Holdings, pos: int) -> dict[str, int]:
        """Every building on the lot, by piece."""
        lot = self.edition.deeds[pos].lot
        return {piece: n for piece in self.edition.stock if (n := book.held(lot, piece))}
