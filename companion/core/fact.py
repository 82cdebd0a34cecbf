"""What a fact of the book is: a key, the type its value has, and what it means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, Protocol, TypeVar, get_args, get_origin, get_type_hints

from companion.core.entry import Plain
from companion.core.errors import Corrupt

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_Read = Callable[[Any], Any]


class Fact(Generic[T]):
    """One fact of the book, declared once: ``book.get(RENT)`` is an ``OpenRent`` or None.

    ``kind`` is a scalar, a frozen dataclass, or a tuple of one of them. A dataclass is saved as
    the list of its fields, so its fields and their order are the format of the file.
    """

    __slots__ = ("_read", "key", "kind", "meaning", "scalar")

    def __init__(self, key: str, kind: type[T] | UnionType, meaning: str) -> None:
        self.key = key
        self.kind = kind
        self.meaning = meaning
        self._read = _reader(kind)
        self.scalar = self._read is None
        """Whether a value is saved as it is."""

    def typed(self, plain: Plain) -> T:
        """The value behind what is saved. Raises Corrupt where it has another shape."""
        assert self._read is not None
        try:
            return self._read(plain)  # type: ignore[no-any-return]
        except (TypeError, ValueError):
            raise Corrupt(f"'{self.key}' is {plain!r}, which is not: {self.meaning}") from None


class Facts(Generic[T]):
    """One fact for each player, deed or house rule; ``AT("A")`` is that of player A.

    ``key`` ends in the field that tells them apart, such as ``at:{who}``.
    """

    __slots__ = ("_made", "key", "kind", "meaning")

    def __init__(self, key: str, kind: type[T] | UnionType, meaning: str) -> None:
        self.key = key
        self.kind = kind
        self.meaning = meaning
        self._made: dict[str | int, Fact[T]] = {}

    def __call__(self, which: str | int) -> Fact[T]:
        """The fact of ``which``."""
        if which not in self._made:
            key = f"{self.key.partition('{')[0]}{which}"
            self._made[which] = Fact(key, self.kind, self.meaning)
        return self._made[which]


class Reading(Protocol):
    """A book or a draft, as far as its facts go."""

    def get(self, fact: Fact[T]) -> T | None:
        """What is noted; None for nothing."""


def saved(value: object) -> Plain:
    """``value`` as the book saves it."""
    if type(value) in (str, int, bool, NoneType):
        return value  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(map(saved, value))
    kind: Any = type(value)
    return tuple(saved(getattr(value, name)) for name in _names(kind))


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _reader(kind: Any) -> _Read | None:
    """How a saved value becomes one of ``kind``; None where it is one already."""
    if get_origin(kind) is tuple:
        one = _reader(get_args(kind)[0])
        return None if one is None else lambda raw: tuple(map(one, raw))
    if not is_dataclass(kind):
        return None
    make: Any = kind
    parts = [_reader(hint) for hint in get_type_hints(kind).values()]
    if not any(parts):
        return lambda raw: make(*raw)
    return lambda raw: make(
        *(one(part) if one else part for one, part in zip(parts, raw, strict=True))
    )
