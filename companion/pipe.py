"""``companion pipe``: requests as JSON lines on standard input, answers on standard output."""

from __future__ import annotations

import argparse
import json
import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.clock import ManualClock, SystemClock
from companion.core.edition import EditionFault
from companion.core.errors import Corrupt, Refused
from companion.core.game import Game
from companion.core.table import SEATS, opening
from companion.desk import Desk
from companion.editions import load
from companion.store import Broken, Store, StoreFault
from companion.writer import DirectWriter

EPILOG = """\
example:
  echo '{"do":"land","who":"A","pos":39}' | companion pipe --edition classic_us --players A,B
Every request is described in docs/requests.md.
"""


def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO) -> int:
    """Answer every line of ``stdin`` on ``stdout``, in order; returns the exit status."""
    options = _parser().parse_args(list(argv))
    try:
        desk = _desk(options)
    except (EditionFault, StoreFault, Broken, Corrupt) as fault:
        return _fail(stdout, "cannot_start", str(fault), "")
    except Refused as no:
        return _fail(stdout, no.code, no.reason, no.remedy)
    for line in stdin:
        if line.strip():
            stdout.write(_line(_answered(desk, line)))
            stdout.flush()
    desk.close()
    return 0


def _answered(desk: Desk, line: str) -> dict[str, object]:
    try:
        data = json.loads(line)
    except ValueError:
        return _no("bad_request", "The line is no JSON.", 'Send one object such as {"do":"state"}.')
    return desk.answer(data)


def _no(code: str, reason: str, remedy: str) -> dict[str, object]:
    return {"ok": False, "code": code, "reason": reason, "remedy": remedy}


def _line(answer: dict[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n"


def _fail(stdout: TextIO, code: str, reason: str, remedy: str) -> int:
    stdout.write(_line(_no(code, reason, remedy)))
    return 2


def _desk(options: argparse.Namespace) -> Desk:
    rules = load(options.edition)
    store: Store | None = None
    entries = []
    start_ms = 0
    if options.game is not None:
        store = Store(options.game)
        entries = list(store.entries())
        start_ms = store.last_play_ms()
    if not entries:
        seats, names = _seats(options.players)
        first = opening(rules, seats, names, dict(_option(one) for one in options.option))
        if store is not None:
            store.append(first)
        entries = [first]
    else:
        edition = entries[0].detail.get("edition")
        if edition != rules.edition.id:
            raise Refused(
                "other_edition",
                "The game in this file is {edition}, not {asked}.",
                "Start with --edition {edition}.",
                edition=edition,
                asked=rules.edition.id,
            )
    below = secrets.randbelow if options.seed is None else random.Random(options.seed).randrange
    clock = ManualClock() if options.clock == "manual" else SystemClock()
    writer = DirectWriter(store) if store is not None else None
    return Desk(Game(rules, entries), clock, below, writer, start_ms)


def _seats(players: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Seat letters as they stand, or names put on the seats A, B, ... in order."""
    words = [word.strip() for word in players.split(",") if word.strip()]
    if all(word in tuple(SEATS) for word in words):
        return tuple(words), {}
    return tuple(SEATS[: len(words)]), dict(zip(SEATS, words, strict=False))


def _option(text: str) -> tuple[str, bool | int | str]:
    name, _, value = text.partition("=")
    known: dict[str, bool] = {"on": True, "off": False, "true": True, "false": False}
    if value in known:
        return name, known[value]
    return name, int(value) if value.isdigit() else value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion pipe",
        description="The bank without a screen: one JSON request a line, one JSON answer a line.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--edition", required=True, help="the printing, such as classic_us")
    parser.add_argument(
        "--players", default="A,B", help="seat letters or names in playing order (default: A,B)"
    )
    parser.add_argument(
        "--game", type=Path, metavar="FILE", help="the journal; goes on if it exists"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeatable dice and Build results")
    parser.add_argument("--clock", choices=("system", "manual"), default="system")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule"
    )
    return parser
