"""Rules tried line by line as the pipe takes them: ``lines/<game>.toml``.

A line is a request; with a word before it, it must be refused with that code. Afterwards ``cash``
by seat, what holders have ``held`` and ``facts`` of the book are compared. ``tick`` lets
time go on, ``says`` is the reason of the last refusal.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.core.table import Table

TRIALS = [
    pytest.param(row, id=f"{path.stem}: {row['rule']}")
    for path in sorted(Path(__file__).with_name("lines").glob("*.toml"))
    for row in tomllib.loads(path.read_text())["trial"]
]


@pytest.mark.parametrize("row", TRIALS)
def test_lines(row: dict[str, Any]) -> None:
    table = Table(row.get("players", "ABCD"), row["printing"], **row.get("options", {}))
    said = ""
    for line in row["lines"].strip().splitlines():
        code, _, request = line.partition("{")
        fields = json.loads("{" + request)
        if fields["do"] == "tick":
            table.tick(table.now + fields["ms"])
        elif code.strip():
            refused = table.no(**fields)
            assert refused.code == code.strip(), line
            said = refused.reason
        else:
            table.do(**fields)
    assert said == row.get("says", said)
    assert {who: table.cash(who) for who in row.get("cash", {})} == row.get("cash", {})
    for who, things in row.get("held", {}).items():
        assert {what: table.game.book.held(who, what) for what in things} == things, who
    for fact, it in row.get("facts", {}).items():
        found = json.loads(json.dumps(table.game.book.fact(fact)))
        assert found == (None if it == "none" else it), fact
