"""The values sentences are filled with, typed so that a screen can write them its own way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from companion.core.requests.base import Request

LATE_BID_MS = 5_000
"""What a late bid leaves an auction at least, where the table plays so."""


class Money(int):
    """An amount in whole units; a screen groups it and adds the currency."""


class Short(Money):
    """An amount that plain text writes as 3.5M or 500K, as its cards print it."""

    def __str__(self) -> str:
        size, name = (1_000_000, "M") if self >= 1_000_000 else (1_000, "K") if self else (1, "")
        whole, rest = divmod(int(self) * 100 // size, 100)
        return f"{whole}" + (f".{rest:02d}".rstrip("0") if rest else "") + name

    def __format__(self, spec: str) -> str:
        return str(self)


class Piece(str):
    """A kind of building or card, such as "house"; a screen translates it."""

    __slots__ = ()

    def __str__(self) -> str:
        return plural(self, 1)


class Pieces(Struct, frozen=True):
    """Several pieces, such as 2 houses and 1 hotel; ``str`` writes them in English."""

    counts: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Pieces:
        """The pieces of which there are any."""
        return cls(tuple((piece, n) for piece, n in counts.items() if n))

    def __str__(self) -> str:
        parts = [f"{n} {plural(piece, n)}" for piece, n in self.counts]
        return " and ".join(parts) if len(parts) < 3 else ", ".join(parts)


def plural(piece: str, n: int) -> str:
    """The English word for ``n`` of a piece."""
    word = piece.replace("_", " ")
    return word if n == 1 else word + "s"


class Phrase:
    """A piece of a sentence: a template and what goes into it, perhaps phrases again."""

    __slots__ = ("facts", "template")

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        return self.template.format(**self.facts)


NOTHING = Phrase("")
"""Where there is nothing to say."""


class Quote(Struct, frozen=True):
    """An amount and why. ``to`` "" = nobody is paid."""

    amount: int
    to: str
    why: Phrase


class Plan(Struct, frozen=True):
    """Pieces that would change place for a price; ``moves`` as (what, n, source, target).

    ``levels`` are (position, level before, level after), ``counts`` what is bought or sold.
    """

    price: int
    moves: tuple[tuple[str, int, str, str], ...]
    levels: tuple[tuple[int, int, int], ...]
    counts: tuple[tuple[str, int], ...]


class Way(Struct, frozen=True):
    """One way to raise money: a request word, where, and the sum. ``now``: legal as it stands."""

    do: str
    deed: int
    group: str
    amount: int
    now: bool


class Pick(Struct, frozen=True):
    """One answer to a question of the game: in words, and the request it stands for.

    ``pos``: the space it is about, -1 for none. ``colour``: its colour group, ``sign``: the icon
    that stands for it, "" for none.
    """

    words: Phrase
    request: Request
    pos: int = -1
    colour: str = ""
    sign: str = ""


class Question(Struct, frozen=True):
    """What only this game asks ``who``; ``must``: nothing else is done before.

    ``label``: the way to a question that may be left unanswered, in two or three words.
    """

    who: str
    words: Phrase
    picks: tuple[Pick, ...]
    must: bool = True
    label: Phrase = NOTHING


class Door(Struct, frozen=True):
    """A way to a page: the words on its button, a message of the catalogue, and the page's id."""

    words: str
    page: str


class Extra(Struct, frozen=True):
    """What a game adds to the picture of the table; a game with more to say has a class of its own.

    ``beside``: what may still be done before the turn ends. ``deed``, ``card``: where one looks at
    a deed closely, and where a drawn card is done, other than on the usual pages. ``unit``: what
    the trading unit shows after Build counts in this game.
    """

    beside: Door | None = None
    deed: Door | None = None
    card: Door | None = None
    unit: bool = False


class Badge(Struct, frozen=True):
    """What a player is in this game: ``words``, ``label`` where there is little room, ``colour`` a
    colour group or "".
    """

    words: Phrase = NOTHING
    label: Phrase = NOTHING
    colour: str = ""


class Corner(Struct, frozen=True):
    """Where players are held up: parts of sentences, then the words on its buttons."""

    within: Phrase
    goes: Phrase
    stays: Phrase
    leaves: Phrase
    enter: Phrase
    out: Phrase


JAIL = Corner(
    Phrase("in jail"),
    Phrase("goes to jail"),
    Phrase("stays in jail"),
    Phrase("leaves jail"),
    Phrase("To jail"),
    Phrase("Out of jail…"),
)


class Worth(Struct, frozen=True):
    """What somebody is worth, in parts."""

    who: str
    cash: int
    deeds: int
    buildings: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.cash + self.deeds + self.buildings


class Movement(Struct, frozen=True):
    """Where dice take a player. ``pos`` None: he stays. ``again``: he rolls once more."""

    pos: int | None
    salary: bool = False
    jail: bool = False
    again: bool = False
    doubles: int = 0
    tries: int | None = None
    fine: bool = False
