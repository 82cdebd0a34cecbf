"""All facts a saved game may hold, as their modules declare them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec.structs import fields

from companion.core.entry import Entry, Mark
from companion.core.fact import Fact, Facts, Record

MODULES = ("core", "unit", "games.city", "games.anti", "games.mega", "games.deal")
_WORDS = {bool: "true/false", int: "number", str: "text", type(None): "null"}


def declared() -> Iterator[tuple[str, Fact[Any] | Facts[Any]]]:
    """Every declaration with the room it stands in."""
    for room in MODULES:
        for value in vars(import_module(f"companion.{room}.facts")).values():
            if isinstance(value, Fact | Facts):
                yield room, value


def undeclared(entries: Iterable[Entry]) -> set[str]:
    """Facts these entries note and nobody declares."""
    known = _known()
    written = {line.what for entry in entries for line in entry.lines if isinstance(line, Mark)}
    return {key for key in written if key not in known and key.partition(":")[0] + ":" not in known}


@cache
def _known() -> frozenset[str]:
    return frozenset(fact.key.partition("{")[0] for _, fact in declared())


def saved_as(kind: Any) -> str:
    """What JSON holds for a value of ``kind``, in words."""
    if kind in _WORDS:
        return _WORDS[kind]
    if isinstance(kind, UnionType):
        return " or ".join(saved_as(one) for one in get_args(kind))
    if get_origin(kind) is tuple:
        parts = [saved_as(one) for one in get_args(kind) if one is not ...]
        return f"[{', '.join(parts)}{', …' if ... in get_args(kind) else ''}]"
    assert issubclass(kind, Record)
    hints = get_type_hints(kind)
    named = (f"{field.name}: {saved_as(hints[field.name])}" for field in fields(kind))
    return f"[{', '.join(named)}]"


def table() -> str:
    """The declarations as the table of docs/journal.md."""
    rows = ["| fact | of | saved as | means |", "|---|---|---|---|"]
    for room, fact in declared():
        where = {"core": "every game", "unit": "the trading unit"}.get(room, room[6:])
        rows.append(f"| `{fact.key}` | {where} | `{saved_as(fact.kind)}` | {fact.meaning} |")
    return "\n".join(rows)
