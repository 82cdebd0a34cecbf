"""The typed console: the wire in clear, by hand."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from companion.panels.console import console, in_clear, parse
from companion.panels.panel import Key
from companion.panels.ports import Port
from companion.panels.wire import PROTOCOL, Line
from tests.sim.chip import LiveChip


@pytest.fixture
def chip() -> Iterator[LiveChip]:
    with LiveChip() as board:
        yield board


class Typist:
    """Types a line, then waits until the chip shows it, as a person would."""

    def __init__(self, chip: LiveChip, script: list[tuple[str, object]]) -> None:
        self._chip = chip
        self._script = script

    def __iter__(self) -> Iterator[str]:
        for text, pins in self._script:
            yield text + "\n"
            if callable(pins):
                pins()
            elif pins is not None:
                self._chip.until(lambda pins=pins: self._chip.pins()[:2] == pins)


def test_a_person_lights_the_lights_and_sees_a_press(chip: LiveChip) -> None:
    here = Port(chip.plug(), 0x1A86, 0x7523)
    out = io.StringIO()

    def press() -> None:
        chip.press(Key.BUILD)
        chip.until(lambda: "< press" in out.getvalue())
        chip.release(Key.BUILD)

    def greeted() -> None:
        chip.until(lambda: "< identity" in out.getvalue())

    script = [
        ("", greeted),
        ("frame 255 0 0 255 255 start 7", (0b1001, 255)),
        ("query", press),
        ("odds 3 1 1 5 0", lambda: chip.until(lambda: "< ack" in out.getvalue())),
        ("frame 1 2 3", None),
        ("nonsense", None),
        ("frame 0 0 0 0 0 loud 7", None),
        ("query", lambda: chip.until(lambda: "rail=5" in out.getvalue())),
    ]
    assert console("", Typist(chip, script), out, lambda: [here]) == 0  # type: ignore[arg-type]
    shown = out.getvalue()
    assert "> frame #" in shown
    assert "mark_1=255 mark_2=0 mark_3=0 mark_rail=255 ring=255 tone=start tone_no=7" in shown
    assert "key=build down=1" in shown
    assert "one=3 two=1 three=1 rail=5" in shown
    assert "frame has 7 fields: mark_1" in shown
    assert "There is no line nonsense; there are hello" in shown
    assert "tone is loud; it must be 0 to 7, or none tick" in shown
    assert chip.pins() == (0, 0, 0), "it said bye"


def test_without_a_board_it_says_so_in_a_sentence() -> None:
    out = io.StringIO()
    assert console("", io.StringIO(""), out, list) == 1
    assert "No microcontroller was found." in out.getvalue()


def test_every_line_a_host_may_say_can_be_typed_and_shown() -> None:
    for form in PROTOCOL.forms:
        if form.sender != "chip":
            words = [form.name, *(str(field.most) for field in form.fields)]
            name, values = parse(words)
            assert in_clear(Line(name, 1, values)).startswith(f"{form.name} #1")
