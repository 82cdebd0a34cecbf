"""The composition root: the only place that knows every part and puts them together."""

from __future__ import annotations

import locale
import os
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.core.errors import Sentence
from companion.faces.views import Text
from companion.panels.panel import Panel
from companion.panels.screen import ScreenPanel
from companion.session.clock import Clock, SystemClock
from companion.session.frontend import Frontend, unit_table
from companion.session.session import RandBelow, Session, Table
from companion.storage import settings as settings_file
from companion.storage.datadir import DataDir, InUse
from companion.storage.journal import Journal, JournalFault
from companion.storage.recovery import open_or_rescue
from companion.storage.settings import Settings
from companion.storage.writer import DirectWriter, MakeWriter, ThreadWriter


class Options(Struct, frozen=True):
    """What the command line says. ``panel`` is "screen", "gpio" or "serial[:PORT]"; ``kiosk``:
    the computer is the box on the table, with nothing else on its screen."""

    data: Path
    panel: str = "screen"
    edition: str = ""
    seed: int | None = None
    lang: str = ""
    kiosk: bool = False


def chance(seed: int | None) -> RandBelow:
    """The operating system's generator; with a seed one that repeats itself, for demos."""
    return (random.SystemRandom() if seed is None else random.Random(seed)).randrange


def first_language() -> str:
    """ "de" where the system speaks German, else "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "de" if value.lower().startswith("de") else "en"
    return "de" if (locale.getlocale()[0] or "").startswith("de") else "en"


class Parts(Struct):
    """What one run of the program is made of."""

    options: Options
    data: DataDir | None
    panels: tuple[Panel, ...]
    session: Session
    frontend: Frontend

    def start(self) -> threading.Thread:
        """Run the session on a thread of its own until it is closed."""
        thread = threading.Thread(target=self.session.run, name="session", daemon=True)
        thread.start()
        return thread

    def close_folder(self) -> None:
        """Let another Companion have the data folder."""
        if self.data is not None:
            self.data.close()


def build(
    options: Options,
    *,
    clock: Clock | None = None,
    threaded: bool = True,
    extra_panels: tuple[Panel, ...] = (),
    pin_factory: Any = None,
    off: Callable[[], None] | None = None,
) -> Parts:
    """Put the parts together. Trouble with the folder, the settings or the journal is told on
    the screen, never raised: the trading unit works in any case. ``pin_factory`` takes the
    place of the pin library named in the environment; ``off`` switches a kiosk's computer off.
    """
    notices: list[str] = []
    data, reads = _claim(options.data, notices)
    start = Settings(language=options.lang or first_language())
    settings = start
    if reads is not None:
        settings, faults = settings_file.load(reads / "settings.toml", start)
        notices += faults
        if options.lang:
            settings = settings_file.changed(settings, "language", options.lang)
    make_writer: MakeWriter = ThreadWriter if threaded else DirectWriter
    screen = ScreenPanel()
    panels: tuple[Panel, ...] = (
        screen,
        *hardware(options.panel, options.data / "pins.toml", pin_factory, notices),
        *extra_panels,
    )
    table = _first_table(data, make_writer, notices)
    session = Session(
        clock=clock or SystemClock(),
        randbelow=chance(options.seed),
        table=table,
        panels=panels,
        settings=settings,
        notice=_together(notices),
        off=off if options.kiosk else None,
    )
    frontend = Frontend(
        session,
        screen,
        data.path if data is not None else None,
        make_writer,
        lambda: unit_table(_unit_store(data), make_writer),
        _on_a_thread if threaded else _at_once,
        reads,
    )
    return Parts(options, data, panels, session, frontend)


def hardware(panel: str, own_pins: Path, pin_factory: Any, notices: list[str]) -> tuple[Panel, ...]:
    """The panel named on the command line, beside the one on the screen.

    ``own_pins`` is the user's own pin table; where there is none, ours counts.
    """
    name, _, port = panel.partition(":")
    if name == "gpio":
        from companion.panels import pins
        from companion.panels.gpio import DEFAULT_FACTORY, GpioPanel
        from companion.sounds import tones

        try:
            table = pins.load(own_pins if own_pins.exists() else pins.PINS_FILE)
        except pins.PinsFault as fault:
            said = Sentence("{fault} Until then the usual pins are used.", fault=fault.sentence)
            notices.append(said)
            table = pins.load()
        factory = pin_factory or os.environ.get("GPIOZERO_PIN_FACTORY", DEFAULT_FACTORY)
        return (GpioPanel(table, tones.load(), factory),)
    if name == "serial":
        from companion.panels.link import SerialPanel

        return (SerialPanel(port),)
    return ()


def _together(sentences: list[str]) -> Text:
    names = [f"notice{number}" for number in range(len(sentences))]
    return Text(
        " ".join(f"{{{name}}}" for name in names), tuple(zip(names, sentences, strict=True))
    )


def _claim(path: Path, notices: list[str]) -> tuple[DataDir | None, Path | None]:
    """The folder to write to, and the one to read from: two that play one game would be worse."""
    try:
        return DataDir(path), path
    except InUse:
        notices.append(
            Sentence(
                "Another Companion already uses {path}; this one works, but keeps nothing. "
                "Close the other one, or start this one with --data and another folder.",
                path=path,
            )
        )
    except OSError as fault:
        notices.append(
            Sentence(
                "{path} cannot be written ({why}), so nothing is kept; "
                "choose another folder with --data or mend its rights.",
                path=path,
                why=fault.strerror,
            )
        )
        return None, path
    return None, None


def _first_table(data: DataDir | None, make_writer: MakeWriter, notices: list[str]) -> Table:
    try:
        if data is None:
            return unit_table(Journal(None), make_writer)
        journal, rescued = open_or_rescue(data.unit)
        if rescued:
            notices.append(rescued)
        return unit_table(journal, make_writer)
    except JournalFault as fault:
        notices.append(f"{fault} Until then nothing is kept.")
        return unit_table(Journal(None), make_writer)


def _unit_store(data: DataDir | None) -> Journal:
    return Journal(None) if data is None else open_or_rescue(data.unit)[0]


def _on_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="library", daemon=True).start()


def _at_once(work: Callable[[], None]) -> None:
    work()
