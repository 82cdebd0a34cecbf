"""The schematic of a circuit as SVG, drawn by schemdraw from the netlist.

Lengths are schemdraw's units. The board is a box on the left, every pin a row to the right, and
everything ends at the ground line at the far right. Labels are references, values and the names
of the pin table, the same in every language.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import schemdraw
import schemdraw.elements as elm

from companion.panels.pins import MARKS
from hardware.circuit import GROUND_PIN, SUPPLY_PIN, Circuit, bcm_of
from hardware.currents import ring_lights
from hardware.parts import Parts

BOARD = (0.0, 4.6)
STUB = 5.6
GROUND_X = 16.5
RING_Y = -6.4
ROW = 1.7
BRANCHES_X = (9.2, 11.7, 14.9)


def draw(circuit: Circuit, parts: Parts) -> str:
    """The drawing as SVG text, the same bytes every time."""
    schemdraw.use("svg")
    with schemdraw.Drawing(show=False) as drawing:
        drawing.config(fontsize=13, font="sans-serif", lw=1.6, bgcolor="white")
        _Sheet(drawing, circuit, parts).draw()
    return str(drawing.get_imagedata("svg").decode("utf-8"))


class _Sheet:
    def __init__(self, drawing: Any, circuit: Circuit, parts: Parts) -> None:
        self._drawing = drawing
        self._circuit = circuit
        self._parts = parts
        self._grounds: list[float] = []

    def draw(self) -> None:
        """Everything, from the top row to the ground pin."""
        rows = ["build", "auction", *MARKS]
        y = RING_Y - 2.6
        if self._circuit.variant == "battery":
            self._cells()
        self._ring()
        for use in rows:
            self._pin(use, y)
            if use in MARKS:
                self._light(use, y)
            else:
                self._button(use, y)
            y -= ROW
        y = self._buzzer(y - (0.6 if self._circuit.refs("magnetic") else 0))
        self._ground(y)
        self._board(y - 1.0)

    def _add(self, element: Any) -> Any:
        return self._drawing.add(element)

    def _line(self, *points: tuple[float, float]) -> None:
        for start, end in pairwise(points):
            self._add(elm.Line().at(start).to(end))

    def _value(self, ref: str) -> str:
        part = self._parts[self._circuit.parts[ref]]
        value = part["ohms"]
        return f"{value} Ω" if value < 1000 else f"{value / 1000:g} kΩ"

    def _pin(self, use: str, y: float) -> None:
        """The stub of a pin, its name inside the board and its number outside."""
        board, pin = self._circuit.board, self._circuit.pins.get(use)
        name, number = use, pin or {"supply": SUPPLY_PIN, "ground": GROUND_PIN}[use][board]
        if use == "supply":
            name = "5 V" if board == "pi" else ""
        if use == "ground":
            name = "GND" if board == "pi" else ""
        self._line((BOARD[1], y), (STUB, y))
        bcm = bcm_of(number) if board == "pi" else None
        inside = f"{name} · GPIO{bcm}" if bcm is not None else name or number
        outside = number
        if board == "nano" and name:
            inside, outside = name, number
        self._text(inside, (BOARD[1] - 0.15, y), "right")
        if inside != outside:
            self._text(outside, (BOARD[1] + 0.45, y + 0.5), "center", 11)

    def _text(self, text: str, at: tuple[float, float], align: str, size: int = 13) -> None:
        # schemdraw centres a text on its baseline.
        at = (at[0], at[1] - 0.22)
        label = elm.Label().at(at).label(text, halign=align, valign="center", fontsize=size, ofst=0)
        self._add(label)

    def _to_ground(self, x: float, y: float) -> None:
        self._line((x, y), (GROUND_X, y))
        self._grounds.append(y)

    def _button(self, use: str, y: float) -> None:
        ref = next(
            leg.ref for leg in self._circuit.nets[use] if self._circuit.parts[leg.ref] == "button"
        )
        self._line((STUB, y), (8.2, y))
        self._add(elm.Button().at((8.2, y)).to((10.4, y)).label(ref))
        self._to_ground(10.4, y)

    def _light(self, use: str, y: float) -> None:
        resistor = self._other(use)
        led = self._other(f"{use}_led", resistor)
        self._resistor(resistor, (STUB, y), (8.2, y))
        self._add(elm.LED().at((8.2, y)).to((10.4, y)).fill("#e03030"))
        self._text(led, (9.3, y - 0.65), "center")
        self._to_ground(10.4, y)

    def _other(self, net: str, known: str = "U1") -> str:
        """The part at the other end of a net of two."""
        return next(leg.ref for leg in self._circuit.nets[net] if leg.ref != known)

    def _resistor(self, ref: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        upright = start[0] == end[0]
        label = f"{ref}\n{self._value(ref)}" if upright else f"{ref}  {self._value(ref)}"
        where = {"loc": "bottom", "halign": "left"} if upright else {}
        self._add(elm.ResistorIEC().at(start).to(end).label(label, fontsize=11, **where))

    def _ring(self) -> None:
        self._pin("supply", 0)
        fuse = self._other("fused") if self._circuit.nets["fused"][0].ref != "F1" else "F1"
        self._add(elm.FuseIEC().at((STUB, 0)).to((8.2, 0)).label(fuse))
        lights = ring_lights(self._circuit)
        shown = lights if len(lights) <= len(BRANCHES_X) else [*lights[:2], lights[-1]]
        low = RING_Y + 1.4
        last = BRANCHES_X[len(shown) - 1]
        self._line((8.2, 0), (last, 0))
        for x, led in zip(BRANCHES_X, shown, strict=False):
            net = self._circuit.net_of(led, "+")
            self._resistor(self._other(net, led), (x, 0), (x, -2.3))
            self._add(elm.LED().at((x, -2.3)).to((x, -4.5)).fill("#e03030"))
            self._text(led, (x - 0.4, -3.4), "right")
            self._line((x, -4.5), (x, low))
        if len(shown) < len(lights):
            middle = (BRANCHES_X[1] + BRANCHES_X[2]) / 2
            self._text(f"… {len(lights)} × …", (middle + 0.35, -2.3), "center")
        self._line((BRANCHES_X[0], low), (last, low))
        self._pin("ring", RING_Y)
        self._switch("T1", self._other("ring"), RING_Y, low, BRANCHES_X[0])

    def _switch(self, ref: str, base: str, y: float, top: float, x: float) -> None:
        """A transistor whose base hangs at a pin; collector up to ``top`` at ``x``."""
        self._resistor(base, (STUB, y), (7.8, y))
        npn = elm.BjtNpn(circle=True).anchor("base").at((8.3, y))
        placed = self._add(npn)
        self._line((7.8, y), (8.3, y))
        collector, emitter = placed.collector, placed.emitter
        self._line((collector.x, collector.y), (collector.x, top), (x, top))
        self._text(ref, (collector.x + 0.75, y), "left")
        self._line((emitter.x, emitter.y), (emitter.x, emitter.y - 0.2))
        self._to_ground(emitter.x, emitter.y - 0.2)

    def _buzzer(self, y: float) -> float:
        """The buzzer's row; where the next may begin."""
        resistor = self._other("buzzer")
        if not self._circuit.refs("magnetic"):
            self._pin("buzzer", y)
            self._resistor(resistor, (STUB, y), (8.2, y))
            self._add(elm.Crystal().at((8.2, y)).to((10.4, y)).label("B1"))
            self._to_ground(10.4, y)
            return y - ROW
        y -= 2.2
        self._pin("buzzer", y)
        top, x = y + 1.3, 11.0
        self._switch("T2", resistor, y, top, x)
        self._add(elm.RBox().at((x, top)).to((x, top + 1.8)).label("B1", loc="bottom"))
        self._line((x, top), (x + 1.8, top))
        diode = elm.Diode().at((x + 1.8, top)).to((x + 1.8, top + 1.8))
        self._add(diode.label("D6", loc="bottom"))
        self._line((x + 1.8, top + 1.8), (x, top + 1.8))
        self._add(elm.Vdd().at((x, top + 1.8)).label("5 V (F1)"))
        return y - ROW - 0.6

    def _cells(self) -> None:
        y = 2.6
        self._add(elm.Battery().at((GROUND_X - 1.5, y)).to((GROUND_X - 3.7, y)).reverse())
        self._text("BT1", (GROUND_X - 2.6, y + 0.8), "center")
        self._text("+", (GROUND_X - 3.4, y + 0.4), "center")
        self._to_ground(GROUND_X - 1.5, y)
        self._add(elm.FuseIEC().at((12.8, y)).to((10.8, y)).label("F2"))
        self._add(elm.Switch().at((10.8, y)).to((8.6, y)).label("S3"))
        self._add(elm.Diode().at((8.6, y)).to((6.4, y)).label("D5"))
        self._line((6.4, y), (STUB - 0.4, y), (STUB - 0.4, 0))
        self._add(elm.Dot().at((STUB - 0.4, 0)))

    def _ground(self, y: float) -> None:
        self._pin("ground", y)
        self._line((STUB, y), (GROUND_X, y))
        self._line((GROUND_X, max(self._grounds)), (GROUND_X, y))
        for at in sorted(self._grounds)[:-1]:
            self._add(elm.Dot().at((GROUND_X, at)))
        self._add(elm.Ground().at((GROUND_X, y)))

    def _board(self, low: float) -> None:
        high = 1.0
        self._line((0, low), (BOARD[1], low), (BOARD[1], high), (0, high), (0, low))
        name = {"pi": "Raspberry Pi", "nano": "Arduino Nano"}[self._circuit.board]
        self._text("U1", (0.35, high - 0.5), "left")
        self._text(name, (0.35, high - 1.1), "left")
