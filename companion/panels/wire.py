"""The wire's alphabet: lines of text with a number and a CRC, made and read without any port.

``protocol.toml`` is the one list of lines; ``firmware/protocol.h`` is made from it as well and
docs/protocol.md explains it.
"""

from __future__ import annotations

import binascii
import re
import tomllib
from pathlib import Path

from msgspec import Struct, convert

HERE = Path(__file__).parent
NUMBER_MAX = 0xFFFF
"""The number of a line counts round within 16 bits."""
_SHAPE = re.compile(rb"[A-Z](?: (?:0|[1-9][0-9]{0,6}))+\*[0-9A-F]{4}")
_HEARD_MAX = 200
"""How much of what is no line is kept, to recognise a login prompt."""


class Field(Struct, frozen=True, array_like=True):
    """A whole number of a line, 0 to ``most``."""

    name: str
    most: int


class Form(Struct, frozen=True, rename={"sender": "from"}):
    """One kind of line: its letter, who says it ("host", "chip", "both") and its fields."""

    name: str
    letter: str
    sender: str
    fields: tuple[Field, ...]


class Protocol(Struct, frozen=True):
    """What ``protocol.toml`` says; times in milliseconds."""

    version: int
    firmware: int
    baud: int
    line_max: int
    phases: tuple[str, ...]
    tones: tuple[str, ...]
    keys: tuple[str, ...]
    timing_ms: dict[str, int]
    flags: dict[str, int]
    forms: tuple[Form, ...]

    def form(self, name: str) -> Form:
        """The kind of line called ``name``; KeyError when there is none."""
        return {form.name: form for form in self.forms}[name]


class Line(Struct, frozen=True):
    """One line in clear: what it is, its number 0-65535 and its fields in order."""

    name: str
    number: int
    values: tuple[int, ...] = ()


def load(path: Path = HERE / "protocol.toml") -> Protocol:
    """The protocol in ``path``. OSError or ValueError when it is damaged."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    lines = [{"name": name, **line} for name, line in table.pop("lines").items()]
    return convert({**table, "forms": lines}, Protocol)


PROTOCOL = load()
_BY_NAME = {form.name: form for form in PROTOCOL.forms}
_BY_LETTER = {form.letter.encode(): form for form in PROTOCOL.forms}


def crc(text: bytes) -> int:
    """CRC-16 with the XMODEM polynomial, the one that avr-libc carries as well."""
    return binascii.crc_hqx(text, 0)


def avr_pins(path: Path = HERE / "pins.toml") -> dict[str, str]:
    """The microcontroller's pins by use, as printed on the board."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))["avr"]
    return {str(use): str(pin) for use, pin in table.items()}


def pin_table() -> int:
    """The version of the microcontroller's pin table: a CRC over it, so no edit is forgotten."""
    return crc(" ".join(f"{use}={pin}" for use, pin in sorted(avr_pins().items())).encode())


def encode(line: Line) -> bytes:
    """A line as it goes over the wire, its end included; ValueError for a field out of range."""
    form = _BY_NAME[line.name]
    if fault := _fault(form, line.number, line.values):
        raise ValueError(f"{line.name}: {fault}")
    body = " ".join([form.letter, str(line.number), *map(str, line.values)]).encode()
    return b"%s*%04X\n" % (body, crc(body))


def decode(text: bytes) -> Line | None:
    """The line in ``text`` (without its end), or None when it is not wholly right."""
    if len(text) > PROTOCOL.line_max or not _SHAPE.fullmatch(text):
        return None
    body, check = text[:-5], text[-4:]
    if crc(body) != int(check, 16):
        return None
    words = body.split()
    form = _BY_LETTER.get(words[0])
    number, *values = map(int, words[1:])
    if form is None or _fault(form, number, tuple(values)):
        return None
    return Line(form.name, number, tuple(values))


def _fault(form: Form, number: int, values: tuple[int, ...]) -> str:
    if not 0 <= number <= NUMBER_MAX:
        return f"number {number} is not within 0 to {NUMBER_MAX}"
    if len(values) != len(form.fields):
        return f"{len(values)} values where {len(form.fields)} belong"
    for part, value in zip(form.fields, values, strict=True):
        if not 0 <= value <= part.most:
            return f"{part.name} is {value}, not within 0 to {part.most}"
    return ""


class Reader(Struct):
    """Bytes in, whole right lines out, in whatever pieces they come.

    ``errors`` counts what was dropped; ``heard`` is the last of it, as text. Never raises,
    never keeps more than a line: whatever comes, the next whole line is read again.
    """

    errors: int = 0
    heard: str = ""
    _part: bytearray = bytearray()

    def feed(self, data: bytes) -> list[Line]:
        """The lines that ``data`` completes."""
        lines = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._take(piece)
            text = bytes(self._part.removesuffix(b"\r"))
            self._part.clear()
            if line := decode(text):
                lines.append(line)
            elif text:
                self._drop(text)
        self._take(rest)
        return lines

    def unfinished(self) -> str:
        """What has been heard of a line that has not ended; a login prompt never ends."""
        return self._part.decode("ascii", "replace")

    def _take(self, piece: bytes) -> None:
        # One byte too many is kept, so that an endless line is known to be one.
        self._part += piece[: PROTOCOL.line_max + 2 - len(self._part)]

    def _drop(self, text: bytes) -> None:
        self.errors += 1
        self.heard = (self.heard + text.decode("ascii", "replace") + "\n")[-_HEARD_MAX:]
