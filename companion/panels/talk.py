"""The host's half of the conversation with the microcontroller: bytes and time in, bytes out.

Knows no port and no thread, so that every fault of a line can be tried in a test. Times are whole
monotonic milliseconds handed in. docs/protocol.md tells both halves.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.panels.keys import DEBOUNCE_MS
from companion.panels.wire import NUMBER_MAX, PROTOCOL, Line, Reader, encode, pin_table
from companion.unit.frame import Fallback, Frame

_TIMES = PROTOCOL.timing_ms
_FLAGS = PROTOCOL.flags
_STATE_MOST = {field.name: field.most for field in PROTOCOL.form("state").fields}
_HALF = (NUMBER_MAX + 1) // 2
_RECENT = 64
"""An acknowledgement of one of so many of our last lines shows that we are heard."""
PRESSES_AT_ONCE = 32
"""More edges than a board keeps for a host that was away."""
PRESS_EACH_MS = DEBOUNCE_MS
"""So often one more is taken: faster than this no finger is, and no debounced key. One that comes
too soon is not acknowledged, so a board that waits says it again."""


class Identity(Struct, frozen=True):
    """Who answered: versions of its protocol, its firmware and its pin table."""

    version: int
    firmware: int
    pins: int


class Told(Struct, frozen=True):
    """An edge of a key as the chip told it; ``press_id`` is the same for a press and its end."""

    key: str
    down: bool
    press_id: str


class _Said(Struct):
    """A line on its way: its number, and when it was last said."""

    number: int
    frame: Frame
    shown_at: int
    is_state: bool
    said_at: int

    def line(self, now: int) -> Line:
        if self.is_state:
            return state_line(self.number, self.frame.carry, now - self.shown_at)
        return frame_line(self.number, self.frame)


class Talk:
    """One conversation, from opening a port to losing it.

    ``show`` what is to be seen, ``hear`` what comes in, ``run`` what is due; then take ``edges``
    and ``take_bytes``. ``attached``: greeted and answering. ``lost``: it has answered and then
    answers no more, silent or not. ``identity``: who answered last, also when its protocol is
    another one. ``number`` of the last line said; the next conversation goes on from it, so that
    late answers are known to be old.
    """

    def __init__(self, now: int, last_number: int = 0) -> None:
        self.reader = Reader()
        self.attached = False
        self.lost = False
        self.identity: Identity | None = None
        self.greetings = 0
        self.number = last_number
        self._hello: int | None = None
        self._hello_at = now - _TIMES["hello_repeat"]
        self._heard_at = self._answered_at = now
        self._said_at = now
        self._frame: Frame | None = None
        self._shown_at = 0
        self._news = False
        self._on_the_way: list[_Said] = []
        self._repeat: Line | None = None
        self._bye: int | None = None
        self.bye_heard = False
        self._press = 0
        self._room, self._room_at = PRESSES_AT_ONCE, now
        self._down: dict[str, str] = {}
        self._edges: list[Told] = []
        self._out = bytearray()

    @property
    def fits(self) -> bool:
        """Whether who answered speaks our protocol."""
        return self.identity is not None and self.identity.version == PROTOCOL.version

    @property
    def settled(self) -> bool:
        """Whether the other side has acknowledged all that was shown."""
        return self.attached and not self._news and not self._on_the_way

    def show(self, frame: Frame, now: int) -> None:
        """The newest frame; what has not yet been said of older ones never will be."""
        self._frame, self._shown_at, self._news = frame, now, True

    def hear(self, data: bytes, now: int) -> None:
        """Bytes have come in."""
        for line in self.reader.feed(data):
            self._heard_at = now
            if self._is_answer(line):
                self._answered_at = now
            if line.name == "identity":
                # Who has heard a bye does not know us any more.
                self.bye_heard = self._bye is not None
                self._identified(line, now)
            elif not self.attached:
                continue
            elif line.name == "ack":
                self._on_the_way = [it for it in self._on_the_way if it.number != line.number]
                self.bye_heard = self.bye_heard or line.number == self._bye
            elif line.name == "press":
                self._pressed(line, now)

    def run(self, now: int) -> None:
        """Say what is due."""
        quiet = now - self._heard_at
        if self._down and quiet >= _TIMES["held"]:
            self.let_go()
        if self.attached and now - self._answered_at >= _TIMES["silence"]:
            self.attached = False
            self.lost = True
            self._hello = None
        if not self.attached:
            if now - self._hello_at >= _TIMES["hello_repeat"]:
                self._greet(now)
            return
        self._say_frame(now)
        if now - self._said_at >= self._heartbeat():
            if self._repeat:
                self._say(self._repeat, now)
            else:
                self.say("query", (), now)

    def next_deadline(self) -> int:
        """When to run again if nothing is heard or shown before."""
        if not self.attached:
            return self._hello_at + _TIMES["hello_repeat"]
        times = [self._said_at + self._heartbeat(), self._answered_at + _TIMES["silence"]]
        if self._down:
            times.append(self._heard_at + _TIMES["held"])
        times += [it.said_at + _TIMES["resend"] for it in self._on_the_way]
        return min(times)

    def say(self, name: str, values: tuple[int, ...], now: int) -> int:
        """Say any line that a host may say; its number. ValueError for a field out of range."""
        number = self._next_number()
        self._say(Line(name, number, values), now)
        return number

    def say_bye(self, now: int) -> None:
        """Go dark and be a trading unit of your own."""
        if self.attached:
            self._on_the_way = []
            self._bye = self.say("bye", (), now)

    def let_go(self) -> None:
        """No key is believed to be down any more: a lost release must not become a hold."""
        self._edges += [Told(key, False, press_id) for key, press_id in self._down.items()]
        self._down = {}

    def take_edges(self) -> list[Told]:
        """The edges told since the last time."""
        edges, self._edges = self._edges, []
        return edges

    def take_bytes(self) -> bytes:
        """What is to be sent now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def _is_answer(self, line: Line) -> bool:
        """Whether only somebody who hears us says this; a press can come from one who does not."""
        if line.name == "ack":
            return (self.number - line.number) % (NUMBER_MAX + 1) < _RECENT
        return line.name != "press"

    def _heartbeat(self) -> int:
        """How long to be silent at most. A key is believed to be down only while the chip is
        heard, so it is asked more often then: two lost lines must not end a hold."""
        return _TIMES["heartbeat"] // (2 if self._down else 1)

    def _greet(self, now: int) -> None:
        if self._hello is None:
            self._hello = self._next_number()
        # An empty line first ends whatever half line the other side may have heard.
        self._out += b"\n"
        self._say(Line("hello", self._hello, (PROTOCOL.version,)), now)
        self._hello_at = now

    def _identified(self, line: Line, now: int) -> None:
        version, firmware, pins, presses = line.values
        if line.number == self._hello:
            if self.attached:
                return
            self.identity = Identity(version, firmware, pins)
            if not self.fits:
                return
            self.attached = True
            self.lost = False
            self.greetings += 1
            self._press = presses
            self._on_the_way = []
            self._repeat = None
            self._news = self._frame is not None
        elif self.attached and (line.number == 0 or self._newer(line.number, self._hello or 0)):
            # It has started anew, or has taken us for gone: greet it again at once.
            self.let_go()
            self.attached = False
            self._hello = None
            self._hello_at = now - _TIMES["hello_repeat"]

    def _pressed(self, line: Line, now: int) -> None:
        if self._newer(line.number, self._press):
            if not self._has_room(now):
                return
            self._press = line.number
            key, down = PROTOCOL.keys[line.values[0]], bool(line.values[1])
            if down:
                self._down[key] = f"{self.greetings}.{line.number}"
                self._edges.append(Told(key, True, self._down[key]))
            elif key in self._down:
                self._edges.append(Told(key, False, self._down.pop(key)))
        self._say(Line("ack", line.number), now)

    def _has_room(self, now: int) -> bool:
        """Whether one more edge is taken at ``now``; if so, it has taken its room."""
        grown, rest = divmod(now - self._room_at, PRESS_EACH_MS)
        room = min(self._room + grown, PRESSES_AT_ONCE)
        self._room, self._room_at = max(room - 1, 0), now - rest
        return room > 0

    @staticmethod
    def _newer(number: int, than: int) -> bool:
        return 0 < (number - than) % (NUMBER_MAX + 1) < _HALF

    def _say_frame(self, now: int) -> None:
        late = [it for it in self._on_the_way if now - it.said_at >= _TIMES["resend"]]
        if self._news and self._frame and (late or not self._on_the_way):
            self._news = False
            self._on_the_way = [
                _Said(0, self._frame, self._shown_at, is_state, now) for is_state in (True, False)
            ]
            late = self._on_the_way
        for it in late:
            # A new number each time, for the other of the two may have overtaken it; the same
            # state or frame taken twice changes nothing.
            it.number, it.said_at = self._next_number(), now
            line = it.line(now)
            self._say(line, now)
            if not it.is_state:
                self._repeat = line

    def _say(self, line: Line, now: int) -> None:
        self._out += encode(line)
        if line.name != "ack":  # an acknowledgement is not answered
            self._said_at = now

    def _next_number(self) -> int:
        # 0 is what a starting chip calls itself by.
        self.number = self.number % NUMBER_MAX + 1
        return self.number


def frame_line(number: int, frame: Frame) -> Line:
    """A frame as a line; a tone that the wire does not know is silence."""
    tone = PROTOCOL.tones.index(frame.tone) if frame.tone in PROTOCOL.tones else 0
    return Line("frame", number, (*frame.marks, frame.ring, tone, frame.tone_no % (NUMBER_MAX + 1)))


def state_line(number: int, carry: Fallback | None, later_ms: int) -> Line:
    """The state to carry on with, ``later_ms`` after its frame was shown."""
    if carry is None:
        return Line("state", number, (0,) * len(_STATE_MOST))
    if not carry.paused:
        carry = replace(
            carry,
            age_ms=carry.age_ms + later_ms,
            left_ms=carry.left_ms - later_ms,
            chime_ms=carry.chime_ms - later_ms if carry.chime_ms >= 0 else -1,
        )
    flags = (
        ("paused", carry.paused),
        ("muted", carry.muted),
        ("bank", carry.bank),
        ("playing", carry.chime_ms >= 0),
        ("chime", carry.chime),
    )
    values = {
        "phase": PROTOCOL.phases.index(carry.phase) if carry.phase in PROTOCOL.phases else 0,
        "result": carry.result,
        "age_ms": carry.age_ms,
        "left_ms": carry.left_ms,
        "signal_ms": carry.signal_ms,
        "chime_ms": carry.chime_ms,
        "flags": sum(_FLAGS[name] for name, on in flags if on),
    }
    return Line(
        "state",
        number,
        tuple(min(max(values[name], 0), most) for name, most in _STATE_MOST.items()),
    )


def pins_fit(identity: Identity) -> bool:
    """Whether the chip's pin table is the one this program documents."""
    return identity.pins == pin_table()
