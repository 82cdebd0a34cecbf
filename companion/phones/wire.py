"""What goes to a phone: the view in the table's language, ready to be drawn as it comes."""

from __future__ import annotations

from typing import Any

from companion.core.requests import to_dict
from companion.faces.parts import Seat, Tile
from companion.faces.phone import PhoneKey, PhoneView
from companion.faces.signs import signs
from companion.locale.i18n import Language

MARKS = "■▬█"
"""The first kind of building, the second, and whatever comes after."""


def of_seat(view: PhoneView, language: Language) -> dict[str, Any]:
    """A phone that sits on a seat."""
    say, money = language.say, language.amount
    due = view.due
    badges = signs({seat.letter: seat.name for seat in view.everybody})
    return {
        "seat": view.seat.letter,
        "badge": badges[view.seat.letter],
        "name": view.seat.name,
        "game": language.tr(view.edition),
        "calls": view.calls,
        "due": {
            "above": say(due.above),
            "title": say(due.title),
            "figure": money(due.figure) if due.figure else "",
            "why": say(due.why),
            "keys": [_key(key, language) for key in due.keys],
        },
        "cash": money(view.seat.cash),
        "short": view.seat.cash.short,
        "deeds": [_deed(tile, language) for tile in view.deeds],
        "everybody": [_seat(seat, badges, language) for seat in view.everybody],
        "pays": view.pays,
        "offers": view.offers,
        "estate": view.estate,
        "stock": say(view.stock),
        "news": say(view.news),
        "auction": {"timed": view.auction.timed} if view.auction else None,
    }


def of_door(
    game: str, seats: tuple[Seat, ...], taken: dict[str, int], language: Language
) -> dict[str, Any]:
    """A phone that has no seat yet: which there are, and which have a phone."""
    badges = signs({seat.letter: seat.name for seat in seats})
    return {
        "seat": "",
        "game": language.tr(game),
        "seats": [
            {"seat": seat.letter, "badge": badges[seat.letter], "name": seat.name,
             "taken": bool(taken.get(seat.letter))}
            for seat in seats
        ],
    }  # fmt: skip


def _key(key: PhoneKey, language: Language) -> dict[str, Any]:
    return {
        "words": language.say(key.words),
        "under": language.say(key.under),
        "kind": key.kind,
        "asks": to_dict(key.asks),
        "types": key.types,
    }


def _deed(tile: Tile, language: Language) -> dict[str, Any]:
    deed: dict[str, Any] = {
        "pos": tile.pos,
        "owner": tile.owner,
        "name": tile.short.replace("-\n", "\N{SOFT HYPHEN}").replace("\n", " "),
        "group": tile.group,
    }
    if tile.buildings:
        deed["built"] = "".join(n * MARKS[min(place, 2)] for place, n in tile.buildings)
    if tile.mortgaged:
        deed["note"] = language.tr("mortgaged")
    return deed


def _seat(seat: Seat, badges: dict[str, str], language: Language) -> dict[str, Any]:
    return {
        "seat": seat.letter,
        "badge": badges[seat.letter],
        "name": seat.name,
        "line": language.say(seat.under),
        "cash": language.amount(seat.cash),
        "turn": seat.current,
        "out": seat.out,
    }
