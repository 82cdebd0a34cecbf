"""From plain data to a request and back; every fault in the data is one Refused sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from difflib import get_close_matches
from reprlib import Repr
from typing import Any

from companion.core.errors import Refused
from companion.core.requests import deeds, play, table
from companion.core.requests.base import Basket, Item, Request, every_kind
from companion.games.deal import requests as cards

KINDS: dict[str, type[Request]] = {kind.do: kind for kind in every_kind()}
"""Every request by its do-word."""

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

_ALIASES = {"from": "source", "to": "target"}
"""Words of the data that are no field names; ``to`` only where the request has no ``to``."""

_EVERYWHERE = {
    "player": "who", "pos": "deed", "deed": "pos", "space": "pos", "why": "reason",
    "card": "what", "choice": "what", "colour": "group", "color": "group", "role": "side",
}  # fmt: skip
_FROM = {"from": "who"}
_SIDES = {"who": "a", "from": "a", "with": "b", "to": "b", "gives": "a_gives", "gets": "b_gives"}
_OTHER_WORDS: dict[type[Request], dict[str, str]] = {
    play.Pay: {"who": "source", "player": "source"},
    play.EachPays: {"to": "who"},
    play.Salary: {"to": "who"},
    play.PaysEach: _FROM,
    play.Rent: _FROM,
    play.Fine: _FROM,
    play.Tax: _FROM,
    play.Repairs: _FROM,
    deeds.Buy: {"amount": "price"},
    deeds.Deal: _SIDES,
    deeds.Offer: _SIDES,
}
"""Other words people write for a field; each counts only where the field itself is not given."""

_PIECES = {"houses": "house", "hotels": "hotel"}
_shown = Repr()
_shown.maxstring = _shown.maxlong = _shown.maxother = 40


def parse(data: object) -> Request:
    """The request ``data`` stands for.

    Raises Refused ``bad_request`` with one sentence when it is not one.
    """
    if not isinstance(data, Mapping):
        raise Refused(
            "bad_request",
            "A request is an object such as {example}.",
            "Send one JSON object per line.",
            example='{"do":"state"}',
        )
    word = data.get("do")
    if word == table.Correct.do and "entry" in data:
        word = table.CorrectPayee.do
    kind = KINDS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise _unknown_word(word)
    names = {item.name: item for item in fields(kind)}
    values: dict[str, Any] = {}
    for key, raw in _gathered(kind, names, data).items():
        name = key if key in names else _ALIASES.get(key, key)
        if name not in names:
            raise Refused(
                "bad_request",
                "'{do}' has no field '{field}'.",
                "Its fields are: {known}.",
                do=word,
                field=key[:40],
                known=", ".join(_outer(kind, known) for known in names),
            )
        value = _READERS[name](kind.do, key, raw)
        if value is not None or names[name].default in (None, MISSING):
            values[name] = value  # else null stands for "as usual"
    for name, item in names.items():
        if values.get(name, "") in (None, "") and item.default is MISSING:
            raise Refused(
                "bad_request",
                "'{do}' needs the field '{field}'.",
                "Add it and send the request again.",
                do=word,
                field=_outer(kind, name),
            )
    return kind(**values)


def to_dict(request: Request) -> dict[str, Any]:
    """The request as plain data with its do-word, without fields at their default."""
    data: dict[str, Any] = {"do": request.do}
    for item in fields(request):
        value = getattr(request, item.name)
        if item.default is MISSING or value != item.default:
            data[_outer(type(request), item.name)] = _plain(value)
    return data


def _outer(kind: type[Request], name: str) -> str:
    return {"source": "from", "target": "to"}.get(name, name) if kind is play.Pay else name


def _gathered(
    kind: type[Request], names: Mapping[str, Any], data: Mapping[Any, Any]
) -> dict[str, Any]:
    """``data`` without its do-word, short forms written out: one deed as lots, rates by piece."""
    plain = _renamed(kind, names, {str(key): raw for key, raw in data.items() if key != "do"})
    if "lots" in names and "deed" in plain and "lots" not in plain:
        item = {key: plain.pop(key) for key in ("deed", "n", "piece") if key in plain}
        plain["lots"] = [item]
    if "rates" in names and "rates" not in plain:
        rates = {key: plain.pop(key) for key in list(plain) if key not in names}
        if rates:
            plain["rates"] = {_PIECES.get(key, key): rate for key, rate in rates.items()}
    return plain


def _renamed(
    kind: type[Request], names: Mapping[str, Any], plain: Mapping[str, Any]
) -> dict[str, Any]:
    """``plain`` with the words of ``_OTHER_WORDS`` put right."""
    others = {**_EVERYWHERE, **_OTHER_WORDS.get(kind, {})}
    found: dict[str, Any] = {}
    for key, raw in plain.items():
        name = others.get(key, key)
        free = name in names and not {name, _outer(kind, name)} & {*plain, *found}
        found[name if key not in names and free else key] = raw
    return found


def _unknown_word(word: object) -> Refused:
    close = get_close_matches(word[:40], KINDS, n=1) if isinstance(word, str) else []
    return Refused(
        "bad_request",
        "There is no request {word}.",
        "Did you mean '{close}'?" if close else "The field 'do' names the request.",
        word=_shown.repr(word),
        close=close[0] if close else "",
    )


def _wrong(do: str, field: str, value: object, wanted: str) -> Refused:
    return Refused(
        "bad_request",
        "'{field}' of '{do}' is {value}, but it must be {wanted}.",
        "Correct it and send the request again.",
        do=do,
        field=field,
        value=_shown.repr(value),
        wanted=wanted,
    )


def _whole(low: int, high: int, wanted: str) -> Callable[[str, str, Any], int]:
    def read(do: str, field: str, raw: Any) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int) or not low <= raw <= high:
            raise _wrong(do, field, raw, wanted)
        return raw

    return read


_LARGEST = 10**12
_amount = _whole(1, _LARGEST, "a whole number of money, 1 or more")
_amount_or_none = _whole(0, _LARGEST, "a whole number of money, 0 or more")
_position = _whole(0, 999, "the number of a space on the board")
_count = _whole(1, 99, "a whole number, 1 or more")
_dice_total = _whole(2, 18, "the total of the dice, 2 or more")
_milliseconds = _whole(1, 86_400_000, "whole milliseconds, 1 or more")


def _maybe(reader: Callable[[str, str, Any], Any]) -> Callable[[str, str, Any], Any]:
    def read(do: str, field: str, raw: Any) -> Any:
        return None if raw is None else reader(do, field, raw)

    return read


def _text(do: str, field: str, raw: Any) -> str:
    if not isinstance(raw, str) or not raw or len(raw) > 80 or not raw.isprintable():
        raise _wrong(do, field, raw, "a short text of one line")
    return raw


def _maybe_text(do: str, field: str, raw: Any) -> str:
    return "" if raw is None or raw == "" else _text(do, field, raw)


def _id(do: str, field: str, raw: Any) -> str:
    """A text; a number counts as the text it is written as."""
    whole = isinstance(raw, int) and not isinstance(raw, bool)
    return _maybe_text(do, field, str(raw) if whole and abs(raw) <= _LARGEST else raw)


def _yes_no(do: str, field: str, raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise _wrong(do, field, raw, "true or false")
    return raw


def _dice(do: str, field: str, raw: Any) -> Any:
    """What each die shows (a roll), or the total (utilities), which may be told as a list too."""
    rolled = do == play.Roll.do
    if not rolled and not isinstance(raw, list | tuple):
        return _dice_total(do, field, raw) if raw is not None else None
    if not isinstance(raw, list | tuple) or not 2 <= len(raw) <= 3:
        raise _wrong(do, field, raw, "a list such as [3, 4]")
    each = tuple(_whole(1, 6, "1 to 6 on each die")(do, field, part) for part in raw)
    return each if rolled else sum(each)


def _figure(do: str, field: str, raw: Any) -> str:
    """What a correction names; ``rent`` is the first rent, ``rents[3]`` is ``rents.3``."""
    name = _text(do, field, raw).replace("[", ".").replace("]", "")
    if name == "rent":
        return "rents.0"
    return f"rents.{name[5:]}" if name.startswith("rent.") else name


def _list(do: str, field: str, raw: Any) -> list[Any]:
    if not isinstance(raw, list | tuple) or len(raw) > 60:
        raise _wrong(do, field, raw, "a list")
    return list(raw)


def _positions(do: str, field: str, raw: Any) -> tuple[int, ...]:
    found = tuple(_position(do, field, part) for part in _list(do, field, raw))
    if len(set(found)) != len(found):
        raise _wrong(do, field, raw, "a list that names each deed once")
    return found


def _names(do: str, field: str, raw: Any) -> tuple[str, ...]:
    return tuple(_text(do, field, part) for part in _list(do, field, raw))


def _counts(do: str, field: str, raw: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(raw, Mapping):
        raise _wrong(do, field, raw, 'an object such as {"house": 25}')
    return tuple((_text(do, field, key), _amount_or_none(do, field, n)) for key, n in raw.items())


def _items(do: str, field: str, raw: Any) -> tuple[Item, ...]:
    items: list[Item] = []
    for part in _list(do, field, raw):
        if not isinstance(part, Mapping) or not set(part) <= {"deed", "n", "piece"}:
            raise _wrong(do, field, part, 'an object such as {"deed": 39, "n": 1}')
        if "deed" not in part:
            raise _wrong(do, field, part, "an object that names its deed")
        items.append(
            Item(
                _position(do, "deed", part["deed"]),
                _count(do, "n", part.get("n", 1)),
                _maybe_text(do, "piece", part.get("piece", "")),
            )
        )
    return tuple(items)


def _basket(do: str, field: str, raw: Any) -> Basket:
    if not isinstance(raw, Mapping) or not set(raw) <= {"cash", "deeds", "cards", "jail_cards"}:
        raise _wrong(do, field, raw, 'an object such as {"cash": 100, "deeds": [39]}')
    cards = raw.get("cards", {})
    if raw.get("jail_cards") and not cards:
        cards = {"jail_card": raw["jail_cards"]}
    return Basket(
        _amount_or_none(do, f"{field}.cash", raw.get("cash", 0)),
        _positions(do, f"{field}.deeds", raw.get("deeds", [])),
        tuple(card for card in _counts(do, f"{field}.cards", cards) if card[1]),
    )


def _value(do: str, field: str, raw: Any) -> bool | int | str:
    if do == table.Correct.do:
        return _amount_or_none(do, field, raw)
    if isinstance(raw, bool | str) or (isinstance(raw, int) and 0 <= raw <= _LARGEST):
        return raw
    raise _wrong(do, field, raw, "true, false, a whole number or a word")


_READERS: dict[str, Callable[[str, str, Any], Any]] = {
    **dict.fromkeys(("source", "a", "b", "key", "name", "entry", "format"), _text),
    **dict.fromkeys(("special", "by", "group", "piece", "choice", "reason"), _maybe_text),
    **dict.fromkeys(("target", "how", "what", "who", "to", "takes", "gives", "side"), _maybe_text),
    **dict.fromkeys(
        ("confirm", "passed_go", "salary", "exact", "settles", "held", "card"), _yes_no
    ),
    **dict.fromkeys(("amount", "bid", "price"), _maybe(_amount)),
    **dict.fromkeys(("deed", "pos"), _maybe(_position)),
    **dict.fromkeys(("times", "n"), _maybe(_count)),
    **dict.fromkeys(("ms", "cap_ms"), _maybe(_whole(0, 86_400_000, "whole milliseconds"))),
    **dict.fromkeys(("wish", "offer", "debt", "claim"), _maybe(_whole(1, 10**6, "a number"))),
    "id": _id,
    "field": _figure,
    "doubles": _whole(0, 9, "how many cards, 0 or more"),
    "die": _maybe(_whole(1, 6, "1 to 6")),
    "cards": _names,
    "value": _value,
    "dice": _dice,
    "rates": _counts,
    "lots": _items,
    "lift": _positions,
    "a_gives": _basket,
    "b_gives": _basket,
}


def _plain(value: Any) -> Any:
    if isinstance(value, Basket):
        return {"cash": value.cash, "deeds": list(value.deeds), "cards": dict(value.cards)}
    if isinstance(value, Item):
        return {"deed": value.deed, "n": value.n, "piece": value.piece}
    if isinstance(value, tuple):
        if value and all(isinstance(part, tuple) for part in value):
            return {str(key): n for key, n in value}
        return [_plain(part) for part in value]
    return value


assert {deeds.Deal.do, cards.Lay.do} <= set(KINDS)
