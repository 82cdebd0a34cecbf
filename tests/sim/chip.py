"""The simulated board: the firmware's own ELF on a simulated ATmega328P, with hands at its pins.

Time passes only in ``run`` (as fast as it can) or while ``live``. Cycles count from power-on at
16 MHz, so 16 000 are a millisecond.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from companion.panels.panel import Key
from companion.panels.wire import avr_pins
from tests.sim.build import built

CYCLES_PER_MS = 16_000
LOOK_S = 0.002
PINS = ("mark_1", "mark_2", "mark_3", "mark_rail", "ring", "buzzer", "build", "auction")


@dataclass(frozen=True)
class Seen:
    """Something changed at a pin: a light (1 or 0), the buzzer (Hz or 0) or the ring's PWM."""

    cycle: int
    pin: str
    value: int

    @property
    def ms(self) -> float:
        return self.cycle / CYCLES_PER_MS


class Chip:
    """One simulated board, powered on, its buttons open, nothing yet run."""

    def __init__(self, elf: Path | None = None, noise: int = 1) -> None:
        firmware = elf or built() / "unit.elf"
        pins = avr_pins()
        self._process = subprocess.Popen(
            [str(built() / "sim"), str(firmware), *(pins[use] for use in PINS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._events: list[Seen] = []
        while self._line() != "ready":
            pass
        self.ask("noise", noise)

    def ask(self, *words: object) -> list[str]:
        """The words of the answer to a command."""
        assert self._process.stdin
        print(*words, file=self._process.stdin, flush=True)
        while (answer := self._line()).startswith("E "):
            _, cycle, pin, value = answer.split()
            self._events.append(Seen(int(cycle), pin, int(value)))
        verdict, *rest = answer.split()
        assert verdict == "ok", answer
        return rest

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the simulated board has ended"
        return line.strip()

    def run(self, ms: float) -> int:
        """Let time pass; the cycle it is then."""
        return int(self.ask("run", ms)[0])

    def press(self, key: Key) -> int:
        """Close a contact; the cycle it was."""
        return int(self.ask("press", key)[0])

    def release(self, key: Key) -> int:
        return int(self.ask("release", key)[0])

    def tap(self, key: Key, ms: float = 60) -> int:
        """Press, wait, release, and wait until the release has counted; the cycle of the press."""
        at = self.press(key)
        self.run(ms)
        self.release(key)
        self.run(20)
        return at

    def pins(self) -> tuple[int, int, int]:
        """Marks (bits 0-3), ring level 0-255, buzzer in Hz, as they are at the pins now."""
        marks, ring, hertz = map(int, self.ask("pins"))
        return marks, ring, hertz

    def seen(self) -> list[Seen]:
        """Everything that changed at the pins since the last time, in order."""
        self.ask("events")
        events, self._events = sorted(self._events, key=lambda it: it.cycle), []
        return events

    def send(self, data: bytes) -> None:
        if data:
            self.ask("send", data.hex())

    def heard(self) -> bytes:
        """What the chip has sent since the last time."""
        return bytes.fromhex("".join(self.ask("heard")))

    def usage(self) -> tuple[int, int, int]:
        """Cycles asleep, all cycles, lowest stack pointer."""
        asleep, cycles, stack = map(int, self.ask("usage"))
        return asleep, cycles, stack

    def plug(self) -> str:
        """Put the cable in; the name of the port."""
        return self.ask("plug")[0]

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def __enter__(self) -> Chip:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


def booted(noise: int = 1, elf: Path | None = None) -> Chip:
    """A board whose lamp test is over."""
    chip = Chip(elf, noise)
    chip.run(400)
    chip.seen()
    chip.heard()
    return chip


SILENCE_MS = 120
"""No rest within a tone is as long as this."""


class LiveChip(Chip):
    """A board that keeps up with real time while the test looks on; its lamp test is over."""

    def __init__(self) -> None:
        super().__init__()
        self.run(400)
        self.seen()
        self.ask("live")
        self._buzzer: list[Seen] = []

    def until(self, true: Callable[[], bool], seconds: float = 10) -> None:
        """Look again and again until it is true; AssertionError when it does not become so."""
        limit = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < limit, "it did not come to pass"
            time.sleep(LOOK_S)

    def settle(self, true: Callable[[], bool], ms: int = 80) -> None:
        """Look until it is true, or until so many milliseconds of the chip's have passed."""
        end = self.usage()[1] + ms * CYCLES_PER_MS
        self.until(lambda: true() or self.usage()[1] >= end)

    def until_silent(self) -> None:
        """Until the buzzer has been still for longer than any rest within a tone."""
        still_since = self.usage()[1]

        def still() -> bool:
            nonlocal still_since
            now = self.usage()[1]
            if self.pins()[2]:
                still_since = now
            return now - still_since >= SILENCE_MS * CYCLES_PER_MS

        self.until(still)

    def notes(self) -> list[tuple[int, int]]:
        """Every note so far: Hz, and its length in milliseconds."""
        self._buzzer += [it for it in self.seen() if it.pin == "buzzer"]
        return [
            # Seen from the first edge up to the last one up: a period more in all.
            (it.value, round(after.ms - it.ms + 1000 / it.value))
            for it, after in zip(self._buzzer, self._buzzer[1:], strict=False)
            if it.value
        ]
