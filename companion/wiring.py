"""The composition root: the only place that knows every part and puts them together."""

from __future__ import annotations

import locale
import os
import random
import secrets
import signal
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import settings as settings_file
from companion.clock import Clock, SystemClock
from companion.core.entry import Entry
from companion.datadir import DataDir, InUse
from companion.faces.views import Text, View
from companion.panels import pins
from companion.panels.gpio import DEFAULT_FACTORY
from companion.panels.panel import Key, Panel
from companion.panels.screen import ScreenPanel
from companion.session import Below, Session
from companion.settings import SettingFault, Settings
from companion.sounds import tones
from companion.store import Store, StoreFault, open_or_rescue
from companion.writer import DirectWriter, ThreadWriter, Writer


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says. ``panel`` is "screen", "gpio" or "serial[:PORT]"."""

    data: Path
    panel: str = "screen"
    edition: str = ""
    seed: int | None = None
    lang: str = ""


def chance(seed: int | None) -> Below:
    """The operating system's generator; with a seed one that repeats itself, for demos."""
    return secrets.randbelow if seed is None else random.Random(seed).randrange


def first_language() -> str:
    """ "de" where the system speaks German, else "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "de" if value.lower().startswith("de") else "en"
    return "de" if (locale.getlocale()[0] or "").startswith("de") else "en"


class Desk:
    """The session as the touchscreen knows it: see ``ui/desk.py``."""

    def __init__(self, session: Session, screen: ScreenPanel, path: Path | None) -> None:
        self.session = session
        self._screen = screen
        self._path = path
        self._done: deque[str] = deque(maxlen=64)
        self._settings = session.settings

    @property
    def view(self) -> View:
        """The newest view."""
        return self.session.view

    @property
    def settings(self) -> Settings:
        """The settings as last changed; the session takes them over at its next step."""
        return self._settings

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        """Call ``callback`` with every new view, from the session's thread."""
        return self.session.subscribe(callback)

    def touch(self, key: Key, down: bool, press_id: str) -> None:
        """A unit button on the screen was touched or let go."""
        self._screen.touch(key, down, press_id)

    def command(self, name: str, press_id: str) -> None:
        """Pass a command on; the same ``press_id`` counts once."""
        if press_id in self._done:
            return
        self._done.append(press_id)
        if name == "mute":
            self.change_setting("mute", not self.settings.mute)
        else:
            self.session.command(name)

    def ask(self, request: Any, press_id: str, answer: Callable[[Any], None]) -> None:
        """Ask the bank."""
        self.session.ask(request, press_id, answer)

    def change_setting(self, name: str, value: object) -> str:
        """Change a setting and keep it; "" or one sentence saying why not."""
        try:
            fresh = settings_file.changed(self.settings, name, value)
        except SettingFault as fault:
            return str(fault)
        self._settings = fresh
        self.session.change_settings(fresh)
        if self._path is None:
            return ""
        try:
            settings_file.save(self._path, fresh)
        except OSError as fault:
            return f"{self._path} cannot be written ({fault.strerror}); it counts until you close."
        return ""


@dataclass(slots=True)
class Parts:
    """What one run of the program is made of."""

    options: Options
    data: DataDir | None
    panels: tuple[Panel, ...]
    session: Session
    desk: Desk

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
) -> Parts:
    """Put the parts together. Trouble with the folder, the settings or the journal is told on
    the screen, never raised: the trading unit works in any case. ``pin_factory`` takes the
    place of the pin library named in the environment.
    """
    notices: list[str] = []
    data = _claim(options.data, notices)
    start = Settings(language=options.lang or first_language())
    settings = start
    if data is not None:
        settings, faults = settings_file.load(data.settings, start)
        notices += faults
        if options.lang:
            settings = settings_file.changed(settings, "language", options.lang)
    store, entries = _journal(data, notices)
    writer: Writer = ThreadWriter(store) if threaded else DirectWriter(store)
    screen = ScreenPanel()
    panels: tuple[Panel, ...] = (
        screen,
        *hardware(options.panel, options.data / "pins.toml", pin_factory, notices),
        *extra_panels,
    )
    session = Session(
        clock=clock or SystemClock(),
        below=chance(options.seed),
        writer=writer,
        entries=entries,
        start_ms=store.last_play_ms(),
        panels=panels,
        settings=settings,
        notice=Text("{notice}", (("notice", " ".join(notices)),)) if notices else Text(),
    )
    desk = Desk(session, screen, data.settings if data is not None else None)
    return Parts(options, data, panels, session, desk)


def hardware(panel: str, own_pins: Path, pin_factory: Any, notices: list[str]) -> tuple[Panel, ...]:
    """The panel named on the command line, beside the one on the screen.

    ``own_pins`` is the user's own pin table; where there is none, ours counts.
    """
    name, _, port = panel.partition(":")
    if name == "gpio":
        from companion.panels.gpio import GpioPanel

        try:
            table = pins.load(own_pins if own_pins.exists() else pins.PINS_FILE)
        except pins.PinsFault as fault:
            notices.append(f"{fault} Until then the usual pins are used.")
            table = pins.load()
        factory = pin_factory or os.environ.get("GPIOZERO_PIN_FACTORY", DEFAULT_FACTORY)
        return (GpioPanel(table, tones.load(), factory),)
    if name == "serial":
        from companion.panels.link import SerialPanel

        return (SerialPanel(port),)
    return ()


def run_app(options: Options) -> int:
    """Open the touchscreen app and stay until it is closed. Returns the exit status."""
    from companion.ui.start import Display, prepare

    prepare(options.data / "kivy", Display())
    from companion.ui.app import CompanionApp
    from companion.ui.speaker import SpeakerPanel

    parts = build(options, extra_panels=(SpeakerPanel(),))
    thread = parts.start()
    app = CompanionApp(parts.desk)

    def ended(signum: int, frame: object) -> None:
        # Lights and buzzer first: the screen may be busy for longer than a person would wait.
        parts.session.close()
        app.stop()

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, ended)
    try:
        app.run()
    finally:
        parts.session.close()
        thread.join(3)
        parts.close_folder()
    return 0


def _claim(path: Path, notices: list[str]) -> DataDir | None:
    try:
        return DataDir(path)
    except InUse as fault:
        notices.append(str(fault))
    except OSError as fault:
        notices.append(
            f"{path} cannot be written ({fault.strerror}), so nothing is kept; "
            "choose another folder with --data or mend its rights."
        )
    return None


def _journal(data: DataDir | None, notices: list[str]) -> tuple[Store, list[Entry]]:
    if data is None:
        return Store(None), []
    try:
        store, rescued = open_or_rescue(data.unit)
        entries = list(store.entries())
    except StoreFault as fault:
        notices.append(f"{fault} Until then nothing is kept.")
        return Store(None), []
    if rescued:
        notices.append(rescued)
    return store, entries
