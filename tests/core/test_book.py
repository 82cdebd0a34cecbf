"""The one door into the book: wholly or not at all, and nothing from nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.book import Book, Draft, reversed_lines
from companion.core.entry import Entry, Line, Mark, Move
from companion.core.errors import Corrupt
from companion.core.facts import TURN


def entry(name: str, *lines: Line) -> Entry:
    return Entry(name, 0, "test", lines)


def filled() -> Book:
    return Book(
        [
            entry(
                "open",
                Move("house", 2, "box", "bank"),
                Move("money", 100, "bank", "A"),
                Mark("turn", None, "A"),
            )
        ]
    )


@pytest.mark.parametrize(
    "bad",
    [
        Move("money", 101, "A", "bank"),
        Move("money", 0, "A", "B"),
        Move("money", -5, "A", "B"),
        Move("money", True, "A", "B"),
        Move("money", 5, "A", "A"),
        Move("house", 3, "bank", "lot:1"),
        Move("house", 1, "lot:1", "bank"),
        Mark("turn", "B", "C"),
        Mark("turn", None, "C"),
        Mark("jail:A", 0, 1),
    ],
)
def test_a_line_that_does_not_fit_leaves_everything_as_it_was(bad: Line) -> None:
    book = filled()
    before = book.state()
    with pytest.raises(Corrupt):
        book.post(entry("bad", Move("money", 60, "A", "B"), bad))
    assert book.state() == before and len(book) == 1


def test_the_same_entry_counts_once_and_its_id_belongs_to_it() -> None:
    book = filled()
    paid = entry("x", Move("money", 60, "A", "B"))
    assert book.post(paid) is True
    assert book.post(paid) is False and book.held("B", "money") == 60
    with pytest.raises(Corrupt, match="another entry"):
        book.post(entry("x", Move("money", 1, "A", "B")))


def test_only_the_banks_money_and_the_box_are_below_zero() -> None:
    book = filled()
    assert book.held("bank", "money") == -100 and book.held("box", "house") == -2
    book.audit()


def test_a_true_is_no_one_and_a_missing_fact_is_none() -> None:
    book = filled()
    book.post(entry("a", Mark("flag", None, True)))
    with pytest.raises(Corrupt):
        book.post(entry("b", Mark("flag", 1, None)))
    assert book.fact("nothing") is None


def test_a_draft_reads_as_if_booked_and_the_book_does_not_move() -> None:
    book = filled()
    draft = Draft(book)
    draft.move("money", 60, "A", "B")
    draft.mark(TURN, "B")
    draft.mark(TURN, "B")
    draft.move("money", 0, "A", "B")
    assert (draft.held("A", "money"), draft.get(TURN), len(draft.lines)) == (40, "B", 2)
    assert (book.held("A", "money"), book.fact("turn")) == (100, "A")
    with pytest.raises(Corrupt):
        draft.move("money", 41, "A", "B")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["money", "house"]),
            st.integers(1, 60),
            st.sampled_from(["bank", "A", "B", "lot:1"]),
            st.sampled_from(["bank", "A", "B", "lot:1"]),
        ),
        max_size=30,
    )
)
def test_every_entry_turned_back_leaves_what_was(moves: list[tuple[str, int, str, str]]) -> None:
    book = filled()
    opened = book.state()
    posted = []
    for number, move in enumerate(moves):
        try:
            book.post(entry(str(number), Move(*move)))
        except Corrupt:
            continue
        posted.append(book.entries[-1])
        book.audit()
    for done in reversed(posted):
        book.post(Entry(f"back-{done.id}", 0, "undo", reversed_lines(done), {}, done.id))
    assert book.state() == opened
