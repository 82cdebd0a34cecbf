"""``companion pipe``: requests as JSON lines on standard input, answers on standard output."""

from __future__ import annotations

import argparse
import io
import json
import random
import secrets
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from companion.cli.pipe_session import PipeSession
from companion.core.edition import EditionFault
from companion.core.entry import Entry
from companion.core.errors import Corrupt, Refused
from companion.core.game import Game
from companion.core.table import SEATS, opening
from companion.games.loader import load, look_in
from companion.session.clock import ManualClock, SystemClock
from companion.storage.journal import Journal, JournalFault
from companion.storage.recovery import can_rescue, open_whole
from companion.storage.snapshots import Copier
from companion.storage.writer import DirectWriter

EPILOG = """\
example:
  echo '{"do":"land","who":"A","pos":39}' | companion pipe --edition classic_us --players A,B
Every request is described in docs/requests.md.
"""


def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO) -> int:
    """Answer every line of ``stdin`` on ``stdout``, in order; returns the exit status."""
    options = _parser().parse_args(list(argv))
    _plain_text(stdin, stdout)
    try:
        session = _pipe_session(options)
    except (EditionFault, JournalFault, Corrupt) as fault:
        return _fail(stdout, "cannot_start", str(fault), "Mend that, then start the pipe again.")
    except Refused as no:
        return _fail(stdout, no.code, no.reason, no.remedy)
    try:
        for line in stdin:
            if line.strip():
                stdout.write(_line(_answered(session, line)))
                stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        return 1  # nobody reads on; what was answered is saved
    finally:
        session.close()
    return 0


def _plain_text(stdin: TextIO, stdout: TextIO) -> None:
    """UTF-8 whatever the locale says, so that no byte on a line can end the pipe."""
    if isinstance(stdin, io.TextIOWrapper):
        stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape", newline="\n")
    if isinstance(stdout, io.TextIOWrapper):
        stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _answered(session: PipeSession, line: str) -> dict[str, object]:
    try:
        line.encode()
    except UnicodeEncodeError:
        return _no("bad_request", "The line is no UTF-8 text.", "Send it again in UTF-8.")
    try:
        data = json.loads(line, object_pairs_hook=_each_once)
    except _Twice as twice:
        return _no("bad_request", f"The line has '{twice}' twice.", "Say it once.")
    except (ValueError, RecursionError):
        return _no("bad_request", "The line is no JSON.", 'Send one object such as {"do":"state"}.')
    try:
        return session.answer(data)
    except Exception as fault:  # a mistake of ours is one answer, never the end of an evening
        traceback.print_exc()
        reason = f"Companion made a mistake with this request ({type(fault).__name__})."
        return _no("fault", reason, "Nothing was booked. Enter it another way, and report this.")


class _Twice(ValueError):
    """A field stands twice in an object; which of them is meant cannot be known."""


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key[:40])
        found[key] = value
    return found


def _no(code: str, reason: str, remedy: str) -> dict[str, object]:
    return {"ok": False, "code": code, "reason": reason, "remedy": remedy}


def _line(answer: dict[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n"


def _fail(stdout: TextIO, code: str, reason: str, remedy: str) -> int:
    stdout.write(_line(_no(code, reason, remedy)))
    return 2


def _pipe_session(options: argparse.Namespace) -> PipeSession:
    if options.editions is not None:
        look_in(options.editions)
    rules = load(options.edition)
    journal: Journal | None = None
    entries: list[Entry] = []
    start_ms = 0
    if options.game is not None:
        journal, entries = _journal(options.game)
        start_ms = journal.last_play_ms()
    if not entries:
        seats, names = _seats(options.players)
        first = opening(rules, seats, names, dict(_option(one) for one in options.option))
        if journal is not None:
            journal.append(first)
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
    writer = None
    if journal is not None:
        copier = Copier(options.game, lambda told: print(told, file=sys.stderr), _beside)
        copier.begin()
        writer = DirectWriter(journal, copier)
    return PipeSession(Game(rules, entries), clock, below, writer, start_ms)


def _journal(path: Path) -> tuple[Journal, list[Entry]]:
    """The journal at ``path``; of a damaged one what can be rescued, told on standard error.

    Raises Broken, and leaves the file alone, where nothing of it could go on.
    """
    if path.exists() and not can_rescue(path):
        journal = Journal(path)  # says what is wrong with it, or is a game not yet begun
        return journal, list(journal.entries())
    journal, entries, told = open_whole(path, lambda journal: list(journal.entries()))
    if told:
        print(told, file=sys.stderr)
    return journal, entries


def _beside(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="copy", daemon=True).start()


def _seats(players: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Seat letters as they stand, or names put on the seats A, B, ... in order."""
    words = [word.strip() for word in players.split(",") if word.strip()]
    if all(word in tuple(SEATS) for word in words):
        return tuple(words), {}
    # One letter more than there are seats is refused by the rules, with their sentence.
    return tuple((SEATS + "?")[: len(words)]), dict(zip(SEATS, words, strict=False))


def _option(text: str) -> tuple[str, bool | int | str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Refused(
            "bad_option",
            "'{text}' gives no value.",
            "Write it as NAME=VALUE, such as parking_pot=on.",
            text=text,
        )
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
        "--editions", type=Path, metavar="FOLDER", help="where your own printings lie"
    )
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
