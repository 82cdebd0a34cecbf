"""Parts as they look on the table, for the wiring picture. Every one is drawn around ``at``."""

from __future__ import annotations

import math

from hardware.svg import INK, Point, Sheet

BANDS = {1: "#7a4a1e", 0: "#000000", 2: "#d32f2f", 3: "#e67700", 9: "#ffffff", 5: "#2a9d3a"}
"""Colours of a resistor's rings by the digits that occur here."""
GOLD = "#c9a227"


class Symbols(Sheet):
    """A sheet that can draw parts."""

    def pin_text(self, words: str, at: Point, used: bool) -> None:
        """A number inside a pin, white on a coloured one."""
        colour = "#ffffff" if used else "#666666"
        self._shapes.append(
            f'<text x="{at[0]:g}" y="{at[1] + 3.4:g}" text-anchor="middle" font-size="9.5" '
            f'fill="{colour}">{words}</text>'
        )

    def resistor(self, at: Point, ohms: int) -> None:
        """Body with the coloured rings of its value, two digits, zeros and 5 %."""
        x, y = at
        self.rect((x - 26, y - 8), (52, 16), "#ead9b5", round_=7)
        digits, zeros = colour_code(ohms)
        for place, colour in enumerate([*(BANDS[it] for it in digits), BANDS[zeros], GOLD]):
            left = x - 17 + 9 * place + (4 if place == 3 else 0)
            self.rect((left, y - 8), (4.5, 16), colour, "none", 0)
        label = f"{ohms} Ω" if ohms < 1000 else f"{ohms / 1000:g} kΩ"
        self.text(label, (x, y - 18), "middle", 11)

    def led(self, at: Point) -> None:
        """A red light, its flat side (short leg) to the right."""
        x, y = at
        self.path(f"M{x + 13} {y - 11} A17 17 0 1 0 {x + 13} {y + 11} Z", "#e03030")
        self.text("+", (x - 24, y - 10), "middle", 13, bold=True)

    def piezo(self, at: Point) -> None:
        """A brass disc with its white ceramic."""
        self.circle(at, 19, "#d9b44a")
        self.circle(at, 12, "#f4f1e6")

    def magnetic(self, at: Point) -> None:
        """A magnetic buzzer from above, plus at the top."""
        self.circle(at, 21, "#3a3a3a")
        self.circle(at, 4, "#ffffff")
        self.text("+", (at[0] + 28, at[1] - 20), "middle", 13, bold=True)

    def button(self, at: Point, colour: str, house: bool) -> None:
        """A big push button from above with the cover's sign: a house for Build, else a hammer."""
        self.circle(at, 22, "#444444")
        self.circle(at, 16, colour)
        x, y = at
        if house:
            self.path(f"M{x - 9:g} {y:g} l9 -8 l9 8 h-3 v8 h-12 v-8 Z", "#ffffff", "none")
        else:
            head = f"M{x - 4:g} {y - 9:g} l9 9 l-4 4 l-9 -9 Z"
            self.path(f"{head} m2 9 l2 2 l-8 8 l-2 -2 Z", "#ffffff", "none")
            self.path(f"M{x:g} {y + 9:g} h9", stroke="#ffffff", width=2.5)

    def transistor(self, at: Point) -> None:
        """TO-92, legs up, flat side towards the reader: E, B, C from left to right."""
        x, y = at
        self.rect((x - 27, y - 20), (54, 40), "#3a3a3a", round_=5)
        for place, name in ((-20, "E"), (0, "B"), (20, "C")):
            self.path(f"M{x + place} {y - 20} V{y - 32}", stroke="#999999", width=4)
            self._shapes.append(
                f'<text x="{x + place:g}" y="{y - 5:g}" text-anchor="middle" font-size="12" '
                f'font-weight="bold" fill="#ffffff">{name}</text>'
            )

    def fuse(self, at: Point) -> None:
        """A polyfuse: a flat yellow drop."""
        self.rect((at[0] - 16, at[1] - 12), (32, 24), "#f2c230", round_=11)

    def ring(self, at: Point, lights: int) -> None:
        """The ring of lights from above: two bare wires, between them resistors and lights."""
        self._hoop(at, 62, "#d32f2f")
        self._hoop(at, 26, "#888888")
        for number in range(lights):
            turn = 2 * math.pi * (number + 0.5) / lights
            spoke = [
                (round(at[0] + far * math.sin(turn), 1), round(at[1] - far * math.cos(turn), 1))
                for far in (26, 37, 46, 57, 62)
            ]
            (x0, y0), light, (x2, y2), (x3, y3), (x4, y4) = spoke
            self.path(f"M{x0} {y0} L{x4} {y4}", stroke="#888888", width=2)
            self.path(f"M{x2} {y2} L{x3} {y3}", stroke="#b08d4a", width=9)
            self.path(f"M{x2} {y2} L{x3} {y3}", stroke="#ead9b5", width=7)
            self.circle(light, 7, "#e03030")

    def _hoop(self, at: Point, radius: float, colour: str) -> None:
        self._shapes.append(
            f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius}" fill="none" stroke="{colour}" '
            'stroke-width="3"/>'
        )

    def rail(self, top: Point, bottom: float) -> None:
        """A bare wire on a strip of perfboard, from ``top`` down to a height."""
        x, y = top
        self.rect((x - 9, y - 14), (18, bottom - y + 20), "#efe2c0", "#b9a672", 4, under=True)
        for at in range(round(y) - 6, round(bottom), 12):
            self._ground.append(f'<circle cx="{x - 5:g}" cy="{at}" r="1.5" fill="#b9a672"/>')

    def cells(self, at: Point) -> None:
        """A holder with four cells."""
        x, y = at
        self.rect((x - 58, y - 26), (116, 52), "#cfd8dc", round_=6)
        for place in (-12, 12):
            self.rect((x - 48, y + place - 9), (96, 18), "#90a4ae", round_=3)
        self.text("+", (x - 70, y - 14), "middle", 15, bold=True)
        self.text("−", (x + 70, y - 14), "middle", 15, bold=True)

    def switch(self, at: Point) -> None:
        """A slide switch."""
        self.rect((at[0] - 22, at[1] - 11), (44, 22), "#b0bec5")
        self.rect((at[0] - 16, at[1] - 7), (16, 14), INK, round_=2)

    def diode_up(self, at: Point) -> None:
        """A small diode standing, its band at the top."""
        self.rect((at[0] - 8, at[1] - 16), (16, 32), "#c9552b", round_=3)
        self.rect((at[0] - 8, at[1] - 11), (16, 5), "#222222", "none", 0)

    def diode(self, at: Point) -> None:
        """Body with its band to the left."""
        self.rect((at[0] - 20, at[1] - 9), (40, 18), "#333333", round_=3)
        self.rect((at[0] - 15, at[1] - 9), (6, 18), "#e0e0e0", "none", 0)


def colour_code(ohms: int) -> tuple[tuple[int, int], int]:
    """The two digits and the count of zeros of a resistor's rings."""
    zeros = 0
    while ohms >= 100:
        ohms //= 10
        zeros += 1
    return (ohms // 10, ohms % 10), zeros
