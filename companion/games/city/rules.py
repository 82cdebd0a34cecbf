"""City answers differently: rent by blocks, hazards, the trading unit's number, free pieces.

Sources: the booklet's rule summary; pages are those of the PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core.book import MONEY, Book, Holdings
from companion.core.edition import Deed, Edition, TaxSpace
from companion.core.errors import Refused
from companion.core.facts import MORTGAGE, TURN, TURN_NO, Task
from companion.core.figures import FIXED, NUMBER, SUM, Figure
from companion.core.requests import Item, Request
from companion.core.values import Extra, Phrase, Piece, Pieces, Plan, Quote, Short, Worth
from companion.core.work import GameRules, Work
from companion.games.city import building as builder
from companion.games.city import moves, permits, spaces
from companion.games.city import sentences as told
from companion.games.city.building import BLOCKS, INDUSTRIAL, RESIDENTIAL, SKYSCRAPER, TOWER
from companion.games.city.facts import RIDE, USED, Ride
from companion.games.city.lots import has_industry, hazards_on, kind_of
from companion.games.city.requests import Clear, Dodge, Jump, Place


class City(GameRules):
    """The rules of a City printing."""

    figures: ClassVar[Mapping[str, Figure]] = {
        "blocks_max": FIXED,
        "stadium_districts": FIXED,
        "tower_groups": FIXED,
        "hazard_block_cost": SUM,
        "stadium_cost": SUM,
        "stadium_go_bonus": SUM,
        "tower_cost": SUM,
    }
    handlers: ClassVar[Mapping[type[Request], Callable[..., None]]] = {
        Place: moves.place,
        Clear: moves.clear,
        Jump: moves.jump,
        Dodge: spaces.dodge,
    }
    arrivals: ClassVar[Mapping[str, Callable[[Work, str, int], None]]] = {
        "planning": spaces.planning_space,
        "auction": spaces.auction_space,
        "industry_tax": spaces.industry_tax_space,
        "free_parking": spaces.free_parking,
    }
    goes_with_entry: ClassVar[frozenset[str]] = frozenset({USED.key})
    never: ClassVar[frozenset[str]] = frozenset({"sell", "unwant", "want"})
    coloured: ClassVar[frozenset[str]] = frozenset({"district"})
    prints_mortgage: ClassVar[bool] = False  # it is the rent of the moment
    tasks: ClassVar[Mapping[str, tuple[str, str]]] = {
        "planning": (
            "{who} has not used the planning permission yet.",
            "Put down a bonus building or a hazard.",
        ),
        "auction": (
            "{who} stands on the auction space.",
            "Choose the free district to be auctioned.",
        ),
    }

    sentences: ClassVar[Mapping[str, str]] = told.SENTENCES
    undo_labels: ClassVar[Mapping[str, str]] = told.LABELS

    def __init__(self, edition: Edition) -> None:
        """The blocks a hazard takes are figures: a card of the table may say another number."""
        hazards = edition.tables["hazards"]
        declared = {
            name: replace(NUMBER, words=Phrase("blocks of a hazard: {piece}", piece=Piece(name)))
            for name in hazards
        }
        figures = {**edition.figures, **hazards}
        super().__init__(replace(edition, figures=figures, declared=declared))

    # --- what stands where ---

    def named(self, what: str) -> object:
        """A railroad here is one line on one district, not the colour of a game of streets."""
        return Piece("railroad_line" if what == builder.RAILROAD else what)

    def level(self, book: Holdings, pos: int) -> int:
        """The blocks on a district, whether they count at the moment or not."""
        lot = self.edition.deeds[pos].lot
        return sum(book.held(lot, piece) for piece in BLOCKS)

    def lots_with(self, book: Holdings, piece: str) -> list[Deed]:
        """The districts a piece stands on, in board order."""
        return [deed for deed in self.at(book).deeds.values() if book.held(deed.lot, piece)]

    # --- rent (page 7) ---

    def rent_row(self, book: Holdings, deed: Deed) -> int:
        """The blocks that count: beside a hazard the industrial ones alone."""
        count = BLOCKS if not hazards_on(self, book, deed.pos) else (INDUSTRIAL,)
        return sum(book.held(deed.lot, piece) for piece in count)

    def printed_rent(self, book: Holdings, deed: Deed, owner: str) -> Quote:
        """The row of the card for the blocks that count, doubled once at most."""
        counted = {piece: book.held(deed.lot, piece) for piece in BLOCKS}
        hazards = hazards_on(self, book, deed.pos)
        worthless = counted.pop(RESIDENTIAL) if hazards else 0
        blocks = self.rent_row(book, deed)
        amount = deed.rents[blocks]
        pieces = Pieces.of(counted)
        why = (
            Phrase("{pieces} = {rent}", pieces=pieces, rent=Short(amount))
            if blocks
            else Phrase("the land of {deed} = {rent}", deed=deed.name, rent=Short(amount))
        )
        if worthless:
            why = Phrase(
                "{why} ({idle} worth nothing beside the hazard: {hazard})",
                why=why,
                idle=Pieces(((RESIDENTIAL, worthless),)),
                hazard=Piece(hazards[0]),
            )
        return self._doubled(book, deed, owner, Quote(amount, owner, why))

    def _doubled(self, book: Holdings, deed: Deed, owner: str, quote: Quote) -> Quote:
        """Twice the rent under a skyscraper of the colour or the owner's tower, never more."""
        twice = 2 * quote.amount
        lots = self.lots_with(book, SKYSCRAPER)
        there = next((lot for lot in lots if lot.group == deed.group), None)
        if there:
            template = "{why}, doubled by the skyscraper on {there} = {twice}"
        else:
            lots = self.lots_with(book, TOWER)
            there = next((lot for lot in lots if book.held(owner, lot.key)), None)
            template = "{why}, doubled by the tower on {there} = {twice}"
        if not there:
            return quote
        why = Phrase(template, why=quote.why, there=there.name, twice=Short(twice))
        return Quote(twice, owner, why)

    # --- amounts ---

    def salary(self, book: Holdings, who: str, exact: bool) -> int:
        """GO, and a million more for each stadium in one's districts (page 6)."""
        stadiums = sum(book.held(deed.lot, builder.STADIUM) for deed in self.deeds_of(book, who))
        bonus = stadiums * self.at(book).number("stadium_go_bonus")
        return super().salary(book, who, exact) + bonus

    def tax(self, book: Holdings, who: str, tax: TaxSpace, choice: str, dice: int | None) -> Quote:
        """Due only with industry (page 4)."""
        if not has_industry(self, book, who):
            why = Phrase("{who} has no industrial blocks", who=self.name(book, who))
            return Quote(0, "", why)
        return super().tax(book, who, tax, choice, dice)

    # --- building ---

    def build_turn(self, book: Holdings, who: str) -> None:
        """Raises Refused outside one's own turn (pages 4-5)."""
        turn = book.get(TURN) or ""
        if turn != who:
            raise Refused(
                "not_turn",
                "{who} builds only in his own turn.",
                "It is {turn}'s turn.",
                who=self.name(book, who),
                turn=self.name(book, turn),
            )

    def may_build(self, book: Holdings, who: str, deed: Deed) -> None:
        """Raises Refused: nothing in this box is short enough to be claimed."""
        raise Refused(
            "no_shortage",
            "Blocks never run out here, so none has to be claimed.",
            "Build in your own turn, as many as the trading unit shows.",
        )

    def plan_building(self, book: Holdings, who: str, items: Iterable[Item]) -> Plan:
        """See ``city_build``."""
        return builder.plan_building(self, book, who, items)

    def built(self, work: Work, who: str, plan: Plan) -> None:
        """What the unit shows is used up by blocks alone."""
        blocks = sum(n for piece, n in plan.counts if piece in BLOCKS)
        if blocks:
            builder.use(work.draft, blocks)

    def plan_selling(
        self, book: Holdings, who: str, items: Iterable[Item], group: str = ""
    ) -> Plan:
        """Raises Refused: the bank takes no building back (page 7)."""
        raise Refused(
            "no_sale",
            "The bank buys no buildings back in this game.",
            "Mortgage a district, or make a deal.",
        )

    def resale_value(self, book: Holdings, pos: int) -> tuple[Pieces, int]:
        """Nothing is sold back."""
        return Pieces(()), 0

    def ruined_lot(self, book: Holdings, pos: int, to_bank: bool) -> tuple[Mapping[str, int], int]:
        """A creditor inherits the buildings; to the bank go those no free district can have."""
        if not to_bank:
            return {}, 0
        pieces = self.pieces_on(book, pos)
        return {piece: n for piece, n in pieces.items() if piece in builder.BOUGHT}, 0

    # --- mortgages (page 8), worth at the end (page 4) ---

    def mortgage_value(self, book: Holdings, pos: int) -> int:
        """The rent somebody else would pay now; of a mortgaged district what was noted."""
        noted = book.get(MORTGAGE(pos))
        if noted is not None:
            return 0 if isinstance(noted, bool) else noted
        return self.rent(book, pos).amount

    def mortgage_note(self, book: Holdings, pos: int) -> int:
        """The sum, since later building does not change what lifting costs."""
        return self.mortgage_value(book, pos)

    def may_mortgage(self, book: Holdings, who: str, deed: Deed) -> None:
        """Buildings stay where they are."""

    def may_change_hands(self, book: Holdings, deed: Deed) -> None:
        """Buildings go with the district."""

    def worth(self, book: Holdings, who: str) -> Worth:
        """Cash and the rent of every district; of mortgaged ones with ``mortgaged_counts``."""
        total = 0
        for deed in self.deeds_of(book, who):
            if not self.mortgaged(book, deed.pos):
                total += self.rent(book, deed.pos).amount
            elif self.option(book, "mortgaged_counts"):
                total += self.printed_rent(book, deed, who).amount
        return Worth(who, book.held(who, MONEY), total, 0)

    # --- the table ---

    def task_stands(self, work: Work, task: Task) -> bool:
        """See ``city_moves``."""
        return spaces.task_stands(work, task)

    def arrived(self, work: Work, who: str, pos: int) -> None:
        """A railroad at the space may be taken in this turn."""
        deed = self.edition.deeds.get(pos)
        ride = deed is not None and work.draft.held(deed.lot, builder.RAILROAD)
        work.draft.mark(RIDE, Ride(work.draft.get(TURN_NO) or 0, who, pos) if ride else None)

    def extra(self, book: Book) -> Extra:
        """The unit's offer, the railroad and the open task."""
        return permits.permits_now(self, book)

    @property
    def scarce(self) -> tuple[str, ...]:
        """Blocks never run out."""
        return tuple(self.edition.tables["district"]["scarce"])

    @property
    def marks(self) -> tuple[str, ...]:
        """The kinds of blocks."""
        return tuple(self.edition.tables["district"]["blocks"])

    def landmark(self, piece: str) -> str:
        """All hazards are alike, and so are all bonus buildings."""
        return kind_of(self, piece)

    def in_short(self, pieces: Mapping[str, int]) -> Phrase | None:
        """All blocks together."""
        blocks = sum(pieces.get(piece, 0) for piece in self.marks)
        return Phrase("{n} block", n=blocks) if blocks else Phrase("")

    def spares_rent(self, book: Holdings, who: str) -> tuple[str, Request] | None:
        """The card the printing calls ``dodge``."""
        card = str(self.edition.tables["district"]["dodge"])
        return (card, Dodge()) if book.held(who, card) else None

    def card_times(self, deed: Deed) -> tuple[int, ...]:
        """No card multiplies a rent."""
        return ()

    def rent_rows(self, deed: Deed) -> tuple[Phrase, ...]:
        """The land, and each number of blocks."""
        blocks = (Phrase("{n} block", n=n) for n in range(1, len(deed.rents)))
        return (Phrase("Land alone"), *blocks)

    def more(self, book: Holdings) -> dict[str, Any]:
        """What the unit still allows this turn, and who may take the railroad."""
        return {
            "build": {
                "shown": builder.shown(book),
                "left": builder.blocks_left(self, book),
                "railroad": builder.railroad_left(self, book),
            },
            "ride": moves.rider(book),
        }


RULES = City
