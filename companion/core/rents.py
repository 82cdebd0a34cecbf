"""Rents: streets by buildings and sets, stations and utilities by number, as a card says."""

from __future__ import annotations

from companion.core.book import Holdings
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.reading import TableReader
from companion.core.requests.base import Request
from companion.core.values import Phrase, Pieces, Quote


class Rents(TableReader):
    """What a landing costs and what a mortgage brings, the usual way."""

    def rent(
        self, book: Holdings, pos: int, dice: int | None = None, times: int = 1, payer: str = ""
    ) -> Quote:
        """What a landing on ``pos`` costs and why. Raises Refused when dice are needed.

        ``times`` as a card says: 2 doubles; the utility card factor (10) replaces the usual one.
        """
        deed = self.deed(book, pos)
        owner = self.owner(book, pos)
        if not owner:
            return Quote(0, "", Phrase("{deed} belongs to nobody yet", deed=deed.name))
        name = self.name(book, owner)
        if owner == payer:
            return Quote(0, "", Phrase("{deed} is {owner}'s own", deed=deed.name, owner=name))
        if self.mortgaged(book, pos) and not (
            times > 1 and deed.kind != "street" and self.option(book, "card_amount_always_due")
        ):
            return Quote(0, owner, Phrase("{deed} is mortgaged, so no rent is due", deed=deed.name))
        if deed.factors:
            return self.utility_rent(book, deed, owner, self.dice_total(deed, dice), times)
        return _times(self.printed_rent(book, deed, owner), times)

    def spares_rent(self, book: Holdings, who: str) -> tuple[str, Request] | None:
        """The kept card of ``who`` that pays no rent and the request that uses it, or None."""
        return None

    def card_times(self, deed: Deed) -> tuple[int, ...]:
        """What cards say on this kind of deed: twice the rent, or so many times the dice."""
        if deed.kind == "street":
            return ()
        return (1, self.edition.number("utility_card_factor") if deed.factors else 2)

    def rent_rows(self, deed: Deed) -> tuple[Phrase, ...]:
        """The rows of a card that are no steps of a ladder; () where they are."""
        return ()

    def rent_row(self, book: Holdings, deed: Deed) -> int:
        """The line of the card that counts now, before anything doubles it."""
        return self.level(book, deed.pos)

    def printed_rent(self, book: Holdings, deed: Deed, owner: str) -> Quote:
        """The rent of a deed that needs no dice and is not mortgaged, and why."""
        if deed.kind == "street":
            return self.street_rent(book, deed, owner)
        return self.station_rent(book, deed, owner)

    def street_rent(self, book: Holdings, deed: Deed, owner: str) -> Quote:
        """The rent of a street and why."""
        level = self.level(book, deed.pos)
        if level:
            pieces = Pieces.of(self.pieces_at(deed, level))
            why = Phrase("{pieces} on {deed}", pieces=pieces, deed=deed.name)
            return Quote(deed.rents[level], owner, why)
        factor = self.bare_factor(book, deed, owner)
        if factor == 1:
            return Quote(deed.rents[0], owner, Phrase("{deed} is bare", deed=deed.name))
        why = Phrase(
            self.bare_words(book, deed, owner), owner=self.name(book, owner), factor=factor
        )
        return Quote(deed.rents[0] * factor, owner, why)

    def bare_words(self, book: Holdings, deed: Deed, owner: str) -> str:
        """Why a bare lot pays more, as a template with {owner} and {factor}."""
        return "{owner} has the colour set, so {factor} times the rent"

    def bare_factors(self, book: Holdings, deed: Deed) -> tuple[tuple[str, int], ...]:
        """What a card prints below the rent of the bare lot: the case, and how many times it."""
        return (("with the whole colour", self.at(book).number("group_rent_factor")),)

    def station_rent(self, book: Holdings, deed: Deed, owner: str) -> Quote:
        """The rent of a station by how many its owner has."""
        n = self.count_owned(book, owner, deed.group)
        why = Phrase("{owner} has {n} of these", owner=self.name(book, owner), n=n)
        return Quote(deed.rents[n - 1], owner, why)

    def utility_rent(self, book: Holdings, deed: Deed, owner: str, dice: int, times: int) -> Quote:
        """So many times the dice by how many the owner has, or as a card says."""
        if times == self.at(book).number("utility_card_factor"):
            why = Phrase(
                "{factor} times the dice ({dice}), as the card says", factor=times, dice=dice
            )
            return Quote(dice * times, owner, why)
        n = self.count_owned(book, owner, deed.group)
        factor = deed.factors[n - 1]
        why = Phrase(
            "{factor} times the dice ({dice}), since {owner} has {n} of these",
            factor=factor,
            dice=dice,
            owner=self.name(book, owner),
            n=n,
        )
        return _times(Quote(dice * factor, owner, why), times)

    def bare_factor(self, book: Holdings, deed: Deed, owner: str) -> int:
        """How many times the base rent a bare lot pays."""
        if not self.owns_group(book, owner, deed.group):
            return 1
        if not self.option(book, "double_if_sibling_mortgaged") and any(
            self.mortgaged(book, pos) for pos in self.edition.groups[deed.group]
        ):
            return 1
        return self.at(book).number("group_rent_factor")

    def count_owned(self, book: Holdings, owner: str, group: str) -> int:
        """How many of the group count for the rent; mortgaged ones as ``count_mortgaged`` says.

        At least 1: the one landed on counts where a card makes it pay although mortgaged.
        """
        deeds = self.edition.deeds
        all_count = self.option(book, "count_mortgaged")
        return max(
            1,
            sum(
                1
                for pos in self.edition.groups[group]
                if book.held(owner, deeds[pos].key) and (all_count or not self.mortgaged(book, pos))
            ),
        )

    def dice_total(self, deed: Deed, dice: int | None) -> int:
        """A total the dice can show. Raises Refused otherwise."""
        most = self.edition.number("dice_max")
        if dice is None or not 2 <= dice <= most:
            raise Refused(
                "needs_dice",
                "The rent of {deed} depends on the dice: a total from 2 to {most}.",
                "Enter what the dice show.",
                deed=deed.name,
                most=most,
            )
        return dice

    # --- mortgages ---

    def share(self, book: Holdings, amount: int, percent: int) -> int:
        """``percent`` of ``amount`` in whole units, rounded as ``interest_rounding`` says."""
        unit = 100 * self.edition.unit
        part = amount * percent
        whole = (
            part // unit if self.option(book, "interest_rounding") == "down" else -(-part // unit)
        )
        return whole * self.edition.unit

    def mortgage_value(self, book: Holdings, pos: int) -> int:
        """What the bank pays for a mortgage."""
        return self.at(book).deeds[pos].mortgage

    def mortgage_note(self, book: Holdings, pos: int) -> int | bool:
        """What is noted on a mortgaged deed; a game may note the sum it was mortgaged for."""
        return True

    def interest(self, book: Holdings, pos: int) -> int:
        """The ten percent due when a mortgaged deed changes hands or is lifted."""
        return self.share(
            book, self.mortgage_value(book, pos), self.at(book).number("interest_percent")
        )

    def lift_cost(self, book: Holdings, pos: int) -> int:
        """What lifting costs: the mortgage and its interest."""
        return self.mortgage_value(book, pos) + self.interest(book, pos)


def _times(quote: Quote, times: int) -> Quote:
    if times == 1:
        return quote
    why = Phrase("{why}, times {times} as the card says", why=quote.why, times=times)
    return Quote(quote.amount * times, quote.to, why)
