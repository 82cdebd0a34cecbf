"""Mega: buildings laid out anew when the last deed of their colour came late."""

from __future__ import annotations

from companion.core.book import Holdings
from companion.core.errors import Refused
from companion.core.rules import Rules
from companion.core.work import Work
from companion.games.mega.requests import Spread


def uneven(rules: Rules, book: Holdings, who: str) -> list[int]:
    """A lot of every colour whose buildings ``who`` may lay out anew, since one came late."""
    lots = {deed.group: deed.pos for deed in rules.deeds_of(book, who) if deed.kind == "street"}
    return [pos for pos in lots.values() if _steps(rules, book, who, pos)]


def _steps(rules: Rules, book: Holdings, who: str, pos: int) -> int:
    """By how many steps too far apart the lots of a colour stand."""
    levels = [rules.level(book, lot) for lot in rules.build_group(book, who, pos)]
    return max(0, max(levels) - min(levels) - 1)


def spread(work: Work, ask: Spread) -> None:
    """The same buildings, evenly on all lots of the colour; the most stay where most were.

    Rule summary, "Bauen Sie ein Gebäude".
    """
    who = work.player(ask.who)
    deed = work.rules.own_lot(work.draft, who, ask.deed)
    work.rules.build_turn(work.draft, who)
    work.rules.may_build(work.draft, who, deed)
    if not _steps(work.rules, work.draft, who, deed.pos):
        raise Refused(
            "no_change",
            "The buildings of this colour stand evenly: {deed}.",
            "Nothing needs to be done.",
            deed=deed.name,
        )
    for what, n, source, target in work.rules.plan_spreading(work.draft, who, deed.pos).moves:
        work.draft.move(what, n, source, target)
    work.done("spread", who=who, deed=deed.pos)
