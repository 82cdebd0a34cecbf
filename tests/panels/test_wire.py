"""The wire's alphabet in Python: what is right is read, what is not is dropped, whatever comes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.panels.talk import frame_line, state_line
from companion.panels.wire import PROTOCOL, Form, Line, Reader, crc, decode, encode
from companion.unit.frame import Fallback, Frame

GOOD = encode(Line("query", 7))


@st.composite
def lines(draw: st.DrawFn) -> Line:
    form: Form = draw(st.sampled_from(PROTOCOL.forms))
    values = tuple(draw(st.integers(0, field.most)) for field in form.fields)
    return Line(form.name, draw(st.integers(0, 65535)), values)


def by_long_division(text: bytes) -> int:
    """CRC-16/XMODEM once more, another way: a second opinion for the tests."""
    rest = int.from_bytes(text + b"\0\0", "big")
    divisor = 0x11021
    while (shift := rest.bit_length() - divisor.bit_length()) >= 0:
        rest ^= divisor << shift
    return rest


@given(lines())
def test_what_is_written_is_read_and_fits(line: Line) -> None:
    text = encode(line)
    assert len(text) <= PROTOCOL.line_max + 1
    assert text.isascii()
    assert decode(text[:-1]) == line


@given(st.binary(max_size=80))
def test_two_ways_to_the_same_check(text: bytes) -> None:
    assert crc(text) == by_long_division(text)


def test_c131_a_line_of_noise_is_dropped_and_counted_and_the_reader_lives() -> None:
    reader = Reader()
    assert reader.feed(b"\xfe\xc2\xe0 Q 7*29AC\n") == []
    assert reader.errors == 1
    assert reader.feed(GOOD) == [Line("query", 7)]
    assert reader.errors == 1


def test_the_check_is_the_well_known_one() -> None:
    assert crc(b"123456789") == 0x31C3


@given(lines(), st.data())
def test_no_single_changed_byte_passes(line: Line, data: st.DataObject) -> None:
    text = bytearray(encode(line)[:-1])
    at = data.draw(st.integers(0, len(text) - 1))
    text[at] ^= data.draw(st.integers(1, 255))
    assert decode(bytes(text)) is None


@given(st.binary(max_size=400), lines(), st.integers(1, 50))
def test_after_any_noise_the_next_whole_line_is_read(noise: bytes, line: Line, piece: int) -> None:
    reader = Reader()
    data = noise + b"\n" + encode(line)
    heard = []
    for start in range(0, len(data), piece):
        heard += reader.feed(data[start : start + piece])
    assert heard[-1] == line
    assert len(reader.unfinished()) <= PROTOCOL.line_max + 2


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"Q",
        b"Q 7",
        b"Q 7*",
        b"q 7*96DE",
        b"Q  7*0000",
        b"Q 07*0000",
        b"Q 65536*0000",
        b"X 7*0000",
        b"F 1 256 0 0 0 0 0 0*0000",
        b"F 1 0 0 0 0 0 0*0000",
        b"Q 7 1*0000",
        b"Q -7*0000",
        b"\xfe\xc2\xe0",
        b"Q 7" + b" " * 60 + b"*0000",
    ],
)
def test_a_line_out_of_order_is_refused_even_with_a_right_check(text: bytes) -> None:
    body = text.rpartition(b"*")[0] or text
    assert decode(text) is None
    assert decode(b"%s*%04X" % (body, crc(body))) is None or body == b"Q 7"


@pytest.mark.parametrize(
    "line", [Line("frame", 1, (0, 0, 0, 0, 256, 0, 0)), Line("ack", 65536), Line("ack", 1, (1,))]
)
def test_a_line_out_of_range_cannot_be_written(line: Line) -> None:
    with pytest.raises(ValueError, match=line.name):
        encode(line)


def mutated(chance: random.Random) -> bytes:
    """A right line with some harm done to it, or plain noise."""
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(1, 90))
    text = bytearray(chance.choice(SAMPLES))
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text))
        match chance.randrange(4):
            case 0:
                text[at] ^= 1 << chance.randrange(8)
            case 1:
                del text[at]
            case 2:
                text.insert(at, chance.randrange(256))
            case _:
                text += text[: at + 1]
        if not text:
            text += b"?"
    return bytes(text)


SAMPLES = [
    encode(Line(form.name, 300, tuple(min(field.most, 90) for field in form.fields)))[:-1]
    for form in PROTOCOL.forms
]


@settings(max_examples=20, deadline=None, database=None)
@given(st.integers(0, 2**32))
def test_a_million_random_and_mutated_lines(seed: int) -> None:
    """Fifty thousand for each of twenty seeds. Whatever is accepted has the right check."""
    chance = random.Random(seed)
    block = [mutated(chance) for _ in range(500)]
    reader = Reader()
    accepted = 0
    for _ in range(100):
        chance.shuffle(block)
        heard = reader.feed(b"\n".join(block) + b"\n" + GOOD)
        assert heard[-1] == Line("query", 7)
        accepted += len(heard)
    right = sum(
        decode(piece.removesuffix(b"\r")) is not None
        for text in block
        for piece in text.split(b"\n")
    )
    assert accepted == 100 * (right + 1)
    for text in block:
        for piece in text.split(b"\n"):
            if decode(piece) is not None:
                assert piece[-5:] == b"*%04X" % by_long_division(piece[:-5])


@given(st.builds(Frame, ring=st.integers(0, 255), tone=st.text(), tone_no=st.integers(0, 10**9)))
def test_any_frame_can_be_said(frame: Frame) -> None:
    assert decode(encode(frame_line(1, frame))[:-1]) is not None


@given(
    st.builds(
        Fallback,
        phase=st.sampled_from([*PROTOCOL.phases, "of a newer version"]),
        result=st.integers(0, 4),
        age_ms=st.integers(0, 10**9),
        left_ms=st.integers(0, 180_000),
        signal_ms=st.integers(0, 30_000),
        chime_ms=st.integers(-1, 3_600_000),
        paused=st.booleans(),
    ),
    st.integers(0, 10**9),
)
def test_any_state_can_be_said_however_much_later(carry: Fallback, later_ms: int) -> None:
    line = state_line(1, carry, later_ms)
    assert decode(encode(line)[:-1]) == line
    assert line.values[3] == (carry.left_ms if carry.paused else max(0, carry.left_ms - later_ms))
