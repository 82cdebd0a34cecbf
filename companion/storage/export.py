"""A game as text: complete (JSON Lines), as a table (CSV), as a ledger others can check."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import date, timedelta

from companion.core.book import BANK, BOX, POT, Book
from companion.core.entry import Entry, Mark, Move, entry_from_json, entry_to_json
from companion.core.errors import Fault
from companion.core.facts import TURN_NO
from companion.core.rules import Rules

FORMATS = {"jsonl": "jsonl", "csv": "csv", "beancount": "beancount"}
"""Every format with the ending of its files."""
HEAD = "companion-game"
VERSION = 1
LEDGER_START = date(2000, 1, 1)
"""A beancount ledger needs dates; ours are play days, one per turn, not those of the wall clock."""


def export(rules: Rules, entries: Sequence[Entry], form: str, title: str = "") -> str:
    """The whole game in one of FORMATS. Raises KeyError for another."""
    if form == "jsonl":
        return to_jsonl(rules, entries, title)
    return {"csv": to_csv, "beancount": to_beancount}[form](rules, entries)


def to_jsonl(rules: Rules, entries: Sequence[Entry], title: str = "") -> str:
    """Everything: a head line, then one entry a line. ``from_jsonl`` reads it back."""
    head = {HEAD: VERSION, "edition": rules.edition.id} | ({"title": title} if title else {})
    first = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    return "".join(f"{line}\n" for line in (first, *map(entry_to_json, entries)))


def from_jsonl(text: str) -> tuple[str, list[Entry]]:
    """The edition and the entries of an export. Raises Fault naming the line."""
    edition, entries = "", []
    # Only a line feed ends a line: a name may hold what else splitlines would cut at. What other
    # programs put around the text, a byte order mark or blank lines at its end, does no harm.
    clean = text.removeprefix("\ufeff").rstrip()
    for number, line in enumerate(clean.split("\n") if clean else (), 1):
        try:
            if number > 1:
                entries.append(entry_from_json(line))
                continue
            data = json.loads(line)
            if isinstance(data, dict) and data.get(HEAD) == VERSION:
                edition = str(data["edition"])
            else:
                raise Fault(
                    "Line 1 cannot be read: this is no export of Companion (version "
                    "{version}). Take a file written by Export.",
                    version=VERSION,
                )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            raise Fault(
                "Line {line} cannot be read; the file was cut off or changed. Export it again.",
                line=number,
            ) from fault
    if not entries:
        raise Fault("The file holds no entry; it was cut off or is empty. Export it again.")
    return edition, entries


def title_in(text: str) -> str:
    """The title in the head line of an export, "" where none is given."""
    first = json.loads(text.removeprefix("\ufeff").partition("\n")[0])
    title = first.get("title", "") if isinstance(first, dict) else ""
    return title if isinstance(title, str) else ""


def to_csv(rules: Rules, entries: Sequence[Entry]) -> str:
    """Turn, seat, player, cash and worth at the end of every turn; the bank's cash as well, so
    that the sum of a turn's cash is always 0. A turn that was undone counts as played again."""
    turns: dict[int, list[list[object]]] = {}
    book = Book()
    turn = 0
    for entry in entries:
        before = _turn_no(book)
        if before and _turns(entry):
            turns[before] = _rows(rules, book, before)
        book.post(entry)
        turn = _turn_no(book)
    turns[turn] = _rows(rules, book, turn)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["turn", "seat", "player", "cash", "worth"])
    for turn in sorted(turns):
        table.writerows(turns[turn])
    return out.getvalue()


def to_beancount(rules: Rules, entries: Sequence[Entry]) -> str:
    """A double-entry ledger of every kind of thing, with the balances checked at its end."""
    used: set[tuple[str, str]] = set()
    body: list[str] = []
    day = LEDGER_START
    turn = 0
    book = Book()
    for entry in entries:
        book.post(entry)
        if _turn_no(book) != turn:
            turn = _turn_no(book)
            day += timedelta(days=1)
        moves = [line for line in entry.lines if isinstance(line, Move)]
        if not moves:
            continue
        body.append(f'{day} * "{_quoted(entry.reason)}" "{_quoted(entry.id)}"')
        for move in moves:
            for holder, n in ((move.source, -move.n), (move.target, move.n)):
                used.add((holder, move.what))
                body.append(f"  {_account(holder)}  {n} {_commodity(move.what)}")
        body.append("")
    holders = sorted({holder for holder, _ in used})
    head = ['option "title" "Companion"', ""]
    head += [f"{LEDGER_START} open {_account(holder)}" for holder in holders]
    end = day + timedelta(days=1)
    tail = [
        f"{end} balance {_account(holder)}  {book.held(holder, what)} {_commodity(what)}"
        for holder, what in sorted(used)
    ]
    return "\n".join([*head, "", *body, *tail]) + "\n"


def _rows(rules: Rules, book: Book, turn: int) -> list[list[object]]:
    rows: list[list[object]] = [
        [turn, seat, rules.name(book, seat), rules.cash(book, seat), rules.worth(book, seat).total]
        for seat in rules.seats(book)
    ]
    return rows + [[turn, holder, holder, rules.cash(book, holder), ""] for holder in (BANK, POT)]


def _turns(entry: Entry) -> bool:
    return any(isinstance(line, Mark) and line.what == "turn_no" for line in entry.lines)


def _turn_no(book: Book) -> int:
    number = book.get(TURN_NO)
    return number if isinstance(number, int) else 0


def _account(holder: str) -> str:
    if holder in (BANK, BOX, POT):
        return f"Equity:{holder.capitalize()}"
    kind, *parts = holder.split(":")
    if not parts:
        return f"Assets:Player:{holder}"
    names = (f"N{part}" if part.isdigit() else part.capitalize() for part in parts)
    return ":".join(("Assets", kind.capitalize(), *names)).replace("_", "-")


def _commodity(what: str) -> str:
    name = what.upper().replace(":", "-").replace("_", "-")
    return f"{name}-X" if name[-1] not in _LETTERS_AND_DIGITS or len(name) < 2 else name


_LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
