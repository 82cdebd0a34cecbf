"""``companion pipe`` as a program: lines in, lines out, in order, whatever comes."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.pipe import main
from companion.core.requests import KINDS, parse
from companion.games import loader

ROOT = Path(__file__).parents[2]
START = ("--edition", "classic_us", "--players", "A,B,C", "--clock", "manual", "--seed", "1")


def pipe(*lines: Any, argv: tuple[str, ...] = START) -> list[dict[str, Any]]:
    """Answers to requests; a text goes in as it stands."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    out = io.StringIO()
    main(argv, io.StringIO(text), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_malformed_line_gets_an_answer_and_the_pipe_goes_on() -> None:
    bad = ["no json", "[]", "3", '{"do":', '{"do":"lnd"}', '{"do":"land"}', '{"do":7}', "{}", '"x"']
    bad += ['{"do":"land","who":"Z","pos":3}', '{"do":"land","who":"A","pos":3.5}']
    bad += ['{"do":"land","who":"A","pos":400}', '{"do":"due","who":"A","deed":2}']
    answers = pipe(*bad, {"do": "state"})
    assert len(answers) == len(bad) + 1
    for answer in answers[:-1]:
        assert answer["ok"] is False and answer["code"] and answer["reason"] and answer["remedy"]
    assert answers[-1]["answer"]["cash"] == {"A": 1500, "B": 1500, "C": 1500}


def test_the_question_of_the_issue() -> None:
    answers = pipe(
        {"do": "buy", "who": "A", "deed": 39},
        {"do": "due", "who": "B", "deed": 39, "dice": 7, "times": 2},
    )
    assert answers[1]["answer"]["amount"] == 100 and answers[1]["answer"]["to"] == "A"
    assert "Boardwalk" in answers[1]["answer"]["why"]


def test_an_id_given_twice_books_once_and_answers_the_same() -> None:
    pay = {"do": "pay", "from": "A", "to": "B", "amount": 10, "id": "x"}
    first, again, other, state = pipe(pay, pay, {**pay, "amount": 11}, {"do": "state"})
    assert first == again and other["code"] == "id_used"
    assert state["answer"]["cash"]["B"] == 1510


def test_an_auction_and_its_clock() -> None:
    answers = pipe(
        {"do": "land", "who": "A", "pos": 39},
        {"do": "decline"},
        {"do": "advance", "ms": 49_900},
        {"do": "bid", "who": "B", "amount": 10},
        {"do": "advance", "ms": 200},
        {"do": "bid", "who": "C", "amount": 11},
        {"do": "state"},
    )
    assert answers[3]["ok"] and answers[4]["answer"]["entries"][0]["reason"] == "sold"
    assert not answers[5]["ok"]
    assert answers[6]["answer"]["deeds"]["39"]["owner"] == "B"


def test_the_unit_answers_build_once_a_turn() -> None:
    first, again, _, after = pipe(
        {"do": "press", "key": "build"},
        {"do": "press", "key": "build"},
        {"do": "end_turn"},
        {"do": "press", "key": "build"},
    )
    assert first["answer"]["result"] in (1, 2, 3, 4)
    assert again["answer"]["result"] == first["answer"]["result"]
    assert after["ok"]
    assert pipe({"do": "press", "key": "nose"})[0]["code"] == "bad_request"


def test_the_app_rolls_when_no_dice_are_given_and_a_seed_repeats_them() -> None:
    rolls = [pipe({"do": "roll"})[0]["entry"]["detail"]["dice"] for _ in range(2)]
    assert rolls[0] == rolls[1] and len(rolls[0]) == 2


def test_a_game_in_a_file_goes_on(tmp_path: Path) -> None:
    argv = (*START, "--game", str(tmp_path / "evening.game"))
    pipe({"do": "pay", "from": "A", "to": "B", "amount": 70}, {"do": "undo"}, argv=argv)
    redo, state = pipe({"do": "redo"}, {"do": "state"}, argv=argv)
    assert redo["ok"] and state["answer"]["cash"]["B"] == 1570
    other = pipe(argv=("--edition", "classic_uk", *argv[2:]))
    assert other[0]["code"] == "other_edition"


def test_names_house_rules_and_faults_of_the_command_line() -> None:
    named = pipe(
        {"do": "state"},
        argv=("--edition", "classic_de", "--players", "Ann,Ben", "--option", "parking_pot=on"),
    )
    assert named[0]["answer"]["names"] == {"A": "Ann", "B": "Ben"}
    assert named[0]["answer"]["options"]["parking_pot"] is True
    for argv, code in (
        (("--edition", "chess"), "cannot_start"),
        (("--edition", "classic_us", "--players", "A"), "bad_seats"),
        (("--edition", "classic_us", "--option", "pot=on"), "no_option"),
        (("--edition", "classic_us", "--option", "auction_s=900"), "bad_option"),
    ):
        answer = pipe(argv=argv)[0]
        assert answer["code"] == code and "." in answer["reason"]


def test_as_a_program_line_by_line() -> None:
    """Each answer is there before the next request is sent: nothing waits in a buffer."""
    command = [sys.executable, "-m", "companion", "pipe", *START]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as run:
        assert run.stdin and run.stdout
        for amount in (1, 2, 3):
            run.stdin.write(
                json.dumps({"do": "pay", "from": "A", "to": "B", "amount": amount}) + "\n"
            )
            run.stdin.flush()
            assert json.loads(run.stdout.readline())["entry"]["detail"]["amount"] == amount
        run.stdin.close()
        assert run.wait(10) == 0


def test_every_request_is_documented_and_every_documented_request_exists() -> None:
    text = (ROOT / "docs" / "requests.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, flags=re.MULTILINE)
    documented = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    words = (loader.load(one.id).words for one in loader.available())
    assert documented == set().union(*words)


@pytest.mark.parametrize("word", sorted(KINDS))
def test_every_request_tells_what_it_lacks(word: str) -> None:
    answer = pipe({"do": word, "nonsense": 1})[0]
    assert answer["ok"] is False and answer["code"] == "bad_request"
    try:
        parse({"do": word})
    except Exception as refused:
        assert word in str(refused)
