"""What a fact of the book is: a key, the type its value has, and what it means."""

from __future__ import annotations

from types import UnionType
from typing import Any, Generic, TypeVar, get_args

from msgspec import Struct, ValidationError, convert
from msgspec.structs import astuple

from companion.core.entry import Plain
from companion.core.errors import Corrupt

T = TypeVar("T")


class Record(Struct, frozen=True, array_like=True):
    """A value of a fact, saved as the list of its fields: their order is the file's format."""


class Fact(Generic[T]):
    """One fact of the book, declared once: ``book.get(RENT)`` is an ``OpenRent`` or None.

    ``kind`` is a scalar, a Record, or a tuple of one of them. ``scalar``: a value is saved as it
    is.
    """

    __slots__ = ("key", "kind", "meaning", "scalar")

    def __init__(self, key: str, kind: type[T] | UnionType, meaning: str) -> None:
        self.key = key
        self.kind = kind
        self.meaning = meaning
        one: Any = (get_args(kind) or (kind,))[0]
        self.scalar = not issubclass(one, Record)

    def typed(self, plain: Plain) -> T:
        """The value behind what is saved. Raises Corrupt where it has another shape."""
        try:
            return convert(plain, self.kind)
        except ValidationError:
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


def saved(value: object) -> Plain:
    """``value`` as the book saves it."""
    parts: Any = astuple(value) if isinstance(value, Record) else value
    return tuple(map(saved, parts)) if isinstance(parts, tuple) else parts
