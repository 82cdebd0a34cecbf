"""The perfboard as SVG, seen from the side of the parts. Made from the proven layout."""

from __future__ import annotations

from hardware.circuit import MARKS, Circuit, Leg
from hardware.parts import Parts
from hardware.perfboard import COLUMNS, ROWS, Hole, holes, layout
from hardware.svg import INK, Point
from hardware.symbols import BANDS, GOLD, Symbols, colour_code
from hardware.wiring import COLOURS
from hardware.words import LABELS

PITCH = 36
LEFT, TOP = 60.0, 96.0
LIST_X = LEFT + COLUMNS * PITCH + 30
SIZE = (1010, 610)
LIST_STEP = 19
BARE, INSULATED = "#9a9a9a", "#0b6fb8"


def draw(circuit: Circuit, parts: Parts, language: str) -> str:
    """The picture as SVG text; ``language`` is en or de."""
    return _Board(circuit, parts, language).svg()


def _at(hole: Hole) -> Point:
    return LEFT + PITCH * (hole[0] + 0.5), TOP + PITCH * (hole[1] + 0.5)


class _Board:
    def __init__(self, circuit: Circuit, parts: Parts, language: str) -> None:
        self._circuit, self._parts, self._words = circuit, parts, LABELS[language]
        self._layout = layout(circuit)
        self._draw = Symbols(*SIZE)

    def svg(self) -> str:
        loud = bool(self._circuit.refs("magnetic"))
        title = self._words["board_loud" if loud else "board"]
        self._draw.text(title, (LEFT, 22), size=19, bold=True)
        self._draw.text(self._words["board_seen"], (LEFT, 50), size=12)
        flat = self._words["board_flat"]
        flat += f" {self._words['board_blue']}" if self._layout.insulated else ""
        self._draw.text(flat, (LEFT, 70), size=12)
        size = (COLUMNS * PITCH, ROWS * PITCH)
        self._draw.rect((LEFT, TOP), size, "#e8d9b0", "#a08a50", 6, under=True)
        for _, corners in self._layout.bare:
            self._draw.wire([_at(hole) for hole in corners], BARE)
        for _, start, end in self._layout.insulated:
            self._draw.wire([_at(start), _at(end)], INSULATED)
        for hole in ((x, y) for y in range(ROWS) for x in range(COLUMNS)):
            self._draw.circle(_at(hole), 4, "#ffffff", "#b08d4a")
        for _, corners in self._layout.bare:
            for hole in holes(corners):
                self._draw.circle(_at(hole), 4, BARE, BARE)
        for ref, legs in self._layout.parts.items():
            self._part(ref, legs)
        self._wires()
        return self._draw.svg(title)

    def _part(self, ref: str, legs: dict[str, Hole]) -> None:
        key = self._circuit.parts[ref]
        if key == "transistor":
            self._transistor(ref, _at(legs["B"]))
            return
        (x0, y0), (x1, y1) = (_at(hole) for hole in legs.values())
        self._draw.path(f"M{x0:g} {y0:g} L{x1:g} {y1:g}", stroke="#777777", width=3)
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        if "ohms" in self._parts[key].figures and key != "fuse":
            self._resistor(ref, middle, self._parts[key]["ohms"])
        elif key == "fuse":
            self._draw.rect((middle[0] - 20, middle[1] - 11), (40, 22), "#f2c230", round_=10)
            self._draw.text(ref, middle, "middle", 12, bold=True)
        else:
            self._diode(ref, middle, band=1 if x1 > x0 else -1)

    def _resistor(self, ref: str, at: Point, ohms: int) -> None:
        """Standing along a column, its first ring at the top."""
        x, y = at
        self._draw.rect((x - 9, y - 44), (18, 88), "#ead9b5", round_=7)
        digits, zeros = colour_code(ohms)
        for place, colour in enumerate([*(BANDS[it] for it in digits), BANDS[zeros], GOLD]):
            self._draw.rect((x - 9, y - 38 + 9 * place), (18, 5), colour, "none", 0)
        self._draw.text(ref, (x, y + 12), "middle", 10, bold=True)

    def _diode(self, ref: str, at: Point, band: int) -> None:
        x, y = at
        self._draw.rect((x - 26, y - 10), (52, 20), "#4a4a4a", round_=3)
        self._draw.rect((x + band * 19 - 3, y - 10), (6, 20), "#f0f0f0", "none", 0)
        self._draw.rect((x - 14, y - 8), (26, 16), "#f0f0f0", "none", 2)
        self._draw.text(ref, (x - 1, y), "middle", 12, bold=True)

    def _transistor(self, ref: str, at: Point) -> None:
        """From above, its flat side up: E, B, C from left to right."""
        x, y = at
        self._draw.path(
            f"M{x - 50:g} {y - 13:g} H{x + 50:g} A50 44 0 0 1 {x - 50:g} {y - 13:g} Z", "#e4e4e4"
        )
        for name, place in (("E", -PITCH), ("B", 0), ("C", PITCH)):
            self._draw.text(name, (x + place, y), "middle", 13, bold=True)
        self._draw.text(ref, (x, y + 20), "middle", 11, bold=True)

    def _wires(self) -> None:
        """Numbered dots where wires leave, and beside the board where they lead."""
        net_colours = {f"{use}_led": colour for use, colour in COLOURS.items()}
        for number, (hole, leg) in enumerate(self._in_rows(), 1):
            net = next((net for net, legs in self._circuit.nets.items() if leg in legs), "")
            colour = {**COLOURS, **net_colours}.get(net, INK)
            x, y = LIST_X + 12, TOP + 8 + LIST_STEP * (number - 1)
            for at in (_at(hole), (x, y)):
                self._draw.circle(at, 9, colour)
                self._draw.pin_text(str(number), at, used=True)
            self._draw.text(self._told(leg), (x + 18, y), size=11)

    def _in_rows(self) -> list[tuple[Hole, Leg]]:
        """The wires as one reads: from the upper row to the ground rail."""
        return sorted(self._layout.wires.items(), key=lambda it: (it[0][1], it[0][0]))

    def _told(self, leg: Leg) -> str:
        """Where a wire leads."""
        words = self._words
        if leg.ref == "ring":
            return words[f"hoop_{leg.name}"]
        if leg.ref == "U1":
            net = self._circuit.net_of("U1", leg.name)
            if net in ("supply", "ground"):
                return f"{words['board_pin']}: {'5 V' if net == 'supply' else 'GND'}"
            return f"{words['board_pin']}: {words[net]}"
        if leg.ref in ("S1", "S2"):
            return f"{leg.ref}, {words[self._circuit.net_of(leg.ref, '1')]}"
        kind = self._circuit.parts[leg.ref]
        end = f" {leg.name.replace('-', '−')}" if leg.name in "+-" else ""
        if kind == "led":
            mark = words[MARKS[int(leg.ref[1:]) - 1]]
            return f"{leg.ref}{end}, {mark}"
        return f"{leg.ref}{end}, {words[f'board_{kind}']}"
