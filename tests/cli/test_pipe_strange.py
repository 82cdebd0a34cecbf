"""What a careless or unkind program may send down the pipe, and the words people use instead."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.pipe_session import PipeSession
from companion.games import loader
from tests.cli.test_pipe import START, pipe

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


SHORT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"do": "repairs", "who": "A", "house": 25, "hotel": 100},
     {"do": "repairs", "who": "A", "rates": {"house": 25, "hotel": 100}}),
    ({"do": "land", "who": "A", "pos": 12, "dice": [3, 4]},
     {"do": "land", "who": "A", "pos": 12, "dice": 7}),
    ({"do": "pay", "from": "A", "to": "B", "amount": 5, "id": 7},
     {"do": "pay", "from": "A", "to": "B", "amount": 5, "id": "7"}),
]  # fmt: skip


@pytest.mark.parametrize("said, meant", SHORT)
def test_what_may_be_said_in_short_means_the_same(
    said: dict[str, Any], meant: dict[str, Any]
) -> None:
    first, second = pipe(said)[0], pipe(meant)[0]
    assert first["ok"] and first == second


def test_a_card_out_of_jail_in_a_deal() -> None:
    state = pipe(
        {"do": "take", "who": "A"},
        {
            "do": "deal",
            "a": "A",
            "b": "B",
            "a_gives": {"cards": {"jail_card": 1}},
            "b_gives": {"cash": 50},
        },
        {"do": "state"},
    )[-1]["answer"]  # fmt: skip
    assert state["cards"]["jail_card"] == {"B": 1} and state["cash"]["A"] == 1550


def test_a_key_and_the_clock_count_an_id_once_too() -> None:
    press = {"do": "press", "key": "build", "id": "p"}
    wait = {"do": "advance", "ms": 1000, "id": "w"}
    first, again, third, fourth, other = pipe(press, press, wait, wait, {**press, "key": "auction"})
    assert first == again and third == fourth and third["answer"]["now"] == 1000
    assert other["code"] == "id_used"


def test_a_mistake_of_ours_is_one_answer_and_the_pipe_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(session: PipeSession, form: str) -> str:
        raise KeyError(form)

    monkeypatch.setattr(PipeSession, "_export", broken)
    fault, state = pipe({"do": "export"}, {"do": "state"})
    assert fault["code"] == "fault" and "KeyError" in fault["reason"] and fault["remedy"]
    assert state["ok"] and "Traceback" in capsys.readouterr().err


FIELDS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("who", "a", "source"), ("A",)),
    **dict.fromkeys(("b", "target", "to"), ("B", "bank")),
    **dict.fromkeys(("deed", "pos"), (0, 1, 4, 12, 33, 39, 51, 999)),
    **dict.fromkeys(("amount", "bid", "ms"), (10_000,)),
    **dict.fromkeys(("wish", "offer", "debt", "claim", "die", "n"), (1,)),
    **dict.fromkeys(("what", "takes", "gives", "piece", "special"), ("jail_card", "house")),
    **dict.fromkeys(("group", "side", "choice", "how", "key", "field", "entry"), ("red", "#2")),
    "name": ("auction_s",),
    "value": (5,),
    "dice": (7, [3, 4], [1, 1, 1]),
    "lots": ([{"deed": 1}], [{"deed": 33, "piece": "house"}]),
    "rates": ({"house": 10_000},),
    "cards": (["money_5"], ["no_such"]),
    "a_gives": ({"deeds": [33], "cards": {"jail_card": 1}},),
}


def junk(edition: str) -> list[dict[str, Any]]:
    """Every request with every value of FIELDS at least once, sense or none."""
    found = []
    for kind in loader.load(edition).words.values():
        names = [name for name in kind.__struct_fields__ if name in FIELDS]
        for turn in range(8):
            values = {name: FIELDS[name][turn % len(FIELDS[name])] for name in names}
            outer = {"source": "from", "target": "to"} if kind.do == "pay" else {}
            found.append({"do": kind.do, **{outer.get(k, k): v for k, v in values.items()}})
    return found


@pytest.mark.parametrize("edition", [one.id for one in loader.available()])
def test_no_request_with_senseless_values_is_a_mistake_of_ours(edition: str) -> None:
    argv = ("--edition", edition, "--players", "A,B,C", "--clock", "manual", "--seed", "3")
    for asked, answer in zip(junk(edition), pipe(*junk(edition), argv=argv), strict=True):
        assert answer["ok"] or (answer["code"] not in ("fault", "corrupt")), (asked, answer)
        assert answer["ok"] or answer["remedy"], (asked, answer)


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
