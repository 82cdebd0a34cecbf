"""What is in the box: board, deeds, figures, stock and house rules of one printing, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.errors import EditionFault as EditionFault
from companion.core.facts import Correction
from companion.core.figures import Figure, Kind


class Space(Struct, frozen=True):
    """One space of the board; ``kind`` such as "street", "tax", "go_to_jail"."""

    pos: int
    kind: str
    name: str = ""


class TaxSpace(Struct, frozen=True):
    """A tax space: a flat sum, or a share of what one owns where the board offers it.

    ``amount`` 0 beside a share: the share is all it asks.
    """

    pos: int
    amount: int
    percent: int = 0

    @property
    def ways(self) -> tuple[str, ...]:
        """How it can be paid, "flat" or "percent", the usual way first."""
        if not self.percent:
            return ("flat",)
        return ("flat", "percent") if self.amount else ("percent",)


class Deed(Struct, frozen=True):
    """A title deed as printed.

    ``rents`` by level (streets) or by number owned (stations), ``factors`` times the dice by
    number owned (utilities), ``costs`` of a step by piece, ``ladder`` what can be built there.
    ``column``: which column of the card rents and factors are from, as its keys begin in ``extra``.
    ``extra``: figures only the edition's own module reads.
    """

    pos: int
    kind: str
    name: str
    group: str
    price: int
    mortgage: int
    rents: tuple[int, ...] = ()
    factors: tuple[int, ...] = ()
    costs: Mapping[str, int] = {}
    extra: Mapping[str, Any] = {}
    key: str = ""
    lot: str = ""
    ladder: str = ""
    column: str = ""


class OptionSpec(Struct, frozen=True):
    """A house rule: ``kind`` "switch", "number" or "choice"; ``title`` what families
    call it, ``text`` what it does."""

    name: str
    kind: str
    default: bool | int | str
    title: str
    text: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def fits(self, value: object) -> bool:
        """Whether the house rule can have this value."""
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "number":
            return type(value) is int and self.low <= value <= self.high
        return self.kind == "choice" and value in self.choices


class Disputed(Struct, frozen=True):
    """A figure sources disagree on: the setup screen asks to look at the card."""

    pos: int
    key: str
    candidates: tuple[int, ...]
    note: str


class Edition(Struct, frozen=True):
    """One printing of one game. ``unit`` is the smallest amount that can be paid.

    ``short_money``: amounts are written 1.5M and 500K, as the file says with ``money = "short"``.

    ``declared`` says what each of the ``figures`` counts; its rules bring it.
    """

    id: str
    game: str
    label: str
    currency: str
    unit: int
    spaces: tuple[Space, ...]
    deeds: Mapping[int, Deed]
    groups: Mapping[str, tuple[int, ...]]
    figures: Mapping[str, Any]
    stock: Mapping[str, int]
    cards: Mapping[str, int]
    ladders: Mapping[str, tuple[Mapping[str, int], ...]]
    taxes: Mapping[int, TaxSpace]
    options: tuple[OptionSpec, ...]
    disputed: tuple[Disputed, ...] = ()
    short_money: bool = False
    tables: Mapping[str, Any] = {}
    declared: Mapping[str, Figure] = {}

    def number(self, name: str) -> int:
        """A whole figure of the rules, such as ``go_salary``. Raises KeyError if there is none."""
        value = self.figures[name]
        if not isinstance(value, int):
            raise KeyError(name)
        return value

    def option(self, name: str) -> OptionSpec | None:
        """The house rule of this name, or None where the edition has none."""
        return next((spec for spec in self.options if spec.name == name), None)

    def find(self, kind: str) -> int:
        """The position of the first space of ``kind``, or -1."""
        return next((space.pos for space in self.spaces if space.kind == kind), -1)


def corrected(edition: Edition, corrections: Iterable[Correction]) -> Edition:
    """The edition with this table's "my card says"."""
    deeds = dict(edition.deeds)
    figures = dict(edition.figures)
    taxes = dict(edition.taxes)
    for one in corrections:
        pos, name, value = one.pos, one.field, one.value
        if pos == -1:
            figures[name] = value
        elif pos in taxes:
            taxes[pos] = replace(taxes[pos], amount=int(value))
        else:
            deeds[pos] = _corrected_deed(deeds[pos], name, value)
    spaces = tuple(
        replace(space, name=deeds[space.pos].name) if space.pos in deeds else space
        for space in edition.spaces
    )
    return replace(edition, spaces=spaces, deeds=deeds, figures=figures, taxes=taxes)


def kind_of(edition: Edition, name: str) -> Kind:
    """What the printed value ``name`` of a deed, a tax or the rules counts."""
    declared = edition.declared.get(name)
    if declared is not None:
        return declared.kind
    return Kind.COUNT if "factors." in name else Kind.MONEY


def correctable(edition: Edition, pos: int, name: str) -> int | None:
    """What is printed in ``name`` of the deed or tax at ``pos`` (-1: the rules), or None."""
    if pos == -1:
        declared, value = edition.declared.get(name), edition.figures.get(name)
        fixed = declared is not None and declared.fixed
        return value if type(value) is int and not fixed else None
    if pos in edition.taxes:
        return edition.taxes[pos].amount if name == "amount" else None
    deed = edition.deeds.get(pos)
    if deed is None:
        return None
    if name in ("price", "mortgage"):
        return deed.price if name == "price" else deed.mortgage
    if name.endswith("_cost"):
        return deed.costs.get(name[:-5])
    table, _, index = name.partition(".")
    row = {"rents": deed.rents, "dice_factors": deed.factors}.get(table, deed.extra.get(table))
    if isinstance(row, tuple | list) and index.isdigit() and int(index) < len(row):
        return int(row[int(index)])
    return row if type(row) is int and not index else None


def _corrected_deed(deed: Deed, name: str, value: Any) -> Deed:
    if name == "name":
        return replace(deed, name=value)
    if name == "price":
        return replace(deed, price=value)
    if name == "mortgage":
        return replace(deed, mortgage=value)
    if name.endswith("_cost"):
        return replace(deed, costs={**deed.costs, name[:-5]: value})
    table, _, index = name.partition(".")
    if not index:
        return replace(deed, extra={**deed.extra, table: value})
    at = int(index)
    if table == "rents":
        return replace(deed, rents=(*deed.rents[:at], value, *deed.rents[at + 1 :]))
    if table == "dice_factors":
        return replace(deed, factors=(*deed.factors[:at], value, *deed.factors[at + 1 :]))
    row = list(deed.extra[table])
    row[at] = value
    return replace(deed, extra={**deed.extra, table: tuple(row)})
