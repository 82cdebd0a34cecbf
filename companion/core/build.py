"""Buildings as steps of a ladder that is data: even building, even selling, stock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product

from companion.core.book import BANK, Holdings
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.rents import Rents
from companion.core.requests import Item
from companion.core.values import Money, Piece, Pieces, Plan

Levels = Mapping[int, int]
"""The level of lots, by their position."""


class Building(Rents):
    """What may be built, what it costs and what it brings back, the usual way."""

    def half(self, amount: int) -> int:
        """What the bank pays back for a building that cost ``amount``."""
        return amount * self.edition.number("sell_building_percent") // 100

    def may_build(self, book: Holdings, who: str, deed: Deed) -> None:
        """Raises Refused unless ``who`` has the colour set and none of it is mortgaged."""
        self.ladder(deed)
        if not self.owns_group(book, who, deed.group):
            missing = next(
                pos
                for pos in self.edition.groups[deed.group]
                if not book.held(who, self.edition.deeds[pos].key)
            )
            raise Refused(
                "no_set",
                "{who} does not own the whole colour: {missing} is missing.",
                "Get {missing} first, by purchase or a deal.",
                who=self.name(book, who),
                missing=self.at(book).deeds[missing].name,
            )
        self.none_mortgaged(book, who, deed)

    def none_mortgaged(self, book: Holdings, who: str, deed: Deed) -> None:
        """Raises Refused while ``who`` has a lot mortgaged that hangs together with this one."""
        for pos in self.mortgage_group(book, who, deed.pos):
            if self.mortgaged(book, pos):
                raise Refused(
                    "set_mortgaged",
                    "{mortgaged} of the same colour is mortgaged.",
                    "Lift the mortgage on {mortgaged} for {cost} first.",
                    mortgaged=self.at(book).deeds[pos].name,
                    cost=Money(self.lift_cost(book, pos)),
                )

    def may_step(self, book: Holdings, who: str, deed: Deed, levels: Levels) -> None:
        """Raises Refused where the next step of ``deed`` has a condition of its own."""

    def build_group(self, book: Holdings, who: str, pos: int) -> list[int]:
        """The lots that must be built evenly with the one at ``pos``, itself among them."""
        deed = self.edition.deeds[pos]
        if deed.kind != "street":
            return [pos]
        deeds = self.edition.deeds
        return [lot for lot in self.edition.groups[deed.group] if book.held(who, deeds[lot].key)]

    def mortgage_group(self, book: Holdings, who: str, pos: int) -> list[int]:
        """The lots of ``who`` that only together are free of buildings and mortgages."""
        return self.build_group(book, who, pos)

    def plan_building(self, book: Holdings, who: str, items: Iterable[Item]) -> Plan:
        """The buildings ``who`` asks for, step by step on the lowest lots first.

        Raises Refused where a lot is not his, the group is not complete or mortgaged, the result
        is uneven, a lot is full, or the bank lacks a piece (classic rule summary, "Häuser &
        Hotels").
        """
        printed = self.at(book)
        left: Counter[int] = Counter()
        for item in items:
            deed = self.own_lot(book, who, item.deed)
            self.may_build(book, who, deed)
            left[item.deed] += item.n
            self._named_piece(book, deed, item)
        start = self._levels_of(book, who, left)
        levels = dict(start)
        stock = {piece: book.held(BANK, piece) for piece in printed.stock}
        counts: Counter[str] = Counter()
        price = 0
        for _ in range(left.total()):
            pos = min(left, key=lambda lot: levels[lot])
            deed = printed.deeds[pos]
            self._may_step_up(book, who, deed, levels)
            levels[pos] += 1
            for piece, need in self._change(deed, levels[pos] - 1, levels[pos]).items():
                if need > stock[piece]:
                    raise self.none_left(book, piece)
                stock[piece] -= need
            price += self.step_cost(deed, levels[pos])
            counts[self.step_piece(deed, levels[pos])] += 1
            left -= Counter((pos,))
        return self._plan(book, start, levels, price, counts)

    def plan_selling(
        self, book: Holdings, who: str, items: Iterable[Item], group: str = ""
    ) -> Plan:
        """Buildings back to the bank at half price; only the result must be even.

        A hotel may come down several steps at once, so a player can always sell when the bank has
        no houses to break it with. Raises Refused with every legal breakdown where it is short.
        """
        printed = self.at(book)
        left: Counter[int] = Counter()
        for item in items:
            self.own_lot(book, who, item.deed)
            left[item.deed] += item.n
        if group:
            mine = (p for p in printed.groups.get(group, ()) if self.owner(book, p) == who)
            left = Counter({pos: level for pos in mine if (level := self.level(book, pos))})
        if not left:
            raise Refused(
                "no_building", "There is nothing to sell.", "Choose a lot with buildings."
            )
        start = self._levels_of(book, who, left)
        goal = {pos: level - left[pos] for pos, level in start.items()}
        for pos in left:
            if goal[pos] < 0:
                raise Refused(
                    "no_building",
                    "{deed} has fewer buildings than that.",
                    "Choose a lot with buildings.",
                    deed=printed.deeds[pos].name,
                )
        uneven = self._uneven(book, who, left, goal)
        if uneven is not None:
            raise Refused(
                "uneven",
                "That would be uneven: {highest} would stand two steps above the rest.",
                "Sell on {highest} first.",
                highest=printed.deeds[uneven].name,
            )
        self._check_stock(book, who, start, goal)
        steps = [
            (printed.deeds[pos], step)
            for pos, n in left.items()
            for step in range(start[pos], start[pos] - n, -1)
        ]
        price = sum(self.half(self.step_cost(deed, step)) for deed, step in steps)
        counts = Counter(self.step_piece(deed, step) for deed, step in steps)
        return self._plan(book, start, goal, price, counts)

    def plan_spreading(self, book: Holdings, who: str, pos: int) -> Plan:
        """The buildings of a colour evenly on its lots. Raises Refused where pieces are short."""
        start = self._levels_of(book, who, (pos,))
        each, more = divmod(sum(start.values()), len(start))
        order = sorted(start, key=lambda lot: (-start[lot], lot))
        goal = {lot: each + (place < more) for place, lot in enumerate(order)}
        piece = self._missing(book, start, goal)
        if piece:
            raise self.none_left(book, piece)
        return self._plan(book, start, goal, 0, {})

    def breakdowns(
        self, book: Holdings, who: str, group: str
    ) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        """Every even way down for a colour that the bank's stock allows: levels by lot, the sum.

        Best first is what leaves most standing; the last one is the bare ground.
        """
        printed = self.at(book)
        lots = [pos for pos in printed.groups[group] if self.owner(book, pos) == who]
        start = {pos: self.level(book, pos) for pos in lots}
        found = []
        for chosen in product(*(range(start[pos] + 1) for pos in lots)):
            goal = dict(zip(lots, chosen, strict=True))
            lowered = [pos for pos in lots if goal[pos] < start[pos]]
            even = self._uneven(book, who, lowered, goal) is None
            if lowered and even and not self._missing(book, start, goal):
                total = sum(
                    self.half(self.step_cost(printed.deeds[pos], level))
                    for pos in lots
                    for level in range(goal[pos] + 1, start[pos] + 1)
                )
                found.append((tuple(goal.items()), total))
        return sorted(found, key=lambda way: way[1])

    def none_left(self, book: Holdings, piece: str) -> Refused:
        """The refusal for a piece the bank does not have, with what would free one."""
        owners = [
            self.name(book, who)
            for who in self.playing(book)
            if any(book.held(deed.lot, piece) for deed in self.deeds_of(book, who))
        ]
        return Refused(
            "none_left",
            "The bank has {left} of this piece left: {piece}.",
            "Some come back when {owners} sells any or builds the next bigger one.",
            piece=Piece(piece),
            left=book.held(BANK, piece),
            owners=", ".join(owners) or "nobody",
        )

    def resale_value(self, book: Holdings, pos: int) -> tuple[Pieces, int]:
        """The buildings on a lot and what the bank pays back for all of them."""
        deed, level = self.at(book).deeds[pos], self.level(book, pos)
        total = sum(self.half(self.step_cost(deed, step)) for step in range(1, level + 1))
        return Pieces.of(self.pieces_at(deed, level)), total

    def cost_value(self, book: Holdings, pos: int) -> int:
        """What the buildings on a lot cost."""
        deed = self.at(book).deeds[pos]
        return sum(self.step_cost(deed, step) for step in range(1, self.level(book, pos) + 1))

    def _levels_of(self, book: Holdings, who: str, lots: Iterable[int]) -> dict[int, int]:
        """The level of every lot that must be even with one of ``lots``."""
        every = (near for pos in lots for near in self.build_group(book, who, pos))
        return {pos: self.level(book, pos) for pos in every}

    def _change(self, deed: Deed, before: int, after: int) -> dict[str, int]:
        """The pieces a lot gets between two levels, or with a minus loses."""
        below, above = self.pieces_at(deed, before), self.pieces_at(deed, after)
        changes = {piece: above.get(piece, 0) - below.get(piece, 0) for piece in {**below, **above}}
        return {piece: n for piece, n in changes.items() if n}

    def _named_piece(self, book: Holdings, deed: Deed, item: Item) -> None:
        if not item.piece:
            return
        level = self.level(book, deed.pos)
        last = min(level + item.n, len(self.ladder(deed)))
        steps = [self.step_piece(deed, step) for step in range(level + 1, last + 1)]
        if any(piece != item.piece for piece in steps):
            raise Refused(
                "wrong_piece",
                "The next step on {deed} is a {piece}.",
                "Build that, or choose another lot.",
                deed=deed.name,
                piece=Piece(steps[0]),
            )

    def _may_step_up(self, book: Holdings, who: str, deed: Deed, levels: Levels) -> None:
        if levels[deed.pos] == len(self.ladder(deed)):
            raise Refused("full", "{deed} is fully built.", "Choose another lot.", deed=deed.name)
        lowest = min(self.build_group(book, who, deed.pos), key=lambda lot: levels[lot])
        if levels[deed.pos] > levels[lowest]:
            raise Refused(
                "uneven",
                "That would be uneven: {lowest} has fewer buildings than {deed}.",
                "Build on {lowest} first.",
                deed=deed.name,
                lowest=self.at(book).deeds[lowest].name,
            )
        self.may_step(book, who, deed, levels)

    def _uneven(
        self, book: Holdings, who: str, lowered: Iterable[int], levels: Levels
    ) -> int | None:
        """The highest neighbour of a lowered lot that would tower two steps above it, or None."""
        for pos in lowered:
            top = max(self.build_group(book, who, pos), key=lambda lot: levels[lot])
            if levels[top] > levels[pos] + 1:
                return top
        return None

    def _missing(self, book: Holdings, start: Levels, goal: Levels) -> str:
        """The piece the bank would need and does not have, or ""."""
        need: Counter[str] = Counter()
        for pos, level in goal.items():
            need.update(self._change(self.at(book).deeds[pos], start[pos], level))
        return next((piece for piece, n in need.items() if n > book.held(BANK, piece)), "")

    def _check_stock(self, book: Holdings, who: str, start: Levels, goal: Levels) -> None:
        piece = self._missing(book, start, goal)
        if not piece:
            return
        pos = next(pos for pos in goal if goal[pos] != start[pos])
        ways = self.breakdowns(book, who, self.edition.deeds[pos].group)
        raise Refused(
            "none_left",
            "The bank has only {left} of this piece to give back for it: {piece}.",
            "Sell the whole colour to the ground for {ground}, or down to {levels} for {sum}.",
            piece=Piece(piece),
            left=book.held(BANK, piece),
            ground=Money(ways[-1][1]),
            levels=", ".join(str(level) for _, level in ways[0][0]),
            sum=Money(ways[0][1]),
            ways=tuple(ways),
        )

    def _plan(
        self, book: Holdings, start: Levels, goal: Levels, price: int, counts: Mapping[str, int]
    ) -> Plan:
        back: list[tuple[str, int, str, str]] = []
        out: list[tuple[str, int, str, str]] = []
        for pos, level in goal.items():
            deed = self.at(book).deeds[pos]
            for piece, n in self._change(deed, start[pos], level).items():
                if n > 0:
                    out.append((piece, n, BANK, deed.lot))
                else:
                    back.append((piece, -n, deed.lot, BANK))
        changed = ((pos, start[pos], level) for pos, level in goal.items() if level != start[pos])
        return Plan(price, (*back, *out), tuple(changed), tuple(counts.items()))
