"""Make the firmware's headers from the project's own tables: ``python3 firmware/generate.py``.

One source each: ``panels/protocol.toml`` (the wire), ``panels/pins.toml`` (the wiring),
``sounds/tones.toml`` (the sounds) and the times in ``core/unit.py`` and ``faces/unit.py``.
The headers are kept in the repository; a test compares them with what this makes.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.panels import keys, wire  # noqa: E402
from companion.panels.panel import Key  # noqa: E402
from companion.unit import face  # noqa: E402
from companion.unit import unit as core  # noqa: E402


def headers() -> dict[str, str]:
    """Every generated file, by its path below ``firmware/``."""
    return {
        "protocol.h": _guarded("PROTOCOL_H", _protocol()),
        "times.h": _guarded("TIMES_H", _times()),
        "tones.h": _guarded("TONES_H", _tones()),
        "avr/pins.h": _guarded("PINS_H", _pins()),
    }


def _guarded(name: str, lines: list[str]) -> str:
    head = "/* Made by firmware/generate.py. Change the table it is made from instead. */"
    return "\n".join([head, f"#ifndef {name}", f"#define {name}", "", *lines, "", "#endif", ""])


def _enum(prefix: str, names: tuple[str, ...]) -> str:
    return "enum { " + ", ".join(f"{prefix}_{name.upper()}" for name in names) + " };"


def _protocol() -> list[str]:
    table = wire.PROTOCOL
    lines = [
        f"#define PROTOCOL_VERSION {table.version}",
        f"#define FIRMWARE_VERSION {table.firmware}",
        f"#define PIN_TABLE 0x{wire.pin_table():04X}",
        f"#define BAUD_RATE {table.baud}UL",
        f"#define LINE_CHARS {table.line_max}",
        "",
        _enum("PHASE", table.phases),
        _enum("TONE", table.tones),
        _enum("KEY", table.keys),
        "",
    ]
    for name, value in table.timing_ms.items():
        lines.append(f"#define {name.upper()}_MS {value}")
    for name, value in table.flags.items():
        lines.append(f"#define FLAG_{name.upper()} {value}")
    lines += ["", f"#define FIELDS_MAX {max(len(form.fields) for form in table.forms)}"]
    for form in table.forms:
        lines.append(f"#define LINE_{form.name.upper()} '{form.letter}'")
    lines += ["", "/* What a host may say: letter, count of fields, largest value of each. */"]
    lines.append("#define HOST_LINES { \\")
    for form in table.forms:
        if form.sender != "chip":
            most = ", ".join(f"{field.most}UL" for field in form.fields) or "0"
            lines.append(f"    {{'{form.letter}', {len(form.fields)}, {{{most}}}}}, \\")
    lines.append("}")
    return lines


def _times() -> list[str]:
    names = ("ROLL_MS", "SOLD_MS", "SHOWN_MS", "HOLD_MS", "LAMP_TEST_MS", "HOUR_MS", "LATE_BID_MS")
    rules = core.UnitRules()
    lines = [f"#define {name} {getattr(core, name)}L" for name in names]
    steps = ("PULSE_STEP_MS", "FLASH_STEP_MS")
    lines += [f"#define {name} {getattr(face, name)}L" for name in steps]
    lines += [
        f"#define FLASH_MS {core.FLASH_MS}L",
        f"#define AUCTION_MS {rules.auction_ms}L",
        f"#define SIGNAL_MS {rules.signal_ms}L",
        f"#define DEBOUNCE_MS {keys.DEBOUNCE_MS}",
        f"#define HOLD_BUILD_MS {keys.HOLD_MS[Key.BUILD]}",
        f"#define HOLD_AUCTION_MS {keys.HOLD_MS[Key.AUCTION]}",
        f"#define RUN_STEPS_MS {{{', '.join(map(str, face.RUN_STEPS_MS))}}}",
        f"#define RUN_STEPS {len(face.RUN_STEPS_MS)}",
        f"#define PULSE {{{', '.join(map(str, face.PULSE))}}}",
        f"#define PULSE_STEPS {len(face.PULSE)}",
    ]
    return lines


def _tones() -> list[str]:
    table = tomllib.loads((ROOT / "companion/sounds/tones.toml").read_text(encoding="utf-8"))
    sounds = [[] if name == "none" else table[name] for name in wire.PROTOCOL.tones]
    starts = [0]
    for notes in sounds:
        starts.append(starts[-1] + len(notes))
    lines = ["/* Notes of {Hz, ms}; tone n is from TONE_STARTS[n] up to TONE_STARTS[n + 1]. */"]
    notes = ", ".join(f"{{{hertz}, {ms}}}" for sound in sounds for hertz, ms in sound)
    lines.append(f"#define TONE_NOTES {{{notes}}}")
    lines.append(f"#define TONE_STARTS {{{', '.join(map(str, starts))}}}")
    return lines


def _pins() -> list[str]:
    table = wire.avr_pins()
    lines = []
    for use, name in table.items():
        port, bit = _port(name)
        lines.append(f"#define {use.upper()}_PIN P{port}{bit}")
        lines.append(f"#define {use.upper()}_PORT PORT{port}")
        lines.append(f"#define {use.upper()}_DDR DDR{port}")
    for use in ("build", "auction"):
        if not table[use].startswith("D") or _port(table[use])[0] != "D":
            raise SystemExit(f"pins.toml [avr]: {use} is {table[use]}; it must be one of D2 to D7.")
    for use, fixed in (("ring", "D6"), ("buzzer", "D11")):
        if table[use] != fixed:
            raise SystemExit(f"pins.toml [avr]: {use} is {table[use]}; its timer needs {fixed}.")
    if _port(table["noise"])[0] != "C":
        raise SystemExit(f"pins.toml [avr]: noise is {table['noise']}; it must be one of A0 to A5.")
    return lines


def _port(name: str) -> tuple[str, int]:
    """Port letter and bit of a pin as printed on the board: D2 is PD2, D8 is PB0, A0 is PC0."""
    kind, number = name[0], int(name[1:])
    if kind == "A" and number <= 5:
        return "C", number
    if kind == "D" and 2 <= number <= 7:
        return "D", number
    if kind == "D" and 8 <= number <= 13:
        return "B", number - 8
    raise SystemExit(f"pins.toml [avr]: there is no free pin {name}; use D2 to D13 or A0 to A5.")


def main() -> int:
    """Write every header that has changed."""
    for name, text in headers().items():
        path = ROOT / "firmware" / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"made firmware/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
