"""What stands on a player's badge: the first letter of the name, two where two begin alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping


def signs(names: Mapping[str, str]) -> dict[str, str]:
    """The badge of each seat, from its name; no two are the same.

    Names that begin alike take a second letter, or that of a second word: Mi and Ma, OI and OU
    for Oma Inge and Oma Ute. Where no letter tells two apart it is the seat's own.
    """
    left = {seat: _ways(seat, name) for seat, name in names.items()}
    found = {seat: next(ways) for seat, ways in left.items()}
    while alike := _twice(found.values()):
        for seat, sign in found.items():
            if sign.upper() in alike:
                found[seat] = next(left[seat])
    return found


def _twice(found: Iterable[str]) -> list[str]:
    """Signs that are there more than once, large letters or small."""
    return [sign for sign, n in Counter(sign.upper() for sign in found).items() if n > 1]


def _ways(seat: str, name: str) -> Iterator[str]:
    """Ever less usual ways to shorten a name."""
    words = re.findall(r"\w+", name)
    if words:
        first, rest = words[0][0].upper(), words[0][1:]
        yield first
        yield from (first + letter for letter in rest[:1])
        yield from (first + word[0].upper() for word in words[1:])
        yield from (first + letter for letter in rest[1:])
    yield seat
    yield from (f"{seat}{n}" for n in range(1, 10))
