"""From plain data to a request and back; every fault in the data is one Refused sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from reprlib import Repr
from typing import Any, get_args

from msgspec import ValidationError, convert, json, structs

from companion.core.errors import Refused
from companion.core.requests import deeds, play, table
from companion.core.requests.base import LARGEST, Request, every_kind

_SHARED = {module.__name__ for module in (deeds, play, table)}
KINDS: dict[str, type[Request]] = {
    kind.do: kind for kind in every_kind() if kind.__module__ in _SHARED
}
"""The requests all games share, by do-word; ``Rules.words`` has those of one game as well."""

QUESTIONS: frozenset[type[Request]] = frozenset(
    {
        table.State,
        table.Due,
        table.Raise,
        table.Allowed,
        table.Standings,
        table.Ledger,
        table.Export,
    }
)
"""Requests that never change anything."""

OUTSIDE: frozenset[type[Request]] = frozenset({table.Press, table.Advance})
"""Requests answered by the session or the desk, not by the game."""

_shown = Repr()
_shown.maxstring = _shown.maxlong = _shown.maxother = 40


def parse(data: object, words: Mapping[str, type[Request]] = KINDS) -> Request:
    """The request ``data`` stands for in a game that knows these ``words``.

    Raises Refused ``bad_request`` with one sentence when it is not one, ``not_in_game`` for a
    request of another game.
    """
    if not isinstance(data, Mapping):
        raise Refused(
            "bad_request",
            "A request is an object such as {example}.",
            "Send one JSON object per line.",
            example='{"do":"state"}',
        )
    word = data.get("do")
    kind = words.get(word) if isinstance(word, str) else None
    if kind is None:
        raise _unknown_word(word, words)
    given = {str(key): raw for key, raw in data.items() if key != "do" and raw is not None}
    if type(given.get("id")) is int and abs(given["id"]) <= LARGEST:
        given["id"] = str(given["id"])
    given = kind.in_full(given)
    _check_names(kind, given)
    try:
        request: Request = convert(given, kind)
    except ValidationError as fault:
        raise _wrong(kind, given, str(fault)) from None
    for name, raw in given.items():
        if not all(text.isprintable() for text in _texts(raw)):
            raise _not(kind, name, raw, "a short text of one line")
    return request


def to_dict(request: Request) -> dict[str, Any]:
    """The request as plain data with its do-word, without fields at their default."""
    data: dict[str, Any] = {"do": request.do}
    for item in _fields(type(request)).values():
        value = getattr(request, item.name)
        if item.required or value != item.default:
            data[item.encode_name] = json.decode(json.encode(value))
    return data


@cache
def _fields(kind: type[Request]) -> dict[str, structs.FieldInfo]:
    return {item.encode_name: item for item in structs.fields(kind)}


def _unknown_word(word: object, words: Mapping[str, type[Request]]) -> Refused:
    if any(kind.do == word for kind in every_kind()):
        return not_in_game(str(word))
    close = get_close_matches(word[:40], words, n=1) if isinstance(word, str) else []
    return Refused(
        "bad_request",
        "There is no request {word}.",
        "Did you mean '{close}'?" if close else "The field 'do' names the request.",
        word=_shown.repr(word),
        close=close[0] if close else "",
    )


def not_in_game(word: str) -> Refused:
    """The refusal of a request only other games know."""
    return Refused(
        "not_in_game",
        "'{do}' is not part of this game.",
        "It belongs to another edition.",
        do=word,
    )


def _check_names(kind: type[Request], given: Mapping[str, Any]) -> None:
    known = _fields(kind)
    for name in given:
        if name not in known:
            raise Refused(
                "bad_request",
                "'{do}' has no field '{field}'.",
                "Its fields are: {known}.",
                do=kind.do,
                field=name[:40],
                known=", ".join(known),
            )
    for name, item in known.items():
        if item.required and name not in given:
            raise Refused(
                "bad_request",
                "'{do}' needs the field '{field}'.",
                "Add it and send the request again.",
                do=kind.do,
                field=name,
            )


def _wrong(kind: type[Request], given: Mapping[str, Any], fault: str) -> Refused:
    """msgspec says "Expected `int` >= 1 - at `$.amount`"; the field says what it should be."""
    found = re.findall(r"\$\.(\w+)", fault)
    name = found[-1] if found else next(iter(given))
    return _not(kind, name, given[name], _wanted(_fields(kind)[name].type) or fault)


def _wanted(hint: Any) -> str:
    """What a field says of itself, "" where it says nothing."""
    for part in (hint, *get_args(hint)):
        for meta in getattr(part, "__metadata__", ()):
            return str(meta.description)
    return ""


def _not(kind: type[Request], name: str, value: object, wanted: str) -> Refused:
    return Refused(
        "bad_request",
        "'{field}' of '{do}' is {value}, but it must be {wanted}.",
        "Correct it and send the request again.",
        do=kind.do,
        field=name,
        value=_shown.repr(value),
        wanted=wanted,
    )


def _texts(raw: Any) -> Iterator[str]:
    match raw:
        case str():
            yield raw
        case Mapping():
            for key, part in raw.items():
                yield from (str(key), *_texts(part))
        case list() | tuple():
            for part in raw:
                yield from _texts(part)
