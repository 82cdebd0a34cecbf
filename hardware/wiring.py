"""The wiring picture: the board as it lies on the table, and every wire to its part.

Made from the netlist. Parts stand in the order of the board's pins, so that wires do not cross.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.panels.pins import MARKS
from hardware.circuit import GROUND_PIN, SUPPLY_PIN, Circuit, bcm_of
from hardware.currents import ring_lights
from hardware.parts import Parts
from hardware.symbols import Symbols
from hardware.words import LABELS

WIDTH = 1010
PITCH = 26
TOP = 114
BOARD_X = 40
LANE_X, LANE = 236, 15
PART_X = 400
BUS_X, FIVE_X = 940, 972
ROW, RING_ROW, LOUD_ROW = 66, 212, 172
SWITCHED = "#888888"
"""The wire between a transistor and what it switches."""
COLOURS = {
    "build": "#1f6fd0", "auction": "#2a9d3a", "mark_1": "#e67700", "mark_2": "#b59a00",
    "mark_3": "#7b3fb5", "mark_rail": "#8a5a2b", "ring": "#d6337c", "buzzer": "#0f8b8d",
    "supply": "#d32f2f", "ground": "#222222",
}  # fmt: skip
NANO_LEFT = (
    "D13", "3V3", "REF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND", "VIN",
)  # fmt: skip
NANO_RIGHT = (
    "D12", "D11", "D10", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2", "GND", "RST", "RX0", "TX1",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Spot:
    """A pin on the board: where it is, and at which height its wire leaves to the right."""

    x: float
    y: float
    exit_y: float


def draw(circuit: Circuit, parts: Parts, language: str) -> str:
    """The picture as SVG text; ``language`` is en or de."""
    return _Picture(circuit, parts, language).svg()


class _Picture:
    def __init__(self, circuit: Circuit, parts: Parts, language: str) -> None:
        self._circuit = circuit
        self._words = LABELS[language]
        self._spots = _pi_spots() if circuit.board == "pi" else _nano_spots()
        self._uses = sorted(circuit.pins, key=lambda use: self._spot(use).exit_y)
        self._loud = bool(circuit.refs("magnetic"))
        rows = sum(self._tall(use) for use in self._uses)
        self._bottom = max(TOP + rows, *(it.y for it in self._spots.values())) + 40
        height = self._bottom + (190 if circuit.variant == "battery" else 40)
        self._draw = Symbols(WIDTH, height)
        self._ohms = parts["resistor"]["ohms"]
        self._base_ohms = parts["base_resistor"]["ohms"]

    def svg(self) -> str:
        self._board()
        self._supply_wire()
        lanes = self._lanes()
        row_y = self._row_heights()
        for use in self._uses:
            self._signal(use, lanes[use], row_y[use])
            if use == "ring":
                self._ring(row_y[use])
            elif use == "buzzer" and self._loud:
                self._loud_buzzer(row_y[use])
            else:
                self._part(use, row_y[use])
        self._ground_wire(min(row_y.values()))
        if self._circuit.variant == "battery":
            self._cells(self._bottom + 80)
        title = self._words["loud" if self._loud else self._circuit.variant]
        self._draw.text(title, (BOARD_X, 22), size=19, bold=True)
        return self._draw.svg(title)

    def _spot(self, use: str) -> _Spot:
        pin = {"supply": SUPPLY_PIN, "ground": GROUND_PIN}.get(use, {}).get(self._circuit.board)
        return self._spots[pin or self._circuit.pins[use]]

    def _row_heights(self) -> dict[str, float]:
        heights, y = {}, TOP + 20.0
        for use in self._uses:
            heights[use] = y
            y += self._tall(use)
        return heights

    def _tall(self, use: str) -> float:
        return RING_ROW if use == "ring" else LOUD_ROW if use == "buzzer" and self._loud else ROW

    def _lanes(self) -> dict[str, float]:
        """Where each wire runs up or down: those going up in order, those going down reversed."""
        heights = self._row_heights()
        up = [use for use in self._uses if heights[use] < self._spot(use).exit_y]
        down = [use for use in reversed(self._uses) if use not in up]
        return {
            **{use: LANE_X + LANE * number for number, use in enumerate(up)},
            **{use: LANE_X + LANE * number for number, use in enumerate(down)},
        }

    def _board(self) -> None:
        used = {pin: COLOURS[use] for use, pin in self._circuit.pins.items()}
        used[SUPPLY_PIN[self._circuit.board]] = COLOURS["supply"]
        used[GROUND_PIN[self._circuit.board]] = COLOURS["ground"]
        tall = max(it.y for it in self._spots.values()) - TOP + 74
        pi = self._circuit.board == "pi"
        self._draw.rect(
            (BOARD_X, TOP - 34), (166, tall), "#e3f1e3" if pi else "#dfe9f5", "#888888", 10, True
        )
        name = "Raspberry Pi" if pi else "Arduino Nano"
        self._draw.text(name, (BOARD_X + 83, TOP - 18), "middle", 13, bold=True)
        if pi:
            self._draw.text(self._words["usb_below"], (BOARD_X + 12, TOP + tall - 46), size=11)
        else:
            self._draw.rect((BOARD_X + 62, TOP - 44), (42, 14), "#bbbbbb")
            self._draw.text("USB", (BOARD_X + 83, TOP - 37), "middle", 10)
        for pin, spot in self._spots.items():
            name = pin.removesuffix("'")
            colour = used.get(pin, "#ffffff")
            self._draw.circle((spot.x, spot.y), 10, colour)
            if pi:
                self._draw.pin_text(name, (spot.x, spot.y), pin in used)
            else:
                left = spot.x < BOARD_X + 83
                at = (spot.x + (16 if left else -16), spot.y)
                self._draw.text(name, at, "start" if left else "end", 11, bold=pin in used)

    def _signal(self, use: str, lane: float, y: float) -> None:
        """From the pin through its lane to the part."""
        spot = self._spot(use)
        start = [(spot.x, spot.y)]
        if spot.exit_y != spot.y:
            start += [(spot.x + 13, spot.exit_y)]
        points = [*start, (lane, spot.exit_y), (lane, y), (PART_X + 20, y)]
        self._draw.wire(points, COLOURS[use])
        pin = self._circuit.pins[use]
        bcm = bcm_of(pin) if self._circuit.board == "pi" else None
        where = f"{self._words['pin']} {pin}" + (f" (GPIO{bcm})" if bcm is not None else "")
        self._draw.text(where, (PART_X - 64, y - 12), size=11)

    def _part(self, use: str, y: float) -> None:
        x = PART_X + 20
        self._draw.wire([(x + 160, y), (BUS_X, y)], COLOURS["ground"])
        self._draw.wire([(x, y), (x + 150, y)], COLOURS[use])
        if use in MARKS:
            self._draw.resistor((x + 92, y), self._ohms)
            self._draw.led((x + 160, y))
            note = self._words["led"]
        elif use == "buzzer":
            self._draw.resistor((x + 92, y), self._ohms)
            self._draw.piezo((x + 160, y))
            note = self._words["piezo"]
        else:
            self._draw.button((x + 160, y), COLOURS[use], house=use == "build")
            note = self._words["button"]
        self._draw.text(self._words[use], (x + 200, y - 14), size=15, bold=True)
        self._draw.text(f"{self._refs(use)} · {note}", (x + 200, y + 15), size=11)

    def _refs(self, use: str) -> str:
        """The references of what hangs at a pin, as in the schematic."""
        refs, nets = [], [use]
        while nets:
            for leg in self._circuit.nets[nets.pop()]:
                if leg.ref != "U1" and leg.ref not in refs:
                    refs.append(leg.ref)
                    nets += [
                        net
                        for net, legs in self._circuit.nets.items()
                        if net != "ground" and any(other.ref == leg.ref for other in legs)
                    ]
        return " + ".join(refs)

    def _switch(self, use: str, refs: tuple[str, str], y: float, depth: float) -> None:
        """Base resistor and transistor at a pin; ground runs ``depth`` below the base wire."""
        x = PART_X + 20
        self._draw.wire([(x, y), (x + 92, y), (x + 92, y + 44)], COLOURS[use])
        self._draw.resistor((x + 54, y), self._base_ohms)
        left, down = x + 40, y + depth
        emitter = [(x + 72, y + 46), (x + 72, y + 34), (left, y + 34), (left, down), (BUS_X, down)]
        self._draw.wire(emitter, COLOURS["ground"])
        self._draw.wire(
            [(x + 112, y + 46), (x + 112, y + 34), (x + 154, y + 34), (x + 154, y + 80)], SWITCHED
        )
        self._draw.transistor((x + 92, y + 76))
        self._draw.text(refs[0], (x + 54, y + 19), "middle", 11)
        self._draw.text(refs[1], (x + 128, y + 76), size=11)
        self._draw.text(self._words["front"], (x + 52, y + 110), size=11)

    def _ring(self, y: float) -> None:
        """Ring of lights with its transistor."""
        self._switch("ring", ("R5", "T1"), y, 152)
        middle = (PART_X + 290, y + 80)
        self._draw.wire([(PART_X + 174, y + 80), (middle[0] - 26, y + 80)], SWITCHED)
        self._draw.wire([(FIVE_X, y), (middle[0], y), (middle[0], y + 18)], COLOURS["supply"])
        lights = len(ring_lights(self._circuit))
        self._draw.ring(middle, lights)
        self._draw.text(self._words["ring"], (middle[0] + 76, y + 52), size=15, bold=True)
        words = self._words["each"].format(count=lights, ohms=self._ohms)
        self._draw.text(words, (middle[0] + 76, y + 74), size=11)
        self._draw.text(self._words["bare"], (middle[0] + 76, y + 92), size=11)

    def _loud_buzzer(self, y: float) -> None:
        """Magnetic buzzer with its transistor, and the diode across it."""
        self._switch("buzzer", ("R6", "T2"), y, 128)
        x = PART_X + 290
        self._draw.wire([(FIVE_X, y), (x, y), (x, y + 40)], COLOURS["supply"])
        self._draw.wire([(x + 76, y), (x + 76, y + 40)], COLOURS["supply"])
        self._draw.wire([(PART_X + 174, y + 80), (x + 76, y + 80), (x + 76, y + 40)], SWITCHED)
        self._draw.wire([(x, y + 40), (x, y + 80)], SWITCHED)
        self._draw.magnetic((x, y + 40))
        self._draw.diode_up((x + 76, y + 40))
        self._draw.text("B1", (x - 34, y + 46), "middle", 11)
        self._draw.text("D6", (x + 98, y + 40), "middle", 11)
        self._draw.text(self._words["buzzer"], (x + 130, y + 40), size=15, bold=True)
        self._draw.text(self._words["loud_note"], (x + 130, y + 62), size=11)

    def _supply_wire(self) -> None:
        spot = self._spot("supply")
        over = TOP - 52
        if self._circuit.board == "pi":
            start = [(spot.x, spot.y), (spot.x + 26, spot.y), (spot.x + 26, over)]
        else:
            start = [(spot.x, spot.y), (BOARD_X - 16, spot.y), (BOARD_X - 16, over)]
        heights = self._row_heights()
        end = max(heights["ring"], heights["buzzer"]) if self._loud else heights["ring"]
        self._draw.wire([*start, (FIVE_X, over), (FIVE_X, end)], COLOURS["supply"])
        self._draw.fuse((PART_X - 100, over))
        self._draw.text("F1", (PART_X - 100, over + 21), "middle", 11)
        self._draw.text("5 V", (FIVE_X - 30, over - 12), size=13, bold=True)

    def _ground_wire(self, top: float) -> None:
        spot = self._spot("ground")
        x = spot.x + 26 if spot.exit_y == spot.y else spot.x
        points = [(spot.x, spot.y), (x, spot.y), (x, self._bottom), (BUS_X, self._bottom)]
        if spot.exit_y != spot.y:
            points[1:2] = [(spot.x + 13, spot.exit_y), (spot.x + 40, spot.exit_y)]
            points[-2] = (spot.x + 40, self._bottom)
        self._draw.wire([*points, (BUS_X, top)], COLOURS["ground"])
        self._draw.rail((BUS_X, top), self._bottom)
        name = f"GND, {self._words['pin']} {GROUND_PIN[self._circuit.board]}"
        self._draw.text(name, (PART_X - 64, self._bottom - 12), size=11)
        self._draw.text(self._words["rail"], (BUS_X, self._bottom + 16), "middle", 13, bold=True)
        self._draw.text(self._words["rail_note"], (BUS_X - 100, self._bottom + 16), "end", 11)

    def _cells(self, y: float) -> None:
        """The batteries below everything, joined to 5 V at the board's left side."""
        left, at = BOARD_X - 16, {"D5": 360, "S3": 480, "F2": 600, "BT1": 740}
        pin = self._spot("supply").y
        self._draw.wire([(left, pin), (left, y), (at["BT1"], y)], COLOURS["supply"])
        minus = at["BT1"] + 110
        self._draw.wire([(at["BT1"], y), (minus, y), (minus, self._bottom)], COLOURS["ground"])
        self._draw.diode((at["D5"], y))
        self._draw.switch((at["S3"], y))
        self._draw.fuse((at["F2"], y))
        self._draw.cells((at["BT1"], y))
        for ref, x in at.items():
            self._draw.text(ref, (x, y + 38), "middle", 11)
        self._draw.text(self._words["band"], (at["D5"] - 20, y + 66), size=12)
        self._draw.text(self._words["cells"], (at["D5"] - 20, y + 86), size=12)


def _pi_spots() -> dict[str, _Spot]:
    """The header as one sees it with the USB sockets below: odd pins left, even pins right."""
    spots = {}
    for pin in range(1, 41):
        y = TOP + 14 + PITCH * ((pin - 1) // 2)
        odd = pin % 2
        spots[str(pin)] = _Spot(BOARD_X + (110 if odd else 138), y, y - 13 if odd else y)
    return spots


def _nano_spots() -> dict[str, _Spot]:
    """The board seen from above, USB at the top. The second GND and RST are marked with '."""
    spots = {}
    for number, (left, right) in enumerate(zip(NANO_LEFT, NANO_RIGHT, strict=True)):
        y = TOP + 14 + 1.4 * PITCH * number
        spots[left + ("'" if left in ("GND", "RST") else "")] = _Spot(BOARD_X + 22, y, y)
        spots[right] = _Spot(BOARD_X + 144, y, y)
    return spots
