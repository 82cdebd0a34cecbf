"""`companion doctor --parts`: every light, button and sound of a panel, one question each.

For somebody with a soldering iron: the panel is driven alone, without unit or game. What was
answered with no, or did not come, is listed at the end with the pin and the wires to look at.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from companion.faces.views import Text
from companion.locale.i18n import Language
from companion.panels.panel import Edge, Key, Panel
from companion.panels.pins import HEADER_PINS, Pins
from companion.unit.frame import DARK, LEVEL_MAX, Frame

READY_S = 5.0
"""A microcontroller needs two seconds from the opening of its port to its first answer."""
PRESS_S = 20.0
SETTLE_S = 0.1
GROUPS = ("marks", "ring", "buzzer", "buttons")
"""What can be tried by itself, in the order it is tried."""
LIGHTS = ("mark_1", "mark_2", "mark_3", "mark_rail", "ring")
LABELS = {
    "mark_1": "light 1, at nine o'clock",
    "mark_2": "light 2, at twelve o'clock",
    "mark_3": "light 3, at three o'clock",
    "mark_rail": "the railroad light, at six o'clock",
    "ring": "the ring light",
    "build": "Build",
    "auction": "Auction",
    "buzzer": "the buzzer",
}
SENTENCES = {
    "mark": "Is the resistor between pin and long leg, and the short leg at ground?",
    "ring": "Has its outer wire 5 V? Are the transistor's legs in order, its resistor at the pin?",
    "key": "Is one contact at the pin, the other at ground?",
    "buzzer": "Is its resistor at the pin, its other wire at ground?",
    "beeps": "Did it beep?",
    "shines": "Does {part} shine, and no other?",
    "dark": "Are all lights dark now?",
    "stuck": "It counted as pressed until it was pressed. Does its wire touch ground?",
    "swapped": "That was the other button: the wires of the two are swapped.",
}


class Prompt(Struct):
    """Who sits in front of it: ``ask`` puts a question and returns the answer.

    It returns None when nobody is there any more. A button is waited for ``press_s`` seconds.
    """

    ask: Callable[[str], str | None]
    say: Callable[[str], object]
    language: Language
    press_s: float = PRESS_S


def header_places(pins: Pins) -> dict[str, Text]:
    """Where each part is at the 40-pin header."""
    return {
        use: Text(
            "GPIO{number}, header pin {pin}", (("number", number), ("pin", HEADER_PINS[number]))
        )
        for use, number in pins.numbers
    }


def board_places(pins: Mapping[str, str]) -> dict[str, Text]:
    """Where each part is at the microcontroller's board."""
    return {use: Text("pin {pin}", (("pin", pin),)) for use, pin in pins.items()}


class _Ended(Exception):
    """The check cannot go on; the text says why."""


def _said(panel: Panel, language: Language) -> str:
    """How the panel is, in the person's language."""
    status = panel.status()
    facts = dict(status.facts)
    return " ".join(language.tr(part, **facts) for part in (status.sentence, status.remedy) if part)


def check(
    panel: Panel,
    places: Mapping[str, Text],
    person: Prompt,
    ready_s: float = READY_S,
    groups: Sequence[str] = GROUPS,
) -> int:
    """Try the parts of ``panel`` that are in ``groups``; 0 when all of them work.

    ``places`` says where each part is connected, by its key in the pin table.
    """
    tr, edges, changed = person.language.tr, queue.SimpleQueue[Edge](), threading.Event()
    panel.changed = changed.set
    panel.open(edges.put)
    try:
        if not _ready(panel, changed, ready_s):
            person.say(_said(panel, person.language))
            return 1
        round_ = _Round(panel, person, edges)
        try:
            lights = [use for use in LIGHTS if ("ring" if use == "ring" else "marks") in groups]
            if lights:
                round_.lights(lights)
            if "buzzer" in groups:
                round_.sound()
            if "buttons" in groups:
                round_.buttons()
            round_.whole = True
        except _Ended as ended:
            person.say(str(ended))
        for use, why in round_.faults.items():
            part, place = tr(LABELS[use]), person.language.say(places[use])
            part = part[0].upper() + part[1:]
            person.say(tr("{part} ({place}): {why}", part=part, place=place, why=tr(why)))
        if round_.faults or not round_.whole:
            return 1
        person.say(tr("Everything works."))
        return 0
    finally:
        panel.show(DARK)
        panel.close()


def _ready(panel: Panel, changed: threading.Event, seconds: float) -> bool:
    limit = time.monotonic() + seconds
    while not panel.status().ready and (left := limit - time.monotonic()) > 0:
        changed.wait(left)
        changed.clear()
    return panel.status().ready


class _Round(Struct):
    """One round through all parts; ``faults`` is what to look at, by part."""

    panel: Panel
    person: Prompt
    edges: queue.SimpleQueue[Edge]
    faults: dict[str, str] = {}
    whole: bool = False
    _tones: int = 0

    def lights(self, uses: Sequence[str]) -> None:
        """Each light alone, then none."""
        self.panel.show(DARK)
        for use in uses:
            marks = tuple(LEVEL_MAX if mark == use else 0 for mark in LIGHTS[:4])
            ring = LEVEL_MAX if use == "ring" else 0
            frame = Frame(marks=(marks[0], marks[1], marks[2], marks[3]), ring=ring)
            if not self._yes("shines", partial(self.panel.show, frame), use):
                self.faults[use] = SENTENCES["ring" if use == "ring" else "mark"]
        if not self._yes("dark", partial(self.panel.show, DARK)):
            for use in uses:
                self.faults.setdefault(use, SENTENCES["ring" if use == "ring" else "mark"])

    def sound(self) -> None:
        """A beep, again for every answer that is neither yes nor no."""
        if not self._yes("beeps", self._beep):
            self.faults["buzzer"] = SENTENCES["buzzer"]

    def buttons(self) -> None:
        """Each button once."""
        for key in Key:
            if fault := self._press(key):
                self.faults[str(key)] = fault

    def _beep(self) -> None:
        self._tones += 1
        self.panel.show(Frame(tone="start", tone_no=self._tones))

    def _yes(self, question: str, again: Callable[[], None], use: str = "") -> bool:
        tr = self.person.language.tr
        asked = tr(SENTENCES[question], part=tr(LABELS[use])) if use else tr(SENTENCES[question])
        while True:
            again()
            answer = self.person.ask(asked + tr(" [y/n] "))
            if answer is None:
                raise _Ended(tr("Nobody answers, so the check ends here."))
            if not self.panel.status().ready:
                raise _Ended(_said(self.panel, self.person.language))
            if answer.strip()[:1].lower() in ("y", "j", "n"):
                return answer.strip()[0].lower() != "n"

    def _press(self, key: Key) -> str:
        """Wait for a press; "" when it came, else what to look at."""
        tr = self.person.language.tr
        self._settle(False)
        self.person.say(tr("Now press {part}.", part=tr(LABELS[key])))
        try:
            edge = self.edges.get(timeout=self.person.press_s)
        except queue.Empty:
            return SENTENCES["key"]
        self._settle(edge.down)
        if edge.key is not key:
            self.person.say(tr(SENTENCES["swapped"]))
            return SENTENCES["key"]
        if not edge.down:
            return SENTENCES["stuck"]
        self.person.say(tr("It works."))
        return ""

    def _settle(self, down: bool) -> None:
        """Wait until the finger is off and the contact has bounced."""
        try:
            while True:
                down = self.edges.get(timeout=self.person.press_s if down else SETTLE_S).down
        except queue.Empty:
            return
