"""`companion doctor --parts` with somebody who looks at real outputs and has a finger."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.doctor import parts
from companion.cli.partcheck import LIGHTS, Prompt, board_places, check, header_places
from companion.locale import i18n
from companion.panels.gpio import GpioPanel
from companion.panels.link import SerialPanel, open_port
from companion.panels.panel import Key
from companion.panels.pins import load
from companion.panels.ports import Port
from companion.panels.wire import avr_pins
from companion.sounds import tones
from tests.pins import recorded_pins
from tests.sim.chip import LiveChip

PINS = load()
EN, DE = i18n.load("en"), i18n.load("de")


class Builder:
    """Answers from what is seen at the outputs; presses when told to."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.asked: list[str] = []
        self.broken: set[str] = set()
        """Parts that were wired wrongly: their lights stay dark, their presses do not come."""
        self.crossed = False

    def lit(self) -> set[str]:
        raise NotImplementedError

    def heard(self) -> bool:
        raise NotImplementedError

    def finger(self, key: Key) -> None:
        raise NotImplementedError

    def answer(self, question: str) -> str | None:
        self.asked.append(question)
        if "beep" in question:
            return "y" if self.heard() and "buzzer" not in self.broken else "n"
        if "dark" in question:
            return "y" if not self.lit() else "n"
        wanted = LIGHTS[len(self.asked) - 1]
        return "y" if self.lit() - self.broken == {wanted} else "n"

    def say(self, text: str) -> None:
        self.said.append(text)
        for key in Key:
            if text == f"Now press {key.capitalize()}." and key not in self.broken:
                other = Key.AUCTION if key is Key.BUILD else Key.BUILD
                self.finger(other if self.crossed else key)

    def person(self, press_s: float = 0.3) -> Prompt:
        return Prompt(self.answer, self.say, EN, press_s)


class AtPins(Builder):
    """A Pi's header with parts at it."""

    def __init__(self) -> None:
        super().__init__()
        self.factory = recorded_pins()

    def lit(self) -> set[str]:
        return {use for use in LIGHTS if self.factory.pin(PINS[use]).state}

    def heard(self) -> bool:
        pin = self.factory.pin(PINS["buzzer"])
        pin.wait(lambda: pin.starts() > 0)
        return True

    def finger(self, key: Key) -> None:
        contact = self.factory.pin(PINS[key]).contact
        for closed in (True, False, True, False):
            contact(closed)

    def run(self) -> int:
        panel = GpioPanel(PINS, tones.load(), self.factory)
        return check(panel, header_places(PINS), self.person())


@pytest.fixture
def table() -> AtPins:
    return AtPins()


def test_a_unit_that_works_is_told_so(table: AtPins) -> None:
    assert table.run() == 0
    assert table.said[-1] == "Everything works."
    assert table.asked[1] == "Does light 2, at twelve o'clock shine, and no other? [y/n] "
    assert table.lit() == set()


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ("mark_2", "Light 2, at twelve o'clock (GPIO23, header pin 16)"),
        ("ring", "The ring light (GPIO12, header pin 32)"),
        ("buzzer", "The buzzer (GPIO13, header pin 33)"),
        ("auction", "Auction (GPIO27, header pin 13)"),
    ],
)
def test_what_does_not_work_is_named_with_its_pin(table: AtPins, part: str, place: str) -> None:
    table.broken = {part}
    assert table.run() == 1
    told = [line for line in table.said if "header pin" in line]
    assert len(told) == 1 and told[0].startswith(f"{place}: ")


def test_a_light_that_shines_with_another_is_found(table: AtPins) -> None:
    bridge = table.factory.pin(PINS["mark_1"])

    def lit() -> set[str]:
        found = AtPins.lit(table)
        return found | {"mark_2"} if bridge.state else found

    table.lit = lit  # type: ignore[method-assign]
    assert table.run() == 1
    assert [line for line in table.said if line.startswith("Light 1")]


def test_crossed_buttons_are_told_apart(table: AtPins) -> None:
    table.crossed = True
    assert table.run() == 1
    assert table.said.count("That was the other button: the wires of the two are swapped.") == 2


def test_a_button_that_opens_when_pressed_is_no_press(table: AtPins) -> None:
    table.factory.pin(PINS["build"]).contact(True)
    table.finger = lambda key: table.factory.pin(PINS[key]).contact(False)  # type: ignore[method-assign]
    assert table.run() == 1
    assert any("counted as pressed" in line for line in table.said)


@pytest.mark.parametrize(
    ("group", "asked", "presses"),
    [("marks", 5, 0), ("ring", 2, 0), ("buzzer", 1, 0), ("buttons", 0, 2)],
)
def test_one_kind_can_be_tried_by_itself(
    table: AtPins, group: str, asked: int, presses: int
) -> None:
    answers: list[str] = []

    def yes(question: str) -> str:
        answers.append(question)
        return "y"

    table.answer = yes  # type: ignore[method-assign]
    panel = GpioPanel(PINS, tones.load(), table.factory)
    assert check(panel, header_places(PINS), table.person(), 0, (group,)) == 0
    assert len(answers) == asked
    assert table.said.count("It works.") == presses


def test_who_says_neither_yes_nor_no_is_asked_again(table: AtPins) -> None:
    answers = iter(["what?", "", "y", *["y"] * 6])
    table.answer = lambda question: next(answers)  # type: ignore[method-assign]
    assert table.run() == 0


def test_when_nobody_answers_the_lights_go_out(table: AtPins) -> None:
    table.answer = lambda question: None  # type: ignore[method-assign]
    assert table.run() == 1
    assert table.said == ["Nobody answers, so the check ends here."]
    assert table.lit() == set()


def test_pins_that_cannot_be_had_are_one_sentence(table: AtPins) -> None:
    panel = GpioPanel(PINS, tones.load(), "no such library")
    assert check(panel, header_places(PINS), table.person(), ready_s=0) == 1
    assert len(table.said) == 1 and table.asked == []


def test_a_panel_that_is_lost_on_the_way_ends_the_check_with_what_it_says(
    table: AtPins, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(value: float) -> None:
        raise OSError("no such device")

    panel = GpioPanel(PINS, tones.load(), table.factory)

    def yes_until_it_breaks(question: str) -> str:
        monkeypatch.setattr(table.factory.pin(PINS["mark_2"]), "_set_state", gone)
        return "j"

    person = Prompt(yes_until_it_breaks, table.say, DE)
    assert check(panel, header_places(PINS), person) == 1
    assert len(table.said) == 1
    assert table.said[0].startswith("Die Pins antworten nicht mehr: no such device.")


def test_it_asks_in_german(table: AtPins) -> None:
    asked: list[str] = []

    def nobody(question: str) -> None:
        asked.append(question)

    panel = GpioPanel(PINS, tones.load(), table.factory)
    check(panel, header_places(PINS), Prompt(nobody, table.say, DE))
    assert asked == ["Leuchtet Licht 1, auf neun Uhr, und sonst keins? [j/n] "]
    assert table.said == ["Niemand antwortet, darum endet die Prüfung hier."]


class AtChip(Builder):
    """The simulated board with parts at it."""

    def __init__(self, chip: LiveChip) -> None:
        super().__init__()
        self.chip = chip

    def lit(self) -> set[str]:
        seen: set[str] = set()

        def as_wanted() -> bool:
            marks, ring, _ = self.chip.pins()
            seen.clear()
            seen.update(use for bit, use in enumerate(LIGHTS[:4]) if marks >> bit & 1)
            seen.update({"ring"} if ring else set())
            number = len(self.asked) - 1
            return seen == ({LIGHTS[number]} if number < len(LIGHTS) else set())

        self.chip.settle(as_wanted, 300)
        return seen

    def heard(self) -> bool:
        self.chip.until(lambda: bool(self.chip.pins()[2]))
        return True

    def finger(self, key: Key) -> None:
        self.chip.press(key)
        self.chip.settle(lambda: False, 40)
        self.chip.release(key)


@pytest.fixture
def chip() -> Iterator[AtChip]:
    board = LiveChip()
    yield AtChip(board)
    board.close()


def at_port(chip: AtChip) -> int:
    where = Port(chip.chip.plug(), 0x1A86, 0x7523)
    panel = SerialPanel(where.device, lambda: [where], open_port)
    return check(panel, board_places(avr_pins()), chip.person(press_s=3))


def test_the_microcontroller_is_checked_over_its_cable(chip: AtChip) -> None:
    chip.broken = {"mark_3"}
    assert at_port(chip) == 1
    told = [line for line in chip.said if "(pin " in line]
    assert len(told) == 1 and told[0].startswith("Light 3, at three o'clock (pin D7): ")
    assert chip.said.count("It works.") == 2


def test_the_command_line_takes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("builtins.input", _nobody)
    data = ["--data", str(tmp_path)]
    assert main(["doctor", "--panel", "gpio", "--parts", "--lang", "de", *data]) == 1
    assert capsys.readouterr().out == "Niemand antwortet, darum endet die Prüfung hier.\n"
    assert main(["doctor", "--parts", "ring", *data]) == 2
    assert "Say --panel gpio" in capsys.readouterr().out


def _nobody(question: str) -> str:
    raise EOFError


def test_own_pins_that_cannot_be_read_are_told_before_others_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    (tmp_path / "pins.toml").write_text("[gpio]\nmark_1 = 4\n")
    said: list[str] = []
    parts(tmp_path, "gpio", "marks", "de", ask=_nobody, out=said.append)
    assert "build" in said[0] and said[0].endswith("Bis dahin gelten die üblichen Pins.")
