"""Files somebody changed: what the bank could not have booked, or no page could draw, stays out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import Fault
from companion.storage.export import export
from companion.storage.library import Library
from tests.storage.spoilt import EVENING, RULES

Lines = list[dict[str, Any]]


def lines() -> Lines:
    return [json.loads(line) for line in export(RULES, EVENING, "jsonl").splitlines()]


def taken(folder: Path, changed: Lines) -> None:
    text = "".join(json.dumps(line) + "\n" for line in changed)
    Library(folder).take_in(text).journal.close()


def marked(name: str, value: object) -> Callable[[Lines], None]:
    def change(file: Lines) -> None:
        for line in file[1]["lines"]:
            if line[0] == "mark" and line[1] == name:
                line[3] = value
                return
        file[1]["lines"].append(["mark", name, None, value])

    return change


def last(**fields: Any) -> Callable[[Lines], None]:
    return lambda file: file[-1].update(fields)


def moved(*move: Any) -> Callable[[Lines], None]:
    return lambda file: file[-1]["lines"].append(["move", *move])


def without(field: str) -> Callable[[Lines], None]:
    return lambda file: file[-1]["detail"].pop(field)


def undone_for_more(file: Lines) -> None:
    lines = [["move", "money", 500, "bank", "A"]]
    file.append({"id": f"#{len(file)}", "at": 9e6 // 1, "reason": "undo", "lines": lines})
    file[-1]["at"] = int(file[-1]["at"])


@pytest.mark.parametrize(
    "change",
    [
        without("source"),
        last(at=2**63 - 1),
        last(at=-5),
        last(id="#7"),
        last(id="unit-4"),
        last(id="x" * 10_000),
        marked("players", []),
        marked("players", [1, 2, 3]),
        marked("players", ["A", "A"]),
        marked("players", ["A", "B", "?"]),
        marked("name:A", "W" * 100_000),
        marked("name:A", "a\x00b"),
        marked("name:A", 5),
        marked("option:auction_s", "x"),
        marked("rent", [1, 2]),
        marked("limit", "x"),
        moved("deed:39", 1, "box", "A"),
        moved("house", 10**6, "box", "bank"),
        moved("money", 10**40, "bank", "A"),
        undone_for_more,
    ],
    ids=lambda change: getattr(change, "__qualname__", "")[:20],
)
def test_a_changed_file_is_one_sentence_and_no_game(
    tmp_path: Path, change: Callable[[Lines], None]
) -> None:
    file = lines()
    change(file)
    with pytest.raises(Fault):
        taken(tmp_path, file)
    assert Library(tmp_path).games() == ()


def test_the_file_as_it_was_exported_is_taken_in(tmp_path: Path) -> None:
    taken(tmp_path, lines())
    assert len(Library(tmp_path).games()) == 1
