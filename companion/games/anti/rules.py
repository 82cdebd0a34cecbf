"""Anti-Monopoly answers differently: two sides with rents, buildings and taxes of their own.

Source: the rule summary; what it leaves open is in docs/decisions.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core.book import MONEY, Holdings
from companion.core.edition import Deed, Edition, TaxSpace
from companion.core.errors import Refused
from companion.core.facts import DOUBLES, FINAL, JAILED
from companion.core.figures import NUMBER, PERCENT, SUM, Figure
from companion.core.requests import Decline, Pay, Rent, Request, Trade, Waive
from companion.core.values import Badge, Corner, Movement, Phrase, Question, Quote, Worth
from companion.core.work import GameRules, Work
from companion.games.anti import moves
from companion.games.anti import questions as asks
from companion.games.anti.facts import COUNT
from companion.games.anti.requests import Count, Gift, Role
from companion.games.anti.sides import COMPETITOR, MONOPOLIST, monopolist, side, uncounted

MEAN_DICE = 7
"""What two dice show on average: what a utility counts with before the final throw."""
BLUE_COLUMN = "monopolist_"
"""What the fields of the monopolist's column of a card begin with."""


class Anti(GameRules):
    """The rules of one money scale."""

    never: ClassVar[frozenset[str]] = frozenset({"auction", "waive"})
    auctions_estate: ClassVar[bool] = False
    rebates: ClassVar[bool] = False
    figures: ClassVar[Mapping[str, Figure]] = {
        "competitor_asset_percent": PERCENT,
        "competitor_cash_percent": PERCENT,
        "monopolist_asset_percent": PERCENT,
        "monopolist_cash_percent": PERCENT,
        "monopoly_streets": NUMBER,
        **{f"foundation_{die}": SUM for die in range(1, 7)},
    }
    handlers: ClassVar[Mapping[type[Request], Callable[..., None]]] = {
        Role: moves.role,
        Decline: moves.decline,
        Gift: moves.gift,
        Count: moves.count,
        Pay: moves.pay,
        Rent: moves.rent,
        Waive: moves.waive,
    }
    final_requests: ClassVar[tuple[type[Request], ...]] = (Count,)
    arrivals: ClassVar[Mapping[str, Callable[[Work, str, int], None]]] = {
        "foundation": moves.foundation_space,
    }
    tasks: ClassVar[Mapping[str, tuple[str, str]]] = {
        "foundation": (
            "{who} has not thrown the die for the foundation yet.",
            "Throw one die and enter it.",
        ),
    }
    sentences: ClassVar[Mapping[str, str]] = moves.SENTENCES
    undo_labels: ClassVar[Mapping[str, str]] = moves.LABELS

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self._turned: tuple[Edition, tuple[object, ...], Edition] = (edition, (), edition)

    # --- sides ---

    def at(self, book: Holdings) -> Edition:
        """Every deed with the column of the card that counts for its owner."""
        printed = super().at(book)
        blue = tuple(pos for pos in self.edition.deeds if monopolist(book, self.owner(book, pos)))
        key = (blue, self.option(book, "competitor_utility_factor"))
        if self._turned[0] is not printed or self._turned[1] != key:
            deeds = {
                pos: self._as_monopolist(deed) if pos in blue else self._as_competitor(book, deed)
                for pos, deed in printed.deeds.items()
            }
            self._turned = (printed, key, replace(printed, deeds=deeds))
        return self._turned[2]

    def card_for(self, book: Holdings, pos: int, who: str) -> Deed:
        """With the column of ``who``."""
        deed = super().at(book).deeds[pos]
        blue = monopolist(book, who)
        return self._as_monopolist(deed) if blue else self._as_competitor(book, deed)

    def _as_monopolist(self, deed: Deed) -> Deed:
        return replace(
            deed,
            rents=tuple(deed.extra.get("monopolist_rents", ())),
            factors=tuple(deed.extra.get("monopolist_factors", ())),
            column=BLUE_COLUMN,
            ladder="street_monopolist" if deed.kind == "street" else deed.ladder,
        )

    def _as_competitor(self, book: Holdings, deed: Deed) -> Deed:
        if not deed.factors:
            return deed
        chosen = self.option(book, "competitor_utility_factor") or ""
        factor = max(deed.factors[0], int(chosen or 0))
        return replace(deed, factors=(factor,) * len(deed.factors))

    def set_up(self, work: Work) -> None:
        """Sides in turns from who begins, until somebody declares another one."""
        moves.deal_sides(work, {})

    # --- rent ---

    def rent(
        self, book: Holdings, pos: int, dice: int | None = None, times: int = 1, payer: str = ""
    ) -> Quote:
        """As printed, in whole notes; a monopolist in prison earns nothing."""
        owner = self.owner(book, self.deed(book, pos).pos)
        stuck = owner not in ("", payer) and book.get(JAILED(owner)) is not None
        if stuck and monopolist(book, owner):
            name = self.name(book, owner)
            return Quote(0, owner, Phrase("{owner} is in prison and earns nothing", owner=name))
        return self.income(book, pos, dice, times, payer)

    def income(
        self, book: Holdings, pos: int, dice: int | None, times: int = 1, payer: str = ""
    ) -> Quote:
        """The rent of a deed wherever its owner is."""
        quote = super().rent(book, pos, dice, times, payer)
        unit = self.edition.unit
        amount = -(-quote.amount // unit) * unit
        if amount == quote.amount:
            return quote
        return Quote(amount, quote.to, Phrase("{why}, rounded up to whole notes", why=quote.why))

    def bare_factor(self, book: Holdings, deed: Deed, owner: str) -> int:
        """A monopolist takes twice the rent with two streets of a city."""
        if not monopolist(book, owner) or not self._has_monopoly(book, deed, owner):
            return 1
        return self.at(book).number("group_rent_factor")

    def bare_words(self, book: Holdings, deed: Deed, owner: str) -> str:
        """Two streets are a monopoly."""
        return "{owner} has a monopoly in this city, so {factor} times the rent"

    def bare_factors(self, book: Holdings, deed: Deed) -> tuple[tuple[str, int], ...]:
        """The line is on the monopolist's side of the card alone."""
        if deed.column != BLUE_COLUMN:
            return ()
        return (("with two of the colour", self.at(book).number("group_rent_factor")),)

    def _has_monopoly(self, book: Holdings, deed: Deed, owner: str) -> bool:
        deeds = self.edition.deeds
        mine = sum(book.held(owner, deeds[pos].key) for pos in self.edition.groups[deed.group])
        return mine >= self.at(book).number("monopoly_streets")

    # --- buildings ---

    def level(self, book: Holdings, pos: int) -> int:
        """Houses, or the last step of the owner's side for a hotel."""
        deed = self.edition.deeds[pos]
        if book.held(deed.lot, "hotel"):
            blue = monopolist(book, self.owner(book, pos))
            return len(self.edition.ladders["street_monopolist" if blue else "street"])
        return book.held(deed.lot, "house")

    def build_group(self, book: Holdings, who: str, pos: int) -> list[int]:
        """The rules in short ask for no even building."""
        return [pos]

    def mortgage_group(self, book: Holdings, who: str, pos: int) -> list[int]:
        """A monopolist's streets of a city hang together, a competitor's stand alone."""
        return super().build_group(book, who, pos) if monopolist(book, who) else [pos]

    def may_build(self, book: Holdings, who: str, deed: Deed) -> None:
        """A competitor on any street of his, a monopolist with two of a city."""
        self.ladder(deed)
        if monopolist(book, who) and not self._has_monopoly(book, deed, who):
            raise Refused(
                "no_set",
                "A monopolist builds with two streets of a city; {who} has one.",
                "Get another street of this city first.",
                who=self.name(book, who),
            )
        self.none_mortgaged(book, who, deed)

    # --- money ---

    def interest(self, book: Holdings, pos: int) -> int:
        """What lifting costs beyond the mortgage, as printed; none without ``anti_interest``."""
        if not self.option(book, "anti_interest"):
            return 0
        deed = self.at(book).deeds[pos]
        return max(0, int(deed.extra["redeem"]) - deed.mortgage)

    def tax(self, book: Holdings, who: str, tax: TaxSpace, choice: str, dice: int | None) -> Quote:
        """The sum, or each side's share of its cash and of what is not mortgaged."""
        return moves.tax_quote(self, book, who, tax, choice) or super().tax(
            book, who, tax, "flat", dice
        )

    # --- moving ---

    def movement(self, book: Holdings, who: str, dice: tuple[int, ...], special: str) -> Movement:
        """One double rolls again, the second one does not; the third try in prison is paid."""
        double = dice[0] == dice[1]
        tries = book.get(JAILED(who))
        doubles = book.get(DOUBLES) or 0
        last = tries is not None and tries + 1 >= self.edition.number("jail_max_tries")
        if tries is not None and not double and not last:
            return Movement(None, tries=tries + 1)
        pos, passed = self.ahead(book, who, sum(dice))
        again = double and not doubles
        return Movement(pos, passed, again=again, doubles=doubles + double, fine=last)

    def may_trade(self, book: Holdings, deal: Trade) -> None:
        """Deals come before the dice, and money for nothing is none. Raises Refused otherwise."""
        moves.may_trade(book, deal)

    # --- the end ---

    def over(self, book: Holdings) -> str:
        """When one side is bankrupt, the other has won."""
        sides = {side(book, who) for who in self.playing(book)}
        return f"{sides.pop()}s_win" if len(sides) == 1 else ""

    def holds_end(self, work: Work, why: str) -> bool:
        """The dice are asked for first where somebody has a utility."""
        if not uncounted(self, work.draft):
            return False
        work.draft.mark(FINAL, why)
        work.detail["final"] = why
        return True

    def worth(self, book: Holdings, who: str) -> Worth:
        """Cash, and what every deed that is not mortgaged would earn if somebody landed there."""
        earned = 0
        for deed in self.deeds_of(book, who):
            thrown = book.get(COUNT(deed.pos)) or MEAN_DICE
            earned += self.income(book, deed.pos, thrown if deed.factors else None).amount
        return Worth(who, book.held(who, MONEY), earned, 0)

    def corner(self, book: Holdings, who: str) -> Corner:
        """Prison, or the price war."""
        return asks.CORNERS[side(book, who)]

    def badge(self, book: Holdings, who: str) -> Badge:
        """The side."""
        return asks.BADGES[side(book, who)]

    def question(self, book: Holdings) -> Question | None:
        """Sides before the first move, the foundation's die, the dice of the final count."""
        return asks.question(self, book)

    def more(self, book: Holdings) -> dict[str, Any]:
        """Each player's side, who sits where, and what the final count still needs."""
        stuck = {MONOPOLIST: "prison", COMPETITOR: "price_war"}
        return {
            "sides": {who: side(book, who) for who in self.seats(book)},
            "stuck": {
                who: stuck[side(book, who)]
                for who in self.playing(book)
                if book.get(JAILED(who)) is not None
            },
            "count": uncounted(self, book) if book.get(FINAL) else [],
        }


RULES = Anti
