"""A printing read from its file: every fault is one sentence with file, row and key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import Struct, ValidationError, convert

from companion.core.edition import (
    Deed,
    Disputed,
    Edition,
    EditionFault,
    OptionSpec,
    Space,
    TaxSpace,
)
from companion.core.errors import Corrupt

FAULTS = (
    ArithmeticError,
    AttributeError,
    Corrupt,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What a wrong value in a file may come to, wherever it is read."""
INTO_FIELDS = frozenset(
    {
        "id", "base", "game", "label", "currency", "unit", "spaces", "rules", "stock", "cards",
        "ladder", "tax", "deed", "option", "options", "house_rule", "disputed", "module",
        "money",
    }
)  # fmt: skip
"""Tables with a field of their own; all others are an edition's ``tables``."""
_TEXTS = ("game", "label", "currency", "module")
_TABLES = ("rules", "stock", "cards", "ladder", "names", "short", "options", "house_rule")
_T = TypeVar("_T")


class _DeedRow(Struct):
    """What a row of the table ``deed`` holds besides building costs and a game's own figures."""

    pos: int
    kind: str
    group: str
    price: int
    name: str | None = None
    mortgage: int = 0
    rents: tuple[int, ...] = ()
    dice_factors: tuple[int, ...] = ()


def parse_edition(name: str, data: Mapping[str, Any]) -> Edition:
    """The edition in ``data``, the contents of ``name``.toml.

    Raises EditionFault with file, key and what is wrong.
    """
    where = f"{name}.toml"
    for key in ("game", "label", "currency", "unit", "rules"):
        if key not in data:
            raise no_key(where, key)
    _kinds(where, data)
    spaces = _rows(where, "spaces", data, Space)
    names = {space.pos: space.name for space in spaces}
    found = zip(_rows(where, "deed", data, _DeedRow), data["deed"], strict=True)
    deeds = {row.pos: _deed(row, raw, names) for row, raw in found}
    if data.get("money", "short") != "short":
        raise EditionFault(
            '{file}: money can be "short" (1.5M) or left out, nothing else.', file=where
        )
    if len(deeds) < len(data["deed"]):
        raise EditionFault("{file}: two deeds have one pos; check them.", file=where)
    groups: dict[str, tuple[int, ...]] = {}
    for deed in deeds.values():
        groups[deed.group] = (*groups.get(deed.group, ()), deed.pos)
    edition = Edition(
        id=name,
        game=data["game"],
        label=data["label"],
        currency=data["currency"],
        unit=data["unit"],
        spaces=tuple(spaces),
        deeds=deeds,
        groups=groups,
        figures=dict(data["rules"]),
        stock=dict(data.get("stock", {})),
        cards=dict(data.get("cards", {})),
        ladders={
            kind: tuple(dict(step) for step in steps)
            for kind, steps in data.get("ladder", {}).items()
        },
        taxes={tax.pos: tax for tax in _rows(where, "tax", data, TaxSpace)},
        options=tuple(_rows(where, "option", data, OptionSpec)),
        disputed=tuple(_rows(where, "disputed", data, Disputed)),
        short_money=data.get("money") == "short",
        tables={key: value for key, value in data.items() if key not in INTO_FIELDS},
    )
    _check(edition)
    return edition


def no_key(where: str, key: str) -> EditionFault:
    """What is said of a file that lacks a key."""
    return EditionFault(
        "{file} has no key {key} where one is needed; compare it with classic_us.toml.",
        file=where,
        key=repr(key),
    )


def wrong_kind(where: str) -> EditionFault:
    """What is said of a file whose fault lies in no single row."""
    return EditionFault(
        "{file} has a value of the wrong kind, or one too few; compare it with classic_us.toml.",
        file=where,
    )


def _kinds(where: str, data: Mapping[str, Any]) -> None:
    """Raises EditionFault where a key of the file holds something else than it should."""
    wrong = [key for key in _TEXTS if not isinstance(data.get(key, ""), str)]
    wrong += [key for key in _TABLES if not isinstance(data.get(key, {}), Mapping)]
    wrong += [
        f"{table}.{key}"
        for table in ("stock", "cards")
        if table not in wrong
        for key, n in data.get(table, {}).items()
        if type(n) is not int or n < 0
    ]
    if type(data["unit"]) is not int or data["unit"] < 1:
        wrong.append("unit")
    if "ladder" not in wrong and not all(map(_is_ladder, data.get("ladder", {}).values())):
        wrong.append("ladder")
    if wrong:
        raise EditionFault(
            "{file}: {key} is of the wrong kind; compare it with classic_us.toml.",
            file=where,
            key=wrong[0],
        )


def _is_ladder(steps: object) -> bool:
    """Whether this is a list of steps, each so many of a piece, and more of one than before."""
    if not isinstance(steps, list) or not all(isinstance(step, Mapping) for step in steps):
        return False
    pairs = pairwise(({}, *steps))
    return all(
        all(type(n) is int and n > 0 for n in above.values())
        and any(n > below.get(piece, 0) for piece, n in above.items())
        for below, above in pairs
    )


def _rows(where: str, table: str, data: Mapping[str, Any], kind: type[_T]) -> list[_T]:
    """The rows of a table. Raises EditionFault with row and key, as msgspec's sentence has them."""
    rows = data.get(table, [])
    if not isinstance(rows, list) or not all(isinstance(raw, Mapping) for raw in rows):
        raise EditionFault(
            "{file}: {table} must be a list of tables; compare it with classic_us.toml.",
            file=where,
            table=table,
        )
    if table not in data and table in ("spaces", "deed"):
        raise no_key(where, table)
    try:
        return convert(rows, list[kind])  # type: ignore[valid-type]
    except ValidationError as fault:
        number, key = re.findall(r"\$\[(\d+)\](?:\.(\w+))?", str(fault))[0]
        missing = re.search(r"required field (`\w+`)", str(fault))
        facts = {"file": where, "number": int(number) + 1, "table": table}
        if missing:
            raise EditionFault(
                "{file}: row {number} of {table} has no {key}; compare it with classic_us.toml.",
                **facts,
                key=missing[1].replace("`", "'"),
            ) from fault
        raise EditionFault(
            "{file}: row {number} of {table}: {key} is of the wrong kind; compare it with "
            "classic_us.toml.",
            **facts,
            key=key,
        ) from fault


def _deed(row: _DeedRow, raw: Mapping[str, Any], names: Mapping[int, str]) -> Deed:
    """A deed without a name of its own is called what its space is called."""
    more = {key: value for key, value in raw.items() if key not in row.__struct_fields__}
    return Deed(
        pos=row.pos,
        kind=row.kind,
        name=names.get(row.pos, "") if row.name is None else row.name,
        group=row.group,
        price=row.price,
        mortgage=row.mortgage,
        rents=row.rents,
        factors=row.dice_factors,
        costs={key[:-5]: value for key, value in more.items() if key.endswith("_cost")},
        extra={key: value for key, value in more.items() if not key.endswith("_cost")},
        key=f"deed:{row.pos}",
        lot=f"lot:{row.pos}",
        ladder=row.kind,
    )


def _check(edition: Edition) -> None:
    where = f"{edition.id}.toml"
    for spec in edition.options:
        if not spec.fits(spec.default):
            raise EditionFault(
                "{file}: the house rule '{option}' cannot be {value}; look at its kind.",
                file=where,
                option=spec.name,
                value=repr(spec.default),
            )
    for number, space in enumerate(edition.spaces):
        if space.pos != number:
            raise EditionFault(
                "{file}: space {pos} stands where {number} should; list them from GO on.",
                file=where,
                pos=space.pos,
                number=number,
            )
    for deed in edition.deeds.values():
        _check_deed(where, edition, deed)


def _check_deed(where: str, edition: Edition, deed: Deed) -> None:
    if not 0 <= deed.pos < len(edition.spaces):
        raise EditionFault(
            "{file}: the deed {deed} lies outside the board; check its pos.",
            file=where,
            deed=deed.name or deed.pos,
        )
    amounts = (deed.price, deed.mortgage, *deed.rents, *deed.costs.values())
    if any(type(n) is not int or n < 0 or n % edition.unit for n in amounts):
        raise EditionFault(
            "{file}: a figure of {deed} is no whole multiple of {unit}; look at the card again.",
            file=where,
            deed=deed.name,
            unit=edition.unit,
        )
    if list(deed.rents) != sorted(deed.rents):
        raise EditionFault(
            "{file}: the rents of {deed} do not rise; look at the card again.",
            file=where,
            deed=deed.name,
        )
