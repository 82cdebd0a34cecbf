"""A printing read from its file: every fault is one sentence with file, row and key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, TypeVar

from companion.core.edition import (
    Deed,
    Disputed,
    Edition,
    EditionFault,
    OptionSpec,
    Space,
    Tax,
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
    }
)  # fmt: skip
"""Tables with a field of their own; all others are an edition's ``tables``."""
_OF_A_DEED = frozenset(
    {"pos", "kind", "name", "group", "price", "mortgage", "rents", "dice_factors"}
)
_TEXTS = ("game", "label", "currency", "module")
_TABLES = ("rules", "stock", "cards", "ladder", "names", "short", "options", "house_rule")
_ROWS: Mapping[str, Mapping[str, type | list[type]]] = {
    "spaces": {"pos": int, "kind": str, "name": str},
    "deed": {
        "pos": int, "kind": str, "name": str, "group": str, "price": int, "mortgage": int,
        "rents": [int], "dice_factors": [int],
    },
    "tax": {"pos": int, "amount": int, "percent": int},
    "option": {"name": str, "kind": str, "text": str, "choices": [str], "low": int, "high": int},
    "disputed": {"pos": int, "key": str, "candidates": [int], "note": str},
}  # fmt: skip
"""What the keys of a row hold; a list in brackets."""
_NEEDED = {
    "spaces": ("pos", "kind"),
    "deed": ("pos", "kind", "group", "price"),
    "tax": ("pos", "amount"),
    "option": ("name", "kind", "default", "text"),
    "disputed": ("pos", "key", "candidates", "note"),
}


def parse_edition(name: str, data: Mapping[str, Any]) -> Edition:
    """The edition in ``data``, the contents of ``name``.toml.

    Raises EditionFault with file, key and what is wrong.
    """
    where = f"{name}.toml"
    for key in ("game", "label", "currency", "unit", "rules"):
        if key not in data:
            raise no_key(where, key)
    _kinds(where, data)
    spaces = _each(
        where, "spaces", data, lambda raw: Space(raw["pos"], raw["kind"], raw.get("name", ""))
    )
    names = {space.pos: space.name for space in spaces}
    deeds = {deed.pos: deed for deed in _each(where, "deed", data, lambda raw: _deed(raw, names))}
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
        taxes={tax.pos: tax for tax in _each(where, "tax", data, _tax)},
        options=tuple(_each(where, "option", data, _option)),
        disputed=tuple(_each(where, "disputed", data, _disputed)),
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


_Made = TypeVar("_Made")


def _each(
    where: str, table: str, data: Mapping[str, Any], make: Callable[[Any], _Made]
) -> list[_Made]:
    """What ``make`` makes of every row of a table; a fault names row and key."""
    rows = data.get(table, [])
    if not isinstance(rows, list) or not all(isinstance(raw, Mapping) for raw in rows):
        raise EditionFault(
            "{file}: {table} must be a list of tables; compare it with classic_us.toml.",
            file=where,
            table=table,
        )
    if table not in data and table in ("spaces", "deed"):
        raise no_key(where, table)
    for number, raw in enumerate(rows, 1):
        missing = next((key for key in _NEEDED[table] if key not in raw), None)
        if missing:
            raise EditionFault(
                "{file}: row {number} of {table} has no {key}; compare it with classic_us.toml.",
                file=where,
                number=number,
                table=table,
                key=repr(missing),
            )
        wrong = next((key for key, kind in _ROWS[table].items() if not _holds(raw, key, kind)), "")
        if wrong:
            raise EditionFault(
                "{file}: row {number} of {table}: {key} is of the wrong kind; compare it with "
                "classic_us.toml.",
                file=where,
                number=number,
                table=table,
                key=wrong,
            )
    return [make(raw) for raw in rows]


def _holds(raw: Mapping[str, Any], key: str, kind: type | list[type]) -> bool:
    """Whether the key, where there is one, holds what it should."""
    if key not in raw:
        return True
    value = raw[key]
    if isinstance(kind, list):
        return isinstance(value, list) and all(type(one) is kind[0] for one in value)
    return type(value) is kind


def _tax(raw: Mapping[str, Any]) -> Tax:
    return Tax(raw["pos"], raw["amount"], raw.get("percent", 0))


def _disputed(raw: Mapping[str, Any]) -> Disputed:
    return Disputed(raw["pos"], raw["key"], tuple(raw["candidates"]), raw["note"])


def _deed(raw: Mapping[str, Any], names: Mapping[int, str]) -> Deed:
    """A deed without a name of its own is called what its space is called."""
    pos = raw["pos"]
    return Deed(
        pos=pos,
        kind=raw["kind"],
        name=raw.get("name", names.get(pos, "")),
        group=raw["group"],
        price=raw["price"],
        mortgage=raw.get("mortgage", 0),
        rents=tuple(raw.get("rents", ())),
        factors=tuple(raw.get("dice_factors", ())),
        costs={key[:-5]: value for key, value in raw.items() if key.endswith("_cost")},
        extra={
            key: value
            for key, value in raw.items()
            if key not in _OF_A_DEED and not key.endswith("_cost")
        },
        key=f"deed:{pos}",
        lot=f"lot:{pos}",
        ladder=raw["kind"],
    )


def _option(raw: Mapping[str, Any]) -> OptionSpec:
    return OptionSpec(
        name=raw["name"],
        kind=raw["kind"],
        default=raw["default"],
        text=raw["text"],
        choices=tuple(raw.get("choices", ())),
        low=raw.get("low", 0),
        high=raw.get("high", 0),
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
