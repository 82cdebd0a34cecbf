"""Names the keyboard offers, so that nobody types a whole one: those played with, then others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

OFFERED = 6
REMEMBERED = 12
_USUAL = """
Anna Ben Clara David Emma Felix Greta Hannah Ida Jonas Karl Lena Mia Noah Oma Paul Rosa Sam Tim
Uma Vera Will Yara Zoe Alex Bea Cleo Dan Ella Finn Georg Henry Isabel Jack Kate Leo Max Nina
Oskar Papa Robert Sophie Tom Ulrich Viktor Wilma Yusuf Zara Amy Bob Chris Dora Emil Fritz Grace
Hugo Ivan Julia Kai Lisa Mama Nick Olivia Peter Ruth Sara Theo Ute Valentin Wolfgang Yvonne
Arthur Bella Charlie Daniel Eva Frank Gabriel Helen Ines Jan Klara Luis Maria Nora Opa Pia Ralf
Stefan Tina Urs Veronika Walter Anton Birgit Christian Diana Erik Frida Grandma Heidi Isaac Jörg
Katharina Lukas Martin Nils Otto Philipp Rita Simon Thomas Ursula Vincent Werner Andreas Bernd
Claudia Dad Elena Florian Grandpa Hans Inge James Klaus Lucy Mum Nicole Olaf Pauline Rebecca
Susanne Tobias Vanessa Amelie Bruno Conrad Dieter Edith Fiona Gisela Holger Irina Jakob
Konstantin Laura Michael Natalie Oliver Patrick Ronja Sebastian
"""
USUAL = tuple(_USUAL.split())
"""Usual in English or German, the most usual of each letter first."""


def played(games: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The last names played with, the newest game's first."""
    return tuple(dict.fromkeys(name for names in games for name in names))[:REMEMBERED]


def offered(typed: str, known: Sequence[str], taken: Iterable[str]) -> tuple[str, ...]:
    """The names that begin with what is ``typed``, none that is ``taken`` at another seat."""
    start, gone = typed.casefold(), {name.casefold() for name in taken}
    every = {name.casefold(): name for name in (*USUAL, *known)}
    fits = dict.fromkeys(
        every[name.casefold()]
        for name in (*known, *USUAL)
        if name.casefold().startswith(start) and name.casefold() not in gone
    )
    return tuple(fits)[:OFFERED]
