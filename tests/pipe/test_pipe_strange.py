"""What a careless or unkind program may send down the pipe, and the words people use instead."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.pipe.test_pipe import START, pipe

ROOT = Path(__file__).parents[2]
STRANGE = [
    b"\xff\xfe\xfa",
    b'{"do":"state"\xff}',
    b"[" * 100_000,
    b'{"do":' + b'{"a":' * 900 + b"1" + b"}" * 901,
    b'{"do":"' + b"a" * 1_000_000 + b'"}',
    b'{"do":"state","' + b"a" * 1_000_000 + b'":1}',
    b'{"do":"pay","from":"A","to":"B","amount":' + b"9" * 5_000 + b"}",
    b'{"do":"pay","from":"A","to":"\\ud800","amount":1}',
    b'{"do":"pay","from":"A","to":"B","amount":1,"\\ud800":1}',
    b'{"do":"pay","from":"A","to":"B","amount":1,"reason":"\\u0000"}',
    b'{"do":"pay","from":"A","to":"B","amount":1,"id":"\\udfff"}',
    b'{"do":"pay","from":"A","to":"B","amount":NaN}',
    b'{"do":"pay","from":"A","to":"B","amount":1e400}',
    b'{"do":"pay","from":"A","from":"C","to":"B","amount":1}',
    b'{"do":"rename","who":"A","name":"two\\nlines"}',
]


def test_no_line_whatever_its_bytes_ends_the_pipe() -> None:
    lines = [b"\xef\xbb\xbf" + b'{"do":"state"}\r', *STRANGE, b"", b"  ", b'{"do":"state"}']
    done = subprocess.run(
        [sys.executable, "-m", "companion", "pipe", *START],
        input=b"\n".join(lines),
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == b"" and len(answers) == len(STRANGE) + 2
    for answer in answers[1:-1]:
        assert answer["code"] == "bad_request" and answer["remedy"]
        assert len(answer["reason"]) < 200
    assert answers[0] == answers[-1]


OTHER_WORDS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"do": "pay", "who": "A", "to": "B", "amount": 5, "why": "card"},
     {"do": "pay", "from": "A", "to": "B", "amount": 5, "reason": "card"}),
    ({"do": "each_pays", "to": "A", "amount": 5}, {"do": "each_pays", "who": "A", "amount": 5}),
    ({"do": "pays_each", "from": "A", "amount": 5}, {"do": "pays_each", "who": "A", "amount": 5}),
    ({"do": "fine", "player": "A", "amount": 5}, {"do": "fine", "who": "A", "amount": 5}),
    ({"do": "repairs", "who": "A", "houses": 25, "hotels": 100},
     {"do": "repairs", "who": "A", "house": 25, "hotel": 100}),
    ({"do": "buy", "who": "A", "pos": 39, "amount": 400},
     {"do": "buy", "who": "A", "deed": 39, "price": 400}),
    ({"do": "land", "who": "A", "space": 12, "dice": [3, 4]},
     {"do": "land", "who": "A", "pos": 12, "dice": 7}),
    ({"do": "deal", "from": "A", "to": "B", "gives": {"cash": 10}},
     {"do": "deal", "a": "A", "b": "B", "a_gives": {"cash": 10}}),
    ({"do": "pay", "from": "A", "to": "B", "amount": 5, "id": 7},
     {"do": "pay", "from": "A", "to": "B", "amount": 5, "id": "7"}),
]  # fmt: skip


@pytest.mark.parametrize("said, meant", OTHER_WORDS)
def test_other_words_mean_the_same(said: dict[str, Any], meant: dict[str, Any]) -> None:
    first, second = pipe(said)[0], pipe(meant)[0]
    assert first["ok"] and first == second


def test_two_words_for_one_field_are_refused() -> None:
    for more in ({"from": "C"}, {"player": "B"}):
        answer = pipe({"do": "pay", "who": "A", "to": "B", "amount": 5, **more})[0]
        assert answer["code"] == "bad_request"


def test_a_card_out_of_jail_in_a_deal() -> None:
    state = pipe(
        {"do": "take", "who": "A"},
        {"do": "deal", "a": "A", "b": "B", "a_gives": {"jail_cards": 1}, "b_gives": {"cash": 50}},
        {"do": "state"},
    )[-1]["answer"]
    assert state["cards"]["jail_card"] == {"B": 1} and state["cash"]["A"] == 1550


def test_a_key_and_the_clock_count_an_id_once_too() -> None:
    press = {"do": "press", "key": "build", "id": "p"}
    wait = {"do": "advance", "ms": 1000, "id": "w"}
    first, again, third, fourth, other = pipe(press, press, wait, wait, {**press, "key": "auction"})
    assert first == again and third == fourth and third["answer"]["now"] == 1000
    assert other["code"] == "id_used"


def test_what_cannot_start_says_what_to_do() -> None:
    for argv in (
        ("--edition", "nope"),
        ("--edition", "classic_us", "--players", "A"),
        ("--edition", "classic_us", "--players", "A,A"),
        ("--edition", "classic_us", "--players", "A,B,C,D,E,F,G,H,I"),
        ("--edition", "classic_us", "--option", "parking_pot"),
        ("--edition", "classic_us", "--option", "nope=1"),
    ):
        (answer,) = pipe(argv=argv)
        assert answer["ok"] is False and answer["reason"] and answer["remedy"]


def test_c163_a_cut_game_goes_on_from_its_last_copy_and_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = (*START, "--game", str(tmp_path / "g"))
    back_and_forth = [{"do": "pay", "from": "A", "to": "B", "amount": 7}, {"do": "undo"}] * 100
    pipe(*back_and_forth, {"do": "pay", "from": "A", "to": "B", "amount": 5}, argv=argv)
    pipe({"do": "state"}, argv=argv)
    whole = (tmp_path / "g").read_bytes()
    (tmp_path / "g").write_bytes(whole[:20_000])
    (state,) = pipe({"do": "state"}, argv=argv)
    assert state["answer"]["cash"] == {"A": 1495, "B": 1505, "C": 1500}
    assert (tmp_path / "g.1.bad").read_bytes() == whole[:20_000]
    assert "g.1.bad" in capsys.readouterr().err


def test_c163_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("milk, bread")
    (answer,) = pipe({"do": "state"}, argv=(*START, "--game", str(notes)))
    assert answer["code"] == "cannot_start" and "notes.txt" in answer["reason"]
    assert notes.read_text() == "milk, bread" and list(tmp_path.iterdir()) == [notes]
