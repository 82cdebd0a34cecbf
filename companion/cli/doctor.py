"""`companion doctor`: one line for each part of the machine, ok or what to do."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from companion import __version__
from companion.panels.panel import Edge, Panel
from companion.panels.pins import Pins
from companion.phones.net import PORT, private_addresses
from companion.storage.datadir import DataDir, InUse
from companion.storage.journal import Journal, JournalFault

if TYPE_CHECKING:
    from companion.cli.partcheck import Prompt

Ask = Callable[[str], str]
INPUTS = Path("/dev/input")
SOUND_CARDS = Path("/proc/asound/cards")


class Finding(Struct, frozen=True):
    """One line: ``part``, whether it works, and what was found or what to do."""

    part: str
    ok: bool
    text: str

    def line(self) -> str:
        """The line as printed."""
        return f"{self.part:<9}{'ok  ' if self.ok else 'no  '}{self.text}"


def run(data: Path, panel: str, out: Callable[[str], object] = print) -> int:
    """Print every finding; 0 when the app can run, which needs a display and a data folder."""
    bad = 0
    for finding in findings(data, panel):
        out(finding.line())
        bad += not finding.ok and finding.part in ("display", "data", panel.partition(":")[0])
    return 1 if bad else 0


def findings(data: Path, panel: str) -> Iterator[Finding]:
    """Look at every part in turn; looking changes nothing and never raises."""
    yield _versions()
    yield _display()
    yield _touch()
    yield _gpio(panel, data / "pins.toml")
    yield from _serial(panel)
    yield _sound()
    yield _phones()
    yield _data(data)


def parts(
    data: Path,
    panel: str,
    group: str,
    lang: str,
    ask: Ask | None = None,
    out: Callable[[str], object] = print,
) -> int:
    """Try the lights, buttons and sounds of ``panel`` and ask what came; 0 when all work.

    ``group`` is one of ``partcheck.GROUPS``, or "all".
    """
    from companion.app.wiring import first_language
    from companion.cli.partcheck import GROUPS, Prompt, board_places, check, header_places
    from companion.locale.i18n import load

    def answer(question: str) -> str | None:
        try:
            return (ask or input)(question)
        except (EOFError, KeyboardInterrupt, OSError):
            return None

    groups = GROUPS if group == "all" else (group,)
    kind, _, port = panel.partition(":")
    person = Prompt(answer, out, load(lang or first_language()))
    if kind == "gpio":
        table = _own_pins(data / "pins.toml", person)
        return check(_gpio_panel(table), header_places(table), person, 0, groups)
    if kind == "serial":
        from companion.panels.link import SerialPanel
        from companion.panels.wire import avr_pins

        return check(SerialPanel(port), board_places(avr_pins()), person, groups=groups)
    out("The parts of which panel? Say --panel gpio or --panel serial with --parts.")
    return 2


def _own_pins(own: Path, person: Prompt) -> Pins:
    from companion.panels import pins

    try:
        return pins.load(own if own.exists() else pins.PINS_FILE)
    except pins.PinsFault as fault:
        words = "{fault} Until then the usual pins are used."
        person.say(person.language.tr(words, fault=fault.sentence))
        return pins.load()


def _gpio_panel(table: Pins) -> Panel:
    from companion.panels.gpio import DEFAULT_FACTORY, GpioPanel
    from companion.sounds import tones

    factory = os.environ.get("GPIOZERO_PIN_FACTORY", DEFAULT_FACTORY)
    return GpioPanel(table, tones.load(), factory)


def _versions() -> Finding:
    parts = []
    for name in ("kivy", "gpiozero", "pyserial"):
        try:
            parts.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            return Finding("versions", False, f"{name} is not installed; run `make run` once.")
    python = platform.python_version()
    return Finding(
        "versions", True, f"companion {__version__}, Python {python}, {', '.join(parts)}"
    )


def _display() -> Finding:
    for variable, kind in (("WAYLAND_DISPLAY", "Wayland"), ("DISPLAY", "X")):
        if name := os.environ.get(variable):
            if _answers(_socket_of(kind, name)):
                return Finding("display", True, f"{kind} screen {name}")
            return Finding(
                "display",
                False,
                f"{variable} names the {kind} screen {name}, where nobody answers; "
                "start from the desktop itself.",
            )
    cards = sorted(Path("/dev/dri").glob("card*")) if Path("/dev/dri").exists() else []
    if usable := [card for card in cards if os.access(card, os.R_OK | os.W_OK)]:
        return Finding("display", True, f"no desktop, drawing straight to {usable[0]}")
    if cards:
        return Finding(
            "display",
            False,
            f"{cards[0]} may not be opened; add yourself with `sudo usermod -aG video,render "
            f"{_user()}` and log in again.",
        )
    hint = "`make run` then plays an evening on a virtual one." if shutil.which("Xvfb") else ""
    return Finding("display", False, f"no screen found; attach one and start again. {hint}".strip())


def _socket_of(kind: str, name: str) -> Path | None:
    """Where a screen of this machine answers; None for one of another."""
    if kind == "Wayland":
        return Path(os.environ.get("XDG_RUNTIME_DIR", "/run"), name)
    host, _, number = name.rpartition(":")
    return None if host else Path(f"/tmp/.X11-unix/X{number.partition('.')[0]}")


def _answers(place: Path | None) -> bool:
    for address in () if place is None else (f"{place}", f"\0{place}"):
        with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
            line.connect(address)
            return True
    return place is None


def _touch() -> Finding:
    names = _touch_names()
    if names:
        closed = [path for path in INPUTS.glob("event*") if not os.access(path, os.R_OK)]
        if closed and not os.environ.get("DISPLAY"):
            return Finding(
                "touch",
                False,
                f"{names[0]} may not be read; add yourself with `sudo usermod -aG input {_user()}` "
                "and log in again.",
            )
        return Finding("touch", True, ", ".join(names))
    return Finding("touch", False, "no touchscreen found; a mouse or the keys B and A do as well.")


def _touch_names() -> list[str]:
    try:
        text = Path("/proc/bus/input/devices").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    names = []
    for block in text.split("\n\n"):
        lines = {line[0]: line[3:] for line in block.splitlines() if line[:1] in ("N", "B", "P")}
        name = lines.get("N", "").removeprefix("Name=").strip('"')
        if "touch" in name.lower() or "ft5" in name.lower():
            names.append(name)
    return names


def _gpio(panel: str, own_pins: Path) -> Finding:
    from companion.panels import pins

    try:
        table = pins.load(own_pins if own_pins.exists() else pins.PINS_FILE)
    except pins.PinsFault as fault:
        return Finding("gpio", False, f"{fault} Until then the usual pins are used.")
    found = _try(_gpio_panel(table))
    wanted = panel == "gpio"
    text = found or "buttons, lights and buzzer can be reached"
    return Finding("gpio", not found, text if found or not wanted else f"{text}, used by --panel")


def _serial(panel: str) -> Iterator[Finding]:
    from companion.panels.link import probe
    from companion.panels.ports import list_ports

    wanted = panel.partition(":")[2]
    found = False
    for port, status in probe(wanted):
        found = True
        yield Finding("serial", status.ready, f"{port}: {status.text() or 'the unit answers'}")
    if not found:
        seen = ", ".join(port.device for port in list_ports()) or "none"
        yield Finding(
            "serial",
            not panel.startswith("serial"),
            f"no trading unit on USB (ports: {seen}); plug it in if you have one.",
        )


def _sound() -> Finding:
    try:
        cards = SOUND_CARDS.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        cards = ""
    if not cards or "no soundcards" in cards:
        return Finding("sound", False, "no sound card; lights still signal, a buzzer beeps.")
    first = cards.splitlines()[0].partition("]:")[2].strip()
    return Finding("sound", True, first or "a sound card was found")


def _phones() -> Finding:
    """Whether phones can reach this computer, when they are let in."""
    for name in ("tornado", "segno"):
        try:
            metadata.version(name)
        except metadata.PackageNotFoundError:
            return Finding("phones", False, f"{name} is missing; run `make run` with a connection")
    addresses = private_addresses()
    if not addresses:
        return Finding(
            "phones", False, "in no net; join the family's Wi-Fi, a guest net often keeps apart"
        )
    for address in addresses:
        with suppress(OSError), socket.create_connection((address, PORT), 1):
            return Finding("phones", True, f"let in at http://{address}:{PORT}/")
    where = " or ".join(f"http://{address}:{PORT}/" for address in addresses)
    told = f"not let in now; they would come to {where}, so no firewall may close port {PORT}"
    return Finding("phones", True, told)


def _data(path: Path) -> Finding:
    try:
        folder = DataDir(path)
    except InUse:
        return Finding("data", True, f"{path} is in use by a running Companion")
    except OSError as fault:
        return Finding(
            "data",
            False,
            f"{path} cannot be written ({fault.strerror}); choose another folder with --data "
            "or mend its rights.",
        )
    try:
        trial = Journal(path / "doctor.companion")
        trial.close()
        for left in path.glob("doctor.companion*"):
            left.unlink()
    except (JournalFault, OSError) as fault:
        return Finding("data", False, str(fault))
    finally:
        folder.close()
    free = shutil.disk_usage(path).free // 1_000_000
    return Finding(
        "data", free > 50, f"{path}, {free} MB free" + ("" if free > 50 else "; free some.")
    )


def _try(panel: Panel) -> str:
    def ignore(edge: Edge) -> None:
        """Nobody presses during a check."""

    panel.open(ignore)
    try:
        status = panel.status()
    finally:
        panel.close()
    return "" if status.ready else status.text()


def _user() -> str:
    return os.environ.get("USER") or os.environ.get("LOGNAME") or "$USER"


if __name__ == "__main__":
    sys.exit(run(Path.cwd(), "screen"))
