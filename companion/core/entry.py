"""The only thing that is ever saved: an entry, and the lines it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Plain: TypeAlias = bool | int | str | tuple["Plain", ...] | None
"""What is saved of a fact: JSON without floats and objects, lists as tuples."""


@dataclass(frozen=True, slots=True)
class Move:
    """``n`` whole units of ``what`` go from ``source`` to ``target``; n >= 1, ends differ."""

    what: str
    n: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A fact about the table changes; ``before`` must be what the book holds."""

    what: str
    before: Plain
    after: Plain


Line: TypeAlias = Move | Mark


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened, wholly or not at all.

    ``id`` counts once in a game, ``at`` is play time in whole milliseconds, ``reason`` a
    stable word (``"rent"``), ``detail`` whatever a sentence about it needs (who, deed, dice).
    ``reverses`` names the entry this one turns back.
    """

    id: str
    at: int
    reason: str
    lines: tuple[Line, ...]
    detail: Mapping[str, Plain] = field(default_factory=dict)
    reverses: str = ""


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Plain JSON data of an entry; ``entry_from_json`` turns it back."""
    lines: list[list[Any]] = []
    for line in entry.lines:
        if isinstance(line, Move):
            lines.append(["move", line.what, line.n, line.source, line.target])
        else:
            lines.append(["mark", line.what, _json(line.before), _json(line.after)])
    data: dict[str, Any] = {
        "id": entry.id,
        "at": entry.at,
        "reason": entry.reason,
        "lines": lines,
    }
    if entry.detail:
        data["detail"] = {key: _json(value) for key, value in entry.detail.items()}
    if entry.reverses:
        data["reverses"] = entry.reverses
    return data


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """The entry behind ``data``.

    Raises ValueError with the field's name when the shape is not that of an entry.
    """
    lines = tuple(_line(raw, position) for position, raw in enumerate(_typed(data, "lines", list)))
    detail = data.get("detail", {})
    if not isinstance(detail, dict):
        raise ValueError("field 'detail' is not an object")
    return Entry(
        id=_typed(data, "id", str),
        at=_typed(data, "at", int),
        reason=_typed(data, "reason", str),
        lines=lines,
        detail={key: _value(value) for key, value in detail.items()},
        reverses=str(data.get("reverses", "")),
    )


def _line(raw: Any, position: int) -> Line:
    # A match statement reads better, and takes a third of the time of loading a long game.
    if type(raw) is list:
        if len(raw) == 5 and raw[0] == "move":
            _, what, n, source, target = raw
            if type(n) is int and type(what) is type(source) is type(target) is str:
                return Move(what, n, source, target)
        elif len(raw) == 4 and raw[0] == "mark" and type(raw[1]) is str:
            return Mark(raw[1], _value(raw[2]), _value(raw[3]))
    raise ValueError(f"line {position} of the entry is neither a move nor a mark")


def _typed(data: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"field '{name}' is missing or not a {kind.__name__}")
    return value


def _json(value: Plain) -> Any:
    return [_json(part) for part in value] if isinstance(value, tuple) else value


_PLAIN = (str, int, bool, type(None))


def _value(value: Any) -> Plain:
    kind = type(value)
    if kind in _PLAIN:
        return value  # type: ignore[no-any-return]
    if kind is list or kind is tuple:
        return tuple(_value(part) for part in value)
    raise ValueError(f"{value!r} is not a fact (null, true/false, whole number, text or list)")
