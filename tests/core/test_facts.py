"""What the book may hold is declared once, documented, and proven by type."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.book import Book, Draft
from companion.core.entry import Entry, Mark, entry_from_json, entry_to_json
from companion.core.errors import Corrupt
from companion.core.facts import (
    AT,
    BIDS,
    ENDED,
    OFFERS,
    RENT,
    Ended,
    Gives,
    OpenOffer,
    OpenRent,
    Rank,
    SeenDeed,
    TimedBid,
)
from tests.facts import declared, table

ROOT = Path(__file__).parents[2]

WRONG = """
from companion.core.book import Book, Draft
from companion.core.facts import AT, RENT, TURN, OpenRent
draft = Draft(Book())
draft.mark(RENT, OpenRent(1, None, 6, 3, "B", "A"))
draft.mark(RENT, ("A", "B", 3, 6, None, 1))
draft.mark(AT("A"), "GO")
draft.mark("rent", None)
owed: int = draft.get(TURN) or ""
rent = draft.get(RENT)
print(rent[3] if rent else 0, rent.amuont if rent else 0)
from companion.ui.bankpage import BankPage
from companion.core.requests import Bankrupt, Pay
def tap(page: BankPage) -> None:
    page.ask(Bankrupt(whom="A"), "")
    page.ask({"do": "bankrup", "who": "A"}, "")
    page.ask(Pay(source="A", target=5, amount="B"), "")
"""
"""Every statement from the first mark on has a fault."""


def test_a_fact_is_read_as_it_was_noted_and_saved_as_a_list() -> None:
    draft = Draft(Book())
    rent = OpenRent("A", "B", 3, 6, None, 1)
    draft.mark(RENT, rent)
    draft.mark(BIDS, (TimedBid("A", 10, 0), TimedBid("B", 20, 900)))
    draft.mark(ENDED, Ended("time", (Rank(1, "B", 900), Rank(2, "A", 800))))
    draft.mark(AT("A"), 0)
    entry = entry_from_json(entry_to_json(Entry("x", 0, "test", tuple(draft.lines))))
    assert json.loads(entry_to_json(entry))["lines"] == [
        ["mark", "rent", None, ["A", "B", 3, 6, None, 1]],
        ["mark", "bids", None, [["A", 10, 0], ["B", 20, 900]]],
        ["mark", "ended", None, ["time", [[1, "B", 900], [2, "A", 800]]]],
        ["mark", "at:A", None, 0],
    ]
    book = Book([entry])
    assert book.get(RENT) == rent and book.get(AT("A")) == 0 and book.get(AT("B")) is None
    assert book.get(ENDED) == draft.get(ENDED) and book.get(BIDS) == draft.get(BIDS)


def test_an_offer_with_cards_is_read_as_it_was_saved() -> None:
    """No fact lies deeper: a list of offers, a side's cards, a card and how many."""
    draft = Draft(Book())
    card, nothing = Gives(0, (), (("jail_card", 1),)), Gives(5, (39,), ())
    offer = OpenOffer(1, "A", "B", card, nothing, (39,), False, 0, (SeenDeed(39, "B", True),))
    draft.mark(OFFERS, (offer,))
    entry = Entry("x", 0, "offer", tuple(draft.lines))
    assert entry_from_json(entry_to_json(entry)) == entry
    assert Book([entry]).get(OFFERS) == (offer,)


def test_a_fact_of_another_shape_is_told() -> None:
    book = Book([Entry("x", 0, "test", (Mark("rent", None, ("A", "B")),))])
    with pytest.raises(Corrupt, match="'rent' is"):
        book.get(RENT)


def test_a_value_read_before_an_entry_is_not_read_after_it() -> None:
    book = Book([Entry("x", 0, "test", (Mark("rent", None, ("A", "B", 3, 6, None, 1)),))])
    assert book.get(RENT)
    book.post(Entry("y", 0, "test", (Mark("rent", ("A", "B", 3, 6, None, 1), None),)))
    assert book.get(RENT) is None


def test_nothing_reads_a_fact_by_its_bare_key() -> None:
    found = [
        path.name
        for path in (ROOT / "companion").rglob("*.py")
        if re.search(r"\.fact\(", path.read_text(encoding="utf-8")) and path.name != "book.py"
    ]
    assert not found


def test_no_two_facts_share_a_key() -> None:
    keys = [fact.key for _, fact in declared()]
    assert sorted(keys) == sorted(set(keys))


def test_the_document_lists_what_is_declared() -> None:
    written = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")
    assert table() in written, f"docs/journal.md should have:\n{table()}"


def test_mypy_refuses_swapped_fields_and_misspelt_facts_and_requests() -> None:
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--strict", "--follow-imports=silent"]
    plain = {**os.environ, "MYPY_FORCE_COLOR": "0"}
    run = subprocess.run([*mypy, "-c", WRONG], cwd=ROOT, env=plain, capture_output=True, text=True)
    faulty = {int(line.split(":")[1]) for line in run.stdout.splitlines() if ": error:" in line}
    assert faulty == {5, 6, 7, 8, 9, 11, 15, 16, 17}, run.stdout + run.stderr
