"""Mega answers differently: majorities, skyscrapers, depots, the third die, bus tickets.

Source: the rule summary, part "Die Mega-Version"; what it leaves open is in docs/decisions.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core.book import BANK, Holdings
from companion.core.edition import Deed
from companion.core.errors import Refused
from companion.core.facts import DEBTS, DOUBLES, FURTHER_MOVE, MOVED, ROLLED, TURN, Task
from companion.core.figures import NUMBER, SUM, Figure
from companion.core.requests import Request, Roll, Trade
from companion.core.values import Badge, Movement, Phrase, Question, Quote
from companion.core.work import GameRules, Work
from companion.games.mega import buildings, moves, spaces
from companion.games.mega import questions as asks
from companion.games.mega.requests import Bonus, Gift, Ride, Spread, Void

SKYSCRAPER, DEPOT = "skyscraper", "depot"


class Mega(GameRules):
    """The rules of a Mega printing."""

    figures: ClassVar[Mapping[str, Figure]] = {
        "birthday_gift": SUM,
        "depot_rent_factor": NUMBER,
        "majority_rent_factor": NUMBER,
        "side_spaces": NUMBER,
    }
    handlers: ClassVar[Mapping[type[Request], Callable[..., None]]] = {
        Roll: moves.roll,
        Ride: moves.ride,
        Bonus: moves.bonus,
        Spread: buildings.spread,
        Void: moves.void,
        Gift: spaces.gift,
    }
    arrivals: ClassVar[Mapping[str, Callable[[Work, str, int], None]]] = {
        "auction": spaces.auction_space,
        "bus_ticket": spaces.ticket_space,
        "birthday_gift": spaces.birthday_space,
    }
    tasks: ClassVar[Mapping[str, tuple[str, str]]] = {
        "auction": (
            "{who} stands on the auction space.",
            "Choose the free deed to be auctioned.",
        ),
        "birthday_gift": (
            "{who} has not taken the birthday gift yet.",
            "Take the money, or a bus ticket.",
        ),
        "triple": (
            "{who} rolled three of a kind and may go anywhere.",
            "Choose the space, or say that {who} stays.",
        ),
        moves.MR_MONOPOLY: (
            "{who} still has the bonus move of the third die.",
            "Go on to the next free deed, or the next rent.",
        ),
        moves.BUS: (
            "{who} still has the bus of the third die.",
            "Go on to the next card space, or take a bus ticket where there is the choice.",
        ),
    }
    sentences: ClassVar[Mapping[str, str]] = moves.SENTENCES
    undo_labels: ClassVar[Mapping[str, str]] = moves.LABELS

    # --- rent ---

    def bare_factor(self, book: Holdings, deed: Deed, owner: str) -> int:
        """Twice the rent with all lots of a colour but one, three times with all of them."""
        lots = self.edition.groups[deed.group]
        mine = self.build_group(book, owner, deed.pos)
        if len(mine) < len(lots) - 1:
            return 1
        if not self.option(book, "double_if_sibling_mortgaged") and any(
            self.mortgaged(book, pos) for pos in mine
        ):
            return 1
        whole = len(mine) == len(lots)
        return self.at(book).number("group_rent_factor" if whole else "majority_rent_factor")

    def bare_words(self, book: Holdings, deed: Deed, owner: str) -> str:
        """The majority has its own words."""
        if self.owns_group(book, owner, deed.group):
            return super().bare_words(book, deed, owner)
        return "{owner} has all but one of the colour, so {factor} times the rent"

    def bare_factors(self, book: Holdings, deed: Deed) -> tuple[tuple[str, int], ...]:
        """Two lines: the majority, then the whole colour."""
        majority = self.at(book).number("majority_rent_factor")
        return (("with all but one", majority), *super().bare_factors(book, deed))

    def station_rent(self, book: Holdings, deed: Deed, owner: str) -> Quote:
        """By the number owned, doubled by a depot on the very station."""
        quote = super().station_rent(book, deed, owner)
        if not book.held(deed.lot, DEPOT):
            return quote
        factor = self.at(book).number("depot_rent_factor")
        why = Phrase("{why}, times {factor} for the depot on {deed}", why=quote.why, factor=factor,
                     deed=deed.name)  # fmt: skip
        return Quote(quote.amount * factor, owner, why)

    def utility_rent(self, book: Holdings, deed: Deed, owner: str, dice: int, times: int) -> Quote:
        """As printed; without ``utility_steps`` the second factor counts for all of them only."""
        if not self.option(book, "utility_steps"):
            least, middle = deed.factors[:2]
            deed = replace(deed, factors=(*(least,) * (len(deed.factors) - 1), middle))
        return super().utility_rent(book, deed, owner, dice, times)

    # --- buildings ---

    def build_turn(self, book: Holdings, who: str) -> None:
        """In one's own turn or between two turns. Raises Refused while somebody moves."""
        self._moved_on(book)
        turn = book.get(TURN) or ""
        moving = book.get(MOVED) is not None or book.get(ROLLED) or book.get(DOUBLES)
        if turn != who and moving:
            raise Refused(
                "not_turn",
                "{turn} is in the middle of a turn.",
                "{who} may build when it is over, or in his own.",
                who=self.name(book, who),
                turn=self.name(book, turn),
            )

    def may_trade(self, book: Holdings, deal: Trade) -> None:
        """Whose rent or deed is next must not change under the third die's move; a debtor may."""
        if not any(debt.who in (deal.a, deal.b) for debt in book.get(DEBTS) or ()):
            self._moved_on(book)

    def _moved_on(self, book: Holdings) -> None:
        bonus = book.get(FURTHER_MOVE)
        if bonus:
            reason, remedy = self.tasks[bonus.kind]
            raise Refused("task_open", reason, remedy, who=self.name(book, bonus.who))

    def may_build(self, book: Holdings, who: str, deed: Deed) -> None:
        """All lots of the colour but one are enough; a depot needs its station alone."""
        self.ladder(deed)
        lots = self.edition.groups[deed.group]
        mine = self.build_group(book, who, deed.pos)
        if deed.kind == "street" and len(mine) < len(lots) - 1:
            raise Refused(
                "no_set",
                "{who} owns {n} of this colour and needs {need}.",
                "Get another one first, by purchase or a deal.",
                who=self.name(book, who),
                n=len(mine),
                need=len(lots) - 1,
            )
        self.none_mortgaged(book, who, deed)

    def may_step(self, book: Holdings, who: str, deed: Deed, levels: Mapping[int, int]) -> None:
        """A skyscraper needs the whole colour, with a hotel on every lot."""
        steps = self.ladder(deed)
        if SKYSCRAPER not in steps[levels[deed.pos]]:
            return
        lots = self.edition.groups[deed.group]
        missing = next((pos for pos in lots if pos not in levels), None)
        if missing is not None:
            raise Refused(
                "no_set",
                "A skyscraper needs the whole colour; {who} lacks {missing}.",
                "Get {missing} first, by purchase or a deal.",
                who=self.name(book, who),
                missing=self.at(book).deeds[missing].name,
            )
        low = next((pos for pos in lots if levels[pos] < len(steps) - 1), None)
        if low is not None:
            raise Refused(
                "uneven",
                "A skyscraper needs a hotel on every lot; {lowest} has none.",
                "Build on {lowest} first.",
                lowest=self.at(book).deeds[low].name,
            )

    # --- dice ---

    def movement(self, book: Holdings, who: str, dice: tuple[int, ...], special: str) -> Movement:
        """The white dice alone make a double; the points of the third one count for the way."""
        move = super().movement(book, who, dice[:2], special)
        if move.pos is None or len(dice) == 2:
            return move
        pos, passed = self.ahead(book, who, sum(dice))
        return replace(move, pos=pos, salary=passed)

    @property
    def third_die(self) -> tuple[str, ...]:
        """The six faces of the third die."""
        return tuple(self.edition.tables["speed_die"]["faces"])

    def throw(self, book: Holdings, randbelow: Callable[[int], int]) -> tuple[tuple[int, ...], str]:
        """Two white dice and the third; points of the third one come with the dice."""
        dice, _ = super().throw(book, randbelow)
        face = self.third_die[randbelow(len(self.third_die))]
        return ((*dice, int(face)), "") if face.isdigit() else (dice, face)

    # --- the table ---

    def task_stands(self, work: Work, task: Task) -> bool:
        """Nothing can be auctioned any more once the last deed is sold."""
        return task.kind != "auction" or bool(moves.free_deeds(self, work.draft))

    def badge(self, book: Holdings, who: str) -> Badge:
        """Bus tickets lie open for all."""
        n = book.held(who, moves.TICKET)
        return Badge(label=Phrase("{n} Bus", n=n)) if n else Badge()

    def question(self, book: Holdings) -> Question | None:
        """The birthday gift, a space or deed to choose, the bonus move, a bus ticket."""
        return asks.question(self, book)

    def more(self, book: Holdings) -> dict[str, Any]:
        """Bus tickets left to draw, and the move the third die still gives."""
        bonus = book.get(FURTHER_MOVE)
        return {
            "tickets_left": book.held(BANK, moves.TICKET),
            "bonus": {"kind": bonus.kind, "who": bonus.who} if bonus else None,
        }


RULES = Mega
