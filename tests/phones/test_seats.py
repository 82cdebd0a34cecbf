"""Codes that are scanned once, and phones that keep their seat over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.phones.rights import ACT, ANSWER
from companion.phones.seats import CODE_S, Seats


class Clock:
    at = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_code_counts_once_and_for_two_minutes() -> None:
    clock = Clock()
    seats = Seats(None, clock)
    first = seats.code()
    assert seats.code() == first and len(first) >= 22, "128 bits"
    assert not seats.spend("") and not seats.spend(first + "x") and not seats.spend("ä")
    assert seats.spend(first) and not seats.spend(first)
    second = seats.code()
    assert second != first
    clock.at += CODE_S
    assert not seats.spend(second) and seats.code() != second


def test_a_phone_keeps_its_seat_over_a_restart_and_its_token_is_kept_nowhere(
    tmp_path: Path,
) -> None:
    path = tmp_path / "0001-classic_us.companion.phones"
    seats = Seats(path, Clock())
    token = seats.new_token()
    seats.sit(token, "A")
    seats.sit(token, "B")
    seats.sit("another", "B")
    seats.set_level(ACT)
    again = Seats(path, Clock())
    assert (again.seat_of(token), again.phones("A"), again.phones("B")) == ("B", 0, 2)
    assert again.level == ACT
    assert token not in path.read_text()
    again.take_back("B")
    assert Seats(path, Clock()).seat_of(token) == ""


@pytest.mark.parametrize("spoilt", [b"", b"[]", b"{", b'{"level": "all", "seats": {}}', b"\xff"])
def test_a_spoilt_file_asks_for_the_seats_anew(spoilt: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.phones"
    path.write_bytes(spoilt)
    seats = Seats(path, Clock())
    assert (seats.level, seats.seat_of("x")) == (ANSWER, "")
    with pytest.raises(ValueError, match="never"):
        seats.set_level("never")
