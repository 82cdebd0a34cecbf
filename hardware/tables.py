"""The tables of the documents, made from parts, circuit and currents; English and German."""

from __future__ import annotations

from collections.abc import Sequence

from companion.panels.pins import MARKS
from hardware import battery
from hardware.circuit import Circuit, bcm_of, circuit
from hardware.currents import chip_volts, currents, least_cell_volts, needed_ohms
from hardware.parts import VARIANTS, Part, Parts, Range
from hardware.words import LABELS, TABLES

USES = ("build", "auction", *MARKS, "ring", "buzzer")


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def gpio_pins(it: Circuit, language: str) -> str:
    """The pins of the Pi's header."""
    words, rows = TABLES[language], []
    for use in USES:
        pin = it.pins[use]
        rows.append((LABELS[language][use], f"`{use}`", f"GPIO{bcm_of(pin)}", pin))
    return table(words["gpio_head"], rows)


def nano_pins(it: Circuit, parts: Parts, language: str, noise: str) -> str:
    """The pins of the Nano."""
    words, ohms = TABLES[language], parts["resistor"]["ohms"]
    base = parts["base_resistor"]["ohms"] // 1000
    how = {
        "build": words["how_button"],
        "auction": words["how_button"],
        **{mark: words["how_light"].format(ohms=ohms) for mark in MARKS},
        "ring": words["how_ring"].format(base=base),
        "buzzer": words["how_piezo"].format(ohms=ohms),
    }
    rows = [(LABELS[language][use], it.pins[use], how[use]) for use in USES]
    rows.append((words["noise"], noise, words["how_noise"]))
    return table(words["nano_head"], rows)


def parts_table(parts: Parts, language: str) -> str:
    """The parts list with counts for every variant and what it costs."""
    words = TABLES[language]
    counts = {variant: circuit(variant, parts).count() for variant in VARIANTS}
    rows = []
    totals = {variant: [0.0, 0.0] for variant in VARIANTS}
    for key, part in parts.parts.items():
        numbers = {variant: _count(part, counts[variant], variant) for variant in VARIANTS}
        if not any(numbers.values()):
            continue
        low, high = part["price"]
        for variant, number in numbers.items():
            totals[variant][0] += number * low
            totals[variant][1] += number * high
        refs = _refs(key, parts)
        name = part[language] + (f" ({refs})" if refs else "")
        other = str(part.figures.get(f"{language}_else", ""))
        shown = tuple(str(numbers[variant] or "–") for variant in VARIANTS)
        rows.append((name, *shown, _euro(part["price"], language), other))
    sums = tuple(_euro(totals[variant], language) for variant in VARIANTS)
    rows.append((f"**{words['sum']}**", *sums, "", ""))
    return table(words["parts_head"], rows)


def loud_parts(parts: Parts, language: str) -> str:
    """What a loud buzzer needs in place of the piezo."""
    rows = []
    for key in ("magnetic", "flyback", "transistor", "base_resistor"):
        part = parts[key]
        rows.append((part[language], "1", _euro(part["price"], language)))
    return table(TABLES[language]["loud_head"], rows)


def current_table(parts: Parts, language: str) -> str:
    """What flows where, least / typical / most, and what is allowed."""
    words, rows = TABLES[language], []
    flow = {variant: currents(circuit(variant, parts), parts) for variant in VARIANTS}
    loud = {variant: currents(circuit(variant, parts, loud=True), parts) for variant in VARIANTS}
    pin = " / ".join(f"{parts.limits[board]['pin_ma']:g}" for board in ("pi", "nano"))
    total = " / ".join(f"{parts.limits[board]['total_ma']:g}" for board in ("pi", "nano"))
    hold = parts["fuse"].number("hold_ma")
    for name, field, source, most in (
        ("mark", "marks", flow, pin),
        ("ring_led", "ring_led", flow, f"{parts['led'].number('most_ma'):g}"),
        ("base", "ring_base", flow, pin),
        ("ring_all", "ring", flow, f"{parts['transistor'].number('most_ma'):g}"),
        ("piezo", "buzzer_pin", flow, pin),
        ("pins_total", "pins_total", flow, total),
        ("loud", "buzzer", loud, f"{parts['transistor'].number('most_ma'):g}"),
        ("fuse", "fused", loud, f"{hold:g}"),
    ):
        shown = [_range(getattr(source[variant], field), language) for variant in VARIANTS]
        rows.append((words[name], *shown, most))
    volts = tuple(_range(chip_volts(circuit(it, parts), parts), language, 2) for it in VARIANTS)
    rows.insert(0, (words["volts"], *volts, ""))
    return table(words["current_head"], rows)


def resistor_table(parts: Parts, language: str) -> str:
    """Why one resistor does for every place."""
    words = TABLES[language]
    most = {board: parts.limits[board]["pin_ma"] for board in ("pi", "nano")}
    most["led"] = parts["led"]["most_ma"]
    rows = [
        (words[place.replace(" ", "_")].format(**most), _number(ohms, language, 0))
        for place, ohms in needed_ohms(parts).items()
    ]
    return table(words["resistor_head"], rows)


def battery_table(parts: Parts, language: str) -> str:
    """How long the cells last: the bare chip, and a Nano as bought."""
    words, rows = TABLES[language], []
    idle, evening = battery.idle_ma(), battery.evening_ma(parts)
    for name, drawn in (("idle", idle), ("evening", evening)):
        both = [f"{_number(it, language, 1)} mA" for it in (drawn, drawn + battery.NANO_MA)]
        rows.append((words[name], *both))
    for name, drawn, hours in (
        ("hours", evening, 1),
        ("evenings", evening, battery.EVENING_S / 3600),
        ("days", idle, 24),
    ):
        lasting = [
            battery.CELL_MAH * battery.USED / it / hours for it in (drawn, drawn + battery.NANO_MA)
        ]
        what = words[name].format(mah=battery.CELL_MAH)
        rows.append((what, *(f"{it:.0f}" for it in lasting)))
    return table(words["battery_head"], rows)


def cell_sentence(parts: Parts, language: str) -> str:
    """Down to which voltage the cells may be used."""
    volts = least_cell_volts(circuit("battery", parts), parts)
    sentence: str = TABLES[language]["cell"]
    return sentence.format(volts=_number(volts, language, 2))


def case_table(parts: Parts, language: str) -> str:
    """The sizes one may have to change, and where the case takes them from."""
    words = TABLES[language]
    rows = []
    for key, name in (
        ("button", "hole_d"),
        ("button", "depth"),
        ("led", "hole_d"),
        ("led", "flange_d"),
        ("led", "above"),
        ("piezo", "disc_d"),
        ("nano", "size"),
        ("nano", "plug"),
        ("board", "size"),
        ("battery", "size"),
        ("switch", "size"),
        ("screen", "holes"),
        ("pi", "size"),
    ):
        shown = _size(parts[key][name], language)
        rows.append((words[f"{key}_{name}"], shown, f"`[part.{key}]` `{name}`"))
    for name in ("diameter", "inside", "tilt_deg", "hole_up"):
        rows.append((words[name], _size(parts.case[name], language), f"`[case]` `{name}`"))
    return table(words["case_head"], rows)


def _size(value: float | list[float], language: str) -> str:
    values = value if isinstance(value, list) else [value]
    return " × ".join(f"{it:g}".replace(".", "," if language == "de" else ".") for it in values)


def _count(part: Part, counted: dict[str, int], variant: str) -> int:
    given = part.figures.get("count", {}).get(variant)
    number = given if given is not None else counted.get(part.key, 0)
    if part.key in ("pi", "pi_supply") and variant == "nano":
        # The Nano by USB is plugged into the same Pi.
        number = 1
    return int(number)


def _refs(key: str, parts: Parts) -> str:
    refs = circuit("battery", parts).refs(key)
    shown = refs if len(refs) < 4 else [f"{refs[0]}–{refs[-1]}"]
    if key in ("led", "resistor"):
        shown = _runs(refs)
    return ", ".join(shown)


def _runs(refs: list[str]) -> list[str]:
    """R1, R2, R3 as R1–R3."""
    runs: list[list[str]] = []
    for ref in refs:
        if runs and int(ref[1:]) == int(runs[-1][-1][1:]) + 1:
            runs[-1].append(ref)
        else:
            runs.append([ref])
    return [run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]


def _number(value: float, language: str, places: int) -> str:
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if language == "de" else text


def _range(it: Range, language: str, places: int = 1) -> str:
    return " / ".join(_number(value, language, places) for value in (it.least, it.typical, it.most))


def _euro(price: Sequence[float], language: str) -> str:
    low, high = price
    places = 0 if high >= 5 else 2
    return f"{_number(low, language, places)}–{_number(high, language, places)} €"
