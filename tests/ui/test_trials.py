"""Every rule tried by touch: ``trials/<game>.toml`` says which rule, what is touched, what must be.

``before`` are requests that were booked before; ``touches`` are words on the screen, dice as
"dice 3 4" or "dice 3 4 Bus". With ``tap`` the trial is held in both ways of playing: the landing is
tapped first, or the ``dice`` that lead there from space ``stand`` are entered. Afterwards ``cash``
by seat, what holders have ``held`` and ``facts`` of the book are compared, ``says`` are words on
the screen, ``silent`` words that must not be there.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.session.commit import Answer
from companion.storage.library import NewGame
from tests.ui.walk import Walk, start

NAMES = ("Ann", "Ben", "Cleo", "Dan")
HERE = Path(__file__).with_name("trials")


@dataclass(frozen=True)
class Trial:
    """One rule of the book at the glass."""

    rule: str
    printing: str
    touches: tuple[str, ...]
    before: tuple[dict[str, Any], ...] = ()
    cash: dict[str, int] = field(default_factory=dict)
    held: dict[str, dict[str, int]] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()


def trials() -> Iterator[Any]:
    """All of them, named by game and rule."""
    for path in sorted(HERE.glob("*.toml")):
        for row in tomllib.loads(path.read_text())["trial"]:
            for printing in row.pop("printings", None) or [row.pop("printing")]:
                for way, trial in _ways(row):
                    made = Trial(printing=printing, **trial)
                    yield pytest.param(made, id=f"{printing}: {trial['rule']}{way}")


def _ways(row: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A trial as it stands, or its landing both tapped and thrown."""
    plain = {key: row[key] for key in row if key not in ("tap", "dice", "stand")}
    if "tap" not in row:
        yield "", plain
        return
    touches, before = row.get("touches", []), row.get("before", [])
    yield ", tapped", {**plain, "touches": [row["tap"], *touches]}
    stands = {"do": "stand", "who": "A", "pos": row.get("stand", 0)}
    thrown = {"touches": [f"dice {row['dice']}", *touches], "before": [*before, stands]}
    yield ", thrown", {**plain, **thrown}


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """One program and one window for all of them."""
    with start(tmp_path_factory.mktemp("games"), "en", name="trial") as made:
        yield made


@pytest.mark.parametrize("trial", list(trials()))
def test_trial(walk: Walk, trial: Trial) -> None:
    begin(walk, trial)
    for words in trial.touches:
        touch(walk, words)
    assert {who: walk.cash(who) for who in trial.cash} == trial.cash
    for who, things in trial.held.items():
        assert {what: walk.game.book.held(who, what) for what in things} == things, who
    found = {fact: json.loads(json.dumps(walk.fact(fact))) for fact in trial.facts}
    assert found == {fact: None if it == "none" else it for fact, it in trial.facts.items()}
    walk.sees(*trial.says)
    assert not [words for words in trial.silent if walk.says(words)]


def begin(walk: Walk, trial: Trial) -> None:
    """A new game of four with what was booked before, the table open."""
    walk.stage.root.close_sheets()
    walk.stage.root.moments.end()
    walk.stage.root.page.leave()
    said: list[str] = []
    walk.parts.frontend.new_game(NewGame(trial.printing, NAMES), said.append)
    walk.wait(0)
    for request in trial.before:
        ask(walk, request)
    walk.stage.root.open("table")
    walk.wait(0)
    assert said == [""]


def ask(walk: Walk, request: dict[str, Any]) -> None:
    answers: list[Answer] = []
    walk.parts.session.ask(request, answers.append)
    walk.wait(0)
    assert answers[0].refused is None, (request, answers[0].refused)


def touch(walk: Walk, words: str) -> None:
    """One touch, or the dice."""
    if not words.startswith("dice "):
        walk.press(walk.find(words), looks=False)
        return
    first, second, *third = words.removeprefix("dice ").split(maxsplit=2)
    for step in ("dice", f"die 1: {first}", f"die 2: {second}", *third):
        if walk.can(step) or step != "dice":
            walk.press(walk.find(step), looks=False)
