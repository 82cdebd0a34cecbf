"""`companion link --console`: the wire in clear, and lines typed by a person."""

from __future__ import annotations

import threading
from typing import TextIO

from companion.panels.link import close_port, monotonic_ms, open_port
from companion.panels.panel import Status
from companion.panels.ports import ListPorts, Port, Sender, cannot_open, choose, list_ports
from companion.panels.talk import Talk
from companion.panels.wire import PROTOCOL, Form, Line, Reader

HELP = """\
Everything said on the wire is shown: > by this program, < by the board. Type a line as its
name and its fields, words allowed where there are names; number and check are added:
{forms}
The greeting, the acknowledgements and the signs of life are said for you and not shown.
help shows this again; the end of input (Ctrl-D) says bye and ends."""
_WORDS = {"tone": PROTOCOL.tones, "phase": PROTOCOL.phases, "key": PROTOCOL.keys}
_UNSHOWN = {"ack", "query", "diagnosis", "hello"}
POLL_S = 0.02
LINGER_S = 0.5
"""How long answers are waited for when the input has ended."""


def console(port: str, stdin: TextIO, stdout: TextIO, ports: ListPorts = list_ports) -> int:
    """Talk to the board at ``port`` ("" = the only one) until the input ends; the exit status."""
    chosen = choose(port, ports(), None)
    if isinstance(chosen, Status):
        print(chosen.text(), file=stdout)
        return 1
    try:
        wire = _Wire(chosen, stdout)
    except OSError as fault:
        print(cannot_open(chosen.device, fault).text(), file=stdout)
        return 1
    print(f"{chosen.device}\n{help_text()}", file=stdout, flush=True)
    with wire:
        for typed in stdin:
            wire.typed(typed.split())
    return 0 if wire.answered else 1


def help_text() -> str:
    """What can be typed."""
    forms = (
        f"  {form.name} " + " ".join(field.name for field in form.fields)
        for form in PROTOCOL.forms
        if form.sender != "chip"
    )
    return HELP.format(forms="\n".join(forms))


def in_clear(line: Line) -> str:
    """A line with the names of its fields, and names for what has names."""
    form = PROTOCOL.form(line.name)
    parts = []
    for field, value in zip(form.fields, line.values, strict=True):
        words = _WORDS.get(field.name, ())
        parts.append(f"{field.name}={words[value] if value < len(words) else value}")
    return " ".join([line.name, f"#{line.number}", *parts])


def parse(words: list[str]) -> tuple[str, tuple[int, ...]]:
    """Name and fields of a typed line; ValueError with a sentence when it is none."""
    name = words[0].lower()
    known: dict[str, Form] = {form.name: form for form in PROTOCOL.forms if form.sender != "chip"}
    if name not in known:
        raise ValueError(f"There is no line {name}; there are {', '.join(known)}.")
    fields = known[name].fields
    if len(words) - 1 != len(fields):
        wanted = " ".join(field.name for field in fields) or "none"
        raise ValueError(f"{name} has {len(fields)} fields: {wanted}.")
    values = []
    for field, word in zip(fields, words[1:], strict=True):
        names = _WORDS.get(field.name, ())
        if word in names:
            values.append(names.index(word))
        elif word.isdecimal() and int(word) <= field.most:
            values.append(int(word))
        else:
            choice = f", or {' '.join(names)}" if names else ""
            raise ValueError(f"{field.name} is {word}; it must be 0 to {field.most}{choice}.")
    return name, tuple(values)


class _Wire:
    """The port and a thread that listens to it, answers for the person, and shows all."""

    def __init__(self, where: Port, stdout: TextIO) -> None:
        self.answered = False
        self._port = open_port(where.device)
        self._sender = Sender(self._port)
        self._stdout = stdout
        self._talk = Talk(monotonic_ms())
        self._ours, self._theirs = Reader(), Reader()
        self._asked: set[int] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> _Wire:
        self._thread.start()
        return self

    def __exit__(self, *fault: object) -> None:
        self._stop.wait(LINGER_S)
        with self._lock:
            self._talk.say_bye(monotonic_ms())
        self._stop.wait(2 * POLL_S)
        self._stop.set()
        self._thread.join(1)
        close_port(self._port)

    def typed(self, words: list[str]) -> None:
        """Say what somebody typed, or say why not."""
        if not words:
            return
        if words == ["help"]:
            self._print(help_text())
            return
        try:
            name, values = parse(words)
        except ValueError as fault:
            self._print(str(fault))
            return
        with self._lock:
            self._asked.add(self._talk.say(name, values, monotonic_ms()))

    def _listen(self) -> None:
        while not self._stop.is_set():
            try:
                with self._lock:
                    self._exchange()
            except OSError:
                self._print("The board is gone. Check its cable.")
                return
            self._stop.wait(POLL_S)

    def _exchange(self) -> None:
        now = monotonic_ms()
        heard = self._port.read(4096)
        self._show("<", self._theirs, heard)
        self._talk.hear(heard, now)
        self._talk.run(now)
        said = self._talk.take_bytes()
        self._show(">", self._ours, said)
        self._sender.send(said, now)
        if self._talk.attached and not self.answered:
            self.answered = True

    def _show(self, who: str, reader: Reader, data: bytes) -> None:
        errors = reader.errors
        for line in reader.feed(data):
            if line.name not in _UNSHOWN or line.number in self._asked:
                self._print(f"{who} {in_clear(line)}")
        if reader.errors > errors:
            self._print(f"{who} not a line: {reader.heard.splitlines()[-1]!r}")

    def _print(self, text: str) -> None:
        print(text, file=self._stdout, flush=True)
